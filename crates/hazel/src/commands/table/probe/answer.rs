//! What tables say of a position, printed.

use std::cmp::Reverse;

use hazel_core::{Move, Position};
use hazel_notation::{to_fen, to_san};
use hazel_table::{
    Bounds, Judged, MaterialKey, Placement, ProbeError, Slices, best, line, unknown,
};
use serde::Serialize;
use serde_json::json;

use super::super::known::{Known, sans};
use crate::arguments::Format;
use crate::output::{self, facts, table};
use crate::position::uci;
use crate::report::Failure;

/// A main line ends after so many plies, since the longest ones are hundreds.
const LONGEST_LINE: usize = 200;

/// A position and what is known of it.
#[derive(Serialize)]
pub(super) struct Probed {
    fen: String,
    key: String,
    #[serde(flatten)]
    known: Known,
    moves: Vec<Moved>,
    /// The best moves of both sides, as far as the value is exact.
    line: Vec<String>,
    /// What is damaged of the files that were asked.
    #[serde(skip)]
    damage: Vec<String>,
}

/// What can't be read as a position, and why.
pub(super) struct Unread {
    pub(super) text: String,
    pub(super) failure: Failure,
}

/// A move and what is known of it, for the side that makes it.
#[derive(Serialize)]
struct Moved {
    san: String,
    uci: String,
    #[serde(flatten)]
    known: Known,
}

impl Probed {
    /// Asks the tables, unless they have refused the position already. What is missing or damaged is part of the answer.
    pub(super) fn of(position: &Position, tables: &Slices<'_>, refused: Option<Reason>) -> Probed {
        let key = MaterialKey::from(&Placement::from(position)).canonical().0;
        let mut moves = vec![];
        for &m in &position.legal_moves() {
            moves.push((m, look_after(tables, position, m)));
        }
        // The best first; of moves that are as good, in the order of their names.
        moves.sort_by_cached_key(|(m, looked)| {
            let Bounds { lower, upper } = looked.bounds();
            let is_known = !matches!(looked, Looked::Nothing(..));
            (Reverse((is_known, lower, upper)), to_san(position, *m))
        });
        let looked = match refused {
            Some(reason) => Looked::Nothing(unknown(position), reason),
            None => look(tables, position),
        };
        let all = moves.iter().map(|(_, looked)| looked).chain([&looked]);
        let damage = all.filter_map(Looked::damage).map(str::to_owned).collect();
        let known = match looked {
            Looked::Nothing(_, reason) => by_moves(position, &moves, reason.words),
            looked => looked.known(),
        };
        let moves = moves.into_iter().map(|(m, looked)| Moved {
            san: to_san(position, m),
            uci: uci(position, m),
            known: looked.known(),
        });
        Probed {
            fen: to_fen(position),
            key: key.to_string(),
            known,
            moves: moves.collect(),
            line: sans(position, &line(position, LONGEST_LINE, |after| tables.probe(after).ok())),
            damage,
        }
    }

    /// What is damaged of the files that were asked.
    pub(super) fn damage(&self) -> impl Iterator<Item = &str> {
        self.damage.iter().map(String::as_str)
    }

    /// Whether the tables said anything.
    pub(super) fn is_answered(&self) -> bool {
        self.known.is_answer()
    }
}

/// What is printed of a position.
pub(super) trait Printed {
    /// What people read, if it isn't told otherwise.
    fn text(&self) -> Option<String>;

    /// An object of JSON.
    fn json(&self) -> serde_json::Result<String>;

    /// The cells of a spreadsheet: fen, key, outcome, wdl, dtz.
    fn row(&self) -> Vec<String>;
}

impl Printed for Probed {
    fn text(&self) -> Option<String> {
        let value = self.known.words();
        let mut text =
            facts(&[("position", self.fen.clone()), ("key", self.key.clone()), ("value", value)]);
        if !self.moves.is_empty() {
            let rows =
                self.moves.iter().map(|m| vec![m.san.clone(), m.uci.clone(), m.known.words()]);
            text += &table(&["move", "uci", "value"], rows, &[]);
        }
        if !self.line.is_empty() {
            text = text + "line      " + &self.line.join(" ") + "\n";
        }
        Some(text)
    }

    fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }

    fn row(&self) -> Vec<String> {
        [vec![self.fen.clone(), self.key.clone()], self.known.cells().to_vec()].concat()
    }
}

impl Printed for Unread {
    /// It was told on standard error.
    fn text(&self) -> Option<String> {
        None
    }

    fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string(&json!({
            "fen": self.text,
            "key": null,
            "outcome": null,
            "wdl": null,
            "dtz": null,
            "value": null,
            "moves": [],
            "line": [],
            "error": self.failure.message(),
        }))
    }

    fn row(&self) -> Vec<String> {
        let mut row = vec![String::new(); 5];
        row[0].clone_from(&self.text);
        row
    }
}

