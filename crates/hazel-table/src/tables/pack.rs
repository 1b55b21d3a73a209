//! From the order in which a table is built to the order in which it is stored.

use std::cell::Cell;
use std::sync::LazyLock;

use hazel_core::{Color, Square};

use super::fill::{OneOf, Only, Takes, fill};
use super::pair;
use crate::builder::layout::Layout;
use crate::builder::legality;
use crate::builder::raw::Side;
use crate::builder::taking::told_by_exits;
use crate::file::{
    Content, LARGE, MakeSymbols, NewForm, NewPart, NewTable, Part, Source, Symbols, Table,
    TableFile,
};
use crate::packed::Form;
use crate::{Kind, MaterialKey, PositionIndexer, RawTable, Wdl};

/// What is to be written of a table that was just built from these children.
pub(super) fn new_table<'a>(
    table: &'a RawTable,
    sources: Vec<Source>,
    child: &'a dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
) -> NewTable<'a> {
    let indexer = PositionIndexer::new(*table.key()).expect("the key of a table is canonical");
    // What is small will be packed together with other tables; what is large, once and for all.
    let is_large = indexer.len() / indexer.sides().len() as u64 >= LARGE;
    let mut parts = vec![];
    for &turn in indexer.sides() {
        let slots = || Slots { indexer: indexer.clone(), table, turn };
        let mut add = |content, symbols: MakeSymbols<'a>| {
            let form = if is_large { NewForm::Large(symbols) } else { NewForm::Raw(symbols) };
            parts.push(NewPart { part: Part { content, turn }, form });
        };
        let wdl = slots();
        add(Content::Wdl, Box::new(move || wdl.wdl(child)));
        let upper = slots();
        add(Content::Distance, Box::new(move || upper.distances(!turn)));
        if !table.is_exact() {
            let lower = slots();
            add(Content::LowerDistance, Box::new(move || lower.distances(turn)));
        }
    }
    let counts = Color::ALL.into_iter().flat_map(|turn| table.counts(turn)).collect();
    NewTable { key: table.key().to_string(), sources, counts, parts }
}

/// A stored table that was verified, to be written again, packed.
pub(super) fn copy<'a>(file: &'a TableFile, table: &'a Table) -> NewTable<'a> {
    let symbols = move |part| Symbols {
        swap: table.swap(part),
        length: table.len(part).unwrap_or(0),
        highest: u16::MAX,
        runs: Box::new(move |show| {
            file.each_run(table, part, show).expect("it was verified");
        }),
    };
    let form = |part| {
        let is_large = table.len(part) >= Some(LARGE);
        match table.form(part) {
            Some(Form::Packed(_)) if is_large => NewForm::Copied(file, table),
            _ if is_large => NewForm::Large(Box::new(move || symbols(part))),
            _ => NewForm::Packed(Box::new(move || symbols(part))),
        }
    };
    let parts = table.parts().map(|part| NewPart { part, form: form(part) });
    NewTable {
        key: table.key.clone(),
        sources: table.sources.clone(),
        counts: table.counts.clone(),
        parts: parts.collect(),
    }
}

/// Added to the symbol of a pair: the lower value may be any that isn't better, and the upper one.
const LOWER_TOLD: u8 = 16;
const UPPER_TOLD: u8 = 32;
/// No pair: any will do.
const FREE: u8 = pair::COUNT as u8;

/// By the symbol of a pair and what is added to it, the symbols that say the same.
static TAKEN: LazyLock<[OneOf; 64]> = LazyLock::new(|| {
    std::array::from_fn(|slot| {
        let slot = slot as u8;
        let Some((lower, upper)) = pair::pair((slot % 16).into()) else { return OneOf::ANY };
        let fits = |told: u8, value: Wdl, other: Wdl| {
            other == value || (slot & told != 0 && other < value)
        };
        let symbols = (0..pair::COUNT as u16).filter(|&symbol| {
            pair::pair(symbol).is_some_and(|other| {
                fits(LOWER_TOLD, lower, other.0) && fits(UPPER_TOLD, upper, other.1)
            })
        });
        OneOf(symbols.map(|symbol| 1 << symbol).sum())
    })
});

