//! Which tables to build next.
//!
//! A task is a key with a part of what lies below it: first only captures and pushes, then queens, then everything.
//! More always tells more, so the stages of a key are done in order. Each round may cost four times as much as the one
//! before: everything open is built again in each, and so all rounds before the last cost a third of it.

use std::collections::{BTreeMap, BTreeSet};

use hazel_core::Color;

use crate::closure::needs;
use crate::planner::slots;
use crate::{Exit, Kind, MaterialKey, RawTable};

/// How much of what lies below a key is built.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    Alone,
    NoPromotions,
    Queens,
    All,
}

impl Stage {
    const ALL: [Stage; 4] = [Stage::Alone, Stage::NoPromotions, Stage::Queens, Stage::All];

    fn follows(self, exit: &Exit) -> bool {
        let pieces = exit.child.pieces();
        match self {
            Stage::Alone => false,
            Stage::NoPromotions => exit.promoted.is_none() && pieces <= RawTable::MAX_PIECES,
            Stage::Queens => exit.promoted.is_none_or(|kind| kind == Kind::Queen) && pieces <= 2,
            Stage::All => pieces <= RawTable::MAX_PIECES,
        }
    }
}

/// What was asked for, and what is wanted.
#[derive(Debug)]
pub(crate) struct Tasks {
    /// Everything that is built.
    pub(crate) wanted: BTreeSet<MaterialKey>,
    /// For each key that was begun, how many of its stages are done.
    done: BTreeMap<MaterialKey, usize>,
    /// The stage with which every key begins.
    first: usize,
    /// How many slots the next round may have.
    limit: u64,
    /// How many slots all rounds together may have.
    most: u64,
}

/// How many slots the first round may have: a fraction of a second.
const FIRST: u64 = 4_000_000;
/// So many keys in a row are found too large before a round ends.
const PATIENCE: usize = 40;

impl Tasks {
    /// Begins with a key alone, if that tells something, else with what captures and pushes lead to.
    pub(crate) fn new(alone: bool, most: u64) -> Tasks {
        let first = usize::from(!alone);
        Tasks { wanted: BTreeSet::new(), done: BTreeMap::new(), first, limit: FIRST, most }
    }

    /// Chooses tables for the open keys, which come with the number of open positions. `false` if nothing more can be
    /// done within the limits.
    pub(crate) fn choose(&mut self, open: &BTreeMap<MaterialKey, u64>) -> bool {
        let used: u64 = self.wanted.iter().map(slots).sum();
        let left = self.most.saturating_sub(used);
        let mut order: Vec<_> = open
            .iter()
            .filter(|(key, _)| key.pieces() <= RawTable::MAX_PIECES)
            .map(|(key, count)| (priority(key, *count), *key))
            .collect();
        order.sort_unstable_by(|a, b| b.cmp(a));
        loop {
            let limit = self.limit.min(left);
            self.limit = self.limit.saturating_mul(4);
            if self.round(&order, limit) {
                return true;
            }
            if limit == left || order.is_empty() {
                return false;
            }
        }
    }

    /// Takes the next stages of as many keys as fit. Whether there was one.
    fn round(&mut self, order: &[(u128, MaterialKey)], limit: u64) -> bool {
        let mut left = limit;
        let mut failures = 0;
        let mut any = false;
        for (_, key) in order {
            let done = self.done.get(key).copied().unwrap_or(self.first);
            let Some(stage) = Stage::ALL.get(done) else { continue };
            match self.closure(*key, *stage, left) {
                Some((keys, cost)) => {
                    left -= cost;
                    any = true;
                    self.wanted.extend(keys);
                    self.done.insert(*key, done + 1);
                }
                None => failures += 1,
            }
            if failures > PATIENCE {
                break;
            }
        }
        any
    }

    /// The keys below one that are not wanted yet, unless they have more slots than `most`.
    fn closure(
        &self,
        key: MaterialKey,
        stage: Stage,
        most: u64,
    ) -> Option<(BTreeSet<MaterialKey>, u64)> {
        let mut keys = BTreeSet::new();
        let mut cost = 0_u64;
        let mut seen = BTreeSet::new();
        let mut waiting = vec![key];
        while let Some(key) = waiting.pop() {
            if !seen.insert(key) {
                continue;
            }
            if !self.wanted.contains(&key) && keys.insert(key) {
                cost = cost.saturating_add(slots(&key));
            }
            if cost > most {
                return None;
            }
            let followed = needs(&key).into_iter().filter(|exit| stage.follows(exit));
            waiting.extend(followed.map(|exit| exit.child.canonical().0));
        }
        Some((keys, cost))
    }
}

/// How much a key is worth: open positions over cost.
fn priority(key: &MaterialKey, open: u64) -> u128 {
    // What lies below a key grows about tenfold with each man.
    let cost = slots(key).saturating_mul(10_u64.saturating_pow(key.men().min(12)));
    // A queen mostly settles what other pieces would, and rarely the other way round.
    let pieces = Color::ALL.map(|color| key.counts(color));
    let queens: u8 = pieces.iter().map(|counts| counts[Kind::Queen.index()]).sum();
    let bonus = if u32::from(queens) == key.pieces() { QUEENS } else { 1 };
    u128::from(open) * bonus * (1 << 60) / u128::from(cost.max(1))
}

/// How many open positions of others one with queens alone is worth.
const QUEENS: u128 = 16;
