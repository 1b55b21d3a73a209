//! The reader: from bytes to tokens.
//!
//! It walks once over a text of whole games and tells a [`Visitor`] what it meets. It knows the characters of PGN and
//! nothing of chess: whether a move can be played is asked by [`Replay`](super::Replay). Nothing is copied and nothing
//! allocated until something is wrong.
//!
//! Moves, numbers and blanks are nearly all of a file, so these have short ways of their own; whatever they don't take
//! goes the long way, which takes everything.

use memchr::{memchr, memchr_iter, memchr2};

use hazel_tape::tree::{GameResult, Nag};

use super::problem::{Problem, ProblemKind};
use super::split::game_starts_at;
use super::symbol;
use super::text::{TagValue, Text};
use super::visit::{Skip, Visitor};
use crate::San;
use crate::san::read_word;

/// Variations nested deeper than this are not read.
pub const MAX_DEPTH: usize = 16_384;

/// A game with more unreadable tokens than this is none.
const MOST_UNREADABLE: u32 = 10;

/// Reads all games of a text and returns how many there are.
///
/// The text should begin and end between games; a file that is read in pieces is cut there by
/// [`Chunks`](super::Chunks).
pub fn read_games<V: Visitor>(text: &[u8], visitor: &mut V) -> usize {
    let mut reader = Reader { text, at: 0, tag_result: None };
    let mut games = 0;
    while reader.read_game(visitor) {
        games += 1;
    }
    games
}

/// Where a new game begins for sure in a text that may end in the middle of one: after the last game that is followed
/// by the start of another.
pub(super) fn last_game_end(text: &[u8]) -> Option<usize> {
    struct Ends {
        begins: [usize; 2],
    }
    impl Visitor for Ends {
        fn begin_game(&mut self, at: usize) {
            let [_, last] = self.begins;
            self.begins = [last, at];
        }
        fn begin_moves(&mut self) -> Skip {
            Skip::Yes
        }
    }
    let mut ends = Ends { begins: [0, 0] };
    read_games(text, &mut ends);
    // The last game may have been cut short, and so may what made it look like one: take the start of the one before.
    let [start, _] = ends.begins;
    (start > 0).then_some(start)
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    /// What the tag Result of the game says.
    tag_result: Option<GameResult>,
}

/// How far the moves of a game have been read.
struct Progress {
    /// Parentheses that are open.
    depth: usize,
    /// How many of them the visitor knows of: the outermost.
    told: usize,
    /// Nothing is told from this depth on.
    muted: Option<usize>,
    unreadable: u32,
    /// Whether there was a move, or what could have been one.
    has_moves: bool,
}

impl Progress {
    /// The rest of this line is skipped.
    #[cold]
    fn mute(&mut self) {
        self.muted = Some(self.depth);
    }
}

impl<'t> Reader<'t> {
    /// Reads the next game; `false` if there is none.
    fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> bool {
        self.skip_space();
        if self.only_comments_follow() {
            visitor.problem(Problem { at: self.at, kind: ProblemKind::CommentOutside });
            self.skip_comments();
        }
        if self.peek().is_none() {
            return false;
        }
        visitor.begin_game(self.at);
        self.tag_result = None;
        self.read_tags(visitor);
        let skip = visitor.begin_moves();
        let result = self.read_moves(visitor, skip);
        if result.is_none() {
            visitor.problem(Problem { at: self.at, kind: ProblemKind::NoResult });
        } else if self.tag_result.is_some() && self.tag_result != result {
            visitor.problem(Problem { at: self.at, kind: ProblemKind::ResultDiffers });
        }
        visitor.result(result.or(self.tag_result).unwrap_or(GameResult::Unknown));
        if result.is_some() {
            self.read_last_comments(visitor);
        }
        visitor.end_game(self.at);
        true
    }

    /// Whether comments come next, and after them nothing, or a game that starts whatever came before. The latter may be
    /// where a file was cut, so such comments can't belong to what follows.
    fn only_comments_follow(&self) -> bool {
        if !matches!(self.peek(), Some(b'{' | b';')) {
            return false;
        }
        let mut ahead = Reader { text: self.text, at: self.at, tag_result: None };
        ahead.skip_comments();
        ahead.peek().is_none() || game_starts_at(ahead.text, ahead.at)
    }

