//! How the answer of `hazel pgn stats` looks.

use super::answer::{Range, Shares, Summary, Year};
use crate::output::{Answer, chart, facts, grouped, percent, table, time};

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

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
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
        std::iter::once(header.map(str::to_owned).to_vec()).chain(rows)
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
                grouped(played.white),
                grouped(played.draws),
                grouped(played.black),
                played.score.map_or_else(|| "-".to_owned(), |score| format!("{score:.1}%")),
            ]
        });
        let header = ["eco", "name", "games", "share", "1-0", "draw", "0-1", "score"];
        table(&header, rows, &[2, 3, 4, 5, 6, 7])
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
