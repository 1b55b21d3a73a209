//! What is known of a position or a move, as every command of tables prints it.

use hazel_core::{Move, Position};
use hazel_notation::to_san;
use hazel_solve::Outcome;
use hazel_table::{Bounds, Value, Wdl};
use serde::Serialize;

/// What is known.
#[derive(Serialize)]
pub(super) struct Known {
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

impl Known {
    /// What bounds say.
    pub(super) fn of(bounds: Bounds) -> Known {
        let value = match (bounds.exact(), bounds.wdl()) {
            (Some(value), _) => value.to_string(),
            (None, Some(_)) => format!("{} or {}", bounds.upper, bounds.lower),
            (None, None) => bounds.outcome().to_string(),
        };
        Known {
            outcome: bounds.outcome().to_string(),
            wdl: bounds.wdl().map(Wdl::number),
            dtz: bounds.exact().map(Value::dtz),
            value,
            error: None,
        }
    }

    /// What bounds say, or why there are none.
    pub(super) fn or_why(bounds: &Result<Bounds, String>) -> Known {
        let anything = Outcome::ANY.to_string();
        match bounds {
            Ok(bounds) => Known::of(*bounds),
            Err(reason) => Known {
                outcome: anything.clone(),
                wdl: None,
                dtz: None,
                value: anything,
                error: Some(reason.clone()),
            },
        }
    }

    /// Whether anything is known.
    pub(super) fn is_answer(&self) -> bool {
        self.error.is_none()
    }

    /// The value, or why there is none.
    pub(super) fn words(&self) -> &str {
        self.error.as_ref().unwrap_or(&self.value)
    }

    /// The cells of a spreadsheet: outcome, wdl, dtz.
    pub(super) fn cells(&self) -> [String; 3] {
        [
            self.outcome.clone(),
            self.wdl.map_or_else(String::new, |wdl| wdl.to_string()),
            self.dtz.map_or_else(String::new, |dtz| dtz.to_string()),
        ]
    }
}

/// The names of moves that follow each other.
pub(super) fn sans(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut position = *position;
    let name = |&m: &Move| {
        let san = to_san(&position, m);
        position.play(m);
        san
    };
    moves.iter().map(name).collect()
}
