//! What the values of tags mean.

/// A rating. 0 means that there is none.
pub(crate) fn rating(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|rating| (1..10_000).contains(rating))
}

/// The year of a date, if it is known.
pub(crate) fn year(text: &str) -> Option<u32> {
    let year = text.trim().split(['.', '-', '/']).next()?;
    year.parse().ok().filter(|&number| year.len() == 4 && number > 0)
}

/// The first and the last day that a date can mean, as numbers that are ordered like days. `None` if the year isn't
/// known.
pub(crate) fn days(text: &str) -> Option<(u32, u32)> {
    let year = year(text)?;
    let mut fields = text.trim().split(['.', '-', '/']).skip(1);
    let mut range = |highest: u32| match fields.next() {
        None => Some((0, highest)),
        Some(field) if field.contains('?') => Some((0, highest)),
        Some(field) => {
            field.parse().ok().filter(|number| (1..=highest).contains(number)).map(|n| (n, n))
        }
    };
    let (month, day) = (range(12)?, range(31)?);
    let number = |month, day| year * 10_000 + month * 100 + day;
    fields.next().is_none().then(|| (number(month.0, day.0), number(month.1, day.1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_the_days_that_they_may_mean() {
        assert_eq!(days("1992.05.17"), Some((19_920_517, 19_920_517)));
        assert_eq!(days("1992.05.??"), Some((19_920_500, 19_920_531)));
        assert_eq!(days("1992.??.??"), days("1992"));
        assert_eq!(days("1992"), Some((19_920_000, 19_921_231)));
        for unknown in ["????.??.??", "", "?", "92.01.01", "1992.13.01", "1992.00", "1992.1.1.1"] {
            assert_eq!(days(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn ratings_and_years_are_numbers_above_zero() {
        assert_eq!(
            [" 2700 ", "0", "-", "", "27000"].map(rating),
            [Some(2700), None, None, None, None]
        );
        assert_eq!(["1992.??.??", "0000", "????", "92"].map(year), [Some(1992), None, None, None]);
    }
}
