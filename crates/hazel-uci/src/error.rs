//! What can go wrong with an engine.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use crate::{Ending, OptionError};

/// What can go wrong with an engine. In a race most of these are results, not errors; the caller decides.
#[derive(Debug, Error)]
pub enum EngineError {
    /// There is no such program.
    #[error("there is no engine {program:?}: looked for {searched}")]
    NotFound {
        /// The program, as it was named.
        program: String,
        /// Where it was looked for, in words.
        searched: String,
    },
    /// The program exists but can't be started.
    #[error("the engine {} can't be started: {source}", program.display())]
    Start {
        /// The program's file.
        program: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// The engine did not answer in time.
    #[error("{engine} did not send {awaited} within {}", Seconds(*limit))]
    TimedOut {
        /// The engine's name or program.
        engine: String,
        /// What it should have sent.
        awaited: Awaited,
        /// How long that was waited for.
        limit: Duration,
    },
    /// The engine ended instead of answering.
    #[error("{engine} ended instead of sending {awaited}{}", LastWords(ending))]
    Exited {
        /// The engine's name or program.
        engine: String,
        /// What it should have sent.
        awaited: Awaited,
        /// How it ended.
        ending: Ending,
    },
    /// The engine sent a line that makes no sense where it stands.
    #[error("{engine} sent {line:?}: {problem}")]
    Unexpected {
        /// The engine's name or program.
        engine: String,
        /// The line.
        line: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The engine can't be given such an option.
    #[error("{engine}: {source}")]
    Option {
        /// The engine's name or program.
        engine: String,
        /// What is wrong with the option.
        source: OptionError,
    },
    /// Somebody asked to stop waiting.
    #[error("interrupted while waiting for {awaited} from {engine}")]
    Interrupted {
        /// The engine's name or program.
        engine: String,
        /// What was waited for.
        awaited: Awaited,
    },
}

/// What is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// `uciok`, the end of the handshake.
    UciOk,
    /// `readyok`, the answer to `isready`.
    ReadyOk,
    /// The next count of `go perft`.
    PerftCount {
        /// The depth that was asked for.
        depth: u32,
    },
    /// The end of the process after `quit`.
    End,
}

impl fmt::Display for Awaited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Awaited::UciOk => f.write_str("`uciok` in answer to `uci`"),
            Awaited::ReadyOk => f.write_str("`readyok` in answer to `isready`"),
            Awaited::PerftCount { depth } => {
                write!(f, "the next count in answer to `go perft {depth}`")
            }
            Awaited::End => f.write_str("the end of its output in answer to `quit`"),
        }
    }
}

struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} s", self.0.as_secs_f64())
    }
}

struct LastWords<'a>(&'a Ending);

impl fmt::Display for LastWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(status) = self.0.status {
            write!(f, " ({status})")?;
        }
        if self.0.last_lines.is_empty() {
            f.write_str("; it had written nothing")
        } else {
            f.write_str("; its last lines were:")?;
            self.0.last_lines.iter().try_for_each(|line| write!(f, "\n    {line}"))
        }
    }
}
