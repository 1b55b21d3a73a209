//! What games and their moves are called.

use hazel_games::fork::ForkGame;
use hazel_games::pawns::{Pawns, Rules, Side};
use hazel_games::{Nim, TicTacToe, fork, nim};
use hazel_solve::Game;

use crate::arguments::{ForkRules, NimRules, PawnRules, TicTacToeRules, Worth};
use crate::report::Failure;

/// A game that can be talked about. Its sides are 0, which moves first, and 1; where one is given with a position, it is
/// the side to move.
pub(super) trait Named: Game {
    /// The game and its rules in one line, from which it can be made again.
    fn description(&self) -> String;

    /// What the side is called.
    fn side(&self, side: usize) -> &'static str;

    /// The name of a legal move. There are no blanks in it, except in the fork game.
    fn name(&self, mv: Self::Move, side: usize) -> String;

    /// The legal move that is meant, or what is wrong with it. The game isn't over.
    fn read(
        &self,
        position: &Self::Position,
        side: usize,
        text: &str,
    ) -> Result<Self::Move, String> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        let example = moves.first().map(|mv| self.name(*mv, side)).unwrap_or_default();
        let found = moves.into_iter().find(|mv| self.name(*mv, side) == text);
        found.ok_or_else(|| format!("{text:?} is no move here, expected one such as {example:?}"))
    }
}

impl Named for Pawns {
    fn description(&self) -> String {
        self.rules().to_string()
    }

    fn side(&self, side: usize) -> &'static str {
        ["White", "Black"][side]
    }

    fn name(&self, mv: Self::Move, side: usize) -> String {
        Pawns::name(self, mv, [Side::White, Side::Black][side])
    }

    fn read(&self, board: &Self::Position, side: usize, text: &str) -> Result<Self::Move, String> {
        let side = [Side::White, Side::Black][side];
        self.read_move(board, side, text).map_err(|error| error.to_string())
    }
}

impl Named for Nim {
    fn description(&self) -> String {
        self.to_string()
    }

    fn side(&self, side: usize) -> &'static str {
        ["the first player", "the second player"][side]
    }

    fn name(&self, take: Self::Move, _: usize) -> String {
        take.to_string()
    }
}

impl Named for TicTacToe {
    fn description(&self) -> String {
        self.to_string()
    }

    fn side(&self, side: usize) -> &'static str {
        ["X", "O"][side]
    }

    fn name(&self, cell: Self::Move, _: usize) -> String {
        cell.to_string()
    }
}

impl Named for ForkGame {
    fn description(&self) -> String {
        format!("fork rules={}", self.rules())
    }

    fn side(&self, side: usize) -> &'static str {
        ["the student", "the teacher"][side]
    }

    fn name(&self, mv: Self::Move, _: usize) -> String {
        mv.to_string()
    }
}

impl PawnRules {
    /// Peasants' Chess, changed as the user wants.
    pub(super) fn peasants(&self) -> Result<Pawns, Failure> {
        self.change(Rules::peasants(self.files, self.ranks))
    }

    /// The game with one row, changed as the user wants.
    pub(super) fn one_row(&self) -> Result<Pawns, Failure> {
        self.change(Rules::one_row(self.files, self.ranks))
    }

    fn change(&self, usual: Rules) -> Result<Pawns, Failure> {
        let usual = if self.short { usual.short() } else { usual };
        let ending = |worth: Option<Worth>, usual| worth.map_or(usual, Worth::ending);
        let rules = Rules {
            rows: self.rows.unwrap_or(usual.rows),
            goal: self.goal.unwrap_or(usual.goal),
            double_step: !self.no_double_step,
            en_passant: !self.no_en_passant,
            no_move: ending(self.no_move, usual.no_move),
            no_pawns: ending(self.no_pawns, usual.no_pawns),
            ..usual
        };
        Pawns::new(rules).map_err(|error| Failure::input(error.to_string()))
    }
}

impl Worth {
    fn ending(self) -> hazel_games::pawns::Ending {
        match self {
            Worth::Draw => hazel_games::pawns::Ending::Draw,
            Worth::Loss => hazel_games::pawns::Ending::Loss,
            Worth::Win => hazel_games::pawns::Ending::Win,
        }
    }
}

impl NimRules {
    pub(super) fn game(&self) -> Result<Nim, Failure> {
        let last = if self.misere { nim::LastTake::Loses } else { nim::LastTake::Wins };
        Nim::new(&self.heaps, last).map_err(|error| Failure::input(error.to_string()))
    }
}

impl ForkRules {
    pub(super) fn game(&self) -> Result<ForkGame, Failure> {
        let rules = fork::Rules::new(self.student.role(), self.teacher.role());
        let rules = rules.map_err(|error| Failure::input(error.to_string()))?;
        Ok(ForkGame::new(rules.heeding_check(self.check)))
    }
}

impl TicTacToeRules {
    pub(super) fn game(&self) -> Result<TicTacToe, Failure> {
        let game = TicTacToe::new(self.files, self.ranks, self.in_a_row);
        game.map_err(|error| Failure::input(error.to_string()))
    }
}
