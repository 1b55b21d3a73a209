//! Building what is missing, as much at a time as there is memory for.
//!
//! A table stays in memory, without distances, as long as one that is still to be built needs it. If there is no room for
//! it beside the next table, it goes, and is read again from the disk when it is needed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::unfit::Unfit;
use super::{Built, Generator, fault, io_error, loose};
use crate::closure;
use crate::file::{Bundle, Id, Source};
use crate::tables::pack::{new_table, pack_distances};
use crate::tables::{GenerateError, NEW, Tables};
use crate::{BuildError, MaterialKey, Plan, PositionIndexer, RawTable, slots};

/// The tables of a plan on their way to the disk.
pub(super) struct Work<'a> {
    generator: &'a Generator<'a>,
    /// What there is, but for tables that were built since they were opened.
    stored: Tables,
    /// Whether tables were built since then.
    is_behind: bool,
    /// Where new tables go.
    folder: PathBuf,
    /// What is to be there in the end, with the tables that each key is built from: what was asked for, and what must be built
    /// again for it.
    children: BTreeMap<MaterialKey, BTreeSet<MaterialKey>>,
    /// How many keys still need a child.
    wanted: BTreeMap<MaterialKey, usize>,
    /// All tables that there are.
    there: BTreeMap<MaterialKey, There>,
    /// Those in memory.
    raws: BTreeMap<MaterialKey, RawTable>,
}

/// A table that there is, or what Syzygy's files say in its place.
#[derive(Clone, Copy)]
struct There {
    id: Id,
    is_exact: bool,
}

