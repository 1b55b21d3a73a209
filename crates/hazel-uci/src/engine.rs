//! The conversation with an engine.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::{Duration, Instant};

use hazel_core::Position;
use hazel_notation::{CastlingNotation, CastlingStyle, UciMove};

use crate::{
    Awaited, Ending, EngineError, EngineOption, Message, OptionError, Process, Silence, Transport,
};

/// How long an engine is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// From the start of the process to `uciok`.
    pub handshake: Duration,
    /// From `isready` to `readyok`; an engine may load its network or clear its hash table in between.
    pub ready: Duration,
    /// From one count of `go perft` to the next. Other output does not extend it.
    pub perft: Duration,
    /// From `quit` to the end of the process.
    pub quit: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            handshake: Duration::from_secs(10),
            ready: Duration::from_secs(30),
            perft: Duration::from_mins(10),
            quit: Duration::from_secs(5),
        }
    }
}

/// An engine that has introduced itself. Dropped, its process is killed; see [`quit`](Engine::quit) for the polite way.
#[derive(Debug)]
pub struct Engine<T: Transport = Process> {
    transport: T,
    limits: Limits,
    name: String,
    author: Option<String>,
    options: Vec<EngineOption>,
    chess960: bool,
}

/// The answer to `go perft`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PerftCounts {
    /// The leaves after each move, in the engine's order; no move twice.
    pub moves: Vec<(UciMove, u64)>,
}

impl PerftCounts {
    /// The leaves after all moves. The engine's own total has been found to be the same.
    pub fn total(&self) -> u64 {
        self.moves.iter().map(|&(_, nodes)| nodes).sum()
    }
}

impl Engine<Process> {
    /// Starts a program (see [`Process::start`] for where it is looked for) and exchanges greetings with it.
    ///
    /// # Errors
    /// It is not there, does not start, or does not greet in time.
    pub fn start(program: &str, arguments: &[String], limits: Limits) -> Result<Self, EngineError> {
        Engine::greet(Process::start(program, arguments)?, program, limits)
    }
}

impl<T: Transport> Engine<T> {
    /// Exchanges greetings: `uci`, then the engine's name and options, then `uciok`. Until it has told its name, errors
    /// call the engine `program`.
    ///
    /// # Errors
    /// It does not send `uciok` in time.
    pub fn greet(transport: T, program: &str, limits: Limits) -> Result<Self, EngineError> {
        let name = program.to_owned();
        let (author, options) = (None, Vec::new());
        let mut engine = Engine { transport, limits, name, author, options, chess960: false };
        engine.transport.send("uci");
        let deadline = Instant::now() + limits.handshake;
        loop {
            match engine.receive(Awaited::UciOk, limits.handshake, deadline)?.1 {
                Message::Name(name) => engine.name = name,
                Message::Author(author) => engine.author = Some(author),
                Message::Option(option) => engine.options.push(option),
                Message::UciOk => return Ok(engine),
                _ => {}
            }
        }
    }

    /// The name that it gave, or else its program.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its author, if it named one.
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// The lines to and from it, for whoever wants to say something that this type does not know.
    pub fn into_transport(self) -> T {
        self.transport
    }

