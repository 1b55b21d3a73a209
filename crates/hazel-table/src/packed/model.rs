//! The dictionary and the code that streams share.

use super::code::{Decoder, Found, LONGEST, Passed};
use super::{MOST_PHRASES, MOST_SYMBOLS, NO_SYMBOL};

/// What is needed to read a stream: the symbols, the phrases made of them, and the code of each phrase.
///
/// Phrases are numbered: first those that are one symbol, then those that are two earlier phrases. So a damaged
/// dictionary can't run in circles.
#[derive(Clone, Debug)]
pub struct Model {
    symbols: Vec<u16>,
    parts: Vec<Parts>,
    lengths: Vec<u8>,
    decoder: Decoder,
}

/// The two phrases that a phrase consists of, and the symbols of the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    pub(super) left: u16,
    pub(super) right: u16,
    split: u16,
}

impl Parts {
    /// The two phrases; how many symbols they have is found out by the model.
    pub(super) fn new(left: u16, right: u16) -> Parts {
        Parts { left, right, split: 0 }
    }
}

/// Why bytes are no model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// They end too early.
    #[error("the dictionary ends after {length} bytes, in the middle")]
    Short {
        /// How many bytes there are.
        length: usize,
    },
    /// There are fewer than two symbols, or more phrases than can be.
    #[error(
        "a dictionary of {symbols} symbols and {phrases} phrases, where 2 to 2048 in all can be"
    )]
    Count {
        /// How many symbols.
        symbols: usize,
        /// How many phrases of two parts.
        phrases: usize,
    },
    /// Symbols don't ascend, or one is 65535.
    #[error("symbol number {number} of the dictionary is not above the one before it")]
    Symbol {
        /// Which one, from 0.
        number: usize,
    },
    /// A phrase refers to itself or a later one, or is too long.
    #[error("phrase {number} of the dictionary refers forward or is longer than 512 symbols")]
    Phrase {
        /// Which one, from 0.
        number: usize,
    },
    /// The lengths don't make a code.
    #[error("the code lengths of the dictionary make no complete code")]
    Code,
}

impl Model {
    /// The model of these symbols, phrases and code lengths.
    pub(super) fn new(
        symbols: Vec<u16>,
        mut parts: Vec<Parts>,
        lengths: Vec<u8>,
    ) -> Result<Model, ModelError> {
        let (count, all) = (symbols.len(), symbols.len() + parts.len());
        if count < 2 || all > MOST_PHRASES {
            return Err(ModelError::Count { symbols: count, phrases: parts.len() });
        }
        let ascends = |number: usize| {
            symbols[number] != NO_SYMBOL && (number == 0 || symbols[number - 1] < symbols[number])
        };
        if let Some(number) = (0..count).find(|&number| !ascends(number)) {
            return Err(ModelError::Symbol { number });
        }
        let mut spans = vec![1_u16; all];
        // What a probe needs to know of a phrase in which all symbols are the same is that symbol alone.
        let mut told: Vec<u16> = (0..all as u16).collect();
        for (number, parts) in (count..).zip(&mut parts) {
            let [left, right] = [parts.left, parts.right].map(usize::from);
            if left.max(right) >= number || spans[left] + spans[right] > MOST_SYMBOLS as u16 {
                return Err(ModelError::Phrase { number });
            }
            parts.split = spans[left];
            spans[number] = spans[left] + spans[right];
            if told[left] == told[right] && usize::from(told[left]) < count {
                told[number] = told[left];
            }
        }
        let decoder = Decoder::new(&lengths, &spans, &told).ok_or(ModelError::Code)?;
        Ok(Model { symbols, parts, lengths, decoder })
    }

