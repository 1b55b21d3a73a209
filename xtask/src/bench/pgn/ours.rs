//! How we read, from the least to the most.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::Result;
use hazel_core::{Move, Position};
use hazel_notation::San;
use hazel_notation::pgn::{
    Chunk, Chunks, Input, Replay, Spectator, Visitor, in_order, read_games, read_trees,
};

use super::Count;

/// Counts the moves of main lines as tokens.
pub(super) fn tokenise(file: &Path) -> Result<Count> {
    count(file, 1, |chunk| {
        let mut tokens = Tokens(0);
        let games = read_games(&chunk.text, &mut tokens) as u64;
        Count { games, plies: tokens.0 }
    })
}

/// Counts the legal moves of main lines.
pub(super) fn validate(file: &Path) -> Result<Count> {
    validate_with(file, 1)
}

/// The same with so many threads.
pub(super) fn validate_with(file: &Path, threads: usize) -> Result<Count> {
    count(file, threads, |chunk| {
        let mut replay = Replay::main_lines(Moves(0));
        let games = read_games(&chunk.text, &mut replay) as u64;
        Count { games, plies: replay.spectator.0 }
    })
}

/// Builds trees, with variations and comments, and counts the moves of their main lines.
pub(super) fn build_trees(file: &Path) -> Result<Count> {
    count(file, 1, |chunk| {
        let mut plies = 0;
        let games = read_trees(&chunk.text, |game| plies += game.tree.main_line().count() as u64);
        Count { games: games as u64, plies }
    })
}

fn count(file: &Path, threads: usize, read: impl Fn(&Chunk) -> Count + Sync) -> Result<Count> {
    let chunks = Chunks::new(Input::open(file)?);
    let mut sum = Count::default();
    let flow = in_order(chunks, threads, read, |count| match count {
        Ok(count) => {
            sum.games += count.games;
            sum.plies += count.plies;
            ControlFlow::Continue(())
        }
        Err(error) => ControlFlow::Break(error),
    });
    match flow {
        ControlFlow::Continue(()) => Ok(sum),
        ControlFlow::Break(error) => Err(error.into()),
    }
}

struct Tokens(u64);

impl Visitor for Tokens {
    #[inline]
    fn san(&mut self, san: San, _at: usize) -> ControlFlow<()> {
        black_box(san);
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

struct Moves(u64);

impl Spectator for Moves {
    #[inline]
    fn play(&mut self, position: &mut Position, m: Move) {
        position.play_unchecked(m);
        self.0 += 1;
    }
}
