//! The games from outside.

mod fork;
mod fork_reference;
mod naive;
mod nim;
mod reference;
mod soundness;
mod soundness_boards;
mod soundness_laws;
mod soundness_perft;
mod soundness_whole;
mod tictactoe;
