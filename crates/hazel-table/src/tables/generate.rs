//! Making tables, each after those it needs, and putting them into a directory.
//!
//! A finished table goes to the disk at once, into the folder `new`; whatever happens then, it need not be
//! built again. When all are built, those of a family are packed into one file, since they share a dictionary: most
//! tables are smaller than a dictionary of their own would be.
//!
//! A table that is exact is left alone, and so are bounds that were built from just those tables that there are now. If more is
//! known now, bounds are built again, also those that no longer fit and are needed for others. So the same command goes on where it
//! was stopped, and a directory gets better with each table that comes in.

mod unfit;
mod work;
mod writing;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use hazel_core::Color;
use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};

use super::pack::copy;
use super::{EXTENSION, GenerateError, NEW, Tables, TablesError};
use crate::file::{Bundle, Fault, Id, TableFileError};
use crate::{Kind, MaterialKey, Plan, Syzygy};
use work::Work;
use writing::Writing;

/// Makes the tables of a directory.
pub struct Generator<'a> {
    /// Where the tables are.
    pub directory: &'a Path,
    /// The most bytes that tables may take with their children while they are built: as many are built side by side as
    /// have room.
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

impl<'a> Generator<'a> {
    /// Makes tables in a directory until told to stop, with as much memory and time as they take, and from nothing else.
    pub fn new(directory: &'a Path, stop: &'a AtomicBool) -> Generator<'a> {
        Generator { directory, memory: None, stop, deadline: None, syzygy: None }
    }

    /// Builds what is missing of a plan and packs it. Tables of equal potential are built side by side. Stored bounds that the
    /// plan needs and that can't be read any more, since they stand on others than there are, are built again. No table gives way to
    /// one that is built from less, and no exact one to bounds.
    ///
    /// # Errors
    /// If another run writes to the directory, if a key has too many pieces or needs too much memory, if a file can't be read or
    /// written, or if it was stopped. What was finished is stored.
    pub fn run(&self, plan: &Plan, report: &(dyn Fn(&Built) + Sync)) -> Result<(), GenerateError> {
        let _writing = Writing::begin(self.directory)?;
        Work::new(self, plan)?.build(report)?;
        self.pack()
    }

    /// Puts new tables into the files of their families.
    fn pack(&self) -> Result<(), GenerateError> {
        let stored = Tables::open(self.directory)?;
        let folder = self.directory.join(NEW);
        let is_new = |key: &MaterialKey| stored.path(key).is_some_and(|p| p.starts_with(&folder));
        let file_of =
            |key: &MaterialKey| self.directory.join(family(key)).with_added_extension(EXTENSION);
        let mut files = BTreeMap::<PathBuf, BTreeSet<MaterialKey>>::new();
        for key in stored.keys().iter().filter(|key| is_new(key)) {
            files.entry(file_of(key)).or_default();
        }
        for key in stored.keys() {
            // What others have put into a family's file stays there.
            for path in [Some(&*file_of(&key)), stored.path(&key)].into_iter().flatten() {
                if let Some(keys) = files.get_mut(path) {
                    keys.insert(key);
                }
            }
        }
        files.par_iter().try_for_each(|(path, keys)| {
            // Everything is there, so that this is done even if the time is over.
            let mut bundle = Bundle::new();
            for key in keys {
                self.check_stop()?;
                let (file, table) = stored.find(key).expect("the key was found there");
                // What is damaged must not be written again as if it were right.
                file.verify_table(table).map_err(|source| fault(&stored, key, source))?;
                bundle.add(copy(file, table));
            }
            self.write(&bundle, path)?;
            for key in keys {
                let (file, _) = stored.find(key).expect("the key was found there");
                let loose = loose(&folder, key);
                // Nobody else has put several tables there.
                if stored.path(key) == Some(&loose) && file.tables().len() == 1 {
                    fs::remove_file(&loose).map_err(|source| io_error(&loose, source))?;
                }
            }
            Ok::<_, GenerateError>(())
        })
    }

    /// Writes a file, also if the time is over by now.
    fn write(&self, bundle: &Bundle<'_>, path: &Path) -> Result<Vec<Id>, GenerateError> {
        let written = bundle.write_unless(path, &|| self.check_stop().is_err());
        written.map_err(|error| match self.check_stop() {
            Err(stopped) => stopped,
            Ok(()) => TablesError::from(error).into(),
        })
    }

    fn check(&self) -> Result<(), GenerateError> {
        let is_over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_over { Err(GenerateError::Stopped) } else { self.check_stop() }
    }

    fn check_stop(&self) -> Result<(), GenerateError> {
        if self.stop.load(Ordering::Relaxed) { Err(GenerateError::Stopped) } else { Ok(()) }
    }
}

/// The file of a table that is not yet packed.
fn loose(folder: &Path, key: &MaterialKey) -> PathBuf {
    folder.join(key.to_string()).with_added_extension(EXTENSION)
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

/// A stored table is damaged.
fn fault(stored: &Tables, key: &MaterialKey, source: Fault) -> GenerateError {
    let path = stored.path(key).map(Path::to_owned).unwrap_or_default();
    TablesError::File(TableFileError::Fault { path, source }).into()
}

fn io_error(path: &Path, source: std::io::Error) -> GenerateError {
    TablesError::File(TableFileError::Io { path: path.to_owned(), source }).into()
}
