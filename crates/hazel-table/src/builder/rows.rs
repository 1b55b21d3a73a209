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

    pub(crate) fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
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
        assert!(rows.is_empty());
        for row in [199, 0, 63, 64, 0] {
            rows.insert(row);
        }
        assert_eq!(rows.iter().collect::<Vec<_>>(), [0, 63, 64, 199]);
        assert!(rows.contains(64) && !rows.contains(65));
        rows.clear();
        assert!(rows.is_empty() && rows.iter().next().is_none());
    }
}
