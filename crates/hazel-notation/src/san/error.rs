//! What can be wrong with a move in SAN, and what would have been right.

use hazel_core::{Move, Position, Query, Role};
use thiserror::Error;

use super::San;
use super::write::to_san;
use crate::cursor::quoted;

/// Why a text is not a move of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SanError {
    /// The text isn't written as a move.
    #[error("SAN, column {column}: found {}, expected {expected}", quoted(*.found))]
    Syntax {
        /// Where it stops being one, counted from 1 in characters.
        column: usize,
        /// What is there; `None` at the end of the text.
        found: Option<char>,
        /// What should be there.
        expected: &'static str,
    },
    /// No legal move fits.
    #[error("illegal move `{san}`: {}", what_can_be_played(*.san, .possible))]
    Illegal {
        /// The move.
        san: San,
        /// What the same sort of man can play; if that is nothing, all legal moves.
        possible: Vec<String>,
    },
    /// Several legal moves fit.
    #[error("ambiguous move `{san}`: it can be {}", .candidates.join(", "))]
    Ambiguous {
        /// The move.
        san: San,
        /// The legal moves that fit.
        candidates: Vec<String>,
    },
}

impl SanError {
    #[cold]
    pub(super) fn illegal(san: San, position: &Position) -> SanError {
        let role = role(san, position);
        let moves = position.legal_moves();
        let of_role =
            |m: &Move| position.piece_at(m.from()).is_some_and(|piece| Some(piece.role) == role);
        let mut possible = sorted(position, moves.iter().copied().filter(of_role));
        if possible.is_empty() {
            possible = sorted(position, moves.iter().copied());
        }
        SanError::Illegal { san, possible }
    }

    #[cold]
    pub(super) fn ambiguous(san: San, position: &Position, candidates: &[Move]) -> SanError {
        SanError::Ambiguous { san, candidates: sorted(position, candidates.iter().copied()) }
    }
}

fn sorted(position: &Position, moves: impl Iterator<Item = Move>) -> Vec<String> {
    let mut moves: Vec<String> = moves.map(|m| to_san(position, m)).collect();
    moves.sort();
    moves
}

/// The sort of man that a move is written for.
fn role(san: San, position: &Position) -> Option<Role> {
    match san {
        San::Castling(_) => Some(Role::King),
        San::Normal { role, .. } => Some(role),
        San::Coordinates(uci) => {
            position.piece_at(uci.from).filter(|p| p.color == position.turn()).map(|p| p.role)
        }
    }
}

fn what_can_be_played(san: San, possible: &[String]) -> String {
    if possible.is_empty() {
        return "the game is over".to_owned();
    }
    let man = match san {
        San::Normal { role: Role::Pawn, .. } => "a pawn",
        San::Normal { role: Role::Knight, .. } => "a knight",
        San::Normal { role: Role::Bishop, .. } => "a bishop",
        San::Normal { role: Role::Rook, .. } => "a rook",
        San::Normal { role: Role::Queen, .. } => "a queen",
        San::Castling(_) | San::Normal { role: Role::King, .. } => "the king",
        San::Coordinates(_) => "such a man",
    };
    format!("{man} can play {}", possible.join(", "))
}
