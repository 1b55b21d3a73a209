//! A set of few positions, which is kept for parents and seldom asked for.

use super::log::Log;

/// Few of the positions in so many words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Few {
    log: Log,
    words: usize,
}

impl Few {
    /// How many bytes they take.
    pub(crate) fn bytes(&self) -> usize {
        self.log.bytes()
    }

    /// These positions, about a byte for each.
    pub(crate) fn of(set: &[u64]) -> Few {
        let mut log = Log::new(set.len());
        for (block, words) in set.chunks(64).enumerate() {
            if words.iter().any(|&word| word != 0) {
                let mut row = [0; 64];
                row[..words.len()].copy_from_slice(words);
                log.push(block, 0, &row);
            }
        }
        Few { log, words: set.len() }
    }

    /// All words.
    pub(crate) fn to_set(&self) -> Vec<u64> {
        let mut set = vec![0; self.words];
        for block in 0..self.words.div_ceil(64) {
            let words = &mut set[64 * block..];
            self.log.each(block, |_, place| words[place >> 6] |= 1 << (place & 63));
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_positions_come_back() {
        let mut set = vec![0; 150];
        (set[0], set[63], set[64], set[149]) = (1, 1 << 63, u64::MAX, 5);
        assert_eq!(Few::of(&set).to_set(), set);
        assert_eq!(Few::of(&[]).to_set(), [0; 0]);
    }
}
