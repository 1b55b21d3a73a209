//! Building many tables, each after those it needs.
//!
//! Every exit lowers a key's [potential](crate::Potential), so ascending potential is an order in which children come first, and
//! keys of equal potential don't need each other: they are built side by side. A table is dropped when no key of the plan
//! needs it any more. Which table is built by which thread has no influence on any value.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::{IntoParallelIterator, ParallelIterator};

use crate::{BuildError, Exit, MaterialKey, Potential, RawTable};

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

    /// These keys and all that moves lead to, as far as the moves are followed: queens only, no promotions, few pieces.
    pub fn closure(
        roots: impl IntoIterator<Item = MaterialKey>,
        follow: impl Fn(&Exit) -> bool,
    ) -> Plan {
        let mut keys = BTreeSet::new();
        let mut waiting: Vec<_> = roots.into_iter().map(|key| key.canonical().0).collect();
        while let Some(key) = waiting.pop() {
            if keys.insert(key) {
                let followed = needs(&key).into_iter().filter(&follow);
                waiting.extend(followed.map(|exit| exit.child.canonical().0));
            }
        }
        Plan::of_keys(keys)
    }

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
        let children = |key: &MaterialKey| -> BTreeSet<MaterialKey> {
            needs(key).into_iter().map(|exit| exit.child.canonical().0).collect()
        };
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
