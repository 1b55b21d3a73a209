//! Which moves to try first.
//!
//! Moves that close the game: where both sides are left with little to do, a proof is short. What is counted is cheap;
//! how much each count weighs was found by minimising the nodes of whole proofs on small boards, not by judging single
//! positions. A score that was fitted to values (`score`) saved nothing beside them.

use hazel_solve::Question;

use super::board::{
    Board, above, below, beside, down_attacks, down_left, down_right, row, up_attacks, up_left,
    up_right,
};
use super::{PawnMove, Pawns};

/// Counts after a move, or how much later one of each makes it. "They" are to move after it, "we" have made it.
struct Weights {
    capture: i32,
    their_moves: i32,
    our_moves: i32,
    /// Steps to squares that the other side doesn't attack.
    their_safe_steps: i32,
    our_safe_steps: i32,
    their_captures: i32,
    our_captures: i32,
    their_pawns: i32,
    our_pawns: i32,
    /// Rows that the pawns have gone, all together.
    their_rows: i32,
    our_rows: i32,
    /// Pawns that can be captured without being captured back.
    their_hanging: i32,
    our_hanging: i32,
    their_passed: i32,
    our_passed: i32,
    /// Pairs of pawns that stand before each other.
    locked: i32,
    /// Empty squares that both attack.
    contested: i32,
}

/// If at least a draw is wanted.
const FOR_A_DRAW: Weights = Weights {
    capture: -1030,
    their_moves: 42,
    our_moves: 0,
    their_safe_steps: 11,
    our_safe_steps: -2,
    their_captures: -4,
    our_captures: 10,
    their_pawns: 15,
    our_pawns: -25,
    their_rows: -122,
    our_rows: -38,
    their_hanging: -36,
    our_hanging: 30,
    their_passed: 32,
    our_passed: -76,
    locked: 10,
    contested: 9,
};

/// If a win is wanted.
const FOR_A_WIN: Weights = Weights {
    capture: -1011,
    their_moves: 23,
    our_moves: -8,
    their_safe_steps: 11,
    our_safe_steps: 6,
    their_captures: 22,
    our_captures: -5,
    their_pawns: -34,
    our_pawns: 10,
    their_rows: -40,
    our_rows: -5,
    their_hanging: -48,
    our_hanging: 27,
    their_passed: 62,
    our_passed: -60,
    locked: 24,
    contested: -2,
};

impl Pawns {
    /// How late to try a move that leads to `after`.
    #[inline]
    pub(super) fn lateness(&self, question: Question, mv: PawnMove, after: &Board) -> i32 {
        let weights = match question {
            Question::Draw => &FOR_A_DRAW,
            Question::Win => &FOR_A_WIN,
        };
        let (they, we) = (after.mine(), after.theirs());
        let free = !(they | we);
        let (their_attacks, our_attacks) = (up_attacks(they), down_attacks(we));
        let their_steps = they << 8 & free;
        let their_double_steps = self.double_steps_after(their_steps) & free;
        let our_steps = we >> 8 & free;
        let third = row(u32::from(self.rules.ranks) - 3);
        let our_double_steps = (our_steps & third) >> 8 & free;
        let their_captures = count(up_left(they) & we) + count(up_right(they) & we);
        let our_captures = count(down_left(we) & they) + count(down_right(we) & they);
        let counts = Weights {
            capture: i32::from(!(mv.to - mv.from).is_multiple_of(8)),
            their_moves: count(their_steps) + count(their_double_steps) + their_captures,
            our_moves: count(our_steps) + count(our_double_steps) + our_captures,
            their_safe_steps: count(their_steps & !our_attacks)
                + count(their_double_steps & !our_attacks),
            our_safe_steps: count(our_steps & !their_attacks)
                + count(our_double_steps & !their_attacks),
            their_captures,
            our_captures,
            their_pawns: count(they),
            our_pawns: count(we),
            their_rows: rows_gone(they),
            our_rows: i32::from(self.rules.ranks - 1) * count(we) - rows_gone(we),
            their_hanging: count(our_attacks & they & !their_attacks),
            our_hanging: count(their_attacks & we & !our_attacks),
            their_passed: count(they & !ahead_down(we)),
            our_passed: count(we & !ahead_up(they)),
            locked: count(they << 8 & we),
            contested: count(their_attacks & our_attacks & free),
        };
        weights.times(&counts)
    }
}

impl Weights {
    #[inline]
    fn times(&self, counts: &Weights) -> i32 {
        self.capture * counts.capture
            + self.their_moves * counts.their_moves
            + self.our_moves * counts.our_moves
            + self.their_safe_steps * counts.their_safe_steps
            + self.our_safe_steps * counts.our_safe_steps
            + self.their_captures * counts.their_captures
            + self.our_captures * counts.our_captures
            + self.their_pawns * counts.their_pawns
            + self.our_pawns * counts.our_pawns
            + self.their_rows * counts.their_rows
            + self.our_rows * counts.our_rows
            + self.their_hanging * counts.their_hanging
            + self.our_hanging * counts.our_hanging
            + self.their_passed * counts.their_passed
            + self.our_passed * counts.our_passed
            + self.locked * counts.locked
            + self.contested * counts.contested
    }
}

pub(super) fn count(squares: u64) -> i32 {
    squares.count_ones() as i32
}

/// The sum of the rows that pawns stand on: those whose number has a one as its lowest binary digit, those that have one
/// before it, and those above.
pub(super) fn rows_gone(pawns: u64) -> i32 {
    let (ones, twos, fours) = (0xFF00_FF00_FF00_FF00, 0xFFFF_0000_FFFF_0000, 0xFFFF_FFFF_0000_0000);
    count(pawns & ones) + 2 * count(pawns & twos) + 4 * count(pawns & fours)
}

/// The squares that pawns going down may still come to or attack: their files and the ones beside, below them.
pub(super) fn ahead_down(pawns: u64) -> u64 {
    let x = below(pawns);
    x | beside(x)
}

/// The same for pawns going up.
pub(super) fn ahead_up(pawns: u64) -> u64 {
    let x = above(pawns);
    x | beside(x)
}
