//! Positions as tables know them.

use hazel_core::{Board, Color, Position, Role, Setup, SetupError, Square, State};

use crate::{MaterialKey, Transform};

/// Where the men stand and whose move it is: a position without castling rights, en passant and clocks.
///
/// Unlike a [`Position`] it may be illegal, since tables have slots for positions in which the side that isn't to move
/// is in check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    /// The men.
    pub board: Board,
    /// Whose move it is.
    pub turn: Color,
}

impl Placement {
    /// The king's square of `color`, or `None` if there is no king.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.board.men(color, Role::King).first()
    }

    /// The image under a transform. If pawns are on the board it means the same only under
    /// [`Transform::WITH_PAWNS`].
    ///
    /// # Panics
    /// Never: a transform moves no two men to one square.
    pub fn image(&self, transform: Transform) -> Placement {
        let roles = Role::ALL.map(|role| transform.bitboard(self.board.role(role)));
        let black = transform.bitboard(self.board.color(transform.color(Color::Black)));
        let board = Board::from_sets(roles, black).expect("men stay apart");
        Placement { board, turn: transform.color(self.turn) }
    }

    /// The position without castling rights and en passant, with its clocks at the start.
    ///
    /// # Errors
    /// If it is no legal position.
    pub fn position(&self) -> Result<Position, SetupError> {
        let state = State { turn: self.turn, ..State::INITIAL };
        Setup { board: self.board, state }.validate()
    }
}

impl From<&Position> for Placement {
    /// Castling rights and en passant are left out: who has them must ask about them separately.
    #[inline]
    fn from(position: &Position) -> Placement {
        Placement { board: *position.board(), turn: position.turn() }
    }
}

impl From<&Placement> for MaterialKey {
    /// The key of the men, of which there must be as many as in a position.
    #[inline]
    fn from(placement: &Placement) -> MaterialKey {
        MaterialKey::of_board(&placement.board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_keep_the_key_and_the_turn_in_step() {
        let placement = Placement::from(&Position::initial());
        for transform in Transform::WITH_PAWNS {
            let image = placement.image(transform);
            assert_eq!(
                MaterialKey::from(&image),
                transform.key(&MaterialKey::from(&placement)),
                "{transform:?}"
            );
            assert_eq!(image.turn == Color::Black, transform.swaps());
            assert_eq!(image.image(transform.inverse()), placement);
            assert!(image.position().is_ok());
        }
        assert_eq!(placement.image(Transform::MIRROR).king(Color::White), Some(Square::D1));
    }
}
