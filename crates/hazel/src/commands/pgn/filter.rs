//! `hazel pgn filter`: the games for which all conditions hold.

mod sieve;

use std::ops::Range;
use std::process::ExitCode;

use hazel_notation::pgn::{Chunk, Replay, read_games, read_trees};

use self::sieve::Sieve;
use super::done::Done;
use super::form::{Form, Positions, Record};
use crate::arguments::{Filter, Format};
use crate::games::{Part, Reader, Sink};
use crate::output;
use crate::report::Failure;

/// Chooses games and writes them.
pub(crate) fn run(arguments: &Filter, format: Format) -> Result<ExitCode, Failure> {
    let mut reader = Reader::new(&arguments.games)?;
    let form = arguments.to.map(|target| Form { target, positions: Positions::All, fens: false });
    let output = arguments.output.as_deref();
    let mut sink = if arguments.count { Sink::Nowhere } else { reader.sink(output)? };
    let mut chosen = 0;
    let read = reader.read(
        |chunk| {
            let mut replay = Replay::main_lines(Sieve::new(arguments, chunk, reader.findings()));
            let games = read_games(&chunk.text, &mut replay) as u64;
            let Sieve { findings, chosen, .. } = replay.spectator;
            let value = Chosen::new(chunk, &chosen, form.as_ref(), arguments.count);
            Part { games, findings, value }
        },
        |from, part| {
            chosen += part.games;
            sink.write(&part.text)?;
            part.records.iter().try_for_each(|record| record.put(from.games, &mut sink))
        },
    )?;
    read.tell();
    if sink.finish(!read.has_trouble())? || arguments.count {
        output::print(&Done::new(output, chosen, &read), format)?;
    }
    Ok(read.code())
}

/// The games of a chunk that are chosen: as they stand there, or in another form.
struct Chosen {
    games: u64,
    text: Vec<u8>,
    records: Vec<Record>,
}

impl Chosen {
    fn new(
        chunk: &Chunk,
        games: &[(u64, Range<usize>)],
        form: Option<&Form>,
        only_count: bool,
    ) -> Chosen {
        let mut chosen =
            Chosen { games: games.len() as u64, text: Vec::new(), records: Vec::new() };
        if only_count {
            return chosen;
        }
        for (number, span) in games {
            let game = chunk.text.get(span.clone()).unwrap_or_default();
            match form {
                None => copy(game, &mut chosen.text),
                Some(form) => {
                    read_trees(game, |read| form.write(read.tree, *number, &mut chosen.records));
                }
            }
        }
        chosen
    }
}

/// Copies a game to the byte, with an empty line after it, whose line ends are those of the game.
pub(super) fn copy(game: &[u8], text: &mut Vec<u8>) {
    let game = game.trim_ascii_end();
    text.extend_from_slice(game);
    let has_returns = game.windows(2).any(|two| two == b"\r\n");
    text.extend_from_slice(if has_returns { b"\r\n\r\n" } else { b"\n\n" });
}
