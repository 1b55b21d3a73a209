//! `hazel table`: endgame tables.

mod generate;
mod index_pgn;
mod plan;
mod probe;
mod solve;
mod stats;

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use hazel_table::{Exit, Kind, RawTable};

pub(crate) use generate::{Generate, Info, Verify};
pub(crate) use index_pgn::IndexPgn;
pub(crate) use plan::TablePlan;
pub(crate) use probe::Probe;
pub(crate) use solve::TableSolve;
pub(crate) use stats::TableStats;

pub(super) const TABLE_HELP: &str = "\
A table knows the value of every position with certain pieces and with pawns on
certain squares: who wins, and in how many plies the next capture, pawn move or
mate comes. Its key names both sides: KQb7c7vKRg2 is a queen and pawns on b7 and
c7 against a rook and a pawn on g2. Bishops are Bd on dark and Bl on light
squares. A family, such as KPvK, stands for all its keys.

A table is built from the tables that captures, pawn moves and promotions lead
to. Where those are missing it holds bounds, which are right but may be wide.

Examples:
  Build the tables of king and pawn against king, with all that they need:
    $ hazel table generate KPvK --tables tables

  Who wins, and with which moves?
    $ hazel table probe \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\" --tables tables

  What is a table built from, and how large is it?
    $ hazel table info KPvK --tables tables

  Check tables by the rules of chess alone:
    $ hazel table verify KRvK --tables tables";

#[derive(Args, Debug)]
pub(crate) struct Table {
    #[command(subcommand)]
    pub(crate) command: TableCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum TableCommand {
    /// Build tables, with those that they need
    #[command(after_long_help = generate::GENERATE_HELP)]
    Generate(Generate),
    /// Look positions up: value, distance, and what each move is worth
    #[command(after_long_help = probe::PROBE_HELP)]
    Probe(Probe),
    /// Solve one position with what it can reach, building nothing on the disk
    #[command(after_long_help = solve::SOLVE_HELP)]
    Solve(TableSolve),
    /// Show what keys are built from and what there is of them
    #[command(after_long_help = generate::INFO_HELP)]
    Info(Info),
    /// Check tables by the rules of chess alone
    #[command(after_long_help = generate::VERIFY_HELP)]
    Verify(Verify),
    /// Count how often endings occur in games
    #[command(after_long_help = index_pgn::INDEX_PGN_HELP)]
    IndexPgn(IndexPgn),
    /// Propose which tables to build next
    #[command(after_long_help = plan::PLAN_HELP)]
    Plan(TablePlan),
    /// Show how much of games the tables answer
    #[command(after_long_help = stats::STATS_HELP)]
    Stats(TableStats),
}

/// Where tables are.
#[derive(Args, Debug)]
pub(crate) struct Place {
    /// The folder of tables [default: HAZEL_TABLES, or in the user's data]
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
}

/// Where Syzygy's files are.
#[derive(Args, Debug)]
pub(crate) struct SyzygyPlace {
    /// Where a table is missing, ask the Syzygy files of this folder; may be given more than once
    #[arg(long, value_name = "DIR")]
    pub(crate) syzygy: Vec<PathBuf>,
}

/// Which promotions are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Closure {
    /// All
    #[default]
    Full,
    /// To queens only
    Queen,
    /// None; what promotes stays open
    None,
}

impl Closure {
    /// Whether the table that a move leads to is wanted. One with too many pieces can't be built.
    pub(crate) fn follows(self, exit: &Exit) -> bool {
        let follows = match (self, exit.promoted) {
            (Closure::Full, _) | (_, None) | (Closure::Queen, Some(Kind::Queen)) => true,
            (Closure::Queen | Closure::None, Some(_)) => false,
        };
        follows && exit.child.pieces() <= RawTable::MAX_PIECES
    }
}
