//! Chess as characters: positions in FEN and EPD, moves in UCI notation and SAN, read and written.
//!
//! What is foreign passes three stages, and each has its type. *Text* becomes a *syntax value* ([`Fen`], [`San`],
//! [`UciMove`], [`Epd`]), which says what was written and nothing about whether it makes sense; a syntax value becomes
//! a *validated value*, a [`Position`] or a legal [`Move`], once it has met the rules or the position at hand. Whoever
//! has no use for the stage in between takes the shortcut: [`parse_fen`], [`parse_san`], [`parse_uci`].
//!
//! The readers of positions and moves work on bytes and allocate nothing until something is wrong. Then they say where:
//! what can't be read has a column, counted from 1 in characters of the text that was given. What a reader takes beyond
//! its standard is listed in its module ([`fen`], [`epd`], [`uci`], [`san`]), and nothing else is taken.
//!
//! Writers print one canonical form, without options beyond those that the formats themselves leave open: how castling
//! rights are spelled in FEN and castling moves in UCI.
//!
//! What people call a position has a place here too: [`openings`] knows the names of openings.
//!
//! Not here: translated piece letters, figurines, and clocks or comments, which belong to games rather than positions.
//!
//! [`Position`]: hazel_core::Position
//! [`Move`]: hazel_core::Move
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        reason = "a test fails by panicking"
    )
)]

mod cursor;
pub mod epd;
pub mod fen;
mod letters;
pub mod openings;
pub mod pgn;
pub mod san;
pub mod uci;

pub use epd::{Epd, EpdError, Operand, Operation};
pub use fen::{CastlingStyle, Fen, FenError, FenField, parse_fen, parse_fen_strict, to_fen};
pub use letters::{SquareError, parse_square};
pub use openings::{Opening, OpeningFinder, opening_of};
pub use san::{San, SanError, parse_san, to_san};
pub use uci::{CastlingNotation, UciError, UciMove, parse_uci, to_uci};

/// The Rust in the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
