//! Which moves to try first.
//!
//! Moves that close the game: where both sides are left with little to do, a proof is short. What is counted is cheap;
//! how much each count weighs was found by minimising the nodes of whole proofs on small boards, not by judging single
//! positions.

use hazel_solve::Question;

use super::board::{Board, beside, down_attacks, row, up_attacks, up_left, up_right};
use super::{PawnMove, Pawns};

/// How much later each count makes a move. "They" are to move after it, "we" have made it.
struct Weights {
    capture: i32,
    their_moves: i32,
    their_safe_steps: i32,
    their_captures: i32,
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
}

/// If at least a draw is wanted.
const FOR_A_DRAW: Weights = Weights {
    capture: -1030,
    their_moves: 42,
    their_safe_steps: 11,
    their_captures: -4,
    their_pawns: 15,
    our_pawns: -25,
    their_rows: -122,
    our_rows: -38,
    their_hanging: -36,
    our_hanging: 30,
    their_passed: 32,
    our_passed: -76,
};

/// If a win is wanted.
const FOR_A_WIN: Weights = Weights {
    capture: -1011,
    their_moves: 23,
    their_safe_steps: 11,
    their_captures: 22,
    their_pawns: -34,
    our_pawns: 10,
    their_rows: -40,
    our_rows: -5,
    their_hanging: -48,
    our_hanging: 27,
    their_passed: 62,
    our_passed: -60,
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
        let steps = they << 8 & free;
        let double_steps = self.double_steps_after(steps) & free;
        let captures = count(up_left(they) & we) + count(up_right(they) & we);
        let is_capture = i32::from(!(mv.to - mv.from).is_multiple_of(8));
        weights.capture * is_capture
            + weights.their_moves * (count(steps) + count(double_steps) + captures)
            + weights.their_safe_steps
                * (count(steps & !our_attacks) + count(double_steps & !our_attacks))
            + weights.their_captures * captures
            + weights.their_pawns * count(they)
            + weights.our_pawns * count(we)
            + weights.their_rows * rows_gone(they)
            + weights.our_rows * (i32::from(self.rules.ranks - 1) * count(we) - rows_gone(we))
            + weights.their_hanging * count(our_attacks & they & !their_attacks)
            + weights.our_hanging * count(their_attacks & we & !our_attacks)
            + weights.their_passed * count(they & !ahead_down(we))
            + weights.our_passed * count(we & !ahead_up(they))
    }
}

pub(super) fn count(squares: u64) -> i32 {
    squares.count_ones() as i32
}

/// The sum of the rows that pawns stand on.
pub(super) fn rows_gone(pawns: u64) -> i32 {
    (1..8).map(|index| count(pawns & row(index)) * index as i32).sum()
}

/// The squares that pawns going down may still come to or attack: their files and the ones beside, below them.
pub(super) fn ahead_down(pawns: u64) -> u64 {
    let x = pawns >> 8;
    let x = x | x >> 8;
    let x = x | x >> 16;
    let x = x | x >> 32;
    x | beside(x)
}

/// The same for pawns going up.
pub(super) fn ahead_up(pawns: u64) -> u64 {
    let x = pawns << 8;
    let x = x | x << 8;
    let x = x | x << 16;
    let x = x | x << 32;
    x | beside(x)
}
