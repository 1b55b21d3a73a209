//! Which keys would tell more.

use std::collections::BTreeMap;

use hazel_core::Color;
use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};

use super::rows::Rows;
use super::step::Step;
use super::{Reachable, Source, Structure};
use crate::MaterialKey;

impl Reachable {
    /// The canonical keys of which not enough is known, each with the number of reached positions that are open and from which a
    /// move leads there. What is solved exactly has none.
    pub fn open(&self, known: &dyn Source) -> BTreeMap<MaterialKey, u64> {
        let open = |structure: &Structure| self.open_from(structure, known);
        let open = self.structures.par_iter().map(open);
        open.reduce(BTreeMap::new, |mut all, more| {
            for (key, count) in more {
                *all.entry(key).or_default() += count;
            }
            all
        })
    }

    fn open_from(&self, structure: &Structure, known: &dyn Source) -> BTreeMap<MaterialKey, u64> {
        let mut counts = BTreeMap::new();
        let [first, second] = structure.runs.as_slice() else { return counts };
        for turn in Color::ALL {
            let [first, second] = [first, second].map(|run| &run[turn.index()]);
            let differ = |a: &Rows, b: &Rows| a.zip(b, |a, b| a ^ b);
            let mut open = differ(&first.won, &second.won).or(&differ(&first.lost, &second.lost));
            let cursed = [first, second].map(|sets| sets.cursed.as_deref().unwrap_or(&Rows::EMPTY));
            open = open.or(&differ(cursed[0], cursed[1]));
            for step in Step::list(structure.pawns, turn) {
                let is_missing = match step.promoted {
                    Some(_) => true,
                    None => !self.by_pawns.contains_key(&step.pawns),
                };
                let after = step.forward(&open).and(&step.legal());
                if !is_missing || after.is_empty() {
                    continue;
                }
                let canonical = step.child().canonical().0;
                if step.promoted.is_some() && known.is_exact(&canonical) {
                    continue;
                }
                let mut before = Rows::EMPTY;
                step.back(&after, &mut before);
                *counts.entry(canonical).or_default() += before.and(&open).len();
            }
        }
        counts
    }
}
