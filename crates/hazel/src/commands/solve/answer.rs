//! What was proven, and how it looks.

use std::cmp::Reverse;
use std::fmt::Write as _;

use hazel_solve::{Method, Options, Outcome, Prover, Solution};
use serde::Serialize;

use super::certify::Certified;
use super::memory;
use super::named::Named;
use super::subject::Place;
use crate::output::{Answer, facts, grouped, per_second, table, time};

/// The answer of `hazel solve`.
#[derive(Serialize)]
pub(super) struct Solved {
    game: String,
    /// The moves before the position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<String>,
    turn: &'static str,
    /// For the side to move.
    value: String,
    /// Nobody in a draw.
    winner: Option<&'static str>,
    first_moves: Vec<FirstMove>,
    line: Vec<String>,
    /// Plies of a won or lost game, where they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<u32>,
    method: &'static str,
    threads: usize,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    /// The most that was held at any time, in bytes.
    memory: u64,
    /// How many proven positions were in the checkpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    continued: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) certificate: Option<Certified>,
}

#[derive(Serialize)]
struct FirstMove {
    #[serde(rename = "move")]
    name: String,
    /// For the side that makes it.
    value: String,
}

impl Solved {
    pub(super) fn new<G: Named>(
        prover: &Prover<'_, G>,
        place: &Place<G>,
        solution: &Solution<G::Move>,
        options: &Options,
        seconds: f64,
        continued: Option<usize>,
    ) -> Solved {
        let game = prover.game();
        let mut first_moves = solution.first_moves.clone();
        // The best first; of equal ones the order stays.
        first_moves.sort_by_key(|(_, value)| Reverse((value.worst(), value.best())));
        let side = place.side();
        let first_moves = first_moves
            .into_iter()
            .map(|(mv, value)| FirstMove { name: game.name(mv, side), value: value.to_string() });
        let line = solution.line.iter().enumerate();
        let nodes = prover.nodes();
        Solved {
            game: game.description(),
            moves: place.moves.clone(),
            turn: game.side(side),
            value: solution.value.to_string(),
            winner: match solution.value {
                Outcome::WIN => Some(game.side(side)),
                Outcome::LOSS => Some(game.side(1 - side)),
                _ => None,
            },
            first_moves: first_moves.collect(),
            line: line.map(|(ply, mv)| game.name(*mv, (side + ply) % 2)).collect(),
            distance: solution.distance,
            method: match options.method {
                Method::AlphaBeta => "alpha-beta",
                Method::ProofNumber => "proof-number",
                Method::Retrograde => "retrograde",
            },
            threads: options.threads.get(),
            nodes,
            seconds,
            nodes_per_second: per_second(nodes, seconds),
            memory: memory::peak().unwrap_or(prover.memory() as u64),
            continued,
            certificate: None,
        }
    }
}

/// A value for people: who wins, and whose turn it is.
pub(super) fn verdict(value: &str, winner: Option<&str>, turn: &str) -> String {
    match winner {
        Some(winner) => format!("{winner} wins; {turn} is to move"),
        None => format!("{value}; {turn} is to move"),
    }
}

impl Answer for Solved {
    fn text(&self, _colors: bool) -> String {
        let rows = self.first_moves.iter().map(|first| {
            let value = if first.value == Outcome::ANY.to_string() { "?" } else { &first.value };
            vec![first.name.clone(), value.to_owned()]
        });
        let mut text = match self.first_moves.as_slice() {
            [] => String::new(),
            _ => table(&["move", "value"], rows, &[]),
        };
        let mut rows = vec![("game", self.game.clone())];
        if !self.moves.is_empty() {
            rows.push(("after", numbered(&self.moves, 0)));
        }
        rows.push(("value", verdict(&self.value, self.winner, self.turn)));
        if let Some(plies) = self.distance {
            rows.push(("length", format!("{plies} plies")));
        }
        if !self.line.is_empty() {
            rows.push(("line", numbered(&self.line, self.moves.len())));
        }
        rows.extend([
            ("nodes", grouped(self.nodes)),
            ("time", time(self.seconds)),
            ("speed", format!("{} nodes/s", grouped(self.nodes_per_second))),
            ("threads", self.threads.to_string()),
            ("memory", format!("{} MiB", grouped(self.memory >> 20))),
        ]);
        if let Some(continued) = self.continued {
            let known = grouped(continued as u64);
            rows.push(("checkpoint", format!("{known} proven positions were there")));
        }
        if let Some(certificate) = &self.certificate {
            rows.push(("certificate", certificate.to_string()));
        }
        text += &facts(&rows);
        text
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let header = vec!["move".to_owned(), "value".to_owned()];
        let rows = self.first_moves.iter().map(|row| vec![row.name.clone(), row.value.clone()]);
        std::iter::once(header).chain(rows)
    }
}

/// Moves with their numbers; so many plies were before them.
pub(super) fn numbered(moves: &[String], before: usize) -> String {
    moves.iter().zip(before..).fold(String::new(), |mut text, (name, ply)| {
        let number = ply / 2 + 1;
        // Writing to a `String` does not fail.
        let _ = match (ply % 2, text.is_empty()) {
            (0, true) => write!(text, "{number}. {name}"),
            (0, false) => write!(text, " {number}. {name}"),
            (_, true) => write!(text, "{number}... {name}"),
            (_, false) => write!(text, " {name}"),
        };
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_numbered_from_where_they_begin() {
        let moves = ["a4", "b5", "axb5"].map(str::to_owned);
        assert_eq!(numbered(&moves, 0), "1. a4 b5 2. axb5");
        assert_eq!(numbered(&moves, 3), "2... a4 3. b5 axb5");
        assert_eq!(numbered(&[], 3), "");
    }

    #[test]
    fn a_verdict_names_the_winner_and_whose_turn_it_is() {
        assert_eq!(verdict("loss", Some("Black"), "White"), "Black wins; White is to move");
        assert_eq!(verdict("draw", None, "White"), "draw; White is to move");
    }
}
