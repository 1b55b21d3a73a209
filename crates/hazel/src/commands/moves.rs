//! `hazel moves`: the legal moves of a position.

use std::process::ExitCode;

use hazel_core::{MoveKind, Position};
use hazel_notation::{to_fen, to_san};
use serde::Serialize;

use crate::arguments::{Format, Moves};
use crate::output::{self, Answer, table};
use crate::position::{self, uci};
use crate::report::Failure;

/// Lists the legal moves.
pub(crate) fn run(arguments: &Moves, format: Format) -> Result<ExitCode, Failure> {
    let position = position::read(&arguments.position.words.join(" "))?;
    output::print(&LegalMoves::of(&position), format)?;
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct LegalMoves {
    fen: String,
    turn: String,
    count: usize,
    moves: Vec<LegalMove>,
}

#[derive(Serialize)]
struct LegalMove {
    san: String,
    uci: String,
    kind: &'static str,
}

impl LegalMoves {
    fn of(position: &Position) -> LegalMoves {
        let mut moves: Vec<LegalMove> = position
            .legal_moves()
            .iter()
            .map(|&m| LegalMove {
                san: to_san(position, m),
                uci: uci(position, m),
                kind: kind(m.kind()),
            })
            .collect();
        moves.sort_by(|a, b| a.uci.cmp(&b.uci));
        LegalMoves {
            fen: to_fen(position),
            turn: position.turn().to_string(),
            count: moves.len(),
            moves,
        }
    }
}

/// The word for a kind of move; which piece a pawn becomes is in the move's name.
fn kind(kind: MoveKind) -> &'static str {
    match (kind, kind.promoted().is_some(), kind.is_capture()) {
        (MoveKind::EnPassant, ..) => "en_passant",
        (MoveKind::Castling, ..) => "castling",
        (_, true, true) => "capture_promotion",
        (_, true, false) => "promotion",
        (_, false, true) => "capture",
        (_, false, false) => "quiet",
    }
}

impl Answer for LegalMoves {
    fn text(&self, _colors: bool) -> String {
        let count = match self.count {
            0 => "no legal move".to_owned(),
            1 => "1 legal move".to_owned(),
            count => format!("{count} legal moves"),
        };
        let summary = format!("{count} for {}\n", self.turn);
        if self.moves.is_empty() {
            return summary;
        }
        let rows =
            self.moves.iter().map(|m| vec![m.san.clone(), m.uci.clone(), m.kind.replace('_', " ")]);
        table(&["san", "uci", "kind"], rows, &[]) + &summary
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let header = ["san", "uci", "kind"].map(str::to_owned).to_vec();
        let moves =
            self.moves.iter().map(|m| vec![m.san.clone(), m.uci.clone(), m.kind.to_owned()]);
        std::iter::once(header).chain(moves)
    }
}
