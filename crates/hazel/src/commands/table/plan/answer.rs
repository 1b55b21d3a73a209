//! What `hazel table plan` proposes, and how it looks.

use hazel_table::{Proposal, Row, Seen};
use serde::Serialize;

use crate::output::{Answer, facts, grouped, table};

#[derive(Serialize)]
pub(super) struct Advice {
    /// How many tables there are already.
    tables: usize,
    /// How many keys were looked at.
    keys: usize,
    answered: SeenKeys,
    planned: SeenKeys,
    refused: SeenKeys,
    skipped: SeenKeys,
    proposed: Vec<Proposed>,
}

/// Keys of games, and their positions in games.
#[derive(Clone, Copy, Serialize)]
struct SeenKeys {
    keys: u64,
    positions: u64,
}

impl From<Seen> for SeenKeys {
    fn from(seen: Seen) -> SeenKeys {
        SeenKeys { keys: seen.keys, positions: seen.positions }
    }
}

#[derive(Serialize)]
struct Proposed {
    key: String,
    games: u64,
    positions: u64,
    needed_by: u64,
    most_for: String,
    slots: u64,
    missing_keys: u64,
    missing_slots: u64,
    /// Open positions of games for a million slots.
    score: f64,
    exact: bool,
    why: String,
}

impl Advice {
    pub(super) fn new(proposal: &Proposal, tables: usize) -> Advice {
        Advice {
            tables,
            keys: proposal.keys,
            answered: proposal.answered.into(),
            planned: proposal.planned.into(),
            refused: proposal.refused.into(),
            skipped: proposal.skipped.into(),
            proposed: proposal.rows.iter().map(Proposed::new).collect(),
        }
    }
}

impl Proposed {
    fn new(row: &Row) -> Proposed {
        Proposed {
            key: row.key.to_string(),
            games: row.count.games,
            positions: row.count.positions,
            needed_by: row.needed_by,
            most_for: row.most_for.to_string(),
            slots: row.slots,
            missing_keys: row.missing_keys,
            missing_slots: row.missing_slots,
            score: row.score * 1e6,
            exact: row.is_exact,
            why: why(row),
        }
    }
}

/// What a table is for, in words.
fn why(row: &Row) -> String {
    let itself = u64::from(row.count.positions > 0);
    let others = row.needed_by - itself.min(row.needed_by);
    let mut words = match (itself, others) {
        (0, 1) => format!("needed by {}", row.most_for),
        (0, _) => format!("needed by {} keys, most by {}", grouped(others), row.most_for),
        (_, 0) => "occurs itself".to_owned(),
        (_, 1) => "occurs itself, needed by 1 other key".to_owned(),
        _ => format!("occurs itself, needed by {} other keys", grouped(others)),
    };
    if !row.is_exact {
        words.push_str("; bounds only");
    }
    words
}

impl Answer for Advice {
    fn text(&self, _colors: bool) -> String {
        let seen = |seen: SeenKeys| {
            format!("{} with {} positions in games", grouped(seen.keys), grouped(seen.positions))
        };
        let mut rows = vec![
            ("tables", grouped(self.tables as u64)),
            ("keys looked at", grouped(self.keys as u64)),
            ("keys of games answered", seen(self.answered)),
            ("keys of games planned for", seen(self.planned)),
        ];
        if self.refused.keys > 0 {
            rows.push(("keys that can't be built", seen(self.refused)));
        }
        if self.skipped.keys > 0 {
            rows.push(("keys not looked at", seen(self.skipped) + "; --keys N looks at more"));
        }
        let mut text = facts(&rows);
        if self.proposed.is_empty() {
            return text + "\nnothing is missing for the keys that were looked at\n";
        }
        let rows = self.proposed.iter().map(|row| {
            vec![
                row.key.clone(),
                grouped(row.games),
                grouped(row.positions),
                grouped(row.missing_keys),
                grouped(row.missing_slots),
                format!("{:.3}", row.score),
                row.why.clone(),
            ]
        });
        let header = ["key", "games", "positions", "missing", "to build", "score", "why"];
        text.push('\n');
        text + &table(&header, rows, &[1, 2, 3, 4, 5])
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let header = [
            "key",
            "games",
            "positions",
            "needed_by",
            "most_for",
            "slots",
            "missing_keys",
            "missing_slots",
            "score",
            "exact",
            "why",
        ];
        let rows = self.proposed.iter().map(|row| {
            vec![
                row.key.clone(),
                row.games.to_string(),
                row.positions.to_string(),
                row.needed_by.to_string(),
                row.most_for.clone(),
                row.slots.to_string(),
                row.missing_keys.to_string(),
                row.missing_slots.to_string(),
                row.score.to_string(),
                row.exact.to_string(),
                row.why.clone(),
            ]
        });
        std::iter::once(header.map(str::to_owned).to_vec()).chain(rows)
    }
}
