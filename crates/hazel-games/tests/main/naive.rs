//! The pawn games once more, on squares: slow, obvious, and sharing nothing with the library but [`Rules`] and
//! [`Outcome`].
//!
//! The library sees a board of bits from the side to move. Here everything is absolute: White goes up the board and
//! Black down, and files and ranks are numbers from 1, as on paper. So a mistake in one is hardly one in the other.

use std::{fmt, iter};

use hazel_games::pawns::Rules;
use hazel_solve::Outcome;

/// The side that goes up the board, and moves first, or the one that goes down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colour {
    White,
    Black,
}

impl Colour {
    pub(crate) fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    /// The rank in front of a rank.
    fn ahead(self, rank: usize) -> usize {
        match self {
            Colour::White => rank + 1,
            Colour::Black => rank - 1,
        }
    }
}

/// A file and a rank, both from 1, the rank seen from White.
pub(crate) type Square = (usize, usize);

/// A step or a capture. An en-passant capture goes to the square that the captured pawn went over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
}

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub(crate) rules: Rules,
    /// By file and rank; index 0 isn't used.
    board: [[Option<Colour>; 9]; 9],
    pub(crate) turn: Colour,
    /// The file on which the side to move can capture en passant. Only where a pawn of its stands ready to do so.
    pub(crate) en_passant: Option<usize>,
}

impl Position {
    /// Where a game begins.
    pub(crate) fn start(rules: Rules) -> Position {
        let mut board = [[None; 9]; 9];
        let ranks = usize::from(rules.ranks);
        for file in &mut board[1..=usize::from(rules.files)] {
            for rank in 2..=usize::from(rules.rows) + 1 {
                file[rank] = Some(Colour::White);
                file[ranks + 1 - rank] = Some(Colour::Black);
            }
        }
        Position { rules, board, turn: Colour::White, en_passant: None }
    }

    /// A position with these pawns and White to move, which has nothing to capture en passant.
    pub(crate) fn with_pawns(
        rules: Rules,
        pawns: impl IntoIterator<Item = (Square, Colour)>,
    ) -> Position {
        let mut board = [[None; 9]; 9];
        for ((file, rank), colour) in pawns {
            board[file][rank] = Some(colour);
        }
        Position { rules, board, turn: Colour::White, en_passant: None }
    }

    /// The value for the side to move if the game is over.
    pub(crate) fn finished(&self) -> Option<Outcome> {
        if self.is_lost() {
            Some(Outcome::LOSS)
        } else if self.pawns(self.turn).next().is_none() {
            Some(self.rules.no_pawns.outcome())
        } else if self.moves().is_empty() {
            Some(self.rules.no_move.outcome())
        } else {
            None
        }
    }

    /// Whether the side that just moved has reached its goal.
    pub(crate) fn is_lost(&self) -> bool {
        let mover = self.turn.other();
        let goal = self.rank(mover, self.rules.goal);
        self.pawns(mover).any(|(_, rank)| rank == goal)
    }

    /// All moves of the side to move. Where somebody has reached the goal, they mean nothing.
    pub(crate) fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let up = |rank| self.turn.ahead(rank);
        for (file, rank) in self.pawns(self.turn) {
            let from = (file, rank);
            let mut add = |to| moves.push(Move { from, to });
            if self.is_empty((file, up(rank))) {
                add((file, up(rank)));
                if self.may_double_step(rank) && self.is_empty((file, up(up(rank)))) {
                    add((file, up(up(rank))));
                }
            }
            for side in [file - 1, file + 1] {
                if self.at((side, up(rank))) == Some(self.turn.other())
                    || self.captures_en_passant(from, side)
                {
                    add((side, up(rank)));
                }
            }
        }
        moves
    }

    /// The position after a move of [`moves`](Position::moves).
    pub(crate) fn play(&self, Move { from, to }: Move) -> Position {
        let mut next = *self;
        next.turn = self.turn.other();
        next.en_passant = None;
        next.board[from.0][from.1] = None;
        // A pawn that changes its file without meeting anybody captures en passant.
        if from.0 != to.0 && self.at(to).is_none() {
            next.board[to.0][from.1] = None;
        }
        next.board[to.0][to.1] = Some(self.turn);
        let double_step = from.1.abs_diff(to.1) == 2;
        let beside = [to.0 - 1, to.0 + 1].map(|file| self.at((file, to.1)));
        if double_step && self.rules.en_passant && beside.contains(&Some(next.turn)) {
            next.en_passant = Some(to.0);
        }
        next
    }

    /// The number of ways to play `depth` moves on, at least one. Nobody plays on in a finished game.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        // Where there are no moves, there is no need to know why.
        if self.is_lost() {
            0
        } else if depth == 1 {
            moves.len() as u64
        } else {
            moves.into_iter().map(|mv| self.play(mv).perft(depth - 1)).sum()
        }
    }

    /// Where the pawns of a side stand.
    pub(crate) fn pawns(&self, colour: Colour) -> impl Iterator<Item = Square> {
        self.squares().filter(move |&square| self.at(square) == Some(colour))
    }

    /// All of the position as a number: from the lowest, a digit of three for each square, one of two for the side to
    /// move, and the file of en passant or 0.
    ///
    /// # Panics
    /// If the board has more than 36 squares, which don't fit.
    pub(crate) fn key(&self) -> u64 {
        assert!(self.squares().count() <= 36, "the board is too large for a key");
        self.long_key() as u64
    }

    /// The same for boards of any size.
    pub(crate) fn long_key(&self) -> u128 {
        let turn = u128::from(self.turn == Colour::Black);
        let high = self.en_passant.unwrap_or(0) as u128 * 2 + turn;
        self.squares().fold(high, |key, square| {
            key * 3
                + match self.at(square) {
                    None => 0,
                    Some(Colour::White) => 1,
                    Some(Colour::Black) => 2,
                }
        })
    }

    /// The position of a [key](Position::key).
    pub(crate) fn of_key(rules: Rules, mut key: u64) -> Position {
        let mut position = Position::start(rules);
        let squares: Vec<Square> = position.squares().collect();
        for (file, rank) in squares.into_iter().rev() {
            position.board[file][rank] =
                [None, Some(Colour::White), Some(Colour::Black)][(key % 3) as usize];
            key /= 3;
        }
        position.turn = if key.is_multiple_of(2) { Colour::White } else { Colour::Black };
        position.en_passant = Some((key / 2) as usize).filter(|&file| file != 0);
        position
    }

    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (files, ranks) = (usize::from(self.rules.files), usize::from(self.rules.ranks));
        (1..=files).flat_map(move |file| iter::repeat(file).zip(1..=ranks))
    }

    /// Who stands on a square; nobody beside the board.
    fn at(&self, (file, rank): Square) -> Option<Colour> {
        self.board.get(file)?.get(rank).copied().flatten()
    }

    fn is_empty(&self, (file, rank): Square) -> bool {
        (1..=usize::from(self.rules.ranks)).contains(&rank) && self.board[file][rank].is_none()
    }

    /// A rank that is counted from a side, as White counts it.
    fn rank(&self, colour: Colour, rank: u8) -> usize {
        match colour {
            Colour::White => usize::from(rank),
            Colour::Black => usize::from(self.rules.ranks + 1 - rank),
        }
    }

    fn may_double_step(&self, rank: usize) -> bool {
        self.rules.double_step && rank == self.rank(self.turn, 2) && self.rules.goal > 4
    }

    /// Whether a pawn on `from` can capture the one on the file `side` that just made a double step.
    fn captures_en_passant(&self, from: Square, side: usize) -> bool {
        self.en_passant == Some(side) && from.1 == self.rank(self.turn.other(), 4)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (1..=usize::from(self.rules.ranks)).rev() {
            for file in 1..=usize::from(self.rules.files) {
                f.write_str(match self.at((file, rank)) {
                    None => ".",
                    Some(Colour::White) => "o",
                    Some(Colour::Black) => "x",
                })?;
            }
            writeln!(f)?;
        }
        writeln!(f, "{:?} to move, en passant {:?}", self.turn, self.en_passant)
    }
}

