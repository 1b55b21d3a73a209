//! The rules of the games, as far as they can be chosen.

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use hazel_games::pawns::Shortcuts;

use super::super::{Piece, positive};

/// The names of what a search of a pawn game can do without.
pub(super) fn shortcuts() -> PossibleValuesParser {
    PossibleValuesParser::new(Shortcuts::NAMES.into_iter().chain(["lookahead", "foresight", "all"]))
}

/// The rules of the pawn games.
#[derive(Args, Debug)]
pub(crate) struct PawnRules {
    /// How many files the board has, 1 to 8
    #[arg(long, value_name = "N", default_value = "8", value_parser = positive::<u8>)]
    pub(crate) files: u8,
    /// How many ranks the board has, 4 to 8
    #[arg(long, value_name = "N", default_value = "8", value_parser = positive::<u8>)]
    pub(crate) ranks: u8,
    /// How many rows of pawns each side has [default: 2 in peasants, 1 in pawns]
    #[arg(long, value_name = "N", value_parser = positive::<u8>)]
    pub(crate) rows: Option<u8>,
    /// The rank before the last wins
    #[arg(long, conflicts_with = "goal")]
    pub(crate) short: bool,
    /// The rank on which a pawn wins, counted from its own side [default: the last]
    #[arg(long, value_name = "N", value_parser = positive::<u8>)]
    pub(crate) goal: Option<u8>,
    /// Pawns go one square at a time
    #[arg(long)]
    pub(crate) no_double_step: bool,
    /// Pawns can't be captured en passant
    #[arg(long)]
    pub(crate) no_en_passant: bool,
    /// What it means for the side to move that it has no move [default: draw]
    #[arg(long, value_name = "VALUE", value_enum)]
    pub(crate) no_move: Option<Worth>,
    /// What it means for the side to move that it has no pawns [default: draw in peasants, loss in pawns]
    #[arg(long, value_name = "VALUE", value_enum)]
    pub(crate) no_pawns: Option<Worth>,
    /// Begin after these moves, such as "b4 b5 bxa5"
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub(crate) moves: String,
}

/// What an ending means for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub(crate) enum Worth {
    Draw,
    Loss,
    Win,
}

/// The rules of Nim.
#[derive(Args, Debug)]
pub(crate) struct NimRules {
    /// How many objects each heap has
    #[arg(value_name = "HEAPS", required = true, value_parser = super::whole::<u8>)]
    pub(crate) heaps: Vec<u8>,
    /// Whoever takes the last object loses
    #[arg(long)]
    pub(crate) misere: bool,
}

/// The rules of the fork game.
#[derive(Args, Debug)]
pub(crate) struct ForkRules {
    /// The student's piece
    #[arg(long, value_enum, value_name = "PIECE", default_value_t = Piece::Queen)]
    pub(crate) student: Piece,
    /// The piece that the teacher has beside the king
    #[arg(long, value_enum, value_name = "PIECE", default_value_t = Piece::Rook)]
    pub(crate) teacher: Piece,
    /// The teacher's king must heed check, as in chess
    #[arg(long)]
    pub(crate) check: bool,
}

/// The rules of tic-tac-toe.
#[derive(Args, Debug)]
pub(crate) struct TicTacToeRules {
    /// How many files the board has, 1 to 5
    #[arg(long, value_name = "N", default_value = "3", value_parser = positive::<u8>)]
    pub(crate) files: u8,
    /// How many ranks the board has, 1 to 5
    #[arg(long, value_name = "N", default_value = "3", value_parser = positive::<u8>)]
    pub(crate) ranks: u8,
    /// How many marks in a row win
    #[arg(long, value_name = "N", default_value = "3", value_parser = positive::<u8>)]
    pub(crate) in_a_row: u8,
    /// Begin after these moves, such as "b2 a1"
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub(crate) moves: String,
}
