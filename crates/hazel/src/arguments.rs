//! What can be asked on the command line, and the help that teaches it.
//!
//! Lines of the help that start with `$ hazel` are examples; a test runs every one of them.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// No deeper count is begun: what can be waited for fits into 64 bits up to here.
pub(crate) const DEEPEST: u32 = 12;
/// The largest hash, in MiB.
const LARGEST_HASH: u64 = 1 << 20;
/// The most threads.
const MOST_THREADS: u64 = 1024;

/// A chess machine: ask it about a position, and it answers exactly.
#[derive(Parser, Debug)]
#[command(name = "hazel", version, arg_required_else_help = true, max_term_width = 80)]
#[command(
    after_help = "'hazel --help' teaches more than 'hazel -h'; so does 'hazel COMMAND --help'."
)]
#[command(after_long_help = PROGRAM_HELP)]
pub(crate) struct Arguments {
    /// How the answer is printed: for people, for programs, or for spreadsheets
    #[arg(long, value_enum, default_value_t, global = true)]
    pub(crate) format: Format,
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

const PROGRAM_HELP: &str = "\
Examples:
  Draw the initial position:
    $ hazel show

  List the legal moves of a position (FEN in quotes):
    $ hazel moves \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"

  Count all lines of five moves from the start, for each first move:
    $ hazel perft startpos 5 --divide

  The same for a program to read:
    $ hazel perft startpos 5 --divide --format json

Exit codes:
  0    the answer is there
  1    the answer is no: two programs count differently
  2    the question can't be understood: bad arguments, FEN or position
  3    trouble outside: a file can't be written, an engine is missing or fails
  130  interrupted with Ctrl-C

Colours appear only on a terminal; set NO_COLOR=1 to have none there either.";

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Draw a board in the terminal or into an SVG file
    #[command(after_long_help = SHOW_HELP)]
    Show(Show),
    /// List the legal moves of a position
    #[command(after_long_help = MOVES_HELP)]
    Moves(Moves),
    /// Count the lines of legal moves, and compare the count with an engine's
    #[command(after_long_help = PERFT_HELP)]
    Perft(Perft),
}

const SHOW_HELP: &str = "\
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

const MOVES_HELP: &str = "\
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

const PERFT_HELP: &str = "\
Perft counts the lines of DEPTH legal moves. Move generators are checked with
it, since the counts of many positions are published: from the start they are
20, 400, 8902, 197281, 4865609, 119060324, ...

With --against, a UCI engine that understands 'go perft' (Stockfish does) counts
too. Where the two differ, hazel plays the move after which they do and asks
again, down to the position whose moves differ, and prints the line that leads
there; the exit code is 1 then. An engine's name without a directory is looked
for on PATH and then in /usr/games and /usr/local/games.

Examples:
  Count to depth 5, for each first move:
    $ hazel perft startpos 5 --divide

  A position from its FEN, with two threads and a hash of 64 MiB:
    $ hazel perft \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -\" 5 --threads 2 --hash 64

  Compare with Stockfish:
    $ hazel perft startpos 3 --against stockfish

  Compare many positions, one FEN a line, in one engine process:
    $ echo startpos | hazel perft - 3 --against stockfish";

#[derive(Args, Debug)]
pub(crate) struct Perft {
    /// The position: 'startpos', a FEN in quotes, or '-' for many
    ///
    /// With '-', positions are read from standard input, one a line; blank lines and lines that start with # are
    /// skipped.
    #[arg(value_name = "FEN")]
    pub(crate) position: String,
    /// How many moves deep to count, from 0 to 12
    #[arg(value_name = "DEPTH", value_parser = depth)]
    pub(crate) depth: u32,
    /// Count for each move separately
    #[arg(long)]
    pub(crate) divide: bool,
    /// How many threads count [default: one for each processor, from depth 5 on]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_THREADS))]
    pub(crate) threads: Option<u64>,
    /// Memory in MiB for positions that are reached again [default: none]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=LARGEST_HASH))]
    pub(crate) hash: Option<u64>,
    /// Compare with the 'go perft' of this UCI engine
    #[arg(long, value_name = "ENGINE")]
    pub(crate) against: Option<String>,
    /// Set an option of the engine first; can be given several times
    #[arg(long, value_name = "NAME=VALUE", requires = "against", value_parser = engine_option)]
    pub(crate) engine_option: Vec<(String, String)>,
    /// How many seconds the engine may take from one count to the next
    #[arg(long, value_name = "SECONDS", requires = "against", default_value = "600", value_parser = seconds)]
    pub(crate) engine_timeout: Duration,
}

/// How an answer is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Table,
    /// One document with field names that stay
    Json,
    /// Rows with a header
    Csv,
}

fn depth(text: &str) -> Result<u32, String> {
    let expected = || format!("expected a whole number from 0 to {DEEPEST}");
    text.parse().ok().filter(|depth| *depth <= DEEPEST).ok_or_else(expected)
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|duration| *duration <= Duration::from_hours(24 * 365))
        .ok_or_else(|| "expected a number of seconds above 0, at most a year".to_owned())
}

fn engine_option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected NAME=VALUE, such as Hash=64".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn values_are_checked_with_the_limit_in_the_message() {
        assert_eq!(depth("12"), Ok(12));
        for bad in ["13", "-1", "x", "", "4294967296"] {
            assert_eq!(depth(bad), Err("expected a whole number from 0 to 12".to_owned()), "{bad}");
        }
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for bad in ["0", "-1", "NaN", "inf", "1e300", "soon"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
        assert_eq!(engine_option("A b=c=d"), Ok(("A b".to_owned(), "c=d".to_owned())));
        assert_eq!(engine_option("Clear Hash="), Ok(("Clear Hash".to_owned(), String::new())));
        assert!(engine_option("Hash").is_err() && engine_option("=1").is_err());
    }
}
