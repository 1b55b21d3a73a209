//! Tables beside Syzygy's, position by position.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use hazel_notation::to_fen;
use hazel_table::{CompareError, Compared, Difference, MaterialKey, Syzygy, Tables};
use serde::Serialize;

use super::{Refused, Watcher, check_bytes};
use crate::arguments::Format;
use crate::interrupt::Interrupt;
use crate::output::{self, Answer, facts, grouped, table, time};
use crate::report::{DIFFERS, Failure};

/// Compares the tables of these keys with Syzygy's files, each of so many slots.
pub(super) fn run(
    tables: &Tables,
    keys: &[MaterialKey],
    refused: Vec<Refused>,
    every: u64,
    folders: &[PathBuf],
    interrupt: &Interrupt,
    format: Format,
) -> Result<ExitCode, Failure> {
    let started = Instant::now();
    let syzygy = Syzygy::open(folders).map_err(|error| Failure::outside(error.to_string()))?;
    let watcher = Watcher::new(interrupt, keys);
    let mut answer = Beside { refused, ..Beside::default() };
    for key in keys {
        if interrupt.is_asked() {
            break;
        }
        watcher.begin(key);
        if !syzygy.measures(key) {
            answer.lacking.push(key.to_string());
            continue;
        }
        if let Err(damaged) = check_bytes(tables, key) {
            answer.refused.push(damaged);
            continue;
        }
        match tables.compare(key, &syzygy, every, &watcher) {
            Ok(compared) => {
                answer.add(key, &compared);
                answer.tables += u64::from(!interrupt.is_asked());
            }
            Err(CompareError::Ours(error)) => answer.refused.push(Refused::of(key, &error)),
            Err(error) => return Err(Failure::outside(error.to_string())),
        }
    }
    drop(watcher);
    answer.interrupted = interrupt.is_asked();
    answer.seconds = started.elapsed().as_secs_f64();
    if answer.tables == 0 && answer.refused.is_empty() && !answer.interrupted {
        return Err(Failure::input("the Syzygy files answer none of the tables")
            .help(format!("they have at most {} men", syzygy.most_men())));
    }
    output::print(&answer, format)?;
    if answer.interrupted {
        let (tables, all) = (answer.tables, keys.len());
        return Err(Failure::interrupted(format!("{tables} of {all} tables were compared")));
    }
    let is_right = answer.different == 0 && answer.refused.is_empty();
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::from(DIFFERS) })
}

#[derive(Serialize, Default)]
struct Beside {
    tables: u64,
    positions: u64,
    en_passant: u64,
    rounded: u64,
    different: u64,
    seconds: f64,
    interrupted: bool,
    /// The tables that Syzygy's files don't answer.
    lacking: Vec<String>,
    differences: Vec<Differs>,
    refused: Vec<Refused>,
}

#[derive(Serialize)]
struct Differs {
    key: String,
    fen: String,
    stored: String,
    syzygy: String,
}

impl Beside {
    fn add(&mut self, key: &MaterialKey, compared: &Compared) {
        self.positions += compared.positions;
        self.en_passant += compared.en_passant;
        self.rounded += compared.rounded;
        self.different += compared.different;
        self.differences.extend(compared.differences.iter().map(|found| Differs::of(key, found)));
    }
}

impl Differs {
    fn of(key: &MaterialKey, difference: &Difference) -> Differs {
        let stored = match difference.stored.exact() {
            Some(value) => value.to_string(),
            None => format!("{} to {}", difference.stored.lower, difference.stored.upper),
        };
        Differs {
            key: key.to_string(),
            fen: to_fen(&difference.position),
            stored,
            syzygy: difference.syzygy.to_string(),
        }
    }

    fn row(&self) -> Vec<String> {
        [&self.key, &self.fen, &self.stored, &self.syzygy].map(Clone::clone).to_vec()
    }
}

impl Answer for Beside {
    fn text(&self, _colors: bool) -> String {
        /// With more than this, a list is no longer read.
        const FEW: usize = 5;
        let mut text = String::new();
        if !self.differences.is_empty() {
            let rows = self.differences.iter().map(Differs::row);
            text = table(&["key", "position", "stored", "Syzygy"], rows, &[]);
        }
        let lacking = match self.lacking.len() {
            0 => "none".to_owned(),
            few @ 1..=FEW => format!("{few}: {}", self.lacking.join(", ")),
            many => format!("{}: {}, …", grouped(many as u64), self.lacking[..FEW].join(", ")),
        };
        let result = match self.different {
            0 if self.refused.is_empty() && !self.interrupted => "all the same".to_owned(),
            0 => "what was compared is the same".to_owned(),
            wrong => format!("{} positions differ", grouped(wrong)),
        };
        text + &Refused::list(&self.refused)
            + &facts(&[
                ("tables", grouped(self.tables)),
                ("not in Syzygy", lacking),
                ("positions", grouped(self.positions)),
                ("en passant", grouped(self.en_passant)),
                ("rounded there", grouped(self.rounded)),
                ("time", time(self.seconds)),
                ("result", result),
            ])
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let header = ["key", "fen", "stored", "syzygy"].map(str::to_owned).to_vec();
        std::iter::once(header).chain(self.differences.iter().map(Differs::row))
    }
}
