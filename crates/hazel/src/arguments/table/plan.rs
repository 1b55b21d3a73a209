//! `hazel table plan`: which tables to build next.

use std::path::PathBuf;

use clap::Args;

use super::super::positive;
use super::generate::budget;
use super::{Closure, Place};

pub(super) const PLAN_HELP: &str = "\
A position of a game is answered exactly once the table of its key is there, and
all tables that play can lead to. So each key of games is worth as many positions
as are still open in games, and this worth is spread evenly over all positions of
all tables that are missing for it. The score of a table is how much falls on a
million of its positions; what many keys need gets from all of them. A table
never has a higher score than one that it needs, so tables can be built from top
to bottom.

Columns:
  games, positions  in which the key itself occurs
  missing           tables that must be built to have it, itself included
  to build          the positions of these tables
  score             open positions of games for a million to build
  why               what it is for

Closures can be enormous, so only so many keys are looked at: those of games that
occur often and have few men first. What was left out is told.

Examples:
  What to build for the games of a file:
    $ hazel table index-pgn examples/games.pgn -o counts.csv
    $ hazel table plan --counts counts.csv --tables tables --limit 5

  Only captures and pushes, no promotions; what promotes stays open:
    $ hazel table plan --counts counts.csv --tables tables --closure none";

#[derive(Args, Debug)]
pub(crate) struct TablePlan {
    /// What 'hazel table index-pgn' has counted [default: counts.csv beside the tables]
    #[arg(long, value_name = "FILE")]
    pub(crate) counts: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) place: Place,
    /// Which promotions are followed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) closure: Closure,
    /// No table that takes more memory with its children while it is built, such as 4GB
    #[arg(long, value_name = "MEM", value_parser = memory)]
    pub(crate) budget: Option<u64>,
    /// How many tables are proposed
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = positive::<usize>)]
    pub(crate) limit: usize,
    /// How many keys are looked at
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = positive::<usize>)]
    pub(crate) keys: usize,
}

/// A budget of memory alone: a plan takes no time to speak of.
fn memory(text: &str) -> Result<u64, String> {
    let memory = budget(text).ok().filter(|budget| budget.time.is_none());
    memory
        .and_then(|budget| budget.memory)
        .ok_or_else(|| "expected memory, such as 4GB or 512MB".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_of_a_plan_is_memory() {
        assert_eq!(memory("512MB"), Ok(512 << 20));
        for bad in ["10m", "4GB/10m", "4", ""] {
            assert!(memory(bad).is_err(), "{bad}");
        }
    }
}
