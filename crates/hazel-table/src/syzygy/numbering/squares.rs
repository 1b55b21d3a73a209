//! The parts that Syzygy's numbers are made of: pairs of kings, three single men, leading pawns, combinations.

use std::cmp::Ordering;

use super::Squares;

/// How many ways there are to choose `count` of `of`.
#[inline]
pub(super) fn binomial(of: usize, count: usize) -> u64 {
    BINOMIALS[count][of]
}

static BINOMIALS: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    table[0] = [1; 64];
    let mut count = 1;
    while count < 8 {
        let mut of = 1;
        while of < 64 {
            table[count][of] = table[count][of - 1] + table[count - 1][of - 1];
            of += 1;
        }
        count += 1;
    }
    table
};

/// The squares of the triangle a1, d1, d4 in the order of their numbers: those on the diagonal come last.
const TRIANGLE: [u8; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];

/// The number of each square of the triangle.
static NUMBER: [u8; 64] = {
    let mut table = [0; 64];
    let mut number = 0;
    while number < 10 {
        table[TRIANGLE[number] as usize] = number as u8;
        number += 1;
    }
    table
};

const NO_PAIR: u16 = u16::MAX;

/// The 462 pairs of kings that don't touch, the first in the triangle; pairs on the diagonal come last. Where the first is on
/// the diagonal, the second is not above it.
static PAIRS: [[u16; 64]; 10] = {
    let mut table = [[NO_PAIR; 64]; 10];
    let mut next = 0;
    let mut are_on_diagonal = 0;
    while are_on_diagonal < 2 {
        let mut first = 0;
        while first < 10 {
            let a = TRIANGLE[first] as usize;
            let mut b = 0;
            while b < 64 {
                let (files, ranks) = ((a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
                let is_diagonal = a % 8 == a / 8;
                let both = is_diagonal && b % 8 == b / 8;
                let is_above = is_diagonal && b / 8 > b % 8;
                let touch = files < 2 && ranks < 2;
                if !touch && !is_above && both == (are_on_diagonal == 1) {
                    table[first][b] = next;
                    next += 1;
                }
                b += 1;
            }
            first += 1;
        }
        are_on_diagonal += 1;
    }
    table
};

/// Turns the board so that the first man stands in the triangle a1, d1, d4 and, if it is on the diagonal, the next of the
/// leading men that is not is below it.
#[inline]
pub(super) fn turn_to_triangle(squares: &mut Squares, lead: usize) {
    let mask =
        if squares[0] & 4 != 0 { 7 } else { 0 } | if squares[0] & 0x20 != 0 { 0x38 } else { 0 };
    squares.iter_mut().for_each(|square| *square ^= mask);
    let off = squares[..lead].iter().map(|&square| side(square)).find(|side| side.is_ne());
    if off == Some(Ordering::Greater) {
        squares.iter_mut().for_each(|square| *square = *square >> 3 | (*square & 7) << 3);
    }
}

/// Whether a square is above, on or below the diagonal a1, h8.
#[inline]
fn side(square: u8) -> Ordering {
    (square >> 3).cmp(&(square & 7))
}

/// The number of a pair of kings after [`turn_to_triangle`]; `None` if they touch.
#[inline]
pub(super) fn king_pair(first: u8, second: u8) -> Option<u64> {
    let number = PAIRS[usize::from(NUMBER[usize::from(first)])][usize::from(second)];
    (number != NO_PAIR).then_some(u64::from(number))
}

/// The number of three men after [`turn_to_triangle`]: first all with the first one off the diagonal, then those with the
/// second one off it, then those with the third, then all three on it.
#[inline]
pub(super) fn three(a: u8, b: u8, c: u8) -> u64 {
    let diagonal = |square: u8| u64::from(square & 7);
    let after = |square: u8, other: u8| u64::from(square > other);
    // Squares that are taken don't count.
    let (b_skips, c_skips) = (after(b, a), after(c, a) + after(c, b));
    let (wide_b, wide_c) = (u64::from(b) - b_skips, u64::from(c) - c_skips);
    let off_a = 6 * 63 * 62;
    let off_b = off_a + 4 * 28 * 62;
    let off_c = off_b + 4 * 7 * 28;
    if side(a).is_ne() {
        (u64::from(NUMBER[usize::from(a)]) * 63 + wide_b) * 62 + wide_c
    } else if side(b).is_ne() {
        off_a + (diagonal(a) * 28 + below_diagonal(b)) * 62 + wide_c
    } else if side(c).is_ne() {
        off_b + (diagonal(a) * 7 + diagonal(b) - b_skips) * 28 + below_diagonal(c)
    } else {
        off_c + (diagonal(a) * 7 + diagonal(b) - b_skips) * 6 + diagonal(c) - c_skips
    }
}

/// The number of a square among the 28 below the diagonal, rank by rank.
#[inline]
fn below_diagonal(square: u8) -> u64 {
    let (low, high) = (u64::from(square >> 3), u64::from(square & 7));
    low * (15 - low) / 2 + high - low - 1
}

/// The number of pawns among those that lead: from the a-file to the d-file, each from the seventh rank to the second, and
/// beside each square its mirror image. The leading pawn has the greatest.
#[inline]
fn rank_of_pawn(square: u8) -> usize {
    let (file, rank) = (usize::from(square & 7), usize::from(square >> 3));
    47 - 12 * file.min(7 - file) - 2 * (rank - 1) - usize::from(file > 3)
}

/// Where the numbers of leading pawns begin, by how many follow and the square of the first; and how many each file has.
static LEADING: [[u64; 64]; 6] = leading().0;
static FILE_SIZES: [[u64; 4]; 6] = leading().1;

const fn leading() -> ([[u64; 64]; 6], [[u64; 4]; 6]) {
    let (mut starts, mut sizes) = ([[0; 64]; 6], [[0; 4]; 6]);
    let mut others = 0;
    while others < 6 {
        let mut file = 0;
        while file < 4 {
            let mut rank = 1;
            let mut next = 0;
            while rank < 7 {
                starts[others][8 * rank + file] = next;
                next += BINOMIALS[others][47 - 12 * file - 2 * (rank - 1)];
                rank += 1;
            }
            sizes[others][file] = next;
            file += 1;
        }
        others += 1;
    }
    (starts, sizes)
}

/// How many numbers so many leading pawns have with the first on a file from a to d.
pub(super) fn pawn_file_size(count: usize, file: usize) -> u64 {
    FILE_SIZES[count - 1][file]
}

/// Brings the leading pawn to the front and to the files a to d, and says which number the pawns have on that file.
#[inline]
pub(super) fn pawns(squares: &mut Squares, count: usize) -> u64 {
    let edge = |square: u8| (square & 7).min(7 - (square & 7));
    let first = (0..count).min_by_key(|&pawn| (edge(squares[pawn]), squares[pawn] >> 3));
    squares.swap(0, first.unwrap_or(0));
    if squares[0] & 4 != 0 {
        squares.iter_mut().for_each(|square| *square ^= 7);
    }
    let others = &mut squares[1..count];
    others.sort_unstable_by_key(|&pawn| std::cmp::Reverse(rank_of_pawn(pawn)));
    let ranks = others.iter().enumerate();
    let ranks = ranks.map(|(place, &pawn)| binomial(rank_of_pawn(pawn), count - 1 - place));
    let rank: u64 = ranks.sum();
    LEADING[count - 1][usize::from(squares[0])] + rank
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn kings_have_462_numbers_and_three_men_31332() {
        let pairs: BTreeSet<_> = PAIRS.iter().flatten().filter(|&&pair| pair != NO_PAIR).collect();
        assert_eq!((pairs.len(), pairs.last()), (462, Some(&&461)));
        let mut numbers = BTreeSet::new();
        for (a, b, c) in
            (0..64).flat_map(|a| (0..64).flat_map(move |b| (0..64).map(move |c| (a, b, c))))
        {
            if a == b || a == c || b == c {
                continue;
            }
            let mut squares: Squares = [a, b, c].into_iter().collect();
            turn_to_triangle(&mut squares, 3);
            numbers.insert(three(squares[0], squares[1], squares[2]));
        }
        assert_eq!((numbers.len(), numbers.last()), (31_332, Some(&31_331)));
    }

    #[test]
    fn pawns_have_as_many_numbers_as_their_files_say() {
        for file in 0..4u8 {
            let mut numbers = BTreeSet::new();
            for (a, b) in (8..56u8).flat_map(|a| (8..56).map(move |b| (a, b))) {
                let mut squares: Squares = [a, b].into_iter().collect();
                let number = pawns(&mut squares, 2);
                if a != b && squares[0] & 7 == file {
                    numbers.insert(number);
                }
            }
            let size = pawn_file_size(2, file.into());
            assert_eq!((numbers.len() as u64, numbers.last()), (size, Some(&(size - 1))));
        }
    }
}
