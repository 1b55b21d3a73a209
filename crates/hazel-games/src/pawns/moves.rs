//! Which moves there are, and what they do.

use std::ops::ControlFlow;

use super::Pawns;
use super::board::{Board, beside, flip, row, up_left, up_right};

/// A move of the side to move, which plays up the board: from one square to another, a1 = 0, h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PawnMove {
    /// Where the pawn stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

/// The squares that pawns of the side to move can go to, by the way they go there.
#[derive(Clone, Copy)]
pub(super) struct Targets {
    steps: u64,
    double_steps: u64,
    captures_left: u64,
    captures_right: u64,
}

impl Targets {
    #[inline]
    pub(super) fn all(&self) -> u64 {
        self.steps | self.double_steps | self.captures_left | self.captures_right
    }
}

impl Pawns {
    #[inline]
    pub(super) fn targets(&self, board: &Board) -> Targets {
        let (mine, theirs) = (board.mine(), board.theirs());
        let taken = mine | theirs;
        let steps = mine << 8 & !taken;
        let capturable = theirs | board.en_passant_target(self.rules);
        Targets {
            steps,
            double_steps: self.double_steps_after(steps) & !taken,
            captures_left: up_left(mine) & capturable,
            captures_right: up_right(mine) & capturable,
        }
    }

    /// Where pawns that have just made this first step from their second row may go on to.
    #[inline]
    pub(super) fn double_steps_after(&self, steps: u64) -> u64 {
        // The third row up, which is never on or beyond the goal.
        if self.rules.double_step && self.rules.goal > 4 { (steps & row(2)) << 8 } else { 0 }
    }

    /// Captures first, then double steps, then steps; from the first file to the last.
    #[inline(always)]
    pub(super) fn visit_moves<B>(
        &self,
        board: &Board,
        mut visit: impl FnMut(PawnMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let targets = self.targets(board);
        let ways = [
            (targets.captures_left, 7),
            (targets.captures_right, 9),
            (targets.double_steps, 16),
            (targets.steps, 8),
        ];
        for (mut squares, distance) in ways {
            while squares != 0 {
                let to = squares.trailing_zeros() as u8;
                squares &= squares - 1;
                visit(PawnMove { from: to - distance, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The board after a move, as the other side sees it.
    #[inline]
    pub(super) fn after(&self, board: &Board, mv: PawnMove) -> Board {
        let (from, to) = (1 << mv.from, 1 << mv.to);
        let mine = board.mine() & !from | to;
        let distance = mv.to - mv.from;
        let mut theirs = board.theirs() & !to;
        if distance & 1 != 0 && theirs == board.theirs() {
            theirs &= !(to >> 8);
        }
        let next =
            Board::from_halves(flip(theirs, self.rules), flip(mine, self.rules), board.has_fixed());
        if distance == 16 && self.rules.en_passant && beside(to) & theirs != 0 {
            next.with_en_passant(1 << (mv.to % 8))
        } else {
            next
        }
    }
}
