//! PGN: games as text, read in one pass and written in one form.
//!
//! Reading has three layers, and whoever needs less pays for less. [`read_games`] walks over a text and tells a
//! [`Visitor`] the tokens; it knows characters and no chess. [`Replay`] is a visitor that plays the moves and lets a
//! [`Spectator`] watch positions and legal moves. [`TreeBuilder`] is a spectator that makes a
//! [`GameTree`](hazel_tape::tree::GameTree) of each game; [`read_trees`] is the shortcut to it, and [`write_game`] the
//! way back.
//!
//! Where text comes from is apart from that: an [`Input`] is a file, compressed or not, or a pipe; [`Chunks`] cuts it
//! between games; [`in_order`] works on chunks with all cores and gives the answers in the order of the file. Memory is
//! bounded however long the file is.
//!
//! A game that can't be read does no harm to the others, and nothing is dropped in silence: whatever is skipped or not
//! as it should be is a [`Problem`] with its place. An error ends the line it stands in, and the rest of the game is
//! still read.
//!
//! # What is taken besides the standard
//!
//! - UTF-8 as well as Latin-1, with or without a byte order mark; lines that end as on any system.
//! - Moves as [`san`](crate::san) takes them; null moves as `--`, `Z0`, `0000` or `@@@@`.
//! - Numbers of moves missing, wrong or repeated; `...` as one character.
//! - Results as `1/2`, `½-½`, with a longer dash or blanks around it. A game that has none takes that of its tag.
//! - Signs that some programs print, such as `+-`, `=` and `±`, for the numbers that the standard has for them.
//! - Variants named chess, standard, from position, Chess960 or Fischer random; other variants are errors.
//! - Blank lines anywhere: in tags, in moves. A game ends with its result, with the next tag at the start of a line, or
//!   where after a blank line the moves start again with `1.`
//! - A comment before the tags belongs to the game after it, one behind the result to the game before it.
//!
//! A tag `Event` at the start of a line after a blank one starts a new game even inside a comment: a comment that isn't
//! closed would swallow the rest of the file otherwise.

mod comment;
mod input;
mod parallel;
mod place;
mod problem;
mod read;
mod replay;
mod split;
mod start;
mod symbol;
mod text;
mod tree;
mod visit;
mod write;

pub use comment::{parse_comment, write_comment};
pub use input::{Input, InputError, Progress};
pub use parallel::in_order;
pub use place::Place;
pub use problem::{Problem, ProblemKind};
pub use read::{MAX_DEPTH, read_games};
pub use replay::{MOST_PROBLEMS, Replay, Spectator};
pub use split::{Chunk, Chunks};
pub use symbol::result_text;
pub use text::{TagValue, Text};
pub use tree::{ReadTree, TreeBuilder, read_trees};
pub use visit::{Skip, Visitor};
pub use write::{Style, write_game};
