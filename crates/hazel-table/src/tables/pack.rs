//! From a table as it was built to the parts of its file.

use std::io;
use std::path::Path;

use hazel_core::Color;

use super::fill::{OneOf, Only, OnlyLow, Slot, Takes, fill};
use super::pair;
use super::places::Places;
use crate::builder::distances::Distances;
use crate::builder::evading::told_by_evasions;
use crate::builder::layout::Layout;
use crate::builder::raw::Side;
use crate::builder::taking::told_by_exits;
use crate::file::{
    Content, LARGE, MakeSymbols, NewForm, NewPart, NewTable, Part, Source, Symbols, Table,
    TableFile, Written,
};
use crate::packed::Form;
use crate::{MaterialKey, PositionIndexer, RawTable, Wdl};

/// Packs the distances of the last run of a table, in which everything unknown was turned against a side, and takes them out:
/// packed they wait beside the table's file, which makes room for what comes then.
pub(super) fn pack_distances(
    table: &mut RawTable,
    against: Color,
    is_exact: bool,
    path: &Path,
) -> io::Result<Vec<(Part, Written)>> {
    let indexer = PositionIndexer::new(*table.key()).expect("the key of a table is canonical");
    let RawTable { layout, runs } = table;
    let Some(run) = runs.last_mut() else { return Ok(vec![]) };
    let mut packed = vec![];
    for turn in Color::ALL {
        let side = &mut run[turn.index()];
        if indexer.sides().contains(&turn) {
            let is_lower = turn == against && !is_exact;
            let content = if is_lower { Content::LowerDistance } else { Content::Distance };
            let symbols = distances(&indexer, layout, side, turn);
            let is_large = is_large(&indexer);
            let write = if is_large { Written::large_beside } else { Written::raw_beside };
            packed.push((Part { content, turn }, write(&symbols, path)?));
        }
        side.distances = None;
    }
    Ok(packed)
}

/// What is to be written of a table that was just built from these children, and of its distances.
pub(super) fn new_table<'a>(
    indexer: &'a PositionIndexer,
    table: &'a RawTable,
    distances: &'a [(Part, Written)],
    sources: Vec<Source>,
    child: &'a dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
) -> NewTable<'a> {
    let values = indexer.sides().iter().map(|&turn| {
        let symbols: MakeSymbols<'a> = Box::new(move || wdl(indexer, table, turn, child));
        let is_large = is_large(indexer);
        let form = if is_large { NewForm::Large(symbols) } else { NewForm::Raw(symbols) };
        NewPart { part: Part { content: Content::Wdl, turn }, form }
    });
    let distances = distances
        .iter()
        .map(|(part, written)| NewPart { part: *part, form: NewForm::Written(written) });
    let parts = values.chain(distances).collect();
    let counts = Color::ALL.into_iter().flat_map(|turn| table.counts(turn)).collect();
    let lacks_checks = lacks_checks(table.key());
    NewTable { key: table.key().to_string(), sources, counts, lacks_checks, parts }
}

/// Whether a table leaves out what follows from the moves out of check. That makes values a fifth to a third smaller and
/// probes of positions in check slower; a table of few men is small anyway, and asked about most often.
fn lacks_checks(key: &MaterialKey) -> bool {
    key.men() > 4
}

/// What is small will be packed together with other tables; what is large, once and for all.
fn is_large(indexer: &PositionIndexer) -> bool {
    indexer.len() / indexer.sides().len() as u64 >= LARGE
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
        lacks_checks: table.lacks_checks,
        parts: parts.collect(),
    }
}

/// The symbol of a pair, with what is added to it.
#[derive(Clone, Copy)]
struct Pair(u8);

/// Added to the symbol of a pair: the lower value may be any that isn't better, and the upper one.
const LOWER_TOLD: u8 = 16;
const UPPER_TOLD: u8 = 32;
/// Instead of a pair: the values follow from the moves out of check, and any pair will do that is not spoiled.
const EVADES: u8 = pair::COUNT as u8 + LOWER_TOLD;

/// By the symbol of a pair and what is added to it, the symbols that say the same.
static TAKEN: [OneOf; 64] = {
    let mut taken = [<OneOf as Takes>::ANY; 64];
    let mut slot = 0;
    while slot < taken.len() {
        let pair = slot % 16;
        if pair < pair::COUNT {
            taken[slot] = OneOf(like(pair::PAIRS[pair], slot as u8));
        }
        slot += 1;
    }
    taken[EVADES as usize] = OneOf(unspoiled());
    taken
};

/// The set of the symbols that say the same as a pair of which so much is told.
const fn like((lower, upper): (Wdl, Wdl), told: u8) -> u16 {
    let (mut set, mut symbol) = (0, 0);
    while symbol < pair::COUNT {
        let other = pair::PAIRS[symbol];
        let is_lower = fits(told & LOWER_TOLD != 0, lower, other.0);
        if is_lower && fits(told & UPPER_TOLD != 0, upper, other.1) {
            set |= 1 << symbol;
        }
        symbol += 1;
    }
    set
}

