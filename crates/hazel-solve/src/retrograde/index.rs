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

    /// Appends the [numbers](Index::number) of all these keys; `None` if they would be more than `most`.
    ///
    /// Quicker than one after the other. Most of the time goes into waiting for memory, and here all slots are asked for
    /// before the first of them is looked at.
    pub(super) fn numbers(
        &mut self,
        keys: &[u128],
        most: usize,
        numbers: &mut Vec<u32>,
    ) -> Option<()> {
        let first = numbers.len();
        let mask = self.slots.len().wrapping_sub(1);
        let at_home = |&key: &u128| self.slots.get(scatter(key) as usize & mask);
        numbers.extend(keys.iter().map(|key| at_home(key).copied().unwrap_or(FREE)));
        // A key keeps its number, so what was found above stays right while others are added.
        for (number, &key) in numbers[first..].iter_mut().zip(keys) {
            if self.keys.get(*number as usize) != Some(&key) {
                *number = self.number(key, most)?;
            }
        }
        Some(())
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
        let mut expected = vec![];
        for key in &keys {
            let number = known.iter().position(|other| other == key).unwrap_or_else(|| {
                known.push(*key);
                known.len() - 1
            });
            expected.push(number as u32);
        }
        let mut numbers = vec![];
        for some in keys.chunks(7) {
            assert_eq!(index.numbers(some, usize::MAX, &mut numbers), Some(()));
        }
        assert_eq!(numbers, expected);
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
        assert_eq!(index.numbers(&[7, 7], 1, &mut vec![]), Some(()));
        assert_eq!(index.numbers(&[7, 8], 1, &mut vec![]), None);
        assert_eq!(index.get(8), None);
        assert_eq!(index.keys(), [7]);
    }
}
