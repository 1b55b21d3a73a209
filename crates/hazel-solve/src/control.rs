//! How long work is watched and stopped.

use std::sync::atomic::AtomicBool;

use crate::{Outcome, Question};

/// How far a proof has come.
#[derive(Clone, Debug)]
pub struct Progress<M> {
    /// What is being asked.
    pub question: Question,
    /// Positions searched so far, by this prover.
    pub nodes: u64,
    /// How much of the table is used, from 0 to 1.
    pub fill: f64,
    /// What is known of each first move, seen by the side that makes it.
    pub first_moves: Vec<(M, Outcome)>,
}

/// Who watches, and whether to stop.
pub struct Control<'a, M> {
    /// Set by anyone at any time: the work ends soon, and what is proven is kept.
    pub stop: &'a AtomicBool,
    /// Told now and then, some times a second.
    pub report: &'a mut dyn FnMut(&Progress<M>),
}
