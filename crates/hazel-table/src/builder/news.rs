//! What a pass found, row by row, and nothing for the rows in which it found nothing.
//!
//! Late passes find little, and it is then that most is written down already: a place for every position would be an eighth
//! of a byte that is missed there.

use super::rows::Rows;

/// A set of positions of which whole rows can be asked for.
pub(crate) trait Set {
    /// Whether the row may have positions.
    fn has(&self, row: usize) -> bool;

    /// The stored words of a row that may have positions, so many.
    fn row(&self, row: usize, words: usize) -> &[u64];
}

impl Set for [u64] {
    #[inline]
    fn has(&self, _: usize) -> bool {
        true
    }

    #[inline]
    fn row(&self, row: usize, words: usize) -> &[u64] {
        &self[words * row..][..words]
    }
}

/// Rows with positions.
#[derive(Debug)]
pub(crate) struct News {
    rows: Rows,
    /// For each word of `rows` how many rows come before it, if it has one.
    starts: Vec<u32>,
    count: usize,
    /// The words of so many rows each.
    chunks: Vec<Vec<u64>>,
}

/// Rows in a chunk: all but the last are full, so that next to nothing is unused.
const CHUNK: usize = 64;

impl News {
    /// Nothing in so many rows.
    pub(crate) fn new(rows: usize) -> News {
        let starts = vec![0; rows.div_ceil(64)];
        News { rows: Rows::new(rows), starts, count: 0, chunks: vec![] }
    }

    /// Adds a row, which must come after all that are there, if it has a position.
    #[inline]
    pub(crate) fn push(&mut self, row: usize, words: &[u64]) {
        if words.iter().all(|&word| word == 0) {
            return;
        }
        if self.count.is_multiple_of(CHUNK) {
            self.chunks.push(Vec::with_capacity(CHUNK * words.len()));
        }
        if !self.rows.has_near(row) {
            self.starts[row / 64] = self.count as u32;
        }
        self.rows.insert(row);
        self.count += 1;
        self.chunks.last_mut().expect("there is one").extend_from_slice(words);
    }

    /// The rows that have positions.
    pub(crate) fn rows(&self) -> &Rows {
        &self.rows
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The rows that have positions, of so many words each, in ascending order.
    pub(crate) fn iter(&self, words: usize) -> impl Iterator<Item = (usize, &[u64])> {
        self.rows.iter().zip(self.chunks.iter().flat_map(move |chunk| chunk.chunks_exact(words)))
    }
}

impl Set for News {
    #[inline]
    fn has(&self, row: usize) -> bool {
        self.rows.contains(row)
    }

    #[inline]
    fn row(&self, row: usize, words: usize) -> &[u64] {
        let number = self.starts[row / 64] as usize + self.rows.before(row);
        &self.chunks[number / CHUNK][number % CHUNK * words..][..words]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_again() {
        let mut news = News::new(1000);
        assert!(news.is_empty());
        let pushed: Vec<usize> =
            (0..1000).filter(|row| row * row % 7 < 3 && row / 64 != 3).collect();
        for row in 0..1000 {
            let word = if pushed.contains(&row) { row as u64 } else { 0 };
            news.push(row, &[0, word]);
        }
        let there: Vec<usize> = news.rows().iter().collect();
        // A row without a position is not there.
        assert_eq!(there, pushed[1..]);
        assert!(
            news.iter(2)
                .map(|(row, words)| (row, words[1]))
                .eq(there.iter().map(|&row| (row, row as u64)))
        );
        for row in 0..1000 {
            assert_eq!(news.has(row), there.contains(&row));
            assert!(!news.has(row) || news.row(row, 2) == [0, row as u64]);
        }
        assert!(!news.is_empty());
    }
}
