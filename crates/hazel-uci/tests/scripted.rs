//! An engine that lives in the test: it answers from the chess core, with whatever fault the test gives it.

use std::collections::VecDeque;
use std::time::Instant;

use hazel_core::{Move, Perft, Position};
use hazel_notation::{CastlingNotation, UciMove, parse_fen};
use hazel_uci::{Ending, Engine, EngineError, Limits, Silence, Transport};

/// How an engine counts: the moves of a position with what follows them.
pub(crate) type Divide = fn(&Position, u32) -> Vec<(Move, u64)>;

/// An engine that answers `go perft` with `divide`.
pub(crate) struct Scripted {
    divide: Divide,
    position: Position,
    chess960: bool,
    answers: VecDeque<String>,
    /// Everything that was sent to it.
    pub(crate) received: Vec<String>,
}

impl Scripted {
    /// An engine that has greeted.
    pub(crate) fn start(divide: Divide) -> Result<Engine<Scripted>, EngineError> {
        let scripted = Scripted {
            divide,
            position: Position::initial(),
            chess960: false,
            answers: VecDeque::new(),
            received: Vec::new(),
        };
        Engine::greet(scripted, "scripted", Limits::default())
    }

    fn answer(&mut self, line: impl Into<String>) {
        self.answers.push_back(line.into());
    }
}

/// Counts without a fault.
pub(crate) fn honest(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    Perft::default().divide(position, depth).moves
}

impl Transport for Scripted {
    fn send(&mut self, line: &str) {
        self.received.push(line.to_owned());
        if line == "uci" {
            self.answer("Scripted 1 by the tests");
            self.answer("id name Scripted 1");
            self.answer("id author the tests");
            self.answer("");
            self.answer("option name Hash type spin default 16 min 1 max 64");
            self.answer("option name UCI_Chess960 type check default false");
            self.answer("uciok");
        } else if line == "isready" {
            self.answer("readyok");
        } else if let Some(value) = line.strip_prefix("setoption name UCI_Chess960 value ") {
            self.chess960 = value == "true";
        } else if let Some(fen) = line.strip_prefix("position fen ") {
            self.position = parse_fen(fen).expect("the driver writes good FEN");
        } else if let Some(depth) = line.strip_prefix("go perft ") {
            let depth = depth.parse().expect("the driver writes good numbers");
            let notation = if self.chess960 {
                CastlingNotation::KingTakesRook
            } else {
                CastlingNotation::KingTwoSquares
            };
            let position = self.position;
            let moves = (self.divide)(&position, depth);
            self.answer("info string counting");
            for &(m, nodes) in &moves {
                self.answer(format!("{}: {nodes}", UciMove::from_move(&position, m, notation)));
            }
            self.answer("");
            let total: u64 = moves.iter().map(|&(_, nodes)| nodes).sum();
            self.answer(format!("Nodes searched: {total}"));
        }
    }

    fn receive(&mut self, _deadline: Instant) -> Result<String, Silence> {
        if self.answers.is_empty() && self.received.last().is_some_and(|line| line == "quit") {
            return Err(Silence::Ended(Ending::default()));
        }
        self.answers.pop_front().ok_or(Silence::TimedOut)
    }
}