/// The set of the symbols of pairs without cursed wins and blessed losses.
const fn unspoiled() -> u16 {
    let (mut set, mut symbol) = (0, 0);
    while symbol < pair::COUNT {
        if !pair::is_spoiled(pair::PAIRS[symbol]) {
            set |= 1 << symbol;
        }
        symbol += 1;
    }
    set
}

const fn fits(is_told: bool, value: Wdl, other: Wdl) -> bool {
    let [value, other] = [value.number(), other.number()];
    other == value || (is_told && other < value)
}

impl Pair {
    /// Where values follow from the moves out of check. What the 50-move rule spoils doesn't: it depends on the distance.
    fn of_evasion(wdl: (Wdl, Wdl)) -> Pair {
        Pair(if pair::is_spoiled(wdl) { pair::symbol(wdl.0, wdl.1) } else { EVADES })
    }
}

impl Slot for Pair {
    type Takes = OneOf;

    /// There is no pair with this symbol.
    const ANY: Pair = Pair(pair::COUNT as u8);

    #[inline]
    fn takes(self) -> OneOf {
        TAKEN[usize::from(self.0)]
    }
}

/// Symbols of pairs.
fn wdl<'a>(
    indexer: &'a PositionIndexer,
    table: &'a RawTable,
    turn: Color,
    child: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
) -> Symbols<'a> {
    let side = |against| {
        let told = told_by_exits(table, turn, against, child);
        (&table.run(against)[turn.index()], told)
    };
    let (lower, lower_told) = side(turn);
    let evading = lacks_checks(table.key()).then(|| told_by_evasions(&table.layout, turn));
    let evades = move |place| evading.as_ref().is_some_and(|evading| lower.is_in(evading, place));
    let swaps = indexer.swaps();
    if table.is_exact() {
        let known = move |place| {
            let wdl = lower.wdl(place);
            if evades(place) {
                return Pair::of_evasion((wdl, wdl));
            }
            let told = if lower.is_in(&lower_told, place) { LOWER_TOLD | UPPER_TOLD } else { 0 };
            Pair(pair::symbol(wdl, wdl) | told)
        };
        return fill(Places::new(indexer, &table.layout, turn, known), 4, &swaps);
    }
    let (upper, upper_told) = side(!turn);
    let known = move |place| {
        let wdl = (lower.wdl(place), upper.wdl(place));
        if evades(place) {
            return Pair::of_evasion(wdl);
        }
        let mut slot = pair::symbol(wdl.0, wdl.1);
        if lower.is_in(&lower_told, place) {
            slot |= LOWER_TOLD;
        }
        if upper.is_in(&upper_told, place) {
            slot |= UPPER_TOLD;
        }
        Pair(slot)
    };
    fill(Places::new(indexer, &table.layout, turn, known), pair::COUNT as u16 - 1, &swaps)
}

/// Plies to wins. What follows from the moves is left out: losses, and wins with the next move.
fn distances<'a>(
    indexer: &'a PositionIndexer,
    layout: &'a Layout,
    side: &'a Side,
    turn: Color,
) -> Symbols<'a> {
    let known = |place| {
        let value = side.value(place);
        let is_kept = value.wdl() > Wdl::Draw && value.distance() > 1;
        is_kept.then(|| value.distance())
    };
    let swaps = indexer.swaps();
    // A byte is enough nearly always.
    if side.distances.as_ref().map_or(0, Distances::longest) < u8::MAX.into() {
        let known = move |place| known(place).map_or(Slot::ANY, |plies| OnlyLow(plies as u8));
        return fill(Places::new(indexer, layout, turn, known), (u8::MAX - 1).into(), &swaps);
    }
    let known = move |place| known(place).map_or(Slot::ANY, Only);
    fill(Places::new(indexer, layout, turn, known), u16::MAX - 1, &swaps)
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

#[cfg(test)]
mod tests {
    use super::{EVADES, Pair, Slot, Takes};
    use crate::Wdl;
    use crate::tables::pair::{PAIRS, is_spoiled, symbol};

    #[test]
    fn what_the_50_move_rule_spoils_is_stored_in_check_as_well() {
        let kept = Pair::of_evasion((Wdl::BlessedLoss, Wdl::Draw)).takes();
        let free = Pair::of_evasion((Wdl::Loss, Wdl::Win)).takes();
        assert_eq!(free, Pair(EVADES).takes());
        for pair in PAIRS {
            let number = symbol(pair.0, pair.1).into();
            assert_eq!(Takes::takes(free, number), !is_spoiled(pair), "{pair:?}");
            assert_eq!(
                Takes::takes(kept, number),
                pair == (Wdl::BlessedLoss, Wdl::Draw),
                "{pair:?}"
            );
        }
    }
}
