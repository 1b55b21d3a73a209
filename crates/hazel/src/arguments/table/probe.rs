//! `hazel table probe`: what tables say of positions.

use clap::Args;

use super::{Place, SyzygyPlace};

pub(super) const PROBE_HELP: &str = "\
The value is that of the side to move: win, cursed win (the 50-move rule makes it
a draw), draw, blessed loss or loss, with the plies to the next capture, pawn move
or mate. It is exact, and so is the distance; where tables were missing when the
table was built, it is what is still possible, such as 'win or draw'. The counter
of the 50-move rule counts as zero. En passant is looked at, and so is castling: a
position with rights is solved from the tables of positions without, as long as at
most three other men can move.

What tables leave open, --syzygy asks Syzygy's files, whose distances may be known
to within a ply only.

With --format json each position is one line with its own object. The exit code
is 1 if a position has no answer, 2 if a line is no position, 3 if a file is
damaged.

Examples:
  Build tables first:
    $ hazel table generate KPvK --tables tables

  A position with the value of each move:
    $ hazel table probe \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\" --tables tables

  A position in which White may castle, and wins in no other way:
    $ hazel table generate KRvKR --tables tables
    $ hazel table probe \"8/8/8/3k4/8/8/1r6/R3K3 w Q - 0 1\" --tables tables

  Many positions, a line each, from standard input:
    $ echo \"8/8/8/8/8/4k3/4p3/4K3 w\" | hazel table probe - --tables tables";

#[derive(Args, Debug)]
pub(crate) struct Probe {
    /// Positions, each in quotes; '-' reads them from standard input, a line each
    #[arg(required = true, value_name = "FEN")]
    pub(crate) positions: Vec<String>,
    #[command(flatten)]
    pub(crate) syzygy: SyzygyPlace,
    #[command(flatten)]
    pub(crate) place: Place,
}
