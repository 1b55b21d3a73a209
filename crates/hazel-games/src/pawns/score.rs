//! Who stands better, as a guess.
//!
//! A weighted sum of a few counts, each the side to move less the other side. The weights are those that come nearest to
//! the exact values of positions of small solved boards (least squares; `cargo xtask fit` makes them again and says how
//! well the score predicts values, there and on a larger board).
//!
//! The score never decides anything. It was made to order moves by, and measured there it saves nothing beside the
//! [counts](super::order) that are weighed by the work of proofs: the move that is most likely good isn't the one that is
//! proven with least work. So the order does without it; `docs/solve/ordering.md` has the figures.

use super::Pawns;
use super::board::{Board, down_attacks, row, up_attacks};
use super::order::{ahead_down, ahead_up, count, rows_gone};

/// What each count is worth, in thousandths of a win.
const WEIGHTS: [i32; Pawns::COUNTS.len()] = [252, 241, 20, -26, 94, -120, 169];

impl Pawns {
    /// What is [counted](Pawns::counts).
    pub const COUNTS: [&str; 7] =
        ["to move", "pawns", "rows gone", "steps", "safe steps", "hanging", "passed"];

    /// A guess at the value for the side to move: a win is about 1000, a loss about -1000, and nothing keeps it within.
    #[inline]
    pub fn score(&self, board: &Board) -> i32 {
        self.counts(board).iter().zip(WEIGHTS).map(|(count, weight)| count * weight).sum()
    }

    /// The counts behind the [score](Pawns::score), in the order of their [names](Pawns::COUNTS). The first is always 1,
    /// the others are those of the side to move less those of the other side: its pawns, the rows that they have gone
    /// together, their steps and double steps, those to squares that aren't attacked, pawns that can be captured and not captured back,
    /// and pawns that no other can stop any more by standing before them or attacking their way.
    #[inline]
    pub fn counts(&self, board: &Board) -> [i32; Pawns::COUNTS.len()] {
        let (mine, theirs) = (board.mine(), board.theirs());
        let free = !(mine | theirs);
        let (my_attacks, their_attacks) = (up_attacks(mine), down_attacks(theirs));
        let (my_steps, their_steps) = (mine << 8 & free, theirs >> 8 & free);
        let my_double_steps = self.double_steps_after(my_steps) & free;
        let their_double_steps = if self.double_steps_after(row(2)) == 0 {
            0
        } else {
            (their_steps & row(u32::from(self.rules.ranks) - 3)) >> 8 & free
        };
        let (my_safe, their_safe) = (!their_attacks, !my_attacks);
        let last_row = i32::from(self.rules.ranks - 1);
        [
            1,
            count(mine) - count(theirs),
            rows_gone(mine) - (last_row * count(theirs) - rows_gone(theirs)),
            count(my_steps) + count(my_double_steps)
                - count(their_steps)
                - count(their_double_steps),
            count(my_steps & my_safe) + count(my_double_steps & my_safe)
                - count(their_steps & their_safe)
                - count(their_double_steps & their_safe),
            count(mine & their_attacks & !my_attacks) - count(theirs & my_attacks & !their_attacks),
            count(mine & !ahead_down(theirs)) - count(theirs & !ahead_up(mine)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rules;
    use super::*;

    fn game() -> Pawns {
        Pawns::new(Rules::peasants(4, 8)).expect("such a game")
    }

    fn board(mine: &[u32], theirs: &[u32]) -> Board {
        let squares = |of: &[u32]| of.iter().fold(0, |set, square| set | 1 << square);
        Board::new(game().rules(), squares(mine), squares(theirs), None).expect("a position")
    }

    #[test]
    fn nobody_is_ahead_at_the_beginning_but_who_is_to_move() {
        let counts = game().counts(&Board::start(*game().rules()));
        assert_eq!(counts, [1, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn each_count_is_told_by_a_drawn_board() {
        // . . . .  8
        // . x . .  7        Mine are o. The pawns on b4 and a5 attack each other and nobody guards them: both hang.
        // . . . .  6        Mine can step four times (a3, a4, b5, d4), theirs three times (a4, b6, b5), all safely.
        // x . . .  5        Only the pawn on d3 is passed.
        // . o . .  4
        // . . . o  3
        // o . . .  2
        let board = board(&[8, 25, 19], &[32, 49]);
        let counts = game().counts(&board);
        assert_eq!(counts, [1, 3 - 2, 6 - 4, 4 - 3, 4 - 3, 1 - 1, 1]);
    }

    #[test]
    fn the_other_side_sees_the_same_with_the_opposite_sign() {
        let here = board(&[8, 25, 19, 26], &[32, 49, 35]);
        let (mine, theirs) = (here.theirs().swap_bytes(), here.mine().swap_bytes());
        let there = Board::new(game().rules(), mine, theirs, None);
        let (here, there) = (game().counts(&here), game().counts(&there.expect("a position")));
        assert_eq!(here[1..].iter().map(|count| -count).collect::<Vec<_>>(), there[1..]);
        assert!(here[1..].iter().any(|count| *count != 0));
    }

    #[test]
    fn being_ahead_scores_higher() {
        let even = game().score(&board(&[9, 10], &[49, 50]));
        assert!(game().score(&board(&[8, 9, 10], &[49, 50])) > even);
        assert!(game().score(&board(&[9, 10], &[48, 49, 50])) < even);
    }
}
