//! Where the pawns stand, and what follows from it.

use hazel_core::{
    Alter, Alteration, Bitboard, Change, Color, File, Pawns, Position, Role, Zobrist,
};

use crate::{Follower, Interest};

/// The pawns of both sides with their hash. It is woken by pawns only: about one alteration in eight of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PawnStructure {
    pawns: [Bitboard; 2],
    hash: Zobrist<Pawns>,
}

impl PawnStructure {
    /// The pawns of a position.
    pub fn of(position: &Position) -> PawnStructure {
        let pawns = Color::ALL.map(|color| position.board().men(color, Role::Pawn));
        PawnStructure { pawns, hash: Zobrist::of(position) }
    }

    /// The pawns of one side.
    pub fn pawns(&self, color: Color) -> Bitboard {
        self.pawns[color.index()]
    }

    /// The hash of the pawns of both sides.
    pub fn hash(&self) -> Zobrist<Pawns> {
        self.hash
    }

    /// The pawns that no enemy pawn can stop or take on their way.
    pub fn passed(&self, color: Color) -> Bitboard {
        let theirs = self.pawns(!color);
        let files = theirs | theirs.east() | theirs.west();
        self.pawns(color) - behind(files, color)
    }

    /// The pawns with no pawn of their own side on a neighbouring file.
    pub fn isolated(&self, color: Color) -> Bitboard {
        let pawns = self.pawns(color);
        let files: Bitboard = files_of(pawns);
        pawns - (files.east() | files.west())
    }

    /// The pawns with another of their own side somewhere in front of them.
    pub fn doubled(&self, color: Color) -> Bitboard {
        self.pawns(color) & behind(self.pawns(color), color)
    }
}

impl Alter for PawnStructure {
    #[inline]
    fn alter(&mut self, alteration: Alteration) {
        if let Change::Place(piece, square) | Change::Remove(piece, square) = alteration.change()
            && piece.role == Role::Pawn
        {
            self.pawns[piece.color.index()] ^= square.bitboard();
            self.hash.alter(alteration);
        }
    }
}

impl Follower for PawnStructure {
    const INTEREST: Interest = Interest::role(Role::Pawn);

    fn at_start(start: &Position) -> PawnStructure {
        PawnStructure::of(start)
    }
}

/// All squares from which someone of `color` looks forward to one of `squares` on the same file.
fn behind(squares: Bitboard, color: Color) -> Bitboard {
    let back = |squares: Bitboard| match color {
        Color::White => squares.south(),
        Color::Black => squares.north(),
    };
    let mut all = back(squares);
    for _ in 0..6 {
        all |= back(all);
    }
    all
}

fn files_of(squares: Bitboard) -> Bitboard {
    let occupied = File::ALL.into_iter().map(File::bitboard).filter(|&f| (f & squares).any());
    occupied.fold(Bitboard::EMPTY, |all, file| all | file)
}

#[cfg(test)]
mod tests {
    use hazel_core::Square;

    use super::*;

    fn set(squares: &[Square]) -> Bitboard {
        squares.iter().copied().collect()
    }

    /// White: a2, a4, c5, d5, h6. Black: b6, d7, g2, h7.
    fn sample() -> PawnStructure {
        use Square::{A2, A4, B6, C5, D5, D7, G2, H6, H7};
        let pawns = [set(&[A2, A4, C5, D5, H6]), set(&[B6, D7, G2, H7])];
        PawnStructure { pawns, hash: Zobrist::EMPTY }
    }

    #[test]
    fn passed_isolated_and_doubled_pawns_are_those_one_sees() {
        use Color::{Black, White};
        use Square::{A2, A4, B6, D7, G2, H6, H7};
        let pawns = sample();
        assert_eq!(pawns.passed(White), Bitboard::EMPTY);
        assert_eq!(pawns.passed(Black), set(&[G2]));
        assert_eq!(pawns.isolated(White), set(&[A2, A4, H6]));
        assert_eq!(pawns.isolated(Black), set(&[B6, D7]));
        assert_eq!(pawns.doubled(White), set(&[A2]));
        assert_eq!(pawns.doubled(Black), Bitboard::EMPTY);
        assert!(pawns.pawns(Black).contains(H7));
    }

    #[test]
    fn only_pawns_are_followed() {
        let mut pawns = PawnStructure::of(&Position::initial());
        let before = pawns;
        pawns.alter(Alteration::remove(Role::Knight.of(Color::White), Square::B1));
        assert_eq!(pawns, before);
        let remove = Alteration::remove(Role::Pawn.of(Color::White), Square::B2);
        pawns.alter(remove);
        assert_eq!(pawns.pawns(Color::White).len(), 7);
        assert_ne!(pawns.hash(), before.hash());
        pawns.alter(!remove);
        assert_eq!(pawns, before);
    }
}
