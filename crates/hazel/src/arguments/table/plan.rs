//! `hazel table plan`: which tables to build next.

use std::path::PathBuf;

use clap::Args;

use super::super::positive;
use super::{Closure, memory};

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
    /// The folder of tables [default: HAZEL_TABLES, or in the user's data]
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Which promotions are followed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) closure: Closure,
    /// No table that takes more memory while it is built, in GiB, such as 4 or 0.5
    #[arg(long, value_name = "GB", value_parser = memory)]
    pub(crate) budget: Option<u64>,
    /// How many tables are proposed
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = positive::<usize>)]
    pub(crate) limit: usize,
    /// How many keys are looked at
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = positive::<usize>)]
    pub(crate) keys: usize,
}
