//! Which tables to build next.
//!
//! A task is a key with a part of what lies below it: first only captures and pushes, then queens, then everything.
//! More always tells more, so the stages of a key are done in order. Each round may cost four times as much as the one
//! before: what is open may be built again in each, and so all rounds before the last cost a third of it.
//!
//! Where a task doesn't fit as a whole, a part of it may: the keys that tables lack which are there already, each with all
//! that it needs, and at last single tables that know nothing of what they lead to but what material tells.

use std::collections::{BTreeMap, BTreeSet};

use hazel_core::Color;

use super::ReachableError;
use crate::closure::needs;
use crate::planner::slots;
use crate::{Exit, Kind, MaterialKey, RawTable, Watch};

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
    /// What it takes, as far as that is estimated.
    cost: u64,
    /// For each key that was begun, how many of its stages are done.
    done: BTreeMap<MaterialKey, usize>,
    /// What everything wanted takes at least if the next stage of a key is among it. Such a stage isn't tried again as long as
    /// less is allowed.
    floors: BTreeMap<MaterialKey, u64>,
    /// How many bytes the next round may take.
    limit: u64,
    /// The same where tables are built alone.
    limit_alone: u64,
}

/// How many bytes the first round may take: a fraction of a second.
const FIRST: u64 = 16 << 20;
/// So many keys in a row are found too large before a round ends.
const PATIENCE: usize = 40;
/// Of more keys than these nobody counts what they take.
const COUNTABLE: usize = 2000;
/// With which stage keys begin.
const BEGINNING: usize = 1;

/// Open keys, with the number of open positions.
pub(crate) type Open = BTreeMap<MaterialKey, u64>;

/// Keys in the order in which they are tried.
type Order = Vec<(u128, MaterialKey)>;

impl Tasks {
    /// Begins. If a root is given its table alone comes first, else what captures and pushes lead to.
    pub(crate) fn new(root: Option<MaterialKey>) -> Tasks {
        Tasks {
            wanted: BTreeSet::new(),
            cost: 0,
            done: root.into_iter().map(|root| (root, 0)).collect(),
            floors: BTreeMap::new(),
            limit: FIRST,
            limit_alone: FIRST,
        }
    }

    /// Chooses tables with all that they need: for the open keys of the question, or else for those from which tables would
    /// know more that are there already. Where nothing fits with all that it needs, tables are built alone. They may
    /// take `left` bytes more. `false` if nothing fits.
    pub(crate) fn choose(
        &mut self,
        asked: &Open,
        within: &Open,
        left: u64,
        watch: &dyn Watch,
    ) -> Result<bool, ReachableError> {
        let orders = [order(asked, watch)?, order(within, watch)?];
        loop {
            let limit = self.limit.min(left);
            self.limit = self.limit.saturating_mul(4);
            for order in &orders {
                if self.round(order, limit, left, watch)? {
                    return Ok(true);
                }
            }
            if limit == left || orders.iter().all(Vec::is_empty) {
                break;
            }
        }
        let limit = self.limit_alone.min(left);
        self.limit_alone = self.limit_alone.saturating_mul(4);
        self.alone(&orders[1], limit, left, watch)
    }

    /// The most useful of the asked keys that isn't done, and how many bytes more it takes with all that it needs, if they can be
    /// counted.
    pub(crate) fn next(
        &self,
        asked: &Open,
        watch: &dyn Watch,
    ) -> Result<Option<(MaterialKey, Option<u64>)>, ReachableError> {
        for (_, key) in order(asked, watch)? {
            let Some(stage) = self.stage(&key) else { continue };
            let needed = match self.closure(key, stage, u64::MAX, COUNTABLE, watch)? {
                Closure::Fits { cost, building, .. } => Some(cost.saturating_add(building)),
                Closure::TooLarge(_) => None,
            };
            return Ok(Some((key, needed)));
        }
        Ok(None)
    }

    /// The next stage of a key, if there is one.
    fn stage(&self, key: &MaterialKey) -> Option<Stage> {
        Stage::ALL.get(self.done.get(key).copied().unwrap_or(BEGINNING)).copied()
    }

