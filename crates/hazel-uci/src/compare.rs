//! Finding the position where an engine and Hazel count differently.
//!
//! Two perft totals that differ say that one of two programs is wrong, but not where. Here they are compared move by
//! move; where the same move leads to different counts, it is played and the question asked again one ply lower, down to
//! a position whose moves themselves differ, or that the two can't be told apart below.

use std::collections::BTreeMap;

use hazel_core::{Move, Position};
use hazel_notation::{CastlingNotation, UciMove};

use crate::{Engine, EngineError, PerftCounts, Transport};

/// The answer of [`compare_perft`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// Hazel's total.
    pub ours: u64,
    /// The engine's total.
    pub theirs: u64,
    /// The deepest place where they differ; `None` if both count the same after every move.
    pub difference: Option<Difference>,
}

/// A position in which an engine and Hazel count differently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The moves that lead there.
    pub line: Vec<Move>,
    /// The position.
    pub position: Position,
    /// How many plies were counted there.
    pub depth: u32,
    /// Hazel's total.
    pub ours: u64,
    /// The engine's total.
    pub theirs: u64,
    /// The moves that Hazel has and the engine lacks.
    pub only_ours: Vec<Move>,
    /// The moves that the engine has and Hazel lacks.
    pub only_theirs: Vec<UciMove>,
    /// The moves that both have, with different counts.
    pub counts: Vec<CountDifference>,
}

/// A move after which an engine and Hazel count differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountDifference {
    /// The move.
    pub m: Move,
    /// Hazel's count.
    pub ours: u64,
    /// The engine's count.
    pub theirs: u64,
}

/// Compares Hazel's counts of `position` with an engine's, and walks down to where they first differ.
///
/// `divide` is Hazel's side: the legal moves of a position with their counts. It is asked for `position` first, and the
/// answer of `None` gives up. `progress` is shown what the engine has counted so far.
///
/// # Errors
/// The engine's; `Ok(None)` if `divide` gave up.
pub fn compare_perft<T: Transport>(
    engine: &mut Engine<T>,
    position: &Position,
    depth: u32,
    mut divide: impl FnMut(&Position, u32) -> Option<Vec<(Move, u64)>>,
    mut progress: impl FnMut(&PerftCounts),
) -> Result<Option<Comparison>, EngineError> {
    let (mut line, mut here) = (Vec::new(), *position);
    // Before the first move, each side counts the position itself.
    let mut answer = Comparison { ours: 1, theirs: 1, difference: None };
    for left in (1..=depth).rev() {
        let Some(ours) = divide(&here, left) else { return Ok(None) };
        let theirs = engine.perft_with(&here, left, &mut progress)?;
        let found =
            Difference::between(&line, &here, left, &ours, &theirs, engine.castling_notation());
        if line.is_empty() {
            (answer.ours, answer.theirs) = (found.ours, found.theirs);
        }
        let moves_differ = !found.only_ours.is_empty() || !found.only_theirs.is_empty();
        let next = found.counts.first().map(|count| count.m);
        if moves_differ || next.is_some() {
            answer.difference = Some(found);
        }
        // Where the moves themselves differ, there is nothing left to find; and an engine that contradicts itself agrees
        // below what it denied above, so that the place above is the answer.
        let (false, Some(m)) = (moves_differ, next) else { break };
        line.push(m);
        here.play_unchecked(m);
    }
    Ok(Some(answer))
}

impl Difference {
    /// Compares move by move.
    fn between(
        line: &[Move],
        position: &Position,
        depth: u32,
        ours: &[(Move, u64)],
        theirs: &PerftCounts,
        notation: CastlingNotation,
    ) -> Difference {
        let mut difference = Difference {
            line: line.to_vec(),
            position: *position,
            depth,
            ours: ours.iter().map(|&(_, nodes)| nodes).sum(),
            theirs: theirs.total(),
            only_ours: Vec::new(),
            only_theirs: Vec::new(),
            counts: Vec::new(),
        };
        let mut rest: BTreeMap<UciMove, u64> = theirs.moves.iter().copied().collect();
        for &(m, ours) in ours {
            match rest.remove(&UciMove::from_move(position, m, notation)) {
                None => difference.only_ours.push(m),
                Some(theirs) if theirs != ours => {
                    difference.counts.push(CountDifference { m, ours, theirs });
                }
                Some(_) => {}
            }
        }
        difference.only_theirs.extend(rest.into_keys());
        difference
    }
}
