//! `hazel pgn`: questions about files of games.

mod filter;
mod value;

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::whole;
pub(crate) use filter::{End, Filter};
pub(crate) use value::{Comparing, Comparison, Looked};

pub(super) const PGN_HELP: &str = "\
Files may be plain or compressed by zstd, gzip or bzip2, whatever their names;
'-' is standard input. They can be larger than the memory. All processors read,
and every answer is the same however many they are.

Examples:
  Is every move of every game legal?
    $ hazel pgn check examples/games.pgn

  Which openings were played, how long were the games, who won?
    $ hazel pgn stats examples/games.pgn

  One line of JSON for each game:
    $ hazel pgn convert --to json examples/games.pgn

  The games that ended with mate within 20 moves:
    $ hazel pgn filter --ends checkmate --max-plies 40 examples/games.pgn

  Every game once:
    $ hazel pgn dedupe examples/games.pgn";

#[derive(Args, Debug)]
pub(crate) struct Pgn {
    /// What to do with the games.
    #[command(subcommand)]
    pub(crate) command: PgnCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum PgnCommand {
    /// Read everything, play every move, and tell what is wrong where
    #[command(after_long_help = CHECK_HELP)]
    Check(Check),
    /// Count games, results, ratings, openings and lengths
    #[command(after_long_help = STATS_HELP)]
    Stats(Stats),
    /// Write games in another form: PGN, FEN, EPD, UCI or JSON
    #[command(after_long_help = CONVERT_HELP)]
    Convert(Convert),
    /// Choose games by tags, by results and by what stood on the board
    #[command(after_long_help = filter::FILTER_HELP)]
    Filter(Box<Filter>),
    /// Leave out games that are there already
    #[command(after_long_help = DEDUPE_HELP)]
    Dedupe(Dedupe),
}

/// What every command on games wants to know.
#[derive(Args, Debug)]
pub(crate) struct Games {
    /// Files of games, plain or compressed; '-' is standard input
    #[arg(value_name = "FILES", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// How many threads read, 1 to 64 [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=64))]
    pub(crate) threads: Option<u64>,
    /// How many errors, and how many remarks, are listed for each file; all are counted
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<usize>)]
    pub(crate) max_problems: usize,
    /// List remarks too: what is odd, but loses no move
    #[arg(long)]
    pub(crate) remarks: bool,
}

const CHECK_HELP: &str = "\
Every move is played, those of variations too. An error means that some moves
of a game are lost: a move that can't be played, something that is no move. A
remark means that something is odd and nothing is lost: a missing result, an
open parenthesis. Each is one line that editors understand:

  FILE:LINE:COLUMN: game N: error: what is wrong

The exit code is 1 if there are errors. A file that can't be read is named, the
others are read all the same, and the exit code is 3.

Examples:
  One file:
    $ hazel pgn check examples/games.pgn

  For a program, with the remarks:
    $ hazel pgn check --remarks --format json examples/games.pgn

  From a pipe:
    $ cat examples/games.pgn | hazel pgn check -";

#[derive(Args, Debug)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) games: Games,
}

const STATS_HELP: &str = "\
Openings are recognised by the positions of the main line, whatever the order
of moves; tags are not asked, and variations are not played. The score is White's, in percent of the games
whose result is known. --format json has everything, --format csv the openings.

Examples:
  Tables and charts:
    $ hazel pgn stats examples/games.pgn

  The three openings that were played most:
    $ hazel pgn stats --top 3 examples/games.pgn

  All openings, for a spreadsheet:
    $ hazel pgn stats --format csv examples/games.pgn";

#[derive(Args, Debug)]
pub(crate) struct Stats {
    #[command(flatten)]
    pub(crate) games: Games,
    /// How many openings are shown in the table
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<usize>)]
    pub(crate) top: usize,
}

const CONVERT_HELP: &str = "\
Forms:
  pgn      export format: all seven tags of the roster, lines of 79 characters
  compact  PGN as short as it can be with everything kept
  fen      the positions of the main line, one FEN a line
  epd      the same with the move that was played (sm) and an id: game.ply
  uci      'position startpos moves e2e4 ...' or 'position fen ... moves ...',
           one game a line, as engines read it
  json     one object a line and game, with variations, comments and clocks

