//! `hazel table verify`: checking tables by the rules of chess alone, or beside Syzygy's.

mod beside;
mod watcher;

use std::process::ExitCode;
use std::time::Instant;

use hazel_notation::to_fen;
use hazel_table::{MaterialKey, Mistake, ProbeError, Tables};
use serde::Serialize;

use self::watcher::Watcher;
use super::{directory, keys, open_sound};
use crate::arguments::{Format, Verify};
use crate::interrupt::Interrupt;
use crate::output::{self, Answer, facts, grouped, table, time};
use crate::report::{DIFFERS, Failure};

/// Checks the files, then every table.
pub(crate) fn run(arguments: &Verify, format: Format) -> Result<ExitCode, Failure> {
    let folder = directory(arguments.place.tables.as_deref())?;
    let (tables, bad_files) = open_sound(&folder)?;
    let tables = super::beside(tables, &arguments.syzygy)?;
    let keys = match arguments.keys.as_slice() {
        [] => tables.keys(),
        names => stored_keys(names, &tables).map_err(|failure| match bad_files.first() {
            Some(bad) => failure.help(format!("it may be in a file that is refused: {bad}")),
            None => failure,
        })?,
    };
    if keys.is_empty() && bad_files.is_empty() {
        return Err(Failure::input("there is no table to verify")
            .help("build one: hazel table generate KRvK"));
    }
    let interrupt = Interrupt::install()?;
    interrupt.be_patient();
    let refused = bad_files.iter().map(|error| Refused { key: None, reason: error.to_string() });
    let refused = refused.collect();
    if !arguments.against_syzygy.is_empty() {
        let folders = &arguments.against_syzygy;
        return beside::run(&tables, &keys, refused, arguments.every, folders, &interrupt, format);
    }
    let started = Instant::now();
    let mut answer = Checked { refused, ..Checked::default() };
    let watcher = Watcher::new(&interrupt, &keys);
    for key in &keys {
        if interrupt.is_asked() {
            break;
        }
        watcher.begin(key);
        if let Err(damaged) = check_bytes(&tables, key) {
            answer.refused.push(damaged);
            continue;
        }
        match tables.verify(key, arguments.every, &watcher) {
            Ok(verified) => {
                let mistakes = verified.mistakes.iter().map(|mistake| Wrong::of(key, mistake));
                answer.positions += verified.positions;
                answer.mistakes.extend(mistakes);
                answer.tables += u64::from(!interrupt.is_asked());
            }
            Err(error) => answer.refused.push(Refused::of(key, &error)),
        }
    }
    drop(watcher);
    answer.interrupted = interrupt.is_asked();
    answer.seconds = started.elapsed().as_secs_f64();
    output::print(&answer, format)?;
    if answer.interrupted {
        let (tables, all) = (answer.tables, keys.len());
        return Err(Failure::interrupted(format!("{tables} of {all} tables were checked")));
    }
    let is_right = answer.mistakes.is_empty() && answer.refused.is_empty();
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::from(DIFFERS) })
}

/// Checks the checksums and the hash of a table.
fn check_bytes(tables: &Tables, key: &MaterialKey) -> Result<(), Refused> {
    let Some((file, table)) = tables.find(key) else { return Ok(()) };
    file.verify_table(table).map_err(|fault| {
        let path = tables.path(key).map_or(String::new(), |path| path.display().to_string());
        Refused { key: Some(key.to_string()), reason: format!("{path}: {fault}") }
    })
}

/// Of a family, the keys that there are tables of; a name of which there is none is refused before the work begins.
fn stored_keys(names: &[String], tables: &Tables) -> Result<Vec<MaterialKey>, Failure> {
    for name in names {
        let keys = keys::read(std::slice::from_ref(name))?;
        if !keys.iter().any(|key| tables.find(key).is_some()) {
            return Err(Failure::input(format!("there is no table of {name}"))
                .help(format!("build it: hazel table generate {name}")));
        }
    }
    let keys = keys::read(names)?.into_iter().filter(|key| tables.find(key).is_some());
    Ok(keys.collect())
}

#[derive(Serialize, Default)]
struct Checked {
    tables: u64,
    positions: u64,
    seconds: f64,
    interrupted: bool,
    mistakes: Vec<Wrong>,
    refused: Vec<Refused>,
}

/// A table that can't be checked, or a file.
#[derive(Serialize)]
struct Refused {
    key: Option<String>,
    reason: String,
}

impl Refused {
    fn of(key: &MaterialKey, error: &ProbeError) -> Refused {
        Refused { key: Some(key.to_string()), reason: error.to_string() }
    }

    /// A table of those that were refused, as far as there are any.
    fn list(refused: &[Refused]) -> String {
        if refused.is_empty() {
            return String::new();
        }
        let row = |refused: &Refused| {
            let key = refused.key.clone().unwrap_or_else(|| "a file".to_owned());
            vec![key, refused.reason.clone()]
        };
        let rows = refused.iter().map(row);
        table(&["not checked", "why"], rows, &[])
    }
}

#[derive(Serialize)]
struct Wrong {
    key: String,
    fen: String,
    stored: [String; 2],
    expected: [String; 2],
}

impl Wrong {
    fn of(key: &MaterialKey, mistake: &Mistake) -> Wrong {
        let words =
            |bounds: hazel_table::Bounds| [bounds.lower.to_string(), bounds.upper.to_string()];
        Wrong {
            key: key.to_string(),
            fen: to_fen(&mistake.position),
            stored: words(mistake.stored),
            expected: words(mistake.expected),
        }
    }

    fn row(&self) -> Vec<String> {
        vec![
            self.key.clone(),
            self.fen.clone(),
            self.stored.join(" to "),
            self.expected.join(" to "),
        ]
    }
}

impl Answer for Checked {
    fn text(&self, _colors: bool) -> String {
        let mut text = String::new();
        if !self.mistakes.is_empty() {
            text = table(
                &["key", "position", "stored", "by its moves"],
                self.mistakes.iter().map(Wrong::row),
                &[],
            );
        }
        let is_whole = self.refused.is_empty() && !self.interrupted;
        let result = match (self.mistakes.is_empty(), is_whole) {
            (true, true) => "all right",
            (true, false) if self.positions == 0 => "nothing was checked",
            (true, false) => "what was checked is right",
            (false, _) => "wrong",
        };
        text + &Refused::list(&self.refused)
            + &facts(&[
                ("tables", grouped(self.tables)),
                ("positions", grouped(self.positions)),
                ("time", time(self.seconds)),
                ("result", result.to_owned()),
            ])
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let header = ["key", "fen", "stored", "expected"].map(str::to_owned).to_vec();
        std::iter::once(header).chain(self.mistakes.iter().map(Wrong::row))
    }
}
