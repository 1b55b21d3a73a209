//! What is known of positions, in a fixed amount of memory, for all threads at once.
//!
//! An entry is the whole position, never a hash of it: the key is mixed by a bijection, the line where it is stored
//! follows from a part of the mixed key, and only what doesn't follow from the line is written down. So 128 bits hold the
//! key and still have room for what is known, and one wrong answer in a proof, which would spoil all of it, can't come
//! from here. Hashes with a check were rejected: they are right only almost always.
//!
//! Entries are read and written as one atomic word of 128 bits. Two threads that write the same line at once may lose
//! one of the two entries; that costs work, and nothing else.
//!
//! A line has two regions. The first entries keep what was most work; the last one takes what comes, so that what was
//! found a moment ago is there, too. Knowledge of one position is merged, never overwritten.

mod memory;

use portable_atomic::Ordering;

use crate::Outcome;
pub(crate) use memory::prefetch;
use memory::{ENTRIES, Line, Lines};

/// The entries of a line that keep what was most work.
const KEPT: usize = ENTRIES - 1;
/// The bits that an entry needs besides the key: three for the outcome, six for the cost.
const DATA_BITS: u32 = 9;
const COST_BITS: u32 = 6;
/// The most that fits in the bits of the cost.
const MOST_COST: u8 = (1 << COST_BITS) - 1;

/// Outcomes of positions by their keys.
pub(crate) struct Table {
    lines: Lines,
}

/// Where a key belongs, and what of it has to be written down there.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    line: usize,
    tag: u128,
}

impl Place {
    /// A number below 64 that equal places have in common, and of others one in 64.
    #[inline]
    pub(crate) fn bit(self) -> u32 {
        (self.tag >> 64) as u32 % 64
    }
}

impl Table {
    /// The least memory that a table works with, in bytes.
    pub(crate) const LEAST: usize = size_of::<Line>() << DATA_BITS;

    /// A table of at most so many bytes. `None` if they can't be had or are too few.
    pub(crate) fn new(bytes: usize) -> Option<Table> {
        let lines = Lines::new(bytes / size_of::<Line>()).filter(|_| bytes >= Table::LEAST)?;
        Some(Table { lines })
    }

    /// Where this key belongs.
    #[inline]
    pub(crate) fn place(&self, key: u128) -> Place {
        let (high, low) = mix(key);
        // The lower halves that belong to one line follow each other, and differ in what is kept of them.
        let line = (u128::from(low) * self.lines.get().len() as u128) >> 64;
        let tag = u128::from(high) << 64 | u128::from(low << DATA_BITS);
        Place { line: line as usize, tag }
    }

    /// Says that this place will be looked at soon.
    #[inline]
    pub(crate) fn expect(&self, place: Place) {
        prefetch(&self.lines.get()[place.line]);
    }

    /// What is known of the position that belongs there.
    #[inline]
    pub(crate) fn lookup(&self, place: Place) -> Outcome {
        self.entry(place).map_or(Outcome::ANY, |entry| entry.0)
    }

    /// The same with how much work it was.
    #[inline]
    pub(crate) fn entry(&self, place: Place) -> Option<(Outcome, u8)> {
        let line = &self.lines.get()[place.line].0;
        let entry = line.iter().find_map(|entry| fits(entry.load(Ordering::Relaxed), place.tag))?;
        Some(unpack(entry))
    }

    /// Adds what is known, merged with what already was. `cost` is the binary logarithm of the work.
    #[inline]
    pub(crate) fn store(&self, place: Place, outcome: Outcome, cost: u8) {
        let line = &self.lines.get()[place.line].0;
        let mut entries = [0; ENTRIES];
        for (index, entry) in line.iter().enumerate() {
            entries[index] = entry.load(Ordering::Relaxed);
            if let Some(old) = fits(entries[index], place.tag) {
                let (known, old_cost) = unpack(old);
                let merged = known.meet(outcome).expect("proofs don't contradict each other");
                let entry = pack(place.tag, merged, cost.max(old_cost));
                line[index].store(entry, Ordering::Relaxed);
                return;
            }
        }
        let new = pack(place.tag, outcome, cost);
        let empty = entries.iter().position(|entry| *entry == 0);
        let index = empty.unwrap_or_else(|| {
            let cheapest = (0..KEPT).min_by_key(|&index| unpack(entries[index]).1).unwrap_or(0);
            if unpack(entries[cheapest]).1 > cost {
                return KEPT;
            }
            // What has to make room for it is still recent.
            line[KEPT].store(entries[cheapest], Ordering::Relaxed);
            cheapest
        });
        line[index].store(new, Ordering::Relaxed);
    }

