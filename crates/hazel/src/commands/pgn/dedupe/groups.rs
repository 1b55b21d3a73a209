//! Games that are the same, and which of them is kept.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use crate::arguments::Keep;

/// The number of a file among those that were given, and of the game in it.
pub(super) type Place = (usize, u64);

/// All games, as far as it matters.
///
/// What is kept in memory is the key of each kept game and the place of each that is left out.
pub(super) struct Groups {
    keep: Keep,
    numbers: HashMap<Box<[u8]>, usize>,
    /// The game of each group that is kept, and how rich it is.
    best: Vec<(Place, u64)>,
    /// The others, with the number of their group.
    others: Vec<(Place, usize)>,
    /// Games that are like no other.
    single: u64,
}

impl Groups {
    pub(super) fn new(keep: Keep) -> Groups {
        let (best, others) = (Vec::new(), Vec::new());
        Groups { keep, numbers: HashMap::new(), best, others, single: 0 }
    }

    /// The next game; whether there was none like it before is returned.
    pub(super) fn add(&mut self, place: Place, key: Option<Box<[u8]>>, richness: u64) -> bool {
        let Some(key) = key else {
            self.single += 1;
            return true;
        };
        match self.numbers.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(self.best.len());
                self.best.push((place, richness));
                true
            }
            Entry::Occupied(entry) => {
                let group = *entry.get();
                let (best, most) = &mut self.best[group];
                let mut other = place;
                if self.keep == Keep::Best && richness > *most {
                    *most = richness;
                    other = std::mem::replace(best, place);
                }
                self.others.push((other, group));
                false
            }
        }
    }

    /// How many games are kept.
    pub(super) fn kept(&self) -> u64 {
        self.single + self.best.len() as u64
    }

    /// The games that aren't.
    pub(super) fn left_out(&self) -> HashSet<Place> {
        self.others.iter().map(|&(place, _)| place).collect()
    }

    /// Each game that is left out with the one that is kept, in the order of the files.
    pub(super) fn pairs(&self) -> Vec<(Place, Place)> {
        let mut pairs: Vec<(Place, Place)> =
            self.others.iter().map(|&(place, group)| (place, self.best[group].0)).collect();
        pairs.sort_unstable();
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Box<[u8]> {
        text.as_bytes().into()
    }

    #[test]
    fn the_first_of_the_richest_is_kept() {
        let mut groups = Groups::new(Keep::Best);
        for (game, richness) in [(1, 5), (2, 7), (3, 7), (4, 1)] {
            groups.add((0, game), Some(key("a")), richness);
        }
        assert_eq!(groups.pairs(), [((0, 1), (0, 2)), ((0, 3), (0, 2)), ((0, 4), (0, 2))]);
        assert_eq!(groups.kept(), 1);
    }

    #[test]
    fn games_without_a_key_are_all_kept() {
        let mut groups = Groups::new(Keep::First);
        assert!(groups.add((0, 1), None, 0) && groups.add((0, 2), None, 0));
        assert!(groups.add((0, 3), Some(key("a")), 0) && !groups.add((1, 1), Some(key("a")), 9));
        assert_eq!((groups.kept(), groups.pairs()), (3, vec![((1, 1), (0, 3))]));
    }
}
