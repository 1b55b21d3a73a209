//! All slots of a pair of kings in order, much faster than one number after the other.

use std::ops::Range;

use hazel_core::{Bitboard, Square};

use super::PositionIndexer;
use super::group::{Group, below};
use crate::Transform;

impl PositionIndexer {
    /// Visits all slots of a pair of kings in their order, the same for each side to move: with the squares of the
    /// pieces, group by group and ascending within a group, or with `None` if the slot is unused. The pair is given by
    /// its place in [`kings`](PositionIndexer::kings).
    pub fn for_each_slot(&self, pair: usize, mut visit: impl FnMut(Option<&[Square]>)) {
        // No key with more pieces than two sides can have.
        let mut squares = [Square::A1; 30];
        let squares = &mut squares[..self.key.pieces() as usize];
        let occupied = self.occupied(pair);
        if let Some(reflection) = self.pairs.reflection(pair) {
            let mut seen = |squares: &[Square]| {
                visit(self.is_smallest(squares, reflection, occupied).then_some(squares));
            };
            place(&self.groups, occupied, squares, 0, &mut seen);
        } else {
            place(&self.groups, occupied, squares, 0, &mut |squares| visit(Some(squares)));
        }
    }

    /// Whether the rank of the pieces is not above that of their reflection. Group after group is compared, the
    /// weightiest first; after equal ones the occupied squares are equal too.
    fn is_smallest(&self, squares: &[Square], reflection: Transform, occupied: Bitboard) -> bool {
        let (mut rest, mut occupied) = (squares, occupied);
        for group in &self.groups {
            let (men, others) = rest.split_at(usize::from(group.men().2));
            let set: Bitboard = men.iter().copied().collect();
            let (rank, image) =
                (group.rank(set, occupied), group.rank(reflection.bitboard(set), occupied));
            if rank != image {
                return rank < image;
            }
            occupied |= set;
            rest = others;
        }
        true
    }
}

/// Places the groups in all ways; their squares begin at `start`.
fn place(
    groups: &[Group],
    occupied: Bitboard,
    squares: &mut [Square],
    start: usize,
    visit: &mut impl FnMut(&[Square]),
) {
    let Some((group, rest)) = groups.split_first() else { return visit(squares) };
    let end = start + usize::from(group.men().2);
    let free = group.squares() - occupied;
    choose(rest, occupied, free, squares, (start..end, end - 1), visit);
}

/// Places the piece number `at` of a group in all ways on free squares, and those before it on squares before it.
fn choose(
    rest: &[Group],
    occupied: Bitboard,
    free: Bitboard,
    squares: &mut [Square],
    (group, at): (Range<usize>, usize),
    visit: &mut impl FnMut(&[Square]),
) {
    for square in free {
        squares[at] = square;
        let occupied = occupied | square.bitboard();
        if at == group.start {
            place(rest, occupied, squares, group.end, visit);
        } else {
            let before = free & below(square);
            choose(rest, occupied, before, squares, (group.clone(), at - 1), visit);
        }
    }
}
