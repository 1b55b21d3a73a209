//! The solver: what proofs cost, what a second thread and each idea save, and how it compares with other ways.
//!
//! A search has threads of its own, so CPU time is that of the whole process here; with two threads it is the time on
//! the clock. On one thread the nodes are the same in every run.
//!
//! No other program solves these games. The peer is the plain minimax that the tests are held against.

mod boards;
mod ideas;
#[path = "../../../crates/hazel-games/tests/main/naive.rs"]
#[allow(
    dead_code,
    clippy::duplicate_mod,
    reason = "tests and quals have it too, and use more of it"
)]
mod naive;
mod peer;
#[path = "../../../crates/hazel-games/tests/main/reference.rs"]
#[allow(
    dead_code,
    clippy::duplicate_mod,
    reason = "tests and quals have it too, and use more of it"
)]
mod reference;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use cpu_time::ProcessTime;
use hazel_games::pawns::{PawnMove, Pawns, Rules, Shortcuts};
use hazel_solve::{Control, Game as _, Options, Outcome, Progress, Prover, ProverError};

/// Bytes for what is known of positions. None of these proofs fills it; a table is zeroed in large pages, which would be most
/// of the time of a small one.
const MEMORY: usize = 256 << 20;
/// The same for boards of millions of nodes.
const LARGE_MEMORY: usize = 512 << 20;

pub(super) fn run() -> Result<()> {
    boards::costs()?;
    boards::threads()?;
    ideas::shortcuts()?;
    ideas::methods()?;
    peer::run()
}

/// A game with its value, which every proof has to find.
#[derive(Clone, Copy)]
struct Task {
    name: &'static str,
    rules: Rules,
    value: Outcome,
}

impl Task {
    const PEASANTS_4X8_SHORT: Task =
        Task::drawn("peasants 4x8 short", Rules::peasants(4, 8).short());
    const PEASANTS_5X7_SHORT: Task =
        Task::drawn("peasants 5x7 short", Rules::peasants(5, 7).short());
    const PEASANTS_6X7_SHORT: Task =
        Task::drawn("peasants 6x7 short", Rules::peasants(6, 7).short());
    const ONE_ROW_6X8: Task =
        Task { name: "one row 6x8", rules: Rules::one_row(6, 8), value: Outcome::WIN };

    const fn drawn(name: &'static str, rules: Rules) -> Task {
        Task { name, rules, value: Outcome::DRAW }
    }
}

/// How a value is to be found.
#[derive(Clone, Copy)]
struct Means {
    shortcuts: Shortcuts,
    options: Options,
}

impl Means {
    /// All ideas, one thread, and so many bytes.
    fn usual(memory: usize) -> Means {
        let options = Options { memory, ..Options::default() };
        Means { shortcuts: Shortcuts::ALL, options }
    }

    /// What a proof takes.
    fn solve(self, task: &Task) -> Result<Cost> {
        match self.solve_within(task, u64::MAX)? {
            Ok(cost) => Ok(cost),
            Err(nodes) => anyhow::bail!("{} was stopped after {nodes} nodes", task.name),
        }
    }

    /// The same, or the nodes after which it was stopped, soon after there were as many as this.
    fn solve_within(self, task: &Task, most: u64) -> Result<Result<Cost, u64>> {
        let game = Pawns::new(task.rules)?.with_shortcuts(self.shortcuts);
        let prover = Prover::new(&game, &self.options)?;
        let stop = AtomicBool::new(false);
        let mut report = |progress: &Progress<PawnMove>| {
            stop.store(progress.nodes > most, Ordering::Relaxed);
        };
        let (clock, cpu) = (Instant::now(), ProcessTime::now());
        let mut control = Control { stop: &stop, report: &mut report };
        let value = match prover.value(&game.start(), &mut control) {
            Err(ProverError::Stopped) => return Ok(Err(prover.nodes())),
            value => value?,
        };
        let cost = Cost { nodes: prover.nodes(), cpu: cpu.elapsed(), clock: clock.elapsed() };
        ensure!(value == task.value, "{} is a {value}, expected {}", task.name, task.value);
        Ok(Ok(cost))
    }
}

/// What a proof took.
#[derive(Clone, Copy)]
struct Cost {
    nodes: u64,
    cpu: Duration,
    clock: Duration,
}

/// Cells of text.
fn cells<const N: usize>(texts: [&str; N]) -> Vec<String> {
    texts.map(str::to_owned).to_vec()
}

/// A number as a multiple of another, with two digits behind the point.
fn ratio(number: u64, of: u64) -> String {
    format!("{:.2}", number as f64 / of as f64)
}
