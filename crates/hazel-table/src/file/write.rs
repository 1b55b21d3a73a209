//! Making a file.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::Path;

use super::directory::{Directory, Placed};
use super::error::TableFileError;
use super::identity::Identity;
use super::part::Part;
use super::publish::publish;
use super::{BLOCK, HEADER, MARK, Source, Table, VERSION};
use crate::packed::{Encoder, Form, Stream, Swap, Trainer, raw};

/// The symbols of a part in the order in which they are stored.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Symbols {
    /// Which dimensions of the index have changed places, if any.
    pub swap: Option<Swap>,
    /// All symbols.
    pub list: Vec<u16>,
}

/// A table that is to be written.
pub struct NewTable<'a> {
    /// Its key, of at most 255 bytes.
    pub key: String,
    /// The tables that it was built from.
    pub sources: Vec<Source>,
    /// How many positions have which value.
    pub counts: Vec<u64>,
    /// The parts that it has, each at most once.
    pub parts: Vec<NewPart<'a>>,
}

/// A part of a table that is to be written.
pub struct NewPart<'a> {
    /// Which one.
    pub part: Part,
    /// Whether every symbol gets the same number of bits: larger, and the fastest to read.
    pub is_raw: bool,
    /// Makes the symbols, the same whenever they are asked for, so that those of one part at a time are in memory.
    pub symbols: Box<dyn Fn() -> Symbols + 'a>,
}

/// Tables that will share a file and its dictionaries.
///
/// There is one dictionary for each part, learned from all tables.
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

    /// Writes the file, in place of one that has the name. It gets the name only when all of it is on the disk.
    ///
    /// # Errors
    /// If the system refuses.
    ///
    /// # Panics
    /// As [`Bundle::to_bytes`].
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), TableFileError> {
        let path = path.as_ref();
        publish(path, &self.to_bytes())
            .map_err(|source| TableFileError::Io { path: path.to_owned(), source })
    }

    /// The bytes of the file; the same tables always give the same bytes.
    ///
    /// # Panics
    /// If a key has more than 255 bytes, or symbols aren't the same whenever they are asked for.
    pub fn to_bytes(&self) -> Vec<u8> {
        let encoders: [Option<Encoder>; Part::COUNT] =
            std::array::from_fn(|part| self.learn(part as u8));
        // Only parts that have something to decode have a dictionary in the file.
        let mut numbers = [0; Part::COUNT];
        let mut models = Vec::new();
        for (part, encoder) in encoders.iter().enumerate() {
            numbers[part] = models.len();
            models.extend(encoder.as_ref().map(|encoder| encoder.model().clone()));
        }
        let mut bytes = vec![0; HEADER];
        let mut tables = Vec::new();
        for table in self.tables.values() {
            let mut streams = [None; Part::COUNT];
            let mut identity = Identity::new(&table.key, &table.sources, &table.counts);
            let mut parts: Vec<&NewPart<'_>> = table.parts.iter().collect();
            parts.sort_by_key(|part| part.part.number());
            for part in parts {
                let number = usize::from(part.part.number());
                let symbols = (part.symbols)();
                let encoder = encoders[number].as_ref();
                let (mut stream, body) = match encoder {
                    Some(encoder) if !part.is_raw => encoder.encode(&symbols.list),
                    None if !part.is_raw => (constant(&symbols.list), vec![]),
                    _ => raw(&symbols.list),
                };
                stream.swap = symbols.swap;
                let runs = symbols.list.chunk_by(|a, b| a == b);
                let Ok(()) = identity.add(part.part, &stream, |show| {
                    runs.for_each(|run| show(run[0], run.len() as u64));
                    Ok::<_, Infallible>(())
                });
                let (byte, length) = (bytes.len() as u64, body.len() as u64);
                streams[number] = Some(Placed { stream, model: numbers[number], byte, length });
                bytes.extend(body);
            }
            tables.push(Table {
                key: table.key.clone(),
                id: identity.finish(),
                sources: table.sources.clone(),
                counts: table.counts.clone(),
                streams,
            });
        }
        let begin = bytes.len();
        let checksums = bytes[HEADER..].chunks(BLOCK as usize).map(crc32fast::hash).collect();
        bytes.extend(Directory { checksums, models, tables }.to_bytes());
        let header = header(bytes.len(), begin, &bytes[begin..]);
        bytes[..HEADER].copy_from_slice(&header);
        bytes
    }

    /// Learns from all streams of a part; `None` if all symbols of all streams are the same, or there are no streams.
    fn learn(&self, part: u8) -> Option<Encoder> {
        let mut trainer = Trainer::new();
        let all = self.tables.values().flat_map(|table| &table.parts);
        for new in all.filter(|new| new.part.number() == part && !new.is_raw) {
            trainer.add(&(new.symbols)().list);
        }
        trainer.finish()
    }
}

/// A stream of nothing but the same symbol.
fn constant(symbols: &[u16]) -> Stream {
    let form = Form::Constant(symbols.first().copied().unwrap_or(0));
    Stream { length: symbols.len() as u64, form, swap: None }
}

/// The header for a file of this length whose directory begins there.
fn header(length: usize, begin: usize, directory: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(&MARK);
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    header[12..20].copy_from_slice(&(length as u64).to_le_bytes());
    header[20..28].copy_from_slice(&(begin as u64).to_le_bytes());
    header[28..32].copy_from_slice(&crc32fast::hash(directory).to_le_bytes());
    let checksum = crc32fast::hash(&header[..32]);
    header[32..].copy_from_slice(&checksum.to_le_bytes());
    header
}
