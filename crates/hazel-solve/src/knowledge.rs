//! What all searches of a prover share: what is known, and how they are watched.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::table::{Place, Table};
use crate::{Outcome, Proven};

/// Positions whose proof took at least this many nodes, as a binary logarithm, go into the journal. All that a stopped
/// search loses are smaller ones below the positions on its way, some seconds of work.
const JOURNAL_COST: u8 = 13;

/// What is known of positions, and how the work goes.
#[derive(Clone, Copy)]
pub(crate) struct Knowledge<'a> {
    /// What is known.
    pub(crate) table: &'a Table,
    /// What is to be written into the journal, if there is one.
    pub(crate) proven: Option<&'a Mutex<Vec<Proven>>>,
    /// Nodes that searches have told of.
    pub(crate) nodes: &'a AtomicU64,
    /// The work is done, or nobody wants it any more.
    pub(crate) stop: &'a AtomicBool,
}

impl Knowledge<'_> {
    /// Stores what so many nodes have shown.
    #[inline]
    pub(crate) fn learn(&self, key: u128, place: Place, outcome: Outcome, nodes: u64) {
        let cost = nodes.ilog2() as u8;
        self.table.store(place, outcome, cost);
        if cost >= JOURNAL_COST
            && let Some(proven) = self.proven
        {
            let mut proven = proven.lock().expect("no thread panics with it");
            proven.push(Proven { key, outcome, cost });
        }
    }

    /// Tells of nodes.
    pub(crate) fn tell(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Whether to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
