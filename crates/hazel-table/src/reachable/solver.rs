//! A position, asked again and again with more knowledge.
//!
//! Kings and pawns are followed as far as they go and solved with all promotions unknown; positions with pieces begin
//! with their own table alone. Then rounds add tables of what is still open, until the answer is exact, nothing more
//! fits, or somebody stops it. The answer after each round is right, and each is within the one before.

use std::cmp::Reverse;

use hazel_core::{Bitboard, Move, Position};

use super::answers::Answers;
use super::knowledge::Knowledge;
use super::rows::Rows;
use super::tasks::{Open, Tasks};
use super::walk::{self, Play};
use super::{Ended, Reachable, ReachableError};
use crate::judge::{Judged, best};
use crate::planner::slots;
use crate::{Bounds, MaterialKey, Plan, ProbeError, RawTable, Tables, Watch, Wdl};

/// Solves one position.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use hazel_core::Square;
/// use hazel_notation::parse_fen;
/// use hazel_table::{Solver, Value};
///
/// let chain = parse_fen("8/3k4/4p2p/1p1pPp1P/pPpP1Pp1/P1P3P1/3K4/8 w - - 0 1")?;
/// let solver = Solver::new(&chain, None, 1 << 30, &AtomicBool::new(false))?;
/// let finding = solver.finding();
/// assert_eq!(finding.bounds.exact(), Some(Value::DRAW));
/// assert_eq!(finding.positions, 646);
/// // White's king never gets past the chain.
/// let [white, _] = finding.fortress.expect("nothing can ever move but the kings");
/// assert!(white.contains(Square::E3) && !white.contains(Square::E4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    root: Position,
    memory: u64,
    reachable: Option<Reachable>,
    knowledge: Knowledge,
    tasks: Tasks,
    /// What was open after the last round.
    open: Open,
    /// Whether it was stopped before what is open now was counted.
    is_behind: bool,
    /// Why it goes no further, once it doesn't.
    ended: Option<Ended>,
    /// Whether play ever leaves the root's key, once that was found out.
    play: Option<Play>,
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
    /// If it is a draw because nothing can ever be taken and no pawn can ever move: the squares on which White's king and
    /// pieces can ever stand, and Black's.
    pub fortress: Option<[Bitboard; 2]>,
    /// How many structures of pawns were followed from the position; with pieces on the board, how many tables were
    /// built.
    pub structures: usize,
    /// How many positions these have together; in a closed position those that can come.
    pub positions: u64,
    /// How many complete tables were built.
    pub tables: usize,
    /// The canonical keys of which more must be known, and how many open positions have a move there; the most open
    /// first, at most [`OPEN`](Finding::OPEN) of them. If a round was stopped, those before it.
    pub open: Vec<(MaterialKey, u64)>,
    /// How many there are in all.
    pub open_keys: usize,
}

/// The most bytes that a reached structure takes: with either side to move the pairs of kings that reach it and those that win,
/// lose, and are spoiled by the 50-move rule, at least and at most; and as much as one more set for everything else.
const STRUCTURE: u64 = (2 * (1 + 2 * 3) + 1) * size_of::<Rows>() as u64;
/// The largest table through which play is followed position by position.
const WALK: u64 = 60_000_000;
/// The longest line.
const PLIES: usize = 200;

impl Finding {
    /// So many open keys are told.
    pub const OPEN: usize = 200;
}

