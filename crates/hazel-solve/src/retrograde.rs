//! Solving backwards: every position at once, also in games that go round in circles.
//!
//! A search that goes forwards doesn't know what to say when a position comes back. Going backwards from the finished
//! positions it never does: a position is won as soon as one move leads to a lost one, and lost as soon as all moves
//! lead to won ones. What nobody ever decides in this way can be played for ever by whoever would lose otherwise, and
//! that is a draw. Positions are decided in the order of their distance, so each gets its exact distance with no more
//! work: the winner hurries, the loser delays.
//!
//! The price is memory. All positions that can be reached are held at once, with all moves between them: some 45 bytes
//! a position while solving and 8 for each of its moves, some 30 a position afterwards. So there is a limit, and a game
//! that is beyond it is left to the searches.
//!
//! Positions are told apart by their [key](Game::key) and not by their canonical form, although that would make them
//! fewer: a canonical form may leave out what can't change the value any more, and then a distance would change.
//! Nothing is done in parallel; several games are solved at once instead.

mod graph;
mod index;

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use graph::Graph;
use index::Index;

use crate::{Game, Outcome};

/// The values of all positions that can be reached from one, with the distances of wins and losses.
pub struct Retrograde<'g, G> {
    game: &'g G,
    index: Index,
    /// By the numbers of the index: exact values.
    values: Vec<Outcome>,
    /// By the numbers of the index: plies to the end, 0 in draws.
    distances: Vec<u32>,
}

/// Why a game wasn't solved backwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RetrogradeError {
    /// There are more positions than allowed.
    #[error("expected at most {most} positions, but more can be reached")]
    TooManyPositions {
        /// How many were allowed.
        most: usize,
    },
    /// Somebody asked to stop.
    #[error("stopped before every position was solved")]
    Stopped,
}

impl<'g, G: Game> Retrograde<'g, G> {
    /// Solves all positions that can be reached from `start`, that one included, if there are at most `most`. More than
    /// `u32::MAX` are never possible.
    ///
    /// # Errors
    ///
    /// If there are more positions, or if `stop` becomes true before all is done.
    ///
    /// # Panics
    ///
    /// If the game breaks its rules: its own key names no position, an end has no exact value, or a position has no
    /// move and is no end.
    pub fn new(
        game: &'g G,
        start: &G::Position,
        most: usize,
        stop: &AtomicBool,
    ) -> Result<Self, RetrogradeError> {
        let Graph { index, mut values, moves: mut open, parents } =
            Graph::explore(game, start, most, stop)?;
        let mut distances = vec![0; values.len()];
        // 1. Ends with a winner are decided. A drawn end decides nothing about the positions before it.
        let mut decided: Vec<u32> = (0..values.len() as u32)
            .filter(|&n| [Outcome::WIN, Outcome::LOSS].contains(&values[n as usize]))
            .collect();
        // 2. What is decided decides others, one ply farther away. So the list is in order of distance at all times.
        let mut next = 0;
        while let Some(&child) = decided.get(next) {
            if stop.load(Ordering::Relaxed) {
                return Err(RetrogradeError::Stopped);
            }
            next += 1;
            let won_by_parent = values[child as usize] == Outcome::LOSS;
            for &parent in parents.of(child) {
                let n = parent as usize;
                if values[n] != Outcome::ANY {
                    continue;
                }
                open[n] -= 1;
                if won_by_parent {
                    values[n] = Outcome::WIN;
                } else if open[n] == 0 {
                    values[n] = Outcome::LOSS;
                } else {
                    continue;
                }
                distances[n] = distances[child as usize] + 1;
                decided.push(parent);
            }
        }
        // 3. The rest goes on for ever.
        for value in &mut values {
            if *value == Outcome::ANY {
                *value = Outcome::DRAW;
            }
        }
        Ok(Retrograde { game, index, values, distances })
    }

    /// How many positions can be reached.
    pub fn positions(&self) -> usize {
        self.values.len()
    }

    /// The exact value for the side to move; `None` if this position can't be reached.
    pub fn value(&self, position: &G::Position) -> Option<Outcome> {
        Some(self.values[self.number(position)?])
    }

    /// In how many plies a won or lost game ends if the winner hurries and the loser delays, 0 if it is over. `None` for
    /// draws and for positions that can't be reached.
    pub fn distance(&self, position: &G::Position) -> Option<u32> {
        self.distance_of(self.number(position)?)
    }

    /// The best move: a quickest win, else a draw, else a slowest loss; of equal ones the first. `None` if the game is
    /// over and for positions that can't be reached.
    ///
    /// # Panics
    ///
    /// If the game doesn't play by the same rules as before.
    pub fn best(&self, position: &G::Position) -> Option<G::Move> {
        self.number(position)?;
        if self.game.finished(position).is_some() {
            return None;
        }
        let mut moves = vec![];
        self.game.moves(position, &mut moves);
        moves.into_iter().min_by_key(|&mv| {
            let mut after = position.clone();
            self.game.play(&mut after, mv);
            let n = self.number(&after).expect("what follows a known position is known");
            let distance = i64::from(self.distances[n]);
            match self.values[n].flip() {
                Outcome::WIN => Reverse((Outcome::WIN, -distance)),
                value => Reverse((value, distance)),
            }
        })
    }

    /// All positions with their values and distances, as [`value`](Retrograde::value) and
    /// [`distance`](Retrograde::distance) tell them, the one that all began with first.
    ///
    /// # Panics
    ///
    /// If the game no longer knows a key of its own.
    pub fn solved(&self) -> impl Iterator<Item = (G::Position, Outcome, Option<u32>)> {
        self.index.keys().iter().enumerate().map(|(n, &key)| {
            let position = self.game.position(key).expect("the key was made from a position");
            (position, self.values[n], self.distance_of(n))
        })
    }

    fn number(&self, position: &G::Position) -> Option<usize> {
        self.index.get(self.game.key(position)).map(|number| number as usize)
    }

    fn distance_of(&self, number: usize) -> Option<u32> {
        (self.values[number] != Outcome::DRAW).then_some(self.distances[number])
    }
}
