//! Games to be solved: Nim, tic-tac-toe, the pawn games, the fork game.
//!
//! Each implements [`Game`](hazel_solve::Game) and has its rules as data, so that a smaller board is a value and not
//! another type. What is here is true of the game by its rules, or can be proven from them: canonical forms, bounds,
//! orders of moves. Searching is `hazel-solve`'s.
//!
//! Nim and tic-tac-toe are solved by everybody; they are here to test solvers. The pawn games ([`pawns`]) are what nobody
//! had solved. The fork game ([`fork`]) can go on for ever, which is what retrograde solving is for.
//!
//! Positions and moves can be written and read; dialogues and clocks are the program's.

pub mod fork;
pub mod nim;
pub mod pawns;
pub mod tictactoe;

pub use nim::Nim;
pub use tictactoe::TicTacToe;
