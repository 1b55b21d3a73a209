//! `hazel table solve`: one position, with only what it can reach.

use std::path::PathBuf;

use clap::Args;

use super::generate::{Budget, budget};
use super::{Place, SyzygyPlace};

pub(super) const SOLVE_HELP: &str = "\
Nothing needs to be built before. Play is followed from the position, so that
chains of many pawns are no trouble: where kings can't get past them there is
little to follow. Kings and pawns are solved first with all promotions unknown,
which gives bounds at once; positions with pieces, at most three besides the
kings, begin with their own table. Then tables are built in memory for what is
still open, most useful first, until the value is exact, nothing more fits, or
the budget is spent. Bounds are right at any time: Ctrl-C shows the last ones.

A fortress is a draw in which nothing can ever be taken and no pawn can ever
move; its board shows where kings and pieces can ever stand. Open keys are those
that would tell more; with each stands how many open positions have a move there.

Examples:
  A chain of 18 men, proven drawn:
    $ hazel table solve \"8/3k4/4p2p/1p1pPp1P/pPpP1Pp1/P1P3P1/3K4/8 w - - 0 1\"

  The same as a picture (the file is replaced as a whole or not at all):
    $ hazel table solve \"8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w\" --svg chain.svg

  A pawn ending with the value of each move, in at most 30 seconds:
    $ hazel table solve \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\" --budget 30s

  For a program:
    $ hazel table solve \"8/8/4k3/8/1p6/8/P7/4K3 w - - 0 1\" --format json";

#[derive(Args, Debug)]
pub(crate) struct TableSolve {
    /// The position, as FEN in quotes
    #[arg(required = true, value_name = "FEN", num_args = 1..)]
    pub(crate) words: Vec<String>,
    /// The most memory, the most time, or both: 4GB, 10m or 4GB/10m [default: 4GB]
    #[arg(long, value_name = "MEM/TIME", value_parser = budget)]
    pub(crate) budget: Option<Budget>,
    /// Write the board as an SVG picture to FILE, of a fortress with where its men can ever stand; '-' is standard output,
    /// which then gets nothing else
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) syzygy: SyzygyPlace,
    #[command(flatten)]
    pub(crate) place: Place,
}
