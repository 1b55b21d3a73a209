//! Making a file.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::path::Path;

use super::blocks::Blocks;
use super::directory::{Directory, Placed};
use super::error::TableFileError;
use super::identity::Identity;
use super::part::Part;
use super::publish::publish;
use super::put::Put;
use super::written::Written;
use super::{HEADER, Id, MARK, Source, Table, TableFile, VERSION};
use crate::packed::{Encoder, Places, Runs, Swap, Trainer};

/// The symbols of a part in the order in which they are stored.
pub struct Symbols<'a> {
    /// Which dimensions of the index have changed places, if any.
    pub swap: Option<Swap>,
    /// How many there are.
    pub length: u64,
    /// None is higher.
    pub highest: u16,
    /// All of them.
    pub runs: Box<Runs<'a>>,
}

/// Places of a part, in the order in which they are stored, that leave a choice between symbols which say the same.
pub struct Choices<'a> {
    /// Which dimensions of the index have changed places, if any.
    pub(crate) swap: Option<Swap>,
    /// How many there are.
    pub(crate) length: u64,
    /// All of them.
    pub(crate) places: Box<Places<'a>>,
}

/// A table that is to be written.
pub struct NewTable<'a> {
    /// Its key, of at most 255 bytes.
    pub key: String,
    /// The tables that it was built from.
    pub sources: Vec<Source>,
    /// How many positions have which value.
    pub counts: Vec<u64>,
    /// Whether values are left out that follow from the moves out of check.
    pub lacks_checks: bool,
    /// The parts that it has, each at most once.
    pub parts: Vec<NewPart<'a>>,
}

/// A part of a table that is to be written.
pub struct NewPart<'a> {
    /// Which one.
    pub part: Part,
    /// How.
    pub form: NewForm<'a>,
}

/// Makes symbols, the same whenever they are asked for, so that what is needed for one part at a time is in memory.
pub type MakeSymbols<'a> = Box<dyn Fn() -> Symbols<'a> + 'a>;

/// The same for choices.
pub type MakeChoices<'a> = Box<dyn Fn() -> Choices<'a> + 'a>;

