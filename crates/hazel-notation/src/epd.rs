//! EPD: four fields of a FEN, then operations.
//!
//! ```text
//! 1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";
//! four fields as in FEN                            |  |     opcode and a string
//!                                             opcode  operand
//! ```
//!
//! An operation is an opcode and any number of operands, closed by a semicolon (PGN standard, 16.2.4). What an operand
//! means depends on the opcode, so the reader keeps it as text, and whoever knows the opcode asks: [`Epd::moves`] for
//! moves, [`Epd::line`] for a variation, [`Operand::integer`] and [`Operand::number`] for numbers. Unknown opcodes are
//! kept like known ones.
//!
//! Two operations are the clocks that the four fields lack: `hmvc` and `fmvn`. They become part of the position and are
//! not listed with the others, so that a clock is in one place only; they are written where they aren't 0 and 1.
//!
//! # What the reader takes besides the standard
//!
//! - What the lenient reader of FEN takes in the four fields.
//! - Halfmove clock and move number as in FEN, if numbers (or `-`) follow the four fields.
//! - The last `;` missing, and `;` without an operation, also right after the four fields.
//! - Any number of blanks between the parts, and control characters in place of blanks; no blank after a string.
//! - Opcodes of any length and any characters (`v=-385`, `00:00`), repeated, and in any order; strings of any length.
//! - In moves: all that the reader of SAN takes, a comma after a move, and marks that stand alone (`Qd1 +`).
//!
//! A string that isn't closed and a string in place of an opcode are errors. Comments and blank lines between records
//! are not this module's: it reads one record.

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
    /// The position, with the clocks that `hmvc` and `fmvn` give it.
    pub position: Position,
    /// What else is said about it, in the order in which it is written.
    pub operations: Vec<Operation>,
}

/// An opcode with its operands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    /// The name of the operation: `bm`, `id`, … To be written and read again it must not have blanks or semicolons, nor
    /// start with a quote.
    pub opcode: String,
    /// What it is applied to.
    pub operands: Vec<Operand>,
}

/// One operand of an operation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// A string in quotes, here without them. EPD has no way to write a string that has quotes inside.
    Quoted(String),
    /// Anything else up to a blank or a semicolon: a move, a number, a word.
    Bare(String),
}

impl Operand {
    /// The text, without quotes.
    pub fn as_str(&self) -> &str {
        match self {
            Operand::Quoted(text) | Operand::Bare(text) => text,
        }
    }

    /// The whole number that it is: digits, with or without a sign.
    pub fn integer(&self) -> Option<i64> {
        self.as_str().parse().ok()
    }

    /// The number that it is: digits with or without a sign and a decimal point.
    pub fn number(&self) -> Option<f64> {
        let text = self.as_str();
        // Words and exponents, which Rust would take as numbers, are none in EPD.
        let digits = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.');
        text.parse().ok().filter(|_| text.chars().all(digits))
    }
}

impl Epd {
    /// Reads a record; the module says what is taken.
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
        let mut moves = Vec::with_capacity(operation.operands.len());
        for operand in operation.operands.iter().map(Operand::as_str) {
            let is_mark = operand.chars().all(|c| matches!(c, '+' | '#' | '!' | '?'));
            if is_mark && !moves.is_empty() {
                continue;
            }
            let m = step(&mut position, operand.trim_end_matches(',')).map_err(|source| {
                EpdError::Move { opcode: opcode.to_owned(), operand: operand.to_owned(), source }
            })?;
            moves.push(m);
        }
        Ok(Some(moves))
    }
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(text: &str) -> Result<Epd, EpdError> {
        Epd::parse(text)
    }
}

/// Writes the record, castling rights as in X-FEN.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fen::write_four_fields(&self.position, CastlingStyle::XFen, f)?;
        let (clock, number) = (self.position.halfmove_clock(), self.position.move_number());
        if clock != 0 {
            write!(f, " hmvc {clock};")?;
        }
        if number != 1 {
            write!(f, " fmvn {number};")?;
        }
        // Right after the four fields, a number or a hyphen would be read as a clock.
        let is_clock = |c: char| c.is_ascii_digit() || c == '-';
        if self.operations.first().is_some_and(|first| first.opcode.starts_with(is_clock)) {
            f.write_str(";")?;
        }
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
