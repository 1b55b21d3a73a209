//! Tables that were built to answer one question, and those that were there before.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use hazel_core::Color;
use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};

use super::{ReachableError, Source};
use crate::file::{Content, Part};
use crate::{Bounds, MaterialKey, Placement, Plan, RawTable, Tables};

/// All tables of one question.
#[derive(Debug, Default)]
pub(crate) struct Knowledge {
    pub(crate) built: BTreeMap<MaterialKey, RawTable>,
    pub(crate) stored: Option<Tables>,
}

impl Knowledge {
    /// Builds the tables of a plan, or builds them again if they were not exact, children first.
    pub(crate) fn build(&mut self, plan: &Plan, stop: &AtomicBool) -> Result<(), ReachableError> {
        for level in plan.levels() {
            let open: Vec<_> = level
                .iter()
                .filter(|key| !self.built.get(key).is_some_and(RawTable::is_exact))
                .collect();
            let build = |key: &&MaterialKey| {
                if stop.load(Ordering::Relaxed) {
                    return Err(ReachableError::Stopped);
                }
                // A damaged table is as good as none: it is built anew.
                let known = |key: &MaterialKey| self.built.get(key);
                let stored = self.stored.as_ref();
                let stored = stored.and_then(|tables| tables.child(key, &known).ok().flatten());
                match stored.filter(RawTable::is_exact) {
                    Some(table) => Ok(table),
                    None => RawTable::build(**key, |child| self.built.get(child))
                        .map_err(|_| ReachableError::TooManyPieces { key: **key }),
                }
            };
            let built: Result<Vec<_>, _> = open.par_iter().map(build).collect();
            for table in built? {
                self.built.insert(*table.key(), table);
            }
        }
        Ok(())
    }
}

impl Knowledge {
    /// The stored tables, if they know everything of a canonical key.
    fn stored_exactly(&self, key: &MaterialKey) -> Option<&Tables> {
        let tables = self.stored.as_ref()?;
        let (_, table) = tables.find(key)?;
        let second = |turn| Part { content: Content::Wdl, turn, is_second: true };
        let is_exact = Color::ALL.into_iter().all(|turn| table.len(second(turn)).is_none());
        is_exact.then_some(tables)
    }
}

impl Source for Knowledge {
    fn bounds(&self, placement: &Placement) -> Option<Bounds> {
        // What was read to build others from it has no distances, so the store is asked first.
        match self.stored_exactly(&MaterialKey::from(placement)) {
            Some(tables) => tables.bounds(placement).ok(),
            None => self
                .built
                .bounds(placement)
                .or_else(|| self.stored.as_ref()?.bounds(placement).ok()),
        }
    }

    fn knows(&self, key: &MaterialKey) -> bool {
        self.built.knows(key)
            || self.stored.as_ref().is_some_and(|tables| tables.find(key).is_some())
    }

    fn is_exact(&self, key: &MaterialKey) -> bool {
        self.built.is_exact(key) || self.stored_exactly(key).is_some()
    }
}
