//! What can be wrong with a FEN, and where.

use std::fmt;

use hazel_core::{Rank, SetupError};
use thiserror::Error;

use crate::cursor::{Cursor, quoted};

/// One of the six fields of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum FenField {
    /// Where the men stand.
    Placement,
    /// Whose move it is.
    Turn,
    /// Who may castle.
    Castling,
    /// The square that a pawn has just passed.
    EnPassant,
    /// Plies since the last capture or pawn move.
    Halfmoves,
    /// The number of the move.
    MoveNumber,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenField::Placement => "piece placement",
            FenField::Turn => "side to move",
            FenField::Castling => "castling",
            FenField::EnPassant => "en passant",
            FenField::Halfmoves => "halfmove clock",
            FenField::MoveNumber => "move number",
        })
    }
}

/// Why a text is not the FEN of a position: what is wrong, in which field, at which column.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("FEN {field}, column {column}: {kind}")]
pub struct FenError {
    kind: FenErrorKind,
    field: FenField,
    column: usize,
}

impl FenError {
    #[cold]
    pub(crate) fn new(kind: FenErrorKind, field: FenField, column: usize) -> FenError {
        FenError { kind, field, column }
    }

    /// Something else than `expected` is where the cursor stands.
    #[cold]
    pub(crate) fn unexpected(
        cursor: Cursor<'_>,
        field: FenField,
        expected: &'static str,
    ) -> FenError {
        let kind = FenErrorKind::Unexpected { found: cursor.found(), expected };
        FenError::new(kind, field, cursor.column())
    }

    /// What is wrong.
    pub fn kind(&self) -> &FenErrorKind {
        &self.kind
    }

    /// The field in which it is wrong.
    pub fn field(&self) -> FenField {
        self.field
    }

    /// The column at which it is wrong, counted from 1 in characters; one past the text if something is missing.
    pub fn column(&self) -> usize {
        self.column
    }
}

/// What is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenErrorKind {
    /// A character, or the end of the text, where something else belongs.
    #[error("found {}, expected {expected}", quoted(*.found))]
    Unexpected {
        /// What is there; `None` at the end of the text.
        found: Option<char>,
        /// What belongs there.
        expected: &'static str,
    },
    /// A rank of the placement has more than eight squares.
    #[error("rank {0} has more than 8 squares")]
    RankTooLong(Rank),
    /// A rank of the placement has fewer than eight squares.
    #[error("rank {rank} has {squares} squares, expected 8")]
    RankTooShort {
        /// Which rank.
        rank: Rank,
        /// How many squares it has.
        squares: u8,
    },
    /// The placement goes on after the eighth rank.
    #[error("the board has more than 8 ranks")]
    TooManyRanks,
    /// The placement ends before the eighth rank.
    #[error("the board has {0} ranks, expected 8")]
    TooFewRanks(u8),
    /// A number is higher than a position can hold.
    #[error("`{digits}` is too high, expected at most {max}")]
    NumberTooHigh {
        /// The number as it was written.
        digits: String,
        /// The highest that can be held.
        max: u16,
    },
    /// Castling rights that only the lenient reader understands.
    #[error("found `{found}`, expected `{expected}`")]
    CastlingSpelling {
        /// What is there.
        found: String,
        /// The canonical spelling.
        expected: String,
    },
    /// The text is a FEN, but what it describes is no position.
    #[error("{0}")]
    Setup(#[source] SetupError),
}
