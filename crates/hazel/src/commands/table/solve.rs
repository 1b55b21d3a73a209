//! `hazel table solve`: one position, with only what it can reach.

mod answer;
mod end;

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hazel_core::Color;
use hazel_table::{Finding, Progress, ReachableError, Solver, Watch};

use self::answer::Solved;
use self::end::End;
use super::{directory, open_with};
use crate::arguments::{Format, TableSolve};
use crate::board::{NO_MARKS, svg};
use crate::interrupt::Interrupt;
use crate::meter::Line;
use crate::output::{self, grouped, time};
use crate::report::{Failure, note};
use crate::{file, position};

/// How much memory is used if nobody says, in bytes.
const MEMORY: u64 = 4 << 30;

/// Solves the position and prints the last bounds.
pub(crate) fn run(arguments: &TableSolve, format: Format) -> Result<ExitCode, Failure> {
    let root = position::read(&arguments.words.join(" "))?;
    let folder = directory(arguments.place.tables.as_deref())?;
    let tables = open_with(&folder, &arguments.syzygy)?;
    let budget = arguments.budget.unwrap_or_default();
    let interrupt = Interrupt::install()?;
    interrupt.be_patient();
    let has_some = !tables.is_empty() || !arguments.syzygy.syzygy.is_empty();
    let stored = has_some.then_some(tables);
    let memory = budget.memory.unwrap_or(MEMORY);
    let watcher = Watcher::new(interrupt.flag(), budget.time);
    let refused = |error: ReachableError| {
        let failure = Failure::input(error.to_string());
        match error {
            ReachableError::Castling => {
                failure.help("who may castle can be asked from stored tables: hazel table probe")
            }
            _ => failure,
        }
    };
    let mut solver = Solver::new(&root, stored, memory, &watcher).map_err(refused)?;
    loop {
        watcher.learn(&solver.finding());
        match solver.step(&watcher) {
            Ok(true) => {}
            Ok(false) | Err(ReachableError::Stopped) => break,
            Err(error) => return Err(refused(error)),
        }
    }
    let finding = solver.finding();
    let end = match solver.ended() {
        _ if finding.bounds.exact().is_some() => End::Exact,
        _ if interrupt.is_asked() => End::Interrupted,
        Some(ended) => End::from(ended),
        None => End::Time,
    };
    let elapsed = watcher.started.elapsed();
    drop(watcher);
    let answer = Solved::new(&root, &finding, elapsed, end);
    if !arguments.svg.as_deref().is_some_and(file::is_standard) {
        output::print(&answer, format)?;
    }
    if let Some(path) = &arguments.svg {
        let picture = svg::draw_marked(&root, finding.fortress.unwrap_or(NO_MARKS), Color::White);
        file::write(path, picture.as_bytes())?;
    }
    if let Some(damage) = solver.damage() {
        note(&format!("{damage}; the answer comes without stored tables"));
    }
    // The program ends here, and giving gigabytes back piece by piece would take seconds.
    std::mem::forget(solver);
    if interrupt.is_asked() {
        return Err(Failure::interrupted("these are the bounds so far"));
    }
    if end == End::Time {
        note("the time is over; these are the bounds so far");
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows how far the work has come, and stops it when the flag is set.
struct Watcher<'a> {
    stop: &'a AtomicBool,
    started: Instant,
    /// How long the work may take.
    time: Option<Duration>,
    line: Mutex<Line>,
    /// What is known after the last round.
    known: Mutex<String>,
}

impl<'a> Watcher<'a> {
    fn new(stop: &'a AtomicBool, time: Option<Duration>) -> Watcher<'a> {
        let known = Mutex::new("nothing is known yet".to_owned());
        let started = Instant::now();
        Watcher { stop, started, time, line: Mutex::new(Line::new()), known }
    }

    /// A round is over.
    fn learn(&self, finding: &Finding) {
        let known = format!(
            "{}, {} positions, {} tables, {} open keys",
            finding.bounds.outcome(),
            grouped(finding.positions),
            finding.tables,
            grouped(finding.open_keys as u64)
        );
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = known;
        self.show("choosing tables");
    }

    /// For example `1.20 s: win or draw, 48,461 positions, 12 tables, 3 open keys; table 3 of 40`.
    fn show(&self, doing: &str) {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        line.show(|| {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            format!("{}: {known}; {doing}", time(self.started.elapsed().as_secs_f64()))
        });
    }
}

impl Watch for Watcher<'_> {
    fn is_over(&self) -> bool {
        let is_late = || self.time.is_some_and(|time| self.started.elapsed() >= time);
        self.stop.load(Ordering::Relaxed) || is_late()
    }

    fn hear(&self, progress: Progress) {
        let of = |done: usize, total: usize| {
            format!("{} of {}", grouped(done as u64), grouped(total as u64))
        };
        self.show(&match progress {
            Progress::Following { structures } => {
                format!("{} structures", grouped(structures as u64))
            }
            Progress::Solving { done, total } => format!("structure {}", of(done, total)),
            Progress::Building { done, total } => format!("table {}", of(done, total)),
            Progress::Planning { .. } | Progress::Checking { .. } => return,
        });
    }
}
