//! Squares and their coordinates.
//!
//! A square is an enum of 64 values rather than a checked integer, so that an index into a table of 64 needs no bounds
//! check and `Option<Square>` is one byte. Names are characters and so belong to `hazel-notation`; only [`Display`] is
//! here, because errors of this crate name squares.
//!
//! [`Display`]: std::fmt::Display
#![allow(unsafe_code, reason = "an enum of 64 squares is made from an index without a table")]

use std::fmt;

use crate::Bitboard;

/// A column of the board, from White's left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// The files from a to h.
    pub const ALL: [File; 8] =
        [File::A, File::B, File::C, File::D, File::E, File::F, File::G, File::H];

    /// The file with this index (a = 0), or `None` from 8 on.
    pub const fn from_index(index: usize) -> Option<File> {
        if index < 8 { Some(File::ALL[index]) } else { None }
    }

    /// 0 for a to 7 for h.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The eight squares of this file.
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0x0101010101010101 << self as u8)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + *self as u8))
    }
}

/// A row of the board, from White's side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// The ranks from the first to the eighth.
    pub const ALL: [Rank; 8] = [
        Rank::First,
        Rank::Second,
        Rank::Third,
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ];

    /// The rank with this index (first = 0), or `None` from 8 on.
    pub const fn from_index(index: usize) -> Option<Rank> {
        if index < 8 { Some(Rank::ALL[index]) } else { None }
    }

    /// 0 for the first to 7 for the eighth.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The eight squares of this rank.
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0xFF << (8 * self as u8))
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", *self as u8 + 1)
    }
}

/// One of the 64 squares: a1 = 0, b1 = 1, … h8 = 63.
#[rustfmt::skip]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

impl Square {
    /// The square where a file and a rank cross.
    pub const fn new(file: File, rank: Rank) -> Square {
        Square::wrapping(rank as u8 * 8 + file as u8)
    }

    /// The square with this index, or `None` from 64 on.
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 { Some(Square::wrapping(index as u8)) } else { None }
    }

    /// The square with the low six bits of `index`.
    #[inline(always)]
    pub(crate) const fn wrapping(index: u8) -> Square {
        // SAFETY: `Square` is `repr(u8)` with exactly the values 0..=63, and six bits are in that range.
        unsafe { std::mem::transmute::<u8, Square>(index & 63) }
    }

    /// 0 for a1 to 63 for h8.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The column this square is in.
    #[inline]
    pub const fn file(self) -> File {
        File::ALL[self as usize & 7]
    }

    /// The row this square is in.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self as usize >> 3]
    }

    /// The set that holds this square alone.
    #[inline(always)]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self as u8)
    }

    /// The same square seen from the other side of the board: e2 becomes e7.
    pub const fn flip_rank(self) -> Square {
        Square::wrapping(self as u8 ^ 56)
    }

    /// The same square in a mirror: e2 becomes d2.
    pub const fn flip_file(self) -> Square {
        Square::wrapping(self as u8 ^ 7)
    }

    /// The square `files` to the right and `ranks` up, or `None` outside the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = (self as i8 & 7) + files;
        let rank = (self as i8 >> 3) + ranks;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            None
        } else {
            Some(Square::wrapping((rank * 8 + file) as u8))
        }
    }

    /// All squares, a1 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64u8).map(Square::wrapping)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_and_index_are_two_names_of_one_square() {
        for (index, square) in Square::all().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::from_index(index), Some(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(square.bitboard().0, 1 << index);
            assert!(square.file().bitboard().contains(square));
            assert!(square.rank().bitboard().contains(square));
        }
        assert_eq!(Square::from_index(64), None);
        assert_eq!(File::from_index(8), None);
        assert_eq!(Rank::from_index(8), None);
        assert_eq!(File::from_index(2), Some(File::C));
        assert_eq!(Rank::from_index(2), Some(Rank::Third));
        assert_eq!(File::G.index(), 6);
        assert_eq!(Rank::Seventh.index(), 6);
    }

    #[test]
    fn names_are_file_then_rank() {
        assert_eq!(Square::E4.to_string(), "e4");
        assert_eq!(Square::H8.to_string(), "h8");
        assert_eq!(Square::E2.flip_rank(), Square::E7);
        assert_eq!(Square::E2.flip_file(), Square::D2);
    }

    #[test]
    fn offsets_stop_at_the_edge() {
        assert_eq!(Square::H4.offset(1, 0), None);
        assert_eq!(Square::A4.offset(-1, 0), None);
        assert_eq!(Square::E8.offset(0, 1), None);
        assert_eq!(Square::E1.offset(0, -1), None);
        assert_eq!(Square::G1.offset(1, 2), Some(Square::H3));
        assert_eq!(Square::G1.offset(-1, 2), Some(Square::F3));
    }
}