impl<'a> Work<'a> {
    pub(super) fn new(
        generator: &'a Generator<'a>,
        plan: &Plan,
    ) -> Result<Work<'a>, GenerateError> {
        let stored = open(generator)?;
        let folder = generator.directory.join(NEW);
        let mut children = BTreeMap::new();
        let mut unfit = Unfit::new(&stored, plan);
        let mut waiting: Vec<_> = plan.keys().copied().collect();
        while let Some(key) = waiting.pop() {
            generator.check()?;
            let below = closure::children(&key);
            waiting.extend(below.iter().filter(|child| unfit.take(child)));
            children.insert(key, below);
        }
        let stored_ones = stored.entries.iter().map(|entry| {
            let (id, is_exact) = (stored.at(entry).1.id, entry.is_exact);
            (entry.key, There { id, is_exact })
        });
        let mut there: BTreeMap<MaterialKey, There> = stored_ones.collect();
        let mut wanted = BTreeMap::new();
        for child in children.values().flatten() {
            *wanted.entry(*child).or_default() += 1;
            if !children.contains_key(child)
                && !there.contains_key(child)
                && let Some(id) = stored.syzygy(child).and_then(|syzygy| syzygy.id(child))
            {
                there.insert(*child, There { id, is_exact: true });
            }
        }
        let raws = BTreeMap::new();
        let is_behind = false;
        let work = Work { generator, stored, is_behind, folder, children, wanted, there, raws };
        // What is gone and won't come back is told before hours of work, not after.
        for key in work.children.keys() {
            let is_exact = work.there.get(key).is_some_and(|there| there.is_exact);
            let serves = |there: &There| there.is_exact || !is_exact;
            work.refuse_loss(key, |source| {
                let is_there = work.there.get(source).is_some_and(serves);
                !is_there && !work.children.contains_key(source)
            })?;
        }
        Ok(work)
    }

    /// Builds the tables of the plan that are missing, or are bounds built from others than there are now.
    pub(super) fn build(mut self, report: &(dyn Fn(&Built) + Sync)) -> Result<(), GenerateError> {
        let done = AtomicUsize::new(0);
        let plan = Plan::of_keys(self.children.keys().copied());
        let total = self.children.len();
        let mut kept = vec![];
        let tell = |key: &MaterialKey, is_exact: bool, is_new: bool| {
            let slots = slots(key);
            let done = 1 + done.fetch_add(1, Ordering::Relaxed);
            report(&Built { key: *key, slots, is_exact, is_new, done, total });
        };
        for level in plan.levels() {
            let mut missing = vec![];
            for key in level {
                let stored = self.stored.entry(key);
                let is_exact = stored.is_some_and(|entry| entry.is_exact);
                if is_exact {
                    // It serves as it is, but not without what it was built from.
                    let exact = |there: &There| there.is_exact;
                    self.refuse_loss(key, |source| !self.there.get(source).is_some_and(exact))?;
                } else if stored.is_none_or(|entry| entry.sources != self.sources(key)) {
                    missing.push(*key);
                    continue;
                }
                kept.push(*key);
                tell(key, is_exact, false);
                self.release(key);
            }
            let mut rest = missing.as_slice();
            while !rest.is_empty() {
                let (batch, later) = rest.split_at(self.make_room(rest)?);
                self.read(batch)?;
                let build = |key: &MaterialKey| {
                    let built = self.build_one(key)?;
                    tell(key, built.0.is_exact(), true);
                    Ok(built)
                };
                let built: Result<Vec<_>, GenerateError> = batch.par_iter().map(build).collect();
                self.is_behind = true;
                for (key, (table, id)) in batch.iter().zip(built?) {
                    self.there.insert(*key, There { id, is_exact: table.is_exact() });
                    if self.wanted.contains_key(key) {
                        self.raws.insert(*key, table);
                    }
                }
                for key in batch {
                    self.release(key);
                }
                rest = later;
            }
        }
        self.look_at(&kept)
    }

    /// Looks for damage in tables that were there already, as long as there is time.
    fn look_at(&self, kept: &[MaterialKey]) -> Result<(), GenerateError> {
        kept.par_iter().try_for_each(|key| match self.stored.find(key) {
            Some((file, table)) if self.generator.check().is_ok() => {
                file.check_table(table).map_err(|error| fault(&self.stored, key, error))
            }
            _ => self.generator.check_stop(),
        })
    }

    /// A table that is there isn't built again where something that it was built from can't serve any more: it would only know less.
    /// Two bare kings are known without a table.
    fn refuse_loss(
        &self,
        key: &MaterialKey,
        is_lost: impl Fn(&MaterialKey) -> bool,
    ) -> Result<(), GenerateError> {
        let Some(entry) = self.stored.entry(key) else { return Ok(()) };
        let mut sources = entry.sources.keys();
        match sources.find(|source| **source != MaterialKey::KINGS && is_lost(source)) {
            Some(&gone) => Err(GenerateError::Loss { key: *key, gone }),
            None => Ok(()),
        }
    }

    /// How many of the next tables have room side by side with all that they are built from. If not even one has beside
    /// what is in memory, all that it doesn't need goes.
    fn make_room(&mut self, next: &[MaterialKey]) -> Result<usize, GenerateError> {
        let Some(allowed) = self.generator.memory else { return Ok(next.len()) };
        let needed = |key: &MaterialKey| {
            let children = self.children[key].iter().copied();
            children.filter(|child| self.there.contains_key(child)).collect::<BTreeSet<_>>()
        };
        let mut held: BTreeSet<MaterialKey> = self.raws.keys().copied().collect();
        let mut building = 0_u64;
        for (count, key) in next.iter().enumerate() {
            building = building.saturating_add(RawTable::estimated_bytes(key));
            held.append(&mut needed(key));
            if building.saturating_add(bytes(&held)) <= allowed {
                continue;
            }
            if count > 0 {
                return Ok(count);
            }
            let alone = needed(key);
            let needed = building.saturating_add(bytes(&alone));
            if needed > allowed {
                return Err(GenerateError::Memory { key: *key, needed, allowed });
            }
            self.raws.retain(|key, _| alone.contains(key));
            return Ok(1);
        }
        Ok(next.len())
    }

    /// Reads what these tables need and isn't in memory, each once.
    fn read(&mut self, batch: &[MaterialKey]) -> Result<(), GenerateError> {
        let needed: BTreeSet<_> = batch.iter().flat_map(|key| &self.children[key]).collect();
        let is_stored =
            |child: &&MaterialKey| self.there.contains_key(child) && !self.raws.contains_key(child);
        let missing: Vec<_> = needed.into_iter().filter(is_stored).collect();
        // What was built just now may be needed to read it, and may have replaced what was there.
        if self.is_behind && !missing.is_empty() {
            self.stored = open(self.generator)?;
            self.is_behind = false;
        }
        let read = missing.into_par_iter().map(|child| {
            self.generator.check()?;
            let known = |key: &MaterialKey, id| {
                let is_same = self.there.get(key).is_some_and(|there| there.id == id);
                self.raws.get(key).filter(|_| is_same)
            };
            Ok(self.stored.child(child, &known)?.map(|table| (*child, table)))
        });
        let read = read.collect::<Result<Vec<_>, GenerateError>>()?;
        self.raws.extend(read.into_iter().flatten());
        Ok(())
    }

    /// Builds a table and writes it. What is left is what its parents ask for.
    fn build_one(&self, key: &MaterialKey) -> Result<(RawTable, Id), GenerateError> {
        self.generator.check()?;
        let child = |key: &MaterialKey| self.raws.get(key);
        let stop = || self.generator.check().is_err();
        let path = loose(&self.folder, key);
        let mut distances = Ok(vec![]);
        let mut pack = |table: &mut RawTable, against, is_exact| {
            if let Ok(all) = &mut distances {
                match pack_distances(table, against, is_exact, &path) {
                    Ok(more) => all.extend(more),
                    Err(error) => distances = Err(error),
                }
            }
        };
        let table = RawTable::build_for_file(*key, &child, &stop, &mut pack);
        let table = table.map_err(|error| match error {
            BuildError::Stopped { .. } => GenerateError::Stopped,
            error @ BuildError::TooManyPieces { .. } => error.into(),
        })?;
        let distances = distances.map_err(|source| io_error(&path, source))?;
        let indexer = PositionIndexer::new(*key).expect("the keys of a plan are canonical");
        let mut bundle = Bundle::new();
        let sources = self.sources(key).into_iter();
        let sources = sources.map(|(key, id)| Source { key: key.to_string(), id }).collect();
        bundle.add(new_table(&indexer, &table, &distances, sources, &child));
        let ids = self.generator.write(&bundle, &path)?;
        drop(bundle);
        Ok((table, ids[0]))
    }

    /// The tables that a key is built from, as far as there are any.
    fn sources(&self, key: &MaterialKey) -> BTreeMap<MaterialKey, Id> {
        let known = self.children[key].iter();
        known.filter_map(|child| Some((*child, self.there.get(child)?.id))).collect()
    }

    /// A key is done; what nobody else needs goes.
    fn release(&mut self, key: &MaterialKey) {
        for child in &self.children[key] {
            let count = self.wanted.get_mut(child).expect("every child was counted");
            *count -= 1;
            if *count == 0 {
                self.raws.remove(child);
            }
        }
    }
}

