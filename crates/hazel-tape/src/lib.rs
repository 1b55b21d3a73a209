//! Tapes of alterations, familiars that follow them, and game trees.
//!
//! Where [`hazel_core`] is about one position, this crate is about sequences of them. Three decisions carry it.
//!
//! *A tape holds what changed, not what was.* A [`Tape`] is a start and a growable sequence of alterations, two bytes
//! each and all reversible, in segments that branches share. Snapshots of positions were rejected: they are sixteen
//! times larger, and a tape of them could tell only those who want positions. It knows no rules and is generic over the
//! kind of alterations ([`Step`]), so that any game can be taped, in memory or in a [`TapeFile`].
//!
//! *Whatever has state follows.* A [`Familiar`] is a [`Cursor`] on a tape and a state that is always the one at the
//! cursor, whichever way it goes. It says what it is interested in ([`Interest`]) and is not woken for the rest. A
//! [`Menagerie`] is several of them in one pass; a [`Leaper`] remembers where it has been.
//!
//! *Shortcuts are exact.* Hash and ply of every address are found without replaying; but that two tapes say the same is
//! decided by comparing them, never by hashes alone, because one hash stands for many moments.
//!
//! A [`tree::GameTree`] is a game with variations, comments and tags, as people annotate games.
//!
//! No text is here: names of moves and PGN are `hazel-notation`'s. Tapes are not edited, only appended to and branched.
//! A tape file has one writer or several readers at a time.

mod chess;
mod cursor;
mod familiar;
mod file;
mod follower;
mod interest;
mod leaper;
mod menagerie;
mod reader;
mod segment;
mod states;
mod step;
mod tape;
pub mod tree;

pub use cursor::Cursor;
pub use familiar::{Familiar, OtherStart, Parked, ResumeError};
pub use file::{Cut, Fault, FormatError, TapeFile, TapeFileError};
pub use follower::Follower;
pub use interest::Interest;
pub use leaper::Leaper;
pub use menagerie::Menagerie;
pub use states::{HalfmoveCounts, PawnStructure, PieceSquareStatistics};
pub use step::Step;
pub use tape::{Address, BeyondEnd, Tape};

/// The Rust in the book's pages on tapes compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/tape/familiars.md")]
struct Book;
