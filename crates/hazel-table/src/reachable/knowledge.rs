//! Tables that were built to answer one question, and those that were there before.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};

use super::{ReachableError, Source};
use crate::closure::children;
use crate::file::Table;
use crate::planner::slots;
use crate::{
    Bounds, BuildError, MaterialKey, Placement, Plan, ProbeError, Progress, RawTable, Tables, Watch,
};

/// All tables of one question.
#[derive(Debug, Default)]
pub(crate) struct Knowledge {
    pub(crate) built: BTreeMap<MaterialKey, RawTable>,
    pub(crate) stored: Option<Tables>,
    /// Tables that say more since a build began which isn't finished.
    pub(crate) changed: BTreeSet<MaterialKey>,
    /// What is wrong with the first stored table that can't be read. One that isn't there is no damage.
    pub(crate) damage: OnceLock<ProbeError>,
}

impl Knowledge {
    /// Builds the tables of a plan, children first, and those again that were not exact and are built from others that
    /// say more now. As many are built side by side as have room in `memory` bytes, but at least one.
    pub(crate) fn build(
        &mut self,
        plan: &Plan,
        memory: u64,
        watch: &dyn Watch,
    ) -> Result<(), ReachableError> {
        let total = plan.keys().filter(|key| self.is_open(key)).count();
        let done = AtomicUsize::new(0);
        let mut held = self.bytes();
        for level in plan.levels() {
            let mut rest = vec![];
            for key in level.iter().filter(|key| self.is_open(key)) {
                watch.check()?;
                if self.lacks(key) || children(key).iter().any(|child| self.changed.contains(child))
                {
                    rest.push(*key);
                } else {
                    done.fetch_add(1, Ordering::Relaxed);
                }
            }
            let mut rest = rest.as_slice();
            while !rest.is_empty() {
                let (batch, later) = rest.split_at(fitting(rest, memory.saturating_sub(held)));
                let build = |key: &MaterialKey| {
                    watch.check()?;
                    let table = self.table(key, watch)?;
                    let done = 1 + done.fetch_add(1, Ordering::Relaxed);
                    watch.hear(Progress::Building { done, total });
                    Ok(table)
                };
                let built: Result<Vec<_>, _> = batch.par_iter().map(build).collect();
                for table in built? {
                    let key = *table.key();
                    let more = table.bytes();
                    let old = self.built.insert(key, table);
                    if old.as_ref() != self.built.get(&key) {
                        self.changed.insert(key);
                    }
                    held = (held + more).saturating_sub(old.map_or(0, |old| old.bytes()));
                }
                rest = later;
            }
        }
        self.changed.clear();
        Ok(())
    }

    /// Whether the last build of these keys was stopped.
    pub(crate) fn is_unfinished(&self, wanted: &BTreeSet<MaterialKey>) -> bool {
        !self.changed.is_empty() || wanted.iter().any(|key| self.lacks(key))
    }

    /// How many bytes all tables take that were built.
    pub(crate) fn bytes(&self) -> u64 {
        self.built.values().map(RawTable::bytes).sum()
    }

    /// The keys from which tables that aren't exact would know more, with the number of slots of these.
    pub(crate) fn open(
        &self,
        watch: &dyn Watch,
    ) -> Result<BTreeMap<MaterialKey, u64>, ReachableError> {
        let mut open = BTreeMap::new();
        for table in self.built.values().filter(|table| !table.is_exact()) {
            watch.check()?;
            for child in children(table.key()).into_iter().filter(|child| !self.knows(child)) {
                *open.entry(child).or_default() += slots(table.key());
            }
        }
        Ok(open)
    }

    /// Whether there is no table that answers everything that is asked of it.
    fn lacks(&self, key: &MaterialKey) -> bool {
        let answers = |table: &RawTable| table.has_distances() || self.measures(key).is_some();
        !self.built.get(key).is_some_and(answers)
    }

    /// Whether a table must be built: there is none, it is not exact, or it was read and can't be asked for distances any
    /// more.
    fn is_open(&self, key: &MaterialKey) -> bool {
        self.lacks(key) || !self.built.get(key).is_some_and(RawTable::is_exact)
    }

    /// The stored tables. If one of them is damaged, none is trusted any more, and what is needed is built.
    fn stored(&self) -> Option<&Tables> {
        self.stored.as_ref().filter(|_| self.damage.get().is_none())
    }

    /// The stored tables, if they tell distances of a key. Where they can't, something is gone that they stand on, and what is needed
    /// is built.
    fn measures(&self, key: &MaterialKey) -> Option<&Tables> {
        self.stored().filter(|tables| tables.measures(key))
    }

    /// A table from the store, or else built from what is there.
    fn table(&self, key: &MaterialKey, watch: &dyn Watch) -> Result<RawTable, ReachableError> {
        let known = |key: &MaterialKey| self.built.get(key);
        // An exact table was built from exact values, and whatever is exact has the same.
        let exact = |key: &MaterialKey, _| known(key).filter(|table| table.is_exact());
        let stored = self.measures(key).map(|tables| tables.child(key, &exact));
        let stored = stored.and_then(|table| self.sound(table).flatten());
        if let Some(table) = stored.filter(RawTable::is_exact) {
            return Ok(table);
        }
        RawTable::build_unless(*key, known, &|| watch.is_over()).map_err(|error| match error {
            BuildError::Stopped { .. } => ReachableError::Stopped,
            BuildError::TooManyPieces { key } => ReachableError::TooManyPieces { key },
        })
    }

    /// A stored table of which distances can be told.
    fn found(&self, key: &MaterialKey) -> Option<&Table> {
        Some(self.measures(key)?.find(key)?.1)
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

/// How many of the next tables have room to be built side by side, but at least one.
fn fitting(next: &[MaterialKey], room: u64) -> usize {
    let mut building = 0_u64;
    let fits = next.iter().take_while(|key| {
        building = building.saturating_add(RawTable::estimated_building_bytes(key));
        building <= room
    });
    fits.count().max(1)
}

impl Source for Knowledge {
    fn bounds(&self, placement: &Placement) -> Option<Bounds> {
        // What was read to build others from it has no distances: for these the store is asked. It may also know more than what
        // was built here from less.
        let key = MaterialKey::from(placement);
        let built = self.built.get(&key).filter(|table| table.has_distances());
        let stored = |tables: &Tables| self.sound(tables.probe(&placement.position().ok()?));
        let Some(table) = built else { return stored(self.stored()?) };
        let bounds = table.bounds(placement)?;
        if table.is_exact() {
            return Some(bounds);
        }
        let beside = self.measures(&key).and_then(stored);
        Some(beside.and_then(|beside| bounds.and(beside)).unwrap_or(bounds))
    }

    fn knows(&self, key: &MaterialKey) -> bool {
        self.built.knows(key) || self.found(key).is_some()
    }

    fn is_exact(&self, key: &MaterialKey) -> bool {
        !self.is_open(key) || self.found(key).is_some_and(Table::is_exact)
    }
}
