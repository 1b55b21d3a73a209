//! What a game has to tell so that it can be solved.

use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::{Outcome, Patterns, Question};

/// The rules of a game in which two sides move in turn, know everything and throw no dice.
///
/// Values are always those of the side to move. A game is a value itself (it holds its rules as data), so that a smaller
/// board is another `Game` of the same type.
///
/// Only [`start`](Game::start), [`moves`](Game::moves), [`play`](Game::play), [`finished`](Game::finished) and the
/// [key](Game::key) are rules; a checker needs no more. The others are what a search may use to be quicker, and laws
/// hold for them that can be tested: [`canonical`](Game::canonical) keeps the value, [`bounds`](Game::bounds) contain
/// it, [`rank`](Game::rank) and [`patterns`](Game::patterns) change no answer, [`parts`](Game::parts) add up to the whole. Nothing here is an opinion about who stands better, and nothing is text.
pub trait Game: Sync {
    /// Where the game stands: all that the future depends on.
    type Position: Clone + Eq + Debug + Send + Sync;
    /// A move of the side to move.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// What [`unplay`](Game::unplay) needs to take a move back.
    type Undo;
    /// How a position was turned into its canonical form.
    type Transform;

    /// Where the game begins.
    fn start(&self) -> Self::Position;

    /// The value for the side to move if the game is over here, which it is also where nobody can move.
    fn finished(&self, position: &Self::Position) -> Option<Outcome>;

    /// Appends the legal moves, each once, in an order that only depends on the position. Asked only where the game
    /// isn't [finished](Game::finished); there is at least one then.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Shows the same moves, in the same order, one by one until `visit` breaks off. By default they are all made first; a
    /// game that has to be quick makes each when it is wanted.
    #[inline]
    fn each_move<B>(
        &self,
        position: &Self::Position,
        visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.into_iter().try_for_each(visit)
    }

    /// Plays a legal move.
    fn play(&self, position: &mut Self::Position, mv: Self::Move) -> Self::Undo;

    /// Takes back the move that was just played.
    fn unplay(&self, position: &mut Self::Position, mv: Self::Move, undo: Self::Undo);

    /// All of the position in 128 bits: positions with equal keys are equal.
    fn key(&self, position: &Self::Position) -> u128;

    /// The position of a key; `None` if no position has it.
    fn position(&self, key: u128) -> Option<Self::Position>;

    /// One position that stands for all that are worth the same by symmetry, and how this one was turned into it.
    fn canonical(&self, position: &Self::Position) -> (Self::Position, Self::Transform);

    /// A move of the canonical form as a move of the position that it was made from.
    fn restore(&self, transform: &Self::Transform, mv: Self::Move) -> Self::Move;

    /// What can be said about the value at once. Must contain it.
    fn bounds(&self, position: &Self::Position) -> Outcome {
        self.finished(position).unwrap_or(Outcome::ANY)
    }

    /// How late to try a move that leads from `before` to `after` where this is asked about `before`: small numbers
    /// first. Changes the work, never the answer.
    fn rank(
        &self,
        question: Question,
        before: &Self::Position,
        mv: Self::Move,
        after: &Self::Position,
    ) -> i32 {
        let _ = (question, before, mv, after);
        0
    }

    /// Adds what is seen in a position: numbers, the same for positions that look alike. A search learns from its answers what
    /// they mean and tries moves accordingly, besides their [rank](Game::rank). By default nothing is seen, so nothing is learned.
    /// Asked of [canonical](Game::canonical) forms. Changes the work, never the answer.
    fn patterns(&self, position: &Self::Position, patterns: &mut Patterns) {
        let _ = (position, patterns);
    }

    /// The position as a sum of parts that can be solved one by one; none, as by default, if it isn't known to be one.
    ///
    /// A move changes one part and leaves the others as they are. Each part is a position by itself, and what a move makes
    /// of it may fall into parts again. In all of them both sides have the same moves, and whoever can't move has lost. A
    /// prover asks where a position has at least two, and then the theorem of Sprague and Grundy tells who wins.
    ///
    /// That theorem is about impartial games only: a part is worth one number because it doesn't matter whose turn it is
    /// there. In the pawn games islands aren't such a sum, though no pawn ever goes from one to another. Each side has its own
    /// moves, the first pawn that arrives in any island ends the game in all of them, and to be without moves is a draw.
    /// Nor is a game in which the last move loses: who wins a sum doesn't follow from such numbers there.
    fn parts(&self, position: &Self::Position) -> Vec<Self::Position> {
        let _ = position;
        Vec::new()
    }

    /// Whether every line of play comes to an end. Where it doesn't, play can go on for ever, which is a draw, and only
    /// a [retrograde](crate::Retrograde) solver has the answer.
    fn always_ends(&self) -> bool {
        true
    }
}
