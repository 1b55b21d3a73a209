//! A prefix code: common phrases get short codes.
//!
//! The code is canonical, so its lengths say all: codes of one length follow each other in the order of the phrases,
//! and those of the next length continue after them.

/// The longest code. Longer ones would save a hundredth of the size and cost a probe a fourth of its time, since then a
/// table of them no longer fits the nearest cache.
pub(super) const LONGEST: u32 = 12;

/// The lengths of the best code for phrases that occur so often, none longer than [`LONGEST`]. A phrase that doesn't
/// occur gets none (zero). At least two must occur.
pub(super) fn lengths(counts: &[u32]) -> Vec<u8> {
    let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    let mut least = 1;
    loop {
        let lengths = tree_depths(counts, least);
        if lengths.iter().all(|&length| length <= LONGEST) {
            return lengths.into_iter().map(|length| length as u8).collect();
        }
        // Whatever is too rare is counted as if it were a little more common, until the tree is flat enough.
        least = (least * 9 / 8).max(total >> (LONGEST + 2)) + 1;
    }
}

/// The depth of each phrase in Huffman's tree, where none counts less than `least`. Two queues, one of leaves and one
/// of inner nodes, both ascending.
fn tree_depths(counts: &[u32], least: u64) -> Vec<u32> {
    let mut leaves: Vec<usize> = (0..counts.len()).filter(|&leaf| counts[leaf] > 0).collect();
    leaves.sort_by_key(|&leaf| (counts[leaf], leaf));
    let n = leaves.len();
    let mut weights: Vec<u64> =
        leaves.iter().map(|&leaf| u64::from(counts[leaf]).max(least)).collect();
    let mut parents = vec![0; 2 * n - 1];
    let (mut leaf, mut inner) = (0, n);
    for node in n..2 * n - 1 {
        let mut weight = 0;
        for _ in 0..2 {
            let takes_leaf = leaf < n && (inner >= node || weights[leaf] <= weights[inner]);
            let child = if takes_leaf { &mut leaf } else { &mut inner };
            weight += weights[*child];
            parents[*child] = node;
            *child += 1;
        }
        weights.push(weight);
    }
    let mut depths = vec![0; 2 * n - 1];
    for node in (0..2 * n - 2).rev() {
        depths[node] = depths[parents[node]] + 1;
    }
    let mut lengths = vec![0; counts.len()];
    leaves.iter().zip(depths).for_each(|(&leaf, depth)| lengths[leaf] = depth);
    lengths
}

/// The codes that belong to these lengths.
pub(super) fn codes(lengths: &[u8]) -> Vec<u32> {
    let mut next = first_codes(lengths);
    let code = |&length: &u8| {
        let code = next[length as usize];
        next[length as usize] += 1;
        code
    };
    lengths.iter().map(code).collect()
}

/// The first code of each length.
fn first_codes(lengths: &[u8]) -> [u32; LONGEST as usize + 1] {
    let mut first = [0; LONGEST as usize + 1];
    for length in 1..first.len() {
        let shorter = lengths.iter().filter(|&&other| other as usize == length - 1 && other > 0);
        first[length] = (first[length - 1] + shorter.count() as u32) << 1;
    }
    first
}

/// Finds the phrase whose code comes next, with one look into a table of all words of [`LONGEST`] bits, and passes by all
/// phrases whose codes lie in such a word with a look into another.
#[derive(Clone, Debug)]
pub(super) struct Decoder {
    found: Box<[Found; 1 << LONGEST]>,
    passed: Box<[Passed; 1 << LONGEST]>,
}

/// Phrases that were passed by: their symbols (12 bits) and the length of their codes (4 bits), small because this is the table
/// that should stay in the nearest cache.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Passed(u16);

impl Passed {
    #[inline]
    pub(super) fn symbols(self) -> usize {
        usize::from(self.0 & 0xFFF)
    }

    #[inline]
    pub(super) fn code_lengths(self) -> u32 {
        u32::from(self.0 >> 12)
    }
}

/// A phrase that was found: its number, or that of its symbol if it has but one (12 bits), its symbols less one (12 bits) and the length of its code (8 bits),
/// in one word because the table of them should stay in a near cache.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found(u32);

impl Found {
    fn new(phrase: u16, symbols: u16, length: u8) -> Found {
        Found(u32::from(phrase) | (u32::from(symbols) - 1) << 12 | u32::from(length) << 24)
    }

    #[inline]
    pub(super) fn phrase(self) -> usize {
        (self.0 & 0xFFF) as usize
    }

    #[inline]
    pub(super) fn symbols(self) -> usize {
        (self.0 >> 12 & 0xFFF) as usize + 1
    }

    #[inline]
    pub(super) fn code_length(self) -> u32 {
        self.0 >> 24
    }
}

