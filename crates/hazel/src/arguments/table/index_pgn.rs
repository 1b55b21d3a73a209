//! `hazel table index-pgn`: how often endings occur.

use std::path::PathBuf;

use clap::Args;

use super::super::{Games, whole};
use super::Place;

pub(super) const INDEX_PGN_HELP: &str = "\
Every game is played, and every position with few pieces is counted for the key
of its table: its pieces, and its pawns by square, in canonical form. A game
counts once for a key. Positions with castling rights belong to no table and are
counted apart; variations are not played. Bad games are listed and counted as
far as they go, as by 'hazel pgn check', and the exit code is 1.

The counts are kept for 'hazel table plan' and 'hazel table stats', in a text
file of rows: key,games,positions,first,last, where first and last are the games
whose first or last such position has the key. It appears as a whole or not at
all, and is not written if an input can't be read. All keys are held in memory,
about 250 bytes for each.

Examples:
  Count, and show the five keys that occur most:
    $ hazel table index-pgn examples/games.pgn -o counts.csv --top 5

  The rows themselves, for a spreadsheet:
    $ hazel table index-pgn examples/games.pgn -o counts.csv --format csv";

#[derive(Args, Debug)]
pub(crate) struct IndexPgn {
    #[command(flatten)]
    pub(crate) games: Games,
    /// Write the counts to FILE; '-' is standard output [default: counts.csv beside the tables]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) place: Place,
    /// Count positions with at most so many pieces besides kings and pawns
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole::<u32>)]
    pub(crate) pieces: u32,
    /// How many keys are shown in the table
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<usize>)]
    pub(crate) top: usize,
}
