//! Which games are left out, and for which.

use serde::Serialize;

use super::groups::Groups;
use crate::arguments::Likeness;
use crate::games::Reading;
use crate::output::{Answer, facts, grouped, table, time};

#[derive(Serialize)]
pub(super) struct Report {
    by: &'static str,
    games: u64,
    kept: u64,
    duplicates: u64,
    errors: u64,
    remarks: u64,
    seconds: f64,
    threads: usize,
    trouble: Vec<String>,
    pairs: Vec<Pair>,
}

#[derive(Serialize)]
struct Pair {
    file: String,
    game: u64,
    kept_file: String,
    kept_game: u64,
}

impl Report {
    pub(super) fn new(by: Likeness, groups: &Groups, read: &Reading) -> Report {
        let name = |file: usize| read.files[file].name.clone();
        let pairs: Vec<Pair> = groups
            .pairs()
            .into_iter()
            .map(|((file, game), (kept_file, kept_game))| Pair {
                file: name(file),
                game,
                kept_file: name(kept_file),
                kept_game,
            })
            .collect();
        Report {
            by: match by {
                Likeness::Moves => "moves",
                Likeness::MovesAndPlayers => "moves+players",
                Likeness::Position => "position",
            },
            games: read.games(),
            kept: groups.kept(),
            duplicates: pairs.len() as u64,
            errors: read.errors(),
            remarks: read.remarks(),
            seconds: read.seconds,
            threads: read.threads,
            trouble: read.trouble(),
            pairs,
        }
    }
}

impl Answer for Report {
    fn text(&self, _colors: bool) -> String {
        let rows = self.pairs.iter().map(|pair| {
            vec![
                pair.file.clone(),
                grouped(pair.game),
                pair.kept_file.clone(),
                grouped(pair.kept_game),
            ]
        });
        let list = if self.pairs.is_empty() {
            String::new()
        } else {
            table(&["left out", "game", "is like", "game"], rows, &[1, 3])
        };
        list + &facts(&[
            ("games", grouped(self.games)),
            ("kept", grouped(self.kept)),
            ("duplicates", grouped(self.duplicates)),
            ("errors", grouped(self.errors)),
            ("time", time(self.seconds)),
        ])
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let header = ["file", "game", "kept_file", "kept_game"].map(str::to_owned).to_vec();
        let pairs = self.pairs.iter().map(|pair| {
            vec![
                pair.file.clone(),
                pair.game.to_string(),
                pair.kept_file.clone(),
                pair.kept_game.to_string(),
            ]
        });
        std::iter::once(header).chain(pairs)
    }
}
