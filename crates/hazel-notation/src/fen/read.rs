//! The reader of FEN, field by field.

use hazel_core::{Alteration, Color, Rank, Setup, SetupError};

use super::error::{FenError, FenErrorKind, FenField};
use super::{Fen, castling, placement};
use crate::cursor::Cursor;
use crate::letters;

/// Whether to take only what is canonical.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    Lenient,
    Strict,
}

/// What comes after the fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Followed {
    /// It is a FEN: the text ends.
    ByNothing,
    /// It is an EPD: operations. The clocks are read only if they are numbers.
    ByOperations,
}

/// Reads the fields into `fen`, which is [`Fen::EMPTY`] before. It is filled in place because a value of that size that
/// is moved right after its parts were written costs as much as a field.
#[inline(always)]
pub(crate) fn read(
    cursor: &mut Cursor<'_>,
    reading: Reading,
    followed: Followed,
    fen: &mut Fen,
) -> Result<(), FenError> {
    if reading == Reading::Lenient {
        cursor.take_while(is_blank);
    }
    let Fen { setup, columns, digits } = fen;
    columns.begin(*cursor);
    *digits = placement::read(cursor, reading, &mut setup.board)?;
    // The block ends early where the text may: with the last field that is there.
    let last = 'fields: {
        if !next_field(cursor, reading, FenField::Turn, columns)? {
            break 'fields FenField::Placement;
        }
        setup.state.turn = read_turn(cursor, reading)?;
        if !next_field(cursor, reading, FenField::Castling, columns)? {
            break 'fields FenField::Turn;
        }
        setup.state.castling = castling::read(cursor, &setup.board, reading)?;
        if !next_field(cursor, reading, FenField::EnPassant, columns)? {
            break 'fields FenField::Castling;
        }
        read_en_passant(cursor, reading, setup)?;
        if followed == Followed::ByOperations && !clock_follows(*cursor) {
            break 'fields FenField::EnPassant;
        }
        if !next_field(cursor, reading, FenField::Halfmoves, columns)? {
            break 'fields FenField::EnPassant;
        }
        let max = Alteration::MAX_CLOCK;
        setup.state.halfmoves = read_number(cursor, reading, FenField::Halfmoves, 0, max)?;
        if followed == Followed::ByOperations && !clock_follows(*cursor) {
            break 'fields FenField::Halfmoves;
        }
        if !next_field(cursor, reading, FenField::MoveNumber, columns)? {
            break 'fields FenField::Halfmoves;
        }
        let max = u16::MAX;
        setup.state.number = read_number(cursor, reading, FenField::MoveNumber, 1, max)?;
        FenField::MoveNumber
    };
    match followed {
        Followed::ByNothing => read_end(cursor, reading, last),
        Followed::ByOperations => read_separator(*cursor, last),
    }
}

/// Where the fields start, counted from 1. All that comes before a field that could be read is ASCII.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Columns([u32; 6]);

impl Columns {
    pub(super) const NONE: Columns = Columns([0; 6]);

    /// The first field starts here, and the others are not there yet.
    #[inline(always)]
    fn begin(&mut self, cursor: Cursor<'_>) {
        let first = cursor.at() as u32 + 1;
        let end = first + cursor.rest().len() as u32;
        self.0 = [first, end, end, end, end, end];
    }

    pub(super) fn of(&self, field: FenField) -> usize {
        let [placement, turn, castling, en_passant, halfmoves, number] = self.0;
        let column = match field {
            FenField::Placement => placement,
            FenField::Turn => turn,
            FenField::Castling => castling,
            FenField::EnPassant => en_passant,
            FenField::Halfmoves => halfmoves,
            FenField::MoveNumber => number,
        };
        column as usize
    }

    #[inline(always)]
    fn note(&mut self, field: FenField, cursor: Cursor<'_>) {
        if let Some(column) = self.0.get_mut(field as usize) {
            *column = cursor.at() as u32 + 1;
        }
    }
}

/// Whether a byte separates fields in a lenient reading.
#[inline(always)]
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'_' | b'\t' | b'\n' | b'\r' | 0x0C)
}

/// Goes on to `field`; false if the text ends before it and that is allowed.
#[inline(always)]
fn next_field(
    cursor: &mut Cursor<'_>,
    reading: Reading,
    field: FenField,
    columns: &mut Columns,
) -> Result<bool, FenError> {
    let blanks = match reading {
        Reading::Strict => usize::from(cursor.take(b' ')),
        Reading::Lenient => cursor.take_while(is_blank),
    };
    if blanks == 0 || cursor.peek().is_none() {
        return no_field(*cursor, reading, field, blanks);
    }
    columns.note(field, *cursor);
    Ok(true)
}

