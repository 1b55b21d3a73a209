//! Which placements are legal, a word at a time.

use hazel_core::{Bitboard, Color, Role, Square, attacks};

use super::layout::{Kings, Layout, Man};

/// Kings and pawns: the men that don't move within a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) kings: Kings,
    pub(crate) pawns: [Bitboard; 2],
}

impl Frame {
    /// The squares of kings and pawns.
    pub(crate) fn occupied(&self) -> Bitboard {
        let [white, black] = self.kings;
        white.bitboard() | black.bitboard() | self.pawns[0] | self.pawns[1]
    }

    /// Whether the kings don't touch, and stand on no pawn.
    pub(crate) fn is_possible(&self) -> bool {
        let [white, black] = self.kings;
        let taken = self.pawns[0] | self.pawns[1];
        !(attacks::king(white) | white.bitboard() | taken).contains(black) && !taken.contains(white)
    }

    /// The squares of the last piece with which `turn` may be to move: the men are on different squares and the other king
    /// is not in check. Without a last piece, bit 0 stands for the one position there is. The colours of bishops'
    /// squares are not looked at.
    #[inline]
    pub(crate) fn legal(&self, turn: Color, fixed: &[(Man, Square)], last: Option<Man>) -> u64 {
        let mut occupied = self.occupied();
        for &(_, square) in fixed {
            if occupied.contains(square) {
                return 0;
            }
            occupied |= square.bitboard();
        }
        let king = self.kings[!turn as usize];
        if attacks::pawns(turn, self.pawns[turn.index()]).contains(king) {
            return 0;
        }
        let mut legal = if last.is_some() { !occupied } else { Bitboard(1) };
        for &(man, square) in fixed {
            if man.color == turn && reach(man.kind.role(), square, occupied).contains(king) {
                // Only the last piece can still come between.
                if last.is_none() {
                    return 0;
                }
                legal &= attacks::between(square, king);
            }
        }
        if let Some(last) = last.filter(|last| last.color == turn) {
            legal &= !reach(last.kind.role(), king, occupied);
        }
        legal.0
    }
}

/// The legal positions of a layout with `turn` to move, as they are stored.
pub(crate) fn legal(layout: &Layout, turn: Color) -> Vec<u64> {
    let mut plane = vec![0; layout.len()];
    let mut words = vec![];
    for pair in 0..layout.kings.len() {
        legal_of_pair(layout, turn, pair, &mut words);
        layout.pack(&words, pair, &mut plane);
    }
    plane
}

/// The legal positions of a pair of kings, in all places.
pub(crate) fn legal_of_pair(layout: &Layout, turn: Color, pair: usize, words: &mut Vec<u64>) {
    let frame = layout.frame(layout.kings[pair]);
    words.clear();
    words.extend(layout.placed.iter().map(|fixed| {
        let legal = frame.legal(turn, fixed, layout.men.last().copied());
        if legal == 0 { 0 } else { legal & layout.allowed(fixed) }
    }));
}

/// The squares that a piece attacks.
#[inline]
pub(crate) fn reach(role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Queen => attacks::queen(square, occupied),
        Role::Rook => attacks::rook(square, occupied),
        Role::Bishop => attacks::bishop(square, occupied),
        Role::Knight => attacks::knight(square),
        Role::Pawn | Role::King => unreachable!("no kings or pawns among the pieces"),
    }
}
