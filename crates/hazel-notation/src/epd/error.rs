//! What can be wrong with an EPD, and where.

use thiserror::Error;

use crate::cursor::quoted;
use crate::{FenError, SanError};

/// Why a text is not an EPD, or an operation not what was asked of it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EpdError {
    /// The four fields, or the clocks after them, are wrong.
    #[error(transparent)]
    Position(#[from] FenError),
    /// The operations can't be read.
    #[error("EPD operation, column {column}: found {}, expected {expected}", quoted(*.found))]
    Syntax {
        /// Where, counted from 1 in characters.
        column: usize,
        /// What is there; `None` at the end of the text.
        found: Option<char>,
        /// What should be there.
        expected: &'static str,
    },
    /// A clock isn't a number that a position can hold.
    #[error(
        "EPD operation `{opcode}`, column {column}: found `{found}`, expected a number from {min} to {max}"
    )]
    Clock {
        /// `hmvc` or `fmvn`.
        opcode: &'static str,
        /// Where its operands start, counted from 1 in characters.
        column: usize,
        /// The operands.
        found: String,
        /// The lowest number that is possible.
        min: u16,
        /// The highest.
        max: u16,
    },
    /// An operand isn't a legal move.
    #[error("EPD operation `{opcode}`, operand `{operand}`: {source}")]
    Move {
        /// The operation.
        opcode: String,
        /// The operand.
        operand: String,
        /// What is wrong with it.
        source: SanError,
    },
}
