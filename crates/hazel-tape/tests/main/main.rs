//! Tests of tapes, familiars and game trees: laws, and what is refused.

mod file;
mod games;
mod laws;
mod leaps;
mod other_game;
mod sharing;
mod tree;
