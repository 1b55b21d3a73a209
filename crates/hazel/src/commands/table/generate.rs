//! `hazel table generate`: building tables.

use std::fmt;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use hazel_table::{Built, GenerateError, Generator, MaterialKey, PlanError, ProbeError, RawTable};
use serde::Serialize;

use super::planning::Planning;
use super::{directory, keys, syzygy};
use crate::arguments::{Format, Generate};
use crate::interrupt::Interrupt;
use crate::meter::Line;
use crate::output::{self, Answer, facts, grouped, table, time};
use crate::report::{Failure, note};

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
    let deadline = budget.time.map(|time| started + time);
    let planning = Planning::new(&interrupt, deadline);
    let is_there = |key: &MaterialKey| syzygy.as_ref().is_some_and(|syzygy| syzygy.knows(key));
    let plan = planning.closure(&roots, arguments.closure, is_there);
    drop(planning);
    let mut generated = Generated { folder: folder.display().to_string(), ..Generated::default() };
    let plan = match plan {
        Ok(plan) => plan,
        Err(PlanError::Stopped { found }) if !interrupt.is_asked() => {
            let found = grouped(found as u64);
            note(&format!("the time was over while planning; {found} tables are needed so far"));
            generated.stopped = true;
            generated.seconds = started.elapsed().as_secs_f64();
            output::print(&generated, format)?;
            return Ok(ExitCode::SUCCESS);
        }
        Err(PlanError::Stopped { .. }) => {
            return Err(Failure::interrupted("stopped while planning; nothing was built"));
        }
        Err(error @ PlanError::TooMany { .. }) => {
            return Err(Failure::input(error.to_string()).help(
                "follow fewer promotions with --closure, or solve one position: hazel table solve",
            ));
        }
    };
    generated.planned = Some(plan.keys().count());
    let stand = Arc::new(Stand { done: AtomicUsize::new(0), planned: plan.keys().count().into() });
    interrupt.tell_from(&stand);
    let work = Mutex::new((Line::new(), generated));
    let report = |built: &Built| {
        stand.done.fetch_max(built.done, Ordering::Relaxed);
        stand.planned.store(built.total, Ordering::Relaxed);
        if let Ok(mut work) = work.lock() {
            work.0.show(|| format!("{} of {} tables: {}", built.done, built.total, built.key));
            work.1.add(built, roots.contains(&built.key));
        }
    };
    let generator = Generator {
        directory: &folder,
        memory: budget.memory,
        stop: interrupt.flag(),
        deadline,
        syzygy,
    };
    let result = generator.run(&plan, &report);
    let (line, mut generated) = work.into_inner().unwrap_or_else(PoisonError::into_inner);
    drop(line);
    generated.seconds = started.elapsed().as_secs_f64();
    generated.tables.sort_by(|a, b| a.key.cmp(&b.key));
    match result {
        Ok(()) => {}
        Err(GenerateError::Stopped) => {
            if interrupt.is_asked() {
                return Err(interrupt.failure());
            }
            generated.stopped = true;
            note(&stand.to_string());
        }
        Err(error @ GenerateError::Busy { .. }) => {
            let wait = "wait until it is done, or build into another folder with --tables";
            return Err(Failure::outside(error.to_string()).help(wait));
        }
        Err(error @ (GenerateError::Build(_) | GenerateError::Memory { .. })) => {
            return Err(Failure::input(error.to_string()));
        }
        Err(
            error @ (GenerateError::Loss { .. } | GenerateError::Probe(ProbeError::Changed { .. })),
        ) => {
            let taken = "if it was taken from Syzygy's files, name them with --syzygy";
            return Err(Failure::input(error.to_string()).help(taken));
        }
        Err(error) if error.is_damage() => {
            let away = "take the file away, and what it had is built again";
            return Err(Failure::outside(error.to_string()).help(away));
        }
        Err(error) => {
            let kept = "tables that were finished are kept; run the same again to go on";
            return Err(Failure::outside(error.to_string()).help(kept));
        }
    }
    output::print(&generated, format)?;
    Ok(ExitCode::SUCCESS)
}

/// How far the run has come, told if it is stopped.
struct Stand {
    done: AtomicUsize,
    planned: AtomicUsize,
}

impl fmt::Display for Stand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [done, planned] = [&self.done, &self.planned].map(|n| n.load(Ordering::Relaxed));
        let (done, planned) = (grouped(done as u64), grouped(planned as u64));
        write!(
            f,
            "stopped after {done} of {planned} tables, which are stored; run the same again to go on"
        )
    }
}

/// What was built.
#[derive(Serialize, Default)]
struct Generated {
    folder: String,
    /// Whether the time was over before everything was there.
    stopped: bool,
    /// How many tables are needed, if that was found out.
    planned: Option<usize>,
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
        // What has to be built again for the plan counts as well.
        self.planned = Some(built.total);
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
        let mut text = String::new();
        if !self.tables.is_empty() {
            text = table(&["key", "positions", "values", ""], rows, &[1]);
        }
        if self.tables.len() > FEW {
            text = text + "and " + &grouped((self.tables.len() - FEW) as u64) + " more\n";
        }
        let all = grouped((self.built + self.kept) as u64);
        let tables = match (self.stopped, self.planned) {
            (false, _) => format!("{all} with all that they need"),
            (true, Some(planned)) => {
                format!("{all} of {} are there, the time was over", grouped(planned as u64))
            }
            (true, None) => "none, the time was over".to_owned(),
        };
        text + &facts(&[
            ("tables", tables),
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
