//! Forwards with pieces on the board, position by position.
//!
//! Only to find out whether play can ever leave the pieces and pawns that are there, and so whether a draw is a
//! fortress.

use hazel_core::{Bitboard, Color, Position, Role};

use crate::{MaterialKey, Placement, PositionIndexer, Transform, Watch};

/// Play from a position, as far as it was followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Play {
    /// A capture or a pawn's move is possible.
    Leaves,
    /// Never is one possible.
    Stays {
        /// How many positions can come.
        positions: u64,
        /// Where White's king and pieces can ever stand, and Black's.
        reach: [Bitboard; 2],
    },
}

/// Follows play from a position, up to the first capture or pawn's move. `None` if there are more than `limit` positions or
/// it was stopped.
pub(crate) fn follow(root: &Position, limit: u64, watch: &dyn Watch) -> Option<Play> {
    if root.en_passant_square().is_some() {
        return Some(Play::Leaves);
    }
    let (key, transform) = MaterialKey::from_position(root).canonical();
    let indexer = PositionIndexer::new(key).ok()?;
    // Images of each other have one slot, but stand on different squares.
    let images: Vec<Transform> = key.stabilizer().collect();
    if indexer.len() > limit {
        return None;
    }
    let at = |index: u64| indexer.position(index);
    let mut seen = vec![0_u64; (indexer.len() as usize * images.len()).div_ceil(64)];
    let mut positions = 0;
    let mut waiting = vec![];
    let mut enter = |placement: &Placement, waiting: &mut Vec<(u64, Transform)>| {
        let index = indexer.index(placement)?;
        let slot = at(index)?;
        let image = images.iter().position(|image| slot.image(*image) == *placement)?;
        let number = index as usize * images.len() + image;
        let (word, bit) = (number >> 6, 1 << (number & 63));
        if seen[word] & bit == 0 {
            seen[word] |= bit;
            positions += 1;
            waiting.push((index, images[image]));
        }
        Some(())
    };
    let mut reach = [Bitboard::EMPTY; 2];
    enter(&Placement::from(root).image(transform), &mut waiting)?;
    while let Some((index, image)) = waiting.pop() {
        let position = at(index)?.image(image).position().ok()?;
        let board = position.board();
        for color in Color::ALL {
            let men = board.color(color) - board.role(Role::Pawn);
            let here = transform.inverse().bitboard(men);
            let whose = &mut reach[transform.color(color).index()];
            *whose |= here;
        }
        for m in position.legal_moves() {
            if m.is_capture() || board.role_at(m.from()) == Some(Role::Pawn) {
                return Some(Play::Leaves);
            }
            enter(&Placement::from(&position.after(m)), &mut waiting)?;
        }
        if watch.is_over() {
            return None;
        }
    }
    Some(Play::Stays { positions, reach })
}
