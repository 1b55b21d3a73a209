//! Which tables to build next.
//!
//! A position of a game is answered exactly only if the table of its key is there, and that needs the tables of all keys
//! that play can lead to. So what a key costs is not its own table but its whole closure, as far as it is missing, and what a
//! table is worth is decided by all keys in games that need it.
//!
//! Each key that games have is worth the number of its positions in games that are still open. This worth is spread evenly
//! over all positions of all tables that are missing for it. The **score** of a table is how much falls on each of its
//! positions: the sum, over the keys of games that need it, of their worth divided by the size of what they lack. It is
//! frequency times what is open over cost, for the whole closure. Whatever needs a table also needs the tables that this
//! one needs, so a child's score is never less than its parent's: the order of scores is an order in which tables can be
//! built.
//!
//! Giving each table the whole worth of all that need it was rejected: tables that only endless closures need would come
//! before those that finish something.
//!
//! Closures can be enormous. So only so many keys are looked at, and the [`Proposal`] says what was left out. Keys of games
//! are taken in the order of their worth, divided by ten for each man, as closures are about ten times as large with a man more.

mod graph;
mod slots;

use self::graph::{Graph, Reached};
use crate::frequency::{Count, Frequencies, Known};
use crate::{Exit, MaterialKey, PlanError, RawTable, Watch};

pub use slots::slots;

/// What may be built, and how far to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planner {
    /// A table that takes more bytes together with its children while it is built is never built.
    pub memory: u64,
    /// The most pieces besides kings and pawns of a table.
    pub pieces: u32,
    /// The most keys that are looked at in all. A tenth of them are looked at for one key of games.
    pub keys: usize,
}

impl Default for Planner {
    /// All that can be built, and 100,000 keys.
    fn default() -> Planner {
        Planner { memory: u64::MAX, pieces: RawTable::MAX_PIECES, keys: 100_000 }
    }
}

/// Tables that are worth being built.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Proposal {
    /// The tables that are missing, best first. Each comes after those that it needs.
    pub rows: Vec<Row>,
    /// How many keys were looked at.
    pub keys: usize,
    /// What is answered as well as it can be.
    pub answered: Seen,
    /// What the proposed tables are for.
    pub planned: Seen,
    /// What can't be built: too many pieces, or too large.
    pub refused: Seen,
    /// What was not looked at, since too many keys were.
    pub skipped: Seen,
}

/// Keys that games have, and the positions of games that have them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Seen {
    /// How many keys.
    pub keys: u64,
    /// How many positions.
    pub positions: u64,
}

/// A table that is missing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    /// The canonical key.
    pub key: MaterialKey,
    /// Games and positions that have it.
    pub count: Count,
    /// How many keys of games need it, itself included.
    pub needed_by: u64,
    /// Of those, the one to which it owes most of its score.
    pub most_for: MaterialKey,
    /// How many slots it has.
    pub slots: u64,
    /// How many tables must be built to have it, itself included.
    pub missing_keys: u64,
    /// How many slots these tables have.
    pub missing_slots: u64,
    /// How much of what is open in games falls on each slot.
    pub score: f64,
    /// Whether the table will be exact once all that it needs is there. If not, moves lead to tables that are not built.
    pub is_exact: bool,
}

impl Planner {
    /// Proposes what to build next for these games.
    ///
    /// `known` says what tables there are, as [`Known::of`] does. A table of bounds counts as missing if it is stale or
    /// something that it needs is missing, since it gets better by that. `follow` says which exits are followed, as for [`Plan::closure`](crate::Plan::closure); what lies
    /// behind others stays unknown.
    ///
    /// Only the first `limit` tables are returned.
    ///
    /// # Errors
    /// If it is stopped.
    pub fn propose(
        &self,
        counts: &Frequencies,
        known: impl Fn(&MaterialKey) -> Known,
        follow: impl Fn(&Exit) -> bool,
        limit: usize,
        watch: &dyn Watch,
    ) -> Result<Proposal, PlanError> {
        let mut proposal = Proposal::default();
        let mut graph = Graph::new(*self, &known, &follow, watch);
        let mut wishes = Vec::new();
        for Wanted { key, positions, worth } in wanted(counts, &known, watch)? {
            let sum = match graph.reach(key) {
                Reached::Node(node) if worth > 0.0 && graph.is_missing(node) => {
                    wishes.push((node, worth));
                    &mut proposal.planned
                }
                Reached::Node(_) | Reached::Exact => &mut proposal.answered,
                Reached::Refused => &mut proposal.refused,
                Reached::TooFar => &mut proposal.skipped,
                Reached::Stopped => return Err(PlanError::Stopped { found: graph.len() }),
            };
            sum.keys += 1;
            sum.positions += positions;
        }
        proposal.keys = graph.len();
        proposal.rows = rank(&graph, &wishes, counts, limit, watch)?;
        Ok(proposal)
    }
}

