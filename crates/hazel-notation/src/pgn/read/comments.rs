//! Comments, and to which game they belong.

use memchr::{memchr, memchr2, memchr2_iter};

use super::Reader;
use crate::pgn::problem::{Problem, ProblemKind};
use crate::pgn::split::game_starts_at;
use crate::pgn::text::Text;
use crate::pgn::visit::Visitor;

impl<'t> Reader<'t> {
    /// A comment from here on: its text, and goes on after it. An open one ends where the next game starts, or with
    /// the text, and is an error.
    #[inline]
    pub(super) fn comment(&mut self) -> Result<&'t [u8], &'t [u8]> {
        let start = self.at + 1;
        let rest = self.text.get(start..).unwrap_or_default();
        let length = if self.has_braces { memchr(b'}', rest) } else { None };
        self.has_braces = length.is_some();
        let comment = self.slice(start, length.map_or(self.text.len(), |length| start + length));
        let end = start + comment.len();
        let line_break = memchr2(b'\n', b'\r', comment).map(|length| start + length);
        if let Some(game) = line_break.and_then(|line_break| self.game_in(line_break, end)) {
            self.at = game;
            return Err(self.slice(start, game));
        }
        self.at = end + usize::from(length.is_some());
        if length.is_some() { Ok(comment) } else { Err(comment) }
    }

    /// Where a game starts inside what would be a comment: a blank line, and a line with the tag Event.
    #[cold]
    fn game_in(&self, start: usize, end: usize) -> Option<usize> {
        memchr2_iter(b'\n', b'\r', self.slice(start, end))
            .map(|length| start + length + 1)
            .find(|&line| game_starts_at(self.text, line))
    }

    /// A comment up to the end of the line.
    pub(super) fn line_comment(&mut self) -> &'t [u8] {
        let start = self.at + 1;
        self.skip_line();
        self.slice(start, self.at)
    }

    /// Tells the comment that starts here; `false` if it isn't closed, which ends the game.
    #[inline]
    pub(super) fn tell_comment<V: Visitor>(&mut self, visitor: &mut V) -> bool {
        let at = self.at;
        let comment = self.comment();
        let (Ok(text) | Err(text)) = comment;
        visitor.comment(Text(text), at);
        if comment.is_err() {
            visitor.problem(Problem { at, kind: ProblemKind::OpenComment });
        }
        comment.is_ok()
    }

    pub(super) fn tell_line_comment<V: Visitor>(&mut self, visitor: &mut V) {
        let at = self.at;
        let text = self.line_comment();
        visitor.comment(Text(text), at);
    }

    /// Reads the comments after a result. They belong to the game unless a blank line parts them from it and something
    /// follows to which they may belong. A game that starts whatever came before is no such thing: a file may be cut
    /// there.
    pub(super) fn read_last_comments<V: Visitor>(&mut self, visitor: &mut V) {
        let mut nothing_follows = false;
        loop {
            let end = self.at;
            let crossed_blank_line = self.skip_space() > 1;
            let is_comment = matches!(self.peek(), Some(b'{' | b';'));
            if is_comment && crossed_blank_line && !nothing_follows {
                let mut ahead = Reader { ..*self };
                ahead.skip_comments();
                nothing_follows = ahead.peek().is_none() || game_starts_at(ahead.text, ahead.at);
            }
            if !is_comment || (crossed_blank_line && !nothing_follows) {
                self.at = end;
                return;
            }
            if self.peek() == Some(b'{') {
                self.tell_comment(visitor);
            } else {
                self.tell_line_comment(visitor);
            }
        }
    }

    /// Skips blanks and comments; whether all of these were closed.
    #[cold]
    pub(super) fn skip_comments(&mut self) -> bool {
        let mut closed = true;
        loop {
            self.skip_space();
            match self.peek() {
                Some(b'{') => closed &= self.comment().is_ok(),
                Some(b';') => {
                    self.line_comment();
                }
                _ => return closed,
            }
        }
    }
}
