//! Values in Syzygy's compression.
//!
//! A symbol stands for a value or for two symbols one after the other. Symbols have canonical Huffman codes and fill
//! blocks of one size in bytes; a second list says how many values each block has, and an index says for every so many values in
//! which block they are. To read a value is to find its block and to decode that from its beginning.

use super::bytes::Reader;

/// The compressed values of one side to move.
#[derive(Debug)]
pub(super) enum Pairs {
    /// All values are the same.
    Constant(u16),
    Blocks(Blocks),
}

#[derive(Debug)]
pub(super) struct Blocks {
    /// The bytes of a block, as a power of two.
    block_bits: u8,
    /// Of how many values the index has one entry, as a power of two.
    index_bits: u8,
    /// How many blocks have data.
    count: u64,
    /// How many blocks have a length.
    lengths: u64,
    /// The length of the shortest code.
    shortest: u8,
    /// For each length of a code from the shortest up: the smallest code, aligned to the left, and its symbol.
    codes: Vec<(u64, u16)>,
    symbols: Vec<Symbol>,
    index_entries: u64,
    index_at: usize,
    lengths_at: usize,
    data_at: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Symbol {
    /// Two symbols, or the value and [`LEAF`].
    left: u16,
    right: u16,
    /// How many values it stands for, less one.
    more: u8,
}

/// What a symbol that is a value has on its right.
const LEAF: u16 = 0xFFF;
/// The longest code that can be read: half of what is looked at.
const LONGEST: u8 = 32;

/// The three places in which a file has the data of all its sides and files, one after the other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Index,
    Lengths,
    Blocks,
}

impl Pairs {
    /// Reads what is said about `size` values. The flags come first and are handed back. `None` if it makes no sense.
    pub(super) fn read(reader: &mut Reader<'_>, size: u64, is_wdl: bool) -> Option<(u8, Pairs)> {
        const CONSTANT: u8 = 0x80;
        let flags = reader.byte()?;
        if flags & CONSTANT != 0 {
            let value = reader.byte()?;
            return Some((flags, Pairs::Constant(if is_wdl { value.into() } else { 0 })));
        }
        let (block_bits, index_bits) = (reader.byte()?, reader.byte()?);
        let padding = reader.byte()?;
        let count = u64::from(reader.long()?);
        let (longest, shortest) = (reader.byte()?, reader.byte()?);
        let is_sound = (1..=longest).contains(&shortest)
            && longest <= LONGEST
            && (3..32).contains(&block_bits)
            && (1..32).contains(&index_bits);
        if !is_sound {
            return None;
        }
        let first = (shortest..=longest).map(|_| reader.short()).collect::<Option<Vec<_>>>()?;
        let symbols = read_symbols(reader)?;
        Some((
            flags,
            Pairs::Blocks(Blocks {
                block_bits,
                index_bits,
                count,
                lengths: count + u64::from(padding),
                shortest,
                codes: codes(&first, shortest),
                symbols,
                index_entries: size.div_ceil(1 << index_bits),
                index_at: 0,
                lengths_at: 0,
                data_at: 0,
            }),
        ))
    }

    /// Notes where a part of the data begins and skips it.
    pub(super) fn skip(&mut self, reader: &mut Reader<'_>, place: Place) -> Option<()> {
        let Pairs::Blocks(blocks) = self else { return Some(()) };
        if place == Place::Blocks {
            reader.align(64)?;
        }
        let (at, length) = match place {
            Place::Index => (&mut blocks.index_at, 6 * blocks.index_entries),
            Place::Lengths => (&mut blocks.lengths_at, 2 * blocks.lengths),
            Place::Blocks => (&mut blocks.data_at, blocks.count << blocks.block_bits),
        };
        *at = reader.position();
        reader.skip(length)
    }

    /// The value with a number, or `None` if the data is damaged.
    #[inline]
    pub(super) fn value(&self, file: &[u8], number: u64) -> Option<u16> {
        match self {
            Pairs::Constant(value) => Some(*value),
            Pairs::Blocks(blocks) => blocks.value(file, number),
        }
    }
}

