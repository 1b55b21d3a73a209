//! Tables in files: mapped into memory, checked, read one symbol at a time by any number of threads.
//!
//! A file (`.hzt`, version 2) holds one table or many. Many, because most tables are small: their dictionaries are
//! shared by all tables of a file, and so are the names of the tables that they were built from. A file is written
//! once, as a whole, and never changed; a better one takes its place under the same name. The bytes are described in
//! `docs/table-format.md`.
//!
//! * **Nothing damaged is believed.** Opening checks the header and the directory. Bodies are checked in blocks, each
//!   when it is first read, so that opening is quick however large a file is, and a probe never reads more than it
//!   must.
//! * **A table knows what it stands on.** Its [`Id`] is a hash of everything that it says and of the ids of all
//!   tables that it was built from. Compression is no part of it, so it stays the same when tables are put into
//!   another file.
//! * **The file knows no chess.** Keys are text, values are symbols, an index is a number, and whether positions in check
//!   are left out is a mark; what they mean is for the prober to say.
//!
//! A table file must not be changed in place while it is open.

mod blocks;
mod cursor;
mod directory;
mod error;
mod identity;
pub(crate) mod map;
mod part;
mod publish;
mod put;
mod write;
mod written;

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::packed::{Form, Model, Swap};
use directory::{Directory, Placed};
pub use error::{Fault, TableFileError};
use identity::Identity;
use map::Bytes;
pub use part::{Content, Part};
pub use write::{
    Bundle, Choices, LARGE, MakeChoices, MakeSymbols, NewForm, NewPart, NewTable, Symbols,
};
pub use written::Written;

/// What every table file begins with: no text file does, and what damages line ends damages it.
const MARK: [u8; 8] = *b"\x89HZT\r\n\x1A\n";
/// The only version and revision.
const VERSION: [u16; 2] = [2, 4];
/// The bytes of the header.
const HEADER: usize = 36;
/// A checksum protects so many bytes.
const BLOCK: u64 = 1 << 14;
/// The most bytes that a probe reads from the beginning of a span: all phrases have one symbol and the longest code.
const SPAN: u64 = (1 << directory::MOST_SHIFT) * 12 / 8 + 16;

/// An open table file.
#[derive(Debug)]
pub struct TableFile {
    bytes: Bytes,
    /// Where the bodies end and the directory begins.
    end: usize,
    directory: Directory,
    /// Which blocks were found to be undamaged.
    checked: Box<[AtomicBool]>,
}

/// What a file says about one of its tables.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its key.
    pub key: String,
    /// What it is known by.
    pub id: Id,
    /// The tables that it was built from, with the ids that they had.
    pub sources: Vec<Source>,
    /// How many positions have which value, as the builder counted them.
    pub counts: Vec<u64>,
    /// Whether values are left out that follow from the moves out of check.
    pub lacks_checks: bool,
    streams: [Option<Placed>; Part::COUNT],
}

impl Table {
    /// How many symbols a part has, or `None` if the table doesn't have it.
    pub fn len(&self, part: Part) -> Option<u64> {
        self.placed(part).map(|placed| placed.stream.length)
    }

    /// How many bytes the body of a part takes in the file; dictionaries aren't counted.
    pub fn bytes(&self, part: Part) -> Option<u64> {
        self.placed(part).map(|placed| placed.length)
    }

    /// Which dimensions of the index of a part have changed places, if any.
    pub fn swap(&self, part: Part) -> Option<Swap> {
        self.placed(part)?.stream.swap
    }

    /// How the symbols of a part are written, or `None` if the table doesn't have it.
    pub fn form(&self, part: Part) -> Option<Form> {
        self.placed(part).map(|placed| placed.stream.form)
    }

    /// The parts that it has.
    pub fn parts(&self) -> impl Iterator<Item = Part> + '_ {
        (0..Part::COUNT as u8)
            .filter_map(Part::from_number)
            .filter(|&part| self.len(part).is_some())
    }

    #[inline]
    fn placed(&self, part: Part) -> Option<&Placed> {
        self.streams.get(usize::from(part.number()))?.as_ref()
    }
}

/// A table that another was built from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Source {
    /// Its key.
    pub key: String,
    /// The id that it had then.
    pub id: Id,
}

/// The first 128 bits of a BLAKE3 hash of all that a table says and of the ids of its sources.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub [u8; 16]);

impl fmt::Display for Id {
    /// In hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Id({self})")
    }
}

