//! Checking stored tables by the rules of chess alone.
//!
//! Every position of a table is taken, every legal move of it made by the ordinary move generator, and the positions after
//! them are looked up; the best of what they say must be what the table says. Nothing of the builder takes part. With
//! the tables of all children checked in the same way, a table is proven right up to positions that only lead round in
//! circles: their distances grow along the circle, so a wrong win or loss would be found, too.

use hazel_core::{MoveKind, Position};
use rayon::prelude::{IntoParallelIterator, ParallelIterator};

use crate::judge::{without_moves, zeroes};
use crate::{Bounds, MaterialKey, PositionIndexer, ProbeError, Progress, Tables, Watch};

/// Slots that one thread takes at once.
const CHUNK: u64 = 1 << 14;

/// A position of which a table says something else than its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The position.
    pub position: Position,
    /// What the table says.
    pub stored: Bounds,
    /// What follows from its moves.
    pub expected: Bounds,
}

/// What came out of checking a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// How many legal positions were looked at.
    pub positions: u64,
    /// The first position of each part that is wrong.
    pub mistakes: Vec<Mistake>,
}

impl Tables {
    /// Compares each position of a stored table with its moves, or each of so many slots. It stops early, with what it has
    /// found, if it is told to.
    ///
    /// # Errors
    /// If there is no such table, or one that is needed is damaged.
    ///
    /// # Panics
    /// Never for a table that opens: its key is canonical.
    pub fn verify(
        &self,
        key: &MaterialKey,
        every: u64,
        watch: &dyn Watch,
    ) -> Result<Verified, ProbeError> {
        if self.find(key).is_none() {
            return Err(ProbeError::Missing { key: *key });
        }
        let indexer = PositionIndexer::new(*key).expect("a stored key is canonical");
        let chunks = (0..indexer.len().div_ceil(CHUNK)).into_par_iter().map(|chunk| {
            let mut verified = Verified::default();
            let end = indexer.len().min((chunk + 1) * CHUNK);
            let slots = (chunk * CHUNK..end).filter(|slot| slot.is_multiple_of(every));
            for placement in slots.filter_map(|slot| indexer.position(slot)) {
                if watch.is_over() {
                    break;
                }
                let Ok(position) = placement.position() else { continue };
                verified.positions += 1;
                let (stored, expected) = (self.bounds(&placement)?, self.expected(&position)?);
                if stored != expected {
                    verified.mistakes.push(Mistake { position, stored, expected });
                    break;
                }
            }
            watch.hear(Progress::Checking { more: end - chunk * CHUNK });
            Ok(verified)
        });
        chunks.try_reduce(Verified::default, |mut all, part| {
            all.positions += part.positions;
            all.mistakes.extend(part.mistakes);
            Ok(all)
        })
    }

    /// What follows from the moves of a position.
    fn expected(&self, position: &Position) -> Result<Bounds, ProbeError> {
        let mut best: Option<Bounds> = None;
        for &m in &position.legal_moves() {
            debug_assert_ne!(m.kind(), MoveKind::EnPassant, "no slot has the right");
            let bounds = if zeroes(position, m) {
                self.after_leaving(position, m)?
            } else {
                self.probe_tables(&position.after(m))?.before(false)
            };
            best = Some(best.map_or(bounds, |best| best.or(bounds)));
        }
        Ok(best.unwrap_or_else(|| without_moves(position).into()))
    }
}
