//! The long way, which takes everything that can stand among moves.

use hazel_tape::tree::{GameResult, Nag};

use super::bytes::BYTE_ORDER_MARK;
use super::moves::{Progress, digits};
use super::{MAX_DEPTH, Reader};
use crate::pgn::problem::{Problem, ProblemKind};
use crate::pgn::symbol;
use crate::pgn::text::Text;
use crate::pgn::visit::{Skip, Visitor};

/// A game with more unreadable tokens than this is none.
const MOST_UNREADABLE: u32 = 10;

/// What a rare token means for the game.
pub(super) enum Rest {
    Goes,
    Ends,
    Result(GameResult),
}

impl Reader<'_> {
    /// What starts with a digit and isn't a number with a point after it: a result, or a number all the same.
    #[cold]
    pub(super) fn read_number<V: Visitor>(
        &mut self,
        visitor: &mut V,
        progress: &mut Progress,
    ) -> Option<GameResult> {
        if let Some((result, length)) = symbol::result_prefix(self.rest()) {
            return self.end_with(result, length, visitor, progress);
        }
        self.at += digits(self.word()).max(1);
        if !self.is_token_end(self.at)
            && self.byte(self.at) != b'.'
            && !self.byte(self.at).is_ascii_alphanumeric()
        {
            self.unreadable(visitor, progress);
        }
        None
    }

    /// A result ends the game, unless it stands in a variation.
    fn end_with<V: Visitor>(
        &mut self,
        result: GameResult,
        length: usize,
        visitor: &mut V,
        progress: &Progress,
    ) -> Option<GameResult> {
        let at = self.at;
        self.at += length;
        if progress.depth == 0 {
            return Some(result);
        }
        if progress.muted.is_none() {
            visitor.problem(Problem { at, kind: ProblemKind::ResultInVariation });
        }
        None
    }

    /// The tokens that are rare.
    #[cold]
    pub(super) fn read_rest<V: Visitor>(
        &mut self,
        byte: u8,
        visitor: &mut V,
        progress: &mut Progress,
    ) -> Rest {
        let at = self.at;
        match byte {
            b'(' => {
                self.at += 1;
                progress.open(at, visitor);
            }
            b')' => {
                self.at += 1;
                progress.close(at, visitor);
            }
            b'$' => self.read_nag(visitor, progress),
            b'!' | b'?' => {
                let (nag, length) = symbol::marks(byte, self.byte(at + 1));
                self.at += length;
                if progress.muted.is_none() {
                    visitor.nag(nag, at);
                }
            }
            b';' if progress.muted.is_some() => {
                self.line_comment();
            }
            b';' => self.tell_line_comment(visitor),
            b'%' if self.is_line_start(at) => self.skip_line(),
            b'[' if self.is_line_start(at) && self.is_tag_start(at) => return Rest::Ends,
            _ => {
                if let Some((result, length)) = symbol::result_prefix(self.rest()) {
                    let result = self.end_with(result, length, visitor, progress);
                    return result.map_or(Rest::Goes, Rest::Result);
                }
                if let Some((nag, length)) = symbol::sign(self.rest()) {
                    self.at += length;
                    if progress.muted.is_none() {
                        visitor.nag(nag, at);
                    }
                } else if let Some(length) =
                    symbol::null_move(self.rest()).filter(|length| self.is_token_end(at + length))
                {
                    self.at += length;
                    progress.has_moves |= progress.depth == 0;
                    if progress.muted.is_none() && visitor.null_move(at).is_break() {
                        progress.mute();
                    }
                } else if byte == b'0' {
                    // Castling with zeros.
                    self.read_san(visitor, progress);
                } else if self.rest().starts_with(BYTE_ORDER_MARK) {
                    // Files put together one after the other have them in the middle.
                    self.at += BYTE_ORDER_MARK.len();
                    if self.is_line_start(at) && self.is_tag_start(self.at) {
                        return Rest::Ends;
                    }
                } else if byte.is_ascii_whitespace() || byte == 0x0B {
                    self.at += 1;
                } else {
                    self.read_no_move(visitor, progress);
                }
            }
        }
        Rest::Goes
    }

    fn read_nag<V: Visitor>(&mut self, visitor: &mut V, progress: &Progress) {
        let at = self.at;
        self.at += 1;
        let digits = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = str::from_utf8(self.slice(at + 1, at + 1 + digits)).unwrap_or_default();
        let nag = number.parse().map(Nag);
        self.at += digits;
        if nag.is_err() {
            self.skip_token();
        }
        match nag {
            _ if progress.muted.is_some() => {}
            Ok(nag) => visitor.nag(nag, at),
            Err(_) => {
                let text = shown(self.slice(at, self.at));
                visitor.problem(Problem { at, kind: ProblemKind::Nag(text) });
            }
        }
    }

    /// What starts like a move and is none.
    #[cold]
    pub(super) fn read_no_move<V: Visitor>(&mut self, visitor: &mut V, progress: &mut Progress) {
        let at = self.at;
        if let Some(length) = symbol::ignored(self.rest()) {
            self.at += length;
            return;
        }
        self.skip_token();
        match symbol::letter_sign(self.slice(at, self.at)) {
            Some(_) if progress.muted.is_some() => {}
            Some(nag) => visitor.nag(nag, at),
            None => {
                self.at = at;
                self.unreadable(visitor, progress);
            }
        }
    }

    /// What is no token of PGN.
    #[cold]
    #[inline(never)]
    pub(super) fn unreadable<V: Visitor>(&mut self, visitor: &mut V, progress: &mut Progress) {
        let at = self.at;
        self.at += 1;
        self.skip_token();
        progress.has_moves |= progress.depth == 0;
        if progress.muted.is_some() {
            return;
        }
        let token = self.slice(at, self.at);
        visitor.problem(Problem { at, kind: ProblemKind::Token(shown(token)) });
        if names_a_square(token) {
            progress.mute();
        }
        progress.unreadable += 1;
        if progress.unreadable > MOST_UNREADABLE {
            visitor.problem(Problem { at, kind: ProblemKind::NotPgn });
            progress.muted = Some(0);
        }
    }
}

impl Progress {
    fn open<V: Visitor>(&mut self, at: usize, visitor: &mut V) {
        self.depth += 1;
        if self.muted.is_some() {
            return;
        }
        if self.depth > MAX_DEPTH {
            visitor.problem(Problem { at, kind: ProblemKind::TooDeep });
            self.mute();
        } else if visitor.begin_variation(at) == Skip::Yes {
            self.mute();
        } else {
            self.told += 1;
        }
    }

    fn close<V: Visitor>(&mut self, at: usize, visitor: &mut V) {
        if self.depth == 0 {
            if self.muted.is_none() {
                visitor.problem(Problem { at, kind: ProblemKind::StrayParenthesis });
            }
            return;
        }
        self.depth -= 1;
        if self.muted.is_some_and(|depth| depth > self.depth) {
            self.muted = None;
        }
        if self.told > self.depth {
            self.told -= 1;
            visitor.end_variation();
        }
    }
}

/// Whether a token was meant as a move, perhaps in another language: what follows it can't be played without it.
fn names_a_square(token: &[u8]) -> bool {
    token.windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']))
}

/// A token as an error quotes it: not too long, and without what can't be seen.
fn shown(token: &[u8]) -> String {
    const LONGEST: usize = 40;
    let text = Text(token.get(..LONGEST).unwrap_or(token)).decode();
    let mut shown: String =
        text.chars().map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect();
    if token.len() > LONGEST {
        shown.push('…');
    }
    shown
}