    /// Reads a model from the beginning of some bytes and says how many it took.
    ///
    /// # Errors
    /// [`ModelError`] if they are no model. No bytes can make it panic.
    pub fn read(bytes: &[u8]) -> Result<(Model, usize), ModelError> {
        let mut rest = bytes;
        let mut take = |count: usize| {
            let (taken, after) = rest.split_at_checked(count)?;
            rest = after;
            Some(taken)
        };
        let short = ModelError::Short { length: bytes.len() };
        let head = take(4).ok_or(short)?;
        let count = usize::from(u16::from_le_bytes([head[0], head[1]]));
        let phrases = usize::from(u16::from_le_bytes([head[2], head[3]]));
        if count < 2 || count + phrases > MOST_PHRASES {
            return Err(ModelError::Count { symbols: count, phrases });
        }
        let symbols = take(2 * count).ok_or(short)?;
        let symbols = symbols.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]]));
        let parts = take(3 * phrases).ok_or(short)?;
        let parts = parts.chunks_exact(3).map(|three| {
            let [low, middle, high] = [three[0], three[1], three[2]].map(u16::from);
            Parts::new(low | (middle & 0xF) << 8, middle >> 4 | high << 4)
        });
        let lengths = take((count + phrases).div_ceil(2)).ok_or(short)?;
        let lengths = lengths.iter().flat_map(|byte| [byte & 0xF, byte >> 4]);
        let lengths = lengths.take(count + phrases).collect();
        let model = Model::new(symbols.collect(), parts.collect(), lengths)?;
        Ok((model, bytes.len() - rest.len()))
    }

    /// The bytes that [`Model::read`] reads:
    ///
    /// | bytes | what |
    /// | --- | --- |
    /// | 2 | number of symbols, `s` |
    /// | 2 | number of phrases of two parts, `p` |
    /// | 2 `s` | the symbols, ascending |
    /// | 3 `p` | the two parts of each phrase: numbers of earlier phrases, 12 bits each, the left one lower |
    /// | (`s` + `p`) / 2, rounded up | the code length of each phrase, 4 bits, the first of two lower |
    ///
    /// All numbers are little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend((self.symbols.len() as u16).to_le_bytes());
        bytes.extend((self.parts.len() as u16).to_le_bytes());
        bytes.extend(self.symbols.iter().flat_map(|symbol| symbol.to_le_bytes()));
        for parts in &self.parts {
            let both = u32::from(parts.left) | u32::from(parts.right) << 12;
            bytes.extend(&both.to_le_bytes()[..3]);
        }
        let nibbles = self.lengths.chunks(2);
        bytes.extend(nibbles.map(|two| two[0] | two.get(1).copied().unwrap_or(0) << 4));
        bytes
    }

    /// The symbols that a stream of this model can have, ascending.
    pub fn symbols(&self) -> &[u16] {
        &self.symbols
    }

    pub(super) fn lengths(&self) -> &[u8] {
        &self.lengths
    }

    #[inline]
    pub(super) fn find(&self, word: u64) -> Found {
        self.decoder.find(word)
    }

    #[inline]
    pub(super) fn pass(&self, word: u64) -> Passed {
        self.decoder.pass(word)
    }

    /// The symbol that a phrase is (`None` if there is no such phrase), or its two parts.
    #[inline]
    pub(super) fn parts(&self, phrase: usize) -> Result<Option<u16>, (usize, usize)> {
        match phrase.checked_sub(self.symbols.len()).and_then(|number| self.parts.get(number)) {
            Some(parts) => Err((usize::from(parts.left), usize::from(parts.right))),
            None => Ok(self.symbols.get(phrase).copied()),
        }
    }

    /// The symbol at this place of a phrase, which must have that many.
    #[inline]
    pub(super) fn symbol(&self, phrase: usize, place: usize) -> Option<u16> {
        let (mut phrase, mut place) = (phrase, place);
        while let Some(number) = phrase.checked_sub(self.symbols.len()) {
            let parts = self.parts.get(number)?;
            let split = usize::from(parts.split);
            phrase = usize::from(if place < split { parts.left } else { parts.right });
            place -= if place < split { 0 } else { split };
        }
        self.symbols.get(phrase).copied()
    }
}

const _: () = assert!(LONGEST < 16, "code lengths are written in four bits");
const _: () = assert!(MOST_SYMBOLS <= 0xFFF, "a decoder passes by at least one phrase");