impl Blocks {
    fn value(&self, file: &[u8], number: u64) -> Option<u16> {
        let (block, mut left) = self.find(file, number)?;
        let start = self.data_at + (block << self.block_bits) as usize;
        let mut reader = Reader::at(file, start);
        let mut code = u64::from(reader.big_long()?) << 32 | u64::from(reader.big_long()?);
        let mut used = 0;
        let mut symbol = loop {
            let place = self.codes.iter().position(|(least, _)| code >= *least)?;
            let (least, first) = self.codes[place];
            let length = u32::from(self.shortest) + place as u32;
            let symbol = u64::from(first) + ((code - least) >> (64 - length));
            let symbol = self.symbols.get(symbol as usize)?;
            match left.checked_sub(u32::from(symbol.more) + 1) {
                None => break symbol,
                Some(rest) => left = rest,
            }
            code <<= length;
            used += length;
            if used >= 32 {
                used -= 32;
                code |= u64::from(reader.big_long()?) << used;
            }
        };
        while symbol.right != LEAF {
            let first = self.symbols.get(usize::from(symbol.left))?;
            match left.checked_sub(u32::from(first.more) + 1) {
                None => symbol = first,
                Some(rest) => {
                    left = rest;
                    symbol = self.symbols.get(usize::from(symbol.right))?;
                }
            }
        }
        Some(symbol.left)
    }

    /// The block of a value, and how many values of the block come before it.
    fn find(&self, file: &[u8], number: u64) -> Option<(u64, u32)> {
        let entry = number >> self.index_bits;
        if entry >= self.index_entries {
            return None;
        }
        let mut reader = Reader::at(file, self.index_at + 6 * entry as usize);
        let mut block = u64::from(reader.long()?);
        // An entry says where the middle of its values is.
        let middle = i64::from(reader.short()?);
        let within = (number & ((1 << self.index_bits) - 1)) as i64;
        let mut offset = middle + within - (1 << (self.index_bits - 1));
        let length = |block: u64| -> Option<i64> {
            let at = (block < self.lengths).then_some(self.lengths_at + 2 * block as usize)?;
            Some(i64::from(Reader::at(file, at).short()?) + 1)
        };
        while offset < 0 {
            block = block.checked_sub(1)?;
            offset += length(block)?;
        }
        loop {
            let length = length(block)?;
            if offset < length {
                break;
            }
            offset -= length;
            block += 1;
        }
        (block < self.count).then_some((block, offset as u32))
    }
}

/// The smallest code of each length, aligned to the left, with its symbol. Longer codes are smaller.
fn codes(first: &[u16], shortest: u8) -> Vec<(u64, u16)> {
    let mut codes = vec![(0, 0); first.len()];
    let mut code = 0u64;
    for place in (0..first.len()).rev() {
        let length = u32::from(shortest) + place as u32;
        if let Some(&longer) = first.get(place + 1) {
            // So many symbols are longer by one; each pair of them takes the place of one of this length.
            code = code.wrapping_add(first[place].into()).wrapping_sub(longer.into()) / 2;
        }
        codes[place] = (code << (64 - length), first[place]);
    }
    codes
}

fn read_symbols(reader: &mut Reader<'_>) -> Option<Vec<Symbol>> {
    let count = usize::from(reader.short()?);
    let mut symbols = Vec::with_capacity(count);
    for _ in 0..count {
        let bytes = [reader.byte()?, reader.byte()?, reader.byte()?].map(u16::from);
        let (left, right) = (bytes[0] | (bytes[1] & 15) << 8, bytes[1] >> 4 | bytes[2] << 4);
        symbols.push(Symbol { left, right, more: 0 });
    }
    reader.skip((count & 1) as u64)?;
    let mut states = vec![State::New; count];
    for symbol in 0..count {
        measure(symbol, &mut symbols, &mut states)?;
    }
    Some(symbols)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// Counts the values of a symbol after those of its parts. `None` if it is part of itself, or too long.
fn measure(symbol: usize, symbols: &mut [Symbol], states: &mut [State]) -> Option<u8> {
    match states.get(symbol)? {
        State::Done => return Some(symbols[symbol].more),
        State::Open => return None,
        State::New => states[symbol] = State::Open,
    }
    let Symbol { left, right, .. } = symbols[symbol];
    if right != LEAF {
        let left = measure(left.into(), symbols, states)?;
        let right = measure(right.into(), symbols, states)?;
        symbols[symbol].more = left.checked_add(right)?.checked_add(1)?;
    }
    states[symbol] = State::Done;
    Some(symbols[symbol].more)
}