    /// How much of it is used, from 0 to 1, judged by a part.
    #[allow(clippy::cast_precision_loss, reason = "a share needs no more digits")]
    pub(crate) fn fill(&self) -> f64 {
        let lines = self.lines.get();
        let part = &lines[..lines.len().min(1 << 12)];
        let used = part.iter().flat_map(|line| &line.0);
        let used = used.filter(|entry| entry.load(Ordering::Relaxed) != 0).count();
        used as f64 / (part.len() * ENTRIES) as f64
    }

    /// Its size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.lines.get())
    }
}

/// The entry, if it is the one with this tag.
#[inline]
fn fits(entry: u128, tag: u128) -> Option<u128> {
    (entry >> DATA_BITS == tag >> DATA_BITS && entry != 0 && entry & 7 != 0).then_some(entry)
}

#[inline]
fn pack(tag: u128, outcome: Outcome, cost: u8) -> u128 {
    tag | u128::from(cost.min(MOST_COST)) << 3 | u128::from(outcome.bits())
}

#[inline]
fn unpack(entry: u128) -> (Outcome, u8) {
    let data = entry as u16;
    let outcome = Outcome::from_bits((data & 7) as u8).unwrap_or(Outcome::ANY);
    (outcome, (data >> 3) as u8 & MOST_COST)
}

/// A bijection of 128 bits after which every bit of the lower half depends on all of the key.
#[inline]
fn mix(key: u128) -> (u64, u64) {
    let (mut high, mut low) = ((key >> 64) as u64, key as u64);
    low ^= scramble(high);
    high ^= scramble(low ^ 0x9E37_79B9_7F4A_7C15);
    low ^= scramble(high ^ 0xD1B5_4A32_D192_ED03);
    (high, low)
}

#[inline]
fn scramble(x: u64) -> u64 {
    let x = (x ^ x >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x ^ x >> 32
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{ENTRIES, Table, mix};
    use crate::Outcome;

    fn table() -> Table {
        Table::new(Table::LEAST).expect("memory")
    }

    /// Many keys, so that all lines are full many times over: what is found is what was stored.
    #[test]
    fn what_is_found_was_stored_for_this_very_key() {
        let table = table();
        let mut stored = HashMap::new();
        let entries = table.lines.get().len() * ENTRIES;
        for key in 0..(20 * entries) as u128 {
            let key = (key * 0x1_0000_0001) ^ (key << 100);
            let outcome = Outcome::ALL[key as usize % 7];
            table.store(table.place(key), outcome, (key % 40) as u8);
            stored.insert(key, outcome);
        }
        let found = stored.iter().filter(|(key, outcome)| {
            let known = table.entry(table.place(**key)).map(|entry| entry.0);
            assert!(known.is_none() || known == Some(**outcome), "{key:x}");
            known.is_some()
        });
        assert_eq!(found.count(), entries, "full, and nothing is there twice");
    }

    #[test]
    fn knowledge_is_merged_and_cost_kept() {
        let table = table();
        let place = table.place(5);
        table.store(place, Outcome::WIN_OR_DRAW, 30);
        table.store(place, Outcome::DRAW_OR_LOSS, 2);
        assert_eq!(table.entry(place), Some((Outcome::DRAW, 30)));
        assert_eq!(table.lookup(table.place(6)), Outcome::ANY);
    }

    #[test]
    fn what_was_most_work_stays_and_what_came_last_is_there() {
        let table = table();
        let line = table.place(0).line;
        let keys = (0..).filter(|key| table.place(*key).line == line);
        let keys: Vec<u128> = keys.take(50).collect();
        for (cost, key) in [60, 50, 40].into_iter().zip(&keys) {
            table.store(table.place(*key), Outcome::WIN, cost);
        }
        for key in &keys[3..] {
            table.store(table.place(*key), Outcome::LOSS, 1);
            assert_eq!(table.lookup(table.place(*key)), Outcome::LOSS);
        }
        for key in &keys[..3] {
            assert_eq!(table.lookup(table.place(*key)), Outcome::WIN);
        }
        table.store(table.place(keys[10]), Outcome::DRAW, 45);
        let costs = [0, 1, 2, 10].map(|index| table.entry(table.place(keys[index])).map(|e| e.1));
        assert_eq!(
            costs,
            [Some(60), Some(50), Some(40), Some(45)],
            "the cheapest is now the recent one"
        );
    }

    #[test]
    fn too_little_memory_is_no_table() {
        assert!(Table::new(Table::LEAST - 1).is_none());
        assert!(Table::new(usize::MAX / 2).is_none());
    }

    /// The three rounds can be undone one after the other, so two keys never mix to one.
    #[test]
    fn mixing_keeps_keys_apart() {
        let mixed: std::collections::HashSet<(u64, u64)> = (0..100_000u128)
            .flat_map(|key| [mix(key), mix(key << 64 | 7), mix(key << 50 | 3)])
            .collect();
        let keys: std::collections::HashSet<u128> =
            (0..100_000u128).flat_map(|key| [key, key << 64 | 7, key << 50 | 3]).collect();
        assert_eq!(mixed.len(), keys.len());
    }
}
