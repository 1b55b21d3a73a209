//! The tables of a directory, and the one way to ask them.
//!
//! A directory holds `.hzt` files with one table or many; [`Tables`] knows which file has which key. A probe brings the
//! position to its canonical form, finds the table and its slot, and says what it holds, so all images of a position
//! give the same answer. What a table leaves out is added here: en passant, which no slot knows, and what captures,
//! promotions and moves out of check tell.
//!
//! Nothing is loaded: files are mapped, and what is needed to find slots of a table is made when it is first asked.
//! Probing allocates nothing after that, and any number of threads may do it at once.

mod distance;
mod error;
mod fill;
mod found;
mod generate;
mod order;
mod pack;
mod places;
mod probe;
mod size;
mod standing;
mod unpack;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

pub use error::{GenerateError, ProbeError, TablesError};
pub use generate::{Built, Generator};
pub use size::Size;
use standing::Standing;
pub(crate) use unpack::{Filling, placement};

use crate::file::{Id, Table, TableFile, TableFileError};
use crate::{Family, MaterialKey, PositionIndexer, RawTable, Syzygy, Transform, Wdl};

/// The extension of table files.
pub const EXTENSION: &str = "hzt";
/// The folder of tables that were built and not yet packed.
const NEW: &str = "new";

/// All tables of a directory.
#[derive(Debug)]
pub struct Tables {
    files: Vec<(PathBuf, TableFile)>,
    entries: Vec<Entry>,
    /// By each image of its key, the number of an entry and the transform to its key: a probe must not have to search for
    /// the canonical form.
    images: FxHashMap<MaterialKey, (usize, Transform)>,
    /// Asked where there is no table, and for what tables leave open.
    syzygy: Option<Arc<Syzygy>>,
}

/// Where a table is.
#[derive(Debug)]
struct Entry {
    key: MaterialKey,
    /// The tables that it was built from, with the ids that they had.
    sources: BTreeMap<MaterialKey, Id>,
    file: usize,
    /// Its number in the file.
    table: usize,
    is_exact: bool,
    /// Whether it leaves out what follows from the moves out of check.
    lacks_checks: bool,
    /// Whether it may have values that the 50-move rule spoils, which are never left out.
    may_be_spoiled: bool,
    /// Made when it is first needed.
    indexer: OnceLock<PositionIndexer>,
    /// Found out when it is first needed.
    standing: OnceLock<Standing>,
}

impl Tables {
    /// Opens all table files of a directory; one that doesn't exist has none. Of a key that is in several files, an exact table
    /// counts before bounds; then one that was built and not yet packed, or else the one in the file of its family. Files with other
    /// names, such as copies, count after them, in the order of their names.
    ///
    /// # Errors
    /// If the directory or a file can't be read, if a file is damaged or is no table file, or if it has a table that no generator
    /// makes. See also [`open_sound`](Tables::open_sound).
    pub fn open(directory: impl AsRef<Path>) -> Result<Tables, TablesError> {
        let (tables, refused) = Tables::open_sound(directory)?;
        refused.into_iter().next().map_or(Ok(tables), Err)
    }

    /// The twin of [`open`](Tables::open) that leaves out files that are refused, and tells why. Their tables count as missing.
    ///
    /// # Errors
    /// If the directory can't be read.
    pub fn open_sound(
        directory: impl AsRef<Path>,
    ) -> Result<(Tables, Vec<TablesError>), TablesError> {
        let directory = directory.as_ref();
        let images = FxHashMap::default();
        let mut tables = Tables { files: vec![], entries: vec![], images, syzygy: None };
        let (new, mut others): (Vec<_>, Vec<_>) = table_files(&directory.join(NEW))?
            .into_iter()
            .partition(|path| is_named::<MaterialKey>(path));
        // What another run packs while these are opened is found in the file of its family, which is looked for later.
        let mut refused: Vec<_> = new.iter().filter_map(|path| tables.add(path).err()).collect();
        refused.retain(|error| !error.is_gone());
        let (families, copies): (Vec<_>, Vec<_>) =
            table_files(directory)?.into_iter().partition(|path| is_named::<Family>(path));
        others.extend(copies);
        refused.extend(families.iter().chain(&others).filter_map(|path| tables.add(path).err()));
        Ok((tables, refused))
    }

    /// The same tables, with Syzygy's files asked where there is none, and for what they leave open. Tables that were built from
    /// Syzygy's need them.
    #[must_use]
    pub fn with_syzygy(mut self, syzygy: Arc<Syzygy>) -> Tables {
        for entry in &mut self.entries {
            entry.standing = OnceLock::new();
        }
        self.syzygy = Some(syzygy);
        self
    }

    /// The keys that there are tables of, in ascending order.
    pub fn keys(&self) -> Vec<MaterialKey> {
        let mut keys: Vec<_> = self.entries.iter().map(|entry| entry.key).collect();
        keys.sort_unstable();
        keys
    }

