//! Which positions each pass found, written down in the order in which they were found.
//!
//! While a table is built nobody asks for distances, and where the last of them will lie isn't known before all are
//! found: only positions that are won or lost get one. So what a pass finds is written down briefly, about a byte a
//! position, and sorted at the end. A byte for every place would be written to in no order, and would be the greater part
//! of all memory.
//!
//! A block of 64 words has its own bytes, so that they can go, block by block, while the table takes their place. A record
//! is a number, the distance twice and 1 for a set of 64 words, seven bits a byte, the lowest first. Then come the 64
//! words, or steps from each position to the next, a byte each and the first from before the block: 1 to 254, 255 for
//! 254 without a position, and 0 for the end.

use super::fills::Row;

/// What was found in each block of 64 words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Log {
    blocks: Vec<Vec<u8>>,
}

/// From so many positions on a set of words is shorter than steps.
const DENSE: u32 = 500;
/// Steps of as many positions, the longest steps and the end.
const MOST: usize = DENSE as usize + 64 * 64 / 254 + 1;

impl Log {
    /// How many bytes they take.
    pub(crate) fn bytes(&self) -> usize {
        let blocks = self.blocks.iter().map(|block| block.capacity() + size_of::<Vec<u8>>());
        blocks.sum()
    }

    /// Nothing in so many words.
    pub(crate) fn new(words: usize) -> Log {
        Log { blocks: vec![vec![]; words.div_ceil(64)] }
    }

    /// Writes down what was found in a block at a distance.
    pub(crate) fn push(&mut self, block: usize, distance: u16, found: &Row) {
        let bytes = &mut self.blocks[block];
        let count: u32 = found.iter().map(|word| word.count_ones()).sum();
        if count >= DENSE {
            reserve(bytes, 3 + 64 * 8);
            number(bytes, u32::from(distance) << 1 | 1);
            bytes.extend(found.iter().flat_map(|word| word.to_le_bytes()));
            return;
        }
        let mut steps = [0; MOST];
        let mut length = 0;
        let mut next = 0;
        for (word, &set) in found.iter().enumerate() {
            let mut left = set;
            while left != 0 {
                let place = word << 6 | left.trailing_zeros() as usize;
                left &= left - 1;
                let mut step = place + 1 - next;
                next = place + 1;
                while step > 254 {
                    steps[length] = 255;
                    length += 1;
                    step -= 254;
                }
                steps[length] = step as u8;
                length += 1;
            }
        }
        // The end is a step of 0, which is there already.
        reserve(bytes, 3 + length + 1);
        number(bytes, u32::from(distance) << 1);
        bytes.extend_from_slice(&steps[..=length]);
    }

    /// As [`each`](Log::each), and the records are taken out.
    pub(crate) fn drain(&mut self, block: usize, show: impl FnMut(u16, usize)) {
        self.each(block, show);
        self.blocks[block] = vec![];
    }

    /// Shows each position of the records of a block: the distance, and the number in the block.
    pub(crate) fn each(&self, block: usize, mut show: impl FnMut(u16, usize)) {
        let mut rest = self.blocks[block].as_slice();
        while !rest.is_empty() {
            let head = take_number(&mut rest);
            let distance = (head >> 1) as u16;
            if head & 1 != 0 {
                let (words, after) = rest.split_at(64 * 8);
                rest = after;
                for (word, bytes) in words.as_chunks::<8>().0.iter().enumerate() {
                    let mut left = u64::from_le_bytes(*bytes);
                    while left != 0 {
                        show(distance, word << 6 | left.trailing_zeros() as usize);
                        left &= left - 1;
                    }
                }
                continue;
            }
            let mut next = 0;
            let mut length = 0;
            for &step in rest {
                length += 1;
                match step {
                    0 => break,
                    255 => next += 254,
                    step => {
                        next += usize::from(step);
                        show(distance, next - 1);
                    }
                }
            }
            rest = &rest[length..];
        }
    }
}

/// Makes room for more bytes. A block grows many times, and doubling it would leave a quarter of all memory unused.
fn reserve(bytes: &mut Vec<u8>, more: usize) {
    if bytes.capacity() - bytes.len() < more {
        bytes.reserve_exact(more.max(bytes.len() / 8));
    }
}

fn number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> u32 {
    let length = 1 + bytes.iter().take_while(|byte| **byte >= 128).count();
    let (number, rest) = bytes.split_at(length);
    *bytes = rest;
    number.iter().rev().fold(0, |number, byte| number << 7 | u32::from(byte & 127))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, prop_assert_eq, proptest};

    use super::*;

    proptest! {
        #[test]
        fn what_was_written_down_comes_back_in_order(
            sets in prop::collection::vec((0_u16..1000, any::<u64>(), any::<u64>(), 0_u32..64), 0..6),
        ) {
            let mut log = Log::new(100);
            let mut expected = vec![];
            for (distance, odd, seed, shift) in sets {
                // Few or many positions, near to each other or far apart.
                let found: Row = std::array::from_fn(|word| {
                    let noise = (seed ^ word as u64).wrapping_mul(odd | 1).rotate_left(29).wrapping_mul(odd | 1);
                    if noise >> 58 < 2 { noise } else { noise >> shift >> (shift / 2) }
                });
                log.push(1, distance, &found);
                let bits = |word: usize| (0..64).filter(move |bit| found[word] >> bit & 1 != 0);
                expected.extend((0..64).flat_map(|word| bits(word).map(move |bit| (distance, 64 * word + bit))));
            }
            let mut shown = vec![];
            log.drain(1, |distance, place| shown.push((distance, place)));
            prop_assert_eq!(shown, expected);
            log.drain(1, |_, _| panic!("it was taken out"));
            log.drain(0, |_, _| panic!("nothing was there"));
        }
    }
}
