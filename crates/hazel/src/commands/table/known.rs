//! What is known of a position or a move, as every command of tables prints it.

use hazel_core::{Move, Position};
use hazel_notation::to_san;
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
    /// Why it isn't known better.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// Why nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Known {
    /// What bounds say.
    pub(super) fn of(bounds: Bounds) -> Known {
        let value = match (bounds.exact(), bounds.wdl()) {
            (Some(value), _) => value.to_string(),
            (None, Some(_)) => either(bounds),
            (None, None) => bounds.outcome().to_string(),
        };
        Known {
            outcome: bounds.outcome().to_string(),
            wdl: bounds.wdl().map(Wdl::number),
            dtz: bounds.exact().map(Value::dtz),
            value,
            note: None,
            error: None,
        }
    }

    /// What bounds say, and why it isn't more.
    pub(super) fn noted(bounds: Bounds, note: String) -> Known {
        Known { note: Some(note), ..Known::of(bounds) }
    }

    /// What bounds say of who wins, and why their distances mean nothing.
    pub(super) fn winner(bounds: Bounds, note: String) -> Known {
        let value = bounds.wdl().map_or_else(|| bounds.outcome().to_string(), name);
        let dtz = bounds.wdl().filter(|wdl| *wdl == Wdl::Draw).map(|_| 0);
        Known { value, dtz, note: Some(note), ..Known::of(bounds) }
    }

    /// That nothing is known but what the men tell, and why.
    pub(super) fn nothing(bounds: Bounds, error: String) -> Known {
        let value = bounds.outcome().to_string();
        Known { value, dtz: None, wdl: None, error: Some(error), ..Known::of(bounds) }
    }

    /// Whether anything is known.
    pub(super) fn is_answer(&self) -> bool {
        self.error.is_none()
    }

    /// The value with what is to be said of it, or why there is none.
    pub(super) fn words(&self) -> String {
        match (&self.error, &self.note) {
            (Some(error), _) => error.clone(),
            (None, Some(note)) => format!("{} ({note})", self.value),
            (None, None) => self.value.clone(),
        }
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

/// The distances between which a value is that is won or lost for certain.
fn either(bounds: Bounds) -> String {
    let mut ends = [bounds.lower, bounds.upper];
    ends.sort_by_key(|value| value.distance());
    let [least, most] = ends;
    if most.distance() - least.distance() == 1 {
        return format!("{least} or {most}");
    }
    format!("{} in {} to {}", name(least.wdl()), least.distance(), most.distance())
}

fn name(wdl: Wdl) -> String {
    let name = match wdl {
        Wdl::Loss => "loss",
        Wdl::BlessedLoss => "blessed loss",
        Wdl::Draw => "draw",
        Wdl::CursedWin => "cursed win",
        Wdl::Win => "win",
    };
    name.to_owned()
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