    /// The options that it declared.
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// Sets an option and waits until the engine is ready again. A button takes the empty value.
    ///
    /// # Errors
    /// The option is not declared or does not take the value; or the engine is not ready in time.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = self.options.iter().find(|option| option.is_named(name));
        let command = match option {
            Some(option) => option.command(value),
            None => Err(OptionError::Unknown {
                name: name.to_owned(),
                known: self.options.iter().map(|option| option.name.clone()).collect(),
            }),
        };
        let command =
            command.map_err(|source| EngineError::Option { engine: self.name.clone(), source })?;
        self.transport.send(&command);
        if name.eq_ignore_ascii_case("UCI_Chess960") {
            self.chess960 = value == "true";
        }
        self.wait_ready()
    }

    /// Waits until the engine has done all that was sent before.
    ///
    /// # Errors
    /// It is not ready in time.
    pub fn wait_ready(&mut self) -> Result<(), EngineError> {
        self.transport.send("isready");
        let deadline = Instant::now() + self.limits.ready;
        while self.receive(Awaited::ReadyOk, self.limits.ready, deadline)?.1 != Message::ReadyOk {}
        Ok(())
    }

    /// How castling is written to and by the engine at present.
    pub fn castling_notation(&self) -> CastlingNotation {
        if self.chess960 {
            CastlingNotation::KingTakesRook
        } else {
            CastlingNotation::KingTwoSquares
        }
    }

    /// Sends a position. `UCI_Chess960` is set where the position needs it, and taken back where it doesn't.
    ///
    /// # Errors
    /// The engine does not know `UCI_Chess960`, or is not ready in time after it.
    pub fn set_position(&mut self, position: &Position) -> Result<(), EngineError> {
        let chess960 = position.is_chess960();
        if chess960 != self.chess960 {
            self.set_option("UCI_Chess960", if chess960 { "true" } else { "false" })?;
        }
        let style = if chess960 { CastlingStyle::Shredder } else { CastlingStyle::XFen };
        let mut command = "position fen ".to_owned();
        // Writing to a `String` does not fail.
        let _ = hazel_notation::fen::write(position, style, &mut command);
        self.transport.send(&command);
        Ok(())
    }

    /// The leaves after each move of `position`, `depth` plies deep, as the engine counts them: `go perft`, which most
    /// engines understand though the protocol doesn't have it. Depth 0 is not sent, since engines disagree about it.
    ///
    /// # Errors
    /// The engine takes too long from one count to the next, ends, names a move twice, or gives another total than the
    /// counts have.
    pub fn perft(&mut self, position: &Position, depth: u32) -> Result<PerftCounts, EngineError> {
        self.perft_with(position, depth, |_| ())
    }

    /// [`perft`](Engine::perft) that shows what has been counted after each move.
    ///
    /// # Errors
    /// As [`perft`](Engine::perft).
    pub fn perft_with(
        &mut self,
        position: &Position,
        depth: u32,
        mut progress: impl FnMut(&PerftCounts),
    ) -> Result<PerftCounts, EngineError> {
        let mut counts = PerftCounts::default();
        if depth == 0 {
            return Ok(counts);
        }
        self.set_position(position)?;
        self.transport.send(&format!("go perft {depth}"));
        let (awaited, limit) = (Awaited::PerftCount { depth }, self.limits.perft);
        let mut deadline = Instant::now() + limit;
        let mut sum = 0u64;
        loop {
            let (line, message) = self.receive(awaited, limit, deadline)?;
            match message {
                Message::Count { uci, .. } if counts.moves.iter().any(|&(m, _)| m == uci) => {
                    return Err(self.unexpected(line, "the move has been counted before"));
                }
                Message::Count { uci, nodes } => {
                    counts.moves.push((uci, nodes));
                    sum = match sum.checked_add(nodes) {
                        Some(sum) => sum,
                        None => return Err(self.unexpected(line, "the sum is beyond 64 bits")),
                    };
                    progress(&counts);
                    deadline = Instant::now() + limit;
                }
                Message::Total(total) if total == sum => return Ok(counts),
                Message::Total(_) => {
                    let problem = format!("the counts before it sum to {sum}");
                    return Err(self.unexpected(line, &problem));
                }
                _ => {}
            }
        }
    }

    /// Says `quit` and waits for the end.
    ///
    /// # Errors
    /// The engine does not end in time; it is killed then.
    pub fn quit(mut self) -> Result<Ending, EngineError> {
        self.transport.send("quit");
        let deadline = Instant::now() + self.limits.quit;
        loop {
            match self.transport.receive(deadline) {
                Ok(_) => {}
                Err(Silence::Ended(ending)) => return Ok(ending),
                Err(silence) => return Err(self.silent(silence, Awaited::End, self.limits.quit)),
            }
        }
    }

    fn receive(
        &mut self,
        awaited: Awaited,
        limit: Duration,
        deadline: Instant,
    ) -> Result<(String, Message), EngineError> {
        let line = match self.transport.receive(deadline) {
            Ok(line) => line,
            Err(silence) => return Err(self.silent(silence, awaited, limit)),
        };
        match Message::parse(&line) {
            Ok(message) => Ok((line, message)),
            Err(error) => Err(self.unexpected(line, &error.to_string())),
        }
    }

    fn silent(&self, silence: Silence, awaited: Awaited, limit: Duration) -> EngineError {
        let engine = self.name.clone();
        match silence {
            Silence::TimedOut => EngineError::TimedOut { engine, awaited, limit },
            Silence::Ended(ending) => EngineError::Exited { engine, awaited, ending },
            Silence::Interrupted => EngineError::Interrupted { engine, awaited },
        }
    }

    fn unexpected(&self, line: String, problem: &str) -> EngineError {
        EngineError::Unexpected { engine: self.name.clone(), line, problem: problem.to_owned() }
    }
}
