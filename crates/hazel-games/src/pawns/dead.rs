//! What can never happen any more.
//!
//! Pawns go only forward, so much of what a position could once become is soon out of reach for good. Two floods, one for
//! each side, find every square that a pawn could still come to if both sides worked together: an estimate from above
//! that is cheap, because it forgets who moves when. Who can't reach his goal even so will not win by reaching it.
//!
//! A pawn is *fixed* if it can never move, capture or be captured. Fixed pawns block the floods; which pawns are fixed is
//! found by supposing that all blocked ones are, and giving up those that the floods can still touch, until none is left
//! to give up.

use hazel_solve::Outcome;

use super::board::{Board, above, below, down_attacks, up_attacks};
use super::{Ending, Pawns};

/// How far pawns could still come.
pub(super) struct Reach {
    /// Pawns of either side that can never do anything again.
    pub(super) fixed: u64,
    /// Where pawns of the side to move stand or could come to.
    pub(super) mine: u64,
    /// Where pawns of the other side stand or could come to.
    pub(super) theirs: u64,
}

impl Pawns {
    /// What every pawn could still do if both sides worked together; `None` if no pawn is fixed, and so each could do
    /// everything.
    #[inline]
    pub(super) fn reach(&self, board: &Board) -> Option<Reach> {
        let (my_pawns, their_pawns) = (board.mine(), board.theirs());
        // A pawn that can be captured en passant counts as standing on the square that it went over, too.
        let over = board.en_passant_target(self.rules);
        let (mut mine, mut theirs) = (my_pawns, their_pawns | over);
        // A pawn that has arrived decides the game, so it isn't one to leave out.
        let mut fixed = (my_pawns | their_pawns) & !(over >> 8 | self.their_goal & their_pawns);
        loop {
            // To capture and to be captured is to stand diagonally before each other.
            fixed &= !(my_pawns & down_attacks(theirs) | their_pawns & up_attacks(mine));
            // What isn't blocked by a fixed pawn isn't fixed.
            loop {
                let blocked = fixed & (my_pawns & fixed >> 8 | their_pawns & fixed << 8);
                if fixed == blocked {
                    break;
                }
                fixed = blocked;
            }
            if fixed == 0 {
                return None;
            }
            (mine, theirs) = (my_pawns, their_pawns | over);
            loop {
                let (free, their_free) = (mine & !fixed, theirs & !fixed);
                let next = mine | (free << 8 | up_attacks(free) & theirs) & !fixed;
                let their_next =
                    theirs | (their_free >> 8 | down_attacks(their_free) & mine) & !fixed;
                if next == mine && their_next == theirs {
                    break;
                }
                (mine, theirs) = (next, their_next);
            }
            let touched = my_pawns & down_attacks(theirs) | their_pawns & up_attacks(mine);
            if fixed & touched == 0 {
                return Some(Reach { fixed, mine, theirs });
            }
        }
    }

    /// The outcomes that are left to a position by what can never happen any more.
    #[inline]
    pub(super) fn what_dead_files_leave(&self, board: &Board) -> Outcome {
        // Whoever has nobody before him in his file could still go straight home.
        let (mine, theirs) = (board.mine(), board.theirs());
        if mine & !below(theirs) != 0 && theirs & !above(mine) != 0 {
            return Outcome::ANY;
        }
        let reach = self.reach(board);
        let (i_arrive, they_arrive) = match &reach {
            Some(reach) => (reach.mine & self.goal != 0, reach.theirs & self.their_goal != 0),
            None => (mine != 0, theirs != 0),
        };
        if i_arrive && they_arrive {
            return Outcome::ANY;
        }
        // The ways to end that stay, whoever has no move or no pawns. Fixed pawns are never lost.
        let mut left = both_ways(self.rules.no_move);
        if reach.is_none() && !board.has_fixed() {
            left |= both_ways(self.rules.no_pawns);
        }
        left |= if i_arrive { Outcome::WIN.bits() } else { 0 };
        left |= if they_arrive { Outcome::LOSS.bits() } else { 0 };
        Outcome::from_bits(left).expect("a game ends somehow")
    }
}

/// What an ending can mean for the side to move here, at whoever's turn it comes.
fn both_ways(ending: Ending) -> u8 {
    ending.outcome().bits() | ending.outcome().flip().bits()
}
