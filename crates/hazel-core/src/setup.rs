//! Setups: men and metadata that nobody has checked.

use crate::validate::{SetupError, can_have_been_passed, validate};
use crate::{
    Alter, Alteration, Board, CastlingRight, Color, Position, Role, Square, State, attacks,
};
use crate::{Bitboard, Castling, File, Query};

/// The men and the metadata of a position, unchecked: what a reader of FEN has before it has a position, and what a
/// follower of alterations has in the middle of a move. It becomes a [`Position`] through [`Setup::validate`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Setup {
    /// Where the men stand.
    pub board: Board,
    /// Everything else.
    pub state: State,
}

impl Setup {
    /// The start of an ordinary game.
    pub const fn initial() -> Setup {
        let castling = Castling::new(Bitboard(0x8100000000000081));
        Setup { board: Board::INITIAL, state: State { castling, ..State::INITIAL } }
    }

    /// The position that this is, if it is one.
    ///
    /// An en-passant file stays only where some capture is legal, so that equal positions are equal.
    ///
    /// # Errors
    /// The first of the rules in [`SetupError`] that is broken.
    pub fn validate(self) -> Result<Position, SetupError> {
        validate(&self)?;
        let mut setup = self;
        if setup.en_passant_captures().is_empty() {
            setup.state.en_passant = None;
        }
        Ok(Position::new_unchecked(setup))
    }

    /// Tells `listener` the alterations that lead here from an empty board with [`State::INITIAL`]. So whatever follows
    /// moves can also start anywhere. The move number alone can't be told: no alteration sets it.
    pub fn build(&self, listener: &mut impl Alter) {
        for square in self.board.occupied() {
            if let Some(piece) = self.board.piece_at(square) {
                listener.alter(Alteration::place(piece, square));
            }
        }
        self.castling_rights().for_each(|right| listener.alter(Alteration::grant(right)));
        if self.state.en_passant.is_some() {
            listener.alter(Alteration::en_passant(None, self.state.en_passant));
        }
        if self.state.halfmoves > 0 {
            listener.alter(!Alteration::reset(self.state.halfmoves));
        }
        if self.state.turn == Color::Black {
            listener.alter(Alteration::TURN);
        }
    }

    /// The square of the king of `color`; a1 if there is none.
    #[inline(always)]
    pub(crate) fn king(&self, color: Color) -> Square {
        self.board.men(color, Role::King).first_or_a1()
    }

    /// The men of the other side that give check to the side to move.
    #[inline(always)]
    pub(crate) fn checkers(&self) -> Bitboard {
        let us = self.state.turn;
        self.board.attackers(self.king(us), !us, self.board.occupied())
    }

    /// The pawns that may legally take en passant.
    #[inline]
    pub(crate) fn en_passant_captures(&self) -> Bitboard {
        let Some(target) = self.state.en_passant_square() else { return Bitboard::EMPTY };
        let us = self.state.turn;
        let passed = Square::wrapping(target as u8 ^ 8);
        let pawns = attacks::pawn(!us, target) & self.board.men(us, Role::Pawn);
        pawns
            .into_iter()
            .filter(|from| {
                en_passant_is_safe(
                    &self.board,
                    self.king(us),
                    !us,
                    passed.bitboard(),
                    (self.board.occupied() ^ from.bitboard() ^ passed.bitboard())
                        | target.bitboard(),
                )
            })
            .collect()
    }

    /// Whether a pawn of the side that isn't to move can just have moved two squares on `file`.
    pub fn can_have_been_passed(&self, file: File) -> bool {
        can_have_been_passed(self, file)
    }

    /// The castling rights, as they are named in alterations.
    pub fn castling_rights(&self) -> impl Iterator<Item = CastlingRight> {
        Color::ALL.into_iter().flat_map(move |color| {
            let king = self.king(color);
            self.state
                .castling
                .rooks_of(color)
                .into_iter()
                .map(move |rook| Castling::right(rook, king))
        })
    }
}

/// Whether a king is out of check once a pawn has been taken en passant: `taken` is gone and `occupied` is what stands
/// afterwards. Two men leave the rank at once, so neither a pin nor a check mask can tell.
#[inline]
pub(crate) fn en_passant_is_safe(
    board: &Board,
    king: Square,
    enemy: Color,
    taken: Bitboard,
    occupied: Bitboard,
) -> bool {
    (board.attackers(king, enemy, occupied) - taken).is_empty()
}

impl Alter for Setup {
    #[inline(always)]
    fn alter(&mut self, alteration: Alteration) {
        self.board.alter(alteration);
        self.state.alter(alteration);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn building_from_nothing_gives_the_same_setup() {
        let mut black_to_move = Setup::initial();
        black_to_move.state.turn = Color::Black;
        black_to_move.state.halfmoves = 4095;
        black_to_move.state.en_passant = Some(File::H);
        for setup in [Setup::default(), Setup::initial(), black_to_move] {
            let mut built = Setup::default();
            setup.build(&mut built);
            assert_eq!(built, setup);
        }
    }

    #[test]
    fn nothing_is_told_that_changes_nothing() {
        struct Count(u32);
        impl Alter for Count {
            fn alter(&mut self, _: Alteration) {
                self.0 += 1;
            }
        }
        let mut count = Count(0);
        Setup::initial().build(&mut count);
        assert_eq!(count.0, 32 + 4, "the men and the castling rights");
    }
}
