//! Attacks along all eight directions at once.
//!
//! A table look-up answers for one slider; generating moves asks about all of them, and the number of men makes loops
//! whose branches can't be predicted. Here the sets of all sliders flow over the empty squares together, in eight
//! directions side by side in vector registers (Kogge-Stone fills, see the Chess Programming Wiki), without a branch:
//!
//! * the squares that the enemy's sliders attack,
//! * what the king sees, and with both of them every check and every pin,
//! * how many moves the own sliders have: two sliders never reach a square in the same direction, because the one
//!   behind is stopped by the one in front, so the moves are the bits that are set.
//!
//! The vectors are AVX2's where the build has them; elsewhere, four integers.

#[cfg(target_feature = "avx2")]
mod avx2;
#[cfg(any(test, not(target_feature = "avx2")))]
mod portable;

use crate::Bitboard;

#[cfg(target_feature = "avx2")]
pub(crate) use avx2::Quad as Lanes;
#[cfg(not(target_feature = "avx2"))]
pub(crate) use portable::Quad as Lanes;

/// Four sets of squares side by side: one for each line through a square, in the order of [`Line`].
pub(crate) trait Vector: Copy {
    fn new(sets: [u64; 4]) -> Self;
    fn splat(set: Bitboard) -> Self;
    /// One set for the file and the rank, another for the diagonals.
    fn pair(orthogonal: Bitboard, diagonal: Bitboard) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    /// Each set shifted up by its own number of bits.
    fn shift_up(self, by: [u64; 4]) -> Self;
    /// Each set shifted down by its own number of bits.
    fn shift_down(self, by: [u64; 4]) -> Self;
    /// The squares that are in any of the four.
    fn union(self) -> Bitboard;
    /// How many squares are in these sets, all told.
    fn count(all: [Self; 4]) -> u32;
    /// The set of one line.
    fn get(self, line: Line) -> Bitboard;
}

/// The lines through a square, in the order of the lanes.
#[derive(Clone, Copy)]
pub(crate) enum Line {
    File,
    Rank,
    /// From the lower left to the upper right.
    Diagonal,
    /// From the lower right to the upper left.
    Antidiagonal,
}

/// Sets for all eight directions: up along each line (north, east, north-east, north-west), and down.
#[derive(Clone, Copy)]
pub(crate) struct Star<V> {
    up: V,
    down: V,
}

const NOT_A: u64 = !0x0101010101010101;
const NOT_H: u64 = !0x8080808080808080;
const NOT_AB: u64 = !0x0303030303030303;
const NOT_GH: u64 = !0xC0C0C0C0C0C0C0C0;

impl<V: Vector> Star<V> {
    /// What sliders attack: those of each line of `from`, flowing over `empty` and stopping at what is not.
    #[inline(always)]
    pub(crate) fn slide(from: V, empty: Bitboard) -> Star<V> {
        // A step along a line, and two and four. A step must not arrive on the file it could only reach by wrapping
        // around the edge.
        const STEP: [u64; 4] = [8, 1, 9, 7];
        const TWO: [u64; 4] = [16, 2, 18, 14];
        const FOUR: [u64; 4] = [32, 4, 36, 28];
        let (up_to, down_to) =
            (V::new([!0, NOT_A, NOT_A, NOT_H]), V::new([!0, NOT_H, NOT_H, NOT_A]));

        let flow = V::splat(empty).and(up_to);
        let reached = from.or(flow.and(from.shift_up(STEP)));
        let flow = flow.and(flow.shift_up(STEP));
        let reached = reached.or(flow.and(reached.shift_up(TWO)));
        let flow = flow.and(flow.shift_up(TWO));
        let reached = reached.or(flow.and(reached.shift_up(FOUR)));
        let up = reached.shift_up(STEP).and(up_to);

        let flow = V::splat(empty).and(down_to);
        let reached = from.or(flow.and(from.shift_down(STEP)));
        let flow = flow.and(flow.shift_down(STEP));
        let reached = reached.or(flow.and(reached.shift_down(TWO)));
        let flow = flow.and(flow.shift_down(TWO));
        let reached = reached.or(flow.and(reached.shift_down(FOUR)));
        let down = reached.shift_down(STEP).and(down_to);
        Star { up, down }
    }

    /// What knights attack; the eight directions are a knight's here.
    #[inline(always)]
    pub(crate) fn leap(knights: Bitboard) -> Star<V> {
        const LEAP: [u64; 4] = [17, 15, 10, 6];
        let from = V::splat(knights);
        Star {
            up: from.shift_up(LEAP).and(V::new([NOT_A, NOT_H, NOT_AB, NOT_GH])),
            down: from.shift_down(LEAP).and(V::new([NOT_H, NOT_A, NOT_GH, NOT_AB])),
        }
    }

    /// Line by line, what this star reaches one way and the other reaches the opposite way: what lies between.
    #[inline(always)]
    pub(crate) fn meet(self, other: Star<V>) -> V {
        self.up.and(other.down).or(self.down.and(other.up))
    }

