//! The reader: from bytes to tokens.
//!
//! It walks once over a text of whole games and tells a [`Visitor`] what it meets. It knows the characters of PGN and
//! nothing of chess: whether a move can be played is asked by [`Replay`](super::Replay). Nothing is copied and nothing
//! allocated until something is wrong.
//!
//! Moves, numbers and blanks are nearly all of a file, so these have short ways of their own; whatever they don't take
//! goes the long way, which takes everything.

mod bytes;
mod comments;
mod moves;
mod rare;
mod tags;

use hazel_tape::tree::GameResult;

use super::problem::{Problem, ProblemKind};
use super::visit::{Skip, Visitor};

/// Variations nested deeper than this are not read.
pub const MAX_DEPTH: usize = 16_384;

/// Reads all games of a text and returns how many there are.
///
/// The text should begin and end between games; a file that is read in pieces is cut there by
/// [`Chunks`](super::Chunks).
pub fn read_games<V: Visitor>(text: &[u8], visitor: &mut V) -> usize {
    let mut reader = Reader::new(text);
    let mut games = 0;
    while reader.read_game(visitor) {
        games += 1;
    }
    games
}

/// Where a new game begins for sure in a text that may end in the middle of one: at the start of a line, before the last
/// game but one.
pub(super) fn last_game_end(text: &[u8]) -> Option<usize> {
    struct Begins<'t> {
        text: &'t [u8],
        /// The last two.
        begins: [usize; 2],
    }
    impl Visitor for Begins<'_> {
        fn begin_game(&mut self, at: usize) {
            // In the middle of a line, what comes before says how the game is read.
            if matches!(self.text.get(..at), Some([.., b'\n'])) {
                let [_, last] = self.begins;
                self.begins = [last, at];
            }
        }
        fn begin_moves(&mut self) -> Skip {
            Skip::Yes
        }
    }
    let mut begins = Begins { text, begins: [0, 0] };
    read_games(text, &mut begins);
    // The last game may have been cut short, and so may what made it look like one: take the start of the one before.
    let [start, _] = begins.begins;
    (start > 0).then_some(start)
}

/// Whether there are comments in a text, all of them closed, and nothing else.
pub(super) fn is_only_comments(text: &[u8]) -> bool {
    let mut reader = Reader::new(text);
    reader.skip_space();
    reader.peek().is_some() && reader.skip_comments() && reader.peek().is_none()
}

/// Whether a tag pair starts here, up to the quote of its value.
pub(super) fn tag_starts_at(text: &[u8], at: usize) -> bool {
    Reader::new(text).is_tag_start(at)
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    /// What the tag Result of the game says.
    tag_result: Option<GameResult>,
    /// Whether there may be a closing brace ahead. Searched for in vain once, it isn't searched for again.
    has_braces: bool,
}

impl<'t> Reader<'t> {
    fn new(text: &'t [u8]) -> Reader<'t> {
        Reader { text, at: 0, tag_result: None, has_braces: true }
    }

    /// Reads the next game; `false` if there is none.
    fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> bool {
        self.skip_space();
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
}
