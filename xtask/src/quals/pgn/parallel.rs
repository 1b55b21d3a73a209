//! Many threads and any size of chunk read what one thread reads in one piece.

use std::io::Read as _;
use std::ops::ControlFlow;

use anyhow::{Result, ensure};
use hazel_notation::pgn::{Chunks, Input, in_order};

use super::game;
use crate::data::Data;
use crate::quals::Verdict;

/// Files of different kinds: with deep variations, with comments for every move, badly formed, of another variant, compressed.
const FILES: [&str; 6] = [
    "pgn/annotated/middleg.pgn",
    "pgn/annotated/famous_games.pgn",
    "pgn/annotated/chessdoctor.pgn",
    "pgn/odd/pychess/schess.pgn",
    "pgn/odd/mliebelt/twic-01-232games.pgn",
    "pgn/online/lichess_2024_eval_clk_1000.pgn.zst",
];

const THREADS: [usize; 3] = [1, 2, 3];

/// From chunks that hold a game or two up to the usual ones.
const SIZES: [usize; 4] = [3_000, 20_000, 100_003, Chunks::SIZE];

/// Reads each file with all numbers of threads and all sizes.
pub(super) fn check(data: &Data) -> Result<Verdict> {
    let mut games = 0;
    for file in FILES {
        let path = data.path(file);
        let mut text = Vec::new();
        super::stream(data, file)?.read_to_end(&mut text)?;
        let serial = game::read(&text);
        games += serial.len();
        for (threads, size) in THREADS.into_iter().flat_map(|t| SIZES.map(|size| (t, size))) {
            let chunks = Chunks::new(Input::open(&path)?).with_size(size);
            let mut found = Vec::new();
            let flow = in_order(
                chunks,
                threads,
                |chunk| game::read(&chunk.text),
                |games| {
                    match games {
                        Ok(games) => found.extend(games),
                        Err(error) => return ControlFlow::Break(error),
                    }
                    ControlFlow::Continue(())
                },
            );
            if let ControlFlow::Break(error) = flow {
                return Err(error.into());
            }
            ensure!(found == serial, "{file} is read otherwise by {threads} in chunks of {size}");
        }
    }
    let (files, ways) = (FILES.len(), THREADS.len() * SIZES.len());
    Ok(Verdict::Passed(format!("{files} files, {games} games, {ways} ways")))
}
