//! tmp
use crate::Position;

/// tmp
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => position.legal_moves().iter().map(|&m| perft(&position.after(m), depth - 1)).sum(),
    }
}
