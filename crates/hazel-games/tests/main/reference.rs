//! The values of pawn games by plain minimax on the [naive](super::naive) board: what the solvers are held against.
//!
//! A position is the board, the side to move, and a right to capture en passant only where the capture is possible.
//! There are no symmetries here, no order of moves and no bounds. Positions in which a side has reached its goal are
//! lost and not stored; those without pawns or moves are.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use fastrand::Rng;
use hazel_games::pawns::{Ending, Rules};
use hazel_solve::Outcome;

use super::naive::{Colour, Position};

/// All positions of a game that can be reached, with their values.
///
/// A position takes 40 to 60 bytes of memory and about two microseconds.
pub(crate) struct Reference {
    pub(crate) rules: Rules,
    /// By [`Position::key`].
    pub(crate) values: HashMap<u64, Value, Quick>,
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
        let mut reference = Reference { rules, values: HashMap::default(), most_moves: 0 };
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
    /// By [`Position::long_key`].
    values: HashMap<u128, Outcome, Quick>,
}

impl OnDemand {
    /// The outcome for the side to move.
    pub(crate) fn value(&mut self, position: &Position) -> Outcome {
        if position.is_lost() {
            return Outcome::LOSS;
        }
        let key = position.long_key();
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

/// So many positions of a game with any rules, a few pawns put anywhere, each after up to three random moves: what no
/// game may ever come to, but laws should hold for all the same. The same for the same seed.
pub(crate) fn scattered(seed: u64, count: usize) -> (Rules, Vec<Position>) {
    let mut rng = Rng::with_seed(seed);
    let rules = random_rules(&mut rng);
    let (files, ranks) = (usize::from(rules.files), usize::from(rules.ranks));
    let mut positions = Vec::new();
    for _ in 0..count {
        let mut pawns = HashMap::new();
        for colour in [Colour::White, Colour::Black] {
            for _ in 0..rng.usize(1..=MOST_SCATTERED) {
                let rank = rng.usize(2..usize::from(rules.goal));
                let rank = if colour == Colour::White { rank } else { ranks + 1 - rank };
                pawns.insert((rng.usize(1..=files), rank), colour);
            }
        }
        let mut position = Position::with_pawns(rules, pawns);
        for _ in 0..rng.usize(..=3) {
            if position.finished().is_none() {
                let moves = position.moves();
                position = position.play(moves[rng.usize(..moves.len())]);
            }
        }
        positions.push(position);
    }
    (rules, positions)
}

/// The most pawns of a side that are put anywhere.
const MOST_SCATTERED: usize = 4;

/// Any rules; in every other game the goal is the last rank.
fn random_rules(rng: &mut Rng) -> Rules {
    let ranks = rng.u8(4..=8);
    Rules {
        files: rng.u8(1..=8),
        ranks,
        rows: 1,
        double_step: rng.u8(..4) > 0,
        en_passant: rng.u8(..4) > 0,
        no_move: Ending::ALL[rng.usize(..3)],
        no_pawns: Ending::ALL[rng.usize(..3)],
        goal: if rng.bool() { ranks } else { rng.u8(3..=ranks) },
    }
}

/// Numbers are hashed by one multiplication, which is twice as quick for games of millions of positions.
type Quick = BuildHasherDefault<Multiplied>;

#[derive(Default)]
pub(crate) struct Multiplied(u64);

impl Hasher for Multiplied {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        let product = u128::from(self.0 ^ number) * 0x9E37_79B9_7F4A_7C15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }
}