    #[cold]
    fn skip_comments(&mut self) {
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

    // Tags.

    fn read_tags<V: Visitor>(&mut self, visitor: &mut V) {
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
    fn tag_name(&self, at: usize) -> (&'t [u8], usize) {
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
            reader.skip_line();
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
        // A quote ends the value if a bracket follows; the first one that doesn't is remembered.
        let mut stray = None;
        while let Some(found) = self.find2(b'"', b'\n', from) {
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
        }
        self.tag_without_end(start, stray, visitor)
    }

    /// The value where the quote or the bracket at its end is missing.
    #[cold]
    fn tag_without_end<V: Visitor>(
        &mut self,
        start: usize,
        quote: Option<usize>,
        visitor: &mut V,
    ) -> &'t [u8] {
        self.skip_line();
        let expected = if quote.is_some() { "`]`" } else { "`\"` and `]`" };
        visitor.problem(Problem { at: start, kind: ProblemKind::Tag(expected) });
        let line = self.slice(start, quote.unwrap_or(self.at)).trim_ascii_end();
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

    // Moves.

    /// Reads up to the end of the game and returns its result.
    #[inline(always)]
    fn read_moves<V: Visitor>(&mut self, visitor: &mut V, skip: Skip) -> Option<GameResult> {
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
                b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'P' | b'O' | b'o' => {
                    self.read_san(visitor, &mut progress);
                }
                b' ' | b'\t' | b'\r' | b'.' | b',' => self.at += 1,
                b'\n' => {
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
        let is_told = progress.muted.is_none();
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
            progress.has_moves = true;
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
        let matters = |byte: &u8| matches!(byte, b'(' | b')' | b'{' | b';' | b'\n');
        let rest = self.rest();
        self.at += rest.iter().position(matters).unwrap_or(rest.len());
    }

    #[inline(always)]
    fn read_san<V: Visitor>(&mut self, visitor: &mut V, progress: &mut Progress) {
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
        progress.has_moves = true;
        if progress.muted.is_none() && visitor.san(san, at).is_break() {
            progress.mute();
        }
        self.at += usize::from(self.byte(self.at) == b' ');
    }

    /// What starts with a digit and isn't a number with a point after it: a result, or a number all the same.
    #[cold]
    fn read_number<V: Visitor>(
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
        visitor.problem(Problem { at, kind: ProblemKind::ResultInVariation });
        None
    }

    /// The tokens that are rare.
    #[cold]
    fn read_rest<V: Visitor>(
        &mut self,
        byte: u8,
        visitor: &mut V,
        progress: &mut Progress,
    ) -> Rest {
        let at = self.at;
        match byte {
            b'(' => {
                self.at += 1;
                self.open(at, visitor, progress);
            }
            b')' => {
                self.at += 1;
                Reader::close(at, visitor, progress);
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
                if let Some(length) = symbol::null_move(self.rest()) {
                    self.at += length;
                    progress.has_moves = true;
                    if progress.muted.is_none() && visitor.null_move(at).is_break() {
                        progress.mute();
                    }
                } else if byte == b'0' {
                    // Castling with zeros.
                    self.read_san(visitor, progress);
                } else if byte.is_ascii_whitespace() || byte == 0x0B {
                    self.at += 1;
                } else if let Some((nag, length)) = symbol::sign(self.rest()) {
                    self.at += length;
                    if progress.muted.is_none() {
                        visitor.nag(nag, at);
                    }
                } else {
                    self.read_no_move(visitor, progress);
                }
            }
        }
        Rest::Goes
    }

    fn open<V: Visitor>(&mut self, at: usize, visitor: &mut V, progress: &mut Progress) {
        progress.depth += 1;
        if progress.muted.is_some() {
            return;
        }
        if progress.depth > MAX_DEPTH {
            visitor.problem(Problem { at, kind: ProblemKind::TooDeep });
            progress.mute();
        } else if visitor.begin_variation(at) == Skip::Yes {
            progress.mute();
        } else {
            progress.told += 1;
        }
    }

    fn close<V: Visitor>(at: usize, visitor: &mut V, progress: &mut Progress) {
        if progress.depth == 0 {
            visitor.problem(Problem { at, kind: ProblemKind::StrayParenthesis });
            return;
        }
        progress.depth -= 1;
        if progress.muted.is_some_and(|depth| depth > progress.depth) {
            progress.muted = None;
        }
        if progress.told > progress.depth {
            progress.told -= 1;
            visitor.end_variation();
        }
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
    fn read_no_move<V: Visitor>(&mut self, visitor: &mut V, progress: &mut Progress) {
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
    fn unreadable<V: Visitor>(&mut self, visitor: &mut V, progress: &mut Progress) {
        let at = self.at;
        self.at += 1;
        self.skip_token();
        progress.has_moves = true;
        if progress.muted.is_some() {
            return;
        }
        let token = shown(self.slice(at, self.at));
        visitor.problem(Problem { at, kind: ProblemKind::Token(token) });
        progress.unreadable += 1;
        if progress.unreadable > MOST_UNREADABLE {
            visitor.problem(Problem { at, kind: ProblemKind::NotPgn });
            progress.muted = Some(0);
        }
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
            b'\n' | b'\r' | b' ' | b'\t' => {
                // The end of the line before has been passed already.
                self.skip_space() > 0 && self.new_game_after_blank_line(progress)
            }
            _ => false,
        }
    }

    #[cold]
    fn new_game_after_blank_line(&self, progress: &Progress) -> bool {
        match self.rest() {
            [b'[', ..] => self.is_tag_start(self.at),
            [b'1', b'.', third, ..] => *third != b'.' && progress.has_moves && progress.depth == 0,
            _ => false,
        }
    }

    // Comments.

    /// A comment from here on: its text, and goes on after it. An open one ends where the next game starts, or with
    /// the text, and is an error.
    #[inline]
    fn comment(&mut self) -> Result<&'t [u8], &'t [u8]> {
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
    fn line_comment(&mut self) -> &'t [u8] {
        let start = self.at + 1;
        self.skip_line();
        self.slice(start, self.at)
    }

    /// Tells the comment that starts here; `false` if it isn't closed, which ends the game.
    #[inline]
    fn tell_comment<V: Visitor>(&mut self, visitor: &mut V) -> bool {
        let at = self.at;
        let comment = self.comment();
        let (Ok(text) | Err(text)) = comment;
        visitor.comment(Text(text), at);
        if comment.is_err() {
            visitor.problem(Problem { at, kind: ProblemKind::OpenComment });
        }
        comment.is_ok()
    }

    fn tell_line_comment<V: Visitor>(&mut self, visitor: &mut V) {
        let at = self.at;
        let text = self.line_comment();
        visitor.comment(Text(text), at);
    }

    /// Reads the comments after a result. They belong to the game unless a blank line parts them from it and something
    /// follows to which they may belong.
    fn read_last_comments<V: Visitor>(&mut self, visitor: &mut V) {
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

    // Bytes.

    #[inline(always)]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// The byte at a place; zero after the end.
    #[inline(always)]
    fn byte(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(0)
    }

    /// The next eight bytes, the first in the lowest bits; zeros after the end.
    #[inline(always)]
    fn word(&self) -> u64 {
        self.whole_word(self.at).unwrap_or_else(|| self.last_word())
    }

    /// Eight bytes, if there are so many.
    #[inline(always)]
    fn whole_word(&self, at: usize) -> Option<u64> {
        self.text.get(at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
    }

    #[cold]
    fn last_word(&self) -> u64 {
        self.rest().iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
    }

    #[inline(always)]
    fn slice(&self, start: usize, end: usize) -> &'t [u8] {
        self.text.get(start..end).unwrap_or_default()
    }

    fn rest(&self) -> &'t [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    #[inline(always)]
    fn find2(&self, one: u8, other: u8, from: usize) -> Option<usize> {
        memchr2(one, other, self.text.get(from..)?).map(|found| from + found)
    }

    fn is_line_start(&self, at: usize) -> bool {
        at == 0 || self.byte(at - 1) == b'\n'
    }

    /// Skips blanks, line breaks and lines that start with `%`; how many line breaks there were.
    #[inline]
    fn skip_space(&mut self) -> usize {
        let mut breaks = 0;
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' => breaks += 1,
                b' ' | b'\t' | b'\r' | 0x0B | 0x0C => {}
                b'%' if self.is_line_start(self.at) => {
                    self.skip_line();
                    continue;
                }
                _ => break,
            }
            self.at += 1;
        }
        breaks
    }

    #[inline(always)]
    fn skip_blanks(&mut self) {
        while matches!(self.byte(self.at), b' ' | b'\t') {
            self.at += 1;
        }
    }

    /// Goes to the line break, or the end.
    fn skip_line(&mut self) {
        let rest = self.rest();
        self.at += memchr(b'\n', rest).unwrap_or(rest.len());
    }

    /// Goes to the end of a token.
    fn skip_token(&mut self) {
        while self.peek().is_some_and(|byte| !is_delimiter(byte)) {
            self.at += 1;
        }
    }

    #[inline]
    fn is_token_end(&self, at: usize) -> bool {
        at >= self.text.len() || is_delimiter(self.byte(at))
    }

    /// Whether a move can end here: with its token, or with what is written right behind it.
    #[inline]
    fn is_move_end(&self, at: usize) -> bool {
        self.is_token_end(at)
            || self
                .text
                .get(at..)
                .is_some_and(|rest| symbol::ignored(rest).is_some() || symbol::sign(rest).is_some())
    }

    /// Whether a tag pair starts here: a bracket, a name, a quote.
    fn is_tag_start(&self, at: usize) -> bool {
        let Some(b'[') = self.text.get(at) else { return false };
        let (name, mut after) = self.tag_name(at);
        while matches!(self.byte(after), b' ' | b'\t') {
            after += 1;
        }
        !name.is_empty() && self.byte(after) == b'"'
    }
}

/// What a rare token means for the game.
enum Rest {
    Goes,
    Ends,
    Result(GameResult),
}

/// How many digits the lowest bytes of a word are.
#[inline(always)]
fn digits(word: u64) -> usize {
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

/// What a name of a tag is made of.
#[inline(always)]
fn is_name(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'"' | b']' | b'[')
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
