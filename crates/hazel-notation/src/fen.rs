//! FEN: a position as one line of six fields.
//!
//! ```text
//! rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2
//! placement                                       |  |    |  | move number
//!                                      side to move  |    |  halfmove clock
//!                                             castling    en passant
//! ```
//!
//! There are two readers. The *strict* one takes what a careful program writes: six fields, single blanks, each field
//! in its canonical spelling. The *lenient* one takes what people paste. Both read castling rights in all three
//! spellings: standard, X-FEN (`KQkq` mean the outermost rook, a file letter names an inner one) and Shredder (always
//! file letters).
//!
//! An en-passant square is read by both even if no capture is legal there, and comes out of the position without it,
//! since a position keeps only what matters; FEN is written accordingly.
//!
//! # What the lenient reader takes besides
//!
//! - Fields missing at the end: White to move, no castling, no en passant, clock 0, move 1. Placement must be there.
//! - Several blanks, tabs, ends of line or underscores (as in web addresses) between fields, and any of them around the
//!   text.
//! - Neighbouring digits in the placement: `44` for `8`.
//! - `W` and `B` for the side to move.
//! - Castling letters in any order, repeated, or in a mixture of spellings, and file letters where none is needed.
//! - An en-passant square that no pawn can just have passed: it is dropped.
//! - Move number 0, read as 1; leading zeros; `-` for a clock or a number that isn't known, read as 0 and 1.
//!
//! What changes the position silently is not taken: a castling right without its rook is an error in both readers.
//! Halfmove clocks above 4,095 and move numbers above 65,535 can't be held and are errors too.

mod castling;
mod error;
mod placement;
mod read;
mod write;

use std::fmt;
use std::str::FromStr;

use hazel_core::{Bitboard, Board, Position, Query, Rank, Role, Setup, SetupError, Square, State};

pub use castling::CastlingStyle;
pub use error::{FenError, FenErrorKind, FenField};
pub(crate) use read::{Followed, Reading, read};
pub(crate) use write::write_four_fields;
pub use write::{to_fen, write};

use crate::cursor::Cursor;
use read::Columns;

/// What a FEN says: a setup that nobody has checked, and where in the text each part of it stands.
///
/// ```
/// use hazel_notation::Fen;
///
/// let fen = Fen::parse("8/8/8/8/8/8/8/K6p w - -")?;
/// assert_eq!(fen.setup().state.number, 1);
/// assert_eq!(
///     fen.position().unwrap_err().to_string(),
///     "FEN piece placement, column 1: black has no king",
/// );
/// # Ok::<(), hazel_notation::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fen {
    setup: Setup,
    /// Where each field starts; a missing one is where the text ends.
    columns: Columns,
    /// The first square of every digit of the placement. With the men, these are the characters of its ranks.
    digits: Bitboard,
}

impl Fen {
    /// What a reader starts from: no men, and the metadata that missing fields stand for.
    pub(crate) const EMPTY: Fen = Fen {
        setup: Setup { board: Board::EMPTY, state: State::INITIAL },
        columns: Columns::NONE,
        digits: Bitboard::EMPTY,
    };

    /// Reads a FEN leniently; the module says what that means. See [`parse_strict`](Fen::parse_strict).
    ///
    /// # Errors
    /// What can't be read even so, with its field and column.
    pub fn parse(text: &str) -> Result<Fen, FenError> {
        let mut fen = Fen::EMPTY;
        read(&mut Cursor::new(text.as_bytes()), Reading::Lenient, Followed::ByNothing, &mut fen)?;
        Ok(fen)
    }

    /// Reads a FEN that must be in canonical form. See [`parse`](Fen::parse).
    ///
    /// # Errors
    /// Whatever the standard, X-FEN and Shredder-FEN don't have, with its field and column.
    pub fn parse_strict(text: &str) -> Result<Fen, FenError> {
        let mut fen = Fen::EMPTY;
        read(&mut Cursor::new(text.as_bytes()), Reading::Strict, Followed::ByNothing, &mut fen)?;
        Ok(fen)
    }

    /// What it says, unchecked.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position that it describes.
    ///
    /// # Errors
    /// The rule that the setup breaks, with the field that breaks it.
    #[inline]
    pub fn position(&self) -> Result<Position, FenError> {
        self.setup.validate().map_err(|error| self.locate(error))
    }

    /// Puts a broken rule in its place in the text.
    #[cold]
    fn locate(&self, error: SetupError) -> FenError {
        let board = &self.setup.board;
        let (field, man) = match error {
            SetupError::NoKing(_) | SetupError::TooManyMen(_) => (FenField::Placement, None),
            SetupError::SeveralKings(color) => {
                (FenField::Placement, last_in_fen(board.men(color, Role::King)))
            }
            SetupError::KingsTouch => (FenField::Placement, last_in_fen(board.role(Role::King))),
            SetupError::PawnOnBackRank(square) => (FenField::Placement, Some(square)),
            SetupError::OpponentInCheck => (FenField::Turn, None),
            SetupError::CastlingWithoutRook(..)
            | SetupError::CastlingKingAway(_)
            | SetupError::SeveralRights(..) => (FenField::Castling, None),
            SetupError::ImpossibleEnPassant(_) => (FenField::EnPassant, None),
            SetupError::ClockTooHigh(_) => (FenField::Halfmoves, None),
            SetupError::NoMoveNumber => (FenField::MoveNumber, None),
        };
        let column = match man {
            Some(square) => self.column_of(square),
            None => self.columns.of(field),
        };
        FenError::new(FenErrorKind::Setup(error), field, column)
    }

    pub(crate) fn state_mut(&mut self) -> &mut State {
        &mut self.setup.state
    }

    /// The column of the letter for a man: all men and digits that stand before it, and a slash for each rank above.
    fn column_of(&self, square: Square) -> usize {
        let before = Bitboard((1 << square.flip_rank() as u8) - 1).flip_ranks();
        let men = (self.setup.board.occupied() & before).len() as usize;
        let digits = (self.digits & before).len() as usize;
        let slashes = Rank::Eighth.index() - square.rank().index();
        self.columns.of(FenField::Placement) + men + digits + slashes
    }
}

/// The square of a set that a FEN names last.
fn last_in_fen(set: Bitboard) -> Option<Square> {
    set.flip_ranks().into_iter().last().map(Square::flip_rank)
}

impl FromStr for Fen {
    type Err = FenError;

    /// Reads leniently, as [`Fen::parse`] does.
    fn from_str(text: &str) -> Result<Fen, FenError> {
        Fen::parse(text)
    }
}

/// Writes the setup in canonical form, castling rights as in X-FEN.
impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::write_setup(&self.setup, CastlingStyle::XFen, f)
    }
}

/// Reads a position from a FEN, leniently.
///
/// ```
/// use hazel_core::Position;
/// use hazel_notation::parse_fen;
///
/// let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// assert_eq!(parse_fen(fen), Ok(Position::initial()));
/// ```
///
/// # Errors
/// As [`Fen::parse`] and [`Fen::position`].
pub fn parse_fen(text: &str) -> Result<Position, FenError> {
    let mut fen = Fen::EMPTY;
    read(&mut Cursor::new(text.as_bytes()), Reading::Lenient, Followed::ByNothing, &mut fen)?;
    fen.position()
}

/// Reads a position from a FEN in canonical form.
///
/// # Errors
/// As [`Fen::parse_strict`] and [`Fen::position`].
pub fn parse_fen_strict(text: &str) -> Result<Position, FenError> {
    Fen::parse_strict(text)?.position()
}