impl TableFile {
    /// Opens a file and checks its header and directory.
    ///
    /// # Errors
    /// If the system refuses, or it is no table file, or not one of version 2, or is damaged there.
    pub fn open(path: impl AsRef<Path>) -> Result<TableFile, TableFileError> {
        let path = path.as_ref();
        // Whoever opens a pipe waits for its other end.
        let is_file = |data: fs::Metadata| {
            let refused = || io::Error::other("it is no file, expected one");
            data.is_file().then_some(()).ok_or_else(refused)
        };
        let bytes = fs::metadata(path)
            .and_then(is_file)
            .and_then(|()| File::open(path))
            .and_then(|file| map::map(&file))
            .map_err(|source| TableFileError::Io { path: path.to_owned(), source })?;
        TableFile::new(bytes)
            .map_err(|source| TableFileError::Fault { path: path.to_owned(), source })
    }

    /// The same for a file that is in memory already.
    ///
    /// # Errors
    /// [`Fault`] as for [`TableFile::open`].
    pub fn from_bytes(bytes: Vec<u8>) -> Result<TableFile, Fault> {
        TableFile::new(Bytes::Owned(bytes))
    }

    fn new(bytes: Bytes) -> Result<TableFile, Fault> {
        let end = read_header(&bytes)?;
        let directory = Directory::read(&bytes[end..], HEADER as u64, end as u64, BLOCK)?;
        let checked = directory.checksums.iter().map(|_| AtomicBool::new(false)).collect();
        Ok(TableFile { bytes, end, directory, checked })
    }

    /// All tables, in the order of their keys.
    pub fn tables(&self) -> &[Table] {
        &self.directory.tables
    }

    /// The dictionaries, for whoever wants to know how large they are.
    pub fn models(&self) -> &[Model] {
        &self.directory.models
    }

    /// Whether a part may have one of some symbols: told by what its dictionary can say, and always so if it has none.
    pub(crate) fn may_have(&self, table: &Table, part: Part, is_one: impl Fn(u16) -> bool) -> bool {
        let Some(placed) = table.placed(part) else { return false };
        match placed.stream.form {
            Form::Constant(symbol) => is_one(symbol),
            Form::Raw(_) => true,
            Form::Packed(_) => {
                let model = self.models().get(placed.model);
                model.is_none_or(|model| model.symbols().iter().any(|&symbol| is_one(symbol)))
            }
        }
    }

    /// The table of a key.
    pub fn find(&self, key: &str) -> Option<&Table> {
        let tables = &self.directory.tables;
        let found = tables.binary_search_by(|table| table.key.as_str().cmp(key));
        found.ok().map(|number| &tables[number])
    }

    /// The symbol at this index of a part of one of its tables. Allocates nothing.
    ///
    /// # Errors
    /// [`Fault::Missing`] if there is no such symbol; another if the block that it is in is damaged.
    #[inline]
    pub fn get(&self, table: &Table, part: Part, index: u64) -> Result<u16, Fault> {
        let missing = Fault::Missing { part: part.number(), index };
        let placed = table.placed(part).ok_or(missing)?;
        let stream = &placed.stream;
        let stored = stream.stored(index).ok_or(missing)?;
        let body = self.body(placed)?;
        // First what says where the symbol is, then the symbol.
        let within = |range: Range<usize>| {
            let end = placed.length.min(range.end as u64);
            placed.byte + end.min(range.start as u64)..placed.byte + end
        };
        let undecodable = Fault::Stream { byte: placed.byte };
        self.check(within(stream.entry(stored)))?;
        let spot = stream.spot(body, stored).ok_or(undecodable)?;
        let end = spot.byte().checked_add(SPAN as usize).ok_or(undecodable)?;
        self.check(within(spot.byte()..end))?;
        stream.read(body, self.directory.models.get(placed.model), spot).ok_or(undecodable)
    }

    /// Shows all symbols of a part as runs with their lengths, in the order in which they are stored; neighbours may be
    /// equal. What was shown before an error may be wrong.
    ///
    /// # Errors
    /// As for [`TableFile::get`].
    pub fn each_run(
        &self,
        table: &Table,
        part: Part,
        show: impl FnMut(u16, u64),
    ) -> Result<(), Fault> {
        let missing = Fault::Missing { part: part.number(), index: 0 };
        let placed = table.placed(part).ok_or(missing)?;
        self.check(placed.byte..placed.byte + placed.length)?;
        let model = self.directory.models.get(placed.model);
        let shown = placed.stream.each_run(self.body(placed)?, model, show);
        shown.ok_or(Fault::Stream { byte: placed.byte })
    }

