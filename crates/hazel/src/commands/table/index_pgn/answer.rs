//! What `hazel table index-pgn` has found, and how it looks.

use std::path::Path;

use hazel_table::{Count, Frequencies, Frequency, MaterialKey};
use serde::Serialize;

use crate::games::Reading;
use crate::output::{Answer, facts, grouped, percent, table, time};

#[derive(Serialize)]
pub(super) struct Indexed {
    output: String,
    games: u64,
    positions: u64,
    errors: u64,
    remarks: u64,
    seconds: f64,
    threads: usize,
    /// The most pieces of a key.
    pieces: u32,
    keys: usize,
    /// Those that were counted for a key.
    counted: Counted,
    castling_positions: u64,
    /// At most seven men.
    seven_men: Counted,
    /// More men, but at most two pieces.
    two_pieces: Counted,
    most_frequent: Vec<KeyCount>,
    /// All keys, for the rows of CSV.
    #[serde(skip)]
    sorted: Vec<(MaterialKey, Frequency)>,
}

#[derive(Clone, Copy, Serialize)]
struct Counted {
    games: u64,
    positions: u64,
}

#[derive(Serialize)]
struct KeyCount {
    key: String,
    games: u64,
    positions: u64,
    first: u64,
    last: u64,
}

impl Indexed {
    pub(super) fn new(counts: &Frequencies, path: &Path, read: &Reading, top: usize) -> Indexed {
        let counted = |count: Count| Counted { games: count.games, positions: count.positions };
        let sorted = counts.sorted();
        let row = |(key, frequency): &(MaterialKey, Frequency)| KeyCount {
            key: key.to_string(),
            games: frequency.count.games,
            positions: frequency.count.positions,
            first: frequency.first,
            last: frequency.last,
        };
        Indexed {
            output: path.display().to_string(),
            games: read.games(),
            positions: counts.all.positions,
            errors: read.errors(),
            remarks: read.remarks(),
            seconds: read.seconds,
            threads: read.threads,
            pieces: counts.pieces(),
            keys: counts.len(),
            counted: counted(counts.counted()),
            castling_positions: counts.castling,
            seven_men: counted(counts.seven_men),
            two_pieces: counted(counts.two_pieces),
            most_frequent: sorted.iter().take(top).map(row).collect(),
            sorted,
        }
    }
}

impl Answer for Indexed {
    fn text(&self, _colors: bool) -> String {
        let mut text = facts(&[
            ("games", grouped(self.games)),
            ("positions", grouped(self.positions)),
            ("keys", grouped(self.keys as u64)),
            ("errors", grouped(self.errors)),
            ("time", time(self.seconds)),
            ("output", self.output.clone()),
        ]);
        let row = |name: String, count: Counted| {
            vec![
                name,
                grouped(count.positions),
                percent(count.positions, self.positions),
                grouped(count.games),
                percent(count.games, self.games),
            ]
        };
        let castling =
            vec!["the same, and castling rights".to_owned(), grouped(self.castling_positions)];
        let rows = [
            row("at most 7 men".to_owned(), self.seven_men),
            row("more men, at most 2 pieces".to_owned(), self.two_pieces),
            row(format!("counted: at most {} pieces", self.pieces), self.counted),
            castling,
        ];
        text.push('\n');
        text.push_str(&table(&["", "positions", "share", "games", "share"], rows, &[1, 2, 3, 4]));
        if !self.most_frequent.is_empty() {
            let rows = self.most_frequent.iter().map(|row| {
                let numbers = [row.games, row.positions, row.first, row.last];
                std::iter::once(row.key.clone()).chain(numbers.map(grouped)).collect()
            });
            text.push('\n');
            text.push_str(&table(&COLUMNS, rows, &[1, 2, 3, 4]));
        }
        text
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let rows = self.sorted.iter().map(|(key, Frequency { count, first, last })| {
            let numbers = [count.games, count.positions, *first, *last];
            std::iter::once(key.to_string()).chain(numbers.map(|n| n.to_string())).collect()
        });
        std::iter::once(COLUMNS.map(str::to_owned).to_vec()).chain(rows)
    }
}

const COLUMNS: [&str; 5] = ["key", "games", "positions", "first", "last"];
