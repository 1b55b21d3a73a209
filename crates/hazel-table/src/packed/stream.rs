//! A packed sequence, and reading it.

use std::ops::Range;

use super::bits::peek;
use super::code::LONGEST;
use super::model::Model;

/// So many spans have a common base in the index.
pub(super) const GROUP: u64 = 8;
/// Bytes of a base in the index, and of an entry.
const BASE: usize = 4;
pub(super) const ENTRY: usize = 3;
/// An entry of the index: this many lower bits say how many symbols of its first phrase lie before a span, the others
/// how many bits it begins after the base.
pub(super) const SKIP_BITS: u32 = 11;
/// Bytes of a base with all its entries.
const WHOLE_GROUP: usize = BASE + GROUP as usize * ENTRY;
/// Bits that a word surely has when it is read.
const READ: u32 = 57;

/// How a stream of symbols is stored. The bytes themselves, its body, are kept elsewhere: for reading, both are
/// needed, and the model if the form is [`Form::Packed`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// How many symbols there are.
    pub length: u64,
    /// How they are written.
    pub form: Form,
    /// Two dimensions that changed places.
    pub swap: Option<Swap>,
}

/// How symbols are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// All are the same; the body is empty.
    Constant(u16),
    /// Each has so many bits: 1, 2, 4, 8 or 16. The first symbol of a byte has the lowest.
    Raw(u8),
    /// Phrases of a model. The index has an entry for each span of 2 to this power of symbols.
    Packed(u8),
}

/// Says that the last two dimensions of the index of a sequence changed places when it was stored.
///
/// Within each block of `rows` · `columns` symbols, the one in a row and column is stored as if the block had been
/// written by columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swap {
    /// Rows of a block as the caller sees it.
    pub rows: u32,
    /// Columns of a block as the caller sees it.
    pub columns: u32,
}

impl Swap {
    /// Where the symbol that the caller sees at this index is stored.
    #[inline]
    pub fn stored(self, index: u64) -> u64 {
        let block = u64::from(self.rows) * u64::from(self.columns);
        let Some(inside) = index.checked_rem(block) else { return index };
        let (row, column) = (inside / u64::from(self.columns), inside % u64::from(self.columns));
        index - inside + column * u64::from(self.rows) + row
    }

    /// Where the caller sees what is stored at this index: the inverse of [`Swap::stored`].
    pub fn seen(self, index: u64) -> u64 {
        Swap { rows: self.columns, columns: self.rows }.stored(index)
    }
}

impl Stream {
    /// The symbol at this index. `None` if there is none, or the body or the model isn't the right one or is damaged;
    /// no bytes make it panic. Allocates nothing.
    #[inline]
    pub fn get(&self, body: &[u8], model: Option<&Model>, index: u64) -> Option<u16> {
        if index >= self.length {
            return None;
        }
        let index = self.swap.map_or(index, |swap| swap.stored(index));
        match self.form {
            Form::Constant(symbol) => Some(symbol),
            Form::Raw(width) => raw_symbol(body, width, index),
            Form::Packed(shift) => self.packed_symbol(body, model?, shift, index),
        }
    }

    /// The bytes of the body that say where the symbol at this index is: none if nothing has to.
    #[inline]
    pub(crate) fn entry(&self, index: u64) -> Option<Range<usize>> {
        let Form::Packed(shift) = self.form else { return Some(0..0) };
        if self.length.checked_shr(u32::from(shift))? == 0 {
            return Some(0..0);
        }
        let index = self.swap.map_or(index, |swap| swap.stored(index));
        let group = group(index >> shift);
        Some(group..group + WHOLE_GROUP)
    }

    /// The byte of the body from which on the symbol at this index is found.
    #[inline]
    pub(crate) fn begin(&self, body: &[u8], index: u64) -> Option<usize> {
        let index = self.swap.map_or(index, |swap| swap.stored(index));
        match self.form {
            Form::Constant(_) => Some(0),
            Form::Raw(width) => usize::try_from(index.checked_mul(u64::from(width))? / 8).ok(),
            Form::Packed(shift) => {
                let (bit, _) = self.span(body, shift, index)?;
                self.index_bytes(shift)?.checked_add(bit / 8)
            }
        }
    }

    /// Shows all symbols as runs with their lengths, in the order in which they are stored; neighbours may be equal. `None`
    /// if something is damaged or not the right one, or [`Stream::get`] would not find the same; what was shown till then
    /// may be wrong.
    pub fn each_run(
        &self,
        body: &[u8],
        model: Option<&Model>,
        mut show: impl FnMut(u16, u64),
    ) -> Option<()> {
        match self.form {
            Form::Constant(symbol) => show(symbol, self.length),
            Form::Raw(width) => {
                let (mut last, mut count) = (0, 0);
                for index in 0..self.length {
                    let symbol = raw_symbol(body, width, index)?;
                    if symbol != last && count > 0 {
                        show(last, count);
                        count = 0;
                    }
                    (last, count) = (symbol, count + 1);
                }
                show(last, count);
            }
            Form::Packed(shift) => return self.each_packed(body, model?, shift, show),
        }
        Some(())
    }

