//! What is known of single positions, with distances.
//!
//! Structures keep who wins, not how soon: distances would take eight times the memory, and solving a structure once
//! more takes less time than a person needs to ask.

use std::collections::HashMap;

use hazel_core::{Color, Move, Position};

use super::explore::pawns_of;
use super::{Reachable, Source};
use crate::judge::{Judged, best, judge, line};
use crate::{Bounds, MaterialKey, Placement, Value};

/// Answers about positions that were reached and solved, and about those after promotions as far as a source knows
/// them.
pub struct Answers<'a> {
    reachable: Option<&'a Reachable>,
    known: &'a dyn Source,
    /// The values of structures that were asked for: by the side against which the unknown is turned and by the turn,
    /// of all pairs of kings.
    values: HashMap<usize, [[Vec<Value>; 2]; 2]>,
}

impl<'a> Answers<'a> {
    /// Begins to answer. The source should be the one with which everything was solved, or distances are of another
    /// knowledge than results.
    pub fn new(reachable: &'a Reachable, known: &'a dyn Source) -> Answers<'a> {
        Answers { reachable: Some(reachable), known, values: HashMap::new() }
    }

    /// Begins to answer from a source alone.
    pub(super) fn from_source(known: &'a dyn Source) -> Answers<'a> {
        Answers { reachable: None, known, values: HashMap::new() }
    }

    /// The legal moves of a position, the best first.
    pub fn judge(&mut self, position: &Position) -> Vec<Judged> {
        judge(position, |after| self.bounds(after))
    }

    /// What is known of a position; `None` if it was neither solved nor is known to the source.
    pub fn bounds(&mut self, position: &Position) -> Option<Bounds> {
        if position.en_passant_square().is_some() {
            return Some(best(position, &self.judge(position)));
        }
        self.reached(position).or_else(|| {
            let (_, transform) = MaterialKey::from_position(position).canonical();
            self.known.bounds(&Placement::from(position).image(transform))
        })
    }

    /// What was solved of a position without an en-passant right.
    fn reached(&mut self, position: &Position) -> Option<Bounds> {
        let reachable = self.reachable?;
        if MaterialKey::from_position(position).pieces() > 0 {
            return None;
        }
        let at = *reachable.by_pawns.get(&pawns_of(position))?;
        let kings = Color::ALL.map(|color| position.king(color));
        let turn = position.turn();
        let structure = &reachable.structures[at];
        if !structure.reached[turn.index()].contains(kings) || structure.runs.is_empty() {
            return None;
        }
        let values = self.values.entry(at).or_insert_with(|| {
            Color::ALL.map(|against| values(reachable, at, against, self.known))
        });
        let value = |against: Color| {
            values[against.index()][turn.index()][kings[0].index() << 6 | kings[1].index()]
        };
        Some(Bounds { lower: value(turn), upper: value(!turn) })
    }

    /// The best moves, as far as they are known exactly and somebody wins, at most so many.
    pub fn line(&mut self, position: &Position, most: usize) -> Vec<Move> {
        line(position, most, |after| self.bounds(after))
    }
}

/// The values of all pairs of kings of a structure, by the turn, everything unknown turned against a side.
pub(super) fn values(
    reachable: &Reachable,
    at: usize,
    against: Color,
    known: &dyn Source,
) -> [Vec<Value>; 2] {
    let mut values = [(); 2].map(|()| vec![Value::DRAW; 64 * 64]);
    reachable.distances(&reachable.structures[at], against, known, |found| {
        for [white, black] in found.pairs.pairs() {
            let value = if found.won { Value::win } else { Value::loss };
            values[found.turn.index()][white.index() << 6 | black.index()] = value(found.distance);
        }
    });
    values
}
