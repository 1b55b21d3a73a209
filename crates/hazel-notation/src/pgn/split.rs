//! A stream of PGN text, cut into chunks of whole games.
//!
//! Games can be read in parallel only if somebody knows where they start before anybody has read them. There is one
//! place where that takes no context: a line that starts with the tag `Event`, after a blank line. A reader takes it for
//! the start of a game in any case, even inside a comment (which then was never closed), and so cutting there changes
//! nothing of what is read. [`game_starts_at`] is that place, for the reader as well as here.
//!
//! Chunks end at the last such place in about a megabyte of text. Files without one (games that don't start with `Event`,
//! or aren't parted by blank lines) are cut where the reader itself says that a game has ended, which costs reading them
//! twice. A text with neither is taken as one game, and grows up to [`Chunks::LONGEST_GAME`]. What is longer still is
//! reported and skipped, so that memory is bounded whatever comes in.
//!
//! The alternative, a memory map of the whole file, was rejected: it can't read compressed data or pipes, and a file that
//! shrinks meanwhile kills the program.

use memchr::{memchr_iter, memrchr_iter};

use super::input::{HEAD, Input, InputError};
use super::read::{is_only_comments, last_game_end, tag_starts_at};

/// Whole games, as they stand in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// The games.
    pub text: Vec<u8>,
    /// How many chunks came before.
    pub number: usize,
    /// How many bytes of text came before.
    pub offset: u64,
    /// The number of the first line, from 1. Lines end with a line feed.
    pub line: u64,
}

/// The chunks of an [`Input`], in order.
///
/// Put together they are the whole text, less a UTF-8 byte order mark at its start and games that are too long. An error
/// of the stream comes after all text before it, and is the last item; a game that is too long isn't.
pub struct Chunks {
    input: Input,
    /// Asks the reader where to cut if there is no tag `Event`.
    cut: fn(&[u8]) -> Option<usize>,
    size: usize,
    longest: usize,
    /// What has been read and not given out yet, up to `filled`; the rest is room.
    text: Vec<u8>,
    filled: usize,
    /// The place of the text's first byte.
    offset: u64,
    line: u64,
    number: usize,
    started: bool,
    skipping: bool,
    /// The input has nothing more to give, because it has ended or because of `failure`.
    ended: bool,
    failure: Option<InputError>,
    spare: Vec<Vec<u8>>,
}

impl Chunks {
    /// How long a chunk is, about.
    pub const SIZE: usize = 1 << 20;

    /// How long a game may be. Nothing keeps a game from being longer but the memory that it would take.
    pub const LONGEST_GAME: usize = 1 << 24;

    /// The chunks of an input. Nothing is read before the first is asked for.
    pub fn new(input: Input) -> Chunks {
        Chunks {
            input,
            cut: last_game_end,
            size: Chunks::SIZE,
            longest: Chunks::LONGEST_GAME,
            text: Vec::new(),
            filled: 0,
            offset: 0,
            line: 1,
            number: 0,
            started: false,
            skipping: false,
            ended: false,
            failure: None,
            spare: Vec::new(),
        }
    }

    /// The same with chunks of about this many bytes, from 1 to [`Chunks::LONGEST_GAME`].
    #[must_use]
    pub fn with_size(mut self, size: usize) -> Chunks {
        self.size = size.clamp(1, self.longest);
        self
    }

    /// The name of the input.
    pub fn name(&self) -> &str {
        self.input.name()
    }

    /// Takes back the memory of a chunk that isn't needed any more.
    pub(super) fn recycle(&mut self, chunk: Chunk) {
        let mut text = chunk.text;
        if text.capacity() == self.size {
            // Room must hold something. Little is missing, since chunks end near the end of their memory.
            text.resize(self.size, 0);
            self.spare.push(text);
        }
    }

    /// Looks at the first bytes of the text.
    fn start(&mut self) {
        self.started = true;
        self.fill(HEAD);
        if let Err(error) = self.input.check(self.filled()) {
            self.failure = Some(error);
            self.ended = true;
            self.filled = 0;
        }
        if self.filled().starts_with(b"\xEF\xBB\xBF") {
            self.forget(3);
        }
    }

    /// Reads up to this many bytes of text, unless the input ends before.
    fn fill(&mut self, upto: usize) {
        if self.ended {
            return;
        }
        if self.text.is_empty() {
            self.text = self.room();
        }
        if self.text.len() < upto {
            self.text.resize(upto, 0);
        }
        while !self.ended {
            match self.text.get_mut(self.filled..upto) {
                None | Some([]) => break,
                Some(room) => match self.input.read(room) {
                    Ok(0) => self.ended = true,
                    Ok(count) => self.filled += count,
                    Err(error) => {
                        self.failure = Some(error);
                        self.ended = true;
                    }
                },
            }
        }
    }

