//! PGN: games as text.

mod input;
mod parallel;
mod problem;
mod read;
mod replay;
mod split;
mod symbol;
mod text;
mod visit;

pub use input::{Input, InputError, Progress};
pub use parallel::in_order;
pub use problem::{Problem, ProblemKind};
pub use read::{MAX_DEPTH, read_games};
pub use replay::{Replay, Spectator};
pub use split::{Chunk, Chunks};
pub use text::{TagValue, Text};
pub use visit::{Skip, Visitor};
