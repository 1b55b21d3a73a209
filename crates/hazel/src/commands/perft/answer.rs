//! What `hazel perft` has found, and how it looks.

use std::time::Duration;

use hazel_core::{Divided, Move, Perft, Position};
use hazel_notation::{to_fen, to_san};
use hazel_uci::{Comparison, Difference};
use serde::Serialize;

use crate::output::per_second;
use crate::position::uci;

/// The count of one position.
#[derive(Serialize)]
pub(super) struct Counted {
    pub(super) fen: String,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) nodes_per_second: u64,
    pub(super) threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hash: Option<HashCounts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moves: Option<Vec<MoveCount>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) against: Option<Against>,
}

#[derive(Serialize)]
pub(super) struct HashCounts {
    pub(super) mebibytes: usize,
    pub(super) hits: u64,
    pub(super) misses: u64,
    pub(super) collisions: u64,
}

#[derive(Serialize)]
pub(super) struct MoveCount {
    pub(super) uci: String,
    pub(super) san: String,
    pub(super) nodes: u64,
}

/// What an engine says to it.
#[derive(Serialize)]
pub(super) struct Against {
    pub(super) engine: String,
    pub(super) agrees: bool,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) difference: Option<FirstDifference>,
}

/// The first position that is counted differently.
#[derive(Serialize)]
pub(super) struct FirstDifference {
    pub(super) line_uci: Vec<String>,
    pub(super) line_san: Vec<String>,
    pub(super) fen: String,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) engine_nodes: u64,
    pub(super) only_hazel: Vec<String>,
    pub(super) only_engine: Vec<String>,
    pub(super) moves: Vec<DifferentCount>,
}

#[derive(Serialize)]
pub(super) struct DifferentCount {
    pub(super) uci: String,
    pub(super) san: String,
    pub(super) nodes: u64,
    pub(super) engine_nodes: u64,
}

/// The counts of many positions.
#[derive(Serialize)]
pub(super) struct Batch {
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) nodes_per_second: u64,
    pub(super) threads: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) against: Option<Agreement>,
    pub(super) positions: Vec<Counted>,
}

#[derive(Serialize)]
pub(super) struct Agreement {
    pub(super) engine: String,
    pub(super) agreeing: usize,
    pub(super) differing: usize,
}

impl Counted {
    pub(super) fn new(
        position: &Position,
        depth: u32,
        perft: &Perft,
        spent: Duration,
        divided: &Divided,
        with_moves: bool,
        against: Option<Against>,
    ) -> Counted {
        // The empty line is the one line of no moves.
        let nodes = if depth == 0 { 1 } else { divided.nodes() };
        let mut moves: Vec<MoveCount> = divided
            .moves
            .iter()
            .map(|&(m, nodes)| MoveCount { uci: uci(position, m), san: to_san(position, m), nodes })
            .collect();
        moves.sort_by(|a, b| a.uci.cmp(&b.uci));
        let hash = (perft.hash_bytes > 0).then_some(HashCounts {
            mebibytes: perft.hash_bytes >> 20,
            hits: divided.hash.hits,
            misses: divided.hash.misses,
            collisions: divided.hash.collisions,
        });
        Counted {
            fen: to_fen(position),
            depth,
            nodes,
            seconds: spent.as_secs_f64(),
            nodes_per_second: per_second(nodes, spent.as_secs_f64()),
            threads: perft.threads,
            hash,
            moves: with_moves.then_some(moves),
            against,
        }
    }

    /// Whether an engine counts differently.
    pub(super) fn differs(&self) -> bool {
        self.against.as_ref().is_some_and(|against| !against.agrees)
    }
}

impl Against {
    pub(super) fn new(
        engine: String,
        seconds: f64,
        position: &Position,
        comparison: &Comparison,
    ) -> Against {
        let difference =
            comparison.difference.as_ref().map(|found| FirstDifference::of(position, found));
        Against {
            engine,
            agrees: difference.is_none(),
            nodes: comparison.theirs,
            seconds,
            difference,
        }
    }
}

impl FirstDifference {
    fn of(root: &Position, found: &Difference) -> FirstDifference {
        let mut position = *root;
        let (mut line_uci, mut line_san) = (Vec::new(), Vec::new());
        for &m in &found.line {
            line_uci.push(uci(&position, m));
            line_san.push(to_san(&position, m));
            position.play_unchecked(m);
        }
        let name = |m: Move| uci(&position, m);
        FirstDifference {
            line_uci,
            line_san,
            fen: to_fen(&position),
            depth: found.depth,
            nodes: found.ours,
            engine_nodes: found.theirs,
            only_hazel: found.only_ours.iter().map(|&m| name(m)).collect(),
            only_engine: found.only_theirs.iter().map(ToString::to_string).collect(),
            moves: found
                .counts
                .iter()
                .map(|count| DifferentCount {
                    uci: name(count.m),
                    san: to_san(&position, count.m),
                    nodes: count.ours,
                    engine_nodes: count.theirs,
                })
                .collect(),
        }
    }
}

impl Batch {
    pub(super) fn of(depth: u32, threads: usize, positions: Vec<Counted>) -> Batch {
        let nodes = positions.iter().map(|counted| counted.nodes).sum();
        let seconds = positions.iter().map(|counted| counted.seconds).sum();
        let differing = positions.iter().filter(|counted| counted.differs()).count();
        let engine = positions.iter().find_map(|counted| counted.against.as_ref());
        let against = engine.map(|against| Agreement {
            engine: against.engine.clone(),
            agreeing: positions.len() - differing,
            differing,
        });
        let nodes_per_second = per_second(nodes, seconds);
        Batch { depth, nodes, seconds, nodes_per_second, threads, against, positions }
    }
}