    /// Gives out the text up to here, and keeps the rest.
    fn give(&mut self, end: usize) -> Chunk {
        let mut next = if end < self.filled { self.room() } else { Vec::new() };
        let rest = self.text.get(end..self.filled).unwrap_or_default();
        if next.len() < rest.len() {
            next.resize(rest.len(), 0);
        }
        if let Some(room) = next.get_mut(..rest.len()) {
            room.copy_from_slice(rest);
        }
        self.filled -= end;
        let mut text = std::mem::replace(&mut self.text, next);
        text.truncate(end);
        let chunk = Chunk { number: self.number, offset: self.offset, line: self.line, text };
        self.number += 1;
        self.pass(&chunk.text);
        chunk
    }

    /// Skips to the next game after one that was too long, or to the end.
    fn skip(&mut self) {
        self.skipping = false;
        loop {
            let text = self.filled();
            // Nothing is known here of what came before, so any tag after a blank line will do.
            let next = memchr_iter(b'[', text)
                .find(|&at| at > 0 && follows_blank_line(text, at) && tag_starts_at(text, at));
            if let Some(next) = next {
                return self.forget(next);
            }
            if self.ended {
                return self.forget(self.filled);
            }
            // The start of a game may itself be broken off, but it isn't long.
            self.forget(self.filled.saturating_sub(LONGEST_START));
            self.fill(self.filled + self.size);
        }
    }

    /// Drops the first bytes.
    fn forget(&mut self, count: usize) {
        let text = std::mem::take(&mut self.text);
        self.pass(text.get(..count).unwrap_or_default());
        self.text = text;
        self.text.copy_within(count..self.filled, 0);
        self.filled -= count;
    }

    /// Counts what is given out or dropped.
    fn pass(&mut self, text: &[u8]) {
        self.offset += text.len() as u64;
        self.line += memchr_iter(b'\n', text).count() as u64;
    }

    fn filled(&self) -> &[u8] {
        self.text.get(..self.filled).unwrap_or_default()
    }

    fn room(&mut self) -> Vec<u8> {
        self.spare.pop().unwrap_or_else(|| vec![0; self.size])
    }
}

impl Iterator for Chunks {
    type Item = Result<Chunk, InputError>;

    fn next(&mut self) -> Option<Result<Chunk, InputError>> {
        if !self.started {
            self.start();
        }
        if self.skipping {
            self.skip();
        }
        loop {
            // What has been searched in vain is searched again only when there is as much that is new.
            let upto = if self.filled < self.size { self.size } else { 2 * self.filled };
            self.fill(upto.min(self.longest));
            if self.ended {
                break;
            }
            let text = self.filled();
            let cut = last_start(text).or_else(|| (self.cut)(text));
            if let Some(cut) = cut.filter(|&cut| 0 < cut && cut <= self.filled) {
                return Some(Ok(self.give(cut)));
            }
            if self.filled >= self.longest {
                self.skipping = true;
                return Some(Err(InputError::GameTooLong {
                    name: self.input.name().to_owned(),
                    line: self.line,
                    offset: self.offset,
                    longest: self.longest,
                }));
            }
        }
        if self.filled > 0 {
            return Some(Ok(self.give(self.filled)));
        }
        self.failure.take().map(Err)
    }
}

/// Whether a game starts here whatever came before: the tag `Event` at the start of a line, after a blank line or at the
/// start of the text.
pub(super) fn game_starts_at(text: &[u8], at: usize) -> bool {
    event_starts_at(text, at) && follows_blank_line(text, at)
}

/// Whether what stands here is at the start of a line and after a blank one, or at the start of the text.
fn follows_blank_line(text: &[u8], at: usize) -> bool {
    match text.get(..at).and_then(without_line_end) {
        Some(line) => {
            let blanks = line.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            let before = line.get(..line.len() - blanks).unwrap_or_default();
            before.is_empty() || without_line_end(before).is_some()
        }
        None => at == 0,
    }
}

fn without_line_end(text: &[u8]) -> Option<&[u8]> {
    text.strip_suffix(b"\r\n")
        .or_else(|| text.strip_suffix(b"\n"))
        .or_else(|| text.strip_suffix(b"\r"))
}

