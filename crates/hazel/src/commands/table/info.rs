//! `hazel table info`: what keys are built from and what there is of them.

use std::collections::BTreeSet;
use std::process::ExitCode;

use hazel_table::{MaterialKey, Plan, PlanError, RawTable, Size, Tables, slots};
use serde::Serialize;

use super::planning::Planning;
use super::{directory, keys, open};
use crate::arguments::{Format, Info};
use crate::interrupt::Interrupt;
use crate::output::{self, Answer, facts, grouped, table};
use crate::report::{Failure, note};

/// Of more keys than these, only what they are themselves is told: to find what each needs would take hours.
const FEW: usize = 2000;

/// Shows what is known about keys without building anything.
pub(crate) fn run(arguments: &Info, format: Format) -> Result<ExitCode, Failure> {
    let tables = open(&directory(arguments.place.tables.as_deref())?)?;
    let keys = keys::read(&arguments.keys)?;
    let interrupt = Interrupt::install()?;
    let planning = Planning::new(&interrupt, None);
    let are_few = keys.len() <= FEW;
    let mut about = vec![];
    for key in &keys {
        planning.at(about.len(), keys.len());
        let plan = are_few.then(|| planning.closure(&[*key], arguments.closure, |_| false));
        let needed = match plan {
            Some(Ok(plan)) => Some(plan.keys().copied().collect()),
            None | Some(Err(PlanError::TooMany { .. } | PlanError::Stopped { .. })) => None,
        };
        if interrupt.is_asked() {
            let done = format!("{} of {} keys were looked at", about.len(), keys.len());
            return Err(Failure::interrupted(done));
        }
        about.push(About::of(key, needed.as_ref(), &tables));
    }
    drop(planning);
    if !are_few {
        let (all, most) = (grouped(keys.len() as u64), grouped(FEW as u64));
        note(&format!("these are {all} keys; what each needs is told of at most {most}"));
    }
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
    /// All tables that are needed, itself included, if they are few enough to be counted.
    #[serde(flatten)]
    needed: Option<Needed>,
    /// `exact`, `bounds`, `stale`, `missing` or `unbuildable`.
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<Stored>,
}

/// All tables that are needed.
#[derive(Serialize)]
struct Needed {
    closure: usize,
    closure_positions: u64,
    /// Those that are there.
    built: usize,
    /// Of those that are there.
    closure_bytes: u64,
    /// Of those that are there and have pawns.
    closure_with_pawns: WithPawns,
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
    fn of(key: &MaterialKey, needed: Option<&BTreeSet<MaterialKey>>, tables: &Tables) -> About {
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
        let needed = needed.map(|needed| {
            let size_of = |is_counted: fn(&&MaterialKey) -> bool| -> Size {
                needed.iter().filter(is_counted).filter_map(|key| tables.size(key)).sum()
            };
            Needed {
                closure: needed.len(),
                closure_positions: needed.iter().map(slots).fold(0, u64::saturating_add),
                built: needed.iter().filter(|key| tables.find(key).is_some()).count(),
                closure_bytes: size_of(|_| true).bytes(),
                closure_with_pawns: size_of(|key| key.has_pawns()).into(),
            }
        });
        About {
            key: key.to_string(),
            positions: slots(key),
            children: children
                .map(|child| Child { key: child.to_string(), state: state(tables, &child) })
                .collect(),
            needed,
            state: state(tables, key),
            stored,
        }
    }

    fn state_in_words(&self) -> String {
        match self.state {
            UNBUILDABLE => format!(
                "{UNBUILDABLE}: tables have at most {} pieces besides kings and pawns",
                RawTable::MAX_PIECES
            ),
            "stale" => {
                "stale: something that it was built from is gone or another one; generate it again"
                    .to_owned()
            }
            state => state.to_owned(),
        }
    }

    fn row(&self) -> Vec<String> {
        let is_there = |child: &&Child| !["missing", UNBUILDABLE].contains(&child.state);
        let there = self.children.iter().filter(is_there).count();
        let needed = |number: fn(&Needed) -> u64| {
            self.needed.as_ref().map_or(String::new(), |needed| number(needed).to_string())
        };
        vec![
            self.key.clone(),
            self.state.to_owned(),
            self.positions.to_string(),
            self.stored.as_ref().map_or(String::new(), |stored| stored.bytes.to_string()),
            self.children.len().to_string(),
            there.to_string(),
            needed(|needed| needed.closure as u64),
            needed(|needed| needed.built as u64),
            needed(|needed| needed.closure_positions),
            needed(|needed| needed.closure_bytes),
        ]
    }
}

impl Needed {
    /// Lines that tell them, without the table itself if it is there.
    fn in_words(&self, is_there: bool) -> Vec<(&'static str, String)> {
        let others = grouped(self.closure as u64 - 1);
        let there = grouped((self.built - usize::from(is_there)) as u64);
        let (positions, bytes) = (grouped(self.closure_positions), grouped(self.closure_bytes));
        let mut words = vec![
            ("needs", format!("{others} other tables, of which {there} are there")),
            ("all in all", format!("{positions} positions, {bytes} bytes")),
        ];
        let with_pawns = &self.closure_with_pawns;
        if with_pawns.tables > 0 {
            let line = format!(
                "{} tables, {} legal positions; bits for each: who wins {:.3}, how soon {:.3}",
                grouped(with_pawns.tables),
                grouped(with_pawns.legal_positions),
                with_pawns.values_bits_per_position,
                with_pawns.distances_bits_per_position,
            );
            words.push(("with pawns", line));
        }
        words
    }
}

/// The state of keys that no table can have.
const UNBUILDABLE: &str = "unbuildable";

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
            let mut known = vec![("key", one.key.clone()), ("state", one.state_in_words())];
            known.push(("positions", grouped(one.positions)));
            if let Some(needed) = &one.needed {
                known.extend(needed.in_words(one.stored.is_some()));
            } else {
                let most = grouped(Plan::MOST_KEYS as u64);
                known.push(("needs", format!("more than {most} tables")));
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

fn state(tables: &Tables, key: &MaterialKey) -> &'static str {
    match tables.find(key) {
        None if key.pieces() > RawTable::MAX_PIECES => UNBUILDABLE,
        None => "missing",
        Some(_) if tables.fault(key).is_some() => "stale",
        Some((_, table)) if table.is_exact() => "exact",
        Some(_) => "bounds",
    }
}
