//! Games to be solved.

pub mod fork;
pub mod nim;
pub mod pawns;
pub mod tictactoe;

pub use nim::Nim;
pub use tictactoe::TicTacToe;
