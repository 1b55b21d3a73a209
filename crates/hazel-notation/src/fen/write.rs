//! The writer of FEN. It fills a buffer on the stack and hands it over at once.

use std::fmt;

use arrayvec::ArrayVec;
use hazel_core::{Color, Position, Setup};

use super::castling::{self, CastlingStyle};
use super::placement;
use crate::letters;

/// No FEN is longer: 71 characters of placement, then ` w KQkq e3 4095 65535`; and eight to spare.
const CAPACITY: usize = 104;

/// Writes a position as FEN.
///
/// # Errors
/// Those of `out`.
pub fn write(
    position: &Position,
    style: CastlingStyle,
    out: &mut (impl fmt::Write + ?Sized),
) -> fmt::Result {
    write_setup(position.setup(), style, out)
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
    let mut text = ArrayVec::new();
    fill(position.setup(), CastlingStyle::XFen, &mut text);
    as_str(&text).to_owned()
}

/// Writes a setup as FEN.
pub(super) fn write_setup(
    setup: &Setup,
    style: CastlingStyle,
    out: &mut (impl fmt::Write + ?Sized),
) -> fmt::Result {
    let mut text = ArrayVec::new();
    fill(setup, style, &mut text);
    out.write_str(as_str(&text))
}

/// Writes the four fields that FEN and EPD have in common.
pub(crate) fn write_four_fields(
    position: &Position,
    style: CastlingStyle,
    out: &mut (impl fmt::Write + ?Sized),
) -> fmt::Result {
    let mut text = ArrayVec::new();
    fill_four_fields(position.setup(), style, &mut text);
    out.write_str(as_str(&text))
}

#[inline(always)]
fn fill(setup: &Setup, style: CastlingStyle, text: &mut ArrayVec<u8, CAPACITY>) {
    fill_four_fields(setup, style, text);
    text.push(b' ');
    push_number(setup.state.halfmoves, text);
    text.push(b' ');
    push_number(setup.state.number, text);
}

#[inline(always)]
fn fill_four_fields(setup: &Setup, style: CastlingStyle, text: &mut ArrayVec<u8, CAPACITY>) {
    placement::write(&setup.board, text);
    let turn = match setup.state.turn {
        Color::White => b'w',
        Color::Black => b'b',
    };
    text.extend([b' ', turn, b' ']);
    castling::write(&setup.board, setup.state.castling, style, text);
    text.push(b' ');
    match setup.state.en_passant_square() {
        None => text.push(b'-'),
        Some(square) => text.extend([
            letters::file_letter(square.file()) as u8,
            letters::rank_digit(square.rank()) as u8,
        ]),
    }
}

#[inline(always)]
fn push_number(number: u16, text: &mut ArrayVec<u8, CAPACITY>) {
    let mut place = match number {
        0..10 => 1,
        10..100 => 10,
        100..1_000 => 100,
        1_000..10_000 => 1_000,
        10_000.. => 10_000,
    };
    while place > 0 {
        text.push(b'0' + (number / place % 10) as u8);
        place /= 10;
    }
}

/// What was written as text; it is ASCII.
#[inline(always)]
fn as_str(text: &[u8]) -> &str {
    str::from_utf8(text).unwrap_or_default()
}
