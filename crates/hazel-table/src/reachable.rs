//! Only what a given position can reach.
//!
//! A table answers all positions of a key and stands on the tables of all keys below, of which a chain of pawns has
//! millions. From a given position play often reaches few of them: where pawns block each other and kings can't get
//! past, none. So here the play is followed forwards first, set by set, from structure to structure of the pawns, and
//! then only what was reached is solved, backwards. A position from which nothing leads out of the structure is a
//! fortress, and that it is drawn falls out.
//!
//! Following play works on kings and pawns. The positions of a structure are pairs of kings, which are sets of 64 words
//! that move as a whole (`Rows`), so that there is no difference in cost between one position and all of them.
//! Structures are not canonical here: play from one position seldom meets the images of a structure, and every look-up
//! would pay for it. A promotion leads to what others must know ([`Source`]); if nobody does, the answer is a pair of
//! bounds.
//!
//! [`Solver`] goes on from there: it builds complete tables for what is open, round by round. Positions that begin with
//! pieces are solved by such tables alone; only whether play can ever leave the first of them is found out position by
//! position.

mod answers;
mod ended;
mod explore;
mod knowledge;
mod leaf;
mod open;
mod passes;
mod rows;
mod solve;
mod solver;
mod step;
mod tasks;
mod walk;
mod worth;

use std::collections::{BTreeMap, HashMap};

use hazel_core::{Bitboard, Color, Position};

use crate::{Bounds, MaterialKey, Placement, RawTable, Watch};
use explore::Level;
use passes::Run;
use rows::{Pawns, Rows};
use step::Step;

pub use answers::Answers;
pub use ended::Ended;
pub use solver::{Finding, Solver};

/// All positions of kings and pawns that can come from a given one, until a pawn is promoted.
#[derive(Debug)]
pub struct Reachable {
    root: Position,
    structures: Vec<Structure>,
    by_pawns: HashMap<Pawns, usize>,
    /// The structures of equal potential, the greatest first.
    levels: Vec<Level>,
    /// Whether there are more structures than were allowed.
    is_cut: bool,
}

/// The reached positions of one structure.
#[derive(Debug)]
struct Structure {
    pawns: Pawns,
    /// With White to move, and with Black.
    reached: [Rows; 2],
    /// What is known with everything unknown turned against White, and against Black. Only one if nothing is unknown,
    /// none before it is solved.
    runs: Vec<Run>,
}

/// What is known of positions beyond those that were reached.
pub trait Source: Sync {
    /// What is known of a position of a canonical key; `None` if nothing is.
    fn bounds(&self, placement: &Placement) -> Option<Bounds>;

    /// Whether anything is known of a canonical key.
    fn knows(&self, key: &MaterialKey) -> bool;

    /// Whether everything is known of a canonical key.
    fn is_exact(&self, key: &MaterialKey) -> bool;
}

impl Source for BTreeMap<MaterialKey, RawTable> {
    fn bounds(&self, placement: &Placement) -> Option<Bounds> {
        self.get(&MaterialKey::from(placement))?.bounds(placement)
    }

    fn knows(&self, key: &MaterialKey) -> bool {
        self.contains_key(key)
    }

    fn is_exact(&self, key: &MaterialKey) -> bool {
        self.get(key).is_some_and(RawTable::is_exact)
    }
}

/// Why reachable positions are not looked for, or not found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReachableError {
    /// There are pieces besides kings and pawns.
    #[error("{key} has {} pieces, expected kings and pawns alone", key.pieces())]
    Pieces {
        /// The key of the position.
        key: MaterialKey,
    },
    /// There are more pieces than a table can have.
    #[error("{key} has {} pieces, expected at most {}", key.pieces(), RawTable::MAX_PIECES)]
    TooManyPieces {
        /// The key of the position.
        key: MaterialKey,
    },
    /// A king may still castle.
    #[error("the position has castling rights, expected none")]
    Castling,
    /// Somebody asked to stop.
    #[error("stopped before the end")]
    Stopped,
}

impl Reachable {
    /// Follows the play from a position. At most `limit` structures are entered; those beyond count as unknown.
    ///
    /// # Errors
    /// If there are pieces or castling rights, or if it is stopped before the end.
    pub fn explore(
        root: &Position,
        limit: usize,
        watch: &dyn Watch,
    ) -> Result<Reachable, ReachableError> {
        explore::explore(root, limit, watch)
    }

    /// Solves what was reached. Structures that are exact already are left alone, so that it can be called again when
    /// more is known.
    ///
    /// # Errors
    /// If it is stopped before the end; what was solved before keeps its values.
    pub fn solve(&mut self, known: &dyn Source, watch: &dyn Watch) -> Result<(), ReachableError> {
        solve::solve(self, known, watch)
    }

    /// The position from which play began.
    pub fn root(&self) -> &Position {
        &self.root
    }

    /// Whether no legal move leads out of the structure of the position from which play began, now or ever.
    pub fn is_closed(&self) -> bool {
        let [structure] = self.structures.as_slice() else { return false };
        let mut steps = Color::ALL.into_iter().flat_map(|turn| Step::list(structure.pawns, turn));
        steps.all(|step| {
            step.forward(&structure.reached[step.color.index()]).and(&step.legal()).is_empty()
        })
    }

    /// The keys of the structures that were reached, as they stand on the board, not in canonical form.
    pub fn keys(&self) -> impl Iterator<Item = MaterialKey> {
        self.structures.iter().map(|structure| solve::key(structure.pawns))
    }

    /// Whether structures of pawns were left out, since there are more than were allowed.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// How many structures of pawns were reached, without those after promotions.
    pub fn structures(&self) -> usize {
        self.structures.len()
    }

    /// The squares on which White's king can stand in some reached position, and Black's.
    pub fn reach(&self) -> [Bitboard; 2] {
        let reached = self.structures.iter().flat_map(|structure| &structure.reached);
        reached.fold([Bitboard::EMPTY; 2], |[white, black], rows| {
            let [more_white, more_black] = rows.kings();
            [white | more_white, black | more_black]
        })
    }

    /// How many positions were reached, without those after promotions.
    pub fn positions(&self) -> u64 {
        self.structures.iter().flat_map(|structure| &structure.reached).map(Rows::len).sum()
    }
}
