//! Letters and digits for men and squares: what all notations share.

use hazel_core::{Color, File, Piece, Rank, Role, Square};
use thiserror::Error;

use crate::cursor::{Cursor, quoted};

/// Reads the name of a square: `e4`.
///
/// ```
/// use hazel_core::Square;
/// use hazel_notation::parse_square;
///
/// assert_eq!(parse_square("e4"), Ok(Square::E4));
/// assert_eq!(
///     parse_square("e9").unwrap_err().to_string(),
///     "square, column 2: found `9`, expected a rank from 1 to 8",
/// );
/// ```
///
/// # Errors
/// Anything but a letter from a to h and a digit from 1 to 8.
pub fn parse_square(text: &str) -> Result<Square, SquareError> {
    let mut cursor = Cursor::new(text.as_bytes());
    let error = |cursor: Cursor<'_>, expected| SquareError {
        column: cursor.column(),
        found: cursor.found(),
        expected,
    };
    let file = cursor.take_map(file).ok_or_else(|| error(cursor, "a file from a to h"))?;
    let rank = cursor.take_map(rank).ok_or_else(|| error(cursor, "a rank from 1 to 8"))?;
    match cursor.peek() {
        None => Ok(Square::new(file, rank)),
        Some(_) => Err(error(cursor, "the end")),
    }
}

/// A text that names no square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("square, column {column}: found {}, expected {expected}", quoted(*.found))]
pub struct SquareError {
    /// Where the text stops naming a square, counted from 1 in characters.
    pub column: usize,
    /// What is there; `None` at the end of the text.
    pub found: Option<char>,
    /// What should be there.
    pub expected: &'static str,
}

#[inline(always)]
pub(crate) fn file(byte: u8) -> Option<File> {
    File::from_index(usize::from(byte.wrapping_sub(b'a')))
}

#[inline(always)]
pub(crate) fn rank(byte: u8) -> Option<Rank> {
    Rank::from_index(usize::from(byte.wrapping_sub(b'1')))
}

/// The role that a capital letter names.
#[inline(always)]
pub(crate) fn role(byte: u8) -> Option<Role> {
    match byte {
        b'P' => Some(Role::Pawn),
        b'N' => Some(Role::Knight),
        b'B' => Some(Role::Bishop),
        b'R' => Some(Role::Rook),
        b'Q' => Some(Role::Queen),
        b'K' => Some(Role::King),
        _ => None,
    }
}

/// The piece that a letter names in FEN: capitals are White's.
#[inline(always)]
pub(crate) fn piece(byte: u8) -> Option<Piece> {
    let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
    role(byte.to_ascii_uppercase()).map(|role| role.of(color))
}

#[inline(always)]
pub(crate) const fn role_letter(role: Role) -> char {
    match role {
        Role::Pawn => 'P',
        Role::Knight => 'N',
        Role::Bishop => 'B',
        Role::Rook => 'R',
        Role::Queen => 'Q',
        Role::King => 'K',
    }
}

/// The letter of a piece in FEN.
#[inline(always)]
pub(crate) const fn piece_letter(piece: Piece) -> char {
    let letter = role_letter(piece.role);
    match piece.color {
        Color::White => letter,
        Color::Black => letter.to_ascii_lowercase(),
    }
}

#[inline(always)]
pub(crate) const fn file_letter(file: File) -> char {
    (b'a' + file as u8) as char
}

#[inline(always)]
pub(crate) const fn rank_digit(rank: Rank) -> char {
    (b'1' + rank as u8) as char
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_squares_round_trip() {
        for square in Square::all() {
            assert_eq!(parse_square(&square.to_string()), Ok(square));
        }
    }

    #[test]
    fn what_is_no_square_is_named_with_its_column() {
        let cases = [
            ("", "square, column 1: found the end, expected a file from a to h"),
            ("E4", "square, column 1: found `E`, expected a file from a to h"),
            ("e", "square, column 2: found the end, expected a rank from 1 to 8"),
            ("i4", "square, column 1: found `i`, expected a file from a to h"),
            ("e0", "square, column 2: found `0`, expected a rank from 1 to 8"),
            ("eé", "square, column 2: found `é`, expected a rank from 1 to 8"),
            ("e4 ", "square, column 3: found ` `, expected the end"),
        ];
        for (text, message) in cases {
            assert_eq!(parse_square(text).unwrap_err().to_string(), message, "{text:?}");
        }
    }

    #[test]
    fn letters_of_pieces_are_one_to_one() {
        for piece in Piece::all() {
            assert_eq!(super::piece(piece_letter(piece) as u8), Some(piece));
        }
        assert_eq!((0..=255).filter_map(piece).count(), 12);
        assert_eq!((0..=255).filter_map(role).count(), 6);
    }
}
