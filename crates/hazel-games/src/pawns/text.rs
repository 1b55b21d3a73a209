//! Boards and moves in writing.

use std::fmt::Write as _;

use hazel_solve::Game as _;

use super::board::flip;
use super::{Board, PawnMove, Pawns, Rules};

/// Whose turn it is. A [`Board`] doesn't know, since it is always seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Begins, and plays up the board.
    White,
    /// Plays down the board.
    Black,
}

impl Side {
    /// The other one.
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// A word that is no move here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no move here, expected one such as \"b4\", \"bxc5\" or \"b2b4\"")]
pub struct ParseMoveError(String);

impl Pawns {
    /// The name of a legal move of this side: `b4`, or `bxc5` for a capture.
    pub fn name(&self, mv: PawnMove, side: Side) -> String {
        let file = |square: u8| char::from(b'a' + square % 8);
        let to = square_name(mv.to, side, self.rules);
        if mv.from % 8 == mv.to % 8 { to } else { format!("{}x{to}", file(mv.from)) }
    }

    /// The move that a person means: by its name, or by both squares as `b2b4`.
    ///
    /// # Errors
    /// If it is no legal move.
    pub fn read_move(
        &self,
        board: &Board,
        side: Side,
        text: &str,
    ) -> Result<PawnMove, ParseMoveError> {
        let mut moves = Vec::new();
        self.moves(board, &mut moves);
        let long = |mv: &PawnMove| {
            square_name(mv.from, side, self.rules) + &square_name(mv.to, side, self.rules)
        };
        let found = moves.into_iter().find(|mv| self.name(*mv, side) == text || long(mv) == text);
        found.ok_or_else(|| ParseMoveError(text.to_owned()))
    }

    /// The board as a drawing with White below: `P` is White's, `p` Black's, and files and ranks are named at the side.
    pub fn draw(&self, board: &Board, side: Side) -> String {
        let (white, black) = match side {
            Side::White => (board.mine(), board.theirs()),
            Side::Black => (flip(board.theirs(), self.rules), flip(board.mine(), self.rules)),
        };
        let mut text = String::new();
        for rank in (0..self.rules.ranks).rev() {
            let _ = write!(text, "{}", rank + 1);
            for file in 0..self.rules.files {
                let square = 1 << (8 * rank + file);
                let man = if white & square != 0 {
                    'P'
                } else if black & square != 0 {
                    'p'
                } else {
                    '.'
                };
                let _ = write!(text, " {man}");
            }
            text.push('\n');
        }
        text.push(' ');
        for file in 0..self.rules.files {
            let _ = write!(text, " {}", char::from(b'a' + file));
        }
        text.push('\n');
        text
    }
}

fn square_name(square: u8, side: Side, rules: Rules) -> String {
    let rank = match side {
        Side::White => square / 8,
        Side::Black => rules.ranks - 1 - square / 8,
    };
    format!("{}{}", char::from(b'a' + square % 8), rank + 1)
}
