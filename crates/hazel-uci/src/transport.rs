//! Lines to and from an engine, wherever it runs.

use std::process::ExitStatus;
use std::time::Instant;

/// What an engine's conversation needs: lines out, lines in, and an answer in time even if there is none.
pub trait Transport {
    /// Sends one line. An engine that is gone or not listening shows when the answer is awaited.
    fn send(&mut self, line: &str);

    /// The next line, without its end. Waits until `deadline` at most.
    ///
    /// # Errors
    /// Why there is no line.
    fn receive(&mut self, deadline: Instant) -> Result<String, Silence>;
}

/// Why there is no line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Silence {
    /// The deadline passed.
    TimedOut,
    /// The engine closed its output, usually because it ended.
    Ended(Ending),
    /// Somebody asked to stop waiting.
    Interrupted,
}

/// How an engine ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ending {
    /// The status of the process; `None` if it closed its output and runs on.
    pub status: Option<ExitStatus>,
    /// The last lines that it wrote to its output and error streams.
    pub last_lines: Vec<String>,
}
