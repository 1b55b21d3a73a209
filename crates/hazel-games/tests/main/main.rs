//! The games from outside.

mod nim;
mod tictactoe;
