//! What a file says about its tables: everything but the bodies of the streams.

use super::cursor::{Cursor, put_number, put_text};
use super::error::Fault;
use super::part::Part;
use super::{Id, Source, Table};
use crate::packed::{Form, Model, Section, Stream, Swap};

/// The forms of a stream as numbers.
const CONSTANT: u8 = 0;
const RAW: u8 = 1;
const PACKED: u8 = 2;
/// Added to the number of a form if dimensions changed places.
const SWAPPED: u8 = 0x80;
/// Spans have at most 2 to this power of symbols, so that one always lies in two neighbouring blocks.
pub(super) const MOST_SHIFT: u8 = 13;

/// A stream with the place of its body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) stream: Stream,
    /// The number of its model; 0 if it has none.
    pub(super) model: usize,
    /// Where the body begins in the file, and how long it is.
    pub(super) byte: u64,
    pub(super) length: u64,
}

/// All of it.
#[derive(Debug)]
pub(super) struct Directory {
    pub(super) checksums: Vec<u32>,
    pub(super) models: Vec<Model>,
    pub(super) tables: Vec<Table>,
}

impl Directory {
    /// Reads a directory for bodies that lie from `begin` on, up to where the directory itself begins.
    pub(super) fn read(
        bytes: &[u8],
        begin: u64,
        byte: u64,
        block: u64,
    ) -> Result<Directory, Fault> {
        let mut cursor = Cursor::new(bytes, byte);
        let blocks = usize::try_from((byte - begin).div_ceil(block)).unwrap_or(usize::MAX);
        let checksums = cursor.take(blocks.saturating_mul(4))?;
        let checksums = checksums.chunks_exact(4);
        let checksums =
            checksums.map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        let models = (0..cursor.count(4)?)
            .map(|_| read_model(&mut cursor))
            .collect::<Result<Vec<_>, _>>()?;
        let sources = (0..cursor.count(17)?)
            .map(|_| read_source(&mut cursor))
            .collect::<Result<Vec<_>, _>>()?;
        let mut free = begin;
        let mut tables: Vec<Table> = Vec::new();
        for _ in 0..cursor.count(20)? {
            let at = cursor.expected("keys in ascending order");
            let table = read_table(&mut cursor, &sources, models.len(), &mut free)?;
            if tables.last().is_some_and(|last| last.key >= table.key) {
                return Err(at);
            }
            tables.push(table);
        }
        if free != byte || !cursor.rest().is_empty() {
            return Err(cursor.expected("the end, and bodies that end at the directory"));
        }
        Ok(Directory { checksums: checksums.collect(), models, tables })
    }

    /// What [`Directory::read`] reads. All tables' streams are in the order of their bodies.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.checksums.iter().flat_map(|sum| sum.to_le_bytes()).collect();
        put_number(&mut bytes, self.models.len() as u64);
        self.models.iter().for_each(|model| bytes.extend(model.to_bytes()));
        let mut sources: Vec<&Source> =
            self.tables.iter().flat_map(|table| &table.sources).collect();
        sources.sort_unstable();
        sources.dedup();
        put_number(&mut bytes, sources.len() as u64);
        for source in &sources {
            put_text(&mut bytes, &source.key);
            bytes.extend(source.id.0);
        }
        put_number(&mut bytes, self.tables.len() as u64);
        for table in &self.tables {
            put_text(&mut bytes, &table.key);
            bytes.extend(table.id.0);
            put_number(&mut bytes, table.sources.len() as u64);
            for source in &table.sources {
                let number = sources.partition_point(|other| *other < source);
                put_number(&mut bytes, number as u64);
            }
            put_number(&mut bytes, table.counts.len() as u64);
            table.counts.iter().for_each(|&count| put_number(&mut bytes, count));
            bytes.push(table.lacks_checks.into());
            let streams =
                || (0..).zip(&table.streams).filter_map(|(part, placed)| Some((part, (*placed)?)));
            bytes.push(streams().count() as u8);
            streams().for_each(|(part, placed)| put_stream(&mut bytes, part, &placed));
        }
        bytes
    }
}

fn read_model(cursor: &mut Cursor<'_>) -> Result<Model, Fault> {
    let byte = cursor.byte();
    let (model, length) =
        Model::read(cursor.rest()).map_err(|source| Fault::Model { byte, source })?;
    cursor.take(length)?;
    Ok(model)
}

fn read_source(cursor: &mut Cursor<'_>) -> Result<Source, Fault> {
    Ok(Source { key: cursor.text()?.to_owned(), id: read_id(cursor)? })
}

fn read_id(cursor: &mut Cursor<'_>) -> Result<Id, Fault> {
    let mut id = [0; 16];
    id.copy_from_slice(cursor.take(16)?);
    Ok(Id(id))
}