/// The text doesn't go on to `field`: it ends, or there is no blank.
#[cold]
fn no_field(
    cursor: Cursor<'_>,
    reading: Reading,
    field: FenField,
    blanks: usize,
) -> Result<bool, FenError> {
    let (before, expected) = match field {
        FenField::Placement | FenField::Turn => (FenField::Placement, TURN),
        FenField::Castling => (FenField::Turn, castling::EXPECTED),
        FenField::EnPassant => (FenField::Castling, EN_PASSANT),
        FenField::Halfmoves => (FenField::EnPassant, NUMBER),
        FenField::MoveNumber => (FenField::Halfmoves, NUMBER),
    };
    match (cursor.peek(), reading) {
        (None, Reading::Lenient) => Ok(false),
        (None, Reading::Strict) if blanks > 0 => Err(FenError::unexpected(cursor, field, expected)),
        (None, Reading::Strict) => {
            Err(FenError::unexpected(cursor, field, "a blank and the field"))
        }
        (Some(_), _) => Err(FenError::unexpected(cursor, before, "a blank")),
    }
}

const TURN: &str = "`w` or `b`";
const EN_PASSANT: &str = "a square or `-`";
const NUMBER: &str = "a number";

#[inline(always)]
fn read_turn(cursor: &mut Cursor<'_>, reading: Reading) -> Result<Color, FenError> {
    let lenient = reading == Reading::Lenient;
    let turn = cursor.take_map(|byte| match byte {
        b'w' => Some(Color::White),
        b'b' => Some(Color::Black),
        b'W' if lenient => Some(Color::White),
        b'B' if lenient => Some(Color::Black),
        _ => None,
    });
    turn.ok_or_else(|| FenError::unexpected(*cursor, FenField::Turn, TURN))
}

#[inline(always)]
fn read_en_passant(
    cursor: &mut Cursor<'_>,
    reading: Reading,
    setup: &mut Setup,
) -> Result<(), FenError> {
    const FIELD: FenField = FenField::EnPassant;
    if cursor.take(b'-') {
        return Ok(());
    }
    let start = *cursor;
    let file = cursor.take_map(letters::file);
    let file = file.ok_or_else(|| FenError::unexpected(*cursor, FIELD, EN_PASSANT))?;
    let rank = cursor.take_map(letters::rank);
    let rank = rank.ok_or_else(|| FenError::unexpected(*cursor, FIELD, "a rank from 1 to 8"))?;
    let passed_over = (!setup.state.turn).rank(Rank::Third);
    if rank == passed_over && setup.can_have_been_passed(file) {
        setup.state.en_passant = Some(file);
    } else if reading == Reading::Strict {
        let kind = FenErrorKind::Setup(SetupError::ImpossibleEnPassant(file));
        return Err(FenError::new(kind, FIELD, start.column()));
    }
    Ok(())
}

/// Whether, in an EPD, a clock comes next rather than an operation. An underscore is no blank here: it may begin an
/// opcode.
fn clock_follows(mut cursor: Cursor<'_>) -> bool {
    cursor.take_while(|byte| byte != b'_' && is_blank(byte));
    matches!(cursor.peek(), Some(b'0'..=b'9' | b'-'))
}

/// Nothing may come after the fields of a FEN.
#[inline(always)]
fn read_end(cursor: &mut Cursor<'_>, reading: Reading, last: FenField) -> Result<(), FenError> {
    if reading == Reading::Lenient {
        cursor.take_while(is_blank);
    }
    match cursor.peek() {
        None => Ok(()),
        Some(_) => Err(FenError::unexpected(*cursor, last, "the end")),
    }
}

/// The fields of an EPD must be set apart from what comes after them.
fn read_separator(cursor: Cursor<'_>, last: FenField) -> Result<(), FenError> {
    match cursor.peek() {
        Some(byte) if byte != b';' && byte != b' ' && !byte.is_ascii_control() => {
            Err(FenError::unexpected(cursor, last, "a blank"))
        }
        _ => Ok(()),
    }
}

/// Reads a number from `min` to `max`; leniently, `min` also stands for what is below and for `-`.
#[inline(always)]
fn read_number(
    cursor: &mut Cursor<'_>,
    reading: Reading,
    field: FenField,
    min: u16,
    max: u16,
) -> Result<u16, FenError> {
    let start = *cursor;
    let mut value = 0u32;
    while let Some(digit) = cursor.take_map(|byte| byte.is_ascii_digit().then(|| byte - b'0')) {
        value = value.saturating_mul(10).saturating_add(u32::from(digit));
    }
    let length = cursor.at() - start.at();
    if length == 0 {
        let ends = cursor.peek_second().is_none_or(is_blank);
        if reading == Reading::Lenient && ends && cursor.take(b'-') {
            return Ok(min);
        }
        return Err(FenError::unexpected(*cursor, field, NUMBER));
    }
    if value > u32::from(max) {
        return Err(too_high(start, field, length, max));
    }
    if reading == Reading::Strict {
        if length > 1 && start.peek() == Some(b'0') {
            return Err(FenError::unexpected(start, field, "a number without leading zeros"));
        }
        if value < u32::from(min) {
            return Err(FenError::unexpected(start, field, "a number from 1"));
        }
    }
    Ok((value as u16).max(min))
}

#[cold]
fn too_high(start: Cursor<'_>, field: FenField, length: usize, max: u16) -> FenError {
    let digits = start.rest().iter().take(length).map(|&digit| char::from(digit)).collect();
    FenError::new(FenErrorKind::NumberTooHigh { digits, max }, field, start.column())
}
