//! PGN files of all kinds, beside two other readers and beside themselves.
//!
//! What is compared of a game is its result, every move of its main line as it is written from what was read, and the
//! last position. Well-formed files are read by pgn-reader with shakmaty, odd ones by python-chess. No reader is always
//! right, so where they differ the game is listed in the code with the reason; a difference that isn't listed fails, and
//! so does one that is listed and doesn't occur. `docs/pgn-differences.md` tells the kinds of them.

mod differences;
mod game;
mod odd;
mod parallel;
mod recorder;
mod round_trip;
mod well_formed;

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::ops::AddAssign;
use std::path::Path;

use anyhow::{Context as _, Result};

use super::{Tally, Verdict};
use crate::data::{ABSENT, Data};

/// A check: its name and what it does.
type Check = (&'static str, fn(&Data) -> Result<Verdict>);

const CHECKS: [Check; 4] = [
    ("pgn: well-formed files beside pgn-reader and shakmaty", well_formed::check),
    ("pgn: odd files beside python-chess", odd::check),
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
    let mut files = Vec::new();
    for ending in [".pgn", ".pgn.zst", ".bz2"] {
        files.extend(data.files("pgn", ending)?);
    }
    files.retain(|file| starts.iter().any(|start| file.starts_with(start)));
    Ok(files)
}

/// The text of a file as a stream, unpacked without our help.
fn stream(data: &Data, file: &str) -> Result<Box<dyn Read>> {
    let path = data.path(file);
    let stream = File::open(&path).with_context(|| file.to_owned())?;
    if has_extension(&path, "zst") {
        return Ok(Box::new(zstd::Decoder::new(stream)?));
    }
    Ok(Box::new(stream))
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

/// How much was read.
#[derive(Clone, Copy, Default)]
struct Count {
    games: usize,
    plies: usize,
    /// Games of other variants, without their plies.
    variants: usize,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.games += other.games;
        self.plies += other.plies;
        self.variants += other.variants;
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games, {} plies", self.games, self.plies)?;
        match self.variants {
            0 => Ok(()),
            variants => write!(f, ", {variants} of the games of other variants"),
        }
    }
}
