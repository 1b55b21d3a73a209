//! Comparisons with peers. Every figure in the docs comes from here and can be made again with one command.
//!
//! A figure is CPU time of one thread, the best of five runs; the contenders take turns within each run, so that whatever
//! else the machine does hits all alike. Every answer is compared with the expected one: a fast wrong answer is none.
#![expect(clippy::cast_precision_loss, reason = "figures are shown with four digits")]

mod collisions;
mod contest;
mod generation;
mod notation;
mod perft;
mod pgn;
mod solve;
mod tables;
mod tape;

use anyhow::Result;

use crate::Bench;

/// Runs one comparison.
pub(crate) fn run(bench: Bench) -> Result<()> {
    match bench {
        Bench::Perft => {
            perft::run()?;
            generation::run()?;
            collisions::run()
        }
        Bench::Notation => notation::run(),
        Bench::Pgn => pgn::run(),
        Bench::Solve => solve::run(),
        Bench::Tables => tables::run(),
        Bench::Tape => tape::run(),
    }
}
