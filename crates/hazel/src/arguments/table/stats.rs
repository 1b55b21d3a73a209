//! `hazel table stats`: how much of games tables answer.

use std::path::PathBuf;

use clap::Args;

use super::Place;

pub(super) const STATS_HELP: &str = "\
Each position with few pieces is answered exactly by a table, or by bounds where
tables are missing that it needs, or not at all. Games are counted by their first
and by their last such position: if every table has all that it needs, a game
whose first is answered is answered throughout, and one whose last is not is not
answered anywhere. --format csv has the rows by men.

Examples:
  How much of the games of a file do the tables answer?
    $ hazel table index-pgn examples/games.pgn -o counts.csv
    $ hazel table stats --counts counts.csv --tables tables

  The same as a picture:
    $ hazel table stats --counts counts.csv --tables tables --svg coverage.svg";

#[derive(Args, Debug)]
pub(crate) struct TableStats {
    /// What 'hazel table index-pgn' has counted [default: counts.csv beside the tables]
    #[arg(long, value_name = "FILE")]
    pub(crate) counts: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) place: Place,
    /// Draw the chart into an SVG file; '-' is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}
