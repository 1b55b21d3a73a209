//! Letters and digits for men and squares: what all notations share.

#![allow(clippy::indexing_slicing, reason = "tables of 256 are indexed by bytes")]

use hazel_core::{File, Rank, Role, Square};
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

/// The role that a capital letter names. A table, since which letter comes next can't be foreseen.
#[inline(always)]
pub(crate) const fn role(byte: u8) -> Option<Role> {
    static ROLES: [Option<Role>; 256] = {
        let mut roles = [None; 256];
        let mut index = 0;
        while index < Role::ALL.len() {
            let role = Role::ALL[index];
            roles[role_letter(role) as usize] = Some(role);
            index += 1;
        }
        roles
    };
    ROLES[byte as usize]
}

/// The file or the rank that a byte names.
#[inline(always)]
pub(crate) fn file_or_rank(byte: u8) -> (Option<File>, Option<Rank>) {
    static NAMED: [(Option<File>, Option<Rank>); 256] = {
        let mut named = [(None, None); 256];
        let mut index = 0;
        while index < 8 {
            named[b'a' as usize + index] = (Some(File::ALL[index]), None);
            named[b'1' as usize + index] = (None, Some(Rank::ALL[index]));
            index += 1;
        }
        named
    };
    NAMED[usize::from(byte)]
}

/// What a move's first byte says of what moves, and how many letters it spends on that: a piece letter is one, and the
/// file of a pawn none.
#[inline(always)]
pub(crate) fn leading_role(byte: u8) -> Option<(Role, usize)> {
    static LEADING: [Option<(Role, u8)>; 256] = {
        let mut leading = [None; 256];
        let mut index = 0;
        while index < Role::ALL.len() {
            let role = Role::ALL[index];
            leading[role_letter(role) as usize] = Some((role, 1));
            index += 1;
        }
        let mut file = b'a';
        while file <= b'h' {
            leading[file as usize] = Some((Role::Pawn, 0));
            file += 1;
        }
        leading
    };
    LEADING[byte as usize].map(|(role, letters)| (role, usize::from(letters)))
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
    fn letters_of_roles_are_one_to_one() {
        for named in Role::ALL {
            assert_eq!(role(role_letter(named) as u8), Some(named));
        }
        assert_eq!((0..=255).filter_map(role).count(), 6);
    }
}
