//! `hazel table solve`: one position, with only what it can reach.

mod answer;

use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use hazel_table::{Finding, ReachableError, Solver};

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
    let mut solver = Solver::new(&root, stored, memory, interrupt.flag()).map_err(stopped)?;
    let mut line = Line::new();
    let mut finding = solver.finding();
    let mut is_stopped = false;
    loop {
        line.show(|| progress(&finding, started.elapsed()));
        match solver.step(interrupt.flag()) {
            Ok(true) => finding = solver.finding(),
            Ok(false) => break,
            Err(ReachableError::Stopped) => {
                is_stopped = true;
                break;
            }
            Err(error) => return Err(stopped(error)),
        }
    }
    drop((line, alarm));
    let answer = Solved::new(&root, &finding, started.elapsed(), is_stopped);
    output::print(&answer, format)?;
    match is_stopped {
        true if is_late() => note("the time is over; these are the bounds so far"),
        true => return Err(Failure::interrupted("these are the bounds so far")),
        false => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// For example `1.20 s: win or draw, 12 tables, 3 open keys`.
fn progress(finding: &Finding, elapsed: Duration) -> String {
    format!(
        "{}: {}, {} positions, {} tables, {} open keys",
        time(elapsed.as_secs_f64()),
        finding.bounds.outcome(),
        grouped(finding.positions),
        finding.tables,
        finding.open.len()
    )
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
