//! What can be asked on the command line, and the help that teaches it.
//!
//! Lines of the help that start with `$ hazel` are examples; a test runs every one of them.

mod perft;
mod pgn;
mod play;
mod position;
mod solve;
mod table;
mod tape;

use std::str::FromStr;

use clap::{Parser, Subcommand, ValueEnum};

pub(crate) use perft::Perft;
pub(crate) use pgn::{
    Check, Comparing, Comparison, Convert, Dedupe, Details, End, Filter, Games, Keep, Likeness,
    Looked, Ornament, Pgn, PgnCommand, Stats, Target,
};
pub(crate) use play::{
    ForkRole, NimRole, PeasantsRole, Piece, Play, PlayCommand, PlayFork, PlayNim, PlayPeasants,
};
pub(crate) use position::{Moves, Show};
pub(crate) use solve::{
    Count, Effort, ForkRules, NimRules, PawnRules, PerftGame, Search, SearchMethod, Solve,
    SolveCheck, SolveCommand, SolvePawns, TicTacToeRules, Worth,
};
pub(crate) use table::{
    Closure, Generate, IndexPgn, Info, Probe, SyzygyPlace, Table, TableCommand, TablePlan,
    TableSolve, TableStats, Verify,
};
pub(crate) use tape::Tape;

/// The most threads.
const MOST_THREADS: u64 = 1024;

/// A whole number, in words that everybody understands where it is none.
fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "expected a whole number, 0 or more".to_owned())
}

/// The same from 1 on.
fn positive<T: FromStr + Default + PartialEq>(text: &str) -> Result<T, String> {
    let number = whole(text).ok().filter(|number| *number != T::default());
    number.ok_or_else(|| "expected a whole number, 1 or more".to_owned())
}

/// A chess machine: ask it about a position or about games, and it answers exactly.
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

  Check a file of games, compressed or not:
    $ hazel pgn check examples/games.pgn

  What was played in it, and with which success:
    $ hazel pgn stats examples/games.pgn

  Build endgame tables, and ask who wins:
    $ hazel table generate KPvK --tables tables
    $ hazel table probe \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\" --tables tables

  Who wins Peasants' Chess on a board of three files?
    $ hazel solve peasants --files 3

Exit codes:
  0    the answer is there
  1    the answer is no: two programs count differently, games have errors,
       a certificate proves nothing, a position has no table
  2    the question can't be understood: bad arguments, FEN or position
  3    trouble outside: a file can't be read or written, an engine fails
  130  interrupted with Ctrl-C

Colours appear only on a terminal; set NO_COLOR=1 to have none there either.";

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Draw a board in the terminal or into an SVG file
    #[command(after_long_help = position::SHOW_HELP)]
    Show(Show),
    /// List the legal moves of a position
    #[command(after_long_help = position::MOVES_HELP)]
    Moves(Moves),
    /// Count the lines of legal moves, and compare the count with an engine's
    #[command(after_long_help = perft::PERFT_HELP)]
    Perft(Perft),
    /// Check, count, convert, filter and clean files of games
    #[command(after_long_help = pgn::PGN_HELP, arg_required_else_help = true)]
    Pgn(Pgn),
    /// Show a game as a tape of alterations, and what stood on the board at any address
    #[command(after_long_help = tape::TAPE_HELP)]
    Tape(Tape),
    /// Build endgame tables by pawn structure, and ask them
    #[command(after_long_help = table::TABLE_HELP, arg_required_else_help = true)]
    Table(Table),
    /// Find out who wins a game, with proof
    #[command(after_long_help = solve::SOLVE_HELP, arg_required_else_help = true)]
    Solve(Solve),
    /// Play a game against the solver
    #[command(after_long_help = play::PLAY_HELP, arg_required_else_help = true)]
    Play(Play),
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }
}
