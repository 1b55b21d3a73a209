//! Tables that were built to answer one question, and those that were there before.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};

use super::{Progress, ReachableError, Source, Watch};
use crate::{Bounds, BuildError, MaterialKey, Placement, Plan, ProbeError, RawTable, Tables};

/// All tables of one question.
#[derive(Debug, Default)]
pub(crate) struct Knowledge {
    pub(crate) built: BTreeMap<MaterialKey, RawTable>,
    pub(crate) stored: Option<Tables>,
    /// What is wrong with the first stored table that can't be read. One that isn't there is no damage.
    pub(crate) damage: OnceLock<ProbeError>,
}

impl Knowledge {
    /// Builds the tables of a plan, or builds them again if they were not exact, children first.
    pub(crate) fn build(&mut self, plan: &Plan, watch: &dyn Watch) -> Result<(), ReachableError> {
        let total = plan.keys().filter(|key| self.is_open(key)).count();
        let done = AtomicUsize::new(0);
        for level in plan.levels() {
            let open: Vec<_> = level.iter().filter(|key| self.is_open(key)).collect();
            let build = |key: &&MaterialKey| {
                if watch.is_over() {
                    return Err(ReachableError::Stopped);
                }
                let table = self.table(key, watch)?;
                let done = 1 + done.fetch_add(1, Ordering::Relaxed);
                watch.hear(Progress::Building { done, total });
                Ok(table)
            };
            let built: Result<Vec<_>, _> = open.par_iter().map(build).collect();
            for table in built? {
                self.built.insert(*table.key(), table);
            }
        }
        Ok(())
    }

    /// Whether a table must be built: there is none, it is not exact, or it was read and can't be asked for distances any
    /// more.
    fn is_open(&self, key: &MaterialKey) -> bool {
        let answers = |table: &RawTable| table.has_distances() || self.stored().is_some();
        !self.built.get(key).is_some_and(|table| table.is_exact() && answers(table))
    }

    /// The stored tables. If one of them is damaged, none is trusted any more, and what is needed is built.
    fn stored(&self) -> Option<&Tables> {
        self.stored.as_ref().filter(|_| self.damage.get().is_none())
    }

    /// A table from the store, or else built from what is there.
    fn table(&self, key: &MaterialKey, watch: &dyn Watch) -> Result<RawTable, ReachableError> {
        let known = |key: &MaterialKey| self.built.get(key);
        // An exact table was built from exact values, and whatever is exact has the same.
        let exact = |key: &MaterialKey, _| known(key).filter(|table| table.is_exact());
        let stored = self.stored().map(|tables| tables.child(key, &exact));
        let stored = stored.and_then(|table| self.sound(table).flatten());
        if let Some(table) = stored.filter(RawTable::is_exact) {
            return Ok(table);
        }
        RawTable::build_unless(*key, known, &|| watch.is_over()).map_err(|error| match error {
            BuildError::Stopped { .. } => ReachableError::Stopped,
            BuildError::TooManyPieces { key } => ReachableError::TooManyPieces { key },
        })
    }

    /// What a stored table says, or nothing if it can't be read. The first damage is noted.
    fn sound<T>(&self, answer: Result<T, ProbeError>) -> Option<T> {
        match answer {
            Ok(answer) => Some(answer),
            Err(error) => {
                if error.is_damage() {
                    // Another thread may have been first.
                    let _ = self.damage.set(error);
                }
                None
            }
        }
    }
}

impl Source for Knowledge {
    fn bounds(&self, placement: &Placement) -> Option<Bounds> {
        // What was read to build others from it has no distances: for these the store is asked.
        let built = self.built.get(&MaterialKey::from(placement));
        if let Some(table) = built.filter(|table| table.has_distances()) {
            return table.bounds(placement);
        }
        self.sound(self.stored()?.probe(&placement.position().ok()?))
    }

    fn knows(&self, key: &MaterialKey) -> bool {
        self.built.knows(key) || self.stored().is_some_and(|tables| tables.find(key).is_some())
    }

    fn is_exact(&self, key: &MaterialKey) -> bool {
        let stored = self.stored().and_then(|tables| tables.find(key));
        !self.is_open(key) || stored.is_some_and(|(_, table)| table.is_exact())
    }
}