/// One side to move, on the way from places to slots.
struct Slots<'a> {
    indexer: PositionIndexer,
    table: &'a RawTable,
    turn: Color,
}

impl Slots<'_> {
    /// Symbols of pairs.
    fn wdl<'a>(&self, child: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>) -> Symbols<'static> {
        let told = |against| told_by_exits(self.table, self.turn, against, child);
        let lower = (self.side(self.turn), told(self.turn));
        let slots = if self.table.is_exact() {
            let (side, told) = lower;
            self.slots(FREE, |place| {
                let wdl = side.wdl(place);
                let told = if side.is_in(&told, place) { LOWER_TOLD | UPPER_TOLD } else { 0 };
                pair::symbol(wdl, wdl) | told
            })
        } else {
            let upper = (self.side(!self.turn), told(!self.turn));
            self.slots(FREE, |place| {
                let mut slot = pair::symbol(lower.0.wdl(place), upper.0.wdl(place));
                if lower.0.is_in(&lower.1, place) {
                    slot |= LOWER_TOLD;
                }
                if upper.0.is_in(&upper.1, place) {
                    slot |= UPPER_TOLD;
                }
                slot
            })
        };
        let highest = if self.table.is_exact() { 4 } else { pair::COUNT - 1 };
        fill(slots, |slot| TAKEN[usize::from(slot)], highest as u16, &self.indexer.swaps())
    }

    /// Plies to wins, with everything unknown turned against a side. What follows from the moves is left out: losses, and
    /// wins with the next move.
    fn distances(&self, against: Color) -> Symbols<'static> {
        let side = self.side(against);
        let kept = |place| {
            let value = side.value(place);
            (value.wdl() > Wdl::Draw && value.distance() > 1).then_some(value.distance())
        };
        // A byte is enough nearly always, and halves the memory.
        let is_long = Cell::new(false);
        let slots = self.slots(u8::MAX, |place| match kept(place).map(u8::try_from) {
            None => u8::MAX,
            Some(Ok(distance)) if distance < u8::MAX => distance,
            Some(_) => {
                is_long.set(true);
                0
            }
        });
        let swaps = self.indexer.swaps();
        if is_long.get() {
            drop(slots);
            let slots = self.slots(Only::ANY.0, |place| kept(place).unwrap_or(Only::ANY.0));
            return fill(slots, Only, Only::ANY.0 - 1, &swaps);
        }
        let takes = |slot: u8| if slot == u8::MAX { Only::ANY } else { Only(slot.into()) };
        fill(slots, takes, (u8::MAX - 1).into(), &swaps)
    }

    fn side(&self, against: Color) -> &Side {
        &self.table.run(against)[self.turn.index()]
    }

    /// What is to be known of all slots, in their order, or `free` where no legal place belongs to one.
    fn slots<S: Copy>(&self, free: S, known: impl Fn(usize) -> S) -> Vec<S> {
        let layout = &self.table.layout;
        let legal = legality::legal(layout, self.turn);
        let side = self.side(self.turn);
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
                slots.push(place.filter(|&place| side.is_in(&legal, place)).map_or(free, &known));
            });
        }
        slots
    }
}

impl Side {
    /// Who wins at a place.
    #[inline]
    fn wdl(&self, place: usize) -> Wdl {
        let is_cursed = self.cursed.as_ref().is_some_and(|cursed| self.is_in(cursed, place));
        match () {
            () if self.is_in(&self.won, place) => {
                if is_cursed {
                    Wdl::CursedWin
                } else {
                    Wdl::Win
                }
            }
            () if self.is_in(&self.lost, place) => {
                if is_cursed {
                    Wdl::BlessedLoss
                } else {
                    Wdl::Loss
                }
            }
            () => Wdl::Draw,
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
