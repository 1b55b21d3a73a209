//! The moves of one side within a key, for a row of words at a time.

use arrayvec::ArrayVec;
use hazel_core::{Color, Square, attacks};

use super::fills::{self, Row};
use super::layout::{Layout, SQUARES};
use super::legality::reach;
use super::symmetry;
use crate::Transform;

/// The moves of one side that stay within the key: all of the king and of the pieces that take nothing.
pub(crate) struct Moves<'a> {
    layout: &'a Layout,
    side: Color,
    /// For each pair of kings those that a king's move leads to.
    kings: Vec<ArrayVec<(u16, Transform), 8>>,
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
        Moves { layout, side, kings: layout.kings.iter().map(step).collect() }
    }

    /// Whether a move leads from a row to one of the marked rows.
    pub(crate) fn touch(&self, row: usize, marked: &[bool]) -> bool {
        let (pair, outer) = self.split(row);
        let own = marked[row] && self.layout.men.iter().any(|man| man.color == self.side);
        own || self.kings[pair].iter().any(|&step| marked[self.beside(step, outer)])
            || self.outer(pair, outer).is_some_and(|squares| {
                squares.into_iter().any(|to| marked[row - outer + to.index()])
            })
    }

    /// From where a move leads into the set: the row of those positions, with squares that aren't free among them. Of the
    /// set only the marked rows are read.
    pub(crate) fn row(&self, row: usize, set: &[u64], marked: Option<&[bool]>, out: &mut [u64]) {
        out.fill(0);
        let (pair, outer) = self.split(row);
        let is_marked = |row: usize| marked.is_none_or(|marked| marked[row]);
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
    fn outer(&self, pair: usize, outer: usize) -> Option<hazel_core::Bitboard> {
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
        transform.inverse().bitboard(hazel_core::Bitboard(set)).0
    }
}

fn row_of(set: &[u64], row: usize) -> &Row {
    set[64 * row..].first_chunk().expect("the set is as long as the layout")
}
