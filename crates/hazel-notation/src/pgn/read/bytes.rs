//! Looking at bytes, and skipping them.

use memchr::{memchr2, memchr3};

use super::Reader;
use crate::pgn::symbol;

/// What some programs put at the start of a file in UTF-8.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl<'t> Reader<'t> {
    #[inline(always)]
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// The byte at a place; zero after the end.
    #[inline(always)]
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(0)
    }

    /// The next eight bytes, the first in the lowest bits; zeros after the end.
    #[inline(always)]
    pub(super) fn word(&self) -> u64 {
        self.whole_word(self.at).unwrap_or_else(|| self.last_word())
    }

    /// Eight bytes, if there are so many.
    #[inline(always)]
    pub(super) fn whole_word(&self, at: usize) -> Option<u64> {
        self.text.get(at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
    }

    #[cold]
    fn last_word(&self) -> u64 {
        self.rest().iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
    }

    #[inline(always)]
    pub(super) fn slice(&self, start: usize, end: usize) -> &'t [u8] {
        self.text.get(start..end).unwrap_or_default()
    }

    pub(super) fn rest(&self) -> &'t [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    #[inline(always)]
    pub(super) fn find3(&self, one: u8, two: u8, three: u8, from: usize) -> Option<usize> {
        memchr3(one, two, three, self.text.get(from..)?).map(|found| from + found)
    }

    pub(super) fn is_line_start(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        let before = before.strip_suffix(BYTE_ORDER_MARK).unwrap_or(before);
        matches!(before, [] | [.., b'\n' | b'\r'])
    }

    /// Skips blanks, line breaks and lines that start with `%`; how many line breaks there were. A carriage return is one
    /// unless a line feed follows.
    #[inline]
    pub(super) fn skip_space(&mut self) -> usize {
        let mut breaks = 0;
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' => breaks += 1,
                b'\r' => breaks += usize::from(self.byte(self.at + 1) != b'\n'),
                b' ' | b'\t' | 0x0B | 0x0C => {}
                b'%' if self.is_line_start(self.at) => {
                    self.skip_line();
                    continue;
                }
                0xEF if self.rest().starts_with(BYTE_ORDER_MARK) => {
                    self.at += BYTE_ORDER_MARK.len();
                    continue;
                }
                _ => break,
            }
            self.at += 1;
        }
        breaks
    }

    #[inline(always)]
    pub(super) fn skip_blanks(&mut self) {
        while matches!(self.byte(self.at), b' ' | b'\t') {
            self.at += 1;
        }
    }

    /// Goes to the line break, or the end.
    pub(super) fn skip_line(&mut self) {
        let rest = self.rest();
        self.at += memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    }

    /// Goes to the end of a token.
    pub(super) fn skip_token(&mut self) {
        while self.peek().is_some_and(|byte| !is_delimiter(byte)) {
            self.at += 1;
        }
    }

    #[inline]
    pub(super) fn is_token_end(&self, at: usize) -> bool {
        at >= self.text.len() || is_delimiter(self.byte(at))
    }

    /// Whether a move can end here: with its token, or with what is written right behind it.
    #[inline]
    pub(super) fn is_move_end(&self, at: usize) -> bool {
        self.is_token_end(at)
            || self
                .text
                .get(at..)
                .is_some_and(|rest| symbol::ignored(rest).is_some() || symbol::sign(rest).is_some())
    }

    /// Whether a tag pair starts here: a bracket, a name, a quote.
    pub(super) fn is_tag_start(&self, at: usize) -> bool {
        let Some(b'[') = self.text.get(at) else { return false };
        let (name, mut after) = self.tag_name(at);
        while matches!(self.byte(after), b' ' | b'\t') {
            after += 1;
        }
        !name.is_empty() && self.byte(after) == b'"'
    }
}

/// What a token ends with.
#[inline]
fn is_delimiter(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t'
            | b'\r'
            | b'\n'
            | 0x0B
            | 0x0C
            | b'('
            | b')'
            | b'{'
            | b'}'
            | b'['
            | b']'
            | b';'
            | b'$'
            | b'!'
            | b'?'
            | b'*'
            | b'.'
            | b','
    )
}
