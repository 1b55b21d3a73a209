//! Races: who arrives first when nobody can be stopped any more.
//!
//! Suppose one side does nothing but run with one pawn. What the other side can do against it is estimated from above:
//! after so many moves its pawns stand at most on such squares, pushing over its own men and capturing whatever stands
//! still. If the runner is never on a square that they could attack or before one that they could hold, and none of
//! them can arrive earlier, the race is decided; no search would find another answer.
//!
//! Men that stand still are enough to stop most runners: one before it in its file, or one beside that attacks a square
//! that it has to go over; men beyond the goal don't matter. Such pawns are left out before anything is counted, which
//! leaves nothing to count on most boards.
//!
//! One thing can still go wrong: the side that is going to lose may have no move left, which is a draw in most of these
//! games. So its moves are counted, too, from below; where they might run out, the draw stays possible.

use hazel_solve::Outcome;

use super::Pawns;
use super::board::{
    Board, above, below, beside, down_attacks, files_of, flip, row, up_attacks, up_left, up_right,
};

impl Pawns {
    /// What races say about the value. The game isn't over, and the side to move can't arrive with its next move.
    #[inline]
    pub(super) fn race(&self, board: &Board) -> Outcome {
        let (mine, theirs) = (board.mine(), board.theirs());
        if let Some(replies) = self.runs_home(mine, theirs) {
            return self.if_they_can_reply(
                Outcome::WIN,
                flip(theirs, self.rules),
                flip(mine, self.rules),
                replies,
            );
        }
        let over = board.en_passant_target(self.rules);
        let capturable = theirs | over;
        if up_attacks(mine) & capturable != 0
            && let Some(replies) = self.captures_and_runs_home(mine, theirs, over)
        {
            // Whichever pawn is captured, the others have to have moves.
            let others = theirs & !up_attacks(mine) & !(over >> 8);
            let standing = (mine | theirs | over) & !others;
            return self.if_they_can_reply(
                Outcome::WIN,
                flip(others, self.rules),
                flip(standing, self.rules),
                replies,
            );
        }
        match self.they_run_home(mine, theirs, over) {
            Some(moves) => self.if_they_can_reply(Outcome::LOSS, mine, theirs, moves),
            None => Outcome::ANY,
        }
    }

    /// The side to move runs with a pawn and arrives, whatever the others do: how often they reply before.
    #[inline]
    fn runs_home(&self, mine: u64, theirs: u64) -> Option<u32> {
        let guarded = below(theirs & self.up_to_goal());
        let mut runners = mine & !(guarded | beside(guarded >> 8) | below(mine));
        if runners == 0 {
            return None;
        }
        let mut them = theirs;
        for replies in 0.. {
            if them & self.their_goal != 0 {
                return None;
            }
            let free = !(them | mine);
            let mut next = runners << 8 & free;
            if replies == 0 {
                let taken_in_passing = beside(them & row(3));
                next |= self.double_steps_after(next) & free & !taken_in_passing;
            }
            if next & self.goal != 0 {
                return Some(replies);
            }
            runners = next & !down_attacks(them);
            if runners == 0 {
                return None;
            }
            them = self.one_move_down(them, mine, mine);
        }
        None
    }

    /// The same with a capture first.
    fn captures_and_runs_home(&self, mine: u64, theirs: u64, over: u64) -> Option<u32> {
        let capturable = theirs | over;
        let (left, right) = (up_left(mine) & capturable, up_right(mine) & capturable);
        // Whoever captures no longer blocks.
        let blockers = mine & !(left >> 7 | right >> 9);
        let guarded = below(theirs & self.up_to_goal());
        let mut runners = (left | right) & !(guarded | beside(guarded) | below(mine));
        let mut them = theirs;
        for replies in 1.. {
            if runners == 0 {
                return None;
            }
            them = self.one_move_down(them, mine, blockers);
            if them & self.their_goal != 0 {
                return None;
            }
            let next = runners << 8 & !(them | mine);
            if next & self.goal != 0 {
                return Some(replies);
            }
            runners = next & !down_attacks(them);
        }
        None
    }

