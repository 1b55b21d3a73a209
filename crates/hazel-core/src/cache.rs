//! A cache keyed by hashes that never mistakes one thing for another.

use crate::{Hashed, Zobrist};

/// A fixed number of places for values, found by the hash of a `T`.
///
/// Each place keeps the hash and the witness of what it holds. A look-up compares both, so two things with the same
/// hash are told apart, and counted: what a cache of bare hashes would get wrong, this one reports. A new value always
/// takes the place of an old one.
#[derive(Debug)]
pub struct Cache<T: Hashed, V> {
    places: Vec<Option<Place<T, V>>>,
    counts: CacheCounts,
}

#[derive(Debug)]
struct Place<T: Hashed, V> {
    hash: Zobrist<T>,
    witness: T::Witness,
    value: V,
}

/// What a [`Cache`] has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CacheCounts {
    /// Look-ups that found what they asked for.
    pub hits: u64,
    /// Look-ups that found nothing under their hash.
    pub misses: u64,
    /// Look-ups that found something else with the very same hash. They are not among the misses.
    pub collisions: u64,
    /// Values put where another thing's value was.
    pub evictions: u64,
}

impl std::ops::AddAssign for CacheCounts {
    fn add_assign(&mut self, other: CacheCounts) {
        self.hits += other.hits;
        self.misses += other.misses;
        self.collisions += other.collisions;
        self.evictions += other.evictions;
    }
}

impl<T: Hashed, V> Cache<T, V> {
    /// What one place takes in memory.
    pub const BYTES_PER_PLACE: usize = size_of::<Option<Place<T, V>>>();

    /// A cache with this many places, at least one.
    pub fn new(places: usize) -> Cache<T, V> {
        let places = std::iter::repeat_with(|| None).take(places.max(1)).collect();
        Cache { places, counts: CacheCounts::default() }
    }

    /// The value of the thing with this hash and witness, if it is here.
    pub fn get(&mut self, hash: Zobrist<T>, witness: &T::Witness) -> Option<&V> {
        let index = self.index(hash);
        match &self.places[index] {
            Some(place) if place.hash == hash => {
                if place.witness == *witness {
                    self.counts.hits += 1;
                    return Some(&place.value);
                }
                self.counts.collisions += 1;
            }
            _ => self.counts.misses += 1,
        }
        None
    }

    /// Puts a value in its place.
    pub fn insert(&mut self, hash: Zobrist<T>, witness: T::Witness, value: V) {
        let index = self.index(hash);
        let old = self.places[index].replace(Place { hash, witness, value });
        let other = old.is_some_and(|old| old.hash != hash || old.witness != witness);
        self.counts.evictions += u64::from(other);
    }

    /// What has been seen so far.
    pub fn counts(&self) -> CacheCounts {
        self.counts
    }

    /// The high bits of a product spread hashes evenly over any number of places.
    fn index(&self, hash: Zobrist<T>) -> usize {
        ((u128::from(hash.bits()) * self.places.len() as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bitboard, Pawns, Position};

    #[test]
    fn hits_misses_collisions_and_evictions_are_told_apart() {
        let mut cache = Cache::<Pawns, &str>::new(2);
        let [low, lower, high] = [7, 6, u64::MAX].map(Zobrist::from_bits);
        let witness = |bits| [Bitboard(bits); 2];
        assert_eq!(cache.get(low, &witness(1)), None);
        cache.insert(low, witness(1), "one");
        cache.insert(high, witness(2), "two");
        assert_eq!(cache.get(low, &witness(1)), Some(&"one"));
        assert_eq!(cache.get(high, &witness(2)), Some(&"two"));
        // The same hash of another thing.
        assert_eq!(cache.get(low, &witness(3)), None);
        // Another hash that belongs in the same place.
        assert_eq!(cache.get(lower, &witness(1)), None);
        cache.insert(low, witness(1), "again");
        cache.insert(lower, witness(4), "other");
        assert_eq!(cache.get(low, &witness(1)), None);
        let expected = CacheCounts { hits: 2, misses: 3, collisions: 1, evictions: 1 };
        assert_eq!(cache.counts(), expected);
        let mut twice = expected;
        twice += expected;
        assert_eq!(twice, CacheCounts { hits: 4, misses: 6, collisions: 2, evictions: 2 });
    }

    #[test]
    fn a_cache_of_no_places_still_has_one() {
        let position = Position::initial();
        let mut cache = Cache::<Position, u8>::new(0);
        let (hash, witness) = (Zobrist::of(&position), Position::witness(&position));
        cache.insert(hash, witness, 5);
        assert_eq!(cache.get(hash, &witness), Some(&5));
    }
}
