//! Where in a file something stands, as editors count.

use std::fmt;

use memchr::{memchr_iter, memrchr};

use super::split::Chunk;
use crate::cursor;

/// A line and a column, both from 1. Lines end with a line feed; columns are characters.
///
/// The name of the file and the number of the game are not part of it: a chunk knows neither how many games came before
/// it nor, once it is cut, where it comes from. Whoever goes through the file adds them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The line in the file.
    pub line: u64,
    /// The column in the line.
    pub column: u64,
}

/// `line:column`, as compilers write it.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl Chunk {
    /// Where in the file a byte of the chunk's text stands; beyond its end, where the text ends. It counts lines from the
    /// start of the chunk, so it isn't for every token, but for those that are shown to somebody.
    pub fn place(&self, at: usize) -> Place {
        let before = self.text.get(..at).unwrap_or(&self.text);
        let line_start = memrchr(b'\n', before).map_or(0, |end| end + 1);
        let line = self.text.get(line_start..).unwrap_or_default();
        Place {
            line: self.line + memchr_iter(b'\n', before).count() as u64,
            column: cursor::column(line, before.len() - line_start) as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_on_from_chunk_to_chunk_and_columns_are_characters() {
        let text = "1. e4\nRéti x\r\ny".as_bytes().to_vec();
        let chunk = Chunk { text, number: 1, offset: 100, line: 8 };
        let place = |at| chunk.place(at).to_string();
        assert_eq!([place(0), place(3), place(5), place(6)], ["8:1", "8:4", "8:6", "9:1"]);
        assert_eq!(place(12), "9:6", "é is two bytes and one character");
        assert_eq!([place(15), place(16), place(99)], ["10:1", "10:2", "10:2"]);
    }
}