    /// Line by line, what either direction reaches.
    #[inline(always)]
    pub(crate) fn lines(self) -> V {
        self.up.or(self.down)
    }

    /// How many of `targets` are reached by this star and by another, counted once for each direction. Two at once,
    /// because adding up what is in a vector takes longer than adding two vectors.
    #[inline(always)]
    pub(crate) fn count_with(self, other: Star<V>, targets: Bitboard) -> u32 {
        let targets = V::splat(targets);
        V::count([self.up, self.down, other.up, other.down].map(|sets| sets.and(targets)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Square, attacks};

    /// A few hundred boards of different density.
    fn occupancies() -> impl Iterator<Item = Bitboard> {
        let mut state = 1u64;
        (0..300).map(move |i| {
            let mut next = || {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state
            };
            let (a, b, c) = (next(), next(), next());
            Bitboard([a, a & b, a & b & c][i % 3])
        })
    }

    fn agrees_with_look_ups<V: Vector>() {
        for occupied in occupancies() {
            let sliders = Bitboard(occupied.0 & 0x5A3C_96E1_0FF0_8421);
            let (orthogonal, diagonal) = (Bitboard(sliders.0 >> 1 & sliders.0), sliders);
            let star = Star::<V>::slide(V::pair(orthogonal, diagonal), !occupied);
            let reach = |from: Bitboard, look: fn(Square, Bitboard) -> Bitboard| {
                from.into_iter().map(move |square| look(square, occupied))
            };
            let all = || reach(orthogonal, attacks::rook).chain(reach(diagonal, attacks::bishop));
            assert_eq!(star.lines().union(), all().fold(Bitboard::EMPTY, |set, one| set | one));
            let knights = || reach(sliders, |square, _| attacks::knight(square));
            let leaps = Star::<V>::leap(sliders);
            let leapt = knights().fold(Bitboard::EMPTY, |set, one| set | one);
            assert_eq!(leaps.lines().union(), leapt);

            let targets = Bitboard(0x00FF_3C3C_F00F_18FF);
            let expected = all().chain(knights()).map(|one| (one & targets).len()).sum();
            assert_eq!(star.count_with(leaps, targets), expected);
        }
    }

    fn lines_are_told_apart<V: Vector>() {
        for square in Square::all() {
            let from = square.bitboard();
            let star = Star::<V>::slide(V::splat(from), Bitboard::FULL);
            for (line, step) in [
                (Line::File, (0, 1)),
                (Line::Rank, (1, 0)),
                (Line::Diagonal, (1, 1)),
                (Line::Antidiagonal, (-1, 1)),
            ] {
                let walk = |(files, ranks): (i8, i8)| {
                    std::iter::successors(square.offset(files, ranks), move |s| {
                        s.offset(files, ranks)
                    })
                };
                let up: Bitboard = walk(step).collect();
                let down: Bitboard = walk((-step.0, -step.1)).collect();
                assert_eq!(star.up.get(line), up);
                assert_eq!(star.down.get(line), down);
                // Two sliders that look at each other meet in between and on each other.
                for other in up {
                    let there = Star::<V>::slide(V::splat(other.bitboard()), Bitboard::FULL);
                    assert_eq!(star.meet(there).get(line), attacks::between(square, other));
                }
            }
        }
    }

    fn sets_behave_like_sets<V: Vector>() {
        let [a, b] = [[1, 2, 3, 4], [4, 3, 2, 1]].map(V::new);
        assert_eq!(a.and(b).union(), Bitboard(2));
        assert_eq!(a.or(b).get(Line::Rank), Bitboard(3));
        assert_eq!(a.minus(b).get(Line::File), Bitboard(1));
        assert_eq!(a.minus(b).get(Line::Diagonal), Bitboard(1));
        assert_eq!(V::count([a, b, a, V::new([0; 4])]), 15);
        assert_eq!(a.shift_up([1, 2, 3, 4]).get(Line::Antidiagonal), Bitboard(64));
        assert_eq!(a.shift_down([0, 1, 1, 0]).get(Line::Diagonal), Bitboard(1));
        let pair = V::pair(Bitboard(5), Bitboard(6));
        let lines = [Line::File, Line::Rank, Line::Diagonal, Line::Antidiagonal];
        assert_eq!(lines.map(|line| pair.get(line).0), [5, 5, 6, 6]);
    }

    #[test]
    fn four_integers_are_right() {
        agrees_with_look_ups::<portable::Quad>();
        lines_are_told_apart::<portable::Quad>();
        sets_behave_like_sets::<portable::Quad>();
    }

    #[test]
    fn the_vectors_of_this_build_are_right() {
        agrees_with_look_ups::<Lanes>();
        lines_are_told_apart::<Lanes>();
        sets_behave_like_sets::<Lanes>();
    }
}
