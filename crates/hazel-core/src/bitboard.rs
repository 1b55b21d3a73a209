//! Sets of squares.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crate::Square;

/// A set of squares, one bit each, a1 the lowest.
///
/// `&`, `|`, `^`, `!` and `-` are the operations on sets. As an iterator it yields its squares, a1 first.
///
/// ```
/// use hazel_core::{Bitboard, Rank, Square};
///
/// let third = Rank::Second.bitboard().north();
/// assert_eq!(third, Rank::Third.bitboard());
/// assert_eq!((third & Square::E3.bitboard()).into_iter().collect::<Vec<_>>(), [Square::E3]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(
    /// Bit `i` is the square with index `i`.
    pub u64,
);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const FULL: Bitboard = Bitboard(!0);
    /// The squares of the colour of a1.
    pub const DARK: Bitboard = Bitboard(0xAA55AA55AA55AA55);
    /// The squares of the colour of h1.
    pub const LIGHT: Bitboard = Bitboard(!Bitboard::DARK.0);
    /// The first and the eighth rank, where no pawn can stand.
    pub const BACK_RANKS: Bitboard = Bitboard(0xFF000000000000FF);

    const NOT_A: u64 = 0xFEFEFEFEFEFEFEFE;
    const NOT_H: u64 = 0x7F7F7F7F7F7F7F7F;

    /// Whether `square` is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has any square.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// How many squares are in the set.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether more than one square is in the set.
    #[inline(always)]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The first square of the set, if there is one.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(self.first_or_a1()) }
    }

    /// The first square of a set that is known not to be empty; of the empty one, a1.
    #[inline(always)]
    pub(crate) const fn first_or_a1(self) -> Square {
        Square::wrapping(self.0.trailing_zeros() as u8)
    }

    /// The union with a set that shares no square with this one.
    #[inline(always)]
    pub(crate) fn plus(self, other: Bitboard) -> Bitboard {
        debug_assert!((self & other).is_empty(), "{self:?} and {other:?} share squares");
        self | other
    }

    /// Every square moved one rank up; what leaves the board is gone.
    #[inline(always)]
    pub const fn north(self) -> Bitboard {
        Bitboard(self.0 << 8)
    }

    /// Every square moved one rank down; what leaves the board is gone.
    #[inline(always)]
    pub const fn south(self) -> Bitboard {
        Bitboard(self.0 >> 8)
    }

    /// Every square moved one file to the right; what leaves the board is gone.
    #[inline(always)]
    pub const fn east(self) -> Bitboard {
        Bitboard(self.0 << 1 & Bitboard::NOT_A)
    }

    /// Every square moved one file to the left; what leaves the board is gone.
    #[inline(always)]
    pub const fn west(self) -> Bitboard {
        Bitboard(self.0 >> 1 & Bitboard::NOT_H)
    }

    /// The set with its ranks in reverse order.
    pub const fn flip_ranks(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// The set with its files in reverse order.
    pub const fn flip_files(self) -> Bitboard {
        Bitboard(self.0.reverse_bits().swap_bytes())
    }

    /// Every subset of the set, the empty one first and the set itself last: 2 to the power of [`len`](Bitboard::len).
    pub fn subsets(self) -> impl Iterator<Item = Bitboard> {
        let mut next = Some(0u64);
        std::iter::from_fn(move || {
            let subset = next?;
            let following = subset.wrapping_sub(self.0) & self.0;
            next = (following != 0).then_some(following);
            Some(Bitboard(subset))
        })
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Bitboard {
        square.bitboard()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
    }
}

macro_rules! set_operation {
    ($trait:ident $method:ident $assign_trait:ident $assign_method:ident $op:tt) => {
        impl $trait for Bitboard {
            type Output = Bitboard;

            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $op other.0)
            }
        }

        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Bitboard) {
                *self = *self $op other;
            }
        }
    };
}

set_operation!(BitAnd bitand BitAndAssign bitand_assign &);
set_operation!(BitOr bitor BitOrAssign bitor_assign |);
set_operation!(BitXor bitxor BitXorAssign bitxor_assign ^);

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl Sub for Bitboard {
    type Output = Bitboard;

    /// The squares of `self` that are not in `other`.
    #[inline(always)]
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a [`Bitboard`], a1 first.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

/// Draws the set as a board, the eighth rank on top: `X` where a square is in it, `.` elsewhere.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let mark = if self.0 >> (rank * 8 + file) & 1 != 0 { 'X' } else { '.' };
                write!(f, "{}{mark}", if file == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{File, Rank};

    #[test]
    fn shifts_agree_with_square_offsets() {
        for square in Square::all() {
            let set = square.bitboard();
            let shifted = |files, ranks| {
                square.offset(files, ranks).map_or(Bitboard::EMPTY, Square::bitboard)
            };
            assert_eq!(set.north(), shifted(0, 1));
            assert_eq!(set.south(), shifted(0, -1));
            assert_eq!(set.east(), shifted(1, 0));
            assert_eq!(set.west(), shifted(-1, 0));
            assert_eq!(set.flip_ranks(), square.flip_rank().bitboard());
            assert_eq!(set.flip_files(), square.flip_file().bitboard());
        }
    }

    #[test]
    fn iteration_and_collection_are_inverse() {
        for set in
            [Bitboard::EMPTY, Bitboard::FULL, Bitboard::DARK, Bitboard(0x8000_0000_0000_0001)]
        {
            assert_eq!(set.into_iter().collect::<Bitboard>(), set);
            assert_eq!(set.into_iter().len(), set.len() as usize);
            assert_eq!(set.first(), set.into_iter().next());
            assert_eq!(set.several(), set.len() > 1);
            assert_eq!(set.any(), !set.is_empty());
        }
        assert!(Bitboard::DARK.contains(Square::A1) && Bitboard::LIGHT.contains(Square::H1));
        assert_eq!(Bitboard::BACK_RANKS, Rank::First.bitboard() | Rank::Eighth.bitboard());
        assert_eq!(Bitboard::FULL - File::A.bitboard(), Bitboard(Bitboard::NOT_A));
    }

    #[test]
    fn subsets_are_all_there_once() {
        let set: Bitboard = [Square::A1, Square::C4, Square::H8].into_iter().collect();
        let subsets: std::collections::BTreeSet<Bitboard> = set.subsets().collect();
        assert_eq!(set.subsets().count(), 8);
        assert_eq!(subsets.len(), 8);
        assert!(subsets.iter().all(|&s| s - set == Bitboard::EMPTY));
        assert_eq!(Bitboard::EMPTY.subsets().collect::<Vec<_>>(), [Bitboard::EMPTY]);
    }

    #[test]
    fn debug_draws_the_board() {
        let drawn = format!("{:?}", Square::B8.bitboard() | Square::H1.bitboard());
        assert!(drawn.starts_with(". X . . . . . .\n"));
        assert!(drawn.ends_with(". . . . . . . X\n"));
    }
}
