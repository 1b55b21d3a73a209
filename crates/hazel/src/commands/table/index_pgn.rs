//! `hazel table index-pgn`: how often endings occur in games.

mod answer;

use std::path::Path;
use std::process::ExitCode;

use hazel_core::{Move, Position};
use hazel_notation::pgn::{Chunk, Problem, Replay, Skip, Spectator, read_games};
use hazel_table::{Frequencies, GameCounter};

use self::answer::Indexed;
use super::counts;
use crate::arguments::{Format, IndexPgn};
use crate::games::{Findings, Part, Reader, Reading};
use crate::report::Failure;
use crate::{file, output};

/// Counts, keeps the counts, and shows them.
pub(crate) fn run(arguments: &IndexPgn, format: Format) -> Result<ExitCode, Failure> {
    let path = counts::path(arguments.output.as_deref(), arguments.place.tables.as_deref())?;
    let reader = Reader::new(&arguments.games)?;
    let mut counts = Frequencies::new(arguments.pieces);
    let read = reader.read(
        |chunk| {
            let counter = GameCounter::new(arguments.pieces);
            let watcher = Watcher { chunk, findings: reader.findings(), games: 0, counter };
            let mut replay = Replay::main_lines(watcher);
            let games = read_games(&chunk.text, &mut replay) as u64;
            let Watcher { findings, counter, .. } = replay.spectator;
            Part { games, findings, value: counter.finish() }
        },
        |_, more| {
            counts.add(more);
            Ok(())
        },
    )?;
    read.tell();
    keep(&counts, &path, &read)?;
    if !file::is_standard(&path) {
        output::print(&Indexed::new(&counts, &path, &read, arguments.top), format)?;
    }
    Ok(read.code())
}

/// Writes the counts, unless they would be incomplete or take the place of games.
fn keep(counts: &Frequencies, path: &Path, read: &Reading) -> Result<(), Failure> {
    let why = match () {
        () if !read.is_whole() => "not everything could be read",
        () if read.has_file(path) => "it is an input",
        () => {
            let mut bytes = Vec::new();
            counts.write(&mut bytes).map_err(|error| file::failure(path, &error))?;
            return file::write(path, &bytes);
        }
    };
    Err(Failure::outside(format!("{} is not written, since {why}", path.display())))
}

/// Watches games and lets the counter see their positions.
struct Watcher<'c> {
    chunk: &'c Chunk,
    findings: Findings,
    games: u64,
    counter: GameCounter,
}

impl Spectator for Watcher<'_> {
    fn begin_game(&mut self, _at: usize) {
        self.games += 1;
    }

    fn begin_moves(&mut self, start: &Position) -> Skip {
        self.counter.see(start);
        Skip::No
    }

    #[inline]
    fn play(&mut self, position: &mut Position, m: Move) {
        position.play_unchecked(m);
        self.counter.see(position);
    }

    fn pass(&mut self, position: &mut Position) {
        // The reader has made sure that nobody is in check.
        let _ = position.try_pass();
        self.counter.see(position);
    }

    fn problem(&mut self, problem: Problem) {
        self.findings.note(self.chunk, self.games, &problem);
    }

    fn end_game(&mut self, _last: &Position, _end: usize) {
        self.counter.end_game();
    }
}
