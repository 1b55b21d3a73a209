//! What was found out about a position, printed.

use std::time::Duration;

use hazel_core::Position;
use hazel_notation::{to_fen, to_san};
use hazel_table::{Bounds, Finding, MaterialKey, Value, Wdl};
use serde::Serialize;

use crate::output::{Answer, facts, grouped, table, time};
use crate::position::uci;

/// More open keys than these aren't listed in a table.
const FEW: usize = 10;

/// The value of a fortress, and why.
const FORTRESS: &str = "draw, a fortress: nothing can ever be taken, and no pawn can ever move";

/// The answer of `hazel table solve`.
#[derive(Serialize)]
pub(super) struct Solved {
    fen: String,
    key: String,
    #[serde(flatten)]
    worth: Worth,
    /// A draw in which nothing can ever be taken and no pawn can ever move.
    fortress: bool,
    /// Structures of pawns that were followed, or tables if there are pieces.
    structures: usize,
    positions: u64,
    /// Complete tables that were built.
    tables: usize,
    /// Keys that would tell more, the most useful first.
    open: Vec<Open>,
    moves: Vec<Moved>,
    /// The best moves of both sides, as far as they are exact.
    line: Vec<String>,
    /// Whether time or Ctrl-C ended it.
    stopped: bool,
    seconds: f64,
}

/// A key that would tell more.
#[derive(Serialize)]
struct Open {
    key: String,
    /// How many open positions have a move there.
    positions: u64,
}

/// A move and what is known of it, for the side that makes it.
#[derive(Serialize)]
struct Moved {
    san: String,
    uci: String,
    #[serde(flatten)]
    worth: Worth,
}

/// What is known.
#[derive(Serialize)]
struct Worth {
    /// What is still possible with the 50-move rule.
    outcome: String,
    /// From −2 to 2 if it is known.
    wdl: Option<i8>,
    /// In plies, with the sign of the value, if it is known.
    dtz: Option<i32>,
    /// In words.
    value: String,
}

impl Worth {
    fn new(bounds: Bounds) -> Worth {
        let value = match (bounds.exact(), bounds.wdl()) {
            (Some(value), _) => value.to_string(),
            (None, Some(_)) => format!("{} or {}", bounds.upper, bounds.lower),
            (None, None) => bounds.outcome().to_string(),
        };
        Worth {
            outcome: bounds.outcome().to_string(),
            wdl: bounds.wdl().map(Wdl::number),
            dtz: bounds.exact().map(Value::dtz),
            value,
        }
    }
}

impl Solved {
    pub(super) fn new(
        root: &Position,
        finding: &Finding,
        elapsed: Duration,
        stopped: bool,
    ) -> Solved {
        let moves = finding.moves.iter().map(|judged| Moved {
            san: to_san(root, judged.m),
            uci: uci(root, judged.m),
            worth: Worth::new(judged.bounds),
        });
        let open = finding.open.iter();
        let mut position = *root;
        let line = finding.line.iter().map(|&m| {
            let san = to_san(&position, m);
            position.play(m);
            san
        });
        Solved {
            fen: to_fen(root),
            key: MaterialKey::from_position(root).canonical().0.to_string(),
            worth: Worth::new(finding.bounds),
            fortress: finding.is_fortress,
            structures: finding.structures,
            positions: finding.positions,
            tables: finding.tables,
            open: open.map(|&(key, positions)| Open { key: key.to_string(), positions }).collect(),
            moves: moves.collect(),
            line: line.collect(),
            stopped,
            seconds: elapsed.as_secs_f64(),
        }
    }
}

impl Answer for Solved {
    fn text(&self, _colors: bool) -> String {
        let value = if self.fortress { FORTRESS.to_owned() } else { self.worth.value.clone() };
        let mut list = vec![
            ("position", self.fen.clone()),
            ("key", self.key.clone()),
            ("value", value),
            ("structures", grouped(self.structures as u64)),
            ("positions", grouped(self.positions)),
            ("tables", grouped(self.tables as u64)),
            ("time", time(self.seconds)),
        ];
        if !self.line.is_empty() {
            list.push(("line", self.line.join(" ")));
        }
        let mut text = facts(&list);
        if !self.moves.is_empty() {
            let rows = self
                .moves
                .iter()
                .map(|m| vec![m.san.clone(), m.uci.clone(), m.worth.value.clone()]);
            text += &table(&["move", "uci", "value"], rows, &[]);
        }
        if !self.open.is_empty() {
            let rows = self.open.iter().take(FEW);
            let rows = rows.map(|open| vec![open.key.clone(), grouped(open.positions)]);
            text += &table(&["open key", "open positions"], rows, &[1]);
            if self.open.len() > FEW {
                text = text + "and " + &grouped((self.open.len() - FEW) as u64) + " more\n";
            }
        }
        text
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let header = ["move", "uci", "outcome", "wdl", "dtz"].map(str::to_owned).to_vec();
        let row = |san: &str, uci: &str, worth: &Worth| {
            vec![
                san.to_owned(),
                uci.to_owned(),
                worth.outcome.clone(),
                worth.wdl.map_or_else(String::new, |wdl| wdl.to_string()),
                worth.dtz.map_or_else(String::new, |dtz| dtz.to_string()),
            ]
        };
        // The position itself comes first, without a move.
        let all = std::iter::once(row("", "", &self.worth));
        let moves = self.moves.iter().map(move |m| row(&m.san, &m.uci, &m.worth));
        std::iter::once(header).chain(all).chain(moves)
    }
}
