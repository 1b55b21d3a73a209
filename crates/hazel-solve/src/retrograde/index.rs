//! Which number a key has.

/// Keys numbered in the order in which they came: a hash table that grows and never forgets.
///
/// The table proper holds numbers only, the keys lie beside it once: 16 bytes a key and 5.3 to 10.7 for the slots. The
/// map of the standard library would take 32 bytes for every slot, used or not.
#[derive(Default)]
pub(super) struct Index {
    keys: Vec<u128>,
    /// Numbers of keys or [`FREE`]; as many as a power of two, at most three quarters of them taken.
    slots: Vec<u32>,
}

/// A slot that nobody has taken.
const FREE: u32 = u32::MAX;

impl Index {
    /// More keys than this have no numbers.
    pub(super) const MOST: usize = FREE as usize;

    /// All keys by number.
    pub(super) fn keys(&self) -> &[u128] {
        &self.keys
    }

    /// The number of this key, if it has one.
    pub(super) fn get(&self, key: u128) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let number = self.slots[self.slot(key)];
        (number != FREE).then_some(number)
    }

    /// The number of this key, which gets the next one if it has none; `None` if `most` keys are there already.
    pub(super) fn number(&mut self, key: u128, most: usize) -> Option<u32> {
        if self.keys.len() >= self.slots.len() / 4 * 3 {
            self.grow();
        }
        let slot = self.slot(key);
        let number = self.slots[slot];
        if number != FREE {
            return Some(number);
        }
        if self.keys.len() >= most.min(Index::MOST) {
            return None;
        }
        let number = self.keys.len() as u32;
        self.slots[slot] = number;
        self.keys.push(key);
        Some(number)
    }

    /// Where this key is, or else the free slot where it belongs.
    fn slot(&self, key: u128) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = scatter(key) as usize & mask;
        while self.slots[slot] != FREE && self.keys[self.slots[slot] as usize] != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Twice as many slots. All keys are known to differ, so none is compared.
    fn grow(&mut self) {
        let length = (self.slots.len() * 2).max(64);
        self.slots.clear();
        self.slots.resize(length, FREE);
        for (number, &key) in self.keys.iter().enumerate() {
            let mut slot = scatter(key) as usize & (length - 1);
            while self.slots[slot] != FREE {
                slot = (slot + 1) & (length - 1);
            }
            self.slots[slot] = number as u32;
        }
    }
}

/// A number whose low bits depend on all bits of the key: two rounds of multiplying and folding the halves together.
fn scatter(key: u128) -> u64 {
    const ODD: u128 = 0x9e37_79b9_7f4a_7c15;
    let fold = |product: u128| product as u64 ^ (product >> 64) as u64;
    let high = fold((key >> 64) * ODD);
    fold(u128::from(key as u64 ^ high.rotate_left(32)) * ODD)
}

#[cfg(test)]
mod tests {
    use super::Index;

    #[test]
    fn keys_are_numbered_in_the_order_of_their_coming_and_found_again() {
        let mut index = Index::default();
        assert_eq!(index.get(0), None);
        // Neighbours, and keys that differ in high bits only.
        let keys: Vec<u128> = (0..1000).flat_map(|n| [n, n << 64, n << 118 | 1 << 60]).collect();
        let mut known: Vec<u128> = vec![];
        for key in keys {
            let number = known.iter().position(|&other| other == key).unwrap_or_else(|| {
                assert_eq!(index.get(key), None);
                known.push(key);
                known.len() - 1
            });
            assert_eq!(index.number(key, usize::MAX), Some(number as u32));
        }
        assert_eq!(index.keys(), known);
        for (number, &key) in known.iter().enumerate() {
            assert_eq!(index.get(key), Some(number as u32));
        }
    }

    #[test]
    fn a_full_index_still_knows_its_keys() {
        let mut index = Index::default();
        assert_eq!(index.number(7, 1), Some(0));
        assert_eq!(index.number(8, 1), None);
        assert_eq!(index.number(7, 1), Some(0));
        assert_eq!(index.get(8), None);
        assert_eq!(index.keys(), [7]);
    }
}
