//! Games of pawns alone: Peasants' Chess, the game with one row, and what lies between.
//!
//! [`Pawns`] is one game with its [`Rules`] as data. A [`Board`] is always seen by the side to move, who plays up the
//! board, so that a position with Black to move and the same one with colours exchanged are one: nothing needs to be
//! said twice, and the table of a solver holds both once.
//!
//! What makes solving quicker stands apart from the rules, one idea a file, and each can be switched off by itself
//! ([`Shortcuts`]): the canonical form (`canonical`), races of pawns (`race`), what can never happen any more (`dead`),
//! the order of moves (`order`) and what a search learns from to better it (`patterns`). Their soundness is tested on every position of small boards against plain
//! minimax.
//!
//! Names of moves and drawings are in `text`; the side to move is told to them, since a board doesn't know it.

mod board;
mod canonical;
mod dead;
mod moves;
mod order;
mod patterns;
mod race;
mod rules;
mod score;
mod shortcuts;
mod text;

use std::ops::ControlFlow;

use hazel_solve::{Game, Outcome, Patterns, Question};

pub use board::Board;
pub use canonical::Files;
pub use moves::PawnMove;
pub use rules::{Ending, ParseRulesError, Rules, RulesError};
pub use shortcuts::Shortcuts;
pub use text::{ParseMoveError, Side};

/// With more squares to go to than this, of both sides together, nobody is asked what he can never do any more.
const FEW: u32 = 1;
/// With so many pawns on the board a search learns from it on every board.
const MANY: u32 = 12;

/// A pawn game with its rules.
#[derive(Clone, Copy, Debug)]
pub struct Pawns {
    rules: Rules,
    shortcuts: Shortcuts,
    /// The goal of the side to move, as a row of the board.
    goal: u64,
    /// The goal of the other side.
    their_goal: u64,
    /// With fewer pawns than this on the board a search learns nothing about patterns: there is little left to search, and the
    /// order by counts is as good. A tenth of the time of a proof.
    least_to_learn_from: u32,
}

impl Pawns {
    /// The game of these rules, with all shortcuts.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn new(rules: Rules) -> Result<Pawns, RulesError> {
        let rules = rules.validate()?;
        let goal = u32::from(rules.goal - 1);
        let pawns = 2 * u32::from(rules.rows) * u32::from(rules.files);
        Ok(Pawns {
            rules,
            shortcuts: Shortcuts::ALL,
            goal: board::row(goal),
            their_goal: board::row(u32::from(rules.ranks) - 1 - goal),
            least_to_learn_from: (3 * pawns / 5).min(MANY),
        })
    }

    /// The same game solved with other shortcuts.
    pub fn with_shortcuts(self, shortcuts: Shortcuts) -> Pawns {
        Pawns { shortcuts, ..self }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whether a search learns from such a board.
    #[inline]
    fn is_learned_from(&self, board: &Board) -> bool {
        (board.mine() | board.theirs()).count_ones() >= self.least_to_learn_from
    }

    /// The outcome if the game is over, and otherwise the squares that the side to move can go to.
    #[inline]
    fn finished_or_targets(&self, board: &Board) -> Result<moves::Targets, Outcome> {
        if board.theirs() & self.their_goal != 0 {
            return Err(Outcome::LOSS);
        }
        if board.mine() == 0 && !board.has_fixed() {
            return Err(self.rules.no_pawns.outcome());
        }
        let targets = self.targets(board);
        if targets.all() == 0 { Err(self.rules.no_move.outcome()) } else { Ok(targets) }
    }
}

impl Game for Pawns {
    type Position = Board;
    type Move = PawnMove;
    type Undo = Board;
    type Transform = Files;

    fn start(&self) -> Board {
        Board::start(self.rules)
    }

    #[inline]
    fn finished(&self, board: &Board) -> Option<Outcome> {
        self.finished_or_targets(board).err()
    }

    #[inline]
    fn moves(&self, board: &Board, moves: &mut Vec<PawnMove>) {
        let _ = self.visit_moves(board, |mv| {
            moves.push(mv);
            ControlFlow::<()>::Continue(())
        });
    }

    // Most of what a search foresees ends with the first move. 4 % of the time of a proof.
    #[inline(always)]
    fn each_move<B>(
        &self,
        board: &Board,
        visit: impl FnMut(PawnMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_moves(board, visit)
    }

    #[inline]
    fn play(&self, board: &mut Board, mv: PawnMove) -> Board {
        std::mem::replace(board, self.after(board, mv))
    }

    #[inline]
    fn unplay(&self, board: &mut Board, _: PawnMove, undo: Board) {
        *board = undo;
    }

    #[inline]
    fn key(&self, board: &Board) -> u128 {
        board.key()
    }

    fn position(&self, key: u128) -> Option<Board> {
        Board::from_key(key, self.rules)
    }

    // Where only the form is wanted, nothing is done for the files if it is inlined. 3 % of the time of a proof.
    #[inline(always)]
    fn canonical(&self, board: &Board) -> (Board, Files) {
        self.canonical_form(board)
    }

    fn restore(&self, files: &Files, mv: PawnMove) -> PawnMove {
        files.restore(mv)
    }

    // Called twice in a search; 2 % of the time of a proof.
    #[inline(always)]
    fn bounds(&self, board: &Board) -> Outcome {
        let targets = match self.finished_or_targets(board) {
            Ok(targets) => targets,
            Err(outcome) => return outcome,
        };
        let mut known = Outcome::ANY;
        if self.shortcuts.races {
            if targets.all() & self.goal != 0 {
                return Outcome::WIN;
            }
            known = self.race(board);
        }
        // Where much can still be done it is never so, and looking takes as long as all the rest.
        let their_steps = board.theirs() >> 8 & !(board.mine() | board.theirs());
        if self.shortcuts.dead
            && !known.is_exact()
            && (targets.all() | their_steps).count_ones() <= FEW
        {
            let dead = self.what_dead_files_leave(board);
            known = known.meet(dead).expect("both contain the value");
        }
        known
    }

    #[inline]
    fn rank(&self, question: Question, _: &Board, mv: PawnMove, after: &Board) -> i32 {
        if self.shortcuts.order { self.lateness(question, mv, after) } else { 0 }
    }

    #[inline]
    fn patterns(&self, board: &Board, patterns: &mut Patterns) {
        if self.shortcuts.patterns && self.is_learned_from(board) {
            self.add_patterns(board, patterns);
        }
    }
}
