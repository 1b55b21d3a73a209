//! Packing a sequence.

use super::bits::{BitWriter, peek};
use super::code;
use super::model::Model;
use super::pairs::Phrases;
use super::runs::{Runs, each_whole_run};
use super::stream::{ENTRY, Form, GROUP, SKIP_BITS, Stream};
use super::train::Numbers;

/// The most phrases that a span should have on average. More of them make probes slower, fewer the index larger.
const SPAN_PHRASES: u64 = 40;
/// The same for streams of [`MANY_SYMBOLS`] or more, of which the index is a large part otherwise.
const LONG_SPAN_PHRASES: u64 = 96;
const MANY_SYMBOLS: u64 = 1 << 22;
/// The same for streams of less than [`FEW_PHRASES`], whose index is small however many spans there are.
const SHORT_SPAN_PHRASES: u64 = 16;
const FEW_PHRASES: u64 = 512;
/// The most that an entry of the index can say about the distance from the base.
const FARTHEST: u64 = (1 << (8 * ENTRY as u32 - SKIP_BITS)) - 1;
/// No span has more than 2 to this power of symbols, so that a dense part of a sparse stream isn't read to its end.
const MOST_SHIFT: u8 = 13;

/// So many runs are said at once: enough for the longest phrases, and few enough for memory.
const CHUNK: usize = 1 << 18;

/// Writes streams with the model that it has learned.
pub struct Encoder {
    model: Model,
    phrases: Phrases,
    numbers: Numbers,
    cost: u64,
}

impl Encoder {
    /// With what was learned, and how often each phrase is expected.
    pub(super) fn new(model: Model, phrases: Phrases, numbers: Numbers, counts: &[u64]) -> Encoder {
        let bits = model.lengths().iter().zip(counts);
        let bits = bits.map(|(&length, count)| u64::from(length) * count).sum::<u64>();
        let cost = bits / 8 + model.to_bytes().len() as u64;
        Encoder { model, phrases, numbers, cost }
    }

    /// How many bytes the streams that it was shown and the model would take, about.
    pub fn cost(&self) -> u64 {
        self.cost
    }

    /// What is needed to read the streams.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Packs a sequence. If all symbols are the same, the stream is a constant and the body is empty.
    ///
    /// # Panics
    /// If it has a symbol that the trainer wasn't shown.
    pub fn encode(&self, runs: &Runs<'_>) -> (Stream, Vec<u8>) {
        let mut coded = Coded::new(&self.model);
        let mut length = 0;
        let mut chunk: Vec<u16> = Vec::new();
        let mut count = 0;
        let mut first = None;
        let mut is_constant = true;
        each_whole_run(runs, |run| {
            length += u64::from(run.length);
            is_constant &= *first.get_or_insert(run.symbol) == run.symbol;
            self.phrases.cut(self.numbers.of(run), &mut chunk);
            count += 1;
            if count == CHUNK {
                self.say(&mut chunk, &mut coded);
                count = 0;
            }
        });
        if is_constant {
            let form = Form::Constant(first.unwrap_or(0));
            return (Stream { length, form, swap: None }, Vec::new());
        }
        self.say(&mut chunk, &mut coded);
        drop(chunk);
        coded.finish(length)
    }

    /// Adds the phrases for some runs that are cut, which are taken.
    fn say(&self, chunk: &mut Vec<u16>, coded: &mut Coded<'_>) {
        self.phrases.shorten(chunk);
        chunk.drain(..).for_each(|phrase| coded.push(phrase));
    }
}

/// Phrases in their code: where each begins is found again by reading them, and a list of them would be twice as long.
pub(super) struct Coded<'a> {
    model: &'a Model,
    codes: Vec<u32>,
    writer: BitWriter,
    phrases: u64,
}

impl<'a> Coded<'a> {
    pub(super) fn new(model: &'a Model) -> Coded<'a> {
        let codes = code::codes(model.lengths());
        Coded { model, codes, writer: BitWriter::default(), phrases: 0 }
    }

    /// Adds a phrase, or its parts if it has no code.
    pub(super) fn push(&mut self, phrase: u16) {
        let length = u32::from(self.model.lengths()[usize::from(phrase)]);
        match self.model.parts(usize::from(phrase)) {
            Err((left, right)) if length == 0 => {
                self.push(left as u16);
                self.push(right as u16);
            }
            _ => {
                self.writer.push(self.codes[usize::from(phrase)], length);
                self.phrases += 1;
            }
        }
    }

    /// The stream of so many symbols, and its body.
    pub(super) fn finish(self, length: u64) -> (Stream, Vec<u8>) {
        let Coded { model, writer, phrases, .. } = self;
        let mut body = writer.finish();
        // What is no longer than a span needs no index.
        let most = match () {
            () if phrases < FEW_PHRASES => SHORT_SPAN_PHRASES,
            () if length < MANY_SYMBOLS => SPAN_PHRASES,
            () => LONG_SPAN_PHRASES,
        };
        let symbols = if phrases <= most { 2 * length } else { length * most / phrases };
        let shift = (symbols.max(1).ilog2() as u8).min(MOST_SHIFT);
        let (shift, index) = (0..=shift)
            .rev()
            .find_map(|shift| Some((shift, index(model, &body, length, shift)?)))
            .expect("spans of one symbol are never too far apart");
        body.reserve_exact(index.len());
        body.splice(..0, index);
        (Stream { length, form: Form::Packed(shift), swap: None }, body)
    }
}

/// The index of so many symbols for spans of this size; `None` if one begins too far behind its base.
fn index(model: &Model, coded: &[u8], length: u64, shift: u8) -> Option<Vec<u8>> {
    let mut index = Vec::new();
    if length >> shift == 0 {
        return Some(index);
    }
    let (mut bit, mut begin, mut span, mut base) = (0_u64, 0_u64, 0_u64, 0_u64);
    while begin < length {
        let found = model.find(peek(coded, bit as usize)?);
        let end = begin + found.symbols() as u64;
        while span << shift < end {
            if span.is_multiple_of(GROUP) {
                base = bit / 8;
                index.extend(u32::try_from(base).ok()?.to_le_bytes());
            }
            let distance = bit - base * 8;
            if distance > FARTHEST {
                return None;
            }
            let entry = distance << SKIP_BITS | ((span << shift) - begin);
            index.extend(&entry.to_le_bytes()[..ENTRY]);
            span += 1;
        }
        bit += u64::from(found.code_length());
        begin = end;
    }
    Some(index)
}
