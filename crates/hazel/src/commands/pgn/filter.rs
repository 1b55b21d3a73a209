//! `hazel pgn filter`: the games for which all conditions hold.

mod sieve;

use std::process::ExitCode;

use hazel_notation::pgn::{Chunk, Problem, Replay, read_games, read_trees};

use self::sieve::{Chosen, Sieve};
use super::done::Done;
use super::form::{Form, Records};
use crate::arguments::{Details, Filter, Format, Target};
use crate::games::{Findings, Part, Reader, Sink};
use crate::report::Failure;
use crate::{file, output};

/// Chooses games and writes them.
pub(crate) fn run(arguments: &Filter, format: Format) -> Result<ExitCode, Failure> {
    let form = form(arguments)?;
    let mut reader = Reader::new(&arguments.games)?;
    if form.is_some_and(|form| form.expands()) {
        reader.expands();
    }
    let files = &arguments.games.files;
    let labels = form.map_or_else(Vec::new, |form| form.labels(files));
    let output = file::named(arguments.output.as_deref());
    let mut sink = if arguments.count { Sink::Nowhere } else { reader.sink(output, format)? };
    let mut chosen = 0;
    let read = reader.read(
        |chunk| {
            let mut replay = Replay::main_lines(Sieve::new(arguments, chunk, reader.findings()));
            let games = read_games(&chunk.text, &mut replay) as u64;
            let Sieve { mut findings, chosen, .. } = replay.spectator;
            let mut part = Written { games: chosen.len() as u64, ..Written::default() };
            if !arguments.count {
                for game in &chosen {
                    part.add(chunk, game, form.as_ref(), arguments.matches, &mut findings);
                }
            }
            findings.list.sort_by_key(|finding| (finding.line, finding.column));
            Part { games, findings, value: part }
        },
        |from, part| {
            chosen += part.games;
            sink.write(&part.text)?;
            let label = labels.get(from.file).map_or("", String::as_str);
            part.records.put(label, from.games, &mut sink)
        },
    )?;
    read.tell();
    if sink.finish(&read, form.is_some())? || arguments.count {
        output::print(&Done::new(output, chosen, &read), format)?;
    }
    Ok(read.code())
}

/// The form that is asked for, if it is another; what contradicts itself is refused.
fn form(arguments: &Filter) -> Result<Option<Form<'_>>, Failure> {
    if let Some([from, to]) = arguments.contradiction() {
        return Err(Failure::input(format!("nothing is between {from} and {to}")));
    }
    let asks_for_position = arguments.fen.is_some() || arguments.material.is_some();
    let is_positions = matches!(arguments.to, Some(Target::Fen | Target::Epd));
    if arguments.matches && !(asks_for_position && is_positions) {
        let message = "--matches needs --fen or --material, and --to fen or epd";
        return Err(Failure::input(message));
    }
    let Details { last, ply, fens, ref without } = arguments.details;
    match arguments.to {
        Some(target) => Form::new(target, &arguments.details).map(Some),
        None if last || ply.is_some() || fens || !without.is_empty() => Err(Failure::input(
            "--last, --ply, --fens and --without say how games are written, so they need --to",
        )),
        None => Ok(None),
    }
}

/// The games of a chunk that are chosen: as they stand there, or in another form.
#[derive(Default)]
struct Written {
    games: u64,
    text: Vec<u8>,
    records: Records,
}

impl Written {
    fn add(
        &mut self,
        chunk: &Chunk,
        game: &Chosen,
        form: Option<&Form<'_>>,
        only_matches: bool,
        findings: &mut Findings,
    ) {
        let text = chunk.text.get(game.span.clone()).unwrap_or_default();
        let Some(form) = form else { return copy(text, &mut self.text) };
        read_trees(text, |mut read| {
            for problem in read.problems {
                let at = game.span.start + problem.at;
                findings.note(chunk, game.number, &Problem { at, ..problem.clone() });
            }
            let matches = only_matches.then_some(game.matches.as_slice());
            form.write(&mut read, matches, game.number, &mut self.records);
        });
    }
}

/// Copies a game to the byte, with an empty line after it, whose line ends are those of the game.
pub(super) fn copy(game: &[u8], text: &mut Vec<u8>) {
    let game = game.trim_ascii_end();
    text.extend_from_slice(game);
    let has_returns = game.windows(2).any(|two| two == b"\r\n");
    text.extend_from_slice(if has_returns { b"\r\n\r\n" } else { b"\n\n" });
}
