//! A set of rows that is cheap to fill, to walk through and to empty when few rows are in it.

/// A set of numbers of rows.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    marked: Vec<bool>,
    list: Vec<u32>,
}

impl Rows {
    /// No rows of so many.
    pub(crate) fn new(rows: usize) -> Rows {
        Rows { marked: vec![false; rows], list: vec![] }
    }

    /// Adds a row, if it isn't there yet.
    #[inline]
    pub(crate) fn insert(&mut self, row: usize) {
        if !self.marked[row] {
            self.marked[row] = true;
            self.list.push(row as u32);
        }
    }

    /// Adds all rows.
    pub(crate) fn fill(&mut self) {
        (0..self.marked.len()).for_each(|row| self.insert(row));
    }

    /// Takes all rows away.
    pub(crate) fn clear(&mut self) {
        for row in self.list.drain(..) {
            self.marked[row as usize] = false;
        }
    }

    #[inline]
    pub(crate) fn contains(&self, row: usize) -> bool {
        self.marked[row]
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The rows in the order in which they came.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        self.list.iter().map(|&row| row as usize)
    }
}
