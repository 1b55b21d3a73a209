//! The fork game with the board's symmetries folded away.

use hazel_solve::{Game, Outcome};

use super::{ForkGame, Move, Position, Symmetry};

/// The same game, in which a position stands for all its images: an eighth of the positions to solve.
///
/// Every move leads to a [canonical](Game::canonical) position, and any position has the key of its canonical one. So
/// whatever a solver knows about this game can be asked about every position of the [`ForkGame`], as it lies on the
/// board; only its positions after a move lie elsewhere. Symmetries change no distance, so distances are the game's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Folded(pub ForkGame);

impl Game for Folded {
    type Position = Position;
    type Move = Move;
    type Undo = Position;
    type Transform = Symmetry;

    fn start(&self) -> Position {
        self.0.start()
    }

    fn finished(&self, position: &Position) -> Option<Outcome> {
        self.0.finished(position)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        self.0.moves(position, moves);
    }

    fn play(&self, position: &mut Position, mv: Move) -> Position {
        let before = self.0.play(position, mv);
        *position = self.0.canonical(position).0;
        before
    }

    fn unplay(&self, position: &mut Position, mv: Move, undo: Position) {
        self.0.unplay(position, mv, undo);
    }

    fn key(&self, position: &Position) -> u128 {
        self.0.key(&self.0.canonical(position).0)
    }

    fn position(&self, key: u128) -> Option<Position> {
        self.0.position(key).filter(|position| self.key(position) == key)
    }

    fn canonical(&self, position: &Position) -> (Position, Symmetry) {
        self.0.canonical(position)
    }

    fn restore(&self, transform: &Symmetry, mv: Move) -> Move {
        self.0.restore(transform, mv)
    }

    fn always_ends(&self) -> bool {
        false
    }
}
