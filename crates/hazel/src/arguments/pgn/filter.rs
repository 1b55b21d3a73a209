//! `hazel pgn filter`: conditions on games.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use hazel_tape::tree::GameResult;

use super::value::{Comparison, Looked, eco, fen, first_day, last_day, material, result, tag};
use super::{Details, Games, Target};
use crate::arguments::{positive, whole};

pub(super) const FILTER_HELP: &str = "\
A game is written if all conditions hold; without conditions all are. Where an
option is given several times, one of its values is enough, but all of --tag.
Names are found as parts of the tags, in capital or small letters. Conditions on
tags are asked first, and the moves of games that fail them are not played, nor
are variations; so errors in those are not seen.

Dates are YYYY, YYYY.MM or YYYY.MM.DD, the last day included. A game whose date
is partly unknown matches if it may have been played then; one without a year
doesn't. Ratings are those of both players, and a game without them doesn't
match. Openings are recognised by position, as in 'hazel pgn stats'; for the tag
ask with --tag ECO=B90.

--fen finds the placement and the side to move in the main line, by any order of
moves; either side if the FEN has none, and its other fields are not compared.
--material names the men of one side, v, and those of the other, in either
colour.

Games are written as they stand in the file, to the byte, with an empty line
after each; with --to in another form.

Examples:
  By player:
    $ hazel pgn filter --player morphy examples/games.pgn

  Sicilians and Caro-Kanns that White won:
    $ hazel pgn filter --eco B10-B99 --result 1-0 examples/games.pgn

  Where a position was reached:
    $ hazel pgn filter --fen \"8/8/k1P2K2/8/7p/8/8/8 b\" examples/games.pgn --count

  The positions of endings of pawn against pawn:
    $ hazel pgn filter --material KPvKP --to fen --matches examples/games.pgn

  All but the games of one server, into a file:
    $ hazel pgn filter --site server --invert examples/games.pgn -o rest.pgn";

#[derive(Args, Debug)]
pub(crate) struct Filter {
    #[command(flatten)]
    pub(crate) games: Games,
    /// White's name has this in it
    #[arg(long, value_name = "NAME", help_heading = "Conditions on tags")]
    pub(crate) white: Vec<String>,
    /// Black's name has this in it
    #[arg(long, value_name = "NAME", help_heading = "Conditions on tags")]
    pub(crate) black: Vec<String>,
    /// White's or Black's name has this in it
    #[arg(long, value_name = "NAME", help_heading = "Conditions on tags")]
    pub(crate) player: Vec<String>,
    /// The event has this in its name
    #[arg(long, value_name = "NAME", help_heading = "Conditions on tags")]
    pub(crate) event: Vec<String>,
    /// The site has this in its name
    #[arg(long, value_name = "NAME", help_heading = "Conditions on tags")]
    pub(crate) site: Vec<String>,
    /// Played on this day or later
    #[arg(long, value_name = "DATE", value_parser = first_day, help_heading = "Conditions on tags")]
    pub(crate) date_from: Option<u32>,
    /// Played on this day or earlier
    #[arg(long, value_name = "DATE", value_parser = last_day, help_heading = "Conditions on tags")]
    pub(crate) date_to: Option<u32>,
    /// Both players are rated at least this
    #[arg(long, value_name = "ELO", value_parser = whole::<u32>, help_heading = "Conditions on tags")]
    pub(crate) min_elo: Option<u32>,
    /// Both players are rated at most this
    #[arg(long, value_name = "ELO", value_parser = whole::<u32>, help_heading = "Conditions on tags")]
    pub(crate) max_elo: Option<u32>,
    /// A tag has this value (NAME=VALUE), hasn't (NAME!=VALUE) or has this in it (NAME~TEXT)
    #[arg(long, value_name = "NAME=VALUE", value_parser = tag, help_heading = "Conditions on tags")]
    pub(crate) tag: Vec<Comparison>,
    /// The result
    #[arg(long, value_name = "RESULT", value_parser = result, help_heading = "Conditions on moves")]
    pub(crate) result: Vec<GameResult>,
    /// The main line has at least so many plies
    #[arg(long, value_name = "N", value_parser = whole::<u32>, help_heading = "Conditions on moves")]
    pub(crate) min_plies: Option<u32>,
    /// The main line has at most so many plies
    #[arg(long, value_name = "N", value_parser = whole::<u32>, help_heading = "Conditions on moves")]
    pub(crate) max_plies: Option<u32>,
    /// The code of the opening: B90, B9, or from B90 to B99 as B90-B99
    #[arg(long, value_name = "CODES", value_parser = eco, help_heading = "Conditions on moves")]
    pub(crate) eco: Vec<RangeInclusive<String>>,
    /// The name of the opening has this in it
    #[arg(long, value_name = "NAME", help_heading = "Conditions on moves")]
    pub(crate) opening: Vec<String>,
    /// The main line reaches this position
    #[arg(long, value_name = "FEN", value_parser = fen, help_heading = "Conditions on moves")]
    pub(crate) fen: Option<Looked>,
    /// The main line reaches this material, such as KRPvKR
    #[arg(long, value_name = "MEN", value_parser = material, help_heading = "Conditions on moves")]
    pub(crate) material: Option<[[u8; 6]; 2]>,
    /// The material stays on the board for so many positions in a row, 1 or more
    #[arg(
        long,
        value_name = "N",
        requires = "material",
        default_value_t = 1,
        help_heading = "Conditions on moves"
    )]
    #[arg(value_parser = positive::<u32>)]
    pub(crate) held: u32,
    /// How the last position of the main line ends the game
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Conditions on moves")]
    pub(crate) ends: Option<End>,
    /// Choose the other games
    #[arg(long)]
    pub(crate) invert: bool,
    /// Only count the games
    #[arg(long, conflicts_with_all = ["output", "to"])]
    pub(crate) count: bool,
    /// Write the games in another form
    #[arg(long, value_enum)]
    pub(crate) to: Option<Target>,
    #[command(flatten)]
    pub(crate) details: Details,
    /// With fen and epd, only the positions that --fen or --material has found
    #[arg(long, requires = "to", conflicts_with_all = ["invert", "last", "ply"])]
    pub(crate) matches: bool,
    /// Write to FILE instead of standard output, compressed if it ends in .zst, .gz or .bz2
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

impl Filter {
    /// The first pair of bounds between which nothing is.
    pub(crate) fn contradiction(&self) -> Option<[&'static str; 2]> {
        let bounds = [
            (self.date_from, self.date_to, ["--date-from", "--date-to"]),
            (self.min_elo, self.max_elo, ["--min-elo", "--max-elo"]),
            (self.min_plies, self.max_plies, ["--min-plies", "--max-plies"]),
        ];
        let crossed = |low: Option<u32>, high| low.zip(high).is_some_and(|(low, high)| low > high);
        bounds.into_iter().find(|bound| crossed(bound.0, bound.1)).map(|bound| bound.2)
    }
}

/// How a position ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum End {
    /// The king is in check and there is no move
    Checkmate,
    /// The king is not in check and there is no move
    Stalemate,
    /// Nobody has the men to mate
    Insufficient,
}
