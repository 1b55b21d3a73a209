//! EPD: four fields of a FEN, then operations.
//!
//! ```text
//! 1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";
//! four fields as in FEN                            |  |     opcode and a string
//!                                             opcode  operand
//! ```
//!
//! An operation is an opcode and any number of operands. What an operand means depends on the opcode, so the reader
//! keeps it as text, quoted or bare, and whoever knows the opcode asks: [`Epd::moves`] for moves, [`Epd::line`] for a
//! variation, [`Operand::integer`] for numbers. `hmvc` and `fmvn` are the exception: they are the clocks that the four
//! fields lack, and the position has them.
//!
//! # What the reader takes besides the standard
//!
//! - What the lenient reader of FEN takes in the four fields.
//! - Halfmove clock and move number as in FEN after the four fields, where numbers follow.
//! - The last `;` missing, and empty operations (`;` alone).
//! - Any number of blanks between the parts.
//! - Opcodes of any length, repeated or in any order; strings of any length.

mod error;
mod read;

use std::fmt;
use std::str::FromStr;

use hazel_core::{Move, Position};

pub use error::EpdError;

use crate::fen::{self, CastlingStyle};
use crate::{SanError, parse_san};

/// A position with operations.
///
/// ```
/// use hazel_notation::Epd;
///
/// let epd = Epd::parse("8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id \"WAC.002\";")?;
/// assert_eq!(epd.text("id"), Some("WAC.002"));
/// assert_eq!(epd.moves("bm")?.map(|moves| moves.len()), Some(1));
/// # Ok::<(), hazel_notation::EpdError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position, with the clocks of `hmvc` and `fmvn` if they are given.
    pub position: Position,
    /// What is said about it, in the order in which it is written.
    pub operations: Vec<Operation>,
}

/// An opcode with its operands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    /// The name of the operation: `bm`, `id`, …
    pub opcode: String,
    /// What it is applied to.
    pub operands: Vec<Operand>,
}

/// One operand of an operation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// A string in quotes, here without them.
    Quoted(String),
    /// Anything else up to a blank: a move, a number, a word.
    Bare(String),
}

impl Operand {
    /// The text, without quotes.
    pub fn as_str(&self) -> &str {
        match self {
            Operand::Quoted(text) | Operand::Bare(text) => text,
        }
    }

    /// The number that it is, if it is a whole one.
    pub fn integer(&self) -> Option<i64> {
        self.as_str().parse().ok()
    }
}

impl Epd {
    /// Reads a line; the module says what is taken.
    ///
    /// # Errors
    /// What can't be read, with its column.
    pub fn parse(text: &str) -> Result<Epd, EpdError> {
        read::read(text)
    }

    /// The operation with this opcode, if it is there; the first, if there are several.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// The first operand of an operation as text: `id`, `c0`, …
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.operation(opcode)?.operands.first().map(Operand::as_str)
    }

    /// The operands of an operation as moves of the position: `bm`, `am`, `sm`, `pm`. `None` if there is no such
    /// operation.
    ///
    /// # Errors
    /// If one of them isn't a legal move.
    pub fn moves(&self, opcode: &str) -> Result<Option<Vec<Move>>, EpdError> {
        self.resolve(opcode, |position, text| parse_san(position, text))
    }

    /// The operands of an operation as moves played one after another: `pv`. `None` if there is no such operation.
    ///
    /// # Errors
    /// If one of them isn't a legal move when its turn comes.
    pub fn line(&self, opcode: &str) -> Result<Option<Vec<Move>>, EpdError> {
        self.resolve(opcode, |position, text| {
            let m = parse_san(position, text)?;
            position.play_unchecked(m);
            Ok(m)
        })
    }

    fn resolve(
        &self,
        opcode: &str,
        mut step: impl FnMut(&mut Position, &str) -> Result<Move, SanError>,
    ) -> Result<Option<Vec<Move>>, EpdError> {
        let Some(operation) = self.operation(opcode) else { return Ok(None) };
        let mut position = self.position;
        let moves = operation.operands.iter().map(|operand| {
            step(&mut position, operand.as_str())
                .map_err(|source| EpdError::Move { opcode: opcode.to_owned(), source })
        });
        moves.collect::<Result<Vec<Move>, EpdError>>().map(Some)
    }
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(text: &str) -> Result<Epd, EpdError> {
        Epd::parse(text)
    }
}

/// Writes the line back, with castling rights as in X-FEN.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fen::write_epd_fields(&self.position, CastlingStyle::XFen, f)?;
        self.operations.iter().try_for_each(|operation| write!(f, " {operation}"))
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        self.operands.iter().try_for_each(|operand| write!(f, " {operand}"))?;
        f.write_str(";")
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Quoted(text) => write!(f, "\"{text}\""),
            Operand::Bare(text) => f.write_str(text),
        }
    }
}
