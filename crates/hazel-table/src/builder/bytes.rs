//! How much memory a table takes.

use super::layout::stored_places;
use super::raw::{RawTable, Side};
use crate::MaterialKey;

impl RawTable {
    /// How many bytes the table takes.
    pub(crate) fn bytes(&self) -> u64 {
        let sides = self.runs.iter().flatten().map(Side::bytes).sum::<usize>();
        (self.layout.bytes() + sides) as u64
    }

    /// Estimates how many bytes the table of a key takes with its distances, once it is built: mostly less than two for
    /// each place on either side and never more than three, and what doesn't grow with a table. Of a table that is there the
    /// [bytes](RawTable::bytes) are known.
    pub(crate) fn estimated_kept_bytes(key: &MaterialKey) -> u64 {
        /// What a small table takes.
        const LEAST: u64 = 96 << 10;
        // Without pieces each place takes a word.
        let bytes = if key.pieces() == 0 { 64 } else { 2 };
        stored_places(key).saturating_mul(bytes).saturating_add(LEAST)
    }

    /// Estimates how many bytes it takes to build the table of a key with all distances: the first of two runs stays while
    /// the second is made.
    pub(crate) fn estimated_building_bytes(key: &MaterialKey) -> u64 {
        RawTable::estimated_bytes(key).saturating_add(RawTable::estimated_kept_bytes(key))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{BuildError, Plan};

    #[test]
    fn tables_take_about_what_is_estimated() {
        let keys = ["KQvKR", "KRvKN", "KQvKQ", "KNNvK"].map(|key| key.parse().expect("a key"));
        let mut tables = BTreeMap::new();
        let built = Plan::closure(keys, |_| true).build(|table| {
            tables.insert(*table.key(), table.clone());
            Ok::<_, BuildError>(())
        });
        built.expect("few pieces");
        // Bounds, without anything below.
        for key in ["Ka2vKb7", "KRa2vKb7", "KQa2vKNb7"] {
            let key = key.parse::<MaterialKey>().expect("a key").canonical().0;
            let table = RawTable::build(key, |_| None).expect("few pieces");
            tables.insert(key, table);
        }
        for (key, table) in tables {
            let (bytes, estimated) = (table.bytes(), RawTable::estimated_kept_bytes(&key));
            assert!(bytes <= estimated / 2 * 3, "{key}: {bytes} > {estimated}");
            let is_large = key.pieces() > 1;
            assert!(!is_large || estimated <= 8 * bytes, "{key}: {bytes} of {estimated}");
        }
    }
}
