//! PGN: games as text.

pub mod input;
pub mod parallel;
mod problem;
mod read;
mod replay;
pub mod split;
mod symbol;
mod text;
mod visit;

pub use problem::{Problem, ProblemKind};
pub use read::{MAX_DEPTH, read_games};
pub use replay::{Replay, Spectator};
pub use text::{TagValue, Text};
pub use visit::{Skip, Visitor};
