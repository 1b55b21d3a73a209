//! What tables know about a key.

use crate::{MaterialKey, PositionIndexer, Tables};

/// So many slots of a table are looked at to estimate how many are open.
const SAMPLES: u64 = 200;

/// What is known about the positions of a key.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Known {
    /// There is no table, or a damaged one, or an exact one of which something is gone that it was built from.
    Nothing,
    /// There is a table that was built while others were missing.
    Bounds {
        /// The share of its positions of which it isn't known who wins, from 0 to 1.
        open: f64,
        /// Whether there are other tables now than when it was built, so that it can be built better.
        is_stale: bool,
    },
    /// There is a table, and all its values are exact.
    Exact,
}

impl Known {
    /// What these tables know about a canonical key. Two bare kings need no table, and a table that is damaged counts as
    /// none. The open share is estimated from 200 slots, always the same.
    pub fn of(tables: &Tables, key: &MaterialKey) -> Known {
        if *key == MaterialKey::KINGS {
            return Known::Exact;
        }
        let Some((_, table)) = tables.find(key) else { return Known::Nothing };
        if table.is_exact() {
            return if tables.fault(key).is_some() { Known::Nothing } else { Known::Exact };
        }
        let is_stale = tables.is_stale(key);
        open_share(tables, key).map_or(Known::Nothing, |open| Known::Bounds { open, is_stale })
    }
}

/// The share of legal positions of which it isn't known who wins; `None` if the table is damaged.
fn open_share(tables: &Tables, key: &MaterialKey) -> Option<f64> {
    let indexer = PositionIndexer::new(*key).ok()?;
    let step = (indexer.len() / SAMPLES).max(1);
    let (mut legal, mut open) = (0_u32, 0_u32);
    for slot in (0..SAMPLES).map_while(|sample| sample.checked_mul(step)) {
        let position = indexer.position(slot).and_then(|placement| placement.position().ok());
        if let Some(position) = position {
            let (lower, upper) = tables.wdl(&position).ok()?;
            legal += 1;
            open += u32::from(lower != upper);
        }
    }
    Some(f64::from(open) / f64::from(legal.max(1)))
}
