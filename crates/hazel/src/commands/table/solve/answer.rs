//! What was found out about a position, printed.

use std::time::Duration;

use hazel_core::{Color, Position};
use hazel_notation::{to_fen, to_san};
use hazel_table::{Finding, MaterialKey};
use serde::Serialize;

use super::super::known::{Known, sans};
use super::end::End;
use crate::board::Marks;
use crate::board::terminal::{Symbols, draw_marked};
use crate::output::{Answer, facts, grouped, table, time};
use crate::position::uci;

/// More open keys than these aren't listed in a table.
const FEW: usize = 10;

/// The value of a fortress, and why.
const FORTRESS: &str = "draw, a fortress: nothing can ever be taken, and no pawn can ever move";
/// What the marks on its board are.
const LEGEND: &str = "○ White's men can ever stand here, ● Black's, ◐ either's";

/// The answer of `hazel table solve`.
#[derive(Serialize)]
pub(super) struct Solved {
    fen: String,
    key: String,
    #[serde(flatten)]
    known: Known,
    /// A draw in which nothing can ever be taken and no pawn can ever move.
    fortress: bool,
    /// Where its men can ever stand.
    reach: Option<Reach>,
    /// The board with that marked.
    #[serde(skip)]
    board: Option<(Position, Marks)>,
    /// Structures of pawns that were followed, or tables if there are pieces.
    structures: usize,
    positions: u64,
    /// Complete tables that were built.
    tables: usize,
    /// Keys that would tell more, those with most open positions first, at most [`Finding::OPEN`] of them.
    open: Vec<Open>,
    /// How many there are in all.
    open_keys: usize,
    moves: Vec<Moved>,
    /// The best moves of both sides, as far as they are exact.
    line: Vec<String>,
    /// Why it ended.
    ended: &'static str,
    /// If memory ended it, the key that has no room.
    next: Option<String>,
    /// And how many bytes would be enough for it, if that is known.
    needed: Option<u64>,
    /// The same for people.
    #[serde(skip)]
    end: String,
    /// Whether time or Ctrl-C ended it.
    stopped: bool,
    seconds: f64,
}

/// The squares on which king and pieces of each side can ever stand.
#[derive(Serialize)]
struct Reach {
    white: Vec<String>,
    black: Vec<String>,
}

impl Reach {
    fn of(reach: Marks) -> Reach {
        let [white, black] =
            reach.map(|set| set.into_iter().map(|square| square.to_string()).collect());
        Reach { white, black }
    }
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
    known: Known,
}

impl Solved {
    pub(super) fn new(root: &Position, finding: &Finding, elapsed: Duration, end: End) -> Solved {
        let moves = finding.moves.iter().map(|judged| Moved {
            san: to_san(root, judged.m),
            uci: uci(root, judged.m),
            known: Known::of(judged.bounds),
        });
        let open = finding.open.iter();
        let (next, needed) = end.lacks();
        Solved {
            fen: to_fen(root),
            key: MaterialKey::from_position(root).canonical().0.to_string(),
            known: Known::of(finding.bounds),
            fortress: finding.fortress.is_some(),
            reach: finding.fortress.map(Reach::of),
            board: finding.fortress.map(|reach| (*root, reach)),
            structures: finding.structures,
            positions: finding.positions,
            tables: finding.tables,
            open: open.map(|&(key, positions)| Open { key: key.to_string(), positions }).collect(),
            open_keys: finding.open_keys,
            moves: moves.collect(),
            line: sans(root, &finding.line),
            ended: end.name(),
            next: next.map(|key| key.to_string()),
            needed,
            end: end.to_string(),
            stopped: end.is_stopped(),
            seconds: elapsed.as_secs_f64(),
        }
    }
}

impl Answer for Solved {
    fn text(&self, colors: bool) -> String {
        let value = if self.fortress { FORTRESS.to_owned() } else { self.known.words() };
        let mut list = vec![
            ("position", self.fen.clone()),
            ("key", self.key.clone()),
            ("value", value),
            ("structures", grouped(self.structures as u64)),
            ("positions", grouped(self.positions)),
            ("tables", grouped(self.tables as u64)),
            ("time", time(self.seconds)),
            ("ended", self.end.clone()),
        ];
        if !self.line.is_empty() {
            list.push(("line", self.line.join(" ")));
        }
        let mut text = facts(&list);
        if let Some((position, marks)) = &self.board {
            let symbols = if colors { Symbols::Colored } else { Symbols::Figures };
            let lines = draw_marked(position, *marks, Color::White, symbols);
            text = text + "\n" + &lines.join("\n") + "\n\n" + LEGEND + "\n\n";
        }
        if !self.moves.is_empty() {
            let rows =
                self.moves.iter().map(|m| vec![m.san.clone(), m.uci.clone(), m.known.words()]);
            text += &table(&["move", "uci", "value"], rows, &[]);
        }
        if !self.open.is_empty() {
            let rows = self.open.iter().take(FEW);
            let rows = rows.map(|open| vec![open.key.clone(), grouped(open.positions)]);
            text += &table(&["open key", "open positions"], rows, &[1]);
            if self.open_keys > FEW {
                text = text + "and " + &grouped((self.open_keys - FEW) as u64) + " more\n";
            }
        }
        text
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let header = ["move", "uci", "outcome", "wdl", "dtz"].map(str::to_owned).to_vec();
        let row = |san: &str, uci: &str, known: &Known| {
            [vec![san.to_owned(), uci.to_owned()], known.cells().to_vec()].concat()
        };
        // The position itself comes first, without a move.
        let all = std::iter::once(row("", "", &self.known));
        let moves = self.moves.iter().map(move |m| row(&m.san, &m.uci, &m.known));
        std::iter::once(header).chain(all).chain(moves)
    }
}
