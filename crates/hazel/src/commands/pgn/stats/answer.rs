//! What `hazel pgn stats` has found.

use std::collections::BTreeMap;

use serde::Serialize;

use super::counts::{Counts, Results};
use crate::games::Reading;
use crate::output::ratio;

#[derive(Serialize)]
pub(super) struct Summary {
    pub(super) games: u64,
    pub(super) plies: u64,
    pub(super) errors: u64,
    pub(super) remarks: u64,
    pub(super) seconds: f64,
    pub(super) threads: usize,
    pub(super) trouble: Vec<String>,
    pub(super) results: Shares,
    pub(super) lengths: Lengths,
    pub(super) ratings: Ratings,
    pub(super) years: Vec<Year>,
    pub(super) openings: Vec<Played>,
    #[serde(skip)]
    pub(super) top: usize,
}

#[derive(Serialize)]
pub(super) struct Shares {
    pub(super) white: u64,
    pub(super) draws: u64,
    pub(super) black: u64,
    pub(super) unknown: u64,
    /// White's, in percent.
    pub(super) score: Option<f64>,
}

/// In plies, but the histogram is in moves.
#[derive(Serialize)]
pub(super) struct Lengths {
    pub(super) mean: Option<f64>,
    pub(super) median: Option<f64>,
    pub(super) shortest: Option<u32>,
    pub(super) longest: Option<u32>,
    pub(super) histogram: Vec<Range>,
}

#[derive(Serialize)]
pub(super) struct Ratings {
    /// Of players: up to two for each game.
    pub(super) count: u64,
    pub(super) lowest: Option<u32>,
    pub(super) mean: Option<f64>,
    pub(super) highest: Option<u32>,
    pub(super) histogram: Vec<Range>,
}

#[derive(Serialize)]
pub(super) struct Range {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) count: u64,
}

#[derive(Serialize)]
pub(super) struct Year {
    pub(super) year: Option<u32>,
    pub(super) games: u64,
}

#[derive(Serialize)]
pub(super) struct Played {
    /// `None` for games without an opening that has a name.
    pub(super) eco: Option<&'static str>,
    /// The name under this code that was played most.
    pub(super) name: Option<&'static str>,
    pub(super) games: u64,
    pub(super) white: u64,
    pub(super) draws: u64,
    pub(super) black: u64,
    pub(super) unknown: u64,
    pub(super) score: Option<f64>,
}

impl Summary {
    pub(super) fn new(counts: &Counts, read: &Reading, top: usize) -> Summary {
        let Results { white, draws, black, unknown } = counts.results;
        let (plies, ratings) = (&counts.plies, &counts.ratings);
        Summary {
            games: read.games(),
            plies: total(plies),
            errors: read.errors(),
            remarks: read.remarks(),
            seconds: read.seconds,
            threads: read.threads,
            trouble: read.trouble(),
            results: Shares { white, draws, black, unknown, score: counts.results.score() },
            lengths: Lengths {
                mean: mean(plies),
                median: median(plies),
                shortest: plies.keys().next().copied(),
                longest: plies.keys().next_back().copied(),
                // Games of 1 to 10 moves, of 11 to 20, …; those without a move are apart.
                histogram: histogram(plies, |plies| match plies.div_ceil(2) {
                    0 => (0, 0),
                    moves => ((moves - 1) / 10 * 10 + 1, moves.div_ceil(10) * 10),
                }),
            },
            ratings: Ratings {
                count: ratings.values().sum(),
                lowest: ratings.keys().next().copied(),
                mean: mean(ratings),
                highest: ratings.keys().next_back().copied(),
                histogram: histogram(ratings, |rating| {
                    (rating / 100 * 100, rating / 100 * 100 + 99)
                }),
            },
            years: counts.years.iter().map(|(&year, &games)| Year { year, games }).collect(),
            openings: played(counts),
            top,
        }
    }
}

/// Openings by code, those that were played most first.
fn played(counts: &Counts) -> Vec<Played> {
    // For each code all results, and the most frequent of its names; of equal ones the first.
    #[derive(Default)]
    struct Code {
        results: Results,
        name: Option<(u64, &'static str)>,
    }
    let mut codes: BTreeMap<Option<&str>, Code> = BTreeMap::new();
    let mut openings: Vec<_> = counts.openings.iter().collect();
    openings.sort_by_key(|entry| *entry.0);
    for (opening, results) in openings {
        let code = codes.entry(opening.map(|opening| opening.eco)).or_default();
        code.results.add(*results);
        if let Some(opening) = opening
            && code.name.is_none_or(|(games, _)| games < results.games())
        {
            code.name = Some((results.games(), opening.name));
        }
    }
    let mut played: Vec<Played> = codes
        .into_iter()
        .map(|(eco, Code { results, name })| Played {
            eco,
            name: name.map(|(_, name)| name),
            games: results.games(),
            white: results.white,
            draws: results.draws,
            black: results.black,
            unknown: results.unknown,
            score: results.score(),
        })
        .collect();
    // The sort keeps the order of codes where games are equal.
    played.sort_by_key(|played| std::cmp::Reverse(played.games));
    played
}

fn total(counts: &BTreeMap<u32, u64>) -> u64 {
    counts.iter().map(|(&value, &count)| u64::from(value) * count).sum()
}

fn mean(counts: &BTreeMap<u32, u64>) -> Option<f64> {
    let count: u64 = counts.values().sum();
    (count > 0).then(|| ratio(total(counts), count))
}

fn median(counts: &BTreeMap<u32, u64>) -> Option<f64> {
    let count: u64 = counts.values().sum();
    let at = |index: u64| {
        let mut before = 0;
        counts.iter().find_map(|(&value, &count)| {
            before += count;
            (index < before).then_some(f64::from(value))
        })
    };
    Some(f64::midpoint(at(count.checked_sub(1)? / 2)?, at(count / 2)?))
}

/// Counts by ranges; ranges between the first and the last that count nothing are left out.
fn histogram(counts: &BTreeMap<u32, u64>, range: impl Fn(u32) -> (u32, u32)) -> Vec<Range> {
    let mut ranges: BTreeMap<(u32, u32), u64> = BTreeMap::new();
    for (&value, &count) in counts {
        *ranges.entry(range(value)).or_default() += count;
    }
    ranges.into_iter().map(|((from, to), count)| Range { from, to, count }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_medians_are_of_all_values() {
        let counts = BTreeMap::from([(10, 1), (20, 2), (70, 1)]);
        assert_eq!((mean(&counts), median(&counts)), (Some(30.0), Some(20.0)));
        let even = BTreeMap::from([(10, 2), (21, 2)]);
        assert_eq!(median(&even), Some(15.5));
        assert_eq!((mean(&BTreeMap::new()), median(&BTreeMap::new())), (None, None));
    }
}
