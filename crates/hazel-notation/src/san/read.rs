//! From characters to a [`San`].

use hazel_core::{Role, Side, Square};

use super::San;
use super::error::SanError;
use crate::UciMove;
use crate::cursor::Cursor;
use crate::{letters, uci};

/// What a reader wanted where it stopped. One byte, so that what the readers return fits in a register.
#[derive(Clone, Copy)]
enum Expected {
    Move,
    File,
    Rank,
    Castling,
    Promotion,
    Parenthesis,
    End,
}

impl Expected {
    /// The error that nothing of the kind stands at the cursor.
    #[cold]
    fn missing(self, cursor: Cursor<'_>) -> SanError {
        let expected = match self {
            Expected::Move => "a move",
            Expected::File => "a file from a to h",
            Expected::Rank => "a rank from 1 to 8",
            Expected::Castling => "`O-O` or `O-O-O`",
            Expected::Promotion => "one of `QRBN`",
            Expected::Parenthesis => "`)`",
            Expected::End => "the end of the move",
        };
        SanError::Syntax { column: cursor.column(), found: cursor.found(), expected }
    }
}

/// Reads a text that is one move.
#[inline(always)]
pub(super) fn read_all(text: &[u8]) -> Result<San, SanError> {
    let mut cursor = Cursor::new(text);
    cursor.take_while(|byte| byte.is_ascii_whitespace());
    let san = match read_body(&mut cursor) {
        Ok(san) => san,
        Err(expected) => return Err(expected.missing(cursor)),
    };
    match read_marks(&mut cursor) {
        Ok(()) => Ok(san),
        Err(expected) => Err(expected.missing(cursor)),
    }
}

/// Reads the move that a text starts with.
#[inline(always)]
pub(super) fn read_prefix(text: &[u8]) -> Result<(San, usize), SanError> {
    let mut cursor = Cursor::new(text);
    match read_body(&mut cursor) {
        Ok(san) => Ok((san, cursor.at())),
        Err(expected) => Err(expected.missing(cursor)),
    }
}

/// Reads the move that the lowest bytes of a word are, if it is a common one: a letter or none, at most a file or a
/// rank, perhaps an `x`, a square; and after it a blank, a mark or the end of the text (a zero). Says how many bytes it
/// takes. What isn't recognised may be a move all the same.
///
/// There is no loop and hardly a branch, since which sort of move comes next in a game can't be foreseen.
#[inline(always)]
pub(crate) fn read_word(word: u64) -> Option<(San, usize)> {
    const LOW: u64 = 0x0101010101010101;
    // Everything below a comma ends a move: blanks, `!`, `#`, `+`, parentheses. The lowest bit found is right.
    let ends = word.wrapping_sub(LOW * b',' as u64) & !word & (LOW << 7);
    let length = (ends.trailing_zeros() / 8) as usize;
    if !(2..=5).contains(&length) {
        return None;
    }
    let (role, letters) = letters::leading_role(word as u8)?;
    let to = (word >> (8 * (length - 2))) as u16;
    let (file, rank) = ((to as u8).wrapping_sub(b'a'), ((to >> 8) as u8).wrapping_sub(b'1'));
    let between = length.wrapping_sub(2 + letters);
    let before = ((word << 8) >> (8 * (length - 2))) as u8;
    let capture = before == b'x';
    let hints = between.wrapping_sub(usize::from(capture));
    if (file | rank) >= 8 || hints > 1 {
        return None;
    }
    // Without a hint, a zero stands in its place, which is neither file nor rank.
    let hint = (word >> (8 * letters)) as u8 & (hints as u8).wrapping_neg();
    let (from_file, from_rank) = letters::file_or_rank(hint);
    if hint != 0 && from_file.is_none() && from_rank.is_none() {
        return None;
    }
    let to = Square::from_index(usize::from(rank * 8 + file))?;
    Some((
        San::Normal { role, file: from_file, rank: from_rank, capture, to, promotion: None },
        length,
    ))
}

