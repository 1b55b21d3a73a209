//! Forwards from a position: which structures are entered, and with which pairs of kings.
//!
//! Every move out of a structure lowers its potential, so the structures are done from the greatest potential down, and
//! each is complete when it is looked at.

use std::collections::{BTreeMap, HashMap};

use hazel_core::{Bitboard, Color, MoveKind, Position, Role};
use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};

use super::rows::{Pawns, Rows};
use super::step::Step;
use super::{Reachable, ReachableError, Structure};
use crate::{MaterialKey, Potential, Progress, Watch};

/// The numbers of structures of equal potential.
pub(crate) type Level = Vec<usize>;

/// So many structures are left at once.
const PART: usize = 1024;

pub(super) fn explore(
    root: &Position,
    limit: usize,
    watch: &dyn Watch,
) -> Result<Reachable, ReachableError> {
    let key = MaterialKey::from_position(root);
    if key.pieces() > 0 {
        return Err(ReachableError::Pieces { key });
    }
    if root.castling().rooks().any() {
        return Err(ReachableError::Castling);
    }
    let mut found = Found { limit, ..Found::default() };
    found.enter_position(root);
    for m in root.legal_moves().into_iter().filter(|m| m.kind() == MoveKind::EnPassant) {
        found.enter_position(&root.after(m));
    }
    let mut levels = vec![];
    while let Some((_, level)) = found.waiting.pop_last() {
        // In parts, since what is entered takes much more memory than what enters it.
        for part in level.chunks(PART) {
            watch.hear(Progress::Following { structures: found.structures.len() });
            let left = part.par_iter().map(|&at| {
                watch.check()?;
                Ok(leave(&found.structures[at]))
            });
            let left = left.collect::<Result<Vec<_>, ReachableError>>()?;
            for (&at, (reached, entered)) in part.iter().zip(left) {
                watch.check()?;
                found.structures[at].reached = reached;
                for entry in entered {
                    found.enter(&entry);
                }
            }
        }
        levels.push(level);
    }
    let Found { structures, by_pawns, is_cut, .. } = found;
    Ok(Reachable { root: *root, structures, by_pawns, levels, is_cut })
}

/// What was found so far.
#[derive(Default)]
struct Found {
    structures: Vec<Structure>,
    by_pawns: HashMap<Pawns, usize>,
    waiting: BTreeMap<Potential, Level>,
    limit: usize,
    /// Whether there were more than the limit.
    is_cut: bool,
}

/// Positions of a structure that moves lead to.
struct Entry {
    pawns: Pawns,
    turn: Color,
    pairs: Rows,
}

impl Found {
    fn enter_position(&mut self, position: &Position) {
        let pawns = pawns_of(position);
        let mut pairs = Rows::EMPTY;
        pairs.insert(Color::ALL.map(|color| position.king(color)));
        self.enter(&Entry { pawns, turn: position.turn(), pairs });
    }

    fn enter(&mut self, entry: &Entry) {
        let Entry { pawns, turn, pairs } = entry;
        let at = match self.by_pawns.get(pawns) {
            Some(at) => *at,
            None if self.structures.len() >= self.limit => {
                self.is_cut = true;
                return;
            }
            None => {
                let at = self.structures.len();
                let reached = [Rows::EMPTY, Rows::EMPTY];
                self.structures.push(Structure { pawns: *pawns, reached, runs: vec![] });
                self.by_pawns.insert(*pawns, at);
                let key = MaterialKey::KINGS.with_pawns(*pawns).expect("a move leads to a key");
                self.waiting.entry(key.potential()).or_default().push(at);
                at
            }
        };
        let reached = &mut self.structures[at].reached[turn.index()];
        *reached = reached.or(pairs);
    }
}

/// All positions of a structure that its kings reach from where it was entered, and what moves out of it lead to.
fn leave(structure: &Structure) -> ([Rows; 2], Vec<Entry>) {
    let pawns = structure.pawns;
    let legal = Color::ALL.map(|turn| Rows::legal(pawns, Bitboard::EMPTY, turn));
    let mut reached = structure.reached.clone();
    let mut new = reached.clone();
    while new.iter().any(|new| !new.is_empty()) {
        let next = Color::ALL.map(|turn| {
            let mover = !turn;
            let steps = new[mover.index()].stepped(mover).and(&legal[turn.index()]);
            steps.without(&reached[turn.index()])
        });
        for (reached, next) in reached.iter_mut().zip(&next) {
            *reached = reached.or(next);
        }
        new = next;
    }
    let mut entries = vec![];
    for turn in Color::ALL {
        for step in Step::list(pawns, turn).iter().filter(|step| step.promoted.is_none()) {
            let after = step.forward(&reached[turn.index()]).and(&step.legal());
            if after.is_empty() {
                continue;
            }
            for answer in &step.answers {
                let legal = Rows::legal(*answer, Bitboard::EMPTY, turn);
                let pairs = after.and(&legal);
                if !pairs.is_empty() {
                    entries.push(Entry { pawns: *answer, turn, pairs });
                }
            }
            entries.push(Entry { pawns: step.pawns, turn: !turn, pairs: after });
        }
    }
    (reached, entries)
}

/// The structure of a position.
pub(super) fn pawns_of(position: &Position) -> Pawns {
    Color::ALL.map(|color| position.board().men(color, Role::Pawn))
}
