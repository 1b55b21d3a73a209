//! Making a file.

use std::collections::BTreeMap;
use std::path::Path;

use super::directory::{Directory, Placed};
use super::error::TableFileError;
use super::identity::Identity;
use super::part::Part;
use super::publish::publish;
use super::{BLOCK, HEADER, MARK, Source, Table, VERSION};
use crate::packed::{Encoder, Form, Stream, Swap, Trainer, raw};

/// The symbols of a part from the first to the last, as often as they are asked for.
pub type Symbols<'a> = Box<dyn Fn() -> Box<dyn Iterator<Item = u16> + 'a> + 'a>;

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
    /// Which dimensions of the index may change places: swaps that are tried one after the other, besides none. All
    /// tables of a bundle should name the same kinds of swaps in the same order.
    pub swaps: Vec<Swap>,
    /// Whether every symbol gets the same number of bits: larger, and the fastest to read. Nothing is swapped then.
    pub is_raw: bool,
    /// The symbols, with [`DONT_CARE`](crate::packed::DONT_CARE) where any will do.
    pub symbols: Symbols<'a>,
}

/// Tables that will share a file and its dictionaries.
///
/// There is one dictionary for each part, learned from all tables. Where dimensions may change places, all ways are
/// tried, each for all tables at once, and the smallest one is taken.
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
        let encoders: [Learned; Part::COUNT] = std::array::from_fn(|part| self.learn(part as u8));
        // Only parts that have something to decode have a dictionary in the file.
        let mut numbers = [0; Part::COUNT];
        let mut models = Vec::new();
        for (part, learned) in encoders.iter().enumerate() {
            numbers[part] = models.len();
            models.extend(learned.encoder.as_ref().map(|encoder| encoder.model().clone()));
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
                let (stream, body) = encoders[number].encode(part);
                let model = encoders[number].encoder.as_ref().map(Encoder::model);
                identity
                    .add(part.part, &stream, &body, model)
                    .expect("what was just encoded can be decoded");
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

    /// Learns from all streams of a part, with and without swapped dimensions if there are any.
    fn learn(&self, part: u8) -> Learned {
        let parts = || {
            let all = self.tables.values().flat_map(|table| &table.parts);
            all.filter(move |new| new.part.number() == part && !new.is_raw)
        };
        let learn = |order| {
            let mut trainer = Trainer::new();
            parts().for_each(|part| trainer.add(part.stored(part.swap(order))));
            Learned { encoder: trainer.finish(), order }
        };
        let orders = parts().map(|part| part.swaps.len()).max().unwrap_or(0);
        let cost = |learned: &Learned| learned.encoder.as_ref().map_or(0, Encoder::cost);
        (1..=orders)
            .map(learn)
            .fold(learn(0), |best, other| if cost(&other) < cost(&best) { other } else { best })
    }
}

/// What was learned for a part, and in which order.
struct Learned {
    /// `None` if all symbols of all streams are the same, or there are no streams.
    encoder: Option<Encoder>,
    /// 0 for none of the swaps, or the number of a swap from 1.
    order: usize,
}

impl Learned {
    fn encode(&self, part: &NewPart<'_>) -> (Stream, Vec<u8>) {
        if part.is_raw {
            return raw(&(part.symbols)().collect::<Vec<_>>());
        }
        let swap = part.swap(self.order);
        let symbols = part.stored(swap);
        let (mut stream, body) = match &self.encoder {
            Some(encoder) => encoder.encode(symbols),
            None => constant(symbols),
        };
        stream.swap = swap;
        (stream, body)
    }
}

/// A stream in which nothing but don't-cares stands beside a single symbol.
fn constant(symbols: impl Iterator<Item = u16>) -> (Stream, Vec<u8>) {
    let (mut length, mut symbol) = (0, None);
    for next in symbols {
        length += 1;
        symbol = symbol.or(Some(next).filter(|&next| next != crate::packed::DONT_CARE));
    }
    let form = Form::Constant(symbol.unwrap_or(0));
    (Stream { length, form, swap: None }, Vec::new())
}

impl NewPart<'_> {
    fn swap(&self, order: usize) -> Option<Swap> {
        self.swaps.get(order.checked_sub(1)?).copied()
    }

    /// The symbols in the order in which they are stored.
    fn stored(&self, swap: Option<Swap>) -> Box<dyn Iterator<Item = u16> + '_> {
        let mut symbols = (self.symbols)();
        let Some(swap) = swap else { return symbols };
        let size = swap.rows as usize * swap.columns as usize;
        let (mut block, mut at) = (Vec::new(), 0);
        Box::new(std::iter::from_fn(move || {
            if at == block.len() {
                block.clear();
                block.extend(symbols.by_ref().take(size));
                at = 0;
            }
            let symbol = block.get(swap.seen(at as u64) as usize).copied();
            at += 1;
            symbol
        }))
    }
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