#[inline(always)]
fn read_body(cursor: &mut Cursor<'_>) -> Result<San, Expected> {
    if let Some(b'O' | b'0' | b'o') = cursor.peek() {
        return read_castling(cursor);
    }
    let letter = cursor.take_map(letters::role);
    let role = letter.unwrap_or(Role::Pawn);
    let file = cursor.take_map(letters::file);
    let rank = cursor.take_map(letters::rank);
    let capture =
        cursor.take_map(|byte| matches!(byte, b'x' | b'X' | b':').then_some(())).is_some();
    // A hyphen stands between two whole squares only.
    let separated = capture || (file.is_some() && rank.is_some() && cursor.take(b'-'));

    // What was read so far is the start if a whole square follows, and else the target.
    let second = read_square(cursor);
    let (file, rank, to) = match (second, file, rank) {
        (Some(to), file, rank) => (file, rank, to),
        (None, Some(file), Some(rank)) if !separated => (None, None, Square::new(file, rank)),
        (None, file, rank) => {
            let lacks_rank = file.is_some() && rank.is_none() && !separated;
            let nothing = letter.is_none() && file.is_none() && rank.is_none() && !separated;
            return Err(expected_square(cursor, lacks_rank, nothing));
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

/// Goes to where a move without a target square lacks something, and says what.
#[cold]
fn expected_square(cursor: &mut Cursor<'_>, lacks_rank: bool, nothing: bool) -> Expected {
    if cursor.take_map(letters::file).is_some() || lacks_rank {
        Expected::Rank
    } else if nothing {
        Expected::Move
    } else {
        Expected::File
    }
}

fn read_castling(cursor: &mut Cursor<'_>) -> Result<San, Expected> {
    let is_letter = |byte: &u8| matches!(byte, b'O' | b'0' | b'o');
    let mut letters = 0;
    while cursor.peek().is_some_and(|byte| is_letter(&byte)) {
        cursor.advance(1);
        letters += 1;
        let goes_on =
            cursor.peek() == Some(b'-') && cursor.peek_second().as_ref().is_some_and(is_letter);
        if letters == 3 || !goes_on {
            break;
        }
        cursor.advance(1);
    }
    match letters {
        2 => Ok(San::Castling(Side::King)),
        3 => Ok(San::Castling(Side::Queen)),
        _ => Err(Expected::Castling),
    }
}

/// Reads `=Q`, `Q`, `(Q)` or `/Q`, if there is one.
#[inline(always)]
fn read_promotion(cursor: &mut Cursor<'_>) -> Result<Option<Role>, Expected> {
    let opened = match cursor.peek() {
        Some(opened @ (b'=' | b'(')) => opened,
        Some(b'/') if cursor.peek_second() != Some(b'e') => b'/',
        _ => return Ok(cursor.take_map(uci::promotion)),
    };
    cursor.advance(1);
    let role = cursor.take_map(uci::promotion).ok_or(Expected::Promotion)?;
    if opened == b'(' && !cursor.take(b')') {
        return Err(Expected::Parenthesis);
    }
    Ok(Some(role))
}

/// Reads what may follow a move.
#[inline(always)]
fn read_marks(cursor: &mut Cursor<'_>) -> Result<(), Expected> {
    loop {
        match cursor.peek() {
            None => return Ok(()),
            Some(b'+' | b'#' | b'!' | b'?') => cursor.advance(1),
            Some(byte) if byte.is_ascii_whitespace() => cursor.advance(1),
            Some(_) => {
                let marks: [&[u8]; 3] = [b"e.p.", b"ep", b"/ep"];
                match marks.into_iter().find(|mark| cursor.rest().starts_with(mark)) {
                    Some(mark) => cursor.advance(mark.len()),
                    None => return Err(Expected::End),
                }
            }
        }
    }
}
