//! Making tables, each after those it needs, and putting them into a directory.
//!
//! A finished table goes to the disk at once, unpacked, into the folder `new`; whatever happens then, it need not be
//! built again. When all are built, those of a family are packed into one file, since they share a dictionary: most
//! tables are smaller than a dictionary of their own would be.
//!
//! A table names the tables that it was built from, with their ids. If it is there already, built from just those that
//! there are now, it is left alone; if more is known now, it is built again. So the same command goes on where it was
//! stopped, and a directory gets better with each table that comes in.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use hazel_core::Color;
use rayon::prelude::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::pack::{copy, new_table};
use super::{EXTENSION, GenerateError, NEW, Tables, TablesError};
use crate::closure::needs;
use crate::file::{Bundle, Content, Id, Source, Table, TableFile, TableFileError};
use crate::{BuildError, Kind, MaterialKey, Plan, PositionIndexer, RawTable, Syzygy};

/// Makes the tables of a directory.
pub struct Generator<'a> {
    /// Where the tables are.
    pub directory: &'a Path,
    /// The most bytes that a table may take with its children while it is built.
    pub memory: Option<u64>,
    /// Set to stop; the tables in work are lost.
    pub stop: &'a AtomicBool,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Where tables are taken from that are needed and not there.
    pub syzygy: Option<Arc<Syzygy>>,
}

/// A table that was just finished, or was there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Built {
    /// Its key.
    pub key: MaterialKey,
    /// How many slots it has.
    pub slots: u64,
    /// Whether nothing was missing.
    pub is_exact: bool,
    /// Whether it was built now.
    pub is_new: bool,
    /// How many tables of the plan are there, with this one.
    pub done: usize,
    /// How many the plan has.
    pub total: usize,
}

impl Generator<'_> {
    /// Builds what is missing of a plan and packs it. Tables of equal potential are built side by side.
    ///
    /// # Errors
    /// If a key has too many pieces or needs too much memory, if a file can't be read or written, or if it was stopped.
    /// What was finished is stored.
    pub fn run(&self, plan: &Plan, report: &(dyn Fn(&Built) + Sync)) -> Result<(), GenerateError> {
        self.build(plan, report)?;
        self.pack()
    }

    fn build(&self, plan: &Plan, report: &(dyn Fn(&Built) + Sync)) -> Result<(), GenerateError> {
        let mut stored = Tables::open(self.directory)?;
        if let Some(syzygy) = &self.syzygy {
            stored = stored.with_syzygy(Arc::clone(syzygy));
        }
        let folder = self.directory.join(NEW);
        fs::create_dir_all(&folder).map_err(|source| io_error(&folder, source))?;
        let total = plan.keys().count();
        let done = AtomicUsize::new(0);
        let mut ids: BTreeMap<MaterialKey, Id> = stored.ids().collect();
        let children: BTreeMap<_, _> = plan.keys().map(|key| (*key, children(key))).collect();
        for child in children.values().flatten() {
            if !children.contains_key(child)
                && !ids.contains_key(child)
                && let Some(id) = stored.syzygy(child).and_then(|syzygy| syzygy.id(child))
            {
                ids.insert(*child, id);
            }
        }
        let mut wanted = BTreeMap::<MaterialKey, usize>::new();
        for child in children.values().flatten() {
            *wanted.entry(*child).or_default() += 1;
        }
        let mut raws = BTreeMap::<MaterialKey, RawTable>::new();
        for level in plan.levels() {
            let sources = |key: &MaterialKey| -> Vec<Source> {
                let known = children[key].iter().filter_map(|child| Some((child, ids.get(child)?)));
                known.map(|(child, &id)| Source { key: child.to_string(), id }).collect()
            };
            let tell = |key: &MaterialKey, is_exact: bool, is_new: bool| {
                let slots = PositionIndexer::new(*key).map_or(0, |indexer| indexer.len());
                let done = 1 + done.fetch_add(1, Ordering::Relaxed);
                report(&Built { key: *key, slots, is_exact, is_new, done, total });
            };
            let (old, missing): (Vec<&MaterialKey>, Vec<&MaterialKey>) =
                level.iter().partition(|key| {
                    stored.find(key).is_some_and(|(_, table)| same(&table.sources, &sources(key)))
                });
            for key in old {
                let is_exact = stored.find(key).is_some_and(|(_, table)| table.is_exact());
                tell(key, is_exact, false);
            }
            // What they need and isn't in memory is read first, so that it is read once.
            let needed: BTreeSet<_> = missing.iter().flat_map(|key| &children[*key]).collect();
            let read: Vec<_> =
                needed.into_iter().filter(|child| !raws.contains_key(child)).collect();
            let read = read.into_par_iter().map(|child| {
                self.check()?;
                let known = |key: &MaterialKey| raws.get(key);
                Ok(stored.child(child, &known)?.map(|table| (*child, table)))
            });
            let read = read.collect::<Result<Vec<_>, GenerateError>>()?;
            raws.extend(read.into_iter().flatten());
            let built = missing.par_iter().map(|key| {
                self.check()?;
                self.check_memory(key, &children[*key])?;
                let stop = || self.check().is_err();
                let table = RawTable::build_unless(**key, |child| raws.get(child), &stop);
                let table = table.map_err(|error| match error {
                    BuildError::Stopped { .. } => GenerateError::Stopped,
                    error @ BuildError::TooManyPieces { .. } => error.into(),
                })?;
                let id = write_raw(&folder, &table, sources(key), &|child| raws.get(child))?;
                tell(key, table.is_exact(), true);
                // Parents don't ask for distances.
                Ok((table.without_distances(), id))
            });
            let built = built.collect::<Result<Vec<_>, GenerateError>>()?;
            for (key, (table, id)) in missing.into_iter().zip(built) {
                ids.insert(*key, id);
                if wanted.contains_key(key) {
                    raws.insert(*key, table);
                }
            }
            for child in level.iter().flat_map(|key| &children[key]) {
                let count = wanted.get_mut(child).expect("every child was counted");
                *count -= 1;
                if *count == 0 {
                    raws.remove(child);
                }
            }
        }
        Ok(())
    }

    /// Puts new tables into the files of their families.
    fn pack(&self) -> Result<(), GenerateError> {
        let stored = Tables::open(self.directory)?;
        let folder = self.directory.join(NEW);
        let mut families = BTreeMap::<String, BTreeSet<MaterialKey>>::new();
        for (key, path) in
            stored.keys().into_iter().filter_map(|key| Some((key, stored.path(&key)?)))
        {
            if path.starts_with(&folder) {
                families.entry(family(&key)).or_default().insert(key);
            }
        }
        for key in stored.keys() {
            if let Some(keys) = families.get_mut(&family(&key)) {
                keys.insert(key);
            }
        }
        families.par_iter().try_for_each(|(family, keys)| {
            self.check()?;
            let mut bundle = Bundle::new();
            for key in keys {
                let (file, table) = stored.find(key).expect("the key was found there");
                // What is damaged must not be written again as if it were right.
                file.verify_table(table).map_err(|source| {
                    let path = stored.path(key).unwrap_or(self.directory).to_owned();
                    TablesError::File(TableFileError::Fault { path, source })
                })?;
                bundle.add(copy(file, table));
            }
            let path = self.directory.join(family).with_added_extension(EXTENSION);
            bundle.write(path).map_err(TablesError::from)?;
            for key in keys {
                let loose = loose(&folder, key);
                if loose.try_exists().unwrap_or(false) {
                    fs::remove_file(&loose).map_err(|source| io_error(&loose, source))?;
                }
            }
            Ok::<_, GenerateError>(())
        })
    }

    fn check(&self) -> Result<(), GenerateError> {
        let is_over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_over || self.stop.load(Ordering::Relaxed) {
            return Err(GenerateError::Stopped);
        }
        Ok(())
    }

    fn check_memory(
        &self,
        key: &MaterialKey,
        children: &BTreeSet<MaterialKey>,
    ) -> Result<(), GenerateError> {
        let bytes = children.iter().map(RawTable::estimated_child_bytes);
        let needed = bytes.fold(RawTable::estimated_bytes(key), u64::saturating_add);
        match self.memory {
            Some(allowed) if needed > allowed => {
                Err(GenerateError::Memory { key: *key, needed, allowed })
            }
            _ => Ok(()),
        }
    }
}

