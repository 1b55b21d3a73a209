//! Perft beside Stockfish, through the program itself, on some of the random positions that shakmaty has judged.

use anyhow::{Context as _, Result, bail, ensure};
use hazel_notation::to_fen;
use serde::Deserialize;
use xshell::cmd;

use super::{Tally, Verdict, oracle};
use crate::data::Data;
use crate::positions::Starts;
use crate::{package, project};

const POSITIONS: usize = 2_000;
const DEPTH: &str = "3";

pub(super) fn run(tally: &mut Tally, data: Option<&Data>) {
    tally.check("stockfish: perft 3 through `hazel perft - 3 --against`", || check(data));
}

fn check(data: Option<&Data>) -> Result<Verdict> {
    let engine = package::ensure("stockfish")?;
    let shell = project::shell()?;
    cmd!(shell, "cargo build --quiet --release --package hazel").quiet().run()?;
    let program = project::target_dir()
        .join("release")
        .join(format!("hazel{}", std::env::consts::EXE_SUFFIX));
    let positions = Starts::new(data)?.positions(oracle::POSITIONS, oracle::SEED);
    let step = oracle::POSITIONS / POSITIONS;
    let fens: String = positions
        .iter()
        .step_by(step)
        .take(POSITIONS)
        .map(|position| to_fen(position) + "\n")
        .collect();
    let output = cmd!(shell, "{program} perft - {DEPTH} --against {engine} --format json")
        .quiet()
        .stdin(&fens)
        .ignore_status()
        .output()
        .context("the program does not run")?;
    // It fails, too, where they differ; then what it printed is the evidence.
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        bail!("{}: {text}{}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    let Answer { nodes, against } = serde_json::from_str(&text)?;
    let agreed = (against.agreeing, against.differing) == (POSITIONS, 0);
    ensure!(agreed, "{} of {POSITIONS} agree", against.agreeing);
    Ok(Verdict::Passed(format!("{POSITIONS} positions, {nodes} nodes, {}", against.engine)))
}

/// What is read of the program's answer.
#[derive(Deserialize)]
struct Answer {
    nodes: u64,
    against: Against,
}

#[derive(Deserialize)]
struct Against {
    engine: String,
    agreeing: usize,
    differing: usize,
}
