//! Making a file.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::path::Path;

use super::blocks::Blocks;
use super::directory::{Directory, Placed};
use super::error::TableFileError;
use super::identity::Identity;
use super::part::Part;
use super::publish::publish;
use super::{HEADER, MARK, Source, Table, VERSION};
use crate::packed::{Encoder, Form, RawWriter, Runs, Stream, Swap, Trainer};

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
    /// Makes the symbols, the same whenever they are asked for, so that what is needed for one part at a time is in memory.
    pub symbols: Box<dyn Fn() -> Symbols<'a> + 'a>,
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
        publish(path, |file| self.put(file))
            .map_err(|source| TableFileError::Io { path: path.to_owned(), source })
    }

    /// The bytes of the file; the same tables always give the same bytes.
    ///
    /// # Panics
    /// If a key has more than 255 bytes, or symbols aren't the same whenever they are asked for.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        self.put(&mut bytes).expect("memory takes what is written");
        bytes.into_inner()
    }

    /// Writes the bytes of the file, the header last.
    fn put(&self, sink: &mut (impl Write + Seek)) -> io::Result<()> {
        let encoders: [Option<Encoder>; Part::COUNT] =
            std::array::from_fn(|part| self.learn(part as u8));
        // Only parts that have something to decode have a dictionary in the file.
        let mut numbers = [0; Part::COUNT];
        let mut models = Vec::new();
        for (part, encoder) in encoders.iter().enumerate() {
            numbers[part] = models.len();
            models.extend(encoder.as_ref().map(|encoder| encoder.model().clone()));
        }
        sink.write_all(&[0; HEADER])?;
        let mut blocks = Blocks::new(&mut *sink);
        let mut tables = Vec::new();
        for table in self.tables.values() {
            let mut streams = [None; Part::COUNT];
            let mut identity = Identity::new(&table.key, &table.sources, &table.counts);
            let mut parts: Vec<&NewPart<'_>> = table.parts.iter().collect();
            parts.sort_by_key(|part| part.part.number());
            for part in parts {
                let number = usize::from(part.part.number());
                let byte = HEADER as u64 + blocks.written();
                let symbols = (part.symbols)();
                identity.begin(part.part, symbols.swap, symbols.length);
                let encoder = encoders[number].as_ref();
                let mut stream = if part.is_raw {
                    put_raw(&symbols, &mut identity, &mut blocks)?
                } else {
                    put_packed(&symbols, encoder, &mut identity, &mut blocks)?
                };
                assert_eq!(stream.length, symbols.length, "there are as many symbols as was said");
                stream.swap = symbols.swap;
                let length = HEADER as u64 + blocks.written() - byte;
                streams[number] = Some(Placed { stream, model: numbers[number], byte, length });
            }
            tables.push(Table {
                key: table.key.clone(),
                id: identity.finish(),
                sources: table.sources.clone(),
                counts: table.counts.clone(),
                streams,
            });
        }
        let begin = HEADER as u64 + blocks.written();
        let checksums = blocks.finish()?;
        let directory = Directory { checksums, models, tables }.to_bytes();
        sink.write_all(&directory)?;
        sink.seek(SeekFrom::Start(0))?;
        sink.write_all(&header(begin, &directory))
    }

    /// Learns from all streams of a part; `None` if all symbols of all streams are the same, or there are no streams.
    fn learn(&self, part: u8) -> Option<Encoder> {
        let mut trainer = Trainer::new();
        let all = self.tables.values().flat_map(|table| &table.parts);
        for new in all.filter(|new| new.part.number() == part && !new.is_raw) {
            trainer.add(&*(new.symbols)().runs);
        }
        trainer.finish()
    }
}

/// Writes symbols of equal size, while they are made.
fn put_raw(
    symbols: &Symbols<'_>,
    identity: &mut Identity,
    blocks: &mut Blocks<impl Write>,
) -> io::Result<Stream> {
    let mut writer = RawWriter::new(blocks, symbols.highest);
    let mut written = Ok(());
    (symbols.runs)(&mut |symbol, count| {
        identity.run(symbol, count);
        if written.is_ok() {
            written = writer.push(symbol, count);
        }
    });
    written.and_then(|()| writer.finish())
}

/// Writes phrases; without an encoder, all symbols are the same.
fn put_packed(
    symbols: &Symbols<'_>,
    encoder: Option<&Encoder>,
    identity: &mut Identity,
    blocks: &mut Blocks<impl Write>,
) -> io::Result<Stream> {
    let identity = RefCell::new(identity);
    let first = RefCell::new(0);
    let runs = |show: &mut dyn FnMut(u16, u64)| {
        (symbols.runs)(&mut |symbol, count| {
            identity.borrow_mut().run(symbol, count);
            first.replace(symbol);
            show(symbol, count);
        });
    };
    let Some(encoder) = encoder else {
        runs(&mut |_, _| ());
        let form = Form::Constant(first.into_inner());
        return Ok(Stream { length: symbols.length, form, swap: None });
    };
    let (stream, body) = encoder.encode(&runs);
    blocks.write_all(&body)?;
    Ok(stream)
}

/// The header for a file whose directory begins there.
fn header(begin: u64, directory: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(&MARK);
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    header[12..20].copy_from_slice(&(begin + directory.len() as u64).to_le_bytes());
    header[20..28].copy_from_slice(&begin.to_le_bytes());
    header[28..32].copy_from_slice(&crc32fast::hash(directory).to_le_bytes());
    let checksum = crc32fast::hash(&header[..32]);
    header[32..].copy_from_slice(&checksum.to_le_bytes());
    header
}
