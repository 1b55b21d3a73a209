//! Counts of games. All are whole numbers, so that putting them together in any order gives the same.

use std::collections::{BTreeMap, HashMap};

use hazel_notation::Opening;
use hazel_tape::tree::GameResult;

use crate::output::ratio;

/// What is counted of a game.
#[derive(Clone, Copy, Default)]
pub(super) struct Game {
    pub(super) result: GameResult,
    pub(super) plies: u32,
    /// White's and Black's.
    pub(super) ratings: [Option<u32>; 2],
    pub(super) year: Option<u32>,
    pub(super) opening: Option<Opening>,
}

/// Games by what they are.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) results: Results,
    pub(super) plies: BTreeMap<u32, u64>,
    /// Of players, not of games.
    pub(super) ratings: BTreeMap<u32, u64>,
    pub(super) years: BTreeMap<Option<u32>, u64>,
    pub(super) openings: HashMap<Option<Opening>, Results>,
}

/// Games by their results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Results {
    pub(super) white: u64,
    pub(super) draws: u64,
    pub(super) black: u64,
    pub(super) unknown: u64,
}

impl Counts {
    pub(super) fn count(&mut self, game: &Game) {
        self.results.count(game.result);
        *self.plies.entry(game.plies).or_default() += 1;
        for rating in game.ratings.into_iter().flatten() {
            *self.ratings.entry(rating).or_default() += 1;
        }
        *self.years.entry(game.year).or_default() += 1;
        self.openings.entry(game.opening).or_default().count(game.result);
    }

    /// Puts both together.
    pub(super) fn add(&mut self, more: Counts) {
        self.results.add(more.results);
        add(&mut self.plies, more.plies);
        add(&mut self.ratings, more.ratings);
        add(&mut self.years, more.years);
        for (opening, results) in more.openings {
            self.openings.entry(opening).or_default().add(results);
        }
    }
}

impl Results {
    fn count(&mut self, result: GameResult) {
        *match result {
            GameResult::WhiteWins => &mut self.white,
            GameResult::Draw => &mut self.draws,
            GameResult::BlackWins => &mut self.black,
            GameResult::Unknown => &mut self.unknown,
        } += 1;
    }

    pub(super) fn add(&mut self, more: Results) {
        self.white += more.white;
        self.draws += more.draws;
        self.black += more.black;
        self.unknown += more.unknown;
    }

    pub(super) fn games(self) -> u64 {
        self.white + self.draws + self.black + self.unknown
    }

    /// White's score in percent of the games whose result is known.
    pub(super) fn score(self) -> Option<f64> {
        let known = self.white + self.draws + self.black;
        (known > 0).then(|| 50.0 * ratio(2 * self.white + self.draws, known))
    }
}

fn add<K: Ord>(counts: &mut BTreeMap<K, u64>, more: BTreeMap<K, u64>) {
    for (key, count) in more {
        *counts.entry(key).or_default() += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_whites_share_of_the_points() {
        let results = Results { white: 1, draws: 1, black: 2, unknown: 5 };
        assert_eq!((results.games(), results.score()), (9, Some(37.5)));
        assert_eq!(Results { unknown: 3, ..Results::default() }.score(), None);
    }
}
