//! PGN files of all kinds, beside two other readers and beside themselves.
//!
//! What is compared of a game is its result, every move of its main line as it is written from what was read, and the
//! last position. Well-formed files are read by pgn-reader with shakmaty, odd ones by python-chess. No reader is always
//! right, so where they differ the game is listed in the code with the reason; a difference that isn't listed fails, and
//! so does one that is listed and doesn't occur. `docs/pgn-differences.md` tells the kinds of them.

mod game;
mod parallel;
mod quirks;
mod recorder;
mod round_trip;
mod well_formed;

use std::iter::Sum;
use std::ops::AddAssign;

use anyhow::Result;

use super::{Tally, Verdict};
use crate::data::{ABSENT, Data};
use game::Game;

/// A check: its name and what it does.
type Check = (&'static str, fn(&Data) -> Result<Verdict>);

const CHECKS: [Check; 3] = [
    ("pgn: well-formed files beside pgn-reader and shakmaty", well_formed::check),
    ("pgn: read, written and read again", round_trip::check),
    ("pgn: in parallel as in one piece", parallel::check),
];

/// Where the well-formed files are.
const WELL_FORMED: [&str; 6] = [
    "pgn/annotated/",
    "pgn/chess960/",
    "pgn/engine/",
    "pgn/master/",
    "pgn/online/",
    "pgn/twic_286k.pgn.zst",
];

pub(super) fn run(tally: &mut Tally, data: Option<&Data>) {
    for (name, check) in CHECKS {
        tally.check(name, || match data {
            Some(data) => check(data),
            None => Ok(Verdict::Skipped(ABSENT.to_owned())),
        });
    }
}

/// The files with PGN whose names start so, compressed ones too.
fn files(data: &Data, starts: &[&str]) -> Result<Vec<String>> {
    let mut files = data.files("pgn", ".pgn")?;
    files.extend(data.files("pgn", ".pgn.zst")?);
    files.retain(|file| starts.iter().any(|start| file.starts_with(start)));
    Ok(files)
}

/// How much was compared.
#[derive(Clone, Copy, Default)]
struct Count {
    games: usize,
    plies: usize,
}

impl AddAssign<&Game> for Count {
    fn add_assign(&mut self, game: &Game) {
        self.games += 1;
        self.plies += game.plies();
    }
}

impl Sum for Count {
    fn sum<I: Iterator<Item = Count>>(counts: I) -> Count {
        counts.fold(Count::default(), |sum, count| Count {
            games: sum.games + count.games,
            plies: sum.plies + count.plies,
        })
    }
}
