//! The reader of EPD.

use hazel_core::Alteration;

use super::{Epd, EpdError, Operand, Operation};
use crate::cursor::Cursor;
use crate::fen::{self, Fen, Followed, Reading};

pub(super) fn read(text: &str) -> Result<Epd, EpdError> {
    let mut cursor = Cursor::new(text.as_bytes());
    let mut fen = Fen::EMPTY;
    fen::read(&mut cursor, Reading::Lenient, Followed::ByOperations, &mut fen)?;
    let mut operations = Vec::new();
    while let Some(start) = next_operation(&mut cursor) {
        let operation = read_operation(text, &mut cursor)?;
        let state = fen.state_mut();
        match operation.opcode.as_str() {
            "hmvc" => state.halfmoves = clock(&operation, start, 0, Alteration::MAX_CLOCK)?,
            "fmvn" => state.number = clock(&operation, start, 1, u16::MAX)?,
            _ => {}
        }
        operations.push(operation);
    }
    Ok(Epd { position: fen.position()?, operations })
}

/// Goes on to the next operation, past blanks and empty ones.
fn next_operation<'a>(cursor: &mut Cursor<'a>) -> Option<Cursor<'a>> {
    cursor.take_while(|byte| byte == b';' || byte.is_ascii_whitespace());
    cursor.peek().map(|_| *cursor)
}

fn read_operation(text: &str, cursor: &mut Cursor<'_>) -> Result<Operation, EpdError> {
    let start = cursor.at();
    if !cursor.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
        return Err(unexpected(*cursor, "an opcode, which starts with a letter"));
    }
    cursor.take_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let opcode = text.get(start..cursor.at()).unwrap_or_default().to_owned();
    let mut operands = Vec::new();
    loop {
        let blanks = cursor.take_while(|byte| byte.is_ascii_whitespace());
        match cursor.peek() {
            None => break,
            Some(b';') => {
                cursor.advance(1);
                break;
            }
            Some(_) if blanks == 0 => {
                return Err(unexpected(*cursor, "a blank or `;` after an opcode or operand"));
            }
            Some(b'"') => operands.push(Operand::Quoted(read_string(text, cursor)?)),
            Some(_) => {
                let start = cursor.at();
                cursor.take_while(|byte| byte != b';' && !byte.is_ascii_whitespace());
                let bare = text.get(start..cursor.at()).unwrap_or_default();
                operands.push(Operand::Bare(bare.to_owned()));
            }
        }
    }
    Ok(Operation { opcode, operands })
}

fn read_string(text: &str, cursor: &mut Cursor<'_>) -> Result<String, EpdError> {
    cursor.advance(1);
    let start = cursor.at();
    cursor.take_while(|byte| byte != b'"');
    let string = text.get(start..cursor.at()).unwrap_or_default().to_owned();
    if cursor.take(b'"') { Ok(string) } else { Err(unexpected(*cursor, "`\"`")) }
}

fn clock(operation: &Operation, start: Cursor<'_>, min: u16, max: u16) -> Result<u16, EpdError> {
    let operand = operation.operands.first();
    let value = operand.and_then(Operand::integer).and_then(|value| u16::try_from(value).ok());
    value.filter(|value| (min..=max).contains(value)).ok_or_else(|| EpdError::Clock {
        opcode: operation.opcode.clone(),
        column: start.column(),
        found: operand.map_or("", Operand::as_str).to_owned(),
        min,
        max,
    })
}

#[cold]
fn unexpected(cursor: Cursor<'_>, expected: &'static str) -> EpdError {
    EpdError::Syntax { column: cursor.column(), found: cursor.found(), expected }
}
