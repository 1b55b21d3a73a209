//! How often keys occur in games.
//!
//! Tables are worth building where games go. A [`GameCounter`] watches games and counts, for every canonical key with few pieces, the
//! positions that have it and the games that come through it; [`Frequencies`] are these counts, which add up over any
//! number of files, and are kept in a text file. [`Coverage`] says how much of them tables answer.
//!
//! A game counts once for a key. No set of keys seen is needed for that: every way out of a key lowers its
//! [potential](crate::Potential), so that a game never comes back to a key that it has left.
//!
//! How many games have a position that some set of tables answers can't be told from counts by key, since a game has many
//! keys. Two more counts by key tell nearly the same: how many games begin to have few pieces with it, and how many end
//! with it. Who builds tables with all that they need has answered a game's last position if he has answered any, and all
//! of them if he has answered the first.
//!
//! Positions with castling rights belong to no table. They are left out and counted apart.

mod coverage;
mod known;
mod text;

use std::cmp::Reverse;
use std::collections::HashMap;

use hazel_core::{Castling, Position, Query, Role};

use crate::MaterialKey;

pub use coverage::{Answered, Coverage};
pub use known::Known;
pub use text::{FrequenciesError, FrequenciesProblem};

/// Games and positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Count {
    /// Games with at least one of the positions.
    pub games: u64,
    /// Positions; one that is repeated counts each time.
    pub positions: u64,
}

impl Count {
    fn add(&mut self, more: Count) {
        self.games += more.games;
        self.positions += more.positions;
    }
}

/// How often a key occurs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Frequency {
    /// The games that come through the key, and their positions that have it.
    pub count: Count,
    /// The games whose first counted position has the key.
    pub first: u64,
    /// The games whose last counted position has the key.
    pub last: u64,
}

/// How often keys with few pieces occur in games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frequencies {
    pieces: u32,
    /// All games and positions, whatever their men.
    pub all: Count,
    /// Those with at most seven men, castling rights or not.
    pub seven_men: Count,
    /// Those with more men, but at most two pieces besides kings and pawns, castling rights or not.
    pub two_pieces: Count,
    /// Positions that have few pieces, and castling rights, and are not counted for their key.
    pub castling: u64,
    keys: HashMap<MaterialKey, Frequency>,
}

impl Frequencies {
    /// No game yet. Keys with at most so many pieces besides kings and pawns are counted.
    pub fn new(pieces: u32) -> Frequencies {
        let [all, seven_men, two_pieces] = [Count::default(); 3];
        Frequencies { pieces, all, seven_men, two_pieces, castling: 0, keys: HashMap::new() }
    }

    /// The most pieces besides kings and pawns that a counted key has.
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// How many keys occur.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether no key occurs.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// How often a canonical key occurs.
    pub fn get(&self, key: &MaterialKey) -> Frequency {
        self.keys.get(key).copied().unwrap_or_default()
    }

    /// The keys that occur, in canonical form and no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&MaterialKey, &Frequency)> {
        self.keys.iter()
    }

    /// The keys that occur, those with the most positions first, equal ones in their own order.
    pub fn sorted(&self) -> Vec<(MaterialKey, Frequency)> {
        let mut keys: Vec<_> = self.keys.iter().map(|(key, count)| (*key, *count)).collect();
        keys.sort_unstable_by_key(|(key, frequency)| (Reverse(frequency.count.positions), *key));
        keys
    }

    /// All that is counted for keys: the games with a counted position, and these positions.
    pub fn counted(&self) -> Count {
        self.keys.values().fold(Count::default(), |mut sum, frequency| {
            sum.add(Count { games: frequency.first, positions: frequency.count.positions });
            sum
        })
    }

    /// Adds what other games have given. Both must have counted keys of as many pieces.
    ///
    /// # Panics
    /// If they haven't.
    pub fn add(&mut self, more: Frequencies) {
        assert_eq!(self.pieces, more.pieces, "counts of keys with as many pieces can be added");
        self.all.add(more.all);
        self.seven_men.add(more.seven_men);
        self.two_pieces.add(more.two_pieces);
        self.castling += more.castling;
        for (key, frequency) in more.keys {
            let sum = self.keys.entry(key).or_default();
            sum.count.add(frequency.count);
            sum.first += frequency.first;
            sum.last += frequency.last;
        }
    }
}

/// Watches games and counts keys.
///
/// ```
/// use hazel_core::Position;
/// use hazel_table::GameCounter;
///
/// let mut counter = GameCounter::new(3);
/// counter.see(&Position::initial());
/// counter.end_game();
/// let counts = counter.finish();
/// assert_eq!((counts.all.games, counts.all.positions, counts.len()), (1, 1, 0));
/// ```
#[derive(Clone, Debug)]
pub struct GameCounter {
    counts: Frequencies,
    game: Game,
}

/// What is known of the game being watched.
#[derive(Clone, Copy, Debug, Default)]
struct Game {
    positions: u64,
    /// Of at most seven men.
    seven_men: u64,
    /// Of more men and at most two pieces.
    two_pieces: u64,
    /// The last counted key as it stood on the board, and in canonical form.
    last: Option<(MaterialKey, MaterialKey)>,
}

impl GameCounter {
    /// Counts keys with at most so many pieces besides kings and pawns.
    pub fn new(pieces: u32) -> GameCounter {
        GameCounter { counts: Frequencies::new(pieces), game: Game::default() }
    }

    /// The next position of the game.
    #[inline]
    pub fn see(&mut self, position: &Position) {
        let board = position.board();
        self.game.positions += 1;
        let men = board.occupied().len();
        let pieces = men - 2 - board.role(Role::Pawn).len();
        if men <= 7 {
            self.game.seven_men += 1;
        } else if pieces <= 2 {
            self.game.two_pieces += 1;
        }
        if pieces <= self.counts.pieces {
            self.count(position);
        }
    }

    fn count(&mut self, position: &Position) {
        if position.castling() != Castling::NONE {
            self.counts.castling += 1;
            return;
        }
        let found = MaterialKey::from_position(position);
        let last = self.game.last;
        if let Some((_, key)) = last.filter(|(before, _)| *before == found) {
            self.counts.keys.entry(key).or_default().count.positions += 1;
            return;
        }
        let (key, _) = found.canonical();
        let frequency = self.counts.keys.entry(key).or_default();
        frequency.count.positions += 1;
        frequency.count.games += 1;
        frequency.first += u64::from(last.is_none());
        self.game.last = Some((found, key));
    }

    /// The game is over; the next position is another game's. A game without positions is no game.
    pub fn end_game(&mut self) {
        let Game { positions, seven_men, two_pieces, last } = std::mem::take(&mut self.game);
        let count = |positions: u64| Count { games: u64::from(positions > 0), positions };
        self.counts.all.add(count(positions));
        self.counts.seven_men.add(count(seven_men));
        self.counts.two_pieces.add(count(two_pieces));
        if let Some((_, key)) = last {
            self.counts.keys.entry(key).or_default().last += 1;
        }
    }

    /// What was counted. A game that isn't over is ended.
    pub fn finish(mut self) -> Frequencies {
        self.end_game();
        self.counts
    }
}
