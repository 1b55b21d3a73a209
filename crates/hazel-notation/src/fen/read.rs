//! The reader of FEN, field by field.

use hazel_core::{
    Alter, Alteration, Bitboard, Board, Color, Rank, Setup, SetupError, Square, State,
};

use super::castling;
use super::error::{FenError, FenErrorKind, FenField};
use super::{Fen, can_have_been_passed};
use crate::cursor::Cursor;
use crate::letters;

/// Whether to take only what is canonical.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    Lenient,
    Strict,
}

/// Reads a whole text.
pub(super) fn read(cursor: &mut Cursor<'_>, reading: Reading) -> Result<Fen, FenError> {
    let mut fen = read_four_fields(cursor, reading)?;
    if next_field(cursor, reading, FenField::EnPassant)? {
        read_clocks(cursor, reading, &mut fen)?;
    } else if reading == Reading::Strict {
        return Err(missing(*cursor, FenField::Halfmoves));
    }
    if cursor.peek().is_some() {
        return Err(FenError::unexpected(*cursor, FenField::MoveNumber, "the end"));
    }
    Ok(fen)
}

/// Reads what FEN and EPD have in common, and nothing after it.
pub(crate) fn read_four_fields(cursor: &mut Cursor<'_>, reading: Reading) -> Result<Fen, FenError> {
    if reading == Reading::Lenient {
        cursor.take_while(is_blank);
    }
    let start = *cursor;
    let (board, digits) = read_placement(cursor, reading)?;
    let setup = Setup { board, state: State::INITIAL };
    let mut fen = Fen { setup, columns: [start.at() as u32 + 1; 6], digits };
    let state = &mut fen.setup.state;

    if !begin(cursor, reading, FenField::Turn, &mut fen.columns)? {
        return Ok(fen);
    }
    state.turn = read_turn(cursor, reading)?;

    if !begin(cursor, reading, FenField::Castling, &mut fen.columns)? {
        return Ok(fen);
    }
    state.castling = castling::read(cursor, &board, reading)?;

    if !begin(cursor, reading, FenField::EnPassant, &mut fen.columns)? {
        return Ok(fen);
    }
    let start = *cursor;
    if let Some(square) = read_en_passant(cursor)? {
        if can_have_been_passed(&fen.setup, square) {
            fen.setup.state.en_passant = Some(square.file());
        } else if reading == Reading::Strict {
            let kind = FenErrorKind::Setup(SetupError::ImpossibleEnPassant(square.file()));
            return Err(FenError::new(kind, FenField::EnPassant, start.column()));
        }
    }
    Ok(fen)
}

/// Reads the fifth field and, if it is there, the sixth.
pub(crate) fn read_clocks(
    cursor: &mut Cursor<'_>,
    reading: Reading,
    fen: &mut Fen,
) -> Result<(), FenError> {
    mark(FenField::Halfmoves, *cursor, &mut fen.columns);
    let max = Alteration::MAX_CLOCK;
    fen.setup.state.halfmoves = read_number(cursor, reading, FenField::Halfmoves, 0, max)?;
    if !begin(cursor, reading, FenField::MoveNumber, &mut fen.columns)? {
        return Ok(());
    }
    let start = *cursor;
    let number = read_number(cursor, reading, FenField::MoveNumber, 1, u16::MAX)?;
    if number == 0 && reading == Reading::Strict {
        return Err(FenError::unexpected(start, FenField::MoveNumber, "a number from 1"));
    }
    fen.setup.state.number = number.max(1);
    next_field(cursor, reading, FenField::MoveNumber)?;
    Ok(())
}

/// Whether a byte separates fields in a lenient reading.
pub(crate) fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'_' || byte.is_ascii_whitespace()
}

/// Goes on to `field` and notes where it starts; false if the text ends before.
fn begin(
    cursor: &mut Cursor<'_>,
    reading: Reading,
    field: FenField,
    columns: &mut [u32; 6],
) -> Result<bool, FenError> {
    let before = match field {
        FenField::Placement | FenField::Turn => FenField::Placement,
        FenField::Castling => FenField::Turn,
        FenField::EnPassant => FenField::Castling,
        FenField::Halfmoves => FenField::EnPassant,
        FenField::MoveNumber => FenField::Halfmoves,
    };
    let more = next_field(cursor, reading, before)?;
    if !more && reading == Reading::Strict {
        return Err(missing(*cursor, field));
    }
    mark(field, *cursor, columns);
    Ok(more)
}

/// Notes where a field starts. Those after it can't start before, so they are noted as well.
fn mark(field: FenField, cursor: Cursor<'_>, columns: &mut [u32; 6]) {
    columns.iter_mut().skip(field as usize).for_each(|column| *column = cursor.at() as u32 + 1);
}

/// Reads the blanks after a field; false if the text ends with it.
fn next_field(
    cursor: &mut Cursor<'_>,
    reading: Reading,
    field: FenField,
) -> Result<bool, FenError> {
    if cursor.peek().is_none() {
        return Ok(false);
    }
    let blanks = match reading {
        Reading::Strict => usize::from(cursor.take(b' ')),
        Reading::Lenient => cursor.take_while(is_blank),
    };
    if blanks == 0 {
        let expected = if field == FenField::MoveNumber { "the end" } else { "a blank" };
        return Err(FenError::unexpected(*cursor, field, expected));
    }
    Ok(reading == Reading::Strict || cursor.peek().is_some())
}