fn read_table(
    cursor: &mut Cursor<'_>,
    sources: &[Source],
    models: usize,
    free: &mut u64,
) -> Result<Table, Fault> {
    let key = cursor.text()?.to_owned();
    let id = read_id(cursor)?;
    let mut built_from = Vec::new();
    for _ in 0..cursor.count(1)? {
        let at = cursor.expected("the number of a source");
        let number = usize::try_from(cursor.number()?).ok();
        built_from.push(number.and_then(|number| sources.get(number)).ok_or(at)?.clone());
    }
    let counts = (0..cursor.count(1)?).map(|_| cursor.number()).collect::<Result<Vec<_>, _>>()?;
    let at = cursor.expected("0, or 1 where positions in check are left out");
    let lacks_checks = match cursor.small()? {
        0 => false,
        1 => true,
        _ => return Err(at),
    };
    let mut streams = [None; Part::COUNT];
    for _ in 0..cursor.small()? {
        let at = cursor.expected("another part from 0 to 5");
        let part = usize::from(cursor.small()?);
        let place = streams.get_mut(part).filter(|place| place.is_none()).ok_or(at)?;
        *place = Some(read_stream(cursor, models, free)?);
    }
    Ok(Table { key, id, sources: built_from, counts, lacks_checks, streams })
}

fn read_stream(cursor: &mut Cursor<'_>, models: usize, free: &mut u64) -> Result<Placed, Fault> {
    let at = cursor.expected("a form of streams");
    let form = cursor.small()?;
    let length = cursor.number()?;
    let swap = if form & SWAPPED == 0 { None } else { Some(read_swap(cursor, length)?) };
    let (mut model, mut body) = (0, 0);
    let form = match form & !SWAPPED {
        CONSTANT => {
            let at = cursor.expected("a symbol below 65535");
            let symbol = u16::try_from(cursor.number()?).ok();
            Form::Constant(symbol.filter(|&symbol| symbol < u16::MAX).ok_or(at)?)
        }
        RAW => {
            let at = cursor
                .expected("a width of 1, 2, 4, 8 or 16 bits and the length that follows from it");
            let width = cursor.small()?;
            body = cursor.number()?;
            let bits = u128::from(length) * u128::from(width);
            let fits =
                width.is_power_of_two() && width <= 16 && bits.div_ceil(8) == u128::from(body);
            Form::Raw(Some(width).filter(|_| fits).ok_or(at)?)
        }
        PACKED => {
            let at =
                cursor.expected("a span of at most 8192 symbols and the number of a dictionary");
            let shift = cursor.small()?;
            let number = usize::try_from(cursor.number()?).ok().filter(|&number| number < models);
            model = number.filter(|_| shift <= MOST_SHIFT).ok_or(at)?;
            body = cursor.number()?;
            Form::Packed(shift)
        }
        _ => return Err(at),
    };
    let byte = *free;
    *free = free.checked_add(body).ok_or(at)?;
    Ok(Placed { stream: Stream { length, form, swap }, model, byte, length: body })
}

/// Reads the sections of a stream of so many symbols; the last one has those that are left.
fn read_swap(cursor: &mut Cursor<'_>, length: u64) -> Result<Swap, Fault> {
    let at = cursor.expected("one to three sections, each of whole blocks");
    let mut sections = [Section::default(); 3];
    let count = usize::from(cursor.small()?);
    let sections = sections.get_mut(..count).ok_or(at)?;
    let mut left = length;
    for (number, section) in sections.iter_mut().enumerate() {
        let length = if number + 1 == count { left } else { cursor.number()? };
        left = left.checked_sub(length).ok_or(at)?;
        let mut dimension = || Ok(u32::try_from(cursor.number()?).unwrap_or(0));
        *section = Section { length, rows: dimension()?, columns: dimension()? };
    }
    Swap::new(sections).ok_or(at)
}

fn put_stream(bytes: &mut Vec<u8>, part: u8, placed: &Placed) {
    let Stream { length, form, swap } = placed.stream;
    let number = match form {
        Form::Constant(_) => CONSTANT,
        Form::Raw(_) => RAW,
        Form::Packed(_) => PACKED,
    };
    bytes.extend([part, number | if swap.is_some() { SWAPPED } else { 0 }]);
    put_number(bytes, length);
    if let Some(swap) = swap {
        let count = swap.sections().count();
        bytes.push(count as u8);
        for (number, Section { length, rows, columns }) in (1..).zip(swap.sections()) {
            if number < count {
                put_number(bytes, length);
            }
            put_number(bytes, rows.into());
            put_number(bytes, columns.into());
        }
    }
    match form {
        Form::Constant(symbol) => put_number(bytes, symbol.into()),
        Form::Raw(width) => {
            bytes.push(width);
            put_number(bytes, placed.length);
        }
        Form::Packed(shift) => {
            bytes.push(shift);
            put_number(bytes, placed.model as u64);
            put_number(bytes, placed.length);
        }
    }
}