/// How a part is written.
pub enum NewForm<'a> {
    /// Every symbol gets the same number of bits: larger, and the fastest to write and to read.
    Raw(MakeSymbols<'a>),
    /// In phrases of a dictionary for all tables.
    Packed(MakeSymbols<'a>),
    /// In phrases of a dictionary of its own; for [`LARGE`] symbols or more.
    Large(MakeSymbols<'a>),
    /// The same, with the symbols for which that takes the fewest bits.
    Open(MakeChoices<'a>),
    /// As it was written before.
    Written(&'a Written),
    /// As it is in another file, with the dictionary that it has there. The file must have been verified.
    Copied(&'a TableFile, &'a Table),
}

/// A stream of as many symbols has a dictionary of its own, which costs little beside it.
pub const LARGE: u64 = 1 << 22;

/// Tables that will share a file and its dictionaries.
///
/// There is one dictionary for each part, learned from all tables that share it, and one for each stream that is large.
#[derive(Default)]
pub struct Bundle<'a> {
    tables: BTreeMap<String, NewTable<'a>>,
}

impl<'a> Bundle<'a> {
    /// One without tables.
    pub fn new() -> Bundle<'a> {
        Bundle::default()
    }

    /// Adds a table, in place of one with the same key.
    pub fn add(&mut self, table: NewTable<'a>) {
        self.tables.insert(table.key.clone(), table);
    }

    /// Writes the file, in place of one that has the name. It gets the name only when all of it is on the disk. Returns the ids of
    /// the tables, in the order of their keys.
    ///
    /// # Errors
    /// If the system refuses.
    ///
    /// # Panics
    /// As [`Bundle::to_bytes`].
    pub fn write(&self, path: impl AsRef<Path>) -> Result<Vec<Id>, TableFileError> {
        self.write_unless(path, &|| false)
    }

    /// The twin of [`write`](Bundle::write) that is asked before each table whether to stop. Then the file is as it was.
    ///
    /// # Errors
    /// If it was stopped, or the system refuses.
    ///
    /// # Panics
    /// As [`Bundle::to_bytes`].
    pub fn write_unless(
        &self,
        path: impl AsRef<Path>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<Id>, TableFileError> {
        let path = path.as_ref();
        publish(path, |file| self.put(file, stop))
            .map_err(|source| TableFileError::Io { path: path.to_owned(), source })
    }

    /// The bytes of the file; the same tables always give the same bytes.
    ///
    /// # Panics
    /// If a key has more than 255 bytes, or symbols aren't the same whenever they are asked for.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        self.put(&mut bytes, &|| false).expect("memory takes what is written");
        bytes.into_inner()
    }

    /// Writes the bytes of the file, the header last. Returns the ids of the tables.
    fn put(&self, sink: &mut (impl Write + Seek), stop: &dyn Fn() -> bool) -> io::Result<Vec<Id>> {
        let shared: [Option<Encoder>; Part::COUNT] =
            std::array::from_fn(|part| self.learn(part as u8, stop));
        // Only parts that have something to decode have a dictionary in the file.
        let mut numbers = [0; Part::COUNT];
        let mut models = Vec::new();
        for (part, encoder) in shared.iter().enumerate() {
            numbers[part] = models.len();
            models.extend(encoder.as_ref().map(|encoder| encoder.model().clone()));
        }
        sink.write_all(&[0; HEADER])?;
        let mut blocks = Blocks::new(&mut *sink);
        let mut tables = Vec::new();
        for table in self.tables.values() {
            if stop() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let mut streams = [None; Part::COUNT];
            let mut identity =
                Identity::new(&table.key, &table.sources, &table.counts, table.lacks_checks);
            let mut parts: Vec<&NewPart<'_>> = table.parts.iter().collect();
            parts.sort_by_key(|new| new.part.number());
            for NewPart { part, form } in parts {
                let number = usize::from(part.number());
                let byte = HEADER as u64 + blocks.written();
                let put = Put { identity: &mut identity, blocks: &mut blocks };
                let (stream, own) = match form {
                    NewForm::Raw(symbols) => (put.raw(*part, &symbols())?, None),
                    NewForm::Packed(symbols) => {
                        (put.packed(*part, &symbols(), shared[number].as_ref())?, None)
                    }
                    NewForm::Large(symbols) => put.written(*part, &Written::large(&symbols()))?,
                    NewForm::Open(choices) => put.written(*part, &Written::chosen(&choices()))?,
                    NewForm::Written(written) => put.written(*part, written)?,
                    NewForm::Copied(file, table) => put.copied(*part, file, table)?,
                };
                let model = if own.is_some() { models.len() } else { numbers[number] };
                models.extend(own);
                let length = HEADER as u64 + blocks.written() - byte;
                streams[number] = Some(Placed { stream, model, byte, length });
            }
            tables.push(Table {
                key: table.key.clone(),
                id: identity.finish(),
                sources: table.sources.clone(),
                counts: table.counts.clone(),
                lacks_checks: table.lacks_checks,
                streams,
            });
        }
        let ids = tables.iter().map(|table| table.id).collect();
        let begin = HEADER as u64 + blocks.written();
        let checksums = blocks.finish()?;
        let directory = Directory { checksums, models, tables }.to_bytes();
        sink.write_all(&directory)?;
        sink.seek(SeekFrom::Start(0))?;
        sink.write_all(&header(begin, &directory))?;
        Ok(ids)
    }

    /// Learns from all streams of a part that share a dictionary; `None` if all symbols of all of them are the same, or there
    /// are none. Who stops gets anything.
    fn learn(&self, part: u8, stop: &dyn Fn() -> bool) -> Option<Encoder> {
        let mut trainer = Trainer::new();
        let all = self.tables.values().flat_map(|table| &table.parts);
        for new in all.filter(|new| new.part.number() == part) {
            if stop() {
                return None;
            }
            if let NewForm::Packed(symbols) = &new.form {
                trainer.add(&*symbols().runs);
            }
        }
        trainer.finish()
    }
}

/// The header for a file whose directory begins there.
fn header(begin: u64, directory: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(&MARK);
    header[8..10].copy_from_slice(&VERSION[0].to_le_bytes());
    header[10..12].copy_from_slice(&VERSION[1].to_le_bytes());
    header[12..20].copy_from_slice(&(begin + directory.len() as u64).to_le_bytes());
    header[20..28].copy_from_slice(&begin.to_le_bytes());
    header[28..32].copy_from_slice(&crc32fast::hash(directory).to_le_bytes());
    let checksum = crc32fast::hash(&header[..32]);
    header[32..].copy_from_slice(&checksum.to_le_bytes());
    header
}
