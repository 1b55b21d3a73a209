//! `hazel table verify`: checking tables by the rules of chess alone, or beside Syzygy's.

mod beside;

use std::process::ExitCode;
use std::time::Instant;

use hazel_notation::to_fen;
use hazel_table::{MaterialKey, Mistake, Tables};
use serde::Serialize;

use super::{directory, keys, open_with};
use crate::arguments::{Format, Verify};
use crate::interrupt::Interrupt;
use crate::meter::Line;
use crate::output::{self, Answer, facts, grouped, table, time};
use crate::report::{DIFFERS, Failure};

/// Checks the files, then every table.
pub(crate) fn run(arguments: &Verify, format: Format) -> Result<ExitCode, Failure> {
    let folder = directory(arguments.place.tables.as_deref())?;
    let tables = open_with(&folder, &arguments.syzygy)?;
    let keys = match arguments.keys.as_slice() {
        [] => tables.keys(),
        names => stored_keys(names, &tables)?,
    };
    if keys.is_empty() {
        return Err(Failure::input("there is no table to verify")
            .help("build one: hazel table generate KRvK"));
    }
    let interrupt = Interrupt::install()?;
    let started = Instant::now();
    for (path, file) in tables.files() {
        file.verify().map_err(|fault| Failure::no(format!("{}: {fault}", path.display())))?;
    }
    if !arguments.against_syzygy.is_empty() {
        let folders = &arguments.against_syzygy;
        return beside::run(&tables, &keys, arguments.every, folders, &interrupt, format);
    }
    let mut line = Line::new();
    let mut answer = Checked { tables: 0, positions: 0, seconds: 0.0, mistakes: vec![] };
    for key in &keys {
        line.show(|| format!("{} of {} tables: {key}", answer.tables, keys.len()));
        let verified = tables
            .verify(key, arguments.every, interrupt.flag())
            .map_err(|error| Failure::no(error.to_string()))?;
        if interrupt.is_asked() {
            return Err(Failure::interrupted(format!("{} tables were checked", answer.tables)));
        }
        answer.tables += 1;
        answer.positions += verified.positions;
        answer.mistakes.extend(verified.mistakes.iter().map(|mistake| Wrong::of(key, mistake)));
    }
    drop(line);
    answer.seconds = started.elapsed().as_secs_f64();
    output::print(&answer, format)?;
    Ok(if answer.mistakes.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(DIFFERS) })
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
    let mut keys = keys::read(names)?;
    keys.retain(|key| tables.find(key).is_some());
    Ok(keys)
}

#[derive(Serialize)]
struct Checked {
    tables: u64,
    positions: u64,
    seconds: f64,
    mistakes: Vec<Wrong>,
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
        let result = if self.mistakes.is_empty() { "all right" } else { "wrong" };
        text + &facts(&[
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
