//! Moves of the fork game.

use hazel_core::{Role, Square};

use super::Symmetry;

/// A placement or a step. It names the piece, so that it can be read without the position; as text it is `N@f3`,
/// `K@e1 R@a8` or `Nf3`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// The student's first move.
    Place {
        /// The student's piece.
        role: Role,
        /// Where it is placed.
        square: Square,
    },
    /// The teacher's first move.
    PlaceBoth {
        /// Where the king is placed.
        king: Square,
        /// The teacher's other piece.
        role: Role,
        /// Where that is placed.
        piece: Square,
    },
    /// Every later move. Which man it is follows from whose turn it is and from the role.
    Step {
        /// The man that moves.
        role: Role,
        /// Where it goes.
        to: Square,
    },
}

impl Move {
    /// The same move on the board's image.
    pub fn image(self, symmetry: Symmetry) -> Move {
        match self {
            Move::Place { role, square } => Move::Place { role, square: symmetry.apply(square) },
            Move::PlaceBoth { king, role, piece } => {
                Move::PlaceBoth { king: symmetry.apply(king), role, piece: symmetry.apply(piece) }
            }
            Move::Step { role, to } => Move::Step { role, to: symmetry.apply(to) },
        }
    }
}
