//! Positions in which somebody may still castle.
//!
//! Tables hold positions without the right, as Syzygy's do. But a right pins a king and a rook to their squares: as soon as
//! one of them moves or the rook is taken, it is gone and a table answers. So all positions of a key with the same rights are
//! few, since only the other men move among them. Such a *slice* is solved when it is asked for: moves that lead out of it
//! are looked up, in tables or in slices with fewer men, fewer steps to promotion or fewer rights, and the rest is
//! worked out backwards, with exact distances. To solve it forwards by search was rejected: the other side can go round in
//! circles, and whoever may castle can wait.
//!
//! Where there is no table without the rights, or where too many men can move, nothing is known, and then the values are
//! bounds as in any table. Slices are kept in memory and never stored: one takes from a moment to some seconds.

mod slice;
mod solve;

use std::collections::{BTreeMap, BTreeSet};

use hazel_core::{Move, MoveKind, Position};
use rayon::prelude::{IntoParallelIterator as _, ParallelIterator as _};

use self::slice::{Numbering, Slice};
use self::solve::Solved;
use crate::judge::{unknown, with_en_passant, without_moves, zeroes};
use crate::{Bounds, ProbeError, Tables, Value};

/// Tables, and what was solved from them for positions in which somebody may castle.
#[derive(Debug)]
pub struct Slices<'a> {
    tables: &'a Tables,
    solved: BTreeMap<Slice, Solved>,
    /// How many places they have in all.
    places: usize,
}

impl<'a> Slices<'a> {
    /// The most men that may be free to move in a slice: a king and two pieces.
    pub const MOST_FREE: usize = 3;
    /// The most places, with legal positions or not, that all slices may have that follow from one position.
    pub const MOST_PLACES: usize = 1 << 25;

    /// These tables, and no slices yet.
    pub fn new(tables: &'a Tables) -> Slices<'a> {
        Slices { tables, solved: BTreeMap::new(), places: 0 }
    }

    /// The tables.
    pub fn tables(&self) -> &'a Tables {
        self.tables
    }

    /// Solves what can follow from a position while somebody may castle, on all cores, unless that was done before. Of a
    /// position in which nobody may, there is nothing to do.
    ///
    /// # Errors
    /// If there is no table of its key without the rights, if too many men can move or too much can follow, or if a table
    /// is damaged.
    pub fn prepare(&mut self, position: &Position) -> Result<(), ProbeError> {
        let Some(slice) = Slice::of(position) else { return Ok(()) };
        if !slice.is_small() {
            return Err(ProbeError::Free { most: Slices::MOST_FREE });
        }
        let key = slice.key().canonical().0;
        if !self.tables.answers(&key) {
            return Err(ProbeError::Missing { key });
        }
        let mut slices = self.explore([slice].into_iter().chain(after_passing(position)))?;
        slices.sort_by_cached_key(Slice::rank);
        for slice in slices {
            let solved = Solved::new(self, slice)?;
            self.places += solved.len();
            self.solved.insert(slice, solved);
        }
        Ok(())
    }

    /// Whether they take as much memory as those of one position may take. Whoever prepares many positions should
    /// [`forget`](Slices::forget) them then.
    pub fn is_full(&self) -> bool {
        self.places >= Slices::MOST_PLACES
    }

    /// Forgets all slices. Positions must be prepared again.
    pub fn forget(&mut self) {
        self.solved.clear();
        self.places = 0;
    }

    /// What is known of a position that was prepared or in which nobody may castle. The counter of the 50-move rule counts as
    /// zero.
    ///
    /// # Errors
    /// [`ProbeError::Castling`] if it wasn't prepared, and else as [`Tables::probe`].
    pub fn probe(&self, position: &Position) -> Result<Bounds, ProbeError> {
        let Some(slice) = Slice::of(position) else { return self.tables.probe(position) };
        let solved = self.solved.get(&slice).ok_or(ProbeError::Castling)?;
        let inside = solved.bounds(position);
        if position.en_passant_square().is_none() {
            return Ok(inside);
        }
        with_en_passant(position, || Ok(inside), |m| self.after_or_unknown(position, m))
    }

    /// What is known of a legal move, for the side that makes it.
    ///
    /// # Errors
    /// As [`probe`](Slices::probe), about the position after the move.
    pub fn after(&self, position: &Position, m: Move) -> Result<Bounds, ProbeError> {
        let after = position.after(m);
        if after.castling().rooks().is_empty() {
            return self.tables.after(position, m);
        }
        Ok(self.probe(&after)?.before(zeroes(position, m)))
    }

