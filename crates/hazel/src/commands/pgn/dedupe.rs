//! `hazel pgn dedupe`: every game once.

mod answer;
mod groups;
mod key;

use std::path::Path;
use std::process::ExitCode;

use hazel_notation::pgn::{Replay, read_games};

use self::answer::Report;
use self::groups::Groups;
use self::key::{Keys, Seen};
use super::done::Done;
use super::filter::copy;
use crate::arguments::{Dedupe, Format, Keep, Likeness};
use crate::games::{Origin, Part, Reader, Reading, Sink};
use crate::output;
use crate::report::Failure;

/// Leaves out games that are there already.
pub(crate) fn run(arguments: &Dedupe, format: Format) -> Result<ExitCode, Failure> {
    let is_twice = arguments.keep == Keep::Best;
    if is_twice && arguments.games.files.iter().any(|path| path == Path::new("-")) {
        let message = "--keep best reads the files twice, which standard input can't be";
        return Err(Failure::input(message).help("write the games to a file first"));
    }
    let mut reader = Reader::new(&arguments.games)?;
    let output = arguments.output.as_deref();
    let writes = output.is_some() || !arguments.report;
    let mut sink = if writes { reader.sink(output)? } else { Sink::Nowhere };
    let mut groups = Groups::new(arguments.keep);
    let files = read(&reader, arguments.by, arguments.keep, |from, chunk| {
        let mut kept = Vec::new();
        for (number, game) in (from.games + 1..).zip(chunk.games) {
            let is_new = groups.add((from.file, number), game.key, game.richness);
            if is_new && writes && !is_twice {
                copy(chunk.text.get(game.span).unwrap_or_default(), &mut kept);
            }
        }
        sink.write(&kept)
    })?;
    if is_twice && writes {
        let left_out = groups.left_out();
        read(&reader, arguments.by, Keep::First, |from, chunk| {
            let mut kept = Vec::new();
            for (number, game) in (from.games + 1..).zip(chunk.games) {
                if !left_out.contains(&(from.file, number)) {
                    copy(chunk.text.get(game.span).unwrap_or_default(), &mut kept);
                }
            }
            sink.write(&kept)
        })?;
    }
    files.tell();
    let is_written = sink.finish(!files.has_trouble())?;
    if arguments.report {
        output::print(&Report::new(arguments.by, &groups, &files), format)?;
    } else if is_written {
        output::print(&Done::new(output, groups.kept(), &files), format)?;
    }
    Ok(files.code())
}

/// The games of a chunk, and its text if it is needed.
struct Copied {
    text: Vec<u8>,
    games: Vec<Seen>,
}

/// Reads all games with what tells them apart. `keep` is what this reading is for: the first games are written at once,
/// so their text goes along; for the best ones, annotations are counted.
fn read(
    reader: &Reader<'_>,
    by: Likeness,
    keep: Keep,
    take: impl FnMut(Origin, Copied) -> Result<(), Failure>,
) -> Result<Reading, Failure> {
    reader.read(
        |chunk| {
            let keys = Keys::new(by, chunk, reader.findings());
            let mut replay = match keep {
                Keep::First => Replay::main_lines(keys),
                Keep::Best => Replay::new(keys),
            };
            let games = read_games(&chunk.text, &mut replay) as u64;
            let Keys { findings, games: seen, .. } = replay.spectator;
            let text = if keep == Keep::First { chunk.text.clone() } else { Vec::new() };
            Part { games, findings, value: Copied { text, games: seen } }
        },
        take,
    )
}
