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
    while next_operation(&mut cursor) {
        let (operation, operands_at) = read_operation(text, &mut cursor)?;
        let clock = |opcode, min, max| clock(&operation, opcode, operands_at, min, max);
        match operation.opcode.as_str() {
            "hmvc" => fen.state_mut().halfmoves = clock("hmvc", 0, Alteration::MAX_CLOCK)?,
            "fmvn" => fen.state_mut().number = clock("fmvn", 1, u16::MAX)?,
            _ => operations.push(operation),
        }
    }
    Ok(Epd { position: fen.position()?, operations })
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte.is_ascii_control()
}

/// Goes on to the next operation, past blanks and semicolons; false if there is none.
fn next_operation(cursor: &mut Cursor<'_>) -> bool {
    cursor.take_while(|byte| byte == b';' || is_blank(byte));
    cursor.peek().is_some()
}

/// Reads an operation, and says in which column its operands start.
fn read_operation(text: &str, cursor: &mut Cursor<'_>) -> Result<(Operation, usize), EpdError> {
    if cursor.peek() == Some(b'"') {
        return Err(unexpected(*cursor, "an opcode"));
    }
    let opcode = read_word(text, cursor);
    cursor.take_while(is_blank);
    let operands_at = cursor.column();
    let mut operands = Vec::new();
    loop {
        cursor.take_while(is_blank);
        match cursor.peek() {
            None | Some(b';') => return Ok((Operation { opcode, operands }, operands_at)),
            Some(b'"') => operands.push(Operand::Quoted(read_string(text, cursor)?)),
            Some(_) => operands.push(Operand::Bare(read_word(text, cursor))),
        }
    }
}

fn read_word(text: &str, cursor: &mut Cursor<'_>) -> String {
    let start = cursor.at();
    cursor.take_while(|byte| byte != b';' && !is_blank(byte));
    text.get(start..cursor.at()).unwrap_or_default().to_owned()
}

fn read_string(text: &str, cursor: &mut Cursor<'_>) -> Result<String, EpdError> {
    cursor.advance(1);
    let start = cursor.at();
    cursor.take_while(|byte| byte != b'"');
    let string = text.get(start..cursor.at()).unwrap_or_default().to_owned();
    if cursor.take(b'"') { Ok(string) } else { Err(unexpected(*cursor, "`\"` after a string")) }
}

fn clock(
    operation: &Operation,
    opcode: &'static str,
    column: usize,
    min: u16,
    max: u16,
) -> Result<u16, EpdError> {
    let value = match operation.operands.as_slice() {
        [operand] => operand.integer().and_then(|value| u16::try_from(value).ok()),
        _ => None,
    };
    value.filter(|value| (min..=max).contains(value)).ok_or_else(|| {
        let found: Vec<String> = operation.operands.iter().map(Operand::to_string).collect();
        EpdError::Clock { opcode, column, found: found.join(" "), min, max }
    })
}

#[cold]
fn unexpected(cursor: Cursor<'_>, expected: &'static str) -> EpdError {
    EpdError::Syntax { column: cursor.column(), found: cursor.found(), expected }
}
