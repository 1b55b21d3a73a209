//! Counting the leaves of the tree of legal moves.
//!
//! Perft is how a move generator is checked against others, and how fast it is. Counted in bulk, the last ply is not
//! played: its moves are only counted. With a hash, subtrees that are reached again are counted once; every hit is
//! verified by the whole position, so that the number is exact there too.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use crate::{Ben, Cache, CacheCounts, Hashed, Move, MoveList, Position, Zobrist};

/// How to count. The default is in bulk, on one thread, without a hash.
///
/// ```
/// use hazel_core::{Perft, Position};
///
/// assert_eq!(Perft::default().count(&Position::initial(), 4), 197_281);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perft {
    /// Count the moves of the last ply instead of playing them.
    pub bulk: bool,
    /// How many threads count. Where the system refuses to start them, the calling thread counts alone.
    pub threads: usize,
    /// How much memory the hash may take; 0 is none.
    pub hash_bytes: usize,
}

impl Default for Perft {
    fn default() -> Perft {
        Perft { bulk: true, threads: 1, hash_bytes: 0 }
    }
}

/// How far a count has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Subtrees counted.
    pub done: usize,
    /// Subtrees in all.
    pub total: usize,
    /// Leaves counted so far.
    pub nodes: u64,
}

/// The leaves under each move, and what the hash did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divided {
    /// Each legal move with the number of leaves behind it.
    pub moves: Vec<(Move, u64)>,
    /// What the hash has seen; all zero without one.
    pub hash: CacheCounts,
}

impl Divided {
    /// The leaves behind all moves.
    pub fn nodes(&self) -> u64 {
        self.moves.iter().map(|(_, nodes)| nodes).sum()
    }
}

impl Perft {
    /// How many lines of `depth` legal moves there are.
    pub fn count(&self, position: &Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.threads <= 1 && self.hash_bytes == 0 => self.walk(position, depth),
            _ => self.divide(position, depth).nodes(),
        }
    }

    /// How many there are after each legal move. At depth 0 there is no move to divide by.
    pub fn divide(&self, position: &Position, depth: u32) -> Divided {
        let nobody_stops = |_| ControlFlow::Continue(());
        self.divide_with(position, depth, nobody_stops).unwrap_or_else(|| unreachable!())
    }

    /// [`divide`](Perft::divide) that tells how far it is after each subtree and stops when told to: then there is no
    /// answer.
    pub fn divide_with(
        &self,
        position: &Position,
        depth: u32,
        progress: impl Fn(Progress) -> ControlFlow<()> + Sync,
    ) -> Option<Divided> {
        let hash = (self.hash_bytes > 0).then(|| SharedCache::new(self.hash_bytes));
        let moves = if depth == 0 { vec![] } else { position.legal_moves().to_vec() };
        let (tasks, depth) = split(position, &moves, depth);
        let nodes: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
        let (done, counted) = (AtomicUsize::new(0), AtomicU64::new(0));
        let stopped = AtomicBool::new(false);
        let run = |&(root, ref start): &(usize, Position)| {
            if stopped.load(Ordering::Relaxed) {
                return;
            }
            let leaves = match &hash {
                Some(cache) => self.walk_hashed(start, Zobrist::of(start), depth, cache),
                None => self.walk(start, depth),
            };
            nodes[root].fetch_add(leaves, Ordering::Relaxed);
            let report = Progress {
                done: done.fetch_add(1, Ordering::Relaxed) + 1,
                total: tasks.len(),
                nodes: counted.fetch_add(leaves, Ordering::Relaxed) + leaves,
            };
            if progress(report).is_break() {
                stopped.store(true, Ordering::Relaxed);
            }
        };
        let pool = (self.threads > 1)
            .then(|| rayon::ThreadPoolBuilder::new().num_threads(self.threads).build());
        match pool {
            Some(Ok(pool)) => pool.install(|| tasks.par_iter().for_each(run)),
            Some(Err(_)) | None => tasks.iter().for_each(run),
        }
        if stopped.into_inner() {
            return None;
        }
        Some(Divided {
            moves: moves.into_iter().zip(nodes.into_iter().map(AtomicU64::into_inner)).collect(),
            hash: hash.map_or(CacheCounts::default(), |cache| cache.counts()),
        })
    }

    fn walk(&self, position: &Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 if self.bulk => position.count_legal_moves() as u64,
            _ => {
                let (mut leaves, mut moves) = (0, MoveList::new());
                position.list_legal_moves(&mut moves);
                for &m in &moves {
                    // Played in place, since a position that is handed on by value is copied once more.
                    let mut next = *position;
                    next.play_unchecked(m);
                    leaves += self.walk(&next, depth - 1);
                }
                leaves
            }
        }
    }

    fn walk_hashed(
        &self,
        position: &Position,
        hash: Zobrist<Position>,
        depth: u32,
        cache: &SharedCache,
    ) -> u64 {
        // Under a cheap subtree, looking it up costs more than counting it.
        if depth < 2 {
            return self.walk(position, depth);
        }
        let witness = Position::witness(position);
        if let Some(leaves) = cache.get(hash, depth, &witness) {
            return leaves;
        }
        let mut leaves = 0;
        for &m in &position.legal_moves() {
            let (mut next, mut next_hash) = (*position, hash);
            if depth > 2 {
                next.play_with(m, &mut next_hash);
            } else {
                next.play_unchecked(m);
            }
            leaves += self.walk_hashed(&next, next_hash, depth - 1, cache);
        }
        cache.insert(hash, depth, witness, leaves);
        leaves
    }
}

