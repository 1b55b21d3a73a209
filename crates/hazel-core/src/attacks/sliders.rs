//! Rook and bishop attacks by one table look-up.
//!
//! Both kinds of look-up share one layout: each square has a mask of the squares that matter to it and a stretch of the
//! table, and an index into that stretch is computed from the masked occupancy. With BMI2 the index is the occupancy
//! with the masked bits pushed together (`PEXT`); without, it is the top bits of a product with a magic number that the
//! build script found. Only the one that the build uses is compiled in; tests compile both and compare them.
#![allow(unsafe_code, reason = "table reads whose index is bounded by construction")]
#![allow(long_running_const_eval, reason = "107,648 entries take about a second to compile")]

use super::rays;

/// 64 rook stretches (102,400) and 64 bishop stretches (5,248).
const SIZE: usize = 107_648;

/// Where a square's stretch of the table begins, and which squares matter to it.
#[derive(Clone, Copy)]
struct Stretch {
    mask: u64,
    start: usize,
}

const fn stretches(diagonal: bool) -> [Stretch; 64] {
    let mut all = [Stretch { mask: 0, start: 0 }; 64];
    let mut start = if diagonal { 102_400 } else { 0 };
    let mut square = 0;
    while square < 64 {
        let mask = rays::relevant(square as u8, diagonal);
        all[square] = Stretch { mask, start };
        start += 1 << mask.count_ones();
        square += 1;
    }
    assert!(start == if diagonal { SIZE } else { 102_400 });
    all
}

#[cfg(target_feature = "bmi2")]
pub(super) use pext::{bishop, rook};

#[cfg(not(target_feature = "bmi2"))]
pub(super) use magic::{bishop, rook};

#[cfg(target_feature = "bmi2")]
mod pext {
    use super::{SIZE, Stretch, rays, stretches};
    use crate::bits;

    static ROOK: [Stretch; 64] = stretches(false);
    static BISHOP: [Stretch; 64] = stretches(true);
    static TABLE: [u64; SIZE] = fill();

    #[inline(always)]
    pub(in super::super) fn rook(square: u8, occupied: u64) -> u64 {
        look_up(&ROOK[square as usize & 63], occupied)
    }

    #[inline(always)]
    pub(in super::super) fn bishop(square: u8, occupied: u64) -> u64 {
        look_up(&BISHOP[square as usize & 63], occupied)
    }

    #[inline(always)]
    fn look_up(stretch: &Stretch, occupied: u64) -> u64 {
        let index = bits::gather(occupied, stretch.mask);
        // SAFETY: PEXT yields less than 2^popcount(mask), the length of the stretch, and all stretches lie within
        // the table (asserted in `stretches`).
        unsafe { *TABLE.get_unchecked(stretch.start + index as usize) }
    }

    const fn fill() -> [u64; SIZE] {
        let mut table = [0; SIZE];
        let mut next = 0;
        let mut square = 0;
        while square < 128 {
            let mask = rays::relevant(square & 63, square >= 64);
            // The subsets in counting order are exactly the occupancies in the order of their PEXT index.
            let mut occupied = 0u64;
            loop {
                table[next] = rays::slider(square & 63, occupied, square >= 64);
                next += 1;
                occupied = occupied.wrapping_sub(mask) & mask;
                if occupied == 0 {
                    break;
                }
            }
            square += 1;
        }
        table
    }
}

#[cfg(any(test, not(target_feature = "bmi2")))]
mod magic {
    use super::{SIZE, Stretch, rays, stretches};

    include!(concat!(env!("OUT_DIR"), "/magics.rs"));

    static ROOK: [Stretch; 64] = stretches(false);
    static BISHOP: [Stretch; 64] = stretches(true);
    static TABLE: [u64; SIZE] = fill();

    #[inline(always)]
    pub(in super::super) fn rook(square: u8, occupied: u64) -> u64 {
        let square = square as usize & 63;
        look_up(&ROOK[square], ROOK_MAGICS[square], occupied)
    }

    #[inline(always)]
    pub(in super::super) fn bishop(square: u8, occupied: u64) -> u64 {
        let square = square as usize & 63;
        look_up(&BISHOP[square], BISHOP_MAGICS[square], occupied)
    }

    #[inline(always)]
    fn look_up(stretch: &Stretch, magic: u64, occupied: u64) -> u64 {
        let index = stretch.start + index(stretch.mask, magic, occupied);
        // SAFETY: the index is less than 2^popcount(mask), the length of the stretch, and all stretches lie within the
        // table (asserted in `stretches`).
        unsafe { *TABLE.get_unchecked(index) }
    }

    #[inline(always)]
    const fn index(mask: u64, magic: u64, occupied: u64) -> usize {
        ((occupied & mask).wrapping_mul(magic) >> (64 - mask.count_ones())) as usize
    }

    const fn fill() -> [u64; SIZE] {
        let mut table = [0; SIZE];
        let mut square = 0;
        while square < 128 {
            let diagonal = square >= 64;
            let at = square & 63;
            let stretch = stretches(diagonal)[at];
            let magic = if diagonal { BISHOP_MAGICS[at] } else { ROOK_MAGICS[at] };
            let mut occupied = 0u64;
            loop {
                let attacks = rays::slider(at as u8, occupied, diagonal);
                let entry = &mut table[stretch.start + index(stretch.mask, magic, occupied)];
                assert!(*entry == 0 || *entry == attacks, "two occupancies share an index");
                *entry = attacks;
                occupied = occupied.wrapping_sub(stretch.mask) & stretch.mask;
                if occupied == 0 {
                    break;
                }
            }
            square += 1;
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::{magic, rays, stretches};
    use crate::{Bitboard, Square};

    /// Walks each ray step by step until it meets a man or the edge.
    fn walk(square: Square, occupied: Bitboard, steps: [(i8, i8); 4]) -> u64 {
        let mut attacks = Bitboard::EMPTY;
        for (files, ranks) in steps {
            let mut at = square;
            while let Some(next) = at.offset(files, ranks) {
                attacks |= next.bitboard();
                if occupied.contains(next) {
                    break;
                }
                at = next;
            }
        }
        attacks.0
    }

    #[test]
    fn every_way_to_look_up_agrees_with_walking_the_rays() {
        let rook_steps = [(0, 1), (0, -1), (1, 0), (-1, 0)];
        let bishop_steps = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        for square in Square::all() {
            let at = square as u8;
            for (diagonal, steps) in [(false, rook_steps), (true, bishop_steps)] {
                for occupied in Bitboard(rays::relevant(at, diagonal)).subsets() {
                    let expected = walk(square, occupied, steps);
                    // What does not matter to the square, its own man included, changes nothing.
                    let noise = Bitboard::FULL.0 & !stretches(diagonal)[square.index()].mask;
                    assert_eq!(rays::slider(at, occupied.0, diagonal), expected);
                    for occupied in [occupied.0, occupied.0 | noise] {
                        let (used, by_magic) = if diagonal {
                            (super::bishop(at, occupied), magic::bishop(at, occupied))
                        } else {
                            (super::rook(at, occupied), magic::rook(at, occupied))
                        };
                        assert_eq!(used, expected, "{square} {occupied:#x}");
                        assert_eq!(by_magic, expected, "{square} {occupied:#x}");
                    }
                }
            }
        }
    }
}
