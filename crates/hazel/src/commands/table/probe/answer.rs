//! What tables say of a position, printed.

use std::cmp::Reverse;

use hazel_core::Position;
use hazel_notation::{to_fen, to_san};
use hazel_table::{Bounds, MaterialKey, Placement, ProbeError, Tables, Wdl};
use serde::Serialize;

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
}

/// A move and what is known of it, for the side that makes it.
#[derive(Serialize)]
struct Moved {
    san: String,
    uci: String,
    #[serde(flatten)]
    known: Known,
}

/// What is known.
#[derive(Serialize)]
struct Known {
    /// What is still possible with the 50-move rule.
    outcome: String,
    /// From −2 to 2 if it is known.
    wdl: Option<i8>,
    /// In plies, with the sign of the value, if it is known.
    dtz: Option<i32>,
    /// In words.
    value: String,
    /// Why nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Probed {
    /// Asks the tables. Only damage is a failure: a missing table is part of the answer.
    pub(super) fn of(position: &Position, tables: &Tables) -> Result<Probed, Failure> {
        let key = MaterialKey::from(&Placement::from(position)).canonical().0;
        let bounds = known(tables.probe(position))?;
        let mut moves = vec![];
        for &m in &position.legal_moves() {
            let bounds = known(tables.after(position, m))?;
            moves.push((m, bounds));
        }
        // The best first; of moves that are as good, in the order of their names.
        moves.sort_by_cached_key(|(m, bounds)| {
            let rank = bounds.as_ref().ok().map(|bounds| (bounds.lower, bounds.upper));
            (Reverse(rank), to_san(position, *m))
        });
        let moves = moves.iter().map(|(m, bounds)| Moved {
            san: to_san(position, *m),
            uci: uci(position, *m),
            known: Known::of(bounds),
        });
        Ok(Probed {
            fen: to_fen(position),
            key: key.to_string(),
            known: Known::of(&bounds),
            moves: moves.collect(),
            line: line(position, tables),
        })
    }

    /// Whether the tables said anything.
    pub(super) fn is_answered(&self) -> bool {
        self.known.error.is_none()
    }

    fn text(&self) -> String {
        let value = self.known.error.as_ref().unwrap_or(&self.known.value);
        let mut text = facts(&[
            ("position", self.fen.clone()),
            ("key", self.key.clone()),
            ("value", value.clone()),
        ]);
        if !self.moves.is_empty() {
            let rows = self.moves.iter().map(|m| {
                let value = m.known.error.as_ref().unwrap_or(&m.known.value);
                vec![m.san.clone(), m.uci.clone(), value.clone()]
            });
            text += &table(&["move", "uci", "value"], rows, &[]);
        }
        if !self.line.is_empty() {
            text = text + "line      " + &self.line.join(" ") + "\n";
        }
        text
    }

    fn row(&self) -> Vec<String> {
        vec![
            self.fen.clone(),
            self.key.clone(),
            self.known.outcome.clone(),
            self.known.wdl.map_or_else(String::new, |wdl| wdl.to_string()),
            self.known.dtz.map_or_else(String::new, |dtz| dtz.to_string()),
        ]
    }
}

/// Prints a position; before the first one stands the header, where there is one.
pub(super) fn print(probed: &Probed, format: Format, is_first: bool) -> Result<(), Failure> {
    let text = match format {
        Format::Table if is_first => probed.text(),
        Format::Table => format!("\n{}", probed.text()),
        Format::Json => {
            let line = serde_json::to_string(probed)
                .map_err(|error| Failure::outside(format!("no JSON: {error}")))?;
            line + "\n"
        }
        Format::Csv => {
            let mut writer = csv::Writer::from_writer(vec![]);
            let failed = |error: csv::Error| Failure::outside(format!("no CSV: {error}"));
            if is_first {
                writer.write_record(["fen", "key", "outcome", "wdl", "dtz"]).map_err(failed)?;
            }
            writer.write_record(probed.row()).map_err(failed)?;
            let bytes = writer.into_inner().unwrap_or_default();
            return output::write(&bytes);
        }
    };
    output::write(text.as_bytes())
}

impl Known {
    fn of(bounds: &Result<Bounds, String>) -> Known {
        let nothing = hazel_solve::Outcome::ANY;
        match bounds {
            Ok(bounds) => Known {
                outcome: bounds.outcome().to_string(),
                wdl: bounds.wdl().map(Wdl::number),
                dtz: bounds.exact().map(hazel_table::Value::dtz),
                value: value(*bounds),
                error: None,
            },
            Err(reason) => Known {
                outcome: nothing.to_string(),
                wdl: None,
                dtz: None,
                value: nothing.to_string(),
                error: Some(reason.clone()),
            },
        }
    }
}

/// In words: the value, or what is still possible.
fn value(bounds: Bounds) -> String {
    match (bounds.exact(), bounds.wdl()) {
        (Some(value), _) => value.to_string(),
        (None, Some(_)) => format!("{} or {}", bounds.upper, bounds.lower),
        (None, None) => bounds.outcome().to_string(),
    }
}

/// What was said, or why nothing was; damage is a failure.
fn known(bounds: Result<Bounds, ProbeError>) -> Result<Result<Bounds, String>, Failure> {
    match bounds {
        Ok(bounds) => Ok(Ok(bounds)),
        Err(error @ (ProbeError::Missing { .. } | ProbeError::Castling)) => {
            Ok(Err(error.to_string()))
        }
        Err(error) => Err(Failure::outside(error.to_string())),
    }
}

/// The best moves of both sides up to mate, or as far as tables go. A drawn game has no line.
fn line(position: &Position, tables: &Tables) -> Vec<String> {
    let mut position = *position;
    let mut line = vec![];
    let exact = |bounds: Result<Bounds, ProbeError>| bounds.ok().and_then(Bounds::exact);
    while line.len() < LONGEST_LINE {
        match exact(tables.probe(&position)) {
            Some(value) if value.wdl() != Wdl::Draw => {}
            _ => break,
        }
        let moves = position.legal_moves();
        let values = moves.iter().filter_map(|&m| Some((exact(tables.after(&position, m))?, m)));
        // Equal moves: the one whose name comes first, so that the line is always the same.
        let best = values.min_by_key(|(value, m)| (Reverse(*value), m.bits()));
        let Some((_, m)) = best else { break };
        line.push(to_san(&position, m));
        position.play(m);
    }
    line
}
