//! The moves of one side within a key, for a row of words at a time.

use arrayvec::ArrayVec;
use hazel_core::{Bitboard, Color, Square, attacks};

use super::fills::{self, Row};
use super::layout::{Layout, SQUARES};
use super::legality::reach;
use super::rows::Rows;
use super::symmetry;
use crate::Transform;

/// The moves of one side that stay within the key: all of the king and of the pieces that take nothing.
pub(crate) struct Moves<'a> {
    layout: &'a Layout,
    side: Color,
    /// For each pair of kings those that a king's move leads to.
    kings: Vec<ArrayVec<(u16, Transform), 8>>,
    /// For each pair of kings those from which a king's move leads to it, and how the move back turns the board. Without
    /// pawns only: else a king goes back where it came from, and these are the moves themselves.
    from: Option<Vec<Vec<(u16, Transform)>>>,
}

impl<'a> Moves<'a> {
    pub(crate) fn new(layout: &'a Layout, side: Color) -> Moves<'a> {
        let step = |kings: &[Square; 2]| {
            let mut pairs = ArrayVec::new();
            for to in attacks::king(kings[side.index()]) {
                let mut moved = *kings;
                moved[side.index()] = to;
                let pair = layout.pair(moved);
                pairs.extend(pair.map(|(pair, transform)| (pair as u16, transform)));
            }
            pairs
        };
        let kings: Vec<ArrayVec<_, 8>> = layout.kings.iter().map(step).collect();
        let from = (!layout.key.has_pawns()).then(|| {
            let mut from = vec![vec![]; kings.len()];
            for (pair, steps) in kings.iter().enumerate() {
                for &(to, transform) in steps {
                    from[to as usize].push((pair as u16, transform.inverse()));
                }
            }
            from
        });
        Moves { layout, side, kings, from }
    }

    /// Adds the rows from which a move leads into a row.
    pub(crate) fn sources(&self, row: usize, into: &mut Rows) {
        let (pair, outer) = self.split(row);
        if self.layout.men.iter().any(|man| man.color == self.side) {
            into.insert(row);
        }
        let from = self.from.as_ref().map_or(self.kings[pair].as_slice(), |from| &from[pair]);
        for &step in from {
            into.insert(self.beside(step, outer));
        }
        for from in self.outer(pair, outer).into_iter().flatten() {
            into.insert(row - outer + from.index());
        }
    }

    /// From where a move leads into the set: the row of those positions, with squares that aren't free among them. Of the
    /// set only the marked rows are read.
    pub(crate) fn row(&self, row: usize, set: &[u64], marked: Option<&Rows>, out: &mut [u64]) {
        out.fill(0);
        let (pair, outer) = self.split(row);
        let is_marked = |row: usize| marked.is_none_or(|marked| marked.contains(row));
        let steps = self.kings[pair].iter().filter(|&&step| is_marked(self.beside(step, outer)));
        let frame = self.layout.frame(self.layout.kings[pair]);
        let men = self.layout.men.as_slice();
        let Ok(out) = <&mut Row>::try_from(&mut *out) else {
            for &(pair, transform) in steps {
                let word = set[pair as usize];
                out[0] |= if men.is_empty() { word } else { back(transform, word) };
            }
            if let [last] = men
                && last.color == self.side
                && is_marked(row)
            {
                out[0] |= fills::bits_of_word(last.kind.role(), set[row], frame.occupied());
            }
            return;
        };
        for &(to, transform) in steps {
            let there = row_of(set, self.beside((to, transform), outer));
            if transform == Transform::IDENTITY {
                out.iter_mut().zip(there).for_each(|(out, word)| *out |= word);
            } else {
                let mut turned: Row =
                    std::array::from_fn(|square| there[transform.square(SQUARES[square]).index()]);
                symmetry::undo(transform, &mut turned);
                out.iter_mut().zip(turned).for_each(|(out, word)| *out |= word);
            }
        }
        let [.., first, last] = men else { return };
        let mut occupied = frame.occupied();
        if men.len() == 3 {
            occupied |= SQUARES[outer].bitboard();
        }
        if is_marked(row) {
            let own = row_of(set, row);
            if first.color == self.side {
                fills::squares_of_row(first.kind.role(), own, occupied, out);
            }
            if last.color == self.side {
                fills::bits_of_row(last.kind.role(), own, occupied, out);
            }
        }
        for to in self.outer(pair, outer).into_iter().flatten() {
            let there = row - outer + to.index();
            if is_marked(there) {
                let between = attacks::between(SQUARES[outer], to);
                let there = row_of(set, there);
                for square in !between {
                    out[square.index()] |= there[square.index()] & !between.0;
                }
            }
        }
    }

    /// The squares that the outer piece of three reaches over kings and pawns, if it is this side's.
    fn outer(&self, pair: usize, outer: usize) -> Option<Bitboard> {
        let [first, _, _] = self.layout.men.as_slice() else { return None };
        let occupied = self.layout.frame(self.layout.kings[pair]).occupied();
        let from = SQUARES[outer];
        (first.color == self.side).then(|| reach(first.kind.role(), from, occupied) & !occupied)
    }

    /// The pair of kings of a row, and the square of the outer piece of three.
    fn split(&self, row: usize) -> (usize, usize) {
        let rows = self.layout.words / self.layout.row();
        (row / rows, row % rows)
    }

    /// The row that a king's step leads to.
    fn beside(&self, (pair, transform): (u16, Transform), outer: usize) -> usize {
        if self.layout.men.len() < 3 {
            pair as usize
        } else {
            pair as usize * 64 + transform.square(SQUARES[outer]).index()
        }
    }
}

/// A set as it was before the transform.
#[inline]
pub(crate) fn back(transform: Transform, set: u64) -> u64 {
    if transform == Transform::IDENTITY {
        set
    } else {
        transform.inverse().bitboard(Bitboard(set)).0
    }
}

fn row_of(set: &[u64], row: usize) -> &Row {
    set[64 * row..].first_chunk().expect("the set is as long as the layout")
}
