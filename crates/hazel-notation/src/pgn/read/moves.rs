//! Moves: the short ways for what is common, and where a game ends.

use hazel_tape::tree::GameResult;

use super::Reader;
use super::rare::Rest;
use crate::San;
use crate::pgn::problem::{Problem, ProblemKind};
use crate::pgn::visit::{Skip, Visitor};
use crate::san::read_word;

/// How far the moves of a game have been read.
pub(super) struct Progress {
    /// Parentheses that are open.
    pub(super) depth: usize,
    /// How many of them the visitor knows of: the outermost.
    pub(super) told: usize,
    /// Nothing is told from this depth on.
    pub(super) muted: Option<usize>,
    pub(super) unreadable: u32,
    /// Whether there was a move of the main line, or what could have been one.
    pub(super) has_moves: bool,
}

impl Progress {
    /// The rest of this line is skipped.
    #[cold]
    pub(super) fn mute(&mut self) {
        self.muted = Some(self.depth);
    }
}

impl Reader<'_> {
    /// Reads up to the end of the game and returns its result.
    #[inline(always)]
    pub(super) fn read_moves<V: Visitor>(
        &mut self,
        visitor: &mut V,
        skip: Skip,
    ) -> Option<GameResult> {
        let muted = (skip == Skip::Yes).then_some(0);
        let mut progress = Progress { depth: 0, told: 0, muted, unreadable: 0, has_moves: false };
        let result = loop {
            if progress.muted.is_none() || progress.depth == 0 {
                self.read_run(visitor, &mut progress);
            } else {
                self.skip_run();
            }
            let Some(byte) = self.peek() else { break None };
            match byte {
                b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'P' | b'O' | b'o' | b'x' => {
                    self.read_san(visitor, &mut progress);
                }
                b' ' | b'\t' | b'.' | b',' => self.at += 1,
                b'\r' if self.byte(self.at + 1) == b'\n' => self.at += 1,
                b'\n' | b'\r' => {
                    self.at += 1;
                    if self.game_ends_at_line(&progress) {
                        break None;
                    }
                }
                b'1'..=b'9' => {
                    if let Some(result) = self.read_number(visitor, &mut progress) {
                        break Some(result);
                    }
                }
                b'{' => {
                    if progress.muted.is_some() {
                        if self.comment().is_err() {
                            let kind = ProblemKind::OpenComment;
                            visitor.problem(Problem { at: self.at, kind });
                            break None;
                        }
                    } else if !self.tell_comment(visitor) {
                        break None;
                    }
                }
                _ => match self.read_rest(byte, visitor, &mut progress) {
                    Rest::Goes => {}
                    Rest::Ends => break None,
                    Rest::Result(result) => break Some(result),
                },
            }
        };
        if progress.depth > 0 {
            visitor.problem(Problem { at: self.at, kind: ProblemKind::OpenVariation });
        }
        for _ in 0..progress.told {
            visitor.end_variation();
        }
        result
    }

    /// Reads moves, with their numbers and single blanks between, as long as they are common ones. The place is kept in
    /// a variable of its own, since that of the reader would be stored and loaded for every token.
    #[inline(always)]
    fn read_run<V: Visitor>(&mut self, visitor: &mut V, progress: &mut Progress) {
        let mut at = self.at;
        let (is_told, is_main_line) = (progress.muted.is_none(), progress.depth == 0);
        while let Some(mut word) = self.whole_word(at) {
            let mut start = at;
            if word as u8 <= b'9' {
                // A number of up to four digits, one point or three, at most one blank: eight bytes.
                let digits = digits(word);
                if !(1..=4).contains(&digits) || (word >> (8 * digits)) as u8 != b'.' {
                    break;
                }
                let points =
                    if (word >> (8 * digits)) as u32 & 0xFF_FFFF == 0x2E_2E2E { 3 } else { 1 };
                start = at + digits + points;
                let blank = word.checked_shr(8 * (digits + points) as u32);
                start += usize::from(blank.is_some_and(|rest| rest as u8 == b' '));
                let Some(next) = self.whole_word(start) else { break };
                word = next;
            }
            let Some((san, length)) = read_word(word) else { break };
            at = start + length;
            // A common move has five bytes at most, so what follows is in the same word.
            let mut rest = word >> (8 * length);
            if is_check_mark(rest as u8, (rest >> 8) as u8) {
                at += 1;
                rest >>= 8;
            }
            if rest as u8 == b' '
                || (rest as u8 == b'\n' && ((rest >> 8) as u8).is_ascii_alphanumeric())
            {
                at += 1;
            }
            progress.has_moves |= is_main_line;
            if is_told && visitor.san(san, start).is_break() {
                progress.mute();
                break;
            }
        }
        self.at = at;
    }

    /// Skips what doesn't matter in a variation that nobody wants: all but comments, parentheses and ends of lines.
    #[inline]
    fn skip_run(&mut self) {
        let matters = |byte: &u8| matches!(byte, b'(' | b')' | b'{' | b';' | b'\n' | b'\r');
        let rest = self.rest();
        self.at += rest.iter().position(matters).unwrap_or(rest.len());
    }

    #[inline(always)]
    pub(super) fn read_san<V: Visitor>(&mut self, visitor: &mut V, progress: &mut Progress) {
        let at = self.at;
        let san = match read_word(self.word()) {
            Some((san, length)) => {
                self.at += length;
                san
            }
            None => match San::parse_prefix(self.text.get(at..).unwrap_or_default()) {
                Ok((san, length)) if self.is_move_end(at + length) => {
                    self.at += length;
                    san
                }
                _ => return self.read_no_move(visitor, progress),
            },
        };
        while is_check_mark(self.byte(self.at), self.byte(self.at + 1)) {
            self.at += 1;
        }
        progress.has_moves |= progress.depth == 0;
        if progress.muted.is_none() && visitor.san(san, at).is_break() {
            progress.mute();
        }
        self.at += usize::from(self.byte(self.at) == b' ');
    }

    /// Whether the game ends at the start of this line: a tag begins, or after a blank line the first move.
    #[inline]
    fn game_ends_at_line(&mut self, progress: &Progress) -> bool {
        match self.byte(self.at) {
            b'[' => self.is_tag_start(self.at),
            b'%' => {
                self.skip_line();
                false
            }
            b'\n' | b'\r' | b' ' | b'\t' | 0xEF => {
                // The end of the line before has been passed already.
                let crossed_blank_line = self.skip_space() > 0;
                self.new_game_after_blanks(crossed_blank_line, progress)
            }
            _ => false,
        }
    }

    #[cold]
    fn new_game_after_blanks(&self, crossed_blank_line: bool, progress: &Progress) -> bool {
        match self.rest() {
            [b'[', ..] => {
                (crossed_blank_line || self.is_line_start(self.at)) && self.is_tag_start(self.at)
            }
            [b'1', b'.', third, ..] => {
                *third != b'.' && crossed_blank_line && progress.has_moves && progress.depth == 0
            }
            _ => false,
        }
    }
}

/// How many digits the lowest bytes of a word are.
#[inline(always)]
pub(super) fn digits(word: u64) -> usize {
    // A byte is a digit if its high half is 3 and adding 6 leaves it so.
    const HIGH: u64 = 0xF0F0F0F0_F0F0F0F0;
    const THREE: u64 = 0x30303030_30303030;
    let other = (word & HIGH ^ THREE) | (word.wrapping_add(0x06060606_06060606) & HIGH ^ THREE);
    (other.trailing_zeros() / 8) as usize
}

/// Whether a byte after a move marks check or mate, and doesn't begin a sign such as `+-`.
#[inline(always)]
fn is_check_mark(byte: u8, next: u8) -> bool {
    byte == b'#' || (byte == b'+' && !matches!(next, b'-' | b'/' | b'='))
}
