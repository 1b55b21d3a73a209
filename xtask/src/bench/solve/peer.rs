//! Plain minimax beside the solver: the same that its tests are held against.

use std::time::Duration;

use anyhow::{Result, ensure};
use cpu_time::ProcessTime;
use hazel_games::pawns::{Pawns, Rules};
use hazel_solve::{Control, Game as _, Options, Outcome, Prover};

use super::super::contest::Table;
use super::naive::Position;
use super::reference::{OnDemand, Reference};

/// How often each way goes; the solver is so quick that one time would say nothing.
const TIMES: [u32; 3] = [100, 1, 1];

/// The solver, minimax that stops at the first winning move, and minimax that plays every move.
pub(super) fn run() -> Result<()> {
    println!("solve: beside plain minimax, from nothing to the value; CPU time\n");
    let names = ["hazel", "minimax, stops at wins", "minimax, every move"];
    let mut table = Table::new("game", "ms", &names);
    let ways = [ours, stopping, every_move];
    for (task, rules, value) in [
        ("peasants 4x6", Rules::peasants(4, 6), Outcome::DRAW),
        ("one row 4x6", Rules::one_row(4, 6), Outcome::DRAW),
        ("one row 4x7", Rules::one_row(4, 7), Outcome::DRAW),
    ] {
        let mut took = [Duration::ZERO; 3];
        for (index, took) in took.iter_mut().enumerate() {
            let start = ProcessTime::now();
            for _ in 0..TIMES[index] {
                let found = ways[index](rules)?;
                let name = names[index];
                ensure!(found == value, "{task}: {name} finds a {found}, expected a {value}");
            }
            *took = start.elapsed() / TIMES[index];
        }
        table.add(task, &took, |time| format!("{:.3}", time.as_secs_f64() * 1e3));
    }
    table.print();
    Ok(())
}

fn ours(rules: Rules) -> Result<Outcome> {
    let game = Pawns::new(rules)?;
    // As much as games of this size need.
    let options = Options { memory: 4 << 20, ..Options::default() };
    let prover = Prover::new(&game, &options)?;
    let mut control = Control { stop: &false.into(), report: &mut |_| () };
    Ok(prover.value(&game.start(), &mut control)?)
}

#[expect(clippy::unnecessary_wraps, reason = "one of several ways")]
fn stopping(rules: Rules) -> Result<Outcome> {
    Ok(OnDemand::default().value(&Position::start(rules)))
}

#[expect(clippy::unnecessary_wraps, reason = "one of several ways")]
fn every_move(rules: Rules) -> Result<Outcome> {
    Ok(Reference::new(rules).start().outcome)
}
