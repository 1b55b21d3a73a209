//! The writer of FEN. It fills a buffer on the stack and hands it over at once.

use std::fmt::{self, Write as _};

use arrayvec::ArrayString;
use hazel_core::{Color, Position, Query, Rank, Setup};

use super::castling::{self, CastlingStyle};
use crate::letters;

/// No FEN is longer: 71 characters of placement, then ` w KQkq e3 4095 65535`.
const CAPACITY: usize = 96;

/// Writes a position as FEN.
///
/// # Errors
/// Those of `out`.
pub fn write(
    position: &Position,
    style: CastlingStyle,
    out: &mut (impl fmt::Write + ?Sized),
) -> fmt::Result {
    out.write_str(&text(position.setup(), style))
}

/// A position as FEN, with castling rights as in X-FEN: `KQkq` wherever that isn't ambiguous.
///
/// ```
/// use hazel_core::Position;
/// use hazel_notation::to_fen;
///
/// assert_eq!(
///     to_fen(&Position::initial()),
///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
/// );
/// ```
pub fn to_fen(position: &Position) -> String {
    text(position.setup(), CastlingStyle::XFen).as_str().to_owned()
}

/// A setup as FEN.
pub(crate) fn text(setup: &Setup, style: CastlingStyle) -> ArrayString<CAPACITY> {
    let mut text = ArrayString::new();
    // The capacity suffices for every setup, so there is nothing to report.
    let _ = write_fields(setup, style, &mut text)
        .and_then(|()| write!(text, " {} {}", setup.state.halfmoves, setup.state.number));
    text
}

/// Writes the four fields that FEN and EPD have in common.
pub(crate) fn write_epd_fields(
    position: &Position,
    style: CastlingStyle,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    let mut text = ArrayString::new();
    write_fields(position.setup(), style, &mut text)?;
    out.write_str(&text)
}

fn write_fields(
    setup: &Setup,
    style: CastlingStyle,
    text: &mut ArrayString<CAPACITY>,
) -> fmt::Result {
    write_placement(setup, text)?;
    text.write_str(match setup.state.turn {
        Color::White => " w ",
        Color::Black => " b ",
    })?;
    castling::write(setup, style, text)?;
    match setup.state.en_passant_square() {
        None => text.write_str(" -"),
        Some(square) => write!(text, " {square}"),
    }
}

fn write_placement(setup: &Setup, text: &mut ArrayString<CAPACITY>) -> fmt::Result {
    let empty_run = |text: &mut ArrayString<CAPACITY>, run: u8| match run {
        0 => Ok(()),
        squares => text.write_char(char::from(b'0' + squares)),
    };
    for rank in Rank::ALL.into_iter().rev() {
        let mut run = 0;
        for square in rank.bitboard() {
            match setup.board.piece_at(square) {
                None => run += 1,
                Some(piece) => {
                    empty_run(text, run)?;
                    run = 0;
                    text.write_char(letters::piece_letter(piece))?;
                }
            }
        }
        empty_run(text, run)?;
        if rank != Rank::First {
            text.write_char('/')?;
        }
    }
    Ok(())
}
