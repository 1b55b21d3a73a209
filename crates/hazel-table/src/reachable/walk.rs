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
    // The number of a position tells its slot, and which of the images it is.
    let all = indexer.len() * images.len() as u64;
    let at = |number: u64| {
        let (slot, image) = (number / images.len() as u64, number % images.len() as u64);
        Some(indexer.position(slot)?.image(images[image as usize]))
    };
    let mut seen = vec![0_u64; (all as usize).div_ceil(64)];
    let mut positions = 0;
    let mut waiting = vec![];
    let mut enter = |placement: &Placement, waiting: &mut Vec<u64>| {
        let first = indexer.index(placement)? * images.len() as u64;
        let mut numbers = first..first + images.len() as u64;
        let number = numbers.find(|&number| at(number).is_some_and(|at| at == *placement))?;
        let (word, bit) = ((number >> 6) as usize, 1 << (number & 63));
        if seen[word] & bit == 0 {
            seen[word] |= bit;
            positions += 1;
            waiting.push(number);
        }
        Some(())
    };
    let mut reach = [Bitboard::EMPTY; 2];
    enter(&Placement::from(root).image(transform), &mut waiting)?;
    while let Some(number) = waiting.pop() {
        let position = at(number)?.position().ok()?;
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
