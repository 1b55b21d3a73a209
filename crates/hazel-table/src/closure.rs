//! Building many tables, each after those it needs.
//!
//! Every exit lowers a key's [potential](crate::Potential), so ascending potential is an order in which children come first, and
//! keys of equal potential don't need each other: they are built side by side. A table is dropped when no key of the plan
//! needs it any more. Which table is built by which thread has no influence on any value.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use rayon::prelude::{IntoParallelIterator, ParallelIterator};

use crate::{BuildError, Exit, MaterialKey, Potential, Progress, RawTable, Watch};

/// A set of canonical keys in the order in which their tables can be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    levels: BTreeMap<Potential, Vec<MaterialKey>>,
}

impl Plan {
    /// These keys alone, in canonical form. What they need and is not among them counts as unknown.
    pub fn of_keys(keys: impl IntoIterator<Item = MaterialKey>) -> Plan {
        let keys: BTreeSet<_> = keys.into_iter().map(|key| key.canonical().0).collect();
        let mut levels = BTreeMap::<_, Vec<_>>::new();
        for key in keys {
            levels.entry(key.potential()).or_default().push(key);
        }
        Plan { levels }
    }

    /// These keys and all that moves lead to, as far as the moves are followed: queens only, no promotions, few pieces. See
    /// also [`closure_unless`](Plan::closure_unless).
    ///
    /// # Panics
    /// Never: nothing stops it, and there is no limit.
    pub fn closure(
        roots: impl IntoIterator<Item = MaterialKey>,
        follow: impl Fn(&Exit) -> bool,
    ) -> Plan {
        let never = AtomicBool::new(false);
        let keys = collect(roots, follow, usize::MAX, &never);
        Plan::of_keys(keys.expect("nothing stops it, and there is no limit"))
    }

    /// The twin of [`closure`](Plan::closure) that looks how many keys there are: a few pawns lead to billions.
    ///
    /// # Errors
    /// If there are more than [`MOST_KEYS`](Plan::MOST_KEYS), or if it is stopped.
    pub fn closure_unless(
        roots: impl IntoIterator<Item = MaterialKey>,
        follow: impl Fn(&Exit) -> bool,
        watch: &dyn Watch,
    ) -> Result<Plan, PlanError> {
        collect(roots, follow, Plan::MOST_KEYS, watch).map(Plan::of_keys)
    }

    /// The most keys of a plan that is made step by step: it takes some hundred megabytes then, and its tables more than
    /// anybody has room for.
    pub const MOST_KEYS: usize = 1_000_000;

    /// The keys, children before parents.
    pub fn keys(&self) -> impl Iterator<Item = &MaterialKey> {
        self.levels.values().flatten()
    }

    /// The keys of equal potential, which don't need each other; children before parents.
    pub(crate) fn levels(&self) -> impl Iterator<Item = &[MaterialKey]> {
        self.levels.values().map(Vec::as_slice)
    }

    /// Builds all tables, those of equal potential in parallel, and hands each to `done` in the order of
    /// [`keys`](Plan::keys). `done` may stop the work by an error of its own.
    ///
    /// # Errors
    /// If a key has too many pieces, or what `done` returns.
    pub fn build<E: From<BuildError>>(
        &self,
        mut done: impl FnMut(&RawTable) -> Result<(), E>,
    ) -> Result<(), E> {
        let children: BTreeMap<_, _> = self.keys().map(|key| (*key, children(key))).collect();
        let mut needed = BTreeMap::<MaterialKey, usize>::new();
        for child in children.values().flatten() {
            *needed.entry(*child).or_default() += 1;
        }
        let mut tables = BTreeMap::<MaterialKey, RawTable>::new();
        for keys in self.levels.values() {
            let build = |key: &MaterialKey| RawTable::build(*key, |child| tables.get(child));
            let built: Vec<_> = keys.into_par_iter().map(build).collect();
            for (key, table) in keys.iter().zip(built) {
                let table = table?;
                done(&table)?;
                if needed.contains_key(key) {
                    tables.insert(*key, table.without_distances());
                }
                for child in &children[key] {
                    if let Some(count) = needed.get_mut(child) {
                        *count -= 1;
                        if *count == 0 {
                            tables.remove(child);
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// Why there is no plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// More tables are needed than can be planned.
    #[error("more than {most} tables are needed")]
    TooMany {
        /// How many can be.
        most: usize,
    },
    /// It was told to stop.
    #[error("stopped; {found} keys were found so far")]
    Stopped {
        /// How many keys were found.
        found: usize,
    },
}

/// These keys and all that moves lead to, at most so many.
fn collect(
    roots: impl IntoIterator<Item = MaterialKey>,
    follow: impl Fn(&Exit) -> bool,
    most: usize,
    watch: &dyn Watch,
) -> Result<BTreeSet<MaterialKey>, PlanError> {
    let mut keys: BTreeSet<_> = roots.into_iter().map(|key| key.canonical().0).collect();
    let mut waiting: Vec<_> = keys.iter().copied().collect();
    while let Some(key) = waiting.pop() {
        let found = keys.len();
        if found > most {
            return Err(PlanError::TooMany { most });
        }
        if watch.is_over() {
            return Err(PlanError::Stopped { found });
        }
        watch.hear(Progress::Planning { found });
        for exit in needs(&key).into_iter().filter(&follow) {
            let child = exit.child.canonical().0;
            if keys.insert(child) {
                waiting.push(child);
            }
        }
    }
    Ok(keys)
}

/// The canonical keys of the tables that a key is built from.
pub(crate) fn children(key: &MaterialKey) -> BTreeSet<MaterialKey> {
    needs(key).into_iter().map(|exit| exit.child.canonical().0).collect()
}

/// The moves to tables that a key is built from: its exits, and where a double step can be answered en passant the answers.
pub(crate) fn needs(key: &MaterialKey) -> Vec<Exit> {
    let mut exits = key.exits();
    let is_double =
        |exit: &&Exit| exit.pawn.is_some_and(|(from, to)| from.index().abs_diff(to.index()) == 16);
    let doubles = exits.iter().filter(is_double);
    let answers: Vec<_> =
        doubles.flat_map(|exit| exit.child.exits()).filter(Exit::is_en_passant).collect();
    exits.extend(answers);
    exits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_that_are_too_large_or_stopped_are_refused() {
        let roots = || ["Ka7vK".parse().expect("a key")];
        let never = AtomicBool::new(false);
        let all = Plan::closure(roots(), |_| true);
        assert_eq!(all.keys().count(), 6);
        assert_eq!(Plan::closure_unless(roots(), |_| true, &never), Ok(all));
        let most = collect(roots(), |_| true, 5, &never);
        assert_eq!(most, Err(PlanError::TooMany { most: 5 }));
        let stopped = Plan::closure_unless(roots(), |_| true, &AtomicBool::new(true));
        assert_eq!(stopped, Err(PlanError::Stopped { found: 1 }));
    }
}
