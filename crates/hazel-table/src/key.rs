//! Material keys: which men there are, and where the pawns stand.
//!
//! Pieces are counted and pawns are placed, because between two pawn moves and captures the pawns are what stays.
//! Bishops are split by the colour of their squares, which no bishop ever leaves. Counting all bishops together was
//! rejected: half of the index of such a table would hold positions that no play connects.
//!
//! A key says nothing about the side to move, castling or en passant. Whether the men can arise in a game (nine queens,
//! ten pawns) is not asked, as it is not of positions.

mod family;
mod pattern;
mod text;

use std::hash::{Hash, Hasher};

use hazel_core::{Bitboard, Board, Color, Position, Role, Square};

pub use family::Family;
pub use text::{KeyProblem, ParseKeyError};

/// The men of both sides: pieces by count, pawns by square. Each side has one king besides.
///
/// The order of keys is that of their counts and then of their pawns; it is for maps and sorting and has no meaning
/// in chess.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct MaterialKey {
    counts: [[u8; 5]; 2],
    pawns: [Bitboard; 2],
}

impl MaterialKey {
    /// The most men that a side can have, its king included.
    pub const MAX_MEN: u32 = 16;

    /// The two kings alone.
    pub const KINGS: MaterialKey = MaterialKey { counts: [[0; 5]; 2], pawns: [Bitboard::EMPTY; 2] };

    /// The key with these pieces, White's first and in the order of [`Kind::ALL`], and these pawns.
    ///
    /// # Errors
    /// A pawn on the first or eighth rank, two pawns on a square, or more than [`MAX_MEN`](MaterialKey::MAX_MEN) men of
    /// a side.
    pub fn new(counts: [[u8; 5]; 2], pawns: [Bitboard; 2]) -> Result<MaterialKey, KeyError> {
        for color in Color::ALL {
            if let Some(square) = (pawns[color.index()] & Bitboard::BACK_RANKS).first() {
                return Err(KeyError::PawnOnBackRank(square));
            }
            let pieces: u32 = counts[color.index()].iter().map(|&count| u32::from(count)).sum();
            if 1 + pieces + pawns[color.index()].len() > MaterialKey::MAX_MEN {
                return Err(KeyError::TooManyMen(color));
            }
        }
        match (pawns[0] & pawns[1]).first() {
            Some(square) => Err(KeyError::TwoPawns(square)),
            None => Ok(MaterialKey { counts, pawns }),
        }
    }

    /// The key of a position.
    #[inline]
    pub fn from_position(position: &Position) -> MaterialKey {
        MaterialKey::of_board(position.board())
    }

    /// The key of a board that is known to have the men of a position.
    #[inline]
    pub(crate) fn of_board(board: &Board) -> MaterialKey {
        // Written out: a loop over kinds takes a probe twice as long as the look into the map of keys.
        let side = |color: Color| {
            let count =
                |role: Role, squares: Bitboard| (board.men(color, role) & squares).len() as u8;
            [
                count(Role::Queen, Bitboard::FULL),
                count(Role::Rook, Bitboard::FULL),
                count(Role::Bishop, Bitboard::DARK),
                count(Role::Bishop, Bitboard::LIGHT),
                count(Role::Knight, Bitboard::FULL),
            ]
        };
        MaterialKey {
            counts: [side(Color::White), side(Color::Black)],
            pawns: [board.men(Color::White, Role::Pawn), board.men(Color::Black, Role::Pawn)],
        }
    }

    /// How many pieces of one kind a side has.
    #[inline]
    pub const fn count(&self, color: Color, kind: Kind) -> u8 {
        self.counts[color as usize][kind as usize]
    }

    /// The pieces of a side, in the order of [`Kind::ALL`].
    #[inline]
    pub const fn counts(&self, color: Color) -> [u8; 5] {
        self.counts[color as usize]
    }

    /// The squares of a side's pawns.
    #[inline]
    pub const fn pawn_bitboard(&self, color: Color) -> Bitboard {
        self.pawns[color as usize]
    }

    /// The squares of all pawns.
    #[inline]
    pub fn pawns(&self) -> Bitboard {
        self.pawns[0] | self.pawns[1]
    }

    /// Whether any side has a pawn.
    #[inline]
    pub fn has_pawns(&self) -> bool {
        self.pawns().any()
    }

    /// How many pieces there are besides kings and pawns.
    pub fn pieces(&self) -> u32 {
        self.counts.iter().flatten().map(|&count| u32::from(count)).sum()
    }

    /// How many men there are, kings included.
    pub fn men(&self) -> u32 {
        2 + self.pieces() + self.pawns().len()
    }

    /// The key without one piece of this kind, or `None` if there is none.
    pub fn without(mut self, color: Color, kind: Kind) -> Option<MaterialKey> {
        let count = &mut self.counts[color.index()][kind.index()];
        *count = count.checked_sub(1)?;
        Some(self)
    }