impl Table {
    /// Whether nothing was missing when it was built.
    pub fn is_exact(&self) -> bool {
        self.parts().all(|part| part.content != Content::LowerDistance)
    }
}

/// The tables that a key is built from.
fn children(key: &MaterialKey) -> BTreeSet<MaterialKey> {
    needs(key).into_iter().map(|exit| exit.child.canonical().0).collect()
}

fn same(a: &[Source], b: &[Source]) -> bool {
    let sorted = |sources: &[Source]| sources.iter().cloned().collect::<BTreeSet<_>>();
    sorted(a) == sorted(b)
}

/// The file of a table that is not yet packed.
fn loose(folder: &Path, key: &MaterialKey) -> PathBuf {
    folder.join(key.to_string()).with_added_extension(EXTENSION)
}

/// Writes a table unpacked.
fn write_raw<'a>(
    folder: &Path,
    table: &'a RawTable,
    sources: Vec<Source>,
    child: &'a dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
) -> Result<Id, GenerateError> {
    let mut bundle = Bundle::new();
    bundle.add(new_table(table, sources, child));
    let path = loose(folder, table.key());
    bundle.write(&path).map_err(TablesError::from)?;
    let file = TableFile::open(&path).map_err(TablesError::from)?;
    Ok(file.tables()[0].id)
}

/// The name of a family: its pieces and pawns without their squares.
fn family(key: &MaterialKey) -> String {
    let side = |color: Color| {
        let count = |kind| usize::from(key.count(color, kind));
        let bishops = count(Kind::DarkBishop) + count(Kind::LightBishop);
        let counts = [
            ("Q", count(Kind::Queen)),
            ("R", count(Kind::Rook)),
            ("B", bishops),
            ("N", count(Kind::Knight)),
            ("P", key.pawn_bitboard(color).len() as usize),
        ];
        counts.iter().fold("K".to_owned(), |text, (name, count)| text + &name.repeat(*count))
    };
    format!("{}v{}", side(Color::White), side(Color::Black))
}

fn io_error(path: &Path, source: std::io::Error) -> GenerateError {
    TablesError::File(TableFileError::Io { path: path.to_owned(), source }).into()
}
