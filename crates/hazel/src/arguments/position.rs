//! `hazel show` and `hazel moves`: questions about one position.

use std::path::PathBuf;

use clap::Args;

pub(super) const SHOW_HELP: &str = "\
Below the board stand the FEN, in canonical form, and whether the game is over.
Where a king is in check, its square is red.

Examples:
  The initial position:
    $ hazel show

  A position from its FEN, seen from Black's side:
    $ hazel show --flip \"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1\"

  Without quotes, and in letters:
    $ hazel show --ascii 8/8/8/8/8/5k2/6q1/7K w - - 0 1

  As a picture (the file is replaced as a whole or not at all):
    $ hazel show --svg board.svg

  Everything that is known about the position, for a program:
    $ hazel show --format json";

#[derive(Args, Debug)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) position: Words,
    /// Write the board as an SVG picture to FILE; '-' is standard output, which then gets nothing else
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Look from Black's side
    #[arg(long)]
    pub(crate) flip: bool,
    /// Draw with letters instead of chess symbols: KQRBNP for White, kqrbnp for Black
    #[arg(long)]
    pub(crate) ascii: bool,
}

pub(super) const MOVES_HELP: &str = "\
Moves are in SAN, as people write them, and in UCI, as engines do. Castling in
UCI is the king's two squares (e1g1); where the position is one of Chess960, the
king takes its own rook (f1h1).

Examples:
  From the start:
    $ hazel moves

  Of a position with promotions, as CSV:
    $ hazel moves --format csv \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"

  Without quotes:
    $ hazel moves 8/P6k/8/8/8/8/8/K7 w - - 0 1";

#[derive(Args, Debug)]
pub(crate) struct Moves {
    #[command(flatten)]
    pub(crate) position: Words,
}

/// A position as one word or several.
#[derive(Args, Debug)]
pub(crate) struct Words {
    /// The position: 'startpos' or a FEN, in quotes or not
    ///
    /// Standard FEN, X-FEN and Shredder-FEN are read; fields that
    /// are missing at the end take their usual values.
    #[arg(value_name = "FEN", num_args = 0..=6, default_value = "startpos")]
    pub(crate) words: Vec<String>,
}
