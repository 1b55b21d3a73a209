//! What tables say of a position, printed.

use std::cmp::Reverse;

use hazel_core::Position;
use hazel_notation::{to_fen, to_san};
use hazel_table::{MaterialKey, Placement, ProbeError, Slices, line};
use serde::Serialize;

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
    /// Asks the tables, unless they have refused the position already. Only damage is a failure: a missing table is part of
    /// the answer.
    pub(super) fn of(
        position: &Position,
        tables: &Slices<'_>,
        refused: Option<String>,
    ) -> Result<Probed, Failure> {
        let key = MaterialKey::from(&Placement::from(position)).canonical().0;
        let bounds = match refused {
            Some(reason) => Err(reason),
            None => known(tables.probe(position))?,
        };
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
            known: Known::or_why(bounds),
        });
        Ok(Probed {
            fen: to_fen(position),
            key: key.to_string(),
            known: Known::or_why(&bounds),
            moves: moves.collect(),
            line: sans(position, &line(position, LONGEST_LINE, |after| tables.probe(after).ok())),
        })
    }

    /// Whether the tables said anything.
    pub(super) fn is_answered(&self) -> bool {
        self.known.is_answer()
    }

    fn text(&self) -> String {
        let value = self.known.words().to_owned();
        let mut text =
            facts(&[("position", self.fen.clone()), ("key", self.key.clone()), ("value", value)]);
        if !self.moves.is_empty() {
            let rows = self
                .moves
                .iter()
                .map(|m| vec![m.san.clone(), m.uci.clone(), m.known.words().to_owned()]);
            text += &table(&["move", "uci", "value"], rows, &[]);
        }
        if !self.line.is_empty() {
            text = text + "line      " + &self.line.join(" ") + "\n";
        }
        text
    }

    fn row(&self) -> Vec<String> {
        [vec![self.fen.clone(), self.key.clone()], self.known.cells().to_vec()].concat()
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

/// What was said, or why nothing was; damage is a failure.
pub(super) fn known<T>(answer: Result<T, ProbeError>) -> Result<Result<T, String>, Failure> {
    match answer {
        Ok(answer) => Ok(Ok(answer)),
        Err(error) if error.is_damage() => Err(Failure::outside(error.to_string())),
        Err(error) => Ok(Err(error.to_string())),
    }
}
