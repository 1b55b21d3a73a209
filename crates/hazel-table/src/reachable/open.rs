//! Which keys would tell more.

use std::collections::BTreeMap;

use hazel_core::Color;
use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};

use super::answers::values;
use super::rows::Rows;
use super::step::Step;
use super::worth::Sets;
use super::{Reachable, ReachableError, Source};
use crate::{MaterialKey, Watch};

/// So many structures are looked at at once.
const PART: usize = 1024;

impl Reachable {
    /// The canonical keys of which not enough is known, each with the number of reached positions that are open and
    /// from which a move leads there. What is solved exactly has none.
    ///
    /// # Errors
    /// If it is stopped before the end.
    pub fn open(
        &self,
        known: &dyn Source,
        watch: &dyn Watch,
    ) -> Result<BTreeMap<MaterialKey, u64>, ReachableError> {
        let mut all = BTreeMap::new();
        let numbers: Vec<usize> = (0..self.structures.len()).collect();
        // In parts: maps of everything would have to be joined again and again.
        for part in numbers.chunks(PART) {
            let open = part.par_iter().map(|&at| {
                watch.check()?;
                Ok(self.open_from(at, known))
            });
            for more in open.collect::<Result<Vec<_>, ReachableError>>()? {
                watch.check()?;
                for (key, count) in more {
                    *all.entry(key).or_default() += count;
                }
            }
        }
        Ok(all)
    }

    fn open_from(&self, at: usize, known: &dyn Source) -> BTreeMap<MaterialKey, u64> {
        let structure = &self.structures[at];
        let mut counts = BTreeMap::new();
        let open = match structure.runs.as_slice() {
            [first, second] => {
                Color::ALL.map(|turn| differing(&first[turn.index()], &second[turn.index()]))
            }
            // Who wins is known here, but of the first position it is asked how soon, too.
            [_] if at == 0 => self.differing_distances(at, known),
            _ => return counts,
        };
        for turn in Color::ALL {
            let open = &open[turn.index()];
            for step in Step::list(structure.pawns, turn) {
                let is_missing = match step.promoted {
                    Some(_) => true,
                    None => !self.by_pawns.contains_key(&step.pawns),
                };
                let after = step.forward(open).and(&step.legal());
                if !is_missing || after.is_empty() {
                    continue;
                }
                let canonical = step.child().canonical().0;
                if step.promoted.is_some() && known.is_exact(&canonical) {
                    continue;
                }
                let mut before = Rows::EMPTY;
                step.back(&after, &mut before);
                *counts.entry(canonical).or_default() += before.and(open).len();
            }
        }
        counts
    }

    /// The positions of a structure whose distances are not known.
    fn differing_distances(&self, at: usize, known: &dyn Source) -> [Rows; 2] {
        let values = Color::ALL.map(|against| values(self, at, against, known));
        Color::ALL.map(|turn| {
            let [first, second] = values.each_ref().map(|values| &values[turn.index()]);
            let mut open = Rows::EMPTY;
            for kings in self.structures[at].reached[turn.index()].pairs() {
                let pair = kings[0].index() << 6 | kings[1].index();
                if first[pair] != second[pair] {
                    open.insert(kings);
                }
            }
            open
        })
    }
}

/// The positions of which two runs say different things.
fn differing(first: &Sets, second: &Sets) -> Rows {
    let differ = |a: &Rows, b: &Rows| a.zip(b, |a, b| a ^ b);
    let [a, b] = [first, second].map(|sets| sets.cursed.as_deref().unwrap_or(&Rows::EMPTY));
    differ(&first.won, &second.won).or(&differ(&first.lost, &second.lost)).or(&differ(a, b))
}