impl Solver {
    /// Begins: bounds without any promotion, or the table of the root alone. Tables that are there may be used, and at
    /// most about `memory` bytes are. If it is stopped here, what is known is what material alone tells, and
    /// [`step`](Solver::step) begins again.
    ///
    /// # Errors
    /// If somebody may castle, or if there are too many pieces for a table.
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
        let mut solver = Solver {
            root: *root,
            memory,
            reachable: None,
            tasks: Tasks::new((key.pieces() > 0).then(|| key.canonical().0)),
            knowledge: Knowledge { stored, ..Knowledge::default() },
            open: Open::new(),
            is_behind: false,
            ended: None,
            play: None,
        };
        match solver.step(watch) {
            Ok(_) | Err(ReachableError::Stopped) => Ok(solver),
            Err(error) => Err(error),
        }
    }

    /// Learns more. `false` if the answer is exact or nothing more can be done within the memory;
    /// [`ended`](Solver::ended) tells why.
    ///
    /// # Errors
    /// If it is stopped before the end. The answer stays as it was or is better.
    pub fn step(&mut self, watch: &dyn Watch) -> Result<bool, ReachableError> {
        if self.play.is_none() && MaterialKey::from_position(&self.root).pieces() == 0 {
            self.follow(watch)?;
        } else if self.bounds().exact().is_some() {
            self.ended = Some(Ended::Exact);
            return Ok(false);
        } else if !self.round(watch)? {
            return Ok(false);
        }
        self.count(watch)?;
        Ok(true)
    }

    /// Why it goes no further; `None` before [`step`](Solver::step) says that it doesn't.
    pub fn ended(&self) -> Option<Ended> {
        self.ended
    }

    /// Counts what is open.
    fn count(&mut self, watch: &dyn Watch) -> Result<(), ReachableError> {
        self.is_behind = true;
        self.open = match &self.reachable {
            _ if self.bounds().exact().is_some() => Open::new(),
            Some(reachable) => reachable.open(&self.knowledge, watch)?,
            None => self.knowledge.open(watch)?,
        };
        self.is_behind = false;
        Ok(())
    }

    /// Follows kings and pawns, and solves what was reached with all promotions unknown.
    fn follow(&mut self, watch: &dyn Watch) -> Result<(), ReachableError> {
        if self.reachable.is_none() {
            // A quarter is left for tables of what is promoted.
            let limit = (self.memory / 4 * 3 / STRUCTURE) as usize;
            self.reachable = Some(Reachable::explore(&self.root, limit, watch)?);
        }
        let reachable = self.reachable.as_mut().expect("it was just followed");
        reachable.solve(&self.knowledge, watch)?;
        let (positions, reach) = (reachable.positions(), reachable.reach());
        let stays = Play::Stays { positions, reach };
        self.play = Some(if reachable.is_closed() { stays } else { Play::Leaves });
        Ok(())
    }

    /// Builds the tables of a round and solves what was reached with them. Whether there were any.
    fn round(&mut self, watch: &dyn Watch) -> Result<bool, ReachableError> {
        if self.is_behind {
            self.count(watch)?;
        }
        let within = self.knowledge.open(watch)?;
        let root = MaterialKey::from_position(&self.root).canonical().0;
        let only_root = Open::from([(root, 1)]);
        let asked = if self.reachable.is_some() { &self.open } else { &only_root };
        let left = self.for_tables().saturating_sub(self.knowledge.bytes());
        let is_chosen = self.tasks.choose(asked, &within, left, watch)?;
        if !is_chosen && !self.knowledge.is_unfinished(&self.tasks.wanted) {
            self.ended = Some(self.reason(asked, &within, left, watch)?);
            return Ok(false);
        }
        let plan = Plan::of_keys(self.tasks.wanted.iter().copied());
        self.knowledge.build(&plan, self.for_tables(), watch)?;
        match &mut self.reachable {
            Some(reachable) => {
                self.is_behind = true;
                reachable.solve(&self.knowledge, watch)?;
            }
            None if self.play.is_none() => {
                // Most of it are positions that wait, each a number of eight bytes.
                let most = WALK.min(self.memory / 16);
                self.play = walk::follow(&self.root, most, watch);
            }
            None => {}
        }
        Ok(true)
    }

    /// Why nothing more was chosen.
    fn reason(
        &self,
        asked: &Open,
        within: &Open,
        left: u64,
        watch: &dyn Watch,
    ) -> Result<Ended, ReachableError> {
        let next = match self.tasks.next(asked, watch)? {
            None => self.tasks.next(within, watch)?,
            next => next,
        };
        Ok(match next {
            _ if let Some(cut) = self.reachable.as_ref().filter(|reachable| reachable.is_cut()) => {
                Ended::Structures { most: cut.structures() }
            }
            Some((key, more)) => {
                let used = self.memory.saturating_sub(left);
                Ended::Memory { key, needed: more.map(|more| more.saturating_add(used)) }
            }
            None => Ended::Pieces,
        })
    }

    /// How much of the memory is for tables, in bytes: what the structures of pawns leave.
    fn for_tables(&self) -> u64 {
        let structures = self.reachable.as_ref().map_or(0, Reachable::structures) as u64;
        self.memory.saturating_sub(structures.saturating_mul(STRUCTURE))
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
        let stays = match self.play {
            Some(Play::Stays { positions, reach }) => Some((positions, reach)),
            Some(Play::Leaves) | None => None,
        };
        let is_drawn = bounds.wdl() == Some(Wdl::Draw) && !moves.is_empty();
        let mut open: Vec<_> = self.open.iter().map(|(&key, &count)| (key, count)).collect();
        open.sort_by_key(|&(key, count)| (Reverse(count), key));
        open.truncate(Finding::OPEN);
        Finding {
            bounds,
            line: answers.line(&self.root, PLIES),
            moves,
            fortress: stays.filter(|_| is_drawn).map(|(_, reach)| reach),
            structures: self
                .reachable
                .as_ref()
                .map_or(self.knowledge.built.len(), Reachable::structures),
            positions: match (&self.reachable, stays) {
                (Some(reachable), _) => reachable.positions(),
                (None, Some((positions, _))) => positions,
                (None, None) => self.knowledge.built.keys().map(slots).sum(),
            },
            tables: self.knowledge.built.len(),
            open,
            open_keys: self.open.len(),
        }
    }

    fn answers(&self) -> Answers<'_> {
        match &self.reachable {
            Some(reachable) => Answers::new(reachable, &self.knowledge),
            None => Answers::from_source(&self.knowledge),
        }
    }
}
