//! Hash collisions over all distinct positions that a deep perft reaches.
//!
//! Positions are told apart by their 32-byte form without clocks, and counted by plies from the start array. The numbers
//! of distinct positions are published (OEIS A083276), so this also checks what a position and its hash are made of. No
//! 64-bit collision is to be expected among so few; of the lower 32 bits of good hashes, about n²/2³³ pairs collide.

use anyhow::{Result, ensure};
use hazel_core::{Ben, Hashed, Position, Zobrist};

use super::contest::print;

/// Distinct positions after so many plies: OEIS A083276.
const DISTINCT: [usize; 7] = [1, 20, 400, 5_362, 72_078, 822_518, 9_417_681];

/// The positions of one ply are gone through in as many parts, told by the top bits of their hashes, to spare memory.
const PARTS: u64 = 8;

struct Entry {
    hash: u64,
    witness: Ben,
    position: Position,
}

pub(super) fn run() -> Result<()> {
    println!("hash collisions: all distinct positions from the start array, by ply\n");
    let header =
        ["plies", "positions", "64-bit collisions", "32-bit collisions", "expected of 32 bits"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    let mut level = vec![Position::initial()];
    for (plies, &distinct) in DISTINCT.iter().enumerate().skip(1) {
        let last = plies + 1 == DISTINCT.len();
        let (mut next, mut positions, mut collisions, mut low) = (Vec::new(), 0, 0, Vec::new());
        for part in 0..PARTS {
            let entries = distinct_children(&level, part);
            positions += entries.len();
            collisions += entries.windows(2).filter(|pair| pair[0].hash == pair[1].hash).count();
            low.extend(entries.iter().map(|entry| entry.hash as u32));
            if !last {
                next.extend(entries.into_iter().map(|entry| entry.position));
            }
        }
        ensure!(
            positions == distinct,
            "{positions} positions after {plies} plies, published are {distinct}"
        );
        low.sort_unstable();
        let low_collisions = low.windows(2).filter(|pair| pair[0] == pair[1]).count();
        let expected = (positions as f64).powi(2) / 2f64.powi(33);
        rows.push(vec![
            plies.to_string(),
            positions.to_string(),
            collisions.to_string(),
            low_collisions.to_string(),
            format!("{expected:.1}"),
        ]);
        level = next;
    }
    print(&rows);
    Ok(())
}

/// The distinct positions one ply on whose hashes belong to this part, in order of their hashes.
fn distinct_children(level: &[Position], part: u64) -> Vec<Entry> {
    let mut entries = Vec::new();
    for position in level {
        let before = Zobrist::<Position>::of(position);
        for &m in &position.legal_moves() {
            let (mut next, mut hash) = (*position, before);
            next.play_with(m, &mut hash);
            if hash.bits() >> 61 == part {
                let witness = Position::witness(&next);
                entries.push(Entry { hash: hash.bits(), witness, position: next });
            }
        }
    }
    entries.sort_unstable_by_key(|entry| (entry.hash, entry.witness));
    entries.dedup_by_key(|entry| (entry.hash, entry.witness));
    entries
}