/// Prints a position, if there is something to print; before the first one stands the header, where there is one, and between
/// two of them a line is free.
pub(super) fn print(
    probed: &impl Printed,
    format: Format,
    is_first: bool,
) -> Result<bool, Failure> {
    let text = match format {
        Format::Table => match probed.text() {
            None => return Ok(false),
            Some(text) if is_first => text,
            Some(text) => format!("\n{text}"),
        },
        Format::Json => {
            let line = probed.json();
            line.map_err(|error| Failure::outside(format!("no JSON: {error}")))? + "\n"
        }
        Format::Csv => {
            let mut writer = csv::Writer::from_writer(vec![]);
            let failed = |error: csv::Error| Failure::outside(format!("no CSV: {error}"));
            if is_first {
                writer.write_record(["fen", "key", "outcome", "wdl", "dtz"]).map_err(failed)?;
            }
            writer.write_record(probed.row()).map_err(failed)?;
            let bytes = writer.into_inner().unwrap_or_default();
            return output::write(&bytes).map(|()| true);
        }
    };
    output::write(text.as_bytes()).map(|()| true)
}

/// Why something isn't known.
pub(super) struct Reason {
    words: String,
    /// Whether a file is damaged.
    is_damage: bool,
}

/// What tables say of a position or a move.
enum Looked {
    Value(Bounds),
    /// Who wins, and why not how far it is.
    Winner(Bounds, Reason),
    /// What the men tell, and why not more.
    Nothing(Bounds, Reason),
}

impl Looked {
    fn bounds(&self) -> Bounds {
        match self {
            Looked::Value(bounds) | Looked::Winner(bounds, _) | Looked::Nothing(bounds, _) => {
                *bounds
            }
        }
    }

    /// Of a move, what is known of the position after it.
    fn before(self) -> Looked {
        match self {
            Looked::Value(bounds) => Looked::Value(bounds.before(false)),
            Looked::Winner(bounds, reason) => Looked::Winner(bounds.before(false), reason),
            Looked::Nothing(bounds, reason) => Looked::Nothing(bounds.before(false), reason),
        }
    }

    fn known(self) -> Known {
        match self {
            Looked::Value(bounds) => Known::of(bounds),
            Looked::Winner(bounds, reason) => Known::winner(bounds, reason.words),
            Looked::Nothing(bounds, reason) => Known::nothing(bounds, reason.words),
        }
    }

    /// What is damaged, if that is why it isn't known better.
    fn damage(&self) -> Option<&str> {
        match self {
            Looked::Winner(_, reason) | Looked::Nothing(_, reason) if reason.is_damage => {
                Some(&reason.words)
            }
            _ => None,
        }
    }
}

/// What tables say of a position: how far it is needs all that the tables stand on, who wins does not.
fn look(tables: &Slices<'_>, position: &Position) -> Looked {
    let reason = match or_reason(tables.probe(position)) {
        Ok(bounds) => return Looked::Value(bounds),
        Err(reason) => reason,
    };
    if let Ok((lower, upper)) = tables.tables().wdl(position) {
        return Looked::Winner(Bounds::of_winners(lower, upper), reason);
    }
    if !position.has_legal_move() {
        return Looked::Value(best(position, &[]));
    }
    Looked::Nothing(unknown(position), reason)
}

/// The same of a legal move, for the side that makes it.
fn look_after(tables: &Slices<'_>, position: &Position, m: Move) -> Looked {
    match tables.after(position, m) {
        Ok(bounds) => Looked::Value(bounds),
        Err(_) => look(tables, &position.after(m)).before(),
    }
}

/// What the moves of a position tell that has no answer of its own, or why nothing is known.
fn by_moves(position: &Position, moves: &[(Move, Looked)], reason: String) -> Known {
    let judged = moves.iter().map(|(m, looked)| Judged { m: *m, bounds: looked.bounds() });
    let bounds = best(position, &judged.collect::<Vec<_>>());
    if bounds.wdl().is_none() {
        return Known::nothing(bounds, reason);
    }
    let is_winner = moves.iter().any(|(_, looked)| matches!(looked, Looked::Winner(..)));
    match bounds.exact() {
        None if is_winner => Known::winner(bounds, reason),
        _ => Known::noted(bounds, reason),
    }
}

/// What was said, or why nothing was.
pub(super) fn or_reason<T>(answer: Result<T, ProbeError>) -> Result<T, Reason> {
    answer.map_err(|error| Reason { is_damage: error.is_damage(), words: error.to_string() })
}
