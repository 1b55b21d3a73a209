//! What `hazel table stats` has found, and how it looks.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hazel_table::{Answered, Coverage, Frequencies};
use serde::Serialize;

use crate::output::{Answer, facts, grouped, percent, table};

#[derive(Serialize)]
pub(super) struct Covered {
    /// How many tables there are.
    tables: usize,
    games: u64,
    positions: u64,
    /// The most pieces of a key that was counted.
    pieces: u32,
    keys: Share,
    counted_positions: Share,
    /// Games by their first counted position.
    first: Share,
    /// Games by their last counted position.
    last: Share,
    by_men: Vec<Men>,
    by_pieces: Vec<Pieces>,
}

/// How many of a number are answered.
#[derive(Clone, Copy, Serialize)]
struct Share {
    all: u64,
    exact: u64,
    /// There are bounds, by which it is known who wins.
    bounds: u64,
    /// There are bounds, by which it isn't.
    open: u64,
    nothing: u64,
}

#[derive(Serialize)]
struct Men {
    men: u32,
    #[serde(flatten)]
    positions: Share,
}

#[derive(Serialize)]
struct Pieces {
    pieces: u32,
    #[serde(flatten)]
    positions: Share,
}

impl From<Answered> for Share {
    fn from(answered: Answered) -> Share {
        let Answered { exact, bounds, open, nothing } = answered;
        Share { all: answered.all(), exact, bounds, open, nothing }
    }
}

impl Covered {
    pub(super) fn new(counts: &Frequencies, coverage: &Coverage, tables: usize) -> Covered {
        let list = |by: &BTreeMap<u32, Answered>| -> Vec<(u32, Share)> {
            by.iter().map(|(&number, &answered)| (number, answered.into())).collect()
        };
        let men = |(men, positions)| Men { men, positions };
        let pieces = |(pieces, positions)| Pieces { pieces, positions };
        Covered {
            tables,
            games: counts.all.games,
            positions: counts.all.positions,
            pieces: counts.pieces(),
            keys: coverage.keys.into(),
            counted_positions: coverage.positions.into(),
            first: coverage.first.into(),
            last: coverage.last.into(),
            by_men: list(&coverage.by_men).into_iter().map(men).collect(),
            by_pieces: list(&coverage.by_pieces).into_iter().map(pieces).collect(),
        }
    }
}

impl Answer for Covered {
    fn text(&self, _colors: bool) -> String {
        let positions = self.counted_positions.all;
        let mut text = facts(&[
            ("tables", grouped(self.tables as u64)),
            ("games", grouped(self.games)),
            ("positions", grouped(self.positions)),
            (
                "counted",
                format!(
                    "{} positions with at most {} pieces, {} of all",
                    grouped(positions),
                    self.pieces,
                    percent(positions, self.positions)
                ),
            ),
        ]);
        let row = |name: String, share: Share| {
            let Share { all, exact, bounds, open, nothing } = share;
            let numbers = [all, exact, bounds, open, nothing].map(grouped);
            let mut row = vec![name];
            row.extend(numbers);
            row.extend([percent(exact, all), percent(exact + bounds, all)]);
            row
        };
        let mut rows = vec![
            row("keys".to_owned(), self.keys),
            row("positions".to_owned(), self.counted_positions),
            row("games, by their first".to_owned(), self.first),
            row("games, by their last".to_owned(), self.last),
        ];
        rows.extend(self.by_pieces.iter().map(|by| {
            let plural = if by.pieces == 1 { "" } else { "s" };
            row(format!("positions of {} piece{plural}", by.pieces), by.positions)
        }));
        rows.extend(
            self.by_men.iter().map(|by| row(format!("positions of {} men", by.men), by.positions)),
        );
        let header = ["", "all", "exact", "bounds", "open", "none", "exact %", "answered %"];
        text.push('\n');
        text.push_str(&table(&header, rows, &[1, 2, 3, 4, 5, 6, 7]));
        if !self.by_men.is_empty() {
            text.push_str("\npositions by men: █ exact, ▒ by bounds, · open or none\n");
            for by in &self.by_men {
                // Writing to a `String` does not fail.
                let _ = writeln!(text, "  {:>2} {}", by.men, bar(by.positions));
            }
        }
        text
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let header =
            ["men", "positions", "exact", "bounds", "open", "nothing"].map(str::to_owned).to_vec();
        let rows = self.by_men.iter().map(|by| {
            let Share { all, exact, bounds, open, nothing } = by.positions;
            let numbers = [u64::from(by.men), all, exact, bounds, open, nothing];
            numbers.map(|number| number.to_string()).to_vec()
        });
        std::iter::once(header).chain(rows)
    }
}

/// A bar of fifty cells. Only what is answered without exception fills it.
fn bar(share: Share) -> String {
    const CELLS: u64 = 50;
    let cells =
        |part: u64| (u128::from(part) * u128::from(CELLS) / u128::from(share.all.max(1))) as usize;
    let (exact, answered) = (cells(share.exact), cells(share.exact + share.bounds));
    "█".repeat(exact) + &"▒".repeat(answered - exact) + &"·".repeat(CELLS as usize - answered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_shows_what_is_answered() {
        let bar = |exact, bounds, nothing: u64| {
            let answered =
                Answered { exact, bounds, open: nothing / 2, nothing: nothing.div_ceil(2) };
            bar(answered.into())
        };
        assert_eq!(bar(7, 0, 0), "█".repeat(50));
        assert_eq!(bar(1, 1, 2), "█".repeat(12) + &"▒".repeat(13) + &"·".repeat(25));
        assert_eq!(bar(999, 0, 1), "█".repeat(49) + "·");
        assert_eq!(bar(0, 0, 0), "·".repeat(50));
        assert_eq!(bar(u64::MAX / 2, u64::MAX / 2, 0).chars().count(), 50);
    }
}
