//! UCI: talking to a chess engine that runs as another process.
//!
//! An engine is a program of unknown quality. It may not exist, not answer, answer late, answer nonsense, or die in the
//! middle of a sentence, and whoever drives engines by the dozen must be told which of these it was. So every wait here
//! has a limit, every line is either understood or quoted in an error, and an [`Engine`] that goes out of scope takes its
//! process, and whatever that process started, with it.
//!
//! Three layers, each usable without the next:
//!
//! - [`Message`] is one line from an engine, parsed; it knows no process.
//! - [`Process`] is lines to and from a child process, with limits; it knows no chess. [`Transport`] is what an engine
//!   needs of it, so that the conversation can be tested without a process.
//! - [`Engine`] is the conversation: handshake, options, positions, `go perft`. [`compare_perft`] stands on it and finds
//!   the place where an engine and Hazel count differently.
//!
//! Threads and a channel were chosen over an asynchronous runtime: an engine is one process with one slow stream of
//! lines, and a race of engines needs tens of threads, not thousands.
//!
//! Deliberately absent: `go` with clocks, `info` and `bestmove` (they come with race control), and the other direction,
//! Hazel as an engine.
//!
//! ```no_run
//! use hazel_core::Position;
//! use hazel_uci::{Engine, Limits};
//!
//! # fn main() -> Result<(), hazel_uci::EngineError> {
//! let mut engine = Engine::start("stockfish", &[], Limits::default())?;
//! let counts = engine.perft(&Position::initial(), 3)?;
//! assert_eq!(counts.total(), 8_902);
//! engine.quit()?;
//! # Ok(())
//! # }
//! ```

mod compare;
mod engine;
mod error;
mod locate;
mod message;
mod options;
mod process;
mod transport;

pub use compare::{Comparison, CountDifference, Difference, compare_perft};
pub use engine::{Engine, Limits, PerftCounts};
pub use error::{Awaited, EngineError};
pub use message::{Message, MessageError};
pub use options::{EngineOption, OptionError, OptionKind};
pub use process::{Interrupter, Process};
pub use transport::{Ending, Silence, Transport};
