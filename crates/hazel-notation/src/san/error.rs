//! What can be wrong with a move in SAN, and what would have been right.

use hazel_core::{Move, Position, Role};
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
    #[error("illegal move `{san}`: {}", what_can_be_played(*.san, .possible, .others))]
    Illegal {
        /// The move.
        san: San,
        /// What can be played with the same sort of man; for two squares, from the first of them.
        possible: Vec<String>,
        /// All legal moves, if nothing is `possible`. With none here either, the game is over.
        others: Vec<String>,
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
        let is_similar = |m: &Move| match san {
            San::Castling(_) => m.from() == position.king(position.turn()),
            San::Normal { role, .. } => position.board().role_at(m.from()) == Some(role),
            San::Coordinates(uci) => m.from() == uci.from,
        };
        let moves = position.legal_moves();
        let possible = sorted(position, moves.iter().copied().filter(is_similar));
        let others =
            if possible.is_empty() { sorted(position, moves.iter().copied()) } else { Vec::new() };
        SanError::Illegal { san, possible, others }
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

fn what_can_be_played(san: San, possible: &[String], others: &[String]) -> String {
    let man = match san {
        San::Normal { role: Role::Pawn, .. } => "a pawn",
        San::Normal { role: Role::Knight, .. } => "a knight",
        San::Normal { role: Role::Bishop, .. } => "a bishop",
        San::Normal { role: Role::Rook, .. } => "a rook",
        San::Normal { role: Role::Queen, .. } => "a queen",
        San::Castling(_) | San::Normal { role: Role::King, .. } => "the king",
        San::Coordinates(_) => "a man",
    };
    let (list, others_list) = (possible.join(", "), others.join(", "));
    match (san, possible, others) {
        (_, [], []) => "no move is left".to_owned(),
        (San::Coordinates(uci), [], _) => {
            format!("nothing can be played from {}, but {others_list} can", uci.from)
        }
        (San::Coordinates(uci), _, _) => format!("from {} can be played {list}", uci.from),
        (_, [], _) => format!("{man} can't move, but {others_list} can be played"),
        (_, _, _) => format!("{man} can play {list}"),
    }
}
