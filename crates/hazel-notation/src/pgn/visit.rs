//! Who listens while PGN is read.

use std::ops::ControlFlow;

use hazel_tape::tree::{GameResult, Nag};

use super::{Problem, TagValue, Text};
use crate::San;

/// Listens to the tokens of games. No method is asked to do anything, so a visitor takes what it needs.
///
/// The calls for one game come in this order: [`begin_game`](Visitor::begin_game); tags, with comments between;
/// [`begin_moves`](Visitor::begin_moves); moves, signs, comments and variations; at most one
/// [`result`](Visitor::result), which comments may follow; [`end_game`](Visitor::end_game). A
/// [`problem`](Visitor::problem) may come at any time, also between games.
///
/// `at` is always the place of a token: its first byte, counted from the start of the text.
pub trait Visitor {
    /// A game begins.
    fn begin_game(&mut self, at: usize) {
        let _ = at;
    }

    /// A tag pair.
    fn tag(&mut self, name: &[u8], value: TagValue<'_>, at: usize) {
        let _ = (name, value, at);
    }

    /// The tags are over. A visitor that knows enough skips the moves.
    fn begin_moves(&mut self) -> Skip {
        Skip::No
    }

    /// A move. `Break` skips the rest of its line: the variation that it stands in, or all further moves of the game.
    fn san(&mut self, san: San, at: usize) -> ControlFlow<()> {
        let _ = (san, at);
        ControlFlow::Continue(())
    }

    /// A null move: `--` or `Z0`. `Break` as for [`san`](Visitor::san).
    fn null_move(&mut self, at: usize) -> ControlFlow<()> {
        let _ = at;
        ControlFlow::Continue(())
    }

    /// `$1` or `!`.
    fn nag(&mut self, nag: Nag, at: usize) {
        let _ = (nag, at);
    }

    /// A comment, without its braces.
    fn comment(&mut self, comment: Text<'_>, at: usize) {
        let _ = (comment, at);
    }

    /// An alternative to the move before. It can be skipped, with all that is in it; nothing of it is told then.
    fn begin_variation(&mut self, at: usize) -> Skip {
        let _ = at;
        Skip::Yes
    }

    /// The end of a variation that was not skipped. Every such one ends, also where its parenthesis is missing.
    fn end_variation(&mut self) {}

    /// How the game ended, where the moves end with it.
    fn result(&mut self, result: GameResult) {
        let _ = result;
    }

    /// Something is not as it should be.
    fn problem(&mut self, problem: Problem) {
        let _ = problem;
    }

    /// The game is over; `end` is the first byte that isn't part of it.
    fn end_game(&mut self, end: usize) {
        let _ = end;
    }
}

/// Whether to skip what follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skip {
    /// It is read.
    No,
    /// It is skipped.
    Yes,
}