/// All tables that are stored now.
fn open(generator: &Generator<'_>) -> Result<Tables, GenerateError> {
    let stored = Tables::open(generator.directory)?;
    Ok(match &generator.syzygy {
        Some(syzygy) => stored.with_syzygy(Arc::clone(syzygy)),
        None => stored,
    })
}

/// What tables take as children.
fn bytes(keys: &BTreeSet<MaterialKey>) -> u64 {
    keys.iter().map(RawTable::estimated_child_bytes).fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::atomic::AtomicBool;

    use super::super::writing::{LOCK, Writing};
    use super::*;

    #[test]
    fn as_many_tables_are_built_at_once_as_have_room() {
        let folder = tempfile::tempdir().expect("a folder");
        let stop = AtomicBool::new(false);
        let key = |text: &str| -> MaterialKey { text.parse().expect("a key") };
        let next = ["KQRvK", "KQNvK", "KRNvK"].map(key);
        let plan = Plan::closure(next, |_| true);
        let rooms = |memory: Option<u64>| {
            let generator = Generator { memory, ..Generator::new(folder.path(), &stop) };
            let _writing = Writing::begin(folder.path()).expect("nobody else writes");
            let mut work = Work::new(&generator, &plan).expect("an empty folder");
            let room = work.make_room(&next);
            // Nothing is read of which there is no table.
            let below = ["KvK", "KNvK", "KQvK", "KRvK"].map(key);
            for below in below {
                work.read(&[below]).expect("all before it are there");
                let (table, id) = work.build_one(&below).expect("nothing stops it");
                work.there.insert(below, There { id, is_exact: table.is_exact() });
                work.raws.insert(below, table);
            }
            let room_beside = work.make_room(&next);
            (room, room_beside, work.raws.len())
        };
        let one = RawTable::estimated_bytes(&next[0]);
        let child = RawTable::estimated_child_bytes(&key("KQvK"));
        assert!(matches!(rooms(None), (Ok(3), Ok(3), 4)));
        assert!(matches!(rooms(Some(3 * one + 4 * child)), (Ok(3), Ok(3), 4)));
        assert!(matches!(rooms(Some(2 * one + 4 * child)), (Ok(2), Ok(2), 4)));
        // What a queen and a rook don't need goes: kings alone and knights.
        assert!(matches!(rooms(Some(one + 3 * child)), (Ok(1), Ok(1), 2)));
        let (_, none, _) = rooms(Some(one + child));
        assert!(matches!(none, Err(GenerateError::Memory { .. })));
    }

    #[test]
    fn a_table_takes_a_byte_a_position_and_no_more_memory_than_was_estimated() {
        let folder = tempfile::tempdir().expect("a folder");
        let stop = AtomicBool::new(false);
        let generator = Generator::new(folder.path(), &stop);
        // Some exact, and some bounds of which nothing below is known; pieces on few squares, and twice the same; both
        // sides alike; pawns that a double step brings side by side, and ten of them; distances that wait on the disk, packed
        // or not.
        let exact = ["KQvKR", "KRRvK", "KBdBlvK", "KRvKR", "KRNvK"];
        let bounds = [
            "KQd4vK",
            "KBlBld4vK",
            "KRd4vKd5",
            "KRd4vKe4",
            "KBdd4vKBl",
            "KBdNd4vK",
            "KRa2b2c2d2e2vKRa7b7c7d7e7",
        ];
        let all = exact.map(|text| (text, true)).into_iter();
        for (text, is_exact) in all.chain(bounds.map(|text| (text, false))) {
            let key = text.parse::<MaterialKey>().expect("a key").canonical().0;
            let plan = Plan::closure([key], |_| is_exact);
            let below = plan.keys().copied().filter(|below| *below != key && is_exact);
            generator.run(&Plan::of_keys(below), &|_| ()).expect("nothing stops it");
            let mut work = Work::new(&generator, &plan).expect("a folder");
            work.read(&[key]).expect("all before it are there");
            let taken = allocation_counter::measure(|| {
                let (table, _) = work.build_one(&key).expect("nothing stops it");
                assert_eq!(table.is_exact(), is_exact, "{text}");
            });
            let (taken, estimated) = (taken.bytes_max, RawTable::estimated_bytes(&key));
            assert!(taken <= estimated, "{text} takes {taken} bytes, not {estimated}");
            let indexer = PositionIndexer::new(key).expect("it is canonical");
            let positions = 2 * indexer.len() / indexer.sides().len() as u64;
            let allowed = positions + (2 << 20);
            assert!(taken <= allowed, "{text} takes {taken} bytes, not {allowed}");
            // What is estimated too high keeps other tables from being built.
            assert!(4 * taken >= estimated, "{text} takes {taken} bytes, not {estimated}");
        }
        // What waited on the disk is gone.
        let left = fs::read_dir(folder.path().join(NEW)).expect("a folder");
        let left = left.map(|file| file.expect("it is there").path());
        let is_table = |path: &PathBuf| path.extension().is_some_and(|end| end == crate::EXTENSION);
        assert!(left.filter(|path| !path.ends_with(LOCK)).all(|path| is_table(&path)));
    }
}
