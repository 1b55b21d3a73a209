//! The values of pawn games by plain minimax on the [naive](super::naive) board: what the solvers are held against.
//!
//! A position is the board, the side to move, and a right to capture en passant only where the capture is possible.
//! There are no symmetries here, no order of moves and no bounds. Positions in which a side has reached its goal are
//! lost and not stored; those without pawns or moves are.

use std::collections::{HashMap, HashSet};

use fastrand::Rng;
use hazel_games::pawns::Rules;
use hazel_solve::Outcome;

use super::naive::Position;

/// All positions of a game that can be reached, with their values.
///
/// A position takes 40 to 60 bytes of memory and about two microseconds.
pub(crate) struct Reference {
    rules: Rules,
    /// By [`Position::key`].
    pub(crate) values: HashMap<u64, Value>,
    /// The most moves that there are in any position.
    pub(crate) most_moves: usize,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    /// One outcome, for the side to move.
    pub(crate) outcome: Outcome,
    /// How many moves can be played from here, if both want to play on.
    pub(crate) longest: u8,
}

impl Reference {
    /// Plays every game.
    pub(crate) fn new(rules: Rules) -> Reference {
        let mut reference = Reference { rules, values: HashMap::new(), most_moves: 0 };
        reference.visit(&Position::start(rules));
        reference
    }

    /// The value of the game.
    pub(crate) fn start(&self) -> Value {
        self.values[&Position::start(self.rules).key()]
    }

    /// Every position with its outcome, in no order.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (Position, Outcome)> {
        self.values.iter().map(|(&key, value)| (Position::of_key(self.rules, key), value.outcome))
    }

    fn visit(&mut self, position: &Position) -> Value {
        if position.is_lost() {
            return Value { outcome: Outcome::LOSS, longest: 0 };
        }
        let key = position.key();
        if let Some(&value) = self.values.get(&key) {
            return value;
        }
        let value = match position.finished() {
            Some(outcome) => Value { outcome, longest: 0 },
            None => self.best(position),
        };
        self.values.insert(key, value);
        value
    }

    fn best(&mut self, position: &Position) -> Value {
        let moves = position.moves();
        self.most_moves = self.most_moves.max(moves.len());
        let mut best = Value { outcome: Outcome::LOSS, longest: 0 };
        for mv in moves {
            let reply = self.visit(&position.play(mv));
            best.outcome = best.outcome.join(reply.outcome.flip());
            best.longest = best.longest.max(reply.longest + 1);
        }
        best
    }
}

/// The values of single positions, for games that are too large to be held whole: the same minimax, but it stops at the
/// first winning move.
#[derive(Default)]
pub(crate) struct OnDemand {
    /// By [`Position::key`].
    values: HashMap<u64, Outcome>,
}

impl OnDemand {
    /// The outcome for the side to move.
    pub(crate) fn value(&mut self, position: &Position) -> Outcome {
        if position.is_lost() {
            return Outcome::LOSS;
        }
        let key = position.key();
        if let Some(&outcome) = self.values.get(&key) {
            return outcome;
        }
        let outcome = position.finished().unwrap_or_else(|| {
            let mut best = Outcome::LOSS;
            for mv in position.moves() {
                best = best.join(self.value(&position.play(mv)).flip());
                if best == Outcome::WIN {
                    break;
                }
            }
            best
        });
        self.values.insert(key, outcome);
        outcome
    }
}

/// So many different positions from games of random moves, in the order in which they came up. The same for the same
/// seed. Never ends if the game doesn't have so many.
pub(crate) fn samples(rules: Rules, seed: u64, count: usize) -> Vec<Position> {
    let mut rng = Rng::with_seed(seed);
    let mut seen = HashSet::new();
    let mut samples = Vec::new();
    while samples.len() < count {
        let mut position = Position::start(rules);
        while position.finished().is_none() {
            if samples.len() < count && seen.insert(position.key()) {
                samples.push(position);
            }
            let moves = position.moves();
            position = position.play(moves[rng.usize(..moves.len())]);
        }
    }
    samples
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use hazel_games::pawns::Rules;
    use hazel_solve::Outcome;

    use super::{OnDemand, Position, Reference, samples};

    /// Plays every game and holds it against the number of positions, the longest game and the most moves.
    fn check(rules: Rules, positions: usize, longest: u8, most_moves: usize) {
        let reference = Reference::new(rules);
        assert_eq!(reference.values.len(), positions);
        assert_eq!(reference.start().longest, longest);
        assert_eq!(reference.most_moves, most_moves);
        assert_eq!(reference.start().outcome, Outcome::DRAW);
    }

    #[test]
    fn four_by_six_with_one_row() {
        check(Rules::one_row(4, 6), 74_781, 22, 9);
    }

    #[test]
    fn four_by_six_with_two_rows() {
        check(Rules::peasants(4, 6), 3_792_438, 29, 12);
    }

    #[test]
    fn four_by_seven_with_one_row() {
        check(Rules::one_row(4, 7), 355_090, 30, 10);
    }

    #[test]
    fn three_by_eight_with_two_rows() {
        check(Rules::peasants(3, 8), 4_975_226, 46, 12);
    }

    #[test]
    fn three_by_eight_with_two_rows_and_the_short_goal() {
        check(Rules::peasants(3, 8).short(), 1_959_022, 40, 12);
    }

    #[test]
    fn values_on_demand_are_those_of_plain_minimax() {
        let reference = Reference::new(Rules::one_row(4, 6));
        let mut on_demand = OnDemand::default();
        for (position, outcome) in reference.positions() {
            assert_eq!(on_demand.value(&position), outcome, "{position}");
        }
    }

    #[test]
    fn samples_are_different_and_each_is_the_position_of_its_key() {
        let rules = Rules::peasants(4, 7);
        let samples = samples(rules, 1, 10_000);
        let keys: HashSet<u64> = samples.iter().map(Position::key).collect();
        assert_eq!(keys.len(), samples.len());
        for position in samples {
            assert_eq!(Position::of_key(rules, position.key()), position, "{position}");
        }
    }
}
