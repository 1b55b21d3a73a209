//! A place in a text that is being read.
//!
//! Readers go by bytes, since everything they understand is ASCII; only errors look at characters. Text that isn't
//! UTF-8 at all is still counted sensibly: a byte that can't start a character belongs to the one before.

/// A text and how far a reader has come in it.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Cursor<'a> {
        Cursor { text, at: 0 }
    }

    /// How many bytes have been read.
    #[inline(always)]
    pub(crate) fn at(self) -> usize {
        self.at
    }

    /// The next byte.
    #[inline(always)]
    pub(crate) fn peek(self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// The byte after the next.
    #[inline(always)]
    pub(crate) fn peek_second(self) -> Option<u8> {
        self.text.get(self.at + 1).copied()
    }

    /// What has not been read yet.
    #[inline(always)]
    pub(crate) fn rest(self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Goes on by `bytes`, at most to the end.
    #[inline(always)]
    pub(crate) fn advance(&mut self, bytes: usize) {
        self.at = (self.at + bytes).min(self.text.len());
    }

    /// Reads the next byte if it is `byte`.
    #[inline(always)]
    pub(crate) fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Reads a byte that `read` makes something of.
    #[inline(always)]
    pub(crate) fn take_map<T>(&mut self, read: impl FnOnce(u8) -> Option<T>) -> Option<T> {
        let value = read(self.peek()?)?;
        self.at += 1;
        Some(value)
    }

    /// Reads all bytes for which `is` holds, and says how many they were.
    #[inline(always)]
    pub(crate) fn take_while(&mut self, is: impl Fn(u8) -> bool) -> usize {
        let start = self.at;
        while self.peek().is_some_and(&is) {
            self.at += 1;
        }
        self.at - start
    }

    /// The next character, for an error to quote; `None` at the end.
    #[cold]
    pub(crate) fn found(self) -> Option<char> {
        character(self.rest())
    }

    /// The column of the next byte: 1 for the first character.
    #[cold]
    pub(crate) fn column(self) -> usize {
        column(self.text, self.at)
    }
}

/// The column, counted from 1 in characters, of the byte at `at`.
#[cold]
pub(crate) fn column(text: &[u8], at: usize) -> usize {
    let starts_character = |byte: &&u8| **byte & 0xC0 != 0x80;
    let before = text.iter().take(at);
    // A continuation byte at the place itself belongs to a character that was counted already.
    let inside = text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    (before.filter(starts_character).count() + 1 - usize::from(inside)).max(1)
}

/// The first character of `text`; the replacement character where it isn't UTF-8.
#[cold]
pub(crate) fn character(text: &[u8]) -> Option<char> {
    text.utf8_chunks()
        .next()
        .map(|chunk| chunk.valid().chars().next().unwrap_or(char::REPLACEMENT_CHARACTER))
}

/// What was found in place of something else, as an error says it.
pub(crate) fn quoted(found: Option<char>) -> String {
    match found {
        None => "the end".to_owned(),
        // Quotes and backslashes need no escape between backticks; what can't be seen does.
        Some(mark @ ('"' | '\'' | '\\')) => format!("`{mark}`"),
        Some(character) => format!("`{}`", character.escape_debug()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = "é♞x".as_bytes();
        let columns: Vec<usize> = (0..=text.len()).map(|at| column(text, at)).collect();
        assert_eq!(columns, [1, 1, 2, 2, 2, 3, 4]);
        assert_eq!(column(b"\xBF\xBF", 1), 1);
        assert_eq!(column(b"\xFFab", 2), 3);
    }

    #[test]
    fn what_is_found_is_quoted_even_if_it_is_no_text() {
        assert_eq!(quoted(character("♞x".as_bytes())), "`♞`");
        assert_eq!(quoted(character(b"\xFF")), "`\u{FFFD}`");
        assert_eq!(quoted(character(b"\n")), "`\\n`");
        assert_eq!(quoted(character(b"\"")), "`\"`");
        assert_eq!(quoted(character(b"")), "the end");
    }
}
