//! SAN: moves as people write them.
//!
//! Reading has two stages. [`San::parse`] knows only characters; [`San::to_move`] finds the legal move of a position
//! that fits. It doesn't generate all moves: it looks back from the target square to the men that could come from
//! there, and asks only of those whether the king stays safe.
//!
//! Writing is minimal: as much of the starting square as is needed to tell the move from other legal ones, `+` for
//! check and `#` for mate.
//!
//! # What the reader takes besides the standard
//!
//! - Castling with zeros or small letters: `0-0`, `o-o-o`.
//! - A piece letter for pawns (`Pe4`, `Pexd5`), and more of the starting square than is needed: `Ng1f3`, `e2e4`.
//! - Coordinates alone, for any man: `g1f3`, `e1g1` for castling; and `-` between squares: `Ng1-f3`, `e2-e4`.
//! - `x` missing (`Nd5`, `ed5`), superfluous before an empty square (`Nxd5`), or written `:` or `X`.
//! - Promotion as `e8Q`, `e8(Q)`, `e8/Q` or with a small letter.
//! - `+` and `#` missing, wrong or repeated; they are not checked.
//! - After the move, in any order and with blanks between: `!`, `?`, `e.p.`, `ep`, `/ep`.
//! - Blanks around the text.
//!
//! A promotion without its piece is not guessed: `e8` is ambiguous. Translated piece letters, small piece letters and
//! move numbers are not read.

mod error;
mod read;
mod resolve;
mod write;

use std::fmt;
use std::str::FromStr;

use hazel_core::{File, Move, Position, Rank, Role, Side, Square};

pub use error::SanError;
pub(crate) use read::read_word;
pub use write::{to_san, write};

use crate::UciMove;

/// A move as it is written, before any position has been asked about it. Check and mate marks are not kept.
///
/// ```
/// use hazel_core::Position;
/// use hazel_notation::San;
///
/// let san = San::parse("Ng1f3!?")?;
/// let m = san.to_move(&Position::initial())?;
/// assert_eq!(San::from_move(&Position::initial(), m).to_string(), "Nf3");
/// # Ok::<(), hazel_notation::SanError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum San {
    /// `O-O` or `O-O-O`.
    Castling(Side),
    /// A man goes to a square.
    Normal {
        /// What moves.
        role: Role,
        /// The file it comes from, if it is written.
        file: Option<File>,
        /// The rank it comes from, if it is written.
        rank: Option<Rank>,
        /// Whether an `x` is written.
        capture: bool,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes, if it is written.
        promotion: Option<Role>,
    },
    /// Two squares and no piece letter, so that any man may be meant.
    Coordinates(UciMove),
}

impl San {
    /// Reads a move; the module says what is taken.
    ///
    /// # Errors
    /// What isn't written as a move, with its column.
    #[inline]
    pub fn parse(text: &str) -> Result<San, SanError> {
        read::read_all(text.as_bytes())
    }

    /// Reads a move from bytes, which needn't be UTF-8.
    ///
    /// # Errors
    /// As [`parse`](San::parse).
    #[inline]
    pub fn parse_bytes(text: &[u8]) -> Result<San, SanError> {
        read::read_all(text)
    }

    /// Reads the move at the start of `text` and says how many bytes it takes, without marks and annotations.
    ///
    /// # Errors
    /// If the text doesn't start with a move.
    #[inline]
    pub fn parse_prefix(text: &[u8]) -> Result<(San, usize), SanError> {
        read::read_prefix(text)
    }

    /// How a legal move of `position` is written, without `+` or `#`; [`write()`] adds these. With a move that isn't
    /// legal here, the answer is nonsense.
    pub fn from_move(position: &Position, m: Move) -> San {
        write::san(position, m)
    }

    /// The legal move of `position` that this is.
    ///
    /// # Errors
    /// If no legal move fits, or several; the error lists what could be meant.
    #[inline]
    pub fn to_move(&self, position: &Position) -> Result<Move, SanError> {
        resolve::resolve(*self, position)
    }
}

impl FromStr for San {
    type Err = SanError;

    fn from_str(text: &str) -> Result<San, SanError> {
        San::parse(text)
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write::text(*self))
    }
}

/// Reads a move that is legal in `position`.
///
/// ```
/// use hazel_core::Position;
/// use hazel_notation::parse_san;
///
/// let error = parse_san(&Position::initial(), "Nd4").unwrap_err();
/// assert_eq!(error.to_string(), "illegal move `Nd4`: a knight can play Na3, Nc3, Nf3, Nh3");
/// ```
///
/// # Errors
/// As [`San::parse`] and [`San::to_move`].
pub fn parse_san(position: &Position, text: &str) -> Result<Move, SanError> {
    resolve::resolve(read::read_all(text.as_bytes())?, position)
}
