//! Four sets in one AVX2 register. Left to itself, the compiler keeps some of them in general registers and moves them
//! to and fro; said with intrinsics, the fills are twice as fast.
#![allow(unsafe_code, reason = "vector intrinsics")]

use std::arch::x86_64::{
    __m256i, _mm_add_epi64, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_blend_epi32, _mm256_castsi256_si128,
    _mm256_extract_epi64, _mm256_extracti128_si256, _mm256_or_si256, _mm256_popcnt_epi64,
    _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_sllv_epi64, _mm256_srlv_epi64,
};

use super::{Line, Vector};
use crate::Bitboard;

/// Four sets of squares in a vector register.
#[derive(Clone, Copy)]
pub(crate) struct Quad(__m256i);

// SAFETY (of every block below): the intrinsics need AVX2 and nothing else, and this file is compiled only where the
// build enables it; `count` asks whether the build has the further features that it uses.
#[allow(clippy::undocumented_unsafe_blocks, reason = "the reason above holds for all of them")]
impl Vector for Quad {
    #[inline(always)]
    fn new(sets: [u64; 4]) -> Quad {
        let [a, b, c, d] = sets.map(|set| set as i64);
        Quad(unsafe { _mm256_setr_epi64x(a, b, c, d) })
    }

    #[inline(always)]
    fn splat(set: Bitboard) -> Quad {
        Quad(unsafe { _mm256_set1_epi64x(set.0 as i64) })
    }

    #[inline(always)]
    fn pair(orthogonal: Bitboard, diagonal: Bitboard) -> Quad {
        let (low, high) = (Quad::splat(orthogonal), Quad::splat(diagonal));
        Quad(unsafe { _mm256_blend_epi32::<0xF0>(low.0, high.0) })
    }

    #[inline(always)]
    fn and(self, other: Quad) -> Quad {
        Quad(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Quad) -> Quad {
        Quad(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn minus(self, other: Quad) -> Quad {
        Quad(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn shift_up(self, by: [u64; 4]) -> Quad {
        Quad(unsafe { _mm256_sllv_epi64(self.0, Quad::new(by).0) })
    }

    #[inline(always)]
    fn shift_down(self, by: [u64; 4]) -> Quad {
        Quad(unsafe { _mm256_srlv_epi64(self.0, Quad::new(by).0) })
    }

    #[inline(always)]
    fn union(self) -> Bitboard {
        unsafe {
            let halves =
                _mm_or_si128(_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
            let one = _mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves));
            Bitboard(_mm_cvtsi128_si64(one) as u64)
        }
    }

    #[inline(always)]
    fn count(all: [Quad; 4]) -> u32 {
        if cfg!(all(target_feature = "avx512vpopcntdq", target_feature = "avx512vl")) {
            unsafe {
                let [a, b, c, d] = all.map(|sets| _mm256_popcnt_epi64(sets.0));
                let four = _mm256_add_epi64(_mm256_add_epi64(a, b), _mm256_add_epi64(c, d));
                let (low, high) =
                    (_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
                let two = _mm_add_epi64(low, high);
                _mm_cvtsi128_si64(_mm_add_epi64(two, _mm_unpackhi_epi64(two, two))) as u32
            }
        } else {
            let lines = [Line::File, Line::Rank, Line::Diagonal, Line::Antidiagonal];
            all.into_iter().flat_map(|sets| lines.map(|line| sets.get(line).len())).sum()
        }
    }

    #[inline(always)]
    fn get(self, line: Line) -> Bitboard {
        let set = unsafe {
            match line {
                Line::File => _mm256_extract_epi64::<0>(self.0),
                Line::Rank => _mm256_extract_epi64::<1>(self.0),
                Line::Diagonal => _mm256_extract_epi64::<2>(self.0),
                Line::Antidiagonal => _mm256_extract_epi64::<3>(self.0),
            }
        };
        Bitboard(set as u64)
    }
}
