//! A position, asked again and again with more knowledge.
//!
//! Kings and pawns are followed as far as they go and solved with all promotions unknown; positions with pieces begin
//! with their own table alone. Then rounds add tables of what is still open, until the answer is exact, nothing more
//! fits, or somebody stops it. The answer after each round is right, and each is within the one before.

use std::collections::{BTreeMap, BTreeSet};

use hazel_core::{Move, Position};

use super::answers::Answers;
use super::knowledge::Knowledge;
use super::tasks::Tasks;
use super::{Reachable, ReachableError, Source, Watch, walk};
use crate::closure::needs;
use crate::judge::{Judged, best};
use crate::planner::slots;
use crate::{Bounds, MaterialKey, Plan, ProbeError, RawTable, Tables, Wdl};

/// Solves one position.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use hazel_notation::parse_fen;
/// use hazel_table::{Solver, Value};
///
/// let chain = parse_fen("8/3k4/4p2p/1p1pPp1P/pPpP1Pp1/P1P3P1/3K4/8 w - - 0 1")?;
/// let solver = Solver::new(&chain, None, 1 << 30, &AtomicBool::new(false))?;
/// let finding = solver.finding();
/// assert_eq!(finding.bounds.exact(), Some(Value::DRAW));
/// assert!(finding.is_fortress && finding.positions == 646);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    root: Position,
    reachable: Option<Reachable>,
    knowledge: Knowledge,
    tasks: Tasks,
    /// Whether nothing ever leaves the root's key, and how many positions were looked at for that.
    closed: Option<(bool, u64)>,
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The value, for the side to move.
    pub bounds: Bounds,
    /// The legal moves, the best first.
    pub moves: Vec<Judged>,
    /// The best play as far as it is exact; empty if it is a draw.
    pub line: Vec<Move>,
    /// Whether it is a draw because nothing can ever be taken and no pawn can ever move.
    pub is_fortress: bool,
    /// How many structures of pawns were followed from the position; with pieces on the board, how many tables were
    /// built.
    pub structures: usize,
    /// How many positions these have together; in a closed position those that can come.
    pub positions: u64,
    /// How many complete tables were built.
    pub tables: usize,
    /// The canonical keys of which more must be known, and how many open positions have a move there; the most open
    /// first.
    pub open: Vec<(MaterialKey, u64)>,
}

/// The most bytes that a reached structure takes.
const STRUCTURE: u64 = 8192;
/// What a slot of a table takes with both bounds, in bytes.
const SLOT: u64 = 2;
/// The largest table through which play is followed position by position.
const WALK: u64 = 60_000_000;
/// The longest line.
const PLIES: usize = 200;

impl Solver {
    /// Begins: bounds without any promotion, or the table of the root alone. Tables that are there may be used, and at
    /// most about `memory` bytes are.
    ///
    /// # Errors
    /// If somebody may castle, if there are too many pieces for a table, or if it is stopped before the end.
    pub fn new(
        root: &Position,
        stored: Option<Tables>,
        memory: u64,
        watch: &dyn Watch,
    ) -> Result<Solver, ReachableError> {
        let key = MaterialKey::from_position(root);
        if key.pieces() > RawTable::MAX_PIECES {
            return Err(ReachableError::TooManyPieces { key });
        }
        if root.castling().rooks().any() {
            return Err(ReachableError::Castling);
        }
        let tasks = Tasks::new(key.pieces() > 0, memory / 2 / SLOT);
        let knowledge = Knowledge { stored, ..Knowledge::default() };
        let mut solver = Solver { root: *root, reachable: None, knowledge, tasks, closed: None };
        if key.pieces() == 0 {
            let mut reachable = Reachable::explore(root, (memory / 2 / STRUCTURE) as usize, watch)?;
            reachable.solve(&solver.knowledge, watch)?;
            solver.closed = Some((reachable.is_closed(), reachable.positions()));
            solver.reachable = Some(reachable);
        } else {
            solver.step(watch)?;
            solver.closed = walk::closed(root, WALK, watch);
        }
        Ok(solver)
    }

    /// Learns more. `false` if the answer is exact or nothing more can be done within the memory.
    ///
    /// # Errors
    /// If it is stopped before the end. The answer stays as it was or is better.
    pub fn step(&mut self, watch: &dyn Watch) -> Result<bool, ReachableError> {
        if self.bounds().exact().is_some() || !self.tasks.choose(&self.wanting()) {
            return Ok(false);
        }
        let plan = Plan::of_keys(self.tasks.wanted.iter().copied());
        self.knowledge.build(&plan, watch)?;
        if let Some(reachable) = &mut self.reachable {
            reachable.solve(&self.knowledge, watch)?;
        }
        Ok(true)
    }

    /// What is known of the position.
    pub fn bounds(&self) -> Bounds {
        let mut answers = self.answers();
        let bounds = answers.bounds(&self.root);
        bounds.unwrap_or_else(|| best(&self.root, &answers.judge(&self.root)))
    }

    /// What is wrong with a stored table, if one can't be read. Then none of them is used any more, and the answer is right
    /// without them.
    pub fn damage(&self) -> Option<&ProbeError> {
        self.knowledge.damage.get()
    }

    /// Everything that is known.
    pub fn finding(&self) -> Finding {
        let mut answers = self.answers();
        let moves = answers.judge(&self.root);
        let bounds = self.bounds();
        let (is_closed, walked) = self.closed.unwrap_or((false, 0));
        let is_drawn = bounds.wdl() == Some(Wdl::Draw) && !moves.is_empty();
        let mut open: Vec<_> = match bounds.exact() {
            Some(_) => vec![],
            None => self.open().into_iter().collect(),
        };
        open.sort_by_key(|&(key, count)| (std::cmp::Reverse(count), key));
        Finding {
            bounds,
            line: answers.line(&self.root, PLIES),
            moves,
            is_fortress: is_closed && is_drawn,
            structures: self
                .reachable
                .as_ref()
                .map_or(self.knowledge.built.len(), Reachable::structures),
            positions: match &self.reachable {
                Some(reachable) => reachable.positions(),
                None if is_closed => walked,
                None => self.knowledge.built.keys().map(slots).sum(),
            },
            tables: self.knowledge.built.len(),
            open,
        }
    }

    fn answers(&self) -> Answers<'_> {
        match &self.reachable {
            Some(reachable) => Answers::new(reachable, &self.knowledge),
            None => Answers::from_source(&self.knowledge),
        }
    }

    /// The keys that are open, with the number of positions from which moves lead there; of complete tables all slots
    /// count.
    fn open(&self) -> BTreeMap<MaterialKey, u64> {
        if let Some(reachable) = &self.reachable {
            return reachable.open(&self.knowledge);
        }
        let mut open = BTreeMap::new();
        for table in self.knowledge.built.values().filter(|table| !table.is_exact()) {
            let children: BTreeSet<_> =
                needs(table.key()).iter().map(|exit| exit.child.canonical().0).collect();
            for child in children.into_iter().filter(|child| !self.knowledge.knows(child)) {
                *open.entry(child).or_default() += slots(table.key());
            }
        }
        open
    }

    /// The keys of which more is to be built.
    fn wanting(&self) -> BTreeMap<MaterialKey, u64> {
        match &self.reachable {
            Some(reachable) => reachable.open(&self.knowledge),
            None => BTreeMap::from([(MaterialKey::from_position(&self.root).canonical().0, 1)]),
        }
    }
}
