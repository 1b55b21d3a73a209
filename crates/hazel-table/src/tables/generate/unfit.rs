//! Stored bounds that a plan needs and doesn't name, and that can't be read as they are.
//!
//! Bounds are read together with the very tables that they were built from. Where there are others by now, or may be when the plan
//! is built, they have to be built again, before what is built from them. Where one is gone, they would only know less, and
//! nothing is done about it here.

use std::collections::{BTreeMap, BTreeSet};

use crate::tables::{ProbeError, Tables};
use crate::{MaterialKey, Plan};

/// Finds them.
pub(super) struct Unfit<'a> {
    stored: &'a Tables,
    /// What will be built, if it isn't there as it should be.
    planned: BTreeSet<MaterialKey>,
    /// Those not planned that were looked at, and whether they have to be built again.
    known: BTreeMap<MaterialKey, bool>,
}

impl<'a> Unfit<'a> {
    pub(super) fn new(stored: &'a Tables, plan: &Plan) -> Unfit<'a> {
        Unfit { stored, planned: plan.keys().copied().collect(), known: BTreeMap::new() }
    }

    /// Whether a table has to be built again and isn't planned. From now on it is.
    pub(super) fn take(&mut self, key: &MaterialKey) -> bool {
        !self.planned.contains(key) && self.is_unfit(key) && self.planned.insert(*key)
    }

    fn is_unfit(&mut self, key: &MaterialKey) -> bool {
        if let Some(&known) = self.known.get(key) {
            return known;
        }
        let stored = self.stored;
        let bounds = stored.entry(key).filter(|entry| !entry.is_exact);
        let is_unfit = bounds.is_some_and(|entry| {
            let mut sources = entry.sources.keys();
            matches!(stored.fault(key), Some(ProbeError::Changed { .. }))
                || sources.any(|source| self.planned.contains(source) || self.is_unfit(source))
        });
        self.known.insert(*key, is_unfit);
        is_unfit
    }
}
