//! How much of what games have is answered by tables.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use super::{Frequencies, Known};
use crate::MaterialKey;

/// Positions or games by what is known about them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Answered {
    /// A table has the exact value.
    pub exact: u64,
    /// A table has bounds, and by them it is known who wins; estimated by the share of all positions of the table.
    pub bounds: u64,
    /// A table has bounds, and more than one outcome is possible; estimated as well.
    pub open: u64,
    /// There is no table.
    pub nothing: u64,
}

impl Answered {
    /// All together.
    pub fn all(&self) -> u64 {
        self.answered() + self.open + self.nothing
    }

    /// Those of which it is known who wins.
    pub fn answered(&self) -> u64 {
        self.exact + self.bounds
    }

    fn of(known: Known, count: u64) -> Answered {
        match known {
            Known::Exact => Answered { exact: count, ..Answered::default() },
            Known::Bounds { open, .. } => {
                let open = share(open, count);
                Answered { bounds: count - open, open, ..Answered::default() }
            }
            Known::Nothing => Answered { nothing: count, ..Answered::default() },
        }
    }
}

impl AddAssign for Answered {
    fn add_assign(&mut self, more: Answered) {
        self.exact += more.exact;
        self.bounds += more.bounds;
        self.open += more.open;
        self.nothing += more.nothing;
    }
}

/// A share of a count, rounded.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an estimate, and not below zero"
)]
fn share(share: f64, count: u64) -> u64 {
    ((share.clamp(0.0, 1.0) * count as f64).round() as u64).min(count)
}

/// How much of what was counted in games is answered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Keys; one with bounds is open if most of its positions are.
    pub keys: Answered,
    /// Positions of games.
    pub positions: Answered,
    /// Games by what is known about their first counted position.
    pub first: Answered,
    /// Games by what is known about their last counted position.
    pub last: Answered,
    /// Positions by the number of men.
    pub by_men: BTreeMap<u32, Answered>,
    /// Positions by the number of pieces besides kings and pawns.
    pub by_pieces: BTreeMap<u32, Answered>,
}

impl Coverage {
    /// What is answered of these games if so much is known about keys.
    pub fn new(counts: &Frequencies, known: impl Fn(&MaterialKey) -> Known) -> Coverage {
        let mut coverage = Coverage::default();
        for (key, frequency) in counts.iter() {
            let known = known(key);
            let positions = Answered::of(known, frequency.count.positions);
            coverage.keys += Answered::of(known, 1);
            coverage.positions += positions;
            coverage.first += Answered::of(known, frequency.first);
            coverage.last += Answered::of(known, frequency.last);
            *coverage.by_men.entry(key.men()).or_default() += positions;
            *coverage.by_pieces.entry(key.pieces()).or_default() += positions;
        }
        coverage
    }
}
