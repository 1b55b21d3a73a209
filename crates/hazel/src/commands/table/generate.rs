//! `hazel table generate`: building tables.

use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use hazel_table::{Built, GenerateError, Generator, MaterialKey, Plan, RawTable};
use serde::Serialize;

use super::{directory, keys, syzygy};
use crate::arguments::{Format, Generate};
use crate::interrupt::Interrupt;
use crate::meter::Line;
use crate::output::{self, Answer, facts, grouped, table, time};
use crate::report::{self, Failure};

/// Builds what is missing.
pub(crate) fn run(arguments: &Generate, format: Format) -> Result<ExitCode, Failure> {
    let folder = directory(arguments.place.tables.as_deref())?;
    let roots = keys::read(&arguments.keys)?;
    if let Some(key) = roots.iter().find(|key| key.pieces() > RawTable::MAX_PIECES) {
        return Err(Failure::input(format!(
            "{key} has {} pieces besides kings and pawns, expected at most {}",
            key.pieces(),
            RawTable::MAX_PIECES
        )));
    }
    let interrupt = Interrupt::install()?;
    interrupt.be_patient();
    let started = Instant::now();
    let budget = arguments.budget.unwrap_or_default();
    let syzygy = syzygy(&arguments.syzygy)?;
    let plan = Plan::closure(roots.iter().copied(), |exit| {
        let is_taken = syzygy.as_ref().is_some_and(|syzygy| syzygy.knows(&exit.child));
        arguments.closure.follows(exit) && !is_taken
    });
    let work = Mutex::new((Line::new(), Generated::default()));
    let report = |built: &Built| {
        if let Ok(mut work) = work.lock() {
            work.0.show(|| format!("{} of {} tables: {}", built.done, built.total, built.key));
            work.1.add(built, roots.contains(&built.key));
        }
    };
    let generator = Generator {
        directory: &folder,
        memory: budget.memory,
        stop: interrupt.flag(),
        deadline: budget.time.map(|time| started + time),
        syzygy,
    };
    let result = generator.run(&plan, &report);
    let (line, mut generated) = work.into_inner().unwrap_or_else(PoisonError::into_inner);
    drop(line);
    generated.seconds = started.elapsed().as_secs_f64();
    generated.folder = folder.display().to_string();
    generated.tables.sort_by(|a, b| a.key.cmp(&b.key));
    match result {
        Ok(()) => {}
        Err(GenerateError::Stopped) => {
            report::note(&format!(
                "stopped after {} of {} tables, which are stored; run the same again to go on",
                generated.built + generated.kept,
                plan.keys().count()
            ));
            if interrupt.is_asked() {
                return Err(Failure::interrupted("stopped by Ctrl-C"));
            }
        }
        Err(error @ (GenerateError::Build(_) | GenerateError::Memory { .. })) => {
            return Err(Failure::input(error.to_string()));
        }
        Err(error) => return Err(Failure::outside(error.to_string())),
    }
    output::print(&generated, format)?;
    Ok(ExitCode::SUCCESS)
}

/// What was built.
#[derive(Serialize, Default)]
struct Generated {
    folder: String,
    built: usize,
    kept: usize,
    exact: usize,
    slots: u64,
    seconds: f64,
    /// Those that were asked for.
    tables: Vec<Made>,
}

#[derive(Serialize)]
struct Made {
    key: String,
    slots: u64,
    exact: bool,
    new: bool,
}

impl Generated {
    fn add(&mut self, built: &Built, is_asked: bool) {
        self.built += usize::from(built.is_new);
        self.kept += usize::from(!built.is_new);
        self.exact += usize::from(built.is_exact);
        self.slots += built.slots;
        if is_asked {
            let key = MaterialKey::to_string(&built.key);
            let Built { slots, is_exact: exact, is_new: new, .. } = *built;
            self.tables.push(Made { key, slots, exact, new });
        }
    }
}

impl Answer for Generated {
    fn text(&self, _colors: bool) -> String {
        /// With more than this, a list is no longer read.
        const FEW: usize = 20;
        let rows = self.tables.iter().take(FEW).map(|made| {
            let exact = if made.exact { "exact" } else { "bounds" };
            let new = if made.new { "built" } else { "was there" };
            vec![made.key.clone(), grouped(made.slots), exact.to_owned(), new.to_owned()]
        });
        let mut text = table(&["key", "positions", "values", ""], rows, &[1]);
        if self.tables.len() > FEW {
            text = text + "and " + &grouped((self.tables.len() - FEW) as u64) + " more\n";
        }
        let all = self.built + self.kept;
        text + &facts(&[
            ("tables", format!("{} with all that they need", grouped(all as u64))),
            ("built now", grouped(self.built as u64)),
            ("exact", grouped(self.exact as u64)),
            ("positions", grouped(self.slots)),
            ("time", time(self.seconds)),
            ("folder", self.folder.clone()),
        ])
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let header = ["key", "slots", "exact", "new"].map(str::to_owned).to_vec();
        let rows = self.tables.iter().map(|made| {
            vec![
                made.key.clone(),
                made.slots.to_string(),
                made.exact.to_string(),
                made.new.to_string(),
            ]
        });
        std::iter::once(header).chain(rows)
    }
}
