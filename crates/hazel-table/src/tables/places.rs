//! From the order in which a table is built to that of its slots.

use hazel_core::Color;

use super::fill::Slot;
use super::order::{Chosen, Grid, Slots};
use crate::builder::layout::{Layout, SQUARES};
use crate::builder::legality;
use crate::indexer::Window;
use crate::{Kind, PositionIndexer};

/// The slots of one side to move, each made when it is asked for.
pub(super) struct Places<'a, F> {
    indexer: &'a PositionIndexer,
    layout: &'a Layout,
    turn: Color,
    /// The pairs of kings, in the order of their slots.
    pairs: Vec<usize>,
    /// By how much the square of each piece is shifted in the number of a place, in the order of the indexer's pieces.
    shifts: Vec<u32>,
    /// What is to be known of a legal place.
    known: F,
}

impl<'a, F> Places<'a, F> {
    pub(super) fn new(
        indexer: &'a PositionIndexer,
        layout: &'a Layout,
        turn: Color,
        known: F,
    ) -> Places<'a, F> {
        // Slots of equal kings are neighbours, but their order isn't that of the list.
        let mut pairs: Vec<_> = (0..indexer.kings().len()).collect();
        pairs.sort_by_key(|&pair| indexer.pair_start(pair));
        let shifts = shifts(layout, indexer.groups());
        Places { indexer, layout, turn, pairs, shifts, known }
    }
}

impl<T: Slot, F: Fn(usize) -> T> Slots<T> for Places<'_, F> {
    fn len(&self) -> usize {
        self.indexer.len() as usize / self.indexer.sides().len()
    }

    /// A slot takes anything if no legal place belongs to it.
    fn put(&self, slots: &Chosen, mut grid: Grid, strip: &mut [T]) {
        let bits = 6 * self.shifts.len();
        let mut legal = vec![];
        for &pair in &self.pairs {
            let Some(window) = self.window(pair, slots) else { continue };
            let kings = self.indexer.kings()[pair];
            let (stored, transform) = self.layout.pair(kings).expect("the kings can stand so");
            legality::legal_of_pair(self.layout, self.turn, stored, &mut legal);
            let images: [usize; 64] =
                std::array::from_fn(|square| transform.square(SQUARES[square]).index());
            self.indexer.for_slots(pair, window, |slots| {
                // Without pieces there is one place.
                let step = self.shifts.get(slots.piece).map_or(64, |&shift| shift);
                let others = slots.squares.iter().zip(&self.shifts).enumerate();
                let others = others.filter(|(piece, _)| *piece != slots.piece);
                let fixed: usize =
                    others.map(|(_, (square, shift))| images[square.index()] << shift).sum();
                let (mut squares, mut next) = (slots.set.into_iter(), 0);
                grid.pass(slots.set.len() as usize, |number, to| {
                    let square = squares.nth(number - next).expect("there are so many");
                    next = number + 1;
                    let place = fixed + images[square.index()].checked_shl(step).unwrap_or(0);
                    let is_legal = legal[place >> 6] >> (place & 63) & 1 != 0;
                    strip[to] = if is_legal && slots.used.contains(square) {
                        (self.known)((stored << bits) + place)
                    } else {
                        T::ANY
                    };
                });
            });
        }
    }
}

impl<F> Places<'_, F> {
    /// Which slots of a pair of kings are among these, if any are.
    fn window(&self, pair: usize, slots: &Chosen) -> Option<Window> {
        let (start, len) = (self.indexer.pair_start(pair), self.indexer.pair_len(pair));
        match slots {
            Chosen::Columns(range, columns, these) => {
                // Columns may be all that a pair of kings has, or what the last group has.
                let slots = these.start as u64..these.end as u64;
                let window = Window { period: *columns as u64, slots };
                range.contains(&(start as usize)).then_some(window)
            }
            Chosen::Range(range) => {
                let from = (range.start as u64).max(start);
                let to = (range.end as u64).min(start + len);
                (from < to).then(|| Window { period: len, slots: from - start..to - start })
            }
        }
    }
}

/// By how much the square of each piece is shifted in the number of a place, in the order of the indexer's pieces.
fn shifts(layout: &Layout, groups: impl Iterator<Item = (Color, Kind, u8)>) -> Vec<u32> {
    let mut taken = vec![false; layout.men.len()];
    let mut shifts = vec![];
    for (color, kind, count) in groups {
        for _ in 0..count {
            let is_free = |&man: &usize| {
                !taken[man] && layout.men[man].color == color && layout.men[man].kind == kind
            };
            let man = (0..layout.men.len()).find(is_free).expect("both know the same pieces");
            taken[man] = true;
            shifts.push(6 * (layout.men.len() - 1 - man) as u32);
        }
    }
    shifts
}
