//! Distances of the positions that are won or lost, and of no others.
//!
//! A table that goes into a file has no distances of losses: they follow from those of the wins that moves lead to, and take
//! as much memory.

use super::Kept;
use super::few::Few;
use super::fills::Row;
use super::layout::Layout;
use super::log::Log;
use super::raw::Side;

/// How far each decided position of one side to move is, in the order of places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Distances {
    /// Whether losses have distances, or only wins.
    of_losses: bool,
    /// None is longer.
    longest: u16,
    /// For each so many words how many of their block come before them.
    starts: Vec<u16>,
    /// Of each 64 words: how many bits a distance takes there, then all of them, the lowest bit of a byte first, and
    /// three bytes more.
    blocks: Vec<Box<[u8]>>,
}

/// So many words are counted from one start.
const STEP: usize = 8;

/// From this distance on the 50-move rule makes wins cursed and losses blessed.
pub(crate) const CURSED: u16 = 101;

impl Distances {
    /// How many bytes they take.
    pub(crate) fn bytes(&self) -> usize {
        let blocks = self.blocks.iter().map(|block| block.len() + size_of::<Box<[u8]>>());
        size_of_val(self.starts.as_slice()) + blocks.sum::<usize>()
    }

    /// The longest.
    pub(crate) fn longest(&self) -> u16 {
        self.longest
    }

    /// The distance of a position, given by its word and bit, among these wins and losses; `None` if it isn't kept.
    #[inline]
    pub(crate) fn get(&self, word: usize, bit: u64, won: &[u64], lost: &[u64]) -> Option<u16> {
        let kept = |word: usize| if self.of_losses { won[word] | lost[word] } else { won[word] };
        if kept(word) & bit == 0 {
            return None;
        }
        let before: u32 = (word / STEP * STEP..word).map(|word| kept(word).count_ones()).sum();
        let before = before + (kept(word) & (bit - 1)).count_ones();
        let number = usize::from(self.starts[word / STEP]) + before as usize;
        let (&width, block) = self.blocks[word / 64].split_first().expect("each has a width");
        let bit = number * usize::from(width);
        let bytes = block[bit / 8..].first_chunk();
        let bits = u32::from_le_bytes(*bytes.expect("each block is longer by three bytes"));
        Some((bits >> (bit % 8) & ((1 << width) - 1)) as u16)
    }
}

/// The losses that passes found.
#[derive(Debug)]
pub(crate) enum Losses {
    /// With their distances.
    Log(Log),
    /// Without them: all, and those that only the 50-move rule keeps from being lost.
    Sets { lost: Vec<u64>, blessed: Option<Vec<u64>> },
}

impl Losses {
    /// None, in so many words.
    pub(crate) fn new(words: usize, kept: Kept) -> Losses {
        match kept {
            Kept::All => Losses::Log(Log::new(words)),
            Kept::Wins => Losses::Sets { lost: vec![0; words], blessed: None },
        }
    }
}

/// Puts numbers of a few bits side by side.
struct Bits {
    bytes: Vec<u8>,
    /// What is not a whole number of bytes yet.
    rest: u64,
    length: u32,
}

impl Bits {
    /// Nothing but the width of the numbers, with room for so many of them.
    fn new(count: u32, width: u32) -> Bits {
        let length = 1 + (count * width).div_ceil(8) + 3;
        let mut bytes = Vec::with_capacity(length as usize);
        bytes.push(width as u8);
        Bits { bytes, rest: 0, length: 0 }
    }

    #[inline]
    fn push(&mut self, number: u16, width: u32) {
        self.rest |= u64::from(number) << self.length;
        self.length += width;
        if self.length >= 32 {
            self.bytes.extend_from_slice(&(self.rest as u32).to_le_bytes());
            self.rest >>= 32;
            self.length -= 32;
        }
    }

    fn finish(mut self) -> Box<[u8]> {
        let last = self.rest.to_le_bytes();
        self.bytes.extend_from_slice(&last[..self.length.div_ceil(8) as usize]);
        self.bytes.extend_from_slice(&[0; 3]);
        self.bytes.into_boxed_slice()
    }
}

impl Side {
    /// Sorts what passes found. The logs get shorter as the table grows.
    pub(crate) fn new(
        layout: &Layout,
        mut won_log: Log,
        losses: Losses,
        stuck: Option<Few>,
    ) -> Side {
        let len = layout.len();
        let (mut lost_log, lost, cursed) = match losses {
            Losses::Log(log) => (Some(log), vec![0; len], None),
            Losses::Sets { lost, blessed } => (None, lost, blessed),
        };
        let of_losses = lost_log.is_some();
        let shape = layout.shape;
        let mut side = Side { shape, won: vec![0; len], lost, cursed, stuck, distances: None };
        let starts = vec![0; len.div_ceil(STEP)];
        let blocks = Vec::with_capacity(len.div_ceil(64));
        let mut distances = Distances { of_losses, longest: 0, starts, blocks };
        let mut found = [0; 64 * 64];
        for block in 0..len.div_ceil(64) {
            let first = 64 * block;
            let words = first..len.min(first + 64);
            let mut cursed: Row = [0; 64];
            let mut most = 0;
            let logs = [(Some(&mut won_log), &mut side.won), (lost_log.as_mut(), &mut side.lost)];
            for (log, set) in logs {
                let set = &mut set[words.clone()];
                let Some(log) = log else { continue };
                log.drain(block, |distance, place| {
                    let (word, bit) = (place >> 6, place & 63);
                    set[word] |= 1 << bit;
                    found[place] = distance;
                    most = most.max(distance);
                    if distance >= CURSED {
                        cursed[word] |= 1 << bit;
                    }
                });
            }
            if cursed != [0; 64] {
                let plane = side.cursed.get_or_insert_with(|| vec![0; len]);
                plane[words.clone()].iter_mut().zip(cursed).for_each(|(all, more)| *all |= more);
            }
            let kept = |word: usize| side.won[word] | if of_losses { side.lost[word] } else { 0 };
            let count = words.clone().map(|word| kept(word).count_ones()).sum();
            distances.longest = distances.longest.max(most);
            // Where nothing but mates is decided, all distances are zero; one bit says that, too.
            let width = (u16::BITS - most.leading_zeros()).max(1);
            let mut bits = Bits::new(count, width);
            let mut before = 0;
            for word in words {
                if word % STEP == 0 {
                    distances.starts[word / STEP] = before as u16;
                }
                let mut left = kept(word);
                before += left.count_ones();
                while left != 0 {
                    bits.push(found[(word - first) << 6 | left.trailing_zeros() as usize], width);
                    left &= left - 1;
                }
            }
            distances.blocks.push(bits.finish());
        }
        side.distances = Some(distances);
        side
    }
}
