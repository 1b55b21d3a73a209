//! Sets of pairs of kings.
//!
//! For each square of White's king a word of the squares of Black's. White's king moves whole words, Black's king moves
//! the bits within them, so that a move of all positions of a set is a few hundred instructions without a branch.

use hazel_core::{Bitboard, Color, Square, attacks};

/// The pawns of White and Black: a structure.
pub(crate) type Pawns = [Bitboard; 2];

/// A set of pairs of kings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rows([u64; 64]);

impl Rows {
    /// No pair.
    pub(crate) const EMPTY: Rows = Rows([0; 64]);

    /// The pairs that can stand with `turn` to move: apart, on free squares, and the other king isn't attacked by a
    /// pawn.
    pub(crate) fn legal(pawns: Pawns, others: Bitboard, turn: Color) -> Rows {
        let attacked = attacks::pawns(turn, pawns[turn.index()]);
        let occupied = pawns[0] | pawns[1] | others;
        // The side that has just moved doesn't stand in check.
        let [white, black] = match turn {
            Color::White => [occupied, occupied | attacked],
            Color::Black => [occupied | attacked, occupied],
        };
        let mut rows = Rows::EMPTY;
        for king in !white {
            rows.0[king.index()] = !(attacks::king(king) | king.bitboard() | black).0;
        }
        rows
    }

    /// All pairs in which the king of `color` is attacked by a pawn.
    pub(crate) fn in_check(pawns: Pawns, color: Color) -> Rows {
        let attacked = attacks::pawns(!color, pawns[(!color).index()]);
        match color {
            Color::White => {
                Rows(std::array::from_fn(|king| if attacked.0 >> king & 1 != 0 { !0 } else { 0 }))
            }
            Color::Black => Rows([attacked.0; 64]),
        }
    }

    /// The squares of Black's king for this square of White's.
    #[inline]
    pub(crate) fn row(&self, white: usize) -> u64 {
        self.0[white]
    }

    /// The same, to be changed.
    #[inline]
    pub(crate) fn row_mut(&mut self, white: usize) -> &mut u64 {
        &mut self.0[white]
    }

    pub(crate) fn contains(&self, kings: [Square; 2]) -> bool {
        self.0[kings[0].index()] >> kings[1].index() & 1 != 0
    }

    pub(crate) fn insert(&mut self, kings: [Square; 2]) {
        self.0[kings[0].index()] |= kings[1].bitboard().0;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, row| all | row) == 0
    }

    pub(crate) fn len(&self) -> u64 {
        self.0.iter().map(|row| u64::from(row.count_ones())).sum()
    }

    /// The pairs, by White's king.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = [Square; 2]> {
        let rows = Square::all().zip(self.0);
        rows.flat_map(|(white, row)| Bitboard(row).into_iter().map(move |black| [white, black]))
    }

    /// The squares on which White's king stands in some pair, and Black's.
    pub(crate) fn kings(&self) -> [Bitboard; 2] {
        let white = Square::all().filter(|white| self.row(white.index()) != 0);
        let black = self.0.iter().fold(0, |all, row| all | row);
        [white.map(Square::bitboard).fold(Bitboard::EMPTY, |all, one| all | one), Bitboard(black)]
    }

    /// What a function says of each row of two sets.
    #[inline]
    pub(crate) fn zip(&self, other: &Rows, of: impl Fn(u64, u64) -> u64) -> Rows {
        Rows(std::array::from_fn(|king| of(self.0[king], other.0[king])))
    }

    #[inline]
    pub(crate) fn and(&self, other: &Rows) -> Rows {
        self.zip(other, |a, b| a & b)
    }

    #[inline]
    pub(crate) fn or(&self, other: &Rows) -> Rows {
        self.zip(other, |a, b| a | b)
    }

    #[inline]
    pub(crate) fn without(&self, other: &Rows) -> Rows {
        self.zip(other, |a, b| a & !b)
    }

    /// The pairs from which, or to which, the king of `color` has one step.
    #[inline]
    pub(crate) fn stepped(&self, color: Color) -> Rows {
        match color {
            Color::White => self.white_stepped(),
            Color::Black => self.black_stepped(),
        }
    }

    fn white_stepped(&self) -> Rows {
        // A frame of empty words spares all questions about the edge.
        let mut framed = [[0; 10]; 10];
        let (ranks, _) = self.0.as_chunks::<8>();
        for (framed, rank) in framed[1..].iter_mut().zip(ranks) {
            framed[1..9].copy_from_slice(rank);
        }
        let mut out = [0; 64];
        let (ranks, _) = out.as_chunks_mut::<8>();
        for (index, rank) in ranks.iter_mut().enumerate() {
            let [below, here, above] = [&framed[index], &framed[index + 1], &framed[index + 2]];
            let mut sides = [0; 10];
            for (side, (below, above)) in sides.iter_mut().zip(below.iter().zip(above)) {
                *side = below | above;
            }
            for (file, to) in rank.iter_mut().enumerate() {
                *to = sides[file] | sides[file + 1] | sides[file + 2] | here[file] | here[file + 2];
            }
        }
        Rows(out)
    }

    fn black_stepped(&self) -> Rows {
        Rows(self.0.map(|row| {
            let here = Bitboard(row);
            let beside = here.east() | here.west();
            let column = beside | here;
            (beside | column.north() | column.south()).0
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_step_to_all_neighbours_and_no_further() {
        for white in Square::all() {
            for black in Square::all().step_by(5) {
                let mut rows = Rows::EMPTY;
                rows.insert([white, black]);
                let to: Vec<_> = rows.stepped(Color::White).pairs().collect();
                let expected: Vec<_> =
                    attacks::king(white).into_iter().map(|white| [white, black]).collect();
                assert_eq!(to, expected);
                let to: Vec<_> = rows.stepped(Color::Black).pairs().collect();
                let expected: Vec<_> =
                    attacks::king(black).into_iter().map(|black| [white, black]).collect();
                assert_eq!(to, expected);
            }
        }
    }

    #[test]
    fn bare_kings_have_3612_legal_pairs() {
        for turn in Color::ALL {
            let legal = Rows::legal([Bitboard::EMPTY; 2], Bitboard::EMPTY, turn);
            assert_eq!(legal.len(), 3612);
            assert!(legal.pairs().all(|kings| legal.contains(kings)));
            assert_eq!(legal.len() as usize, legal.pairs().count());
        }
    }
}
