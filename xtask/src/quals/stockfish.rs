//! Perft beside Stockfish on random positions, through the program itself.

use anyhow::{Context as _, Result, bail};
use hazel_notation::to_fen;
use xshell::cmd;

use super::{Tally, Verdict};
use crate::data::Data;
use crate::positions::Starts;
use crate::{project, stockfish};

const POSITIONS: usize = 2_000;
const DEPTH: &str = "3";
const SEED: u64 = 0x0057_0C4F;

pub(super) fn run(tally: &mut Tally, data: Option<&Data>) {
    tally.check("stockfish: perft 3 through `hazel perft - 3 --against`", || check(data));
}

fn check(data: Option<&Data>) -> Result<Verdict> {
    let engine = stockfish::ensure()?;
    let shell = project::shell()?;
    cmd!(shell, "cargo build --quiet --release --package hazel").quiet().run()?;
    let program = project::target_dir().join("release/hazel");
    let mut positions = Starts::new(data)?.positions(POSITIONS, SEED);
    positions.dedup();
    let fens: String = positions.iter().map(|position| to_fen(position) + "\n").collect();
    let output = cmd!(shell, "{program} perft - {DEPTH} --against {engine}")
        .quiet()
        .stdin(&fens)
        .ignore_status()
        .output()
        .context("the program does not run")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        bail!("{}{text}{}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    let last = text.lines().last().unwrap_or_default();
    Ok(Verdict::Passed(format!("{} positions; it says: {last}", positions.len())))
}
