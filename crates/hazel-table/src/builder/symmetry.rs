//! The symmetries of a board without pawns: which pairs of kings they join, and rows of sets under them.

use hazel_core::{Bitboard, File, Rank, Square};

use super::layout::Kings;
use crate::Transform;

/// The transform that brings White's king into the triangle a1-d1-d4, and Black's below the diagonal where White's stands
/// on it. The sides stay.
pub(crate) fn of_kings(kings: Kings) -> Transform {
    let [white, black] = kings.map(|king| king as u8);
    let (files, ranks) = (if white & 7 > 3 { 7 } else { 0 }, if white >> 3 > 3 { 56 } else { 0 });
    let above = |king: u8| {
        let king = king ^ files ^ ranks;
        (king >> 3).cmp(&(king & 7))
    };
    let transpose = above(white).then(above(black)).is_gt();
    FLIPS[usize::from(files != 0) | usize::from(ranks != 0) << 1 | usize::from(transpose) << 2]
}

/// Each set of a row as it was before the transform.
pub(crate) fn undo(transform: Transform, row: &mut [u64; 64]) {
    // One loop for each step, so that each is a loop over vectors.
    let undo = transform.inverse();
    // A reflection in a diagonal takes the first rank to a file.
    let [corner, next] = [Square::A1, Square::B1].map(|square| undo.square(square));
    let transposed = corner.rank() != next.rank();
    let apply = |row: &mut [u64; 64], step: Transform| {
        for set in row {
            *set = step.bitboard(Bitboard(*set)).0;
        }
    };
    if transposed {
        apply(row, Transform::TRANSPOSE);
    }
    if corner.file() != File::A {
        apply(row, Transform::MIRROR);
    }
    if corner.rank() != Rank::First {
        for set in row {
            *set = set.swap_bytes();
        }
    }
}

/// All flips, and after them the reflection in the diagonal: 1 flips the files, 2 the ranks, 4 reflects.
const FLIPS: [Transform; 8] = {
    let mirror = Transform::MIRROR;
    let turn = Transform::TRANSPOSE.then(Transform::ANTI_TRANSPOSE);
    let flat = [Transform::IDENTITY, mirror, turn.then(mirror), turn];
    let mut all = [Transform::IDENTITY; 8];
    let mut index = 0;
    while index < 8 {
        let flip = flat[index & 3];
        all[index] = if index & 4 == 0 { flip } else { flip.then(Transform::TRANSPOSE) };
        index += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use hazel_core::attacks;

    use super::*;

    #[test]
    fn rows_of_sets_are_undone_as_single_sets_are() {
        for transform in FLIPS {
            let image: [u64; 64] =
                std::array::from_fn(|i| 0x9E3779B97F4A7C15u64.wrapping_mul(i as u64));
            let mut row = image;
            undo(transform, &mut row);
            assert_eq!(row.map(|set| transform.bitboard(Bitboard(set)).0), image, "{transform:?}");
        }
    }

    #[test]
    fn kings_come_into_462_places() {
        let mut places = HashSet::new();
        for white in Square::all() {
            for black in !(attacks::king(white) | white.bitboard()) {
                let transform = of_kings([white, black]);
                let place = [white, black].map(|king| transform.square(king));
                assert_eq!(of_kings(place), Transform::IDENTITY);
                places.insert(place);
            }
        }
        assert_eq!(places.len(), 462);
        assert!(places.iter().all(|[white, _]| Bitboard(0x080C0E0F).contains(*white)));
    }
}
