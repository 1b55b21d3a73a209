//! The chess core of Hazel: squares, bitboards, moves of 16 bits, positions, legal moves, alterations, hashes, perft.
//!
//! Three decisions carry it.
//!
//! *A move compiles to alterations.* [`Position::compile`] is the only code that knows what a move does; boards, hashes
//! and counts listen ([`Alter`]) and can be taken back by the same stream inverted. The compiler is generic over its
//! listener, so a position that listens to itself costs what a hand-written `make` would.
//!
//! *A position is always valid, a setup never promises to be.* [`Setup::validate`] is the one gate, and its rules are
//! named predicates. Past it, nothing is checked twice.
//!
//! *Legal moves are generated in one pass*, with no move made and tried: from the checks, the pins and the squares that
//! the king may not enter. The same code counts moves without listing them.
//!
//! No input or output and no text is here: names of moves and positions are `hazel-notation`'s. Positions keep no
//! history; repetition is asked with the earlier hashes as a slice. Variants other than Chess960 are not covered.

mod alteration;
pub mod attacks;
mod ben;
mod bitboard;
mod bits;
mod board;
mod cache;
mod compile;
mod generate;
mod lanes;
mod legal;
mod material;
mod moves;
mod perft;
mod piece;
mod position;
mod setup;
mod square;
mod state;
mod status;
mod validate;
mod zobrist;

pub use alteration::{Alter, Alteration, CastlingRight, Change, Side, UnknownAlteration};
pub use ben::{Ben, BenError};
pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Mailbox, Query};
pub use cache::{Cache, CacheCounts};
pub use material::Material;
pub use moves::{Move, MoveKind, MoveList, UnknownMoveKind};
pub use perft::{Divided, Perft, Progress};
pub use piece::{Color, Piece, Role};
pub use position::{IllegalMove, Position, Stream};
pub use setup::Setup;
pub use square::{File, Rank, Square};
pub use state::{Castling, State};
pub use status::{Ending, Status};
pub use validate::SetupError;
pub use zobrist::{Hashed, Pawns, Zobrist};

/// The Rust in the book's pages on this crate compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/core/alterations.md")]
struct Book;
