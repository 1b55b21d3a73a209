//! From a table as it was built to the parts of its file.

use std::io;
use std::path::Path;

use hazel_core::Color;

use super::fill::{OnlyLow, Slot, fill, leave_open};
use super::places::Places;
use crate::builder::distances::Distances;
use crate::builder::evading::told_by_evasions;
use crate::builder::layout::Layout;
use crate::builder::raw::Side;
use crate::builder::taking::told_by_exits;
use crate::file::{
    Content, LARGE, NewForm, NewPart, NewTable, Part, Source, Symbols, Table, TableFile, Written,
};
use crate::packed::{Form, OneOf, Only, Takes};
use crate::{MaterialKey, PositionIndexer, RawTable, Wdl};

/// The highest symbol of a value.
const HIGHEST: u16 = Wdl::ALL.len() as u16 - 1;

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
    let contents: &[Content] =
        if table.is_exact() { &[Content::Wdl] } else { &[Content::Wdl, Content::LowerWdl] };
    let all = indexer.sides().iter();
    let all = all.flat_map(|&turn| contents.iter().map(move |&content| Part { content, turn }));
    let values = all.map(|part| {
        let Part { content, turn } = part;
        let against = if content == Content::Wdl { !turn } else { turn };
        let places = move || wdl(indexer, table, turn, against, child);
        let form = if is_large(indexer) {
            NewForm::Open(Box::new(move || leave_open(places(), &indexer.swaps())))
        } else {
            NewForm::Raw(Box::new(move || fill(places(), HIGHEST, &indexer.swaps())))
        };
        NewPart { part, form }
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

/// The symbols that a slot of this value may have. Captures that tell it leave room for any that isn't better, and if no better
/// one would be believed, there is room for any that is.
fn symbols_of(wdl: Wdl, is_told: bool, is_most: bool) -> OneOf {
    let own: u8 = 1 << (wdl.number() - Wdl::Loss.number());
    let worse = own - 1;
    match (is_told, is_most) {
        (true, true) => Takes::ANY,
        (true, false) => OneOf(worse | own),
        (false, true) => OneOf(ALL & !worse),
        (false, false) => OneOf(own),
    }
}

/// The symbols of all values.
const ALL: u8 = (2 << HIGHEST) - 1;

/// The same where the moves out of check tell the value: any that the 50-move rule doesn't change.
const EVADES: OneOf = OneOf(0b1_0101);

/// Who wins with everything unknown turned against a side. If that is the side to move, nobody believes more than is known with
/// everything turned against the other one.
fn wdl<'a>(
    indexer: &'a PositionIndexer,
    table: &'a RawTable,
    turn: Color,
    against: Color,
    child: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
) -> Places<'a, impl Fn(usize) -> OneOf + 'a> {
    let told = told_by_exits(table, turn, against, child);
    let [side, other] = [against, !against].map(|against| &table.run(against)[turn.index()]);
    let is_lower = !table.is_exact() && turn == against;
    let evading = lacks_checks(table.key()).then(|| told_by_evasions(&table.layout, turn));
    let known = move |place| {
        let (wdl, other) = (side.wdl(place), other.wdl(place));
        if evading.as_ref().is_some_and(|evading| side.is_in(evading, place)) {
            // Whether the 50-move rule changes something depends on the distance, and so both values are stored then.
            let is_spoiled = wdl.is_spoiled() || other.is_spoiled();
            return if is_spoiled { symbols_of(wdl, false, false) } else { EVADES };
        }
        symbols_of(wdl, side.is_in(&told, place), is_lower && wdl == other)
    };
    Places::new(indexer, &table.layout, turn, known)
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

#[cfg(test)]
mod tests {
    use super::{EVADES, symbols_of};
    use crate::Wdl;
    use crate::packed::{OneOf, Takes};

    #[test]
    fn a_slot_takes_what_says_the_same() {
        let takes = |symbols: OneOf, wdl: Wdl| symbols.takes((wdl.number() + 2) as u16);
        for other in Wdl::ALL {
            for wdl in Wdl::ALL {
                assert_eq!(takes(symbols_of(wdl, false, false), other), other == wdl);
                assert_eq!(takes(symbols_of(wdl, true, false), other), other <= wdl);
                assert_eq!(takes(symbols_of(wdl, false, true), other), other >= wdl);
                assert_eq!(symbols_of(wdl, true, true), Takes::ANY);
            }
            assert_eq!(takes(EVADES, other), !other.is_spoiled());
        }
    }
}