impl Decoder {
    /// The decoder for codes of these lengths, for phrases of so many symbols, which are told by these numbers. `None` if
    /// the code isn't complete, so that every sequence of bits means something to a decoder.
    pub(super) fn new(lengths: &[u8], symbols: &[u16], told: &[u16]) -> Option<Decoder> {
        let coded = || lengths.iter().filter(|&&length| length > 0);
        if coded().any(|&length| u32::from(length) > LONGEST)
            || coded().map(|length| 1_u32 << LONGEST >> length).sum::<u32>() != 1 << LONGEST
        {
            return None;
        }
        let mut found = Box::new([Found::default(); 1 << LONGEST]);
        for (phrase, code) in codes(lengths).into_iter().enumerate() {
            let length = lengths[phrase];
            if length > 0 {
                let free = LONGEST - u32::from(length);
                let from = (code << free) as usize;
                let phrase = Found::new(told[phrase], symbols[phrase], length);
                found.get_mut(from..from + (1 << free))?.fill(phrase);
            }
        }
        let mut passed = Box::new([Passed::default(); 1 << LONGEST]);
        for (word, passed) in passed.iter_mut().enumerate() {
            *passed = pass(&found, word);
        }
        Some(Decoder { found, passed })
    }

    /// The phrase whose code the word begins with.
    #[inline]
    pub(super) fn find(&self, word: u64) -> Found {
        self.found[(word >> (64 - LONGEST)) as usize]
    }

    /// All phrases whose codes lie in the first [`LONGEST`] bits of the word, at least one.
    #[inline]
    pub(super) fn pass(&self, word: u64) -> Passed {
        self.passed[(word >> (64 - LONGEST)) as usize]
    }
}

/// The phrases whose codes lie in a word of [`LONGEST`] bits, as many as have fewer than 4,096 symbols.
fn pass(found: &[Found; 1 << LONGEST], word: usize) -> Passed {
    let (mut symbols, mut length) = (0, 0);
    loop {
        let next = found[word << length & ((1 << LONGEST) - 1)];
        let all = symbols + next.symbols();
        if length + next.code_length() > LONGEST || all > 0xFFF {
            return Passed(symbols as u16 | (length as u16) << 12);
        }
        (symbols, length) = (all, length + next.code_length());
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, prop_assert_eq, prop_assume, proptest};

    use super::{Decoder, LONGEST, codes, lengths};

    /// The decoder of phrases that all have so many symbols.
    fn decoder(lengths: &[u8], symbols: u16) -> Option<Decoder> {
        let numbers: Vec<u16> = (0..lengths.len() as u16).collect();
        Decoder::new(lengths, &vec![symbols; lengths.len()], &numbers)
    }

    proptest! {
        #[test]
        fn every_code_is_found_whatever_follows(
            counts in proptest::collection::vec(0_u32..1 << 20, 2..600), after in any::<u64>()
        ) {
            prop_assume!(counts.iter().filter(|&&count| count > 0).count() > 1);
            let lengths = lengths(&counts);
            let decoder = decoder(&lengths, 7).expect("a complete code");
            for (phrase, code) in codes(&lengths).into_iter().enumerate() {
                let length = u32::from(lengths[phrase]);
                prop_assert_eq!(length > 0, counts[phrase] > 0);
                if length > 0 {
                    let found = decoder.find(u64::from(code) << (64 - length) | after >> length);
                    prop_assert_eq!(
                        (found.phrase(), found.symbols(), found.code_length()),
                        (phrase, 7, length)
                    );
                }
            }
        }

        #[test]
        fn the_more_common_phrase_never_has_the_longer_code(
            counts in proptest::collection::vec(1_u32..1 << 10, 2..300)
        ) {
            let lengths = lengths(&counts);
            for (a, b) in counts.iter().zip(&lengths) {
                for (c, d) in counts.iter().zip(&lengths) {
                    prop_assert!(a <= c || b <= d);
                }
            }
        }
    }

    #[test]
    fn even_fibonacci_numbers_get_no_longer_codes_than_allowed() {
        let (mut counts, mut next) = (vec![1_u32, 1], 2);
        while next < 1 << 30 {
            counts.push(next);
            next = counts[counts.len() - 1] + counts[counts.len() - 2];
        }
        let lengths = lengths(&counts);
        assert!(lengths.iter().all(|&length| u32::from(length) <= LONGEST));
        assert!(decoder(&lengths, 1).is_some());
    }

    #[test]
    fn incomplete_and_overfull_codes_are_refused() {
        assert!(decoder(&[1, 2, 2], 1).is_some());
        assert!(decoder(&[1, 2, 0], 1).is_none());
        assert!(decoder(&[1, 1, 1], 1).is_none());
        assert!(decoder(&[0, 0], 1).is_none());
    }
}