    /// Checks every byte, and that every table says what its id was made of.
    ///
    /// # Errors
    /// The first fault that is found.
    pub fn verify(&self) -> Result<(), Fault> {
        self.check(HEADER as u64..self.end as u64)?;
        self.tables().iter().try_for_each(|table| self.verify_table(table))
    }

    /// Checks every byte of one of its tables, and that it says what its id was made of.
    ///
    /// # Errors
    /// The first fault that is found.
    pub fn verify_table(&self, table: &Table) -> Result<(), Fault> {
        let number = self.tables().partition_point(|other| other.key < table.key);
        if self.identify(table)? == table.id { Ok(()) } else { Err(Fault::Identity { number }) }
    }

    /// Checks every byte of one of its tables, but not what they say: much quicker than
    /// [`verify_table`](TableFile::verify_table).
    ///
    /// # Errors
    /// The first fault that is found.
    pub(crate) fn check_table(&self, table: &Table) -> Result<(), Fault> {
        let mut placed = table.streams.iter().flatten();
        placed.try_for_each(|placed| self.check(placed.byte..placed.byte + placed.length))
    }

    fn bodies(&self) -> &[u8] {
        self.bytes.get(HEADER..self.end).unwrap_or_default()
    }

    fn identify(&self, table: &Table) -> Result<Id, Fault> {
        let mut identity =
            Identity::new(&table.key, &table.sources, &table.counts, table.lacks_checks);
        for part in table.parts() {
            identity.begin(part, table.swap(part), table.len(part).unwrap_or(0));
            self.each_run(table, part, |symbol, count| identity.run(symbol, count))?;
        }
        Ok(identity.finish())
    }

    #[inline]
    fn body(&self, placed: &Placed) -> Result<&[u8], Fault> {
        let (from, length) = (placed.byte as usize, placed.length as usize);
        let body = from.checked_add(length).and_then(|end| self.bytes.get(from..end));
        body.ok_or(Fault::Stream { byte: placed.byte })
    }

    /// Makes sure that these bytes of the file are undamaged.
    #[inline]
    fn check(&self, bytes: Range<u64>) -> Result<(), Fault> {
        if bytes.is_empty() {
            return Ok(());
        }
        let block = |byte: u64| (byte - HEADER as u64) / BLOCK;
        for block in block(bytes.start)..=block(bytes.end - 1) {
            let is_checked = self.checked.get(block as usize);
            if !is_checked.is_some_and(|checked| checked.load(Ordering::Relaxed)) {
                self.check_block(block)?;
            }
        }
        Ok(())
    }

    #[cold]
    fn check_block(&self, block: u64) -> Result<(), Fault> {
        let bodies = self.bodies();
        let from = (block * BLOCK).min(bodies.len() as u64);
        let to = (from + BLOCK).min(bodies.len() as u64);
        let found = crc32fast::hash(&bodies[from as usize..to as usize]);
        if self.directory.checksums.get(block as usize) != Some(&found) {
            return Err(Fault::Checksum { byte: HEADER as u64 + from, length: to - from });
        }
        // Whoever checks it again at the same time comes to the same result.
        self.checked[block as usize].store(true, Ordering::Relaxed);
        Ok(())
    }
}

/// Checks the header and says where the directory begins, which is checked too.
fn read_header(bytes: &[u8]) -> Result<usize, Fault> {
    let found = bytes.len() as u64;
    if !bytes.starts_with(&MARK) {
        return Err(Fault::Foreign);
    }
    let header: &[u8; HEADER] =
        bytes.first_chunk().ok_or(Fault::Length { expected: HEADER as u64, found })?;
    let short = |at: usize| {
        u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
    };
    let long = |at: usize| u64::from(short(at)) | u64::from(short(at + 4)) << 32;
    let found_version = [8, 10].map(|at| u16::from_le_bytes([header[at], header[at + 1]]));
    if found_version != VERSION {
        let [found, revision] = found_version;
        return Err(Fault::Version { found, revision });
    }
    if crc32fast::hash(&header[..32]) != short(32) {
        return Err(Fault::Checksum { byte: 0, length: 32 });
    }
    let (expected, begin) = (long(12), long(20));
    if expected != found {
        return Err(Fault::Length { expected, found });
    }
    let at = usize::try_from(begin).ok().filter(|&at| (HEADER..=bytes.len()).contains(&at));
    let at = at.ok_or(Fault::Directory { byte: 20, expected: "a place between header and end" })?;
    if crc32fast::hash(&bytes[at..]) != short(28) {
        return Err(Fault::Checksum { byte: begin, length: found - begin });
    }
    Ok(at)
}
