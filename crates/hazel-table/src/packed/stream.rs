//! A packed sequence, and reading it.

use std::ops::Range;

use super::bits::peek;
use super::code::LONGEST;
use super::model::Model;
use super::swap::Swap;

/// So many spans have a common base in the index.
pub(super) const GROUP: u64 = 8;
/// Bytes of a base in the index, and of an entry.
const BASE: usize = 4;
pub(super) const ENTRY: usize = 3;
/// An entry of the index: this many lower bits say how many symbols of its first phrase lie before a span, the others
/// how many bits it begins after the base.
pub(super) const SKIP_BITS: u32 = 9;
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
    /// Dimensions that changed places.
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

/// Where a symbol is in a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    /// From here on must be read.
    bit: usize,
    /// So many symbols come before it.
    ahead: usize,
}

impl Spot {
    /// The first byte that must be read.
    #[inline]
    pub(crate) fn byte(self) -> usize {
        self.bit / 8
    }
}

impl Stream {
    /// The symbol at this index. `None` if there is none, or the body or the model isn't the right one or is damaged;
    /// no bytes make it panic. Allocates nothing.
    #[inline]
    pub fn get(&self, body: &[u8], model: Option<&Model>, index: u64) -> Option<u16> {
        let spot = self.spot(body, self.stored(index)?)?;
        self.read(body, model, spot)
    }

    /// Where the symbol that the caller sees at this index is stored, if there is one.
    #[inline]
    pub(crate) fn stored(&self, index: u64) -> Option<u64> {
        let is_one = index < self.length;
        is_one.then(|| self.swap.map_or(index, |swap| swap.stored(index)))
    }

    /// The bytes of the body that say where a stored symbol is: none if nothing has to.
    #[inline]
    pub(crate) fn entry(&self, stored: u64) -> Range<usize> {
        match self.form {
            Form::Packed(shift) if self.has_index(shift) => {
                let group = group(stored >> shift);
                group..group + WHOLE_GROUP
            }
            _ => 0..0,
        }
    }

    /// Where a stored symbol is.
    #[inline]
    pub(crate) fn spot(&self, body: &[u8], stored: u64) -> Option<Spot> {
        match self.form {
            Form::Constant(_) => Some(Spot { bit: 0, ahead: 0 }),
            Form::Raw(width) => {
                let bit = stored.checked_mul(u64::from(width))?;
                Some(Spot { bit: usize::try_from(bit).ok()?, ahead: 0 })
            }
            Form::Packed(shift) => {
                let (bit, skip) = self.span(body, shift, stored)?;
                let bit = self.index_bytes(shift)?.checked_mul(8)?.checked_add(bit)?;
                Some(Spot { bit, ahead: skip + (stored & ((1 << shift) - 1)) as usize })
            }
        }
    }

    /// The symbol at a spot.
    #[inline]
    pub(crate) fn read(&self, body: &[u8], model: Option<&Model>, spot: Spot) -> Option<u16> {
        match self.form {
            Form::Constant(symbol) => Some(symbol),
            Form::Raw(width) => raw_symbol(body, width, spot.bit),
            Form::Packed(_) => packed_symbol(body, model?, spot),
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
                    let bit = usize::try_from(index.checked_mul(u64::from(width))?).ok()?;
                    let symbol = raw_symbol(body, width, bit)?;
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

    /// The bit at which the phrase begins that the span of an index begins in, and how many of its symbols lie before.
    #[inline]
    fn span(&self, body: &[u8], shift: u8, index: u64) -> Option<(usize, usize)> {
        if !self.has_index(shift) {
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

    /// Whether there is more than one span.
    #[inline]
    fn has_index(&self, shift: u8) -> bool {
        self.length.checked_shr(u32::from(shift)).is_some_and(|spans| spans > 0)
    }

    /// The bytes of the index: none if there is one span only.
    #[inline]
    pub(super) fn index_bytes(&self, shift: u8) -> Option<usize> {
        if !self.has_index(shift) {
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
fn packed_symbol(body: &[u8], model: &Model, spot: Spot) -> Option<u16> {
    let Spot { mut bit, mut ahead } = spot;
    let mut word = peek(body, bit)?;
    let mut used = 0;
    // Several phrases at a time as long as all of them lie before the symbol, and then one by one.
    loop {
        let passed = model.pass(word);
        if ahead < passed.symbols() {
            break;
        }
        ahead -= passed.symbols();
        used += passed.code_lengths();
        word <<= passed.code_lengths();
        if used > READ - LONGEST {
            bit += used as usize;
            word = peek(body, bit)?;
            used = 0;
        }
    }
    loop {
        let found = model.find(word);
        let symbols = found.symbols();
        if ahead < symbols {
            return model.symbol(found.phrase(), ahead);
        }
        ahead -= symbols;
        word <<= found.code_length();
    }
}

/// The symbol of so many bits that begins at a bit.
#[inline]
fn raw_symbol(body: &[u8], width: u8, bit: usize) -> Option<u16> {
    match width {
        1 | 2 | 4 => {
            let byte = body.get(bit / 8)?;
            Some(u16::from(byte >> (bit % 8) & ((1 << width) - 1)))
        }
        8 => body.get(bit / 8).map(|&byte| u16::from(byte)),
        16 => Some(u16::from_le_bytes(*body.get(bit / 8..)?.first_chunk()?)),
        _ => None,
    }
}