Games with errors are written as far as they could be read; the errors are
listed on standard error, and the exit code is 1. A file given with -o appears
as a whole or not at all, and is not written if an input can't be read, or if it
is an input itself and games have errors.

Examples:
  Tidy up a file:
    $ hazel pgn convert --to pgn examples/games.pgn -o tidy.pgn

  The final positions:
    $ hazel pgn convert --to fen --last examples/games.pgn

  The positions after ten plies, as EPD:
    $ hazel pgn convert --to epd --ply 10 examples/games.pgn

  Without variations and clocks:
    $ hazel pgn convert --to pgn --without variations,clocks examples/games.pgn

  What an engine is told:
    $ hazel pgn convert --to uci examples/games.pgn

  For a program, with the position after every move:
    $ hazel pgn convert --to json --fens examples/games.pgn";

#[derive(Args, Debug)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) games: Games,
    /// What is written
    #[arg(long, value_enum)]
    pub(crate) to: Target,
    #[command(flatten)]
    pub(crate) details: Details,
    /// Write to FILE instead of standard output, compressed if it ends in .zst, .gz or .bz2
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// What is written of a game in some forms.
#[derive(Args, Debug)]
pub(crate) struct Details {
    /// With fen and epd, only the last position of each game
    #[arg(long, conflicts_with = "ply")]
    pub(crate) last: bool,
    /// With fen and epd, only the position after so many plies, where a game has as many
    #[arg(long, value_name = "N", value_parser = whole::<u32>, allow_negative_numbers = true)]
    pub(crate) ply: Option<u32>,
    /// With json, the FEN after every move
    #[arg(long)]
    pub(crate) fens: bool,
    /// With pgn, compact and json, leave these out
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) without: Vec<Ornament>,
}

/// What a game can do without.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Ornament {
    /// All that is in comments, clocks and evaluations too
    Comments,
    /// Clocks and times in comments: %clk and %emt
    Clocks,
    /// Signs such as ! and ?
    Nags,
    /// All but the main line
    Variations,
}

/// What games are converted to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Target {
    /// PGN in export format
    Pgn,
    /// PGN, short
    Compact,
    /// Positions
    Fen,
    /// Positions with operations
    Epd,
    /// Moves for engines
    Uci,
    /// Lines of JSON
    Json,
}

const DEDUPE_HELP: &str = "\
Two games are the same

  moves          if they start from the same position and have the same moves in
                 the main line, whoever played them
  moves+players  if also the tags White and Black are the same: the default
  position       if they have as many moves and end in the same position

Nothing is decided by hashes: moves are compared. A game without moves or with
errors is never taken for another. The games stay as they stand in the files;
one of each is kept: the first, or with --keep best the one with the most tags,
comments, signs and moves in variations (files are then read twice).

The main lines of all games are held in memory: about 2 bytes for a ply and 100
for a game.

Examples:
  Every game once:
    $ hazel pgn dedupe examples/games.pgn

  Which game is like which:
    $ hazel pgn dedupe --by moves --report examples/games.pgn

  Into a file, keeping the better copy:
    $ hazel pgn dedupe --keep best examples/games.pgn -o once.pgn";

#[derive(Args, Debug)]
pub(crate) struct Dedupe {
    #[command(flatten)]
    pub(crate) games: Games,
    /// When two games are the same
    #[arg(long, value_enum, default_value_t)]
    pub(crate) by: Likeness,
    /// Which of them is kept
    #[arg(long, value_enum, default_value_t)]
    pub(crate) keep: Keep,
    /// Tell which games are left out, instead of writing the others
    #[arg(long)]
    pub(crate) report: bool,
    /// Write to FILE instead of standard output, compressed if it ends in .zst, .gz or .bz2
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// When two games are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Likeness {
    /// Same start, same moves
    Moves,
    /// Same start, moves and players
    #[default]
    #[value(name = "moves+players")]
    MovesAndPlayers,
    /// Same number of moves, same last position
    Position,
}

/// Which of several equal games is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Keep {
    /// The first
    #[default]
    First,
    /// The one with the most annotations
    Best,
}
