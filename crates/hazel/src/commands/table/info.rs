//! `hazel table info`: what keys are built from and what there is of them.

use std::collections::BTreeSet;
use std::process::ExitCode;

use hazel_table::{MaterialKey, Plan, PositionIndexer, Size, Tables};
use serde::Serialize;

use super::{directory, keys, open};
use crate::arguments::{Closure, Format, Info};
use crate::output::{self, Answer, facts, grouped, table};
use crate::report::Failure;

/// Shows what is known about keys without building anything.
pub(crate) fn run(arguments: &Info, format: Format) -> Result<ExitCode, Failure> {
    let tables = open(&directory(arguments.place.tables.as_deref())?)?;
    let keys = keys::read(&arguments.keys)?;
    let about = keys.iter().map(|key| About::of(key, arguments.closure, &tables)).collect();
    output::print(&Keys { keys: about }, format)?;
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct Keys {
    keys: Vec<About>,
}

#[derive(Serialize)]
struct About {
    key: String,
    /// How many positions have a slot.
    positions: u64,
    /// Keys that one move leads to.
    children: Vec<Child>,
    /// All tables that are needed, itself included, and how many of them are there.
    closure: usize,
    closure_positions: u64,
    built: usize,
    /// Of those that are there.
    closure_bytes: u64,
    /// Of those that are there and have pawns.
    closure_with_pawns: WithPawns,
    /// `exact`, `bounds`, `stale` or `missing`.
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<Stored>,
}

#[derive(Serialize)]
struct Child {
    key: String,
    state: &'static str,
}

#[derive(Serialize)]
struct Stored {
    file: String,
    bytes: u64,
    /// Of those bytes, the ones that say who wins, and how soon.
    values_bytes: u64,
    distances_bytes: u64,
    id: String,
    /// Losses, blessed losses, draws, cursed wins and wins with White to move, then with Black.
    counts: Vec<u64>,
}

/// How large tables with pawns are.
#[derive(Serialize)]
struct WithPawns {
    tables: u64,
    legal_positions: u64,
    values_bits_per_position: f64,
    distances_bits_per_position: f64,
}

impl From<Size> for WithPawns {
    fn from(size: Size) -> WithPawns {
        let [values_bits_per_position, distances_bits_per_position] = size.bits();
        WithPawns {
            tables: size.tables,
            legal_positions: size.positions,
            values_bits_per_position,
            distances_bits_per_position,
        }
    }
}

impl About {
    fn of(key: &MaterialKey, closure: Closure, tables: &Tables) -> About {
        let needed: BTreeSet<MaterialKey> =
            Plan::closure([*key], |exit| closure.follows(exit)).keys().copied().collect();
        let children = key.child_keys().into_iter();
        let stored = tables.find(key).and_then(|(_, table)| {
            let size = tables.size(key)?;
            Some(Stored {
                file: tables.path(key)?.display().to_string(),
                bytes: size.bytes(),
                values_bytes: size.values,
                distances_bytes: size.distances,
                id: table.id.to_string(),
                counts: table.counts.clone(),
            })
        });
        let size_of = |is_counted: fn(&&MaterialKey) -> bool| -> Size {
            needed.iter().filter(is_counted).filter_map(|key| tables.size(key)).sum()
        };
        About {
            key: key.to_string(),
            positions: slots(key),
            children: children
                .map(|child| Child { key: child.to_string(), state: state(tables, &child) })
                .collect(),
            closure: needed.len(),
            closure_positions: needed.iter().map(slots).sum(),
            built: needed.iter().filter(|key| tables.find(key).is_some()).count(),
            closure_bytes: size_of(|_| true).bytes(),
            closure_with_pawns: size_of(|key| key.has_pawns()).into(),
            state: state(tables, key),
            stored,
        }
    }

    fn row(&self) -> Vec<String> {
        let there = self.children.iter().filter(|child| child.state != "missing").count();
        vec![
            self.key.clone(),
            self.state.to_owned(),
            self.positions.to_string(),
            self.stored.as_ref().map_or(String::new(), |stored| stored.bytes.to_string()),
            self.children.len().to_string(),
            there.to_string(),
            self.closure.to_string(),
            self.built.to_string(),
            self.closure_positions.to_string(),
            self.closure_bytes.to_string(),
        ]
    }
}

const HEADER: [&str; 10] = [
    "key",
    "state",
    "positions",
    "bytes",
    "children",
    "children_built",
    "closure",
    "closure_built",
    "closure_positions",
    "closure_bytes",
];

impl Answer for Keys {
    fn text(&self, _colors: bool) -> String {
        if let [one] = &self.keys[..] {
            let mut known = vec![
                ("key", one.key.clone()),
                ("state", one.state.to_owned()),
                ("positions", grouped(one.positions)),
                (
                    "needs",
                    format!(
                        "{} tables, {} are there",
                        grouped(one.closure as u64 - 1),
                        grouped((one.built - usize::from(one.stored.is_some())) as u64)
                    ),
                ),
                (
                    "all in all",
                    format!(
                        "{} positions, {} bytes",
                        grouped(one.closure_positions),
                        grouped(one.closure_bytes)
                    ),
                ),
            ];
            let with_pawns = &one.closure_with_pawns;
            if with_pawns.tables > 0 {
                let line = format!(
                    "{} tables, {} legal positions; bits for each: who wins {:.3}, how soon {:.3}",
                    grouped(with_pawns.tables),
                    grouped(with_pawns.legal_positions),
                    with_pawns.values_bits_per_position,
                    with_pawns.distances_bits_per_position,
                );
                known.push(("with pawns", line));
            }
            if let Some(stored) = &one.stored {
                known.push(("file", stored.file.clone()));
                let bytes = [stored.bytes, stored.values_bytes, stored.distances_bytes];
                let [all, values, distances] = bytes.map(grouped);
                known.push(("bytes", format!("{all}: who wins {values}, how soon {distances}")));
                known.push(("id", stored.id.clone()));
            }
            let children =
                one.children.iter().map(|child| vec![child.key.clone(), child.state.to_owned()]);
            return facts(&known) + &table(&["one move leads to", "state"], children, &[]);
        }
        let rows = self.keys.iter().map(About::row);
        table(&HEADER.map(|name| name), rows, &[2, 3, 4, 5, 6, 7, 8, 9])
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let header = HEADER.map(str::to_owned).to_vec();
        std::iter::once(header).chain(self.keys.iter().map(About::row))
    }
}

fn slots(key: &MaterialKey) -> u64 {
    PositionIndexer::new(*key).map_or(u64::MAX, |indexer| indexer.len())
}

fn state(tables: &Tables, key: &MaterialKey) -> &'static str {
    match tables.find(key) {
        None => "missing",
        Some(_) if tables.fault(key).is_some() => "stale",
        Some((_, table)) if table.is_exact() => "exact",
        Some(_) => "bounds",
    }
}
