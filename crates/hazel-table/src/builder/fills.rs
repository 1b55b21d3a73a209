//! Moves of a whole set of positions at once.
//!
//! A move without capture can be taken back by the same piece, so "from here a position of the set can be reached" and "a
//! position of the set can come here" are the same set, and one function serves wins (moves from lost positions) and escapes
//! (moves from positions that are not won).
//!
//! The piece on the bits slides by fills over the empty squares (Kogge and Stone's, see the Chess Programming Wiki), eight
//! words side by side. The piece of the rows slides by handing whole words from square to square: what
//! it reaches from a square is what it reaches from the next, and the next itself, unless something stands there.

use hazel_core::{Bitboard, Role};

/// Eight words side by side; the compiler makes vectors of them.
type Lanes = [u64; 8];

/// 64 words: the positions that differ in the squares of the last two pieces.
pub(crate) type Row = [u64; 64];

const NOT_A: u64 = !0x0101010101010101;
const NOT_H: u64 = !0x8080808080808080;
const NOT_AB: u64 = !0x0303030303030303;
const NOT_GH: u64 = !0xC0C0C0C0C0C0C0C0;

/// Adds to `out` what the piece on the bits reaches from the positions of `row`. `occupied` are the squares of all men but
/// the last two.
pub(crate) fn bits_of_row(role: Role, row: &Row, occupied: Bitboard, out: &mut Row) {
    for (index, (from, to)) in
        row.as_chunks::<8>().0.iter().zip(out.as_chunks_mut::<8>().0).enumerate()
    {
        if from.iter().all(|&word| word == 0) {
            continue;
        }
        let empty = std::array::from_fn(|lane| !(occupied.0 | 1 << (8 * index + lane)));
        add(to, bits(role, *from, empty));
    }
}

/// What the piece on the bits reaches from the positions of one word.
pub(crate) fn bits_of_word(role: Role, word: u64, occupied: Bitboard) -> u64 {
    if word == 0 { 0 } else { bits(role, [word; 8], [!occupied.0; 8])[0] }
}