    fn each_packed(
        &self,
        body: &[u8],
        model: &Model,
        shift: u8,
        mut show: impl FnMut(u16, u64),
    ) -> Option<()> {
        let data = body.get(self.index_bytes(shift)?..)?;
        let (mut index, mut bit, mut span, mut pending) = (0, 0, 0_u64, Vec::new());
        while index < self.length {
            let found = model.find(peek(data, bit)?);
            let end = index + found.symbols() as u64;
            if end > self.length {
                return None;
            }
            // Whoever reads a symbol alone must find the same phrase.
            while span << shift < end {
                let skip = (span << shift) - index;
                if self.span(body, shift, span << shift)? != (bit, skip as usize) {
                    return None;
                }
                span += 1;
            }
            bit += found.code_length() as usize;
            index = end;
            if let Ok(symbol) = model.parts(found.phrase()) {
                show(symbol?, found.symbols() as u64);
                continue;
            }
            pending.push(found.phrase());
            while let Some(phrase) = pending.pop() {
                match model.parts(phrase) {
                    Ok(symbol) => show(symbol?, 1),
                    Err((left, right)) => pending.extend([right, left]),
                }
            }
        }
        (bit.div_ceil(8) == data.len()).then_some(())
    }

    #[inline]
    fn packed_symbol(&self, body: &[u8], model: &Model, shift: u8, index: u64) -> Option<u16> {
        let data = body.get(self.index_bytes(shift)?..)?;
        let (mut bit, skip) = self.span(body, shift, index)?;
        let mut ahead = skip + (index & ((1 << shift) - 1)) as usize;
        let mut word = peek(data, bit)?;
        let mut used = 0;
        loop {
            let found = model.find(word);
            let symbols = found.symbols();
            if ahead < symbols {
                return model.symbol(found.phrase(), ahead);
            }
            ahead -= symbols;
            used += found.code_length();
            word <<= found.code_length();
            if used > READ - LONGEST {
                bit += used as usize;
                word = peek(data, bit)?;
                used = 0;
            }
        }
    }

    /// The bit at which the phrase begins that the span of an index begins in, and how many of its symbols lie before.
    #[inline]
    fn span(&self, body: &[u8], shift: u8, index: u64) -> Option<(usize, usize)> {
        if self.length >> shift == 0 {
            return Some((0, 0));
        }
        let span = index.checked_shr(u32::from(shift))?;
        let group = group(span);
        let entry = group + BASE + (span % GROUP) as usize * ENTRY;
        let base = number::<BASE>(body, group)? as usize;
        let entry = number::<ENTRY>(body, entry)?;
        let bit = base.checked_mul(8)?.checked_add((entry >> SKIP_BITS) as usize)?;
        Some((bit, (entry & ((1 << SKIP_BITS) - 1)) as usize))
    }

    /// The bytes of the index: none if there is one span only.
    #[inline]
    pub(super) fn index_bytes(&self, shift: u8) -> Option<usize> {
        if self.length.checked_shr(u32::from(shift))? == 0 {
            return Some(0);
        }
        let spans = ((self.length - 1) >> shift) + 1;
        let entries = usize::try_from(spans).ok()?.checked_mul(ENTRY)?;
        usize::try_from(spans.div_ceil(GROUP)).ok()?.checked_mul(BASE)?.checked_add(entries)
    }
}

/// Where the index has the base of a span's group; the entries of the group follow it.
#[inline]
fn group(span: u64) -> usize {
    (span / GROUP) as usize * WHOLE_GROUP
}

/// A number of so many bytes, at most four.
#[inline]
fn number<const BYTES: usize>(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes: &[u8; BYTES] = bytes.get(at..)?.first_chunk()?;
    let mut all = [0; 4];
    all[..BYTES].copy_from_slice(bytes);
    Some(u32::from_le_bytes(all))
}

#[inline]
fn raw_symbol(body: &[u8], width: u8, index: u64) -> Option<u16> {
    let index = usize::try_from(index).ok()?;
    match width {
        1 | 2 | 4 => {
            let in_byte = 8 / usize::from(width);
            let byte = body.get(index / in_byte)?;
            let shift = index % in_byte * usize::from(width);
            Some(u16::from(byte >> shift & ((1 << width) - 1)))
        }
        8 => body.get(index).map(|&byte| u16::from(byte)),
        16 => Some(u16::from_le_bytes(*body.get(index.checked_mul(2)?..)?.first_chunk()?)),
        _ => None,
    }
}
