//! Distances of the positions that are won or lost, and of no others.

use super::fills::Row;
use super::layout::Layout;
use super::log::Log;
use super::raw::Side;

/// How far each decided position of one side to move is, in the order of places, each in as many bits as the greatest takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Distances {
    width: u32,
    /// For each word how many of its block come before it.
    starts: Vec<u16>,
    /// The bits of each 64 words, the lowest of a byte first, and three bytes more.
    blocks: Vec<Box<[u8]>>,
}

/// From this distance on the 50-move rule makes wins cursed and losses blessed.
pub(crate) const CURSED: u16 = 101;

impl Distances {
    /// The distance of a decided position, before which so many of its word are decided.
    #[inline]
    pub(crate) fn get(&self, word: usize, before: u32) -> u16 {
        let number = usize::from(self.starts[word]) + before as usize;
        let bit = number * self.width as usize;
        let bytes = self.blocks[word / 64][bit / 8..].first_chunk();
        let bits = u32::from_le_bytes(*bytes.expect("each block is longer by three bytes"));
        (bits >> (bit % 8) & ((1 << self.width) - 1)) as u16
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
    /// Nothing, with room for so many numbers.
    fn new(count: u32, width: u32) -> Bits {
        let bytes = (count * width).div_ceil(8) + 3;
        Bits { bytes: Vec::with_capacity(bytes as usize), rest: 0, length: 0 }
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
        mut lost_log: Log,
        stuck: Option<Vec<u64>>,
    ) -> Side {
        let len = layout.len();
        let mut side = Side {
            shape: layout.shape,
            won: vec![0; len],
            lost: vec![0; len],
            cursed: None,
            stuck,
            distances: None,
        };
        // Where nothing but mates is decided, all distances are zero; one bit says that, too.
        let width = (u16::BITS - won_log.most.max(lost_log.most).leading_zeros()).max(1);
        let mut distances = Distances { width, starts: vec![0; len], blocks: vec![] };
        let mut found = [0; 64 * 64];
        for block in 0..len.div_ceil(64) {
            let first = 64 * block;
            let words = first..len.min(first + 64);
            let mut cursed: Row = [0; 64];
            for (log, set) in [(&mut won_log, &mut side.won), (&mut lost_log, &mut side.lost)] {
                let set = &mut set[words.clone()];
                log.drain(block, |distance, place| {
                    let (word, bit) = (place >> 6, place & 63);
                    set[word] |= 1 << bit;
                    found[place] = distance;
                    if distance >= CURSED {
                        cursed[word] |= 1 << bit;
                    }
                });
            }
            if cursed != [0; 64] {
                let plane = side.cursed.get_or_insert_with(|| vec![0; len]);
                plane[words.clone()].copy_from_slice(&cursed[..words.len()]);
            }
            let decided = |word: usize| side.won[word] | side.lost[word];
            let count = words.clone().map(|word| decided(word).count_ones()).sum();
            let mut bits = Bits::new(count, width);
            let mut before = 0;
            for word in words {
                distances.starts[word] = before as u16;
                let mut left = decided(word);
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
