//! Backwards: the values of what was reached, structure by structure.

use std::sync::atomic::{AtomicUsize, Ordering};

use hazel_core::{Bitboard, Color};
use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};

use super::leaf::leaf;
use super::passes::{self, Exits, Found, Run};
use super::rows::{Pawns, Rows};
use super::step::Step;
use super::worth::Worth;
use super::{Reachable, ReachableError, Source, Structure};
use crate::judge::unknown_of_key;
use crate::{MaterialKey, Progress, Watch};

pub(super) fn solve(
    reachable: &mut Reachable,
    known: &dyn Source,
    watch: &dyn Watch,
) -> Result<(), ReachableError> {
    let is_open = |structure: &Structure| structure.runs.len() != 1;
    let total = reachable.structures.iter().filter(|structure| is_open(structure)).count();
    let done = AtomicUsize::new(0);
    for level in reachable.levels.clone().iter().rev() {
        let open = level.par_iter().filter(|at| is_open(&reachable.structures[**at]));
        let solved = open.map(|&at| {
            watch.check()?;
            let runs = reachable.runs(&reachable.structures[at], known);
            let done = 1 + done.fetch_add(1, Ordering::Relaxed);
            watch.hear(Progress::Solving { done, total });
            Ok((at, runs))
        });
        for (at, runs) in solved.collect::<Result<Vec<_>, _>>()? {
            reachable.structures[at].runs = runs;
        }
    }
    Ok(())
}

impl Structure {
    /// The values with everything unknown turned against a side, once they are known.
    pub(super) fn run(&self, against: Color) -> Option<&Run> {
        match self.runs.as_slice() {
            [run] => Some(run),
            runs => runs.get(against.index()),
        }
    }
}

impl Reachable {
    fn runs(&self, structure: &Structure, known: &dyn Source) -> Vec<Run> {
        let first = self.exits(structure, Color::White, known);
        let exact = !first.is_open;
        let solve = |exits| passes::solve(structure.pawns, &structure.reached, exits, |_| {});
        let first = solve(first.exits);
        if exact {
            return vec![first];
        }
        let second = solve(self.exits(structure, Color::Black, known).exits);
        // What is unknown may not matter.
        if first == second { vec![first] } else { vec![first, second] }
    }

    /// Tells `found` all values of a structure with their distances, everything unknown turned against a side.
    pub(super) fn distances(
        &self,
        structure: &Structure,
        against: Color,
        known: &dyn Source,
        found: impl FnMut(&Found<'_>),
    ) {
        let exits = self.exits(structure, against, known).exits;
        passes::solve(structure.pawns, &structure.reached, exits, found);
    }

    /// What leaving a structure is worth.
    fn exits(&self, structure: &Structure, against: Color, known: &dyn Source) -> Looked {
        let mut is_open = false;
        let exits = Color::ALL.map(|turn| {
            let mut exits = Exits::new();
            for step in Step::list(structure.pawns, turn) {
                let after = step.forward(&structure.reached[turn.index()]).and(&step.legal());
                if after.is_empty() {
                    continue;
                }
                let (worth, open) = match step.promoted {
                    Some(promoted) => leaf(&step, promoted, after, against, known),
                    None => self.worth(&step, after, against),
                };
                is_open |= open;
                exits.add(&step, &worth);
            }
            exits
        });
        Looked { exits, is_open }
    }

    /// What the positions after a move are worth that leads to another structure, and whether that is open.
    fn worth(&self, step: &Step, after: Rows, against: Color) -> (Worth, bool) {
        let turn = !step.color;
        let (mut worth, mut is_open) = match self.solved(step.pawns, against) {
            Some((run, is_open)) => (Worth::new(&run[turn.index()], after), is_open),
            None => (Worth::same(unknown_of_key(&step.child(), turn, against), after), true),
        };
        if step.answers.is_empty() {
            return (worth, is_open);
        }
        let mut stuck = stuck(step.pawns, turn);
        for answer in &step.answers {
            let legal = Rows::legal(*answer, Bitboard::EMPTY, step.color).and(&worth.legal);
            let solved = self.solved(*answer, against);
            is_open |= solved.map_or(!legal.is_empty(), |(_, is_open)| is_open);
            let answer = match solved {
                Some((run, _)) => Worth::for_the_mover(&run[step.color.index()], legal),
                None => {
                    Worth::same(unknown_of_key(&key(*answer), step.color, against).flip(), legal)
                }
            };
            worth = worth.or(&answer, &stuck);
            // Where this capture is possible, the next one is no longer the only move.
            stuck = stuck.without(&answer.legal);
        }
        (worth, is_open)
    }

    /// The values of a structure with the unknown turned against a side, and whether they are open.
    fn solved(&self, pawns: Pawns, against: Color) -> Option<(&Run, bool)> {
        let structure = &self.structures[*self.by_pawns.get(&pawns)?];
        let run = structure.run(against).expect("lower structures are solved first");
        Some((run, structure.runs.len() != 1))
    }
}

/// What moves out of a structure are worth, and whether anything about them is unknown.
struct Looked {
    exits: [Exits; 2],
    is_open: bool,
}

/// Where the side to move has no move, en passant aside.
fn stuck(pawns: Pawns, turn: Color) -> Rows {
    let legal = |turn| Rows::legal(pawns, Bitboard::EMPTY, turn);
    let mut movable = legal(!turn).stepped(turn);
    for step in Step::list(pawns, turn) {
        step.back(&step.legal(), &mut movable);
    }
    legal(turn).without(&movable)
}

/// The key of kings and pawns.
pub(super) fn key(pawns: Pawns) -> MaterialKey {
    MaterialKey::KINGS.with_pawns(pawns).expect("a move leads from a key to a key")
}
