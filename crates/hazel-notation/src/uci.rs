//! Moves as engines write them: from, to, and what a pawn becomes.
//!
//! Castling has two spellings. Ordinary chess names the king's two squares (`e1g1`), Chess960 the king's and the
//! rook's (`e1h1`), because there the king may move one square, or none, or onto its rook. Both are read everywhere:
//! a king that takes its own rook castles with it, and a king that moves further than a king can castles too. In
//! between, a step of one square is a step.
//!
//! # What the reader takes besides
//!
//! - A capital letter for what a pawn becomes: `e7e8Q`.
//!
//! `0000`, which some engines send when they have no move, is an error of its own.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayString;
use hazel_core::{File, Move, MoveKind, Position, Query, Role, Side, Square};
use thiserror::Error;

use crate::cursor::{Cursor, quoted};
use crate::letters;

/// A move as it is written, before any position has been asked about it.
///
/// ```
/// use hazel_core::Position;
/// use hazel_notation::UciMove;
///
/// let uci = UciMove::parse("g1f3")?;
/// let m = uci.to_move(&Position::initial())?;
/// assert_eq!(m.to().to_string(), "f3");
/// # Ok::<(), hazel_notation::UciError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UciMove {
    /// Where the man starts.
    pub from: Square,
    /// Where it ends; in the Chess960 spelling of castling, where the rook stands.
    pub to: Square,
    /// What a pawn becomes: a queen, a rook, a bishop or a knight.
    pub promotion: Option<Role>,
}

/// How castling is spelled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingNotation {
    /// The king's two squares, as in ordinary chess: `e1g1`. A king that doesn't start from the e-file has no two
    /// squares that can't mean something else, so there it is the other notation.
    #[default]
    KingTwoSquares,
    /// The king takes its rook, as in Chess960: `e1h1`.
    KingTakesRook,
}

impl CastlingNotation {
    /// The notation that suits a position: the ordinary one wherever that says it all.
    pub fn of(position: &Position) -> CastlingNotation {
        if position.is_chess960() {
            CastlingNotation::KingTakesRook
        } else {
            CastlingNotation::KingTwoSquares
        }
    }
}

impl UciMove {
    /// Reads a move.
    ///
    /// # Errors
    /// Anything but two squares and, perhaps, one of `qrbn`.
    pub fn parse(text: &str) -> Result<UciMove, UciError> {
        UciMove::parse_bytes(text.as_bytes())
    }

    /// Reads a move from bytes, which needn't be UTF-8.
    ///
    /// # Errors
    /// As [`parse`](UciMove::parse).
    pub fn parse_bytes(text: &[u8]) -> Result<UciMove, UciError> {
        if text == b"0000" {
            return Err(UciError::Null);
        }
        let mut cursor = Cursor::new(text);
        let from = read_square(&mut cursor)?;
        let to = read_square(&mut cursor)?;
        let promotion = cursor.take_map(promotion);
        match (cursor.peek(), promotion) {
            (None, promotion) => Ok(UciMove { from, to, promotion }),
            (Some(_), None) => Err(UciError::unexpected(cursor, "one of `qrbn` or the end")),
            (Some(_), Some(_)) => Err(UciError::unexpected(cursor, "the end")),
        }
    }

    /// How a legal move of `position` is written.
    pub fn from_move(position: &Position, m: Move, notation: CastlingNotation) -> UciMove {
        let (from, promotion) = (m.from(), m.promotion());
        let takes_rook = m.kind() == MoveKind::Castling
            && (notation == CastlingNotation::KingTakesRook || from.file() != File::E);
        let rook = takes_rook.then(|| {
            let side =
                if m.to().file() == Side::King.king_file() { Side::King } else { Side::Queen };
            position.castling().rook(position.turn(), side, from)
        });
        UciMove { from, to: rook.flatten().unwrap_or(m.to()), promotion }
    }

    /// The legal move of `position` that this is.
    ///
    /// # Errors
    /// If there is none; the error lists what could be played from the same square.
    pub fn to_move(self, position: &Position) -> Result<Move, UciError> {
        self.legal(position).ok_or_else(|| self.illegal(position))
    }

    /// [`to_move`](UciMove::to_move) without the error.
    pub(crate) fn legal(self, position: &Position) -> Option<Move> {
        let m = self.shape(position)?;
        position.is_legal(m).then_some(m)
    }

