//! Comments, and to which game they belong.

use memchr::{memchr, memchr_iter};

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
        let length = memchr(b'}', rest);
        let comment = self.slice(start, length.map_or(self.text.len(), |length| start + length));
        let end = start + comment.len();
        let line_break = memchr(b'\n', comment).map(|length| start + length);
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
        memchr_iter(b'\n', self.slice(start, end))
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
    /// follows to which they may belong.
    pub(super) fn read_last_comments<V: Visitor>(&mut self, visitor: &mut V) {
        loop {
            let end = self.at;
            let crossed_blank_line = self.skip_space() > 1;
            match self.peek() {
                Some(b'{' | b';') if crossed_blank_line && !self.only_comments_follow() => {}
                Some(b'{') => {
                    self.tell_comment(visitor);
                    continue;
                }
                Some(b';') => {
                    self.tell_line_comment(visitor);
                    continue;
                }
                _ => {}
            }
            self.at = end;
            return;
        }
    }

    /// Whether comments come next, and after them nothing, or a game that starts whatever came before. The latter may be
    /// where a file was cut, so such comments can't belong to what follows.
    pub(super) fn only_comments_follow(&self) -> bool {
        if !matches!(self.peek(), Some(b'{' | b';')) {
            return false;
        }
        let mut ahead = Reader { text: self.text, at: self.at, tag_result: None };
        ahead.skip_comments();
        ahead.peek().is_none() || game_starts_at(ahead.text, ahead.at)
    }

    #[cold]
    pub(super) fn skip_comments(&mut self) {
        loop {
            self.skip_space();
            match self.peek() {
                Some(b'{') => {
                    let (Ok(_) | Err(_)) = self.comment();
                }
                Some(b';') => {
                    self.line_comment();
                }
                _ => return,
            }
        }
    }
}
