//! Games to be solved.

pub mod pawns;