    /// The other side runs and arrives, although it isn't its turn: how many moves the side to move makes before.
    #[inline]
    fn they_run_home(&self, mine: u64, theirs: u64, over: u64) -> Option<u32> {
        let rows = u32::from(self.rules.ranks);
        let guarded = above(mine & self.down_to_their_goal());
        let stopped = guarded | beside(guarded) | above(theirs);
        let mut runners = theirs & !(over >> 8) & !stopped;
        let mut me = mine | up_attacks(mine) & over;
        for moves in 1.. {
            if runners == 0 {
                return None;
            }
            me = self.one_move_up(me, theirs);
            if me & self.goal != 0 {
                return None;
            }
            let free = !(me | theirs);
            let mut next = runners >> 8 & free;
            if moves == 1 && self.double_steps_after(row(2)) != 0 {
                let taken_in_passing = beside(me & row(rows - 4));
                next |= (next & row(rows - 3)) >> 8 & free & !taken_in_passing;
            }
            if next & self.their_goal != 0 {
                return Some(moves);
            }
            runners = next & !up_attacks(me);
        }
        None
    }

    /// The goal of the side to move and all rows before it; who stands beyond stops nobody.
    #[inline]
    fn up_to_goal(&self) -> u64 {
        self.goal | (self.goal - 1)
    }

    /// The same for the other side.
    #[inline]
    fn down_to_their_goal(&self) -> u64 {
        self.their_goal | self.their_goal.wrapping_neg()
    }

    /// Where pawns that go up can be after one more move, at most.
    #[inline]
    fn one_move_up(&self, pawns: u64, targets: u64) -> u64 {
        let steps = pawns << 8 & !targets;
        pawns | steps | self.double_steps_after(steps) & !targets | up_attacks(pawns) & targets
    }

    /// The same for pawns that go down, capture `targets` and are blocked by `blockers`.
    #[inline]
    fn one_move_down(&self, pawns: u64, targets: u64, blockers: u64) -> u64 {
        let steps = pawns >> 8 & !blockers;
        let double_steps = if self.double_steps_after(row(2)) == 0 {
            0
        } else {
            (steps & row(u32::from(self.rules.ranks) - 3)) >> 8 & !blockers
        };
        pawns | steps | double_steps | down_attacks(pawns) & targets
    }

    /// The outcome of a decided race, unless the side with these `pawns`, going up, may run out of moves before.
    fn if_they_can_reply(&self, outcome: Outcome, pawns: u64, others: u64, times: u32) -> Outcome {
        if self.surely_has_moves(pawns, others, times) {
            return outcome;
        }
        let theirs = self.rules.no_move.outcome().bits() | self.rules.no_pawns.outcome().bits();
        let endings = Outcome::from_bits(theirs).expect("two endings");
        // A win of the side to move is decided where the other side is to move, and a loss where it is itself.
        let endings = if outcome == Outcome::WIN { endings.flip() } else { endings };
        Outcome::from_bits(outcome.bits() | endings.bits()).expect("not empty")
    }

    /// Whether the side with these `pawns`, going up, has a move each of so many times, whichever moves it chooses,
    /// while the other side runs with one pawn.
    fn surely_has_moves(&self, pawns: u64, others: u64, times: u32) -> bool {
        if times == 0 {
            return true;
        }
        let mut steps = 0;
        let mut squares = 0;
        let mut ahead = pawns;
        loop {
            ahead = ahead << 8 & !(pawns | others) & !row(u32::from(self.rules.ranks) - 1);
            if ahead == 0 {
                break;
            }
            steps += ahead.count_ones();
            squares |= ahead;
        }
        // A move takes away the steps of at most two files: the one that it leaves and the one that it goes to.
        if files_of(squares).count_ones() > 2 * (times - 1) {
            return true;
        }
        // Without captures a move takes away one step, a double step two.
        let (mut reach, mut targets) = (pawns, others);
        for _ in 0..times {
            reach |= reach << 8 | reach << 16;
        }
        for _ in 0..3 {
            targets |= targets >> 8 | targets >> 16;
        }
        let double_steps = (pawns & row(1)).count_ones();
        up_attacks(reach) & targets == 0 && steps >= times + double_steps
    }
}

#[cfg(test)]
mod tests {
    use hazel_solve::{Game as _, Outcome};

    use super::super::{Board, Pawns, Rules};

    fn bounds(goal: u8, mine: u64, theirs: u64) -> Outcome {
        let rules = Rules { goal, ..Rules::peasants(2, 8) };
        let board = Board::new(&rules, mine, theirs, None).expect("a position");
        Pawns::new(rules).expect("such a game").bounds(&board)
    }

    /// A runner on a4 and a man on b7, which guards a6.
    #[test]
    fn a_man_stops_a_runner_unless_he_stands_beyond_the_goal() {
        let (a4, b7) = (1 << 24, 1 << 49);
        assert_eq!(bounds(6, a4, b7), Outcome::WIN);
        assert!(!bounds(7, a4, b7).is_exact());
        assert!(!bounds(8, a4, b7).is_exact());
    }
}