    /// The same, with everything possible where there is no table and no slice, and all distances where a table can't tell
    /// them.
    fn after_or_unknown(&self, position: &Position, m: Move) -> Result<Bounds, ProbeError> {
        use ProbeError::{Castling, Changed, Missing};
        match self.after(position, m) {
            Err(Missing { .. } | Changed { .. } | Castling) => {}
            known => return known,
        }
        let after = position.after(m);
        let bounds = match self.tables.wdl(&after) {
            Ok((lower, upper)) => Bounds::of_winners(lower, upper),
            Err(Missing { .. } | Castling) => unknown(&after),
            Err(error) => return Err(error),
        };
        Ok(bounds.before(zeroes(position, m)))
    }

    /// What is known of the best of a position's moves out of its slice, and how many moves stay there. `None` if no move
    /// leaves it; without any move it is mate or stalemate.
    fn exits(&self, position: &Position) -> Result<(Option<Bounds>, u8), ProbeError> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Ok((Some(without_moves(position).into()), 0));
        }
        let mut best: Option<Bounds> = None;
        let mut take = |bounds: Bounds| best = Some(best.map_or(bounds, |best| best.or(bounds)));
        let mut inside = 0;
        let mut without_distance = vec![];
        for &m in &moves {
            if stays(position, m) {
                inside += 1;
            } else if zeroes(position, m) {
                take(self.after_or_unknown(position, m)?);
            } else {
                without_distance.push((m, self.winners(&position.after(m))?));
            }
        }
        // Distances take longer to look up, so only those of moves are that can be the best.
        let best_lower = without_distance.iter().map(|(_, bounds)| bounds.lower.wdl()).max();
        let best_upper = without_distance.iter().map(|(_, bounds)| bounds.upper.wdl()).max();
        for (m, bounds) in without_distance {
            if bounds == Bounds::DRAW {
                take(bounds);
            } else if Some(bounds.lower.wdl()) == best_lower
                || Some(bounds.upper.wdl()) == best_upper
            {
                take(self.after_or_unknown(position, m)?);
            }
        }
        Ok((best, inside))
    }

    /// Who wins after a move that takes nothing and moves no pawn, for the side that made it; distances mean nothing.
    fn winners(&self, after: &Position) -> Result<Bounds, ProbeError> {
        let known = if after.castling().rooks().is_empty() {
            self.tables
                .wdl(after)
                .map(|(lower, upper)| Bounds { lower: Value::of(lower), upper: Value::of(upper) })
        } else {
            self.probe(after)
        };
        match known {
            Err(ProbeError::Missing { .. } | ProbeError::Castling) => Ok(unknown(after)),
            known => known,
        }
        .map(|bounds| bounds.before(false))
    }

    /// These slices and all that play can lead to from them, without those that are solved, those that are too large, and
    /// those that have no table to lead to.
    fn explore(&self, roots: impl Iterator<Item = Slice>) -> Result<Vec<Slice>, ProbeError> {
        let mut found = BTreeSet::new();
        let mut open: Vec<Slice> = roots.collect();
        let mut places = 0;
        while let Some(slice) = open.pop() {
            let is_open = slice.is_small() && !self.solved.contains_key(&slice);
            let has_table = || self.tables.answers(&slice.key().canonical().0);
            if !is_open || !has_table() || !found.insert(slice) {
                continue;
            }
            let numbering = Numbering::new(slice);
            places += numbering.len();
            if places > Slices::MOST_PLACES {
                return Err(ProbeError::Places { most: Slices::MOST_PLACES });
            }
            let positions =
                (0..numbering.len()).into_par_iter().filter_map(|place| numbering.position(place));
            let next = positions.fold(BTreeSet::new, |mut next, position| {
                for &m in &position.legal_moves() {
                    if !stays(&position, m) {
                        let after = position.after(m);
                        next.extend(Slice::of(&after));
                        next.extend(after_passing(&after));
                    }
                }
                next
            });
            open.extend(next.reduce(BTreeSet::new, |a, b| a.into_iter().chain(b).collect()));
        }
        Ok(found.into_iter().collect())
    }
}

/// Whether a legal move leads to a position of the same slice: a man moves that no right pins, and takes nothing.
fn stays(position: &Position, m: Move) -> bool {
    let castling = position.castling();
    let is_king = position.king(position.turn()) == m.from();
    let is_pinned =
        castling.rooks().contains(m.from()) || is_king && castling.rooks_of(position.turn()).any();
    !is_pinned && !zeroes(position, m)
}

/// The slices after captures en passant.
fn after_passing(position: &Position) -> impl Iterator<Item = Slice> {
    let moves = position.en_passant_square().map(|_| position.legal_moves());
    let passing = moves.into_iter().flatten().filter(|m| m.kind() == MoveKind::EnPassant);
    passing.filter_map(|m| Slice::of(&position.after(m)))
}
