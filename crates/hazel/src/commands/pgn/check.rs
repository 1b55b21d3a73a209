//! `hazel pgn check`: is every move of every game legal, and if not, where?

use std::fmt::Write as _;
use std::process::ExitCode;

use hazel_core::{Move, Position};
use hazel_notation::pgn::{Chunk, Problem, Replay, Skip, Spectator, read_games};
use serde::Serialize;

use crate::arguments::{Check, Format};
use crate::games::{FileRead, Finding, Findings, Part, Reader};
use crate::output::{self, Answer, grouped, per_second, table, time};
use crate::report::Failure;

/// Plays everything and tells what is wrong.
pub(crate) fn run(arguments: &Check, format: Format) -> Result<ExitCode, Failure> {
    let reader = Reader::new(&arguments.games)?;
    let mut plies = vec![Plies::default(); arguments.games.files.len()];
    let read = reader.read(
        |chunk| {
            let checker = Checker::new(chunk, reader.findings());
            let mut replay = Replay::new(checker);
            let games = read_games(&chunk.text, &mut replay) as u64;
            let Checker { findings, plies, .. } = replay.spectator;
            Part { games, findings, value: plies }
        },
        |from, more| {
            plies[from.file].add(more);
            Ok(())
        },
    )?;
    let code = read.code();
    read.tell_trouble();
    let problems: Vec<Finding> = read.findings().cloned().collect();
    let unlisted = read.unlisted();
    let sum = plies.iter().fold(Plies::default(), |mut sum, plies| {
        sum.add(*plies);
        sum
    });
    let checked = Checked {
        games: read.games(),
        plies: sum.main,
        variation_plies: sum.variations,
        errors: read.errors(),
        remarks: read.remarks(),
        seconds: read.seconds,
        games_per_second: per_second(read.games(), read.seconds),
        threads: read.threads,
        files: read.files.into_iter().zip(plies).map(CheckedFile::new).collect(),
        problems,
        unlisted,
    };
    output::print(&checked, format)?;
    Ok(code)
}

/// How many moves were played.
#[derive(Clone, Copy, Default)]
struct Plies {
    main: u64,
    variations: u64,
}

impl Plies {
    fn add(&mut self, more: Plies) {
        self.main += more.main;
        self.variations += more.variations;
    }
}

/// Counts what it sees.
struct Checker<'c> {
    chunk: &'c Chunk,
    findings: Findings,
    games: u64,
    plies: Plies,
    /// How many variations the line is in.
    depth: u32,
}

impl<'c> Checker<'c> {
    fn new(chunk: &'c Chunk, findings: Findings) -> Checker<'c> {
        Checker { chunk, findings, games: 0, plies: Plies::default(), depth: 0 }
    }

    fn count(&mut self) {
        if self.depth == 0 {
            self.plies.main += 1;
        } else {
            self.plies.variations += 1;
        }
    }
}

impl Spectator for Checker<'_> {
    fn begin_game(&mut self, _at: usize) {
        self.games += 1;
        self.depth = 0;
    }

    #[inline]
    fn play(&mut self, position: &mut Position, m: Move) {
        position.play_unchecked(m);
        self.count();
    }

    fn pass(&mut self, position: &mut Position) {
        // The reader has made sure that nobody is in check.
        let _ = position.try_pass();
        self.count();
    }

    fn begin_variation(&mut self) -> Skip {
        self.depth += 1;
        Skip::No
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
    }

    fn problem(&mut self, problem: Problem) {
        self.findings.note(self.chunk, self.games, &problem);
    }
}

#[derive(Serialize)]
struct Checked {
    games: u64,
    plies: u64,
    variation_plies: u64,
    errors: u64,
    remarks: u64,
    seconds: f64,
    games_per_second: u64,
    threads: usize,
    files: Vec<CheckedFile>,
    problems: Vec<Finding>,
    /// How many more there are, in words.
    #[serde(skip)]
    unlisted: Option<String>,
}

#[derive(Serialize)]
struct CheckedFile {
    file: String,
    games: u64,
    plies: u64,
    variation_plies: u64,
    errors: u64,
    remarks: u64,
    seconds: f64,
    trouble: Option<String>,
}

impl CheckedFile {
    fn new((read, plies): (FileRead, Plies)) -> CheckedFile {
        CheckedFile {
            file: read.name,
            games: read.games,
            plies: plies.main,
            variation_plies: plies.variations,
            errors: read.findings.errors(),
            remarks: read.findings.remarks(),
            seconds: read.seconds,
            trouble: read.trouble,
        }
    }
}

const HEADER: [&str; 7] =
    ["file", "games", "plies", "variation_plies", "errors", "remarks", "seconds"];

impl Answer for Checked {
    fn text(&self, _colors: bool) -> String {
        let mut text = String::new();
        // Writing to a `String` does not fail.
        for finding in &self.problems {
            let _ = writeln!(text, "{finding}");
        }
        if let Some(more) = &self.unlisted {
            let _ = writeln!(text, "{more}");
        }
        if !text.is_empty() {
            text.push('\n');
        }
        let row = |name: &str, numbers: [u64; 5], seconds: f64| {
            let mut row = vec![name.to_owned()];
            row.extend(numbers.map(grouped));
            row.extend([time(seconds), grouped(per_second(numbers[0], seconds))]);
            row
        };
        let mut rows: Vec<Vec<String>> = self
            .files
            .iter()
            .map(|file| {
                let CheckedFile { games, plies, variation_plies, errors, remarks, .. } = *file;
                row(&file.file, [games, plies, variation_plies, errors, remarks], file.seconds)
            })
            .collect();
        if rows.len() > 1 {
            let Checked { games, plies, variation_plies, errors, remarks, .. } = *self;
            rows.push(row("total", [games, plies, variation_plies, errors, remarks], self.seconds));
        }
        let header =
            ["file", "games", "plies", "in variations", "errors", "remarks", "time", "games/s"];
        text + &table(&header, rows, &[1, 2, 3, 4, 5, 6, 7])
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let files = self.files.iter().map(|file| {
            vec![
                file.file.clone(),
                file.games.to_string(),
                file.plies.to_string(),
                file.variation_plies.to_string(),
                file.errors.to_string(),
                file.remarks.to_string(),
                file.seconds.to_string(),
            ]
        });
        std::iter::once(HEADER.map(str::to_owned).to_vec()).chain(files)
    }
}
