//! From characters to a [`San`].

use hazel_core::{Role, Side, Square};

use super::San;
use super::error::SanError;
use crate::UciMove;
use crate::cursor::Cursor;
use crate::{letters, uci};

/// Reads a text that is one move.
#[inline]
pub(super) fn read_all(text: &[u8]) -> Result<San, SanError> {
    let mut cursor = Cursor::new(text);
    cursor.take_while(|byte| byte.is_ascii_whitespace());
    let san = read_body(&mut cursor)?;
    read_marks(&mut cursor)?;
    Ok(san)
}

/// Reads the move that a text starts with.
pub(super) fn read_prefix(text: &[u8]) -> Result<(San, usize), SanError> {
    let mut cursor = Cursor::new(text);
    let san = read_body(&mut cursor)?;
    Ok((san, cursor.at()))
}

#[inline(always)]
fn read_body(cursor: &mut Cursor<'_>) -> Result<San, SanError> {
    if let Some(b'O' | b'0' | b'o') = cursor.peek() {
        return read_castling(cursor);
    }
    let letter = cursor.take_map(letters::role);
    let role = letter.unwrap_or(Role::Pawn);
    let file = cursor.take_map(letters::file);
    let rank = cursor.take_map(letters::rank);
    let capture = cursor.take_map(|byte| matches!(byte, b'x' | b'X' | b':').then_some(true));
    let separated = capture.is_some() || cursor.take(b'-');
    let capture = capture.is_some();

    // What was read so far is the start if a whole square follows, and else the target.
    let second = read_square(cursor);
    let (file, rank, to) = match (second, file, rank) {
        (Some(to), file, rank) => (file, rank, to),
        (None, Some(file), Some(rank)) if !separated => (None, None, Square::new(file, rank)),
        (None, file, rank) => {
            return Err(expected_square(
                *cursor,
                letter,
                file.is_some(),
                rank.is_some() || separated,
            ));
        }
    };
    let promotion = if role == Role::Pawn { read_promotion(cursor)? } else { None };
    Ok(match (letter, file, rank) {
        (None, Some(file), Some(rank)) => {
            San::Coordinates(UciMove { from: Square::new(file, rank), to, promotion })
        }
        _ => San::Normal { role, file, rank, capture, to, promotion },
    })
}

/// Reads a square if all of it is there.
#[inline(always)]
fn read_square(cursor: &mut Cursor<'_>) -> Option<Square> {
    let file = cursor.peek().and_then(letters::file)?;
    let rank = cursor.peek_second().and_then(letters::rank)?;
    cursor.advance(2);
    Some(Square::new(file, rank))
}

/// Says what a move lacks that has no target square.
#[cold]
fn expected_square(
    cursor: Cursor<'_>,
    letter: Option<Role>,
    file_read: bool,
    rank_read: bool,
) -> SanError {
    let mut cursor = cursor;
    if cursor.take_map(letters::file).is_some() || (file_read && !rank_read) {
        return SanError::unexpected(cursor, "a rank from 1 to 8");
    }
    let nothing_read = letter.is_none() && !rank_read;
    let expected = if nothing_read { "a move" } else { "a file from a to h" };
    SanError::unexpected(cursor, expected)
}

fn read_castling(cursor: &mut Cursor<'_>) -> Result<San, SanError> {
    let is_king = |cursor: &mut Cursor<'_>| {
        cursor.take_map(|byte| matches!(byte, b'O' | b'0' | b'o').then_some(()))
    };
    is_king(cursor);
    if !cursor.take(b'-') {
        return Err(SanError::unexpected(*cursor, "`O-O` or `O-O-O`"));
    }
    if is_king(cursor).is_none() {
        return Err(SanError::unexpected(*cursor, "`O-O` or `O-O-O`"));
    }
    let third = |byte| matches!(byte, Some(b'O' | b'0' | b'o'));
    if cursor.peek() == Some(b'-') && third(cursor.peek_second()) {
        cursor.advance(2);
        return Ok(San::Castling(Side::Queen));
    }
    Ok(San::Castling(Side::King))
}

/// Reads `=Q`, `Q`, `(Q)` or `/Q`, if there is one.
#[inline(always)]
fn read_promotion(cursor: &mut Cursor<'_>) -> Result<Option<Role>, SanError> {
    let Some(opened @ (b'=' | b'(' | b'/')) = cursor.peek() else {
        return Ok(cursor.take_map(uci::promotion));
    };
    cursor.advance(1);
    let role = cursor.take_map(uci::promotion);
    let role = role.ok_or_else(|| SanError::unexpected(*cursor, "one of `QRBN`"))?;
    if opened == b'(' && !cursor.take(b')') {
        return Err(SanError::unexpected(*cursor, "`)`"));
    }
    Ok(Some(role))
}

/// Reads what may follow a move.
#[inline(always)]
fn read_marks(cursor: &mut Cursor<'_>) -> Result<(), SanError> {
    loop {
        match cursor.peek() {
            None => return Ok(()),
            Some(b'+' | b'#' | b'!' | b'?') => cursor.advance(1),
            Some(byte) if byte.is_ascii_whitespace() => cursor.advance(1),
            Some(_) => {
                let rest = cursor.rest();
                let marks: [&[u8]; 2] = [b"e.p.", b"ep"];
                match marks.into_iter().find(|mark| rest.starts_with(mark)) {
                    Some(mark) => cursor.advance(mark.len()),
                    None => return Err(SanError::unexpected(*cursor, "the end of the move")),
                }
            }
        }
    }
}