    /// How many tables there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The table of a canonical key, with the file that it is in.
    pub fn find(&self, key: &MaterialKey) -> Option<(&TableFile, &Table)> {
        self.entry(key).map(|entry| self.at(entry))
    }

    /// The table of an entry, with the file that it is in.
    #[inline]
    fn at(&self, entry: &Entry) -> (&TableFile, &Table) {
        let file = &self.files[entry.file].1;
        (file, &file.tables()[entry.table])
    }

    /// The file that has the table of a canonical key.
    pub fn path(&self, key: &MaterialKey) -> Option<&Path> {
        Some(&self.files[self.entry(key)?.file].0)
    }

    /// The files, with their paths.
    pub fn files(&self) -> impl Iterator<Item = (&Path, &TableFile)> {
        self.files.iter().map(|(path, file)| (path.as_path(), file))
    }

    /// Syzygy's files, if they say who wins in all positions of a key.
    fn syzygy(&self, key: &MaterialKey) -> Option<&Syzygy> {
        self.syzygy.as_deref().filter(|syzygy| syzygy.knows(key))
    }

    /// Whether anything is known of a canonical key.
    pub(crate) fn answers(&self, key: &MaterialKey) -> bool {
        self.entry(key).is_some() || self.syzygy(key).is_some()
    }

    fn entry(&self, key: &MaterialKey) -> Option<&Entry> {
        let (entry, _) = self.images.get(key)?;
        Some(&self.entries[*entry]).filter(|entry| entry.key == *key)
    }

    /// Opens a file and takes its tables up.
    fn add(&mut self, path: &Path) -> Result<(), TablesError> {
        let file = TableFile::open(path)?;
        let names = file.tables().iter().map(|table| names(path, table));
        let names = names.collect::<Result<Vec<_>, _>>()?;
        for (number, (table, (key, sources))) in file.tables().iter().zip(names).enumerate() {
            let (is_exact, old) = (table.is_exact(), self.images.get(&key).map(|(old, _)| *old));
            if old.is_some_and(|old| self.entries[old].is_exact || !is_exact) {
                continue;
            }
            let entry = Entry {
                key,
                sources,
                file: self.files.len(),
                table: number,
                is_exact,
                lacks_checks: table.lacks_checks,
                may_be_spoiled: table.parts().filter(|part| part.content.is_value()).any(|part| {
                    let wdl = |symbol| Wdl::ALL.get(usize::from(symbol)).copied();
                    file.may_have(table, part, |symbol| wdl(symbol).is_none_or(Wdl::is_spoiled))
                }),
                indexer: OnceLock::new(),
                standing: OnceLock::new(),
            };
            if let Some(old) = old {
                self.entries[old] = entry;
                continue;
            }
            for image in key.images() {
                self.images.insert(image, (self.entries.len(), image.canonical().1));
            }
            self.entries.push(entry);
        }
        self.files.push((path.to_owned(), file));
        Ok(())
    }
}

/// The key of a table, and the tables that it was built from.
fn names(
    path: &Path,
    table: &Table,
) -> Result<(MaterialKey, BTreeMap<MaterialKey, Id>), TablesError> {
    let canonical = |text: &str| text.parse::<MaterialKey>().ok().filter(MaterialKey::is_canonical);
    let path = || path.to_owned();
    let key = canonical(&table.key).filter(|key| key.pieces() <= RawTable::MAX_PIECES);
    let key = key.ok_or_else(|| TablesError::Key { path: path(), key: table.key.clone() })?;
    let sources = table.sources.iter().map(|source| {
        // Each move out of a table lowers the potential, so that nothing can stand on itself.
        let below = canonical(&source.key).filter(|below| below.potential() < key.potential());
        let refused = || TablesError::Source { path: path(), key, source_key: source.key.clone() };
        below.map(|below| (below, source.id)).ok_or_else(refused)
    });
    Ok((key, sources.collect::<Result<_, _>>()?))
}

/// Whether a file has the name of a key or a family.
fn is_named<T: FromStr>(path: &Path) -> bool {
    let name = path.file_stem().and_then(OsStr::to_str);
    name.is_some_and(|name| name.parse::<T>().is_ok())
}

/// The table files of a directory, in the order of their names.
fn table_files(directory: &Path) -> Result<Vec<PathBuf>, TablesError> {
    let failure =
        |source| TablesError::File(TableFileError::Io { path: directory.to_owned(), source });
    if !directory.try_exists().map_err(failure)? {
        return Ok(vec![]);
    }
    let mut paths = vec![];
    for entry in fs::read_dir(directory).map_err(failure)? {
        let path = entry.map_err(failure)?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            paths.push(path);
        }
    }
    paths.sort_unstable();
    Ok(paths)
}
