//! The text of a key: `KQb7c7vKRg2`.
//!
//! White first: the king, the pieces in the order of [`Kind::ALL`], each as often as it is there, then the squares of
//! the pawns, a1 upwards; `v`; Black likewise. This is what is written. What is read need not be in that order: either
//! side may be the stronger one, and behind its king a side may name its men as it likes. `Bd` is a dark bishop and
//! `Bl` a light one, but a `B` before a square is a bishop of unknown colour (`KBd4vK`), which together with `P`, a
//! pawn of unknown square, belongs to families alone.

use std::fmt;
use std::str::FromStr;

use hazel_core::{Bitboard, Color, File, Rank, Square};

use super::pattern::{Pattern, Side};
use super::{Kind, MaterialKey};

impl fmt::Display for MaterialKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Pattern::from(*self), f)
    }
}

/// The text, which says all that there is.
impl fmt::Debug for MaterialKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for MaterialKey {
    type Err = ParseKeyError;

    /// Reads a key; it need not be canonical, and comes out as it was meant.
    fn from_str(text: &str) -> Result<MaterialKey, ParseKeyError> {
        let (pattern, open) = parse(text)?;
        if let Some(error) = open {
            return Err(error);
        }
        let [white, black] = pattern.sides;
        Ok(MaterialKey { counts: [white.counts, black.counts], pawns: [white.pawns, black.pawns] })
    }
}

/// Where and why a text is not a key, or not a family of keys.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct ParseKeyError {
    /// In characters, from 1; one more than the length where the text ends too soon.
    pub column: usize,
    /// What is wrong there.
    pub problem: KeyProblem,
}

/// What can be wrong with the text of a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyProblem {
    /// A side does not begin with its king.
    #[error("no king of {0}, expected `K`")]
    MissingKing(Color),
    /// A side names a second king.
    #[error("a second king of {0}, expected one")]
    SecondKing(Color),
    /// The text ends before the second side begins.
    #[error("the text ends, expected `v` and the men of black")]
    MissingSide,
    /// A third side begins.
    #[error("a second `v`, expected two sides")]
    ThirdSide,
    /// A letter is not followed by a digit, or they name no square.
    #[error("`{0}` is not a square, expected `a2` to `h7`")]
    MalformedSquare(String),
    /// A pawn stands on the first or eighth rank.
    #[error("a pawn stands on {0}, expected the second to the seventh rank")]
    PawnOnBackRank(Square),
    /// A side names a pawn twice.
    #[error("{0} has a pawn on {1} already, expected it once")]
    DuplicatePawn(Color, Square),
    /// Both sides have a pawn on one square.
    #[error("white has a pawn on {0} already, expected an empty square")]
    TwoPawns(Square),
    /// A side has more men than a key allows.
    #[error("{0} has more than {max} men", max = MaterialKey::MAX_MEN)]
    TooManyMen(Color),
    /// A bishop has no colour, as only in a family.
    #[error("a bishop without a colour, expected `Bd` or `Bl`")]
    BishopWithoutColor,
    /// A pawn has no square, as only in a family.
    #[error("a pawn without a square, expected `a2` to `h7`")]
    PawnWithoutSquare,
    /// Something that names no man.
    #[error("`{0}` is no man, expected one of `QRBN`, a square or `v`")]
    UnknownMan(char),
}

/// Reads the text of a key or a family. The error beside the pattern is why it is no key but a family.
pub(super) fn parse(text: &str) -> Result<(Pattern, Option<ParseKeyError>), ParseKeyError> {
    let chars: Vec<char> = text.chars().collect();
    let mut sides = [Side::default(); 2];
    let mut open = None;
    let mut color = Color::White;
    let mut at = king(&chars, 0, color)?;
    while let Some(&found) = chars.get(at) {
        let error = |problem| ParseKeyError { column: at + 1, problem };
        let side = &mut sides[color.index()];
        let [next, after] = [1, 2].map(|more| chars.get(at + more).copied());
        let mut length = 1;
        match found {
            'v' if color == Color::White => {
                color = Color::Black;
                at = king(&chars, at + 1, color)?;
                continue;
            }
            'v' => return Err(error(KeyProblem::ThirdSide)),
            'K' => return Err(error(KeyProblem::SecondKing(color))),
            'Q' => side.counts[Kind::Queen.index()] += 1,
            'R' => side.counts[Kind::Rook.index()] += 1,
            'N' => side.counts[Kind::Knight.index()] += 1,
            'B' if next == Some('l') => {
                side.counts[Kind::LightBishop.index()] += 1;
                length = 2;
            }
            'B' if next == Some('d') && !after.is_some_and(|c| c.is_ascii_digit()) => {
                side.counts[Kind::DarkBishop.index()] += 1;
                length = 2;
            }
            'B' => {
                side.bishops += 1;
                open.get_or_insert(error(KeyProblem::BishopWithoutColor));
            }
            'P' => {
                side.any_pawns += 1;
                open.get_or_insert(error(KeyProblem::PawnWithoutSquare));
            }
            'a'..='z' => {
                let square = square(found, next).map_err(error)?;
                if (square.bitboard() & Bitboard::BACK_RANKS).any() {
                    return Err(error(KeyProblem::PawnOnBackRank(square)));
                }
                if side.pawns.contains(square) {
                    return Err(error(KeyProblem::DuplicatePawn(color, square)));
                }
                side.pawns |= square.bitboard();
                if (sides[0].pawns & sides[1].pawns).any() {
                    return Err(error(KeyProblem::TwoPawns(square)));
                }
                length = 2;
            }
            _ => return Err(error(KeyProblem::UnknownMan(found))),
        }
        if sides[color.index()].men() > MaterialKey::MAX_MEN {
            return Err(error(KeyProblem::TooManyMen(color)));
        }
        at += length;
    }
    if color == Color::White {
        return Err(ParseKeyError { column: at + 1, problem: KeyProblem::MissingSide });
    }
    Ok((Pattern { sides }, open))
}

/// Where the men behind a king begin.
fn king(chars: &[char], at: usize, color: Color) -> Result<usize, ParseKeyError> {
    match chars.get(at) {
        Some('K') => Ok(at + 1),
        _ => Err(ParseKeyError { column: at + 1, problem: KeyProblem::MissingKing(color) }),
    }
}

fn square(file: char, rank: Option<char>) -> Result<Square, KeyProblem> {
    let index = |c: char, first: char| (c as usize).wrapping_sub(first as usize);
    let square = rank.and_then(|rank| {
        Some(Square::new(File::from_index(index(file, 'a'))?, Rank::from_index(index(rank, '1'))?))
    });
    square.ok_or_else(|| KeyProblem::MalformedSquare(std::iter::once(file).chain(rank).collect()))
}
