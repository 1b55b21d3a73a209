//! From the order in which a table is built to the order in which it is stored.

use hazel_core::{Color, Square};

use crate::builder::layout::Layout;
use crate::builder::legality;
use crate::builder::raw::Side;
use crate::file::{Content, NewPart, NewTable, Part, Source};
use crate::packed::DONT_CARE;
use crate::{Kind, MaterialKey, PositionIndexer, RawTable, Value, Wdl};

/// The symbols of one side to move and one set of values.
pub(super) struct Columns {
    turn: Color,
    is_second: bool,
    /// Numbers of [`Wdl::ALL`], or [`ANY`].
    wdl: Vec<u8>,
    /// Plies to wins, or [`DONT_CARE`].
    distances: Vec<u16>,
}

/// Stands for a slot that no legal position has.
const ANY: u8 = u8::MAX;

/// All columns of a table.
pub(super) fn columns(table: &RawTable) -> Vec<Columns> {
    let indexer = PositionIndexer::new(*table.key()).expect("the key of a table is canonical");
    let mut all = vec![];
    for &turn in indexer.sides() {
        let legal = legality::legal(&table.layout, turn);
        for (number, run) in table.runs.iter().enumerate() {
            let slots = Slots { indexer: &indexer, layout: &table.layout, legal: &legal };
            all.push(slots.column(turn, number == 1, &run[turn.index()]));
        }
    }
    all
}

/// What is to be written of a table.
pub(super) fn new_table<'a>(
    key: &MaterialKey,
    counts: Vec<u64>,
    sources: Vec<Source>,
    columns: &'a [Columns],
) -> NewTable<'a> {
    let mut parts = vec![];
    for column in columns {
        let Columns { turn, is_second, wdl, distances } = column;
        let (turn, is_second) = (*turn, *is_second);
        parts.push(NewPart {
            part: Part { content: Content::Wdl, turn, is_second },
            swaps: vec![],
            is_raw: false,
            symbols: Box::new(move || Box::new(wdl.iter().map(|&symbol| wide(symbol)))),
        });
        parts.push(NewPart {
            part: Part { content: Content::Distance, turn, is_second },
            swaps: vec![],
            is_raw: false,
            symbols: Box::new(move || Box::new(distances.iter().copied())),
        });
    }
    NewTable { key: key.to_string(), sources, counts, parts }
}

fn wide(symbol: u8) -> u16 {
    if symbol == ANY { DONT_CARE } else { symbol.into() }
}

/// How slots lead to places.
struct Slots<'a> {
    indexer: &'a PositionIndexer,
    layout: &'a Layout,
    legal: &'a [u64],
}

impl Slots<'_> {
    fn column(&self, turn: Color, is_second: bool, side: &Side) -> Columns {
        let mut column = Columns { turn, is_second, wdl: vec![], distances: vec![] };
        let shifts = shifts(self.layout, self.indexer.groups());
        let pieces = shifts.len();
        // Slots of equal kings are neighbours, but their order isn't that of the list.
        let mut pairs: Vec<_> = (0..self.indexer.kings().len()).collect();
        pairs.sort_by_key(|&pair| self.indexer.pair_start(pair));
        for pair in pairs {
            let kings = self.indexer.kings()[pair];
            let (stored, transform) = self.layout.pair(kings).expect("the kings can stand so");
            let images: Vec<usize> =
                Square::all().map(|square| transform.square(square).index()).collect();
            self.indexer.for_each_slot(pair, |squares| {
                let place = squares.map(|squares| {
                    let offset = squares.iter().zip(&shifts);
                    let offset = offset.map(|(square, shift)| images[square.index()] << shift);
                    (stored << (6 * pieces)) + offset.sum::<usize>()
                });
                let is_legal = |place: &usize| {
                    let (word, bit) = (place >> side.shift, place & ((1 << side.shift) - 1));
                    self.legal[word] >> bit & 1 != 0
                };
                let value = place.filter(is_legal).map(|place| side.value(place));
                column.wdl.push(value.map_or(ANY, |value| (value.wdl().number() + 2) as u8));
                // What follows from the moves is left out: losses, and wins with the next move.
                let decided = value.filter(|value| value.wdl() > Wdl::Draw && value.distance() > 1);
                column.distances.push(decided.map_or(DONT_CARE, Value::distance));
            });
        }
        column
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