    /// Takes the next stages of as many keys as fit. Whether there was one.
    fn round(
        &mut self,
        order: &Order,
        limit: u64,
        left: u64,
        watch: &dyn Watch,
    ) -> Result<bool, ReachableError> {
        let most = self.cost.saturating_add(limit);
        let all = self.cost.saturating_add(left);
        let mut failures = 0;
        let mut any = false;
        for (_, key) in order {
            let Some(stage) = self.stage(key) else { continue };
            if self.floors.get(key).is_some_and(|floor| *floor > most) {
                continue;
            }
            let allowed = most.saturating_sub(self.cost);
            let floor = match self.closure(*key, stage, allowed, usize::MAX, watch)? {
                Closure::Fits { keys, cost, building }
                    if self.cost.saturating_add(cost).saturating_add(building) <= all =>
                {
                    any = true;
                    self.want(keys, cost);
                    let done = self.done.entry(*key).or_insert(BEGINNING);
                    *done += 1;
                    self.floors.remove(key);
                    continue;
                }
                Closure::Fits { cost, building, .. } => cost.saturating_add(building),
                Closure::TooLarge(cost) => cost,
            };
            self.floors.insert(*key, self.cost.saturating_add(floor));
            failures += 1;
            if failures > PATIENCE {
                break;
            }
        }
        Ok(any)
    }

    /// Takes as many tables as fit, without anything that they need. Whether there was one.
    fn alone(
        &mut self,
        order: &Order,
        limit: u64,
        left: u64,
        watch: &dyn Watch,
    ) -> Result<bool, ReachableError> {
        let most = self.cost.saturating_add(limit);
        let all = self.cost.saturating_add(left);
        let mut any = false;
        for (_, key) in
            order.iter().filter(|(_, key)| !self.wanted.contains(key)).collect::<Vec<_>>()
        {
            watch.check()?;
            let cost = RawTable::estimated_kept_bytes(key);
            let sum = self.cost.saturating_add(cost);
            if sum <= most && sum.saturating_add(RawTable::estimated_building_bytes(key)) <= all {
                any = true;
                self.want(BTreeSet::from([*key]), cost);
            }
        }
        Ok(any)
    }

    fn want(&mut self, keys: BTreeSet<MaterialKey>, cost: u64) {
        self.wanted.extend(keys);
        self.cost = self.cost.saturating_add(cost);
    }

    /// The keys below one that are not wanted yet, unless they take more than `most` bytes or are more than `many`.
    fn closure(
        &self,
        key: MaterialKey,
        stage: Stage,
        most: u64,
        many: usize,
        watch: &dyn Watch,
    ) -> Result<Closure, ReachableError> {
        let mut keys = BTreeSet::new();
        let (mut cost, mut building) = (0_u64, 0);
        let mut seen = BTreeSet::new();
        let mut waiting = vec![key];
        while let Some(key) = waiting.pop() {
            if !seen.insert(key) {
                continue;
            }
            watch.check()?;
            if !self.wanted.contains(&key) && keys.insert(key) {
                cost = cost.saturating_add(RawTable::estimated_kept_bytes(&key));
                building = building.max(RawTable::estimated_building_bytes(&key));
            }
            if cost > most || seen.len() > many {
                return Ok(Closure::TooLarge(cost));
            }
            let followed = needs(&key).into_iter().filter(|exit| stage.follows(exit));
            waiting.extend(followed.map(|exit| exit.child.canonical().0));
        }
        Ok(Closure::Fits { keys, cost, building })
    }
}

/// What must be built with a key.
enum Closure {
    /// So many bytes, and besides them those in which the largest of the tables is built.
    Fits { keys: BTreeSet<MaterialKey>, cost: u64, building: u64 },
    /// So many bytes at least.
    TooLarge(u64),
}

/// The keys that can have tables, the most useful first.
fn order(open: &Open, watch: &dyn Watch) -> Result<Order, ReachableError> {
    let mut order = vec![];
    for (key, count) in open.iter().filter(|(key, _)| key.pieces() <= RawTable::MAX_PIECES) {
        watch.check()?;
        order.push((priority(key, *count), *key));
    }
    order.sort_unstable_by(|a, b| b.cmp(a));
    Ok(order)
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