#[cold]
fn missing(cursor: Cursor<'_>, field: FenField) -> FenError {
    let expected = match field {
        FenField::Placement => "the men",
        FenField::Turn => TURN,
        FenField::Castling => castling::EXPECTED,
        FenField::EnPassant => EN_PASSANT,
        FenField::Halfmoves | FenField::MoveNumber => NUMBER,
    };
    FenError::unexpected(cursor, field, expected)
}

const TURN: &str = "`w` or `b`";
const EN_PASSANT: &str = "a square or `-`";
const NUMBER: &str = "a number";

/// Reads the men, the eighth rank first, and notes the first square of each digit.
fn read_placement(
    cursor: &mut Cursor<'_>,
    reading: Reading,
) -> Result<(Board, Bitboard), FenError> {
    const FIELD: FenField = FenField::Placement;
    let mut board = Board::EMPTY;
    let mut digits = Bitboard::EMPTY;
    let mut after_digit = false;
    let (mut rank, mut files) = (7usize, 0usize);
    let named = |rank| Rank::from_index(rank).unwrap_or(Rank::First);
    let fault = |cursor: Cursor<'_>, kind| FenError::new(kind, FIELD, cursor.column());
    while let Some(byte) = cursor.peek() {
        let square = Square::from_index(rank * 8 + files).filter(|_| files < 8);
        if let Some(piece) = letters::piece(byte) {
            let Some(square) = square else {
                return Err(fault(*cursor, FenErrorKind::RankTooLong(named(rank))));
            };
            board.alter(Alteration::place(piece, square));
            files += 1;
            after_digit = false;
        } else if let digit @ b'1'..=b'8' = byte {
            let squares = usize::from(digit - b'0');
            if files + squares > 8 {
                return Err(fault(*cursor, FenErrorKind::RankTooLong(named(rank))));
            }
            if after_digit && reading == Reading::Strict {
                return Err(FenError::unexpected(*cursor, FIELD, "a piece or `/` after a digit"));
            }
            digits |= square.map_or(Bitboard::EMPTY, Square::bitboard);
            files += squares;
            after_digit = true;
        } else if byte == b'/' {
            if files < 8 {
                let kind = FenErrorKind::RankTooShort { rank: named(rank), squares: files as u8 };
                return Err(fault(*cursor, kind));
            }
            if rank == 0 {
                return Err(fault(*cursor, FenErrorKind::TooManyRanks));
            }
            rank -= 1;
            files = 0;
            after_digit = false;
        } else if byte == b' ' || (reading == Reading::Lenient && is_blank(byte)) {
            break;
        } else {
            let expected = "a piece, a digit from 1 to 8 or `/`";
            return Err(FenError::unexpected(*cursor, FIELD, expected));
        }
        cursor.advance(1);
    }
    if rank == 7 && files == 0 {
        return Err(missing(*cursor, FIELD));
    }
    if files < 8 {
        let kind = FenErrorKind::RankTooShort { rank: named(rank), squares: files as u8 };
        return Err(fault(*cursor, kind));
    }
    if rank > 0 {
        return Err(fault(*cursor, FenErrorKind::TooFewRanks(8 - rank as u8)));
    }
    Ok((board, digits))
}

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

fn read_en_passant(cursor: &mut Cursor<'_>) -> Result<Option<Square>, FenError> {
    const FIELD: FenField = FenField::EnPassant;
    if cursor.take(b'-') {
        return Ok(None);
    }
    let file = cursor.take_map(letters::file);
    let file = file.ok_or_else(|| FenError::unexpected(*cursor, FIELD, EN_PASSANT))?;
    let rank = cursor.take_map(letters::rank);
    let rank = rank.ok_or_else(|| FenError::unexpected(*cursor, FIELD, "a rank from 1 to 8"))?;
    Ok(Some(Square::new(file, rank)))
}

fn read_number(
    cursor: &mut Cursor<'_>,
    reading: Reading,
    field: FenField,
    unknown: u16,
    max: u16,
) -> Result<u16, FenError> {
    let start = *cursor;
    if reading == Reading::Lenient && cursor.take(b'-') {
        return Ok(unknown);
    }
    let mut value = 0u32;
    while let Some(digit) = cursor.take_map(|byte| byte.is_ascii_digit().then(|| byte - b'0')) {
        value = value.saturating_mul(10).saturating_add(u32::from(digit));
    }
    let length = cursor.at() - start.at();
    if length == 0 {
        return Err(FenError::unexpected(*cursor, field, NUMBER));
    }
    if reading == Reading::Strict && length > 1 && start.peek() == Some(b'0') {
        return Err(FenError::unexpected(start, field, "a number without leading zeros"));
    }
    if value > u32::from(max) {
        let digits = start.rest().iter().take(length).map(|&digit| char::from(digit)).collect();
        let kind = FenErrorKind::NumberTooHigh { digits, max };
        return Err(FenError::new(kind, field, start.column()));
    }
    Ok(value as u16)
}
