//! From tokens to positions and legal moves.

use std::ops::ControlFlow;

use hazel_core::{Move, Position};
use hazel_tape::tree::{GameResult, Nag};

use super::problem::{Problem, ProblemKind};
use super::start::Start;
use super::text::{TagValue, Text};
use super::visit::{Skip, Visitor};
use crate::San;

/// Watches games being replayed: the methods of a [`Visitor`], with positions and legal moves in place of SAN.
pub trait Spectator {
    /// A game begins.
    fn begin_game(&mut self, at: usize) {
        let _ = at;
    }

    /// A tag pair.
    fn tag(&mut self, name: &[u8], value: TagValue<'_>, at: usize) {
        let _ = (name, value, at);
    }

    /// The tags are over, and this is where the game starts. A spectator that knows enough skips the moves.
    fn begin_moves(&mut self, start: &Position) -> Skip {
        let _ = start;
        Skip::No
    }

    /// A legal move, which this method plays. Whoever wants something to follow the game plays it with that
    /// ([`Position::play_with`]).
    #[inline(always)]
    fn play(&mut self, position: &mut Position, m: Move) {
        position.play_unchecked(m);
    }

    /// A null move, by a side that isn't in check. This method plays it ([`Position::try_pass`]).
    fn pass(&mut self, position: &mut Position) {
        let _ = position.try_pass();
    }

    /// A sign.
    fn nag(&mut self, nag: Nag) {
        let _ = nag;
    }

    /// A comment.
    fn comment(&mut self, comment: Text<'_>) {
        let _ = comment;
    }

    /// An alternative to the last move.
    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }

    /// The end of a variation that was not skipped.
    fn end_variation(&mut self) {}

    /// How the game ended.
    fn result(&mut self, result: GameResult) {
        let _ = result;
    }

    /// Something is not as it should be.
    fn problem(&mut self, problem: Problem) {
        let _ = problem;
    }

    /// The game is over; `last` is the position at the end of its main line, as far as that could be read, and `end`
    /// the first byte that isn't part of the game.
    fn end_game(&mut self, last: &Position, end: usize) {
        let _ = (last, end);
    }
}

/// No more problems than this are told of one game, so that a hostile text doesn't fill the memory with them.
pub const MOST_PROBLEMS: u32 = 1000;

/// Replays what it is told, and lets a [`Spectator`] watch.
pub struct Replay<S> {
    /// Who watches.
    pub spectator: S,
    position: Position,
    /// The position before the last move of this line, if there is one.
    before: Option<Position>,
    /// The same of the lines around this one.
    outer: Vec<(Position, Option<Position>)>,
    start: Start,
    takes_variations: bool,
    /// How many problems the game has so far.
    problems: u32,
}

impl<S: Spectator> Replay<S> {
    /// Replays for this spectator.
    pub fn new(spectator: S) -> Replay<S> {
        Replay {
            spectator,
            position: Position::initial(),
            before: None,
            outer: Vec::new(),
            start: Start::default(),
            takes_variations: true,
            problems: 0,
        }
    }

    /// Replays the main lines only, which takes less time: no variation is told.
    pub fn main_lines(spectator: S) -> Replay<S> {
        Replay { takes_variations: false, ..Replay::new(spectator) }
    }

    #[cold]
    fn error(&mut self, at: usize, kind: ProblemKind) -> ControlFlow<()> {
        self.tell(Problem { at, kind });
        ControlFlow::Break(())
    }

    fn tell(&mut self, problem: Problem) {
        self.problems = self.problems.saturating_add(1);
        match self.problems {
            ..=MOST_PROBLEMS => self.spectator.problem(problem),
            count if count == MOST_PROBLEMS + 1 => {
                self.spectator.problem(Problem { kind: ProblemKind::TooMany, ..problem });
            }
            _ => {}
        }
    }
}

impl<S: Spectator> Visitor for Replay<S> {
    fn begin_game(&mut self, at: usize) {
        self.start = Start::default();
        self.problems = 0;
        self.spectator.begin_game(at);
    }

    #[inline]
    fn tag(&mut self, name: &[u8], value: TagValue<'_>, at: usize) {
        if Start::depends_on(name)
            && let Some(kind) = self.start.tag(name, &value.decode())
        {
            self.tell(Problem { at, kind });
        }
        self.spectator.tag(name, value, at);
    }

    #[inline]
    fn begin_moves(&mut self) -> Skip {
        self.outer.clear();
        self.before = None;
        self.position = self.start.position();
        let skip = self.spectator.begin_moves(&self.position);
        if self.start.is_known() { skip } else { Skip::Yes }
    }

    #[inline(always)]
    fn san(&mut self, san: San, at: usize) -> ControlFlow<()> {
        match san.to_move(&self.position) {
            Ok(m) => {
                if self.takes_variations {
                    self.before = Some(self.position);
                }
                self.spectator.play(&mut self.position, m);
                ControlFlow::Continue(())
            }
            Err(error) => self.error(at, ProblemKind::Move(Box::new(error))),
        }
    }

    fn null_move(&mut self, at: usize) -> ControlFlow<()> {
        if self.position.is_check() {
            return self.error(at, ProblemKind::NullMoveInCheck);
        }
        self.before = Some(self.position);
        self.spectator.pass(&mut self.position);
        ControlFlow::Continue(())
    }

    #[inline]
    fn nag(&mut self, nag: Nag, _at: usize) {
        self.spectator.nag(nag);
    }

    #[inline]
    fn comment(&mut self, comment: Text<'_>, _at: usize) {
        self.spectator.comment(comment);
    }

    fn begin_variation(&mut self, at: usize) -> Skip {
        if !self.takes_variations {
            return Skip::Yes;
        }
        let Some(before) = self.before else {
            let _ = self.error(at, ProblemKind::VariationWithoutMove);
            return Skip::Yes;
        };
        let skip = self.spectator.begin_variation();
        if skip == Skip::No {
            self.outer.push((self.position, self.before));
            self.position = before;
            self.before = None;
        }
        skip
    }

    fn end_variation(&mut self) {
        if let Some((position, before)) = self.outer.pop() {
            self.position = position;
            self.before = before;
        }
        self.spectator.end_variation();
    }

    fn result(&mut self, result: GameResult) {
        self.spectator.result(result);
    }

    fn problem(&mut self, problem: Problem) {
        self.tell(problem);
    }

    fn end_game(&mut self, end: usize) {
        self.spectator.end_game(&self.position, end);
    }
}
