//! Rules, positions and moves as text.
//!
//! What is written is also read. Beyond that, a move's piece may be a small letter, a step may have an `x` before its
//! square as captures have in chess, and the teacher's two placements may come in either order.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt;
use std::str::FromStr;

use hazel_core::{File, Rank, Role, Square};
use thiserror::Error;

use super::{Move, Position, Rules, Side};

/// A text that names no rules of the fork game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "\"{0}\" names no fork game: expected the pieces, such as NvKR or NvKR,check, out of Q, R, B and N"
)]
pub struct ParseRulesError(String);

/// A text that is no position of the fork game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "\"{0}\" is no position of the fork game: expected the squares of the student's piece, the king and the teacher's piece and who is to move, such as \"f3 e1 a8 student\""
)]
pub struct ParsePositionError(String);

/// A text that is no move of the fork game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "\"{0}\" is no move of the fork game: expected a step such as Nf3, or a placement such as N@f3 or K@e1 R@a8"
)]
pub struct ParseMoveError(String);

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let check = if self.heeds_check() { ",check" } else { "" };
        write!(f, "{}vK{}{check}", letter(self.student()), letter(self.teacher()))
    }
}

impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Rules, ParseRulesError> {
        let rules = || {
            let (pieces, heeds_check) = match text.strip_suffix(",check") {
                Some(pieces) => (pieces, true),
                None => (text, false),
            };
            let (student, teacher) = pieces.split_once("vK")?;
            let rules = Rules::new(role(student)?, role(teacher)?).ok()?;
            Some(rules.heeding_check(heeds_check))
        };
        rules().ok_or_else(|| ParseRulesError(text.to_owned()))
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::Student => "student",
            Side::Teacher => "teacher",
        })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let man =
            |square: Option<Square>| square.map_or("-".to_owned(), |square| square.to_string());
        let [king, piece] = [0, 1].map(|index| man(self.teacher().map(|men| men[index])));
        write!(f, "{} {king} {piece} {}", man(self.student()), self.turn())
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        let man = |word: &str| if word == "-" { Some(None) } else { square(word).map(Some) };
        let position = || {
            let words: Vec<&str> = text.split_whitespace().collect();
            let [student, king, piece, turn] = *words.as_slice() else { return None };
            let teacher = match [man(king)?, man(piece)?] {
                [None, None] => None,
                [Some(king), Some(piece)] => Some([king, piece]),
                _ => return None,
            };
            let turn =
                [Side::Student, Side::Teacher].into_iter().find(|s| s.to_string() == turn)?;
            Position::new(man(student)?, teacher, turn)
        };
        position().ok_or_else(|| ParsePositionError(text.to_owned()))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place { role, square } => write!(f, "{}@{square}", letter(*role)),
            Move::PlaceBoth { king, role, piece } => {
                write!(f, "K@{king} {}@{piece}", letter(*role))
            }
            Move::Step { role, to } => write!(f, "{}{to}", letter(*role)),
        }
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let read = || {
            let words: Vec<&str> = text.split_whitespace().collect();
            match *words.as_slice() {
                [word] => step(word).or_else(|| match placement(word)? {
                    (Role::King, _) => None,
                    (role, square) => Some(Move::Place { role, square }),
                }),
                [one, other] => match [placement(one)?, placement(other)?] {
                    [(Role::King, _), (Role::King, _)] => None,
                    [(Role::King, king), (role, piece)] | [(role, piece), (Role::King, king)] => {
                        Some(Move::PlaceBoth { king, role, piece })
                    }
                    _ => None,
                },
                _ => None,
            }
        };
        read().ok_or_else(|| ParseMoveError(text.to_owned()))
    }
}

/// A move of a man on the board, such as `Nf3` or `Kxf3`.
fn step(word: &str) -> Option<Move> {
    let (role, to) = man(word)?;
    Some(Move::Step { role, to: square(to.strip_prefix('x').unwrap_or(to))? })
}

/// A man and its square, such as `K@e1`.
fn placement(word: &str) -> Option<(Role, Square)> {
    let (role, at) = man(word)?;
    Some((role, square(at.strip_prefix('@')?)?))
}

/// The man that a word begins with, and what follows.
fn man(word: &str) -> Option<(Role, &str)> {
    let (letter, rest) = word.split_at_checked(1)?;
    Some((role(&letter.to_ascii_uppercase())?, rest))
}

fn square(word: &str) -> Option<Square> {
    let &[file, rank] = word.as_bytes() else { return None };
    let index = |byte: u8, first: u8| byte.checked_sub(first).map(usize::from);
    Some(Square::new(File::from_index(index(file, b'a')?)?, Rank::from_index(index(rank, b'1')?)?))
}

fn role(text: &str) -> Option<Role> {
    let mut letters = text.chars();
    let first = letters.next().filter(|_| letters.next().is_none())?;
    LETTERS.into_iter().find(|(letter, _)| *letter == first).map(|(_, role)| role)
}

fn letter(role: Role) -> char {
    LETTERS.into_iter().find(|(_, named)| *named == role).map_or('P', |(letter, _)| letter)
}

const LETTERS: [(char, Role); 5] = [
    ('K', Role::King),
    ('Q', Role::Queen),
    ('R', Role::Rook),
    ('B', Role::Bishop),
    ('N', Role::Knight),
];

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for rules in ["NvKR", "QvKQ,check", "BvKN"] {
            assert_eq!(rules.parse::<Rules>().map(|rules| rules.to_string()), Ok(rules.to_owned()));
        }
        for mv in ["N@f3", "K@e1 R@a8", "Nf3", "Kh8", "Bb1"] {
            assert_eq!(mv.parse::<Move>().map(|mv| mv.to_string()), Ok(mv.to_owned()));
        }
        for text in ["- - - student", "f3 - - teacher", "f3 e1 a8 teacher", "- e1 a8 student"] {
            assert_eq!(text.parse::<Position>().map(|p| p.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn moves_are_read_as_people_type_them() {
        for (typed, meant) in
            [("nf3", "Nf3"), (" Kxe4 ", "Ke4"), ("r@a8  k@e1", "K@e1 R@a8"), ("bb3", "Bb3")]
        {
            assert_eq!(typed.parse::<Move>().map(|mv| mv.to_string()), Ok(meant.to_owned()));
        }
    }

    #[test]
    fn what_is_none_is_refused_with_what_was_expected() {
        for text in [
            "",
            "N",
            "f3",
            "Pf3",
            "Nf9",
            "Ni3",
            "N@",
            "K@e1",
            "K@e1 K@e2",
            "R@a1 R@a2",
            "Nf3 Nf4",
            "Ñf3",
            "N@f3 x",
            "xNf3",
        ] {
            let error = text.parse::<Move>().expect_err(text);
            assert!(error.to_string().starts_with(&format!("\"{text}\" is no move")), "{error}");
        }
        for text in ["", "NvR", "KvKR", "NvKK", "NvKR,", "NvKR,chess", "nvkr", "PvKR", "NNvKR"] {
            assert!(text.parse::<Rules>().is_err(), "{text}");
        }
        for text in [
            "",
            "f3 e1 a8",
            "f3 f3 a8 student",
            "f3 e1 - student",
            "f3 e1 a8 pupil",
            "x - - teacher",
        ] {
            assert!(text.parse::<Position>().is_err(), "{text}");
        }
    }
}
