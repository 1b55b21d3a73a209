//! `hazel show`: a board, and what is known about its position.

use std::process::ExitCode;

use hazel_core::{Color, Ending, Position, Query, Rank, Square};
use hazel_notation::to_fen;
use serde::Serialize;

use crate::arguments::{Format, Show};
use crate::board::svg;
use crate::board::terminal::{Symbols, draw, letter};
use crate::output::{self, Answer};
use crate::report::Failure;
use crate::{file, position};

/// Draws a position.
pub(crate) fn run(arguments: &Show, format: Format) -> Result<ExitCode, Failure> {
    let position = position::read(&arguments.position.words.join(" "))?;
    let side = if arguments.flip { Color::Black } else { Color::White };
    if let Some(path) = &arguments.svg {
        let picture = svg::draw(&position, side);
        file::write(path, picture.as_bytes())?;
        if file::is_standard(path) {
            return Ok(ExitCode::SUCCESS);
        }
    }
    let shown = Shown { facts: Facts::of(&position), position, side, ascii: arguments.ascii };
    output::print(&shown, format)?;
    Ok(ExitCode::SUCCESS)
}

struct Shown {
    facts: Facts,
    position: Position,
    side: Color,
    ascii: bool,
}

impl Serialize for Shown {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.facts.serialize(serializer)
    }
}

/// What is known about a position.
#[derive(Serialize)]
struct Facts {
    fen: String,
    /// The ranks from 8 to 1, with dots for empty squares.
    board: Vec<String>,
    turn: String,
    castling: String,
    en_passant: Option<String>,
    halfmove_clock: u16,
    move_number: u16,
    chess960: bool,
    check: bool,
    checkers: Vec<String>,
    status: &'static str,
    can_claim_draw: bool,
    legal_moves: usize,
}

impl Facts {
    fn of(position: &Position) -> Facts {
        let fen = to_fen(position);
        // Castling rights are spelled by the FEN writer alone.
        let castling = fen.split(' ').nth(2).unwrap_or("-").to_owned();
        let status = position.status(&[]);
        let square = |square| position.piece_at(square).map_or('.', letter);
        let rank = |rank: Rank| -> String {
            let squares = Square::all().filter(|square| square.rank() == rank);
            squares.map(square).collect()
        };
        Facts {
            board: Rank::ALL.into_iter().rev().map(rank).collect(),
            turn: position.turn().to_string(),
            castling,
            en_passant: position.en_passant_square().map(|square| square.to_string()),
            halfmove_clock: position.halfmove_clock(),
            move_number: position.move_number(),
            chess960: position.is_chess960(),
            check: status.check,
            checkers: position.checkers().into_iter().map(|square| square.to_string()).collect(),
            status: match status.ending {
                None => "ongoing",
                Some(Ending::Checkmate) => "checkmate",
                Some(Ending::Stalemate) => "stalemate",
                Some(Ending::InsufficientMaterial) => "insufficient_material",
                Some(Ending::FivefoldRepetition) => "fivefold_repetition",
                Some(Ending::SeventyFiveMoves) => "seventy_five_moves",
            },
            can_claim_draw: status.fifty_moves,
            legal_moves: position.legal_moves().len(),
            fen,
        }
    }

    /// How the game stands, in words.
    fn standing(&self) -> String {
        let winner = if self.turn == "white" { "black" } else { "white" };
        let mut words = match self.status {
            "ongoing" if self.check => {
                format!("{} is in check from {}", self.turn, self.checkers.join(" and "))
            }
            "ongoing" => "the game goes on".to_owned(),
            "checkmate" => format!("checkmate: {winner} has won"),
            "stalemate" => "stalemate: a draw".to_owned(),
            "insufficient_material" => "a draw: nobody can mate".to_owned(),
            "seventy_five_moves" => "a draw: 75 moves without capture or pawn move".to_owned(),
            other => format!("a draw: {}", other.replace('_', " ")),
        };
        if self.status == "ongoing" && self.can_claim_draw {
            words.push_str("; a draw can be claimed by the 50-move rule");
        }
        words
    }
}

impl Answer for Shown {
    fn text(&self, colors: bool) -> String {
        let symbols = match (self.ascii, colors) {
            (true, _) => Symbols::Letters,
            (false, true) => Symbols::Colored,
            (false, false) => Symbols::Figures,
        };
        let facts = &self.facts;
        let beside = output::facts(&[
            ("to move", format!("{}, move {}", facts.turn, facts.move_number)),
            ("castling", facts.castling.clone()),
            ("en passant", facts.en_passant.clone().unwrap_or_else(|| "-".to_owned())),
            ("halfmove clock", facts.halfmove_clock.to_string()),
            ("legal moves", facts.legal_moves.to_string()),
            ("status", facts.standing()),
        ]);
        let mut beside = beside.lines();
        let mut text = String::new();
        for line in draw(&self.position, self.side, symbols) {
            text.push_str(&line);
            if let Some(fact) = beside.next() {
                text.push_str("    ");
                text.push_str(fact);
            }
            text.push('\n');
        }
        text + "\n" + &facts.fen + "\n"
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let facts = &self.facts;
        let row = [
            ("fen", facts.fen.clone()),
            ("turn", facts.turn.clone()),
            ("castling", facts.castling.clone()),
            ("en_passant", facts.en_passant.clone().unwrap_or_default()),
            ("halfmove_clock", facts.halfmove_clock.to_string()),
            ("move_number", facts.move_number.to_string()),
            ("chess960", facts.chess960.to_string()),
            ("check", facts.check.to_string()),
            ("checkers", facts.checkers.join(" ")),
            ("status", facts.status.to_owned()),
            ("can_claim_draw", facts.can_claim_draw.to_string()),
            ("legal_moves", facts.legal_moves.to_string()),
        ];
        let (header, values): (Vec<_>, Vec<_>) =
            row.into_iter().map(|(name, value)| (name.to_owned(), value)).unzip();
        [header, values].into_iter()
    }
}
