//! Forwards with pieces on the board, position by position.
//!
//! Only to find out whether play can ever leave the pieces and pawns that are there, and so whether a draw is a
//! fortress.

use hazel_core::{Position, Role};

use crate::{MaterialKey, Placement, PositionIndexer, Watch};

/// Whether no capture and no pawn's move is ever possible from a position, and how many positions there are then.
/// `None` if there are more than `limit` of them or it was stopped.
pub(crate) fn closed(root: &Position, limit: u64, watch: &dyn Watch) -> Option<(bool, u64)> {
    let key = MaterialKey::from_position(root);
    let (canonical, transform) = key.canonical();
    let indexer = PositionIndexer::new(canonical).ok()?;
    if indexer.len() > limit {
        return None;
    }
    let mut seen = vec![0_u64; (indexer.len() as usize).div_ceil(64)];
    let mut count = 0;
    let mut waiting = vec![];
    let mut enter = |placement: &Placement, waiting: &mut Vec<u64>| {
        let Some(index) = indexer.index(placement) else { return };
        let (word, bit) = ((index >> 6) as usize, 1 << (index & 63));
        if seen[word] & bit == 0 {
            seen[word] |= bit;
            count += 1;
            waiting.push(index);
        }
    };
    enter(&Placement::from(root).image(transform), &mut waiting);
    if root.en_passant_square().is_some() {
        return Some((false, 1));
    }
    while let Some(index) = waiting.pop() {
        let position = indexer.position(index)?.position().ok()?;
        for m in position.legal_moves() {
            if m.is_capture() || position.board().role_at(m.from()) == Some(Role::Pawn) {
                return Some((false, count));
            }
            enter(&Placement::from(&position.after(m)), &mut waiting);
        }
        if watch.is_over() {
            return None;
        }
    }
    Some((true, count))
}
