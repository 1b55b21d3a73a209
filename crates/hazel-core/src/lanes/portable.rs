//! Four sets in four integers, for machines without the vectors and as a check on them.

use super::{Line, Vector};
use crate::Bitboard;

/// Four sets of squares.
#[derive(Clone, Copy)]
pub(crate) struct Quad([u64; 4]);

impl Quad {
    #[inline(always)]
    fn zip(self, other: [u64; 4], combine: impl Fn(u64, u64) -> u64) -> Quad {
        Quad(std::array::from_fn(|lane| combine(self.0[lane], other[lane])))
    }
}

impl Vector for Quad {
    #[inline(always)]
    fn new(sets: [u64; 4]) -> Quad {
        Quad(sets)
    }

    #[inline(always)]
    fn splat(set: Bitboard) -> Quad {
        Quad([set.0; 4])
    }

    #[inline(always)]
    fn pair(orthogonal: Bitboard, diagonal: Bitboard) -> Quad {
        Quad([orthogonal.0, orthogonal.0, diagonal.0, diagonal.0])
    }

    #[inline(always)]
    fn and(self, other: Quad) -> Quad {
        self.zip(other.0, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Quad) -> Quad {
        self.zip(other.0, |a, b| a | b)
    }

    #[inline(always)]
    fn minus(self, other: Quad) -> Quad {
        self.zip(other.0, |a, b| a & !b)
    }

    #[inline(always)]
    fn shift_up(self, by: [u64; 4]) -> Quad {
        self.zip(by, |set, by| set << by)
    }

    #[inline(always)]
    fn shift_down(self, by: [u64; 4]) -> Quad {
        self.zip(by, |set, by| set >> by)
    }

    #[inline(always)]
    fn union(self) -> Bitboard {
        Bitboard(self.0.into_iter().fold(0, |all, set| all | set))
    }

    #[inline(always)]
    fn count(all: [Quad; 4]) -> u32 {
        all.into_iter().flat_map(|sets| sets.0).map(u64::count_ones).sum()
    }

    #[inline(always)]
    fn get(self, line: Line) -> Bitboard {
        Bitboard(self.0[line as usize])
    }
}
