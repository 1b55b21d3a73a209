//! `hazel table solve`: one position, with only what it can reach.

mod answer;

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use hazel_table::{Finding, Progress, ReachableError, Solver, Watch};

use self::answer::Solved;
use super::{directory, open_with};
use crate::arguments::{Format, TableSolve};
use crate::interrupt::Interrupt;
use crate::meter::Line;
use crate::output::{self, grouped, time};
use crate::position;
use crate::report::{Failure, note};

/// How much memory is used if nobody says, in bytes.
const MEMORY: u64 = 2 << 30;

/// Solves the position and prints the last bounds.
pub(crate) fn run(arguments: &TableSolve, format: Format) -> Result<ExitCode, Failure> {
    let root = position::read(&arguments.words.join(" "))?;
    let folder = directory(arguments.place.tables.as_deref())?;
    let tables = open_with(&folder, &arguments.syzygy)?;
    let budget = arguments.budget.unwrap_or_default();
    let interrupt = Interrupt::install()?;
    interrupt.be_patient();
    let started = Instant::now();
    let alarm = budget.time.map(|time| Alarm::set(&interrupt, time));
    let is_late = || budget.time.is_some_and(|time| started.elapsed() >= time);
    let stopped = |error| match error {
        ReachableError::Stopped if is_late() => {
            Failure::outside("the time was over before anything was known")
                .help("give more with --budget")
        }
        ReachableError::Stopped => Failure::interrupted("nothing was known yet"),
        error => Failure::input(error.to_string()),
    };
    let has_some = !tables.is_empty() || !arguments.syzygy.syzygy.is_empty();
    let stored = has_some.then_some(tables);
    let memory = budget.memory.unwrap_or(MEMORY);
    let watcher = Watcher::new(interrupt.flag(), started);
    let mut solver = Solver::new(&root, stored, memory, &watcher).map_err(stopped)?;
    let mut finding = solver.finding();
    let mut is_stopped = false;
    loop {
        watcher.learn(&finding);
        match solver.step(&watcher) {
            Ok(true) => finding = solver.finding(),
            Ok(false) => break,
            Err(ReachableError::Stopped) => {
                is_stopped = true;
                break;
            }
            Err(error) => return Err(stopped(error)),
        }
    }
    drop((watcher, alarm));
    let answer = Solved::new(&root, &finding, started.elapsed(), is_stopped);
    output::print(&answer, format)?;
    if let Some(damage) = solver.damage() {
        note(&format!("{damage}; the answer comes without stored tables"));
    }
    match is_stopped {
        true if is_late() => note("the time is over; these are the bounds so far"),
        true => return Err(Failure::interrupted("these are the bounds so far")),
        false => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// Shows how far the work has come, and stops it when the flag is set.
struct Watcher<'a> {
    stop: &'a AtomicBool,
    started: Instant,
    line: Mutex<Line>,
    /// What is known after the last round.
    known: Mutex<String>,
}

impl<'a> Watcher<'a> {
    fn new(stop: &'a AtomicBool, started: Instant) -> Watcher<'a> {
        let known = Mutex::new("nothing is known yet".to_owned());
        Watcher { stop, started, line: Mutex::new(Line::new()), known }
    }

    /// A round is over.
    fn learn(&self, finding: &Finding) {
        let known = format!(
            "{}, {} positions, {} tables, {} open keys",
            finding.bounds.outcome(),
            grouped(finding.positions),
            finding.tables,
            finding.open.len()
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
        self.stop.load(Ordering::Relaxed)
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

/// Stops the work after a time, unless it is dropped before.
struct Alarm {
    _done: Sender<()>,
}

impl Alarm {
    fn set(interrupt: &Interrupt, time: Duration) -> Alarm {
        let (done, waits) = channel();
        let interrupt = interrupt.clone();
        thread::spawn(move || {
            if waits.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                interrupt.flag().store(true, Ordering::Relaxed);
            }
        });
        Alarm { _done: done }
    }
}