#[cfg(test)]
mod tests {
    use hazel_games::pawns::{Ending, Rules};
    use hazel_solve::Outcome;

    use super::{Colour, Move, Position};

    /// A position without en passant, drawn from the last rank down.
    fn drawn<const N: usize>(rules: Rules, turn: Colour, ranks: [&str; N]) -> Position {
        assert_eq!(N, usize::from(rules.ranks), "one line a rank");
        let lines = (1..=N).rev().zip(ranks);
        let pawns = lines.flat_map(|(rank, line)| {
            assert_eq!(line.len(), usize::from(rules.files), "one character a file");
            (1..).zip(line.chars()).filter_map(move |(file, character)| match character {
                'o' => Some(((file, rank), Colour::White)),
                'x' => Some(((file, rank), Colour::Black)),
                _ => None,
            })
        });
        Position { turn, ..Position::with_pawns(rules, pawns) }
    }

    #[test]
    fn en_passant_is_right_after_a_double_step_beside_an_enemy() {
        let rules = Rules::one_row(3, 6);
        let before = drawn(rules, Colour::White, ["...", ".x.", "x..", "...", ".oo", "..."]);
        let double_step = Move { from: (2, 2), to: (2, 4) };
        assert!(before.moves().contains(&double_step));
        let after = before.play(double_step);
        assert_eq!(after.en_passant, Some(2));

        let capture = Move { from: (1, 4), to: (2, 3) };
        assert!(after.moves().contains(&capture));
        let captured = drawn(rules, Colour::White, ["...", ".x.", "...", ".x.", "..o", "..."]);
        assert_eq!(after.play(capture), captured);

        // Not a move later, not without a neighbour, and not if the rules don't have it.
        let waited = after.play(Move { from: (1, 4), to: (1, 3) });
        assert_eq!(waited.en_passant, None);
        assert_eq!(before.play(Move { from: (3, 2), to: (3, 4) }).en_passant, None);
        let mut without = before;
        without.rules.en_passant = false;
        assert_eq!(without.play(double_step).en_passant, None);
    }

    #[test]
    fn a_double_step_ends_before_the_goal() {
        let moves = |goal| {
            let rules = Rules { goal, ..Rules::one_row(1, 5) };
            drawn(rules, Colour::White, [".", ".", ".", "o", "."]).moves().len()
        };
        assert_eq!([3, 4, 5].map(moves), [1, 1, 2]);
    }

    #[test]
    fn reaching_the_goal_counts_before_no_pawns_and_no_pawns_before_no_move() {
        let rules = Rules { no_move: Ending::Draw, no_pawns: Ending::Win, ..Rules::one_row(2, 4) };
        let finished = |ranks| drawn(rules, Colour::Black, ranks).finished();
        assert_eq!(finished(["o.", "..", "..", ".."]), Some(Outcome::LOSS));
        assert_eq!(finished(["..", "o.", "..", ".."]), Some(Outcome::WIN));
        assert_eq!(finished(["..", "x.", "o.", ".."]), Some(Outcome::DRAW));
        assert_eq!(finished(["..", "x.", ".o", ".."]), None);
    }
}