    /// The key with one more piece of this kind.
    ///
    /// # Errors
    /// If the side has all its men already.
    pub fn with(mut self, color: Color, kind: Kind) -> Result<MaterialKey, KeyError> {
        self.counts[color.index()][kind.index()] += 1;
        MaterialKey::new(self.counts, self.pawns)
    }

    /// The key with other pawns.
    ///
    /// # Errors
    /// As [`new`](MaterialKey::new).
    pub fn with_pawns(self, pawns: [Bitboard; 2]) -> Result<MaterialKey, KeyError> {
        MaterialKey::new(self.counts, pawns)
    }
}

impl Hash for MaterialKey {
    /// As three words, since every probe looks for a key.
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let counts = self.counts.as_flattened().iter();
        state.write_u64(counts.fold(0, |word, &count| word << 4 | u64::from(count)));
        self.pawns.iter().for_each(|pawns| state.write_u64(pawns.0));
    }
}

/// A sort of piece that a key counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    Queen,
    Rook,
    DarkBishop,
    LightBishop,
    Knight,
}

impl Kind {
    /// All kinds, in the order of a key's text.
    pub const ALL: [Kind; 5] =
        [Kind::Queen, Kind::Rook, Kind::DarkBishop, Kind::LightBishop, Kind::Knight];

    /// 0 for a queen to 4 for a knight.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind of a piece of this role on `square`; `None` for kings and pawns.
    #[inline]
    pub const fn of(role: Role, square: Square) -> Option<Kind> {
        Some(match role {
            Role::Queen => Kind::Queen,
            Role::Rook => Kind::Rook,
            Role::Bishop if Bitboard::DARK.contains(square) => Kind::DarkBishop,
            Role::Bishop => Kind::LightBishop,
            Role::Knight => Kind::Knight,
            Role::Pawn | Role::King => return None,
        })
    }

    /// What it moves like.
    #[inline]
    pub const fn role(self) -> Role {
        match self {
            Kind::Queen => Role::Queen,
            Kind::Rook => Role::Rook,
            Kind::DarkBishop | Kind::LightBishop => Role::Bishop,
            Kind::Knight => Role::Knight,
        }
    }

    /// The squares on which it can stand: 32 for a bishop, all for any other.
    #[inline]
    pub const fn squares(self) -> Bitboard {
        match self {
            Kind::DarkBishop => Bitboard::DARK,
            Kind::LightBishop => Bitboard::LIGHT,
            _ => Bitboard::FULL,
        }
    }
}

/// Why counts and pawns are not a key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum KeyError {
    /// A pawn stands on the first or eighth rank.
    #[error("a pawn stands on {0}, expected the second to the seventh rank")]
    PawnOnBackRank(Square),
    /// Two pawns stand on one square.
    #[error("two pawns stand on {0}")]
    TwoPawns(Square),
    /// A side has more men than a key allows.
    #[error("{0} has more than {max} men", max = MaterialKey::MAX_MEN)]
    TooManyMen(Color),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_counts_the_men_of_a_position() {
        let key = MaterialKey::from_position(&Position::initial());
        assert_eq!((key.men(), key.pieces(), key.pawns().len()), (32, 14, 16));
        assert_eq!(key.counts(Color::White), [1, 2, 1, 1, 2]);
        assert_eq!(key.pawn_bitboard(Color::White), Bitboard(0xFF00));
        assert!(key.has_pawns() && !MaterialKey::KINGS.has_pawns());
    }

    #[test]
    fn impossible_men_are_refused() {
        let none = [[0; 5]; 2];
        let pawns = |white, black| MaterialKey::new(none, [Bitboard(white), Bitboard(black)]);
        assert_eq!(pawns(1, 0), Err(KeyError::PawnOnBackRank(Square::A1)));
        assert_eq!(pawns(0, 1 << 63), Err(KeyError::PawnOnBackRank(Square::H8)));
        assert_eq!(pawns(0x100, 0x100), Err(KeyError::TwoPawns(Square::A2)));
        assert_eq!(pawns(0, 0xFFFF00), Err(KeyError::TooManyMen(Color::Black)));
        let queens = MaterialKey::new([[15, 0, 0, 0, 0], [0; 5]], [Bitboard::EMPTY; 2]).unwrap();
        let error = queens.with(Color::White, Kind::Rook).unwrap_err();
        assert_eq!(error.to_string(), "white has more than 16 men");
    }

    #[test]
    fn a_piece_is_added_and_taken_away_again() {
        let key = MaterialKey::KINGS.with(Color::Black, Kind::LightBishop).unwrap();
        assert_eq!(key.count(Color::Black, Kind::LightBishop), 1);
        assert_eq!(key.without(Color::Black, Kind::LightBishop), Some(MaterialKey::KINGS));
        assert_eq!(key.without(Color::Black, Kind::Queen), None);
    }

    #[test]
    fn a_kind_is_a_role_on_its_squares() {
        for kind in Kind::ALL {
            for square in kind.squares() {
                assert_eq!(Kind::of(kind.role(), square), Some(kind));
            }
        }
        assert_eq!(Kind::of(Role::King, Square::E1), None);
    }
}
