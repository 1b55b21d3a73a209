//! What `hazel pgn stats` has found, and how it looks.

use std::collections::BTreeMap;

use serde::Serialize;

use super::counts::{Counts, Results};
use crate::games::Reading;
use crate::output::{Answer, chart, facts, grouped, percent, ratio, table, time};

#[derive(Serialize)]
pub(super) struct Summary {
    games: u64,
    plies: u64,
    errors: u64,
    remarks: u64,
    seconds: f64,
    threads: usize,
    results: Shares,
    lengths: Lengths,
    ratings: Ratings,
    years: Vec<Year>,
    openings: Vec<Played>,
    #[serde(skip)]
    top: usize,
}

#[derive(Serialize)]
struct Shares {
    white: u64,
    draws: u64,
    black: u64,
    unknown: u64,
    /// White's, in percent.
    score: Option<f64>,
}

/// In plies, but the histogram is in moves.
#[derive(Serialize)]
struct Lengths {
    mean: Option<f64>,
    median: Option<f64>,
    shortest: Option<u32>,
    longest: Option<u32>,
    histogram: Vec<Range>,
}

#[derive(Serialize)]
struct Ratings {
    /// Of players: up to two for each game.
    count: u64,
    lowest: Option<u32>,
    mean: Option<f64>,
    highest: Option<u32>,
    histogram: Vec<Range>,
}

#[derive(Serialize)]
struct Range {
    from: u32,
    to: u32,
    count: u64,
}

#[derive(Serialize)]
struct Year {
    year: Option<u32>,
    games: u64,
}

#[derive(Serialize)]
struct Played {
    /// `None` for games without an opening that has a name.
    eco: Option<&'static str>,
    /// The name under this code that was played most.
    name: Option<&'static str>,
    games: u64,
    white: u64,
    draws: u64,
    black: u64,
    unknown: u64,
    score: Option<f64>,
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

impl Answer for Summary {
    fn text(&self, _colors: bool) -> String {
        let mut text = facts(&[
            ("games", grouped(self.games)),
            ("plies", grouped(self.plies)),
            ("errors", grouped(self.errors)),
            ("time", time(self.seconds)),
        ]);
        if self.games == 0 {
            return text;
        }
        let Shares { white, draws, black, unknown, score } = self.results;
        let results = [("1-0", white), ("1/2-1/2", draws), ("0-1", black), ("*", unknown)];
        let score = score.map_or_else(String::new, |score| format!(": White scores {score:.1}%"));
        let results = results.map(|(name, count)| (name.to_owned(), count));
        section(&mut text, &format!("results{score}"), &chart(&results));
        section(&mut text, &self.openings_title(), &self.openings_table());
        if let (Some(mean), Some(median)) = (self.lengths.mean, self.lengths.median) {
            let title = format!(
                "lengths in moves: mean {:.1}, median {:.1}, from {} to {} plies",
                mean / 2.0,
                median / 2.0,
                self.lengths.shortest.unwrap_or(0),
                self.lengths.longest.unwrap_or(0)
            );
            section(&mut text, &title, &chart(&bars(&self.lengths.histogram)));
        }
        if let (Some(low), Some(mean), Some(high)) =
            (self.ratings.lowest, self.ratings.mean, self.ratings.highest)
        {
            let count = grouped(self.ratings.count);
            let title = format!("{count} ratings: mean {mean:.0}, from {low} to {high}");
            section(&mut text, &title, &chart(&bars(&self.ratings.histogram)));
        }
        section(&mut text, "years", &chart(&self.years()));
        text
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let header = ["eco", "name", "games", "white", "draws", "black", "unknown", "score"];
        let rows = self.openings.iter().map(|played| {
            vec![
                played.eco.unwrap_or_default().to_owned(),
                played.name.unwrap_or_default().to_owned(),
                played.games.to_string(),
                played.white.to_string(),
                played.draws.to_string(),
                played.black.to_string(),
                played.unknown.to_string(),
                played.score.map_or_else(String::new, |score| format!("{score:.2}")),
            ]
        });
        std::iter::once(header.map(str::to_owned).to_vec()).chain(rows).collect()
    }
}

impl Summary {
    fn openings_title(&self) -> String {
        match self.openings.len() {
            count if count > self.top => format!("openings: {} of {count}", self.top),
            _ => "openings".to_owned(),
        }
    }

    fn openings_table(&self) -> String {
        let rows = self.openings.iter().take(self.top).map(|played| {
            vec![
                played.eco.unwrap_or("-").to_owned(),
                played.name.unwrap_or("no opening with a name").to_owned(),
                grouped(played.games),
                percent(played.games, self.games),
                played.score.map_or_else(|| "-".to_owned(), |score| format!("{score:.1}%")),
            ]
        });
        table(&["eco", "name", "games", "share", "score"], rows, &[2, 3, 4])
    }

    /// By year, or by decade where there are many.
    fn years(&self) -> Vec<(String, u64)> {
        let by_decade = self.years.len() > 20;
        let mut bars: Vec<(String, u64)> = Vec::new();
        for Year { year, games } in &self.years {
            let name = match year {
                None => "?".to_owned(),
                Some(year) if by_decade => format!("{}s", year / 10 * 10),
                Some(year) => year.to_string(),
            };
            match bars.last_mut() {
                Some((last, count)) if *last == name => *count += games,
                _ => bars.push((name, *games)),
            }
        }
        bars
    }
}

fn section(text: &mut String, title: &str, body: &str) {
    text.push('\n');
    text.push_str(title);
    text.push('\n');
    text.push_str(body);
}

fn bars(histogram: &[Range]) -> Vec<(String, u64)> {
    let name = |range: &Range| match (range.from, range.to) {
        (from, to) if from == to => from.to_string(),
        (from, to) => format!("{from}-{to}"),
    };
    histogram.iter().map(|range| (name(range), range.count)).collect()
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
