//! Positions in check, for tables that leave out what follows from the moves out of it.
//!
//! A check breaks the run of equal values that it stands in: for one move the side in check can't do what it would. So these
//! positions cost a file far more than their share, and whoever probes finds their values by few moves. Those moves must not
//! lead around in circles, and nobody who reads a table should need all those that its pawns lead to: so a position is left
//! out only if no move within the key gives check in turn, and if no pawn can be pushed between.

use hazel_core::{Color, Rank, Square};

use super::layout::Layout;
use super::legality::{self, Frame};
use super::moves::Moves;

/// Where `turn` is in check, no move within the key gives check, and no pawn can be pushed without promoting: words as they
/// are stored. A mate is among these positions.
pub(crate) fn told_by_evasions(layout: &Layout, turn: Color) -> Vec<u64> {
    let mut told = vec![0; layout.len()];
    // The other side is to move, and in check.
    let mut checks = vec![0; layout.len()];
    let (mut ours, mut theirs) = (vec![], vec![]);
    for (pair, &kings) in layout.kings.iter().enumerate() {
        legality::legal_of_pair(layout, turn, pair, &mut ours);
        legality::legal_of_pair(layout, !turn, pair, &mut theirs);
        for (ours, theirs) in ours.iter_mut().zip(&mut theirs) {
            // Who stands in check is who could be taken if it were the other side's move.
            (*ours, *theirs) = (*ours & !*theirs, *theirs & !*ours);
        }
        for push in pushes(layout, turn, layout.frame(kings)) {
            push.keep(layout, turn, &mut ours);
        }
        layout.pack(&ours, pair, &mut told);
        layout.pack(&theirs, pair, &mut checks);
    }
    let moves = Moves::new(layout, turn);
    let row = layout.row();
    let mut crossing = [0; 64];
    let crossing = &mut crossing[..row];
    for (number, told) in told.chunks_exact_mut(row).enumerate() {
        if told.iter().any(|&word| word != 0) {
            moves.row(number, checks.as_slice(), crossing);
            told.iter_mut().zip(&*crossing).for_each(|(told, crossing)| *told &= !crossing);
        }
    }
    told
}

/// A pawn's move that takes nothing and doesn't promote, over the squares of kings and pawns.
struct Push {
    /// Kings and pawns after it.
    after: Frame,
    /// The square that a double step passes.
    passed: Option<Square>,
}

impl Push {
    /// Takes out the positions of a pair of kings in which the push is legal: they stay in the file.
    fn keep(&self, layout: &Layout, turn: Color, words: &mut [u64]) {
        let passed = self.passed.map_or(0, |square| square.bitboard().0);
        for (word, fixed) in words.iter_mut().zip(&layout.placed).filter(|(word, _)| **word != 0) {
            if fixed.iter().all(|(_, square)| Some(*square) != self.passed) {
                *word &= !self.after.legal(!turn, fixed, layout.men.last().copied()) | passed;
            }
        }
    }
}

/// The pushes that kings and pawns leave room for.
fn pushes(layout: &Layout, turn: Color, frame: Frame) -> Vec<Push> {
    let mut pushes = vec![];
    let forward = if turn == Color::White { 1 } else { -1 };
    let step = |from: Square| from.offset(0, forward).filter(|to| !frame.occupied().contains(*to));
    let pawns = layout.key.pawn_bitboard(turn);
    for pawn in pawns - turn.rank(Rank::Seventh).bitboard() {
        let after = |to: Square| {
            let mut after = frame;
            after.pawns[turn.index()] = pawns ^ pawn.bitboard() ^ to.bitboard();
            after
        };
        let Some(one) = step(pawn) else { continue };
        pushes.push(Push { after: after(one), passed: None });
        if turn.rank(Rank::Second).bitboard().contains(pawn) {
            pushes.extend(step(one).map(|two| Push { after: after(two), passed: Some(one) }));
        }
    }
    pushes
}