    /// The only move that this can be, legal or not.
    fn shape(self, position: &Position) -> Option<Move> {
        let UciMove { from, to, promotion } = self;
        let board = position.board();
        let role = board.role_at(from)?;
        if role == Role::King && promotion.is_none() {
            let takes_rook = position.castling().rooks_of(position.turn()).contains(to);
            let side = if to > from { Side::King } else { Side::Queen };
            let far = from.file().index().abs_diff(to.file().index()) > 1;
            if takes_rook || (far && to.file() == side.king_file()) {
                let king_to = Square::new(side.king_file(), from.rank());
                // The other spelling must not leave the rank.
                return (to.rank() == from.rank())
                    .then(|| Move::new(from, king_to, MoveKind::Castling));
            }
        }
        let capture = board.occupied().contains(to);
        let kind = match promotion {
            Some(role) => MoveKind::promotion(role, capture)?,
            None if capture => MoveKind::Capture,
            None if role == Role::Pawn && from.file() != to.file() => MoveKind::EnPassant,
            None => MoveKind::Quiet,
        };
        Some(Move::new(from, to, kind))
    }

    #[cold]
    fn illegal(self, position: &Position) -> UciError {
        let mut possible: Vec<String> = position
            .legal_moves()
            .into_iter()
            .filter(|m| m.from() == self.from)
            .map(|m| to_uci(position, m, CastlingNotation::default()))
            .collect();
        possible.sort();
        UciError::Illegal { uci: self, possible }
    }

    pub(crate) fn text(self) -> ArrayString<5> {
        let mut text = ArrayString::new();
        for square in [self.from, self.to] {
            text.push(letters::file_letter(square.file()));
            text.push(letters::rank_digit(square.rank()));
        }
        if let Some(role) = self.promotion {
            text.push(letters::role_letter(role).to_ascii_lowercase());
        }
        text
    }
}

fn read_square(cursor: &mut Cursor<'_>) -> Result<Square, UciError> {
    let file = cursor.take_map(letters::file);
    let file = file.ok_or_else(|| UciError::unexpected(*cursor, "a file from a to h"))?;
    let rank = cursor.take_map(letters::rank);
    let rank = rank.ok_or_else(|| UciError::unexpected(*cursor, "a rank from 1 to 8"))?;
    Ok(Square::new(file, rank))
}

/// What a letter says that a pawn becomes.
pub(crate) fn promotion(letter: u8) -> Option<Role> {
    letters::role(letter.to_ascii_uppercase()).filter(|role| Role::PROMOTIONS.contains(role))
}

impl FromStr for UciMove {
    type Err = UciError;

    fn from_str(text: &str) -> Result<UciMove, UciError> {
        UciMove::parse(text)
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// Reads a move that is legal in `position`.
///
/// # Errors
/// As [`UciMove::parse`] and [`UciMove::to_move`].
pub fn parse_uci(position: &Position, text: &str) -> Result<Move, UciError> {
    UciMove::parse(text)?.to_move(position)
}

/// A legal move of `position` as engines write it.
pub fn to_uci(position: &Position, m: Move, notation: CastlingNotation) -> String {
    UciMove::from_move(position, m, notation).text().as_str().to_owned()
}

/// Why a text is not a UCI move of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum UciError {
    /// The text isn't written as a move.
    #[error("UCI move, column {column}: found {}, expected {expected}", quoted(*.found))]
    Syntax {
        /// Where it stops being one, counted from 1 in characters.
        column: usize,
        /// What is there; `None` at the end of the text.
        found: Option<char>,
        /// What should be there.
        expected: &'static str,
    },
    /// The null move.
    #[error("found the null move `0000`, expected a move")]
    Null,
    /// The move can't be played.
    #[error("illegal move `{uci}`: {}", from_there(*.uci, .possible))]
    Illegal {
        /// The move.
        uci: UciMove,
        /// What can be played from the same square.
        possible: Vec<String>,
    },
}

impl UciError {
    #[cold]
    fn unexpected(cursor: Cursor<'_>, expected: &'static str) -> UciError {
        UciError::Syntax { column: cursor.column(), found: cursor.found(), expected }
    }
}

fn from_there(uci: UciMove, possible: &[String]) -> String {
    match possible {
        [] => format!("nothing can be played from {}", uci.from),
        moves => format!("from {} can be played {}", uci.from, moves.join(", ")),
    }
}