/// Whether the tag `Event` stands here, up to the quotation mark of its value: `[Event "`, perhaps with more blanks.
pub(super) fn event_starts_at(text: &[u8], at: usize) -> bool {
    let tag = text.get(at..).and_then(|text| text.strip_prefix(b"["));
    let value = tag.and_then(|tag| after_blanks(tag).strip_prefix(b"Event"));
    value.is_some_and(|value| {
        let mark = after_blanks(value);
        mark.len() < value.len() && mark.starts_with(b"\"")
    })
}

/// How much blank space is expected at most around the start of a game, while skipping one that is too long.
const LONGEST_START: usize = 4096;

/// The last place but the first byte where a game starts whatever came before.
fn last_start(text: &[u8]) -> Option<usize> {
    // Comments at the start of a text belong to the game after them, and must not be cut off from it.
    memrchr_iter(b'[', text)
        .find(|&at| game_starts_at(text, at))
        .filter(|&at| !text.get(..at).is_none_or(is_only_comments))
}

fn after_blanks(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    text.split_at(blanks).1
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::{prop_assert, prop_assert_eq};
    use proptest::{collection::vec, proptest, sample};

    use super::{Chunks, Input, InputError, event_starts_at, game_starts_at};

    const LONG: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3\n\
        Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 ";

    #[test]
    fn the_tag_event_may_have_more_blanks() {
        for tag in ["[Event \"", "[ Event \"", "[\tEvent \t \"x", "[Event\t\"\"]"] {
            assert!(event_starts_at(tag.as_bytes(), 0), "{tag}");
            assert!(event_starts_at(format!("x{tag}").as_bytes(), 1), "{tag}");
        }
        for tag in [
            "",
            "[",
            "[Event",
            "[Event ",
            "[Event\"",
            "[EventDate \"",
            "[event \"",
            "Event \"",
            "[\nEvent \"",
        ] {
            assert!(!event_starts_at(tag.as_bytes(), 0), "{tag}");
        }
        assert!(!event_starts_at(b"[Event \"", 9));
    }

    #[test]
    fn a_game_starts_after_a_blank_line_or_at_the_start() {
        for before in ["", "\n", " \r\n", "x\n\n", "x\r\n\r\n", "x\n \t\r\n", "{ [\n\n"] {
            assert!(
                game_starts_at(format!("{before}[Event \"").as_bytes(), before.len()),
                "{before:?}"
            );
        }
        for before in [" ", "x", "x\n", "\n\n ", "x\n.\n", "x \t\r\n"] {
            assert!(
                !game_starts_at(format!("{before}[Event \"").as_bytes(), before.len()),
                "{before:?}"
            );
        }
    }

    proptest! {
        /// Whatever is given out or skipped, in order, is the text; and what is skipped is a game that is too long.
        #[test]
        fn games_that_are_too_long_are_skipped_and_nothing_else(
            pieces in vec(sample::select(vec!["\n\n[Event \"x\"]", "\n", "{ [Event \"", LONG, "*\n"]), 0..60),
            size in 1..600usize,
        ) {
            let longest = 600;
            let text = pieces.concat().into_bytes();
            let input = Input::from_reader("test", Cursor::new(text.clone())).unwrap();
            let mut chunks = Chunks::new(input).with_size(size);
            chunks.longest = longest;
            chunks.cut = |_| None;
            let (mut at, mut skipped) = (0, None);
            for item in chunks {
                let offset = match &item {
                    Ok(chunk) => chunk.offset as usize,
                    Err(InputError::GameTooLong { offset, .. }) => *offset as usize,
                    Err(error) => panic!("{error}"),
                };
                if let Some(start) = skipped.take() {
                    // The next start may just not have been in sight.
                    prop_assert!(offset - start + "[Event \"".len() > longest);
                    prop_assert!((start + 1..offset).all(|at| !game_starts_at(&text, at)));
                    prop_assert!(game_starts_at(&text, offset));
                } else {
                    prop_assert_eq!(offset, at);
                }
                match item {
                    Ok(chunk) => {
                        at = offset + chunk.text.len();
                        prop_assert_eq!(&chunk.text, &text[offset..at]);
                        prop_assert_eq!(chunk.line, text[..offset].split(|&byte| byte == b'\n').count() as u64);
                    }
                    Err(_) => skipped = Some(offset),
                }
            }
            if let Some(start) = skipped {
                prop_assert!(text.len() - start >= longest);
                prop_assert!((start + 1..text.len()).all(|at| !game_starts_at(&text, at)));
            } else {
                prop_assert_eq!(at, text.len());
            }
        }
    }
}
