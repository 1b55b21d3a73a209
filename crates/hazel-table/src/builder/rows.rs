//! A set of rows, a bit each: beside the rows themselves it takes next to nothing.

/// A set of numbers of rows.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    words: Vec<u64>,
}

impl Rows {
    /// No rows of so many.
    pub(crate) fn new(rows: usize) -> Rows {
        Rows { words: vec![0; rows.div_ceil(64)] }
    }

    /// Adds a row.
    #[inline]
    pub(crate) fn insert(&mut self, row: usize) {
        self.words[row / 64] |= 1 << (row % 64);
    }

    /// Takes all rows away.
    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
    }

    #[inline]
    pub(crate) fn contains(&self, row: usize) -> bool {
        self.words[row / 64] >> (row % 64) & 1 != 0
    }

    /// How many of its 64 neighbours before it are there.
    #[inline]
    pub(crate) fn before(&self, row: usize) -> usize {
        (self.words[row / 64] & ((1 << (row % 64)) - 1)).count_ones() as usize
    }

    /// Whether one of its 64 neighbours is there.
    #[inline]
    pub(crate) fn has_near(&self, row: usize) -> bool {
        self.words[row / 64] != 0
    }

    /// The rows in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(number, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let row = (left != 0).then(|| 64 * number + left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(row)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_in_ascending_order_and_go() {
        let mut rows = Rows::new(200);
        assert!(!rows.has_near(0));
        for row in [199, 0, 63, 64, 0] {
            rows.insert(row);
        }
        assert_eq!(rows.iter().collect::<Vec<_>>(), [0, 63, 64, 199]);
        assert!(rows.contains(64) && !rows.contains(65));
        assert!(rows.has_near(65) && !rows.has_near(128));
        assert_eq!([63, 64, 65].map(|row| rows.before(row)), [1, 0, 1]);
        rows.clear();
        assert!(rows.iter().next().is_none());
    }
}