/// Adds to `out` what the piece of the rows reaches from the positions of `row`. `occupied` are the squares of all men but
/// the last two.
pub(crate) fn squares_of_row(role: Role, row: &Row, occupied: Bitboard, out: &mut Row) {
    let diagonal = matches!(role, Role::Queen | Role::Bishop);
    let straight = matches!(role, Role::Queen | Role::Rook);
    if role == Role::Knight {
        for (files, ranks) in
            [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
        {
            leap(row, files, ranks, out);
        }
        return;
    }
    // What stands on a square keeps the piece from it: kings and pawns always, the piece on the bits where it stands there.
    let open: Row =
        std::array::from_fn(
            |square| if occupied.0 >> square & 1 != 0 { 0 } else { !(1 << square) },
        );
    if straight {
        ranks::<1, 0>(row, &open, out);
        ranks::<-1, 0>(row, &open, out);
        files(row, &open, out);
    }
    if diagonal {
        ranks::<1, 1>(row, &open, out);
        ranks::<1, -1>(row, &open, out);
        ranks::<-1, 1>(row, &open, out);
        ranks::<-1, -1>(row, &open, out);
    }
}

/// Slides of the rows' piece from rank to rank: to the rank `STEP` further and `SIDE` files to the side.
#[inline(always)]
fn ranks<const STEP: isize, const SIDE: isize>(row: &Row, open: &Row, out: &mut Row) {
    let (row, open) = (row.as_chunks::<8>().0, open.as_chunks::<8>().0);
    let out = out.as_chunks_mut::<8>().0;
    let mut carried: Lanes = [0; 8];
    for step in 0..7usize {
        // From the edge towards which the piece slides back to the other.
        let rank = if STEP > 0 { 7 - step } else { step };
        let next = rank.wrapping_add_signed(-STEP);
        let passed: Lanes =
            std::array::from_fn(|file| (row[rank][file] | carried[file]) & open[rank][file]);
        carried = match SIDE {
            1 => std::array::from_fn(|file| if file < 7 { passed[file + 1] } else { 0 }),
            -1 => std::array::from_fn(|file| if file > 0 { passed[file - 1] } else { 0 }),
            _ => passed,
        };
        add(&mut out[next], carried);
    }
}

/// Slides of the rows' piece along the ranks.
#[inline(always)]
fn files(row: &Row, open: &Row, out: &mut Row) {
    for rank in 0..8 {
        let mut carried = 0;
        for square in (8 * rank + 1..8 * rank + 8).rev() {
            carried = (row[square] | carried) & open[square];
            out[square - 1] |= carried;
        }
        carried = 0;
        for square in 8 * rank..8 * rank + 7 {
            carried = (row[square] | carried) & open[square];
            out[square + 1] |= carried;
        }
    }
}

/// A knight's leap of the rows' piece.
#[inline(always)]
fn leap(row: &Row, files: isize, ranks: isize, out: &mut Row) {
    for rank in 0.max(-ranks)..8.min(8 - ranks) {
        for file in 0.max(-files)..8.min(8 - files) {
            let from = (rank * 8 + file) as usize;
            out[from.wrapping_add_signed(8 * ranks + files)] |= row[from];
        }
    }
}

#[inline(always)]
fn add(to: &mut Lanes, from: Lanes) {
    for (to, from) in to.iter_mut().zip(from) {
        *to |= from;
    }
}

/// What a piece reaches from any of the squares, over empty ones. Squares that are not empty may be among the answers.
#[inline(always)]
fn bits(role: Role, from: Lanes, empty: Lanes) -> Lanes {
    let mut reached = [0; 8];
    if role == Role::Knight {
        for lane in 0..8 {
            reached[lane] = knight(from[lane]);
        }
        return reached;
    }
    if matches!(role, Role::Queen | Role::Rook) {
        add(&mut reached, slide::<8, true>(from, empty, !0));
        add(&mut reached, slide::<8, false>(from, empty, !0));
        add(&mut reached, slide::<1, true>(from, empty, NOT_A));
        add(&mut reached, slide::<1, false>(from, empty, NOT_H));
    }
    if matches!(role, Role::Queen | Role::Bishop) {
        add(&mut reached, slide::<9, true>(from, empty, NOT_A));
        add(&mut reached, slide::<9, false>(from, empty, NOT_H));
        add(&mut reached, slide::<7, true>(from, empty, NOT_H));
        add(&mut reached, slide::<7, false>(from, empty, NOT_A));
    }
    reached
}

#[inline(always)]
fn knight(set: u64) -> u64 {
    (set << 17 | set >> 15) & NOT_A
        | (set << 15 | set >> 17) & NOT_H
        | (set << 10 | set >> 6) & NOT_AB
        | (set << 6 | set >> 10) & NOT_GH
}

/// A fill in one direction, by steps of one, two and four. No step may arrive outside of `inside`, where it would have come
/// around the edge.
#[inline(always)]
fn slide<const STEP: u32, const UP: bool>(from: Lanes, empty: Lanes, inside: u64) -> Lanes {
    std::array::from_fn(|lane| {
        let shift =
            |set: u64, steps: u32| if UP { set << (STEP * steps) } else { set >> (STEP * steps) };
        let flow = empty[lane] & inside;
        let reached = from[lane] | flow & shift(from[lane], 1);
        let flow = flow & shift(flow, 1);
        let reached = reached | flow & shift(reached, 2);
        let flow = flow & shift(flow, 2);
        let reached = reached | flow & shift(reached, 4);
        shift(reached, 1) & inside
    })
}

#[cfg(test)]
mod tests {
    use hazel_core::Square;

    use super::*;
    use crate::builder::legality::reach;

    const ROLES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    #[test]
    fn single_positions_move_as_pieces_do() {
        let kings = Square::C3.bitboard() | Square::F6.bitboard() | Square::E2.bitboard();
        for role in ROLES {
            for first in !kings {
                for last in !(kings | first.bitboard()) {
                    let mut row = [0; 64];
                    row[first.index()] = last.bitboard().0;
                    let mut out = [0; 64];
                    bits_of_row(role, &row, kings, &mut out);
                    let free = !(kings | first.bitboard());
                    let mut expected = [0; 64];
                    expected[first.index()] = (reach(role, last, !free) & free).0;
                    out = out.map(|word| word & free.0);
                    assert_eq!(out, expected, "{role} {first} {last}");
                    let word = bits_of_word(role, last.bitboard().0, !free) & free.0;
                    assert_eq!(word, expected[first.index()]);

                    let mut out = [0; 64];
                    squares_of_row(role, &row, kings, &mut out);
                    let occupied = kings | last.bitboard();
                    for to in Square::all() {
                        let reached =
                            reach(role, first, occupied).contains(to) && !occupied.contains(to);
                        let there = out[to.index()] != 0 && !occupied.contains(to);
                        assert_eq!(there, reached, "{role} {first} {to} {last}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_moves_of_a_set_are_the_moves_of_its_positions() {
        let kings = Square::A1.bitboard() | Square::D5.bitboard();
        let mut row = [0u64; 64];
        for square in !kings {
            let noise = 0x9E3779B97F4A7C15u64.wrapping_mul(square as u64 + 1);
            row[square.index()] = noise & !(kings | square.bitboard()).0;
        }
        for role in ROLES {
            let (mut bits, mut squares) = ([0; 64], [0; 64]);
            bits_of_row(role, &row, kings, &mut bits);
            squares_of_row(role, &row, kings, &mut squares);
            for first in !kings {
                for last in !(kings | first.bitboard()) {
                    let occupied = kings | first.bitboard() | last.bitboard();
                    let by_last = (reach(role, last, occupied) & !occupied)
                        .into_iter()
                        .any(|to| row[first.index()] >> to.index() & 1 != 0);
                    assert_eq!(bits[first.index()] >> last.index() & 1 != 0, by_last);
                    let by_first = (reach(role, first, occupied) & !occupied)
                        .into_iter()
                        .any(|to| row[to.index()] >> last.index() & 1 != 0);
                    assert_eq!(squares[first.index()] >> last.index() & 1 != 0, by_first);
                }
            }
        }
    }
}