/// Subtrees to be counted one by one, each with the index of the move it lies behind, and the depth that is left in all
/// of them: enough for every thread to have work until the end, few enough that each is worth a task.
fn split(position: &Position, moves: &[Move], depth: u32) -> (Vec<(usize, Position)>, u32) {
    let mut left = depth.saturating_sub(1);
    let mut tasks: Vec<_> =
        moves.iter().enumerate().map(|(root, &m)| (root, position.after(m))).collect();
    let few = if left > 6 { 20_000 } else { 2_000 };
    while left > 3 && tasks.len() < few && !tasks.is_empty() {
        tasks = tasks
            .iter()
            .flat_map(|&(root, ref at)| {
                at.legal_moves().into_iter().map(move |m| (root, at.after(m))).collect::<Vec<_>>()
            })
            .collect();
        left -= 1;
    }
    (tasks, left)
}

/// A cache in many parts, so that threads rarely wait for each other. Its hashes are those of a position together with
/// a depth; its witness is the position, with which the hash also tells the depth.
struct SharedCache {
    parts: Vec<Mutex<Cache<Position, u64>>>,
}

impl SharedCache {
    const PARTS: usize = 1024;

    fn new(bytes: usize) -> SharedCache {
        let places = bytes / Cache::<Position, u64>::BYTES_PER_PLACE / SharedCache::PARTS;
        let parts = (0..SharedCache::PARTS).map(|_| Mutex::new(Cache::new(places))).collect();
        SharedCache { parts }
    }

    fn get(&self, hash: Zobrist<Position>, depth: u32, witness: &Ben) -> Option<u64> {
        let hash = with_depth(hash, depth);
        self.part(hash).get(hash, witness).copied()
    }

    fn insert(&self, hash: Zobrist<Position>, depth: u32, witness: Ben, leaves: u64) {
        let hash = with_depth(hash, depth);
        self.part(hash).insert(hash, witness, leaves);
    }

    /// The low bits choose the part; the part itself uses the high ones.
    fn part(&self, hash: Zobrist<Position>) -> MutexGuard<'_, Cache<Position, u64>> {
        let part = &self.parts[hash.bits() as usize % SharedCache::PARTS];
        part.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn counts(&self) -> CacheCounts {
        let mut sum = CacheCounts::default();
        for part in &self.parts {
            sum += part.lock().unwrap_or_else(PoisonError::into_inner).counts();
        }
        sum
    }
}

/// The hash of a position that is to be counted to `depth`: different for each depth.
fn with_depth(hash: Zobrist<Position>, depth: u32) -> Zobrist<Position> {
    Zobrist::from_bits(hash.bits() ^ u64::from(depth).wrapping_mul(0x9E3779B97F4A7C15))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the start: <https://www.chessprogramming.org/Perft_Results>.
    const INITIAL: [u64; 6] = [1, 20, 400, 8_902, 197_281, 4_865_609];

    #[test]
    fn every_way_to_count_gives_the_published_numbers() {
        let position = Position::initial();
        for bulk in [false, true] {
            for threads in [1, 2] {
                for hash_bytes in [0, 1 << 20] {
                    let perft = Perft { bulk, threads, hash_bytes };
                    for (depth, expected) in (0..).zip(INITIAL) {
                        assert_eq!(perft.count(&position, depth), expected, "{perft:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_hash_is_used_and_never_wrong() {
        let perft = Perft { hash_bytes: 1 << 24, ..Perft::default() };
        let divided = perft.divide(&Position::initial(), 5);
        assert_eq!(divided.nodes(), INITIAL[5]);
        assert!(divided.hash.hits > 1000 && divided.hash.collisions == 0, "{:?}", divided.hash);
    }

    #[test]
    fn a_count_can_be_followed_and_stopped() {
        let seen = Mutex::new(vec![]);
        let position = Position::initial();
        let perft = Perft::default();
        let divided = perft.divide_with(&position, 3, |progress| {
            seen.lock().expect("nobody panics with it").push(progress);
            ControlFlow::Continue(())
        });
        let seen = seen.into_inner().expect("nobody panics with it");
        assert_eq!(divided.map(|d| d.nodes()), Some(INITIAL[3]));
        assert_eq!(seen.last(), Some(&Progress { done: 20, total: 20, nodes: INITIAL[3] }));
        assert!(seen.windows(2).all(|two| two[0].nodes < two[1].nodes));
        assert_eq!(perft.divide_with(&position, 5, |_| ControlFlow::Break(())), None);
        assert_eq!(perft.divide(&position, 0).moves, []);
    }
}
