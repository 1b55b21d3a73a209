//! Tags.

use memchr::memchr;

use super::Reader;
use crate::pgn::problem::{Problem, ProblemKind};
use crate::pgn::split::game_starts_at;
use crate::pgn::symbol;
use crate::pgn::text::{TagValue, Text};
use crate::pgn::visit::Visitor;

impl<'t> Reader<'t> {
    pub(super) fn read_tags<V: Visitor>(&mut self, visitor: &mut V) {
        let mut first: Option<&[u8]> = None;
        loop {
            let crossed_blank_line = self.skip_space() > 1;
            match self.peek() {
                Some(b'[') => {
                    let (name, name_end) = self.tag_name(self.at);
                    // Tags after a blank line go on with the same game, unless they start over.
                    let again = first.is_some_and(|first| first == name);
                    if first.is_some()
                        && crossed_blank_line
                        && (again || game_starts_at(self.text, self.at))
                    {
                        return;
                    }
                    first = first.or(Some(name));
                    self.read_tag(name, name_end, visitor);
                }
                Some(b'{') if !self.tell_comment(visitor) => return,
                Some(b'{') => {}
                Some(b';') => self.tell_line_comment(visitor),
                _ => return,
            }
        }
    }

    /// The name of the tag whose bracket stands at `at`, and where it ends.
    #[inline]
    pub(super) fn tag_name(&self, at: usize) -> (&'t [u8], usize) {
        let mut start = at + 1;
        while matches!(self.byte(start), b' ' | b'\t') {
            start += 1;
        }
        let rest = self.text.get(start..).unwrap_or_default();
        let length = rest.iter().position(|&byte| !is_name(byte)).unwrap_or(rest.len());
        (self.slice(start, start + length), start + length)
    }

    #[inline]
    fn read_tag<V: Visitor>(&mut self, name: &'t [u8], name_end: usize, visitor: &mut V) {
        let start = self.at;
        let malformed = |reader: &mut Self, visitor: &mut V, expected| {
            visitor.problem(Problem { at: reader.at, kind: ProblemKind::Tag(expected) });
            let start = reader.at;
            reader.skip_line();
            // What follows the bracket on its line is read.
            if let Some(length) = memchr(b']', reader.slice(start, reader.at)) {
                reader.at = start + length + 1;
            }
        };
        self.at = name_end;
        if name.is_empty() {
            return malformed(self, visitor, "a name");
        }
        self.skip_blanks();
        if self.peek() != Some(b'"') {
            return malformed(self, visitor, "a value in quotes");
        }
        self.at += 1;
        let value = self.tag_value(visitor);
        if name == b"Result" {
            self.tag_result = symbol::result(value);
        }
        visitor.tag(name, TagValue(Text(value)), start);
    }

    /// The value up to its closing quote; goes on after the bracket.
    #[inline]
    fn tag_value<V: Visitor>(&mut self, visitor: &mut V) -> &'t [u8] {
        let start = self.at;
        let mut from = start;
        // A quote ends the value if a bracket follows; others are remembered.
        let (mut stray, mut last) = (None, None);
        while let Some(found) = self.find3(b'"', b'\n', b'\r', from) {
            if self.byte(found) != b'"' {
                break;
            }
            from = found + 1;
            if self.is_escaped(found) {
                continue;
            }
            let mut end = from;
            while matches!(self.byte(end), b' ' | b'\t') {
                end += 1;
            }
            if self.byte(end) == b']' {
                self.at = end + 1;
                if let Some(at) = stray {
                    let expected = "a backslash before a quote inside a value";
                    visitor.problem(Problem { at, kind: ProblemKind::Tag(expected) });
                }
                return self.slice(start, found);
            }
            stray = stray.or(Some(found));
            last = Some(found);
        }
        self.tag_without_end(start, last, visitor)
    }

    /// The value where the quote or the bracket at its end is missing.
    #[cold]
    fn tag_without_end<V: Visitor>(
        &mut self,
        start: usize,
        quote: Option<usize>,
        visitor: &mut V,
    ) -> &'t [u8] {
        let expected = if quote.is_some() { "`]`" } else { "`\"` and `]`" };
        visitor.problem(Problem { at: start, kind: ProblemKind::Tag(expected) });
        if let Some(quote) = quote {
            // What follows on the line is read.
            self.at = quote + 1;
            return self.slice(start, quote);
        }
        self.skip_line();
        let line = self.slice(start, self.at).trim_ascii_end();
        let line = line.strip_suffix(b"]").unwrap_or(line).trim_ascii_end();
        line.strip_suffix(b"\"").unwrap_or(line)
    }

    /// Whether the byte at `at` has an odd number of backslashes before it.
    #[inline]
    fn is_escaped(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        let backslashes = before.iter().rev().take_while(|&&byte| byte == b'\\').count();
        backslashes % 2 == 1
    }
}

/// What a name of a tag is made of.
#[inline(always)]
fn is_name(byte: u8) -> bool {
    byte > b' ' && !matches!(byte, b'"' | b']' | b'[')
}