/// A key of games.
struct Wanted {
    key: MaterialKey,
    positions: u64,
    /// Its open positions in games.
    worth: f64,
}

/// The keys of games in the order in which they are looked at.
fn wanted(
    counts: &Frequencies,
    known: &dyn Fn(&MaterialKey) -> Known,
    watch: &dyn Watch,
) -> Result<Vec<Wanted>, PlanError> {
    let mut wanted = vec![];
    for (&key, frequency) in counts.iter() {
        if watch.is_over() {
            return Err(PlanError::Stopped { found: 0 });
        }
        let open = match known(&key) {
            Known::Nothing => 1.0,
            Known::Bounds { open, .. } => open.clamp(0.0, 1.0),
            Known::Exact => 0.0,
        };
        let positions = frequency.count.positions;
        let worth = open * number(positions);
        let order = worth / 10f64.powi(key.men() as i32);
        wanted.push((order, Wanted { key, positions, worth }));
    }
    wanted.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.key.cmp(&b.1.key)));
    Ok(wanted.into_iter().map(|(_, wanted)| wanted).collect())
}

/// What falls on a table.
#[derive(Clone, Copy, Default)]
struct Share {
    score: f64,
    needed_by: u64,
    /// The greatest part of the score, and whose it is.
    most: (f64, u32),
}

/// The missing tables, best first.
///
/// Rounding doesn't disturb the order: parts are positive and added in the same order everywhere, and a child gets all parts
/// that its parent gets.
fn rank(
    graph: &Graph<'_>,
    wishes: &[(u32, f64)],
    counts: &Frequencies,
    limit: usize,
    watch: &dyn Watch,
) -> Result<Vec<Row>, PlanError> {
    let mut shares = vec![Share::default(); graph.len()];
    let mut walk = graph.walk();
    for &(wish, worth) in wishes {
        if watch.is_over() {
            return Err(PlanError::Stopped { found: graph.len() });
        }
        let missing = walk.missing(wish);
        let part = worth / number(missing.iter().map(|&node| graph.slots(node)).sum());
        for &node in missing {
            let share = &mut shares[node as usize];
            share.score += part;
            share.needed_by += 1;
            if part > share.most.0 {
                share.most = (part, wish);
            }
        }
    }
    let mut nodes: Vec<u32> =
        (0..shares.len() as u32).filter(|&node| shares[node as usize].needed_by > 0).collect();
    nodes.sort_by(|&a, &b| {
        let score = |node: u32| shares[node as usize].score;
        let order = |node: u32| (graph.key(node).potential(), graph.key(node));
        score(b).total_cmp(&score(a)).then_with(|| order(a).cmp(&order(b)))
    });
    nodes.truncate(limit);
    let row = |node: u32| {
        let Share { score, needed_by, most } = shares[node as usize];
        let (key, missing) = (graph.key(node), walk.missing(node));
        Row {
            key,
            count: counts.get(&key).count,
            needed_by,
            most_for: graph.key(most.1),
            slots: graph.slots(node),
            missing_keys: missing.len() as u64,
            missing_slots: missing.iter().map(|&node| graph.slots(node)).sum(),
            score,
            is_exact: graph.is_exact(node),
        }
    };
    Ok(nodes.into_iter().map(row).collect())
}

#[allow(clippy::cast_precision_loss, reason = "estimates are not counted to 52 bits")]
fn number(count: u64) -> f64 {
    count as f64
}
