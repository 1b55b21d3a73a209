//! Quals: checks of exact claims against outside oracles, such as published counts, other programs and other libraries.
//!
//! They take minutes and need things that a clone does not have, so they are no tests. Where the data is missing, a
//! check is skipped and says so; where a program is missing, it is installed. Nothing here compares with an earlier run
//! of ours: that would be no oracle.

mod kokopu;
mod move_lists;
mod openings;
mod oracle;
mod perft_suites;
mod pgn;
mod rampart;
mod solve;
mod stockfish;
pub(crate) mod suites;
mod tables;

use std::fmt;
use std::time::Instant;

use anyhow::{Result, bail};

use crate::Qual;
use crate::data::Data;

/// Runs one qual or all of them, on `all` that they can look at or on as much as ends in minutes.
pub(crate) fn run(only: Option<Qual>, all: bool) -> Result<()> {
    let data = Data::find()?;
    let mut tally = Tally::default();
    let wanted = |qual| only.is_none_or(|only| only == qual);
    if wanted(Qual::PerftSuites) {
        perft_suites::run(&mut tally, data.as_ref());
    }
    if wanted(Qual::MoveLists) {
        move_lists::run(&mut tally, data.as_ref());
    }
    if wanted(Qual::Oracle) {
        oracle::run(&mut tally, data.as_ref());
    }
    if wanted(Qual::Openings) {
        openings::run(&mut tally, data.as_ref());
    }
    if wanted(Qual::Pgn) {
        pgn::run(&mut tally, data.as_ref());
    }
    if wanted(Qual::Solve) {
        solve::run(&mut tally);
    }
    if wanted(Qual::Tables) {
        tables::run(&mut tally, data.as_ref(), all);
    }
    if wanted(Qual::Stockfish) {
        stockfish::run(&mut tally, data.as_ref());
    }
    println!("{tally}");
    if tally.failed > 0 {
        bail!("quals failed");
    }
    Ok(())
}

/// How a check ended, if not with an error; in words.
enum Verdict {
    Passed(String),
    Skipped(String),
}

/// How many checks passed, failed and were skipped.
#[derive(Default)]
struct Tally {
    passed: u32,
    failed: u32,
    skipped: u32,
}

impl Tally {
    /// Runs a check and prints how it went.
    fn check(&mut self, name: &str, body: impl FnOnce() -> Result<Verdict>) {
        let start = Instant::now();
        let (word, text) = match body() {
            Ok(Verdict::Passed(text)) => {
                self.passed += 1;
                ("passed", text)
            }
            Ok(Verdict::Skipped(text)) => {
                self.skipped += 1;
                ("skipped", text)
            }
            Err(error) => {
                self.failed += 1;
                ("FAILED", format!("{error:#}"))
            }
        };
        println!("{word:<7} {name}: {text} ({:.1} s)", start.elapsed().as_secs_f64());
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_counted_by_how_they_end() {
        let mut tally = Tally::default();
        tally.check("good", || Ok(Verdict::Passed(String::new())));
        tally.check("absent", || Ok(Verdict::Skipped(String::new())));
        tally.check("bad", || bail!("it differs"));
        tally.check("worse", || bail!("it differs"));
        assert_eq!(tally.to_string(), "1 passed, 2 failed, 1 skipped");
    }
}
