//! Asking stored tables about random positions, beside shakmaty-syzygy.
//!
//! The files of both are in memory, and every position was asked before.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Result;
use fastrand::Rng;
use hazel_core::Position;
use hazel_table::{
    BuildError, MaterialKey, Placement, Plan, PositionIndexer, RawTable, Tables, Transform,
};
use shakmaty::Chess;
use shakmaty_syzygy::Tablebase;

use super::super::contest::{Table, best_times, contender};
use crate::small_tables::{SmallTables, canonical_keys};
use crate::syzygy;

const FAMILIES: [&str; 6] = ["KQvKR", "KRvKN", "KBNvK", "KRvKP", "KPvKP", "KPPvK"];
/// One of five men, whose tables leave out positions in check.
const FIVE_MEN: &str = "KBNvKN";
/// Those that are also asked in the form in which they are built.
const UNPACKED: [&str; 3] = ["KQvKR", "KRvKN", "KBNvK"];
/// Positions of each family.
const COUNT: usize = 50_000;

/// The readers that are compared.
const NAMES: [&str; 2] = ["hazel", "shakmaty-syzygy"];

pub(super) fn run(tables: &Tables, syzygy: &Tablebase<Chess>) -> Result<()> {
    println!("tables: asking about {COUNT} random positions of each; CPU time of one thread\n");
    let mut winners = Table::new("who wins", "M/s", &NAMES);
    let mut distances = Table::new("and how far", "M/s", &NAMES);
    for family in FAMILIES {
        ask(family, tables, syzygy, [&mut winners, &mut distances])?;
    }
    let five_men = SmallTables::closure(canonical_keys(FIVE_MEN)?)?;
    ask(FIVE_MEN, &five_men.tables, syzygy, [&mut winners, &mut distances])?;
    winners.print_with_means();
    distances.print_with_means();
    unpacked(syzygy)
}

/// Asks both readers who wins, and how far it is.
fn ask(
    family: &str,
    tables: &Tables,
    syzygy: &Tablebase<Chess>,
    [winners, distances]: [&mut Table; 2],
) -> Result<()> {
    let positions: Vec<Position> =
        sample(family)?.into_iter().map(|(_, _, position)| position).collect();
    let theirs = positions.iter().map(syzygy::position).collect::<Result<Vec<Chess>>>()?;
    let ours = || sum(positions.iter().map(|position| who_wins(tables, position)));
    let reader = || sum(theirs.iter().map(|position| reader_who_wins(syzygy, position)));
    let contenders = [contender(NAMES[0], ours), contender(NAMES[1], reader)];
    winners.add(family, &best_times(&contenders, reader())?, show);
    let ours = || sum(positions.iter().map(|position| sign(tables, position)));
    let reader = || sum(theirs.iter().map(|position| reader_sign(syzygy, position)));
    let contenders = [contender(NAMES[0], ours), contender(NAMES[1], reader)];
    distances.add(family, &best_times(&contenders, reader())?, show);
    Ok(())
}

/// The form in which tables are built, in memory: value and distance of canonical positions.
fn unpacked(syzygy: &Tablebase<Chess>) -> Result<()> {
    let mut table = Table::new("value and distance, unpacked", "M/s", &["hazel"]);
    for family in UNPACKED {
        let mut raws = BTreeMap::new();
        Plan::closure(canonical_keys(family)?, |_| true).build(|raw| {
            raws.insert(*raw.key(), raw.clone());
            Ok::<_, BuildError>(())
        })?;
        let sample = sample(family)?;
        let mut expected = 0;
        for (_, _, position) in &sample {
            expected += sum([reader_sign(syzygy, &syzygy::position(position)?)].into_iter());
        }
        let asked: Vec<(&RawTable, Placement)> =
            sample.iter().map(|(key, canonical, _)| (&raws[key], *canonical)).collect();
        let ours = || sum(asked.iter().map(|(raw, canonical)| raw_sign(raw, canonical)));
        table.add(family, &best_times(&[contender("hazel", ours)], expected)?, show);
    }
    table.print();
    Ok(())
}

fn show(time: Duration) -> String {
    format!("{:.2}", COUNT as f64 / 1e6 / time.as_secs_f64())
}

/// Random legal positions of a family, always the same ones, each with its canonical key and form.
fn sample(family: &str) -> Result<Vec<(MaterialKey, Placement, Position)>> {
    let mut rng = Rng::with_seed(5);
    let mut keys = Vec::new();
    for key in canonical_keys(family)? {
        let transforms: Vec<Transform> = Transform::of_key(&key).collect();
        keys.push((PositionIndexer::new(key)?, transforms));
    }
    let mut positions = Vec::new();
    while positions.len() < COUNT {
        let (indexer, transforms) = &keys[rng.usize(..keys.len())];
        let Some(canonical) = indexer.position(rng.u64(..indexer.len())) else { continue };
        let image = canonical.image(transforms[rng.usize(..transforms.len())]);
        if let Ok(position) = image.position() {
            positions.push((*indexer.key(), canonical, position));
        }
    }
    Ok(positions)
}

/// All answers as one. Each is from -2 to 2.
fn sum(answers: impl Iterator<Item = i32>) -> u64 {
    answers.map(|answer| (answer + 2) as u64).sum()
}

fn who_wins(tables: &Tables, position: &Position) -> i32 {
    tables.wdl(position).expect("the tables are there").0.number().into()
}

fn reader_who_wins(syzygy: &Tablebase<Chess>, position: &Chess) -> i32 {
    syzygy.probe_wdl_after_zeroing(position).expect("the tables are there") as i32
}

/// The sign of the distance: theirs may be rounded.
fn sign(tables: &Tables, position: &Position) -> i32 {
    let value = tables.probe(position).expect("the tables are there").exact();
    value.expect("the tables are complete").dtz().signum()
}

fn reader_sign(syzygy: &Tablebase<Chess>, position: &Chess) -> i32 {
    let dtz = syzygy.probe_dtz(position).expect("the tables are there");
    dtz.ignore_rounding().signum()
}

fn raw_sign(table: &RawTable, canonical: &Placement) -> i32 {
    table.value(canonical).expect("the table is complete").dtz().signum()
}
