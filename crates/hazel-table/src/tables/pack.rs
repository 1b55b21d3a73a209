//! From the order in which a table is built to the order in which it is stored.

use hazel_core::{Color, Square};

use super::fill::{ANY, AT_MOST, fill};
use crate::builder::layout::Layout;
use crate::builder::legality;
use crate::builder::raw::Side;
use crate::builder::taking::told_by_exits;
use crate::file::{Content, NewPart, NewTable, Part, Source, Symbols};
use crate::{Kind, MaterialKey, PositionIndexer, RawTable, Wdl};

/// What is to be written of a table that was built from these children, unpacked.
pub(super) fn new_table<'a>(
    table: &'a RawTable,
    sources: Vec<Source>,
    child: &'a dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
) -> NewTable<'a> {
    let indexer = PositionIndexer::new(*table.key()).expect("the key of a table is canonical");
    let mut parts = vec![];
    for &turn in indexer.sides() {
        for against in Color::ALL.into_iter().take(table.runs.len()) {
            for content in [Content::Wdl, Content::Distance] {
                let part = Part { content, turn, is_second: against == Color::Black };
                let slots = Slots { indexer: indexer.clone(), table, turn, against };
                let symbols = move || match content {
                    Content::Wdl => slots.wdl(child),
                    Content::Distance => slots.distances(),
                };
                parts.push(NewPart { part, is_raw: true, symbols: Box::new(symbols) });
            }
        }
    }
    let counts = Color::ALL.into_iter().flat_map(|turn| table.counts(turn)).collect();
    NewTable { key: table.key().to_string(), sources, counts, parts }
}

/// One side to move and one set of values, on the way from places to slots.
struct Slots<'a> {
    indexer: PositionIndexer,
    table: &'a RawTable,
    turn: Color,
    against: Color,
}

impl Slots<'_> {
    /// Numbers of [`Wdl::ALL`].
    fn wdl<'a>(&self, child: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>) -> Symbols {
        let told = told_by_exits(self.table, self.turn, self.against, child);
        let side = self.side();
        self.fill(|place| {
            let symbol = (side.value(place).wdl().number() + 2) as u16;
            if side.is_in(&told, place) { AT_MOST | symbol } else { symbol }
        })
    }

    /// Plies to wins. What follows from the moves is left out: losses, and wins with the next move.
    fn distances(&self) -> Symbols {
        let side = self.side();
        self.fill(|place| {
            let value = side.value(place);
            let is_kept = value.wdl() > Wdl::Draw && value.distance() > 1;
            if is_kept { value.distance() } else { ANY }
        })
    }

    fn side(&self) -> &Side {
        &self.table.run(self.against)[self.turn.index()]
    }

    /// Fills all slots with what legal places say.
    fn fill(&self, symbol: impl Fn(usize) -> u16) -> Symbols {
        let layout = &self.table.layout;
        let legal = legality::legal(layout, self.turn);
        let side = self.side();
        let shifts = shifts(layout, self.indexer.groups());
        let pieces = shifts.len();
        // Slots of equal kings are neighbours, but their order isn't that of the list.
        let mut pairs: Vec<_> = (0..self.indexer.kings().len()).collect();
        pairs.sort_by_key(|&pair| self.indexer.pair_start(pair));
        let mut slots =
            Vec::with_capacity(self.indexer.len() as usize / self.indexer.sides().len());
        for pair in pairs {
            let kings = self.indexer.kings()[pair];
            let (stored, transform) = layout.pair(kings).expect("the kings can stand so");
            let images: Vec<usize> =
                Square::all().map(|square| transform.square(square).index()).collect();
            self.indexer.for_each_slot(pair, |squares| {
                let place = squares.map(|squares| {
                    let offset = squares.iter().zip(&shifts);
                    let offset = offset.map(|(square, shift)| images[square.index()] << shift);
                    (stored << (6 * pieces)) + offset.sum::<usize>()
                });
                slots.push(place.filter(|&place| side.is_in(&legal, place)).map_or(ANY, &symbol));
            });
        }
        fill(&slots, &self.indexer.swaps())
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
