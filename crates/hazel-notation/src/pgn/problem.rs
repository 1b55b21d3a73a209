//! What can be wrong with a game, and where.

use std::fmt;

use crate::{FenError, SanError};

/// Something in a text that is not as it should be. Nothing is dropped without one.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// Where: the byte, counted from the start of the text.
    pub at: usize,
    /// What.
    pub kind: ProblemKind,
}

/// What is wrong. The kinds down to [`Variant`](ProblemKind::Variant) are errors: some of the game's moves are lost.
/// The others are remarks: all moves are there, and what was amiss is told.
#[derive(Clone, PartialEq, Debug)]
pub enum ProblemKind {
    /// A move that can't be played. The rest of its line is not read.
    Move(Box<SanError>),
    /// Something that is no token of PGN, as far as it goes. It is skipped, and with it the rest of its line if it names a
    /// square: then it was meant as a move.
    Token(String),
    /// Too many of those; the rest of the game is not read.
    NotPgn,
    /// A null move by a side that is in check. The rest of its line is not read.
    NullMoveInCheck,
    /// A variation where there is no move that it could replace. It is not read.
    VariationWithoutMove,
    /// Variations are nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH). The innermost are not read.
    TooDeep,
    /// A comment that doesn't end before the next game or the end. It is read as far as it goes, and ends the game.
    OpenComment,
    /// The tag FEN has no position. The moves are not read.
    Fen(Box<FenError>),
    /// The game is of another kind of chess. The moves are not read.
    Variant(String),

    /// A tag that isn't written `[Name "value"]`. It is read as far as it can be.
    Tag(&'static str),
    /// A variation that doesn't end before the game does.
    OpenVariation,
    /// A parenthesis that closes nothing. It is skipped.
    StrayParenthesis,
    /// A result inside a variation. It is skipped.
    ResultInVariation,
    /// A sign `$n` with a number above 255 or none. It is skipped.
    Nag(String),
    /// The moves don't end with a result. The tag's is taken, if it has one.
    NoResult,
    /// The moves end with another result than the tag says. Both are kept.
    ResultDiffers,
    /// More problems than [`MOST_PROBLEMS`](super::MOST_PROBLEMS) in one game. The others are not told.
    TooMany,
}

impl ProblemKind {
    /// Whether some of the game's moves are lost; if not, it is a remark.
    pub fn is_error(&self) -> bool {
        matches!(
            self,
            ProblemKind::Move(_)
                | ProblemKind::Token(_)
                | ProblemKind::NotPgn
                | ProblemKind::NullMoveInCheck
                | ProblemKind::VariationWithoutMove
                | ProblemKind::TooDeep
                | ProblemKind::OpenComment
                | ProblemKind::Fen(_)
                | ProblemKind::Variant(_)
        )
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemKind::Move(error) => error.fmt(f),
            ProblemKind::Token(token) => write!(f, "found `{token}`, expected a move"),
            ProblemKind::NotPgn => f.write_str("this is no game: too much in it is no move"),
            ProblemKind::NullMoveInCheck => f.write_str("a null move while the king is in check"),
            ProblemKind::VariationWithoutMove => {
                f.write_str("a variation before any move that it could replace")
            }
            ProblemKind::TooDeep => {
                write!(f, "variations are nested more than {} deep", super::MAX_DEPTH)
            }
            ProblemKind::OpenComment => {
                f.write_str("a comment is not closed before the game ends, expected `}`")
            }
            ProblemKind::Fen(error) => write!(f, "the tag FEN: {error}"),
            ProblemKind::Variant(name) => {
                write!(f, "the variant `{name}` is not played here, only chess and Chess960")
            }
            ProblemKind::Tag(expected) => write!(f, "a malformed tag, expected {expected}"),
            ProblemKind::OpenVariation => {
                f.write_str("a variation is not closed before the game ends, expected `)`")
            }
            ProblemKind::StrayParenthesis => f.write_str("a `)` that closes no variation"),
            ProblemKind::ResultInVariation => f.write_str("a result inside a variation"),
            ProblemKind::Nag(text) => {
                write!(f, "found `{text}`, expected `$` and a number up to 255")
            }
            ProblemKind::NoResult => f.write_str("no result after the moves"),
            ProblemKind::ResultDiffers => {
                f.write_str("the result after the moves isn't that of the tag Result")
            }
            ProblemKind::TooMany => {
                write!(f, "more than {} problems in one game", super::MOST_PROBLEMS)
            }
        }
    }
}
