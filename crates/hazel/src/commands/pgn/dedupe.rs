//! `hazel pgn dedupe`: every game once.

mod answer;
mod groups;
mod key;

use std::ops::Range;
use std::process::ExitCode;

use hazel_notation::pgn::{Replay, Skip, Visitor, read_games};

use self::answer::Report;
use self::groups::Groups;
use self::key::Keys;
use super::done::Done;
use super::filter::copy;
use crate::arguments::{Dedupe, Format, Keep, Likeness};
use crate::games::{Part, Reader, Reading, Sink};
use crate::report::Failure;
use crate::{file, output};

/// Leaves out games that are there already.
pub(crate) fn run(arguments: &Dedupe, format: Format) -> Result<ExitCode, Failure> {
    if arguments.keep == Keep::Best {
        can_be_read_twice(arguments)?;
    }
    let mut reader = Reader::new(&arguments.games)?;
    let output = file::named(arguments.output.as_deref());
    let writes = arguments.output.is_some() || !arguments.report;
    let mut sink = if writes { reader.sink(output, format)? } else { Sink::Nowhere };
    let mut groups = Groups::new(arguments.keep);
    let read = match arguments.keep {
        Keep::First => group(&reader, arguments.by, &mut groups, &mut sink)?,
        Keep::Best => {
            let read = group(&reader, arguments.by, &mut groups, &mut Sink::Nowhere)?;
            if writes {
                write_kept(&reader, &groups, &read, &mut sink)?;
            }
            read
        }
    };
    read.tell();
    if arguments.report {
        output::print(&Report::new(arguments.by, &groups, &read), format)?;
    }
    if sink.finish(&read, false)? && !arguments.report {
        output::print(&Done::new(output, groups.kept(), &read), format)?;
    }
    Ok(read.code())
}

/// Refuses what is gone once it is read. What isn't there at all is reported by whoever opens it.
fn can_be_read_twice(arguments: &Dedupe) -> Result<(), Failure> {
    let is_stream = |path: &&std::path::PathBuf| match std::fs::metadata(path) {
        Ok(about) => !about.is_file() && !about.is_dir(),
        Err(_) => path.as_os_str() == "-",
    };
    match arguments.games.files.iter().find(is_stream) {
        None => Ok(()),
        Some(path) => {
            let path = path.display();
            let message =
                format!("--keep best reads the files twice, which can't be done with {path}");
            Err(Failure::input(message).help("write the games to a file first"))
        }
    }
}

/// Reads all games and puts those together that are the same. The first of each goes into the sink.
fn group(
    reader: &Reader<'_>,
    by: Likeness,
    groups: &mut Groups,
    sink: &mut Sink,
) -> Result<Reading, Failure> {
    let writes = !matches!(sink, Sink::Nowhere);
    reader.read(
        |chunk| {
            let mut replay = Replay::new(Keys::new(by, chunk, reader.findings()));
            let games = read_games(&chunk.text, &mut replay) as u64;
            let Keys { findings, games: seen, .. } = replay.spectator;
            let text = if writes { chunk.text.clone() } else { Vec::new() };
            Part { games, findings, value: (text, seen) }
        },
        |from, (text, seen)| {
            let mut kept = Vec::new();
            for (number, game) in (from.games + 1..).zip(seen) {
                if groups.add((from.file, number), game.key, game.richness) && writes {
                    copy(text.get(game.span).unwrap_or_default(), &mut kept);
                }
            }
            sink.write(&kept)
        },
    )
}

/// Reads the files once more, and writes the games that are kept.
fn write_kept(
    reader: &Reader<'_>,
    groups: &Groups,
    before: &Reading,
    sink: &mut Sink,
) -> Result<(), Failure> {
    let left_out = groups.left_out();
    let again = reader.read(
        |chunk| {
            let mut spans = Spans::default();
            let games = read_games(&chunk.text, &mut spans) as u64;
            Part { games, findings: reader.findings(), value: (chunk.text.clone(), spans.0) }
        },
        |from, (text, spans)| {
            let mut kept = Vec::new();
            for (number, span) in (from.games + 1..).zip(spans) {
                if !left_out.contains(&(from.file, number)) {
                    copy(text.get(span).unwrap_or_default(), &mut kept);
                }
            }
            sink.write(&kept)
        },
    )?;
    let what = |read: &Reading| -> Vec<(u64, Option<String>)> {
        read.files.iter().map(|file| (file.games, file.trouble.clone())).collect()
    };
    match what(before).iter().zip(&what(&again)).position(|(before, again)| before != again) {
        None => Ok(()),
        Some(file) => {
            let name = &before.files[file].name;
            Err(Failure::outside(format!("{name} has changed while it was read")))
        }
    }
}

/// Where games stand; their moves don't matter.
#[derive(Default)]
struct Spans(Vec<Range<usize>>);

impl Visitor for Spans {
    fn begin_game(&mut self, at: usize) {
        self.0.push(at..at);
    }

    fn begin_moves(&mut self) -> Skip {
        Skip::Yes
    }

    fn end_game(&mut self, end: usize) {
        if let Some(span) = self.0.last_mut() {
            span.end = end;
        }
    }
}
