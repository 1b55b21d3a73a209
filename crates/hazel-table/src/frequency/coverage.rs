//! How much of what games have is answered by tables.

use std::collections::BTreeMap;

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
}

/// What is answered, before shares of single keys are rounded.
#[derive(Clone, Copy, Default)]
struct Sum {
    exact: u64,
    /// Where there are bounds, and how much of that is open.
    bounds: u64,
    open: f64,
    nothing: u64,
}

impl Sum {
    #[allow(clippy::cast_precision_loss, reason = "an estimate")]
    fn add(&mut self, known: Known, count: u64) {
        match known {
            Known::Exact => self.exact += count,
            Known::Bounds { open, .. } => {
                self.bounds += count;
                self.open += open.clamp(0.0, 1.0) * count as f64;
            }
            Known::Nothing => self.nothing += count,
        }
    }

    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an estimate between nothing and all"
    )]
    fn rounded(self) -> Answered {
        let Sum { exact, bounds, open, nothing } = self;
        let open = (open.round() as u64).min(bounds);
        Answered { exact, bounds: bounds - open, open, nothing }
    }
}

/// How much of what was counted in games is answered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Keys; of one with bounds, the share counts.
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
        let [mut keys, mut positions, mut first, mut last] = [Sum::default(); 4];
        let (mut by_men, mut by_pieces) = (BTreeMap::<_, Sum>::new(), BTreeMap::<_, Sum>::new());
        for (key, frequency) in counts.iter() {
            let known = known(key);
            let count = frequency.count.positions;
            keys.add(known, 1);
            positions.add(known, count);
            first.add(known, frequency.first);
            last.add(known, frequency.last);
            by_men.entry(key.men()).or_default().add(known, count);
            by_pieces.entry(key.pieces()).or_default().add(known, count);
        }
        let rounded = |sums: BTreeMap<u32, Sum>| {
            sums.into_iter().map(|(number, sum)| (number, sum.rounded())).collect()
        };
        Coverage {
            keys: keys.rounded(),
            positions: positions.rounded(),
            first: first.rounded(),
            last: last.rounded(),
            by_men: rounded(by_men),
            by_pieces: rounded(by_pieces),
        }
    }
}
