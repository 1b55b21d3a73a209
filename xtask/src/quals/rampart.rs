//! The test cases of rampart: positions with every legal move in SAN and the FEN after it.

use anyhow::{Context as _, Result, bail, ensure};
use hazel_notation::{parse_fen, parse_san, to_san};
use serde::Deserialize;

use super::move_lists::{named, same};
use super::{Tally, Verdict};
use crate::data::Data;

#[derive(Deserialize)]
struct File {
    #[serde(rename = "testCases")]
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    start: Start,
    expected: Vec<Expected>,
}

#[derive(Deserialize)]
struct Start {
    fen: String,
}

#[derive(Deserialize)]
struct Expected {
    #[serde(rename = "move")]
    san: String,
    fen: String,
}

pub(super) fn run(tally: &mut Tally, data: &Data) {
    let files = match data.files("perft/rampart", ".json") {
        Ok(files) => files,
        Err(error) => return tally.check("move-lists: rampart", || Err(error)),
    };
    for path in files {
        tally.check(&format!("move-lists: {path}"), || {
            let file: File = serde_json::from_str(&data.read(&path)?)?;
            let (mut positions, mut moves) = (0, 0);
            for case in &file.cases {
                check(case).with_context(|| case.start.fen.clone())?;
                positions += 1;
                moves += case.expected.len();
            }
            Ok(Verdict::Passed(format!("{positions} positions, {moves} moves")))
        });
    }
}

fn check(case: &Case) -> Result<()> {
    let position = parse_fen(&case.start.fen)?;
    let ours = named(&position, to_san);
    let theirs = case.expected.iter().map(|expected| expected.san.as_str());
    same(ours.iter().map(|(san, _)| san.as_str()), theirs)?;
    for Expected { san, fen } in &case.expected {
        let after = position.after(parse_san(&position, san)?);
        if parse_fen(fen).with_context(|| format!("after {san}"))? != after {
            bail!("{san} leads to {}, not to {fen}", hazel_notation::to_fen(&after));
        }
    }
    ensure!(ours.len() == case.expected.len(), "a move is listed twice");
    Ok(())
}
