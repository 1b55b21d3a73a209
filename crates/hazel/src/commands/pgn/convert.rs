//! `hazel pgn convert`: games in another form.

use std::process::ExitCode;

use hazel_notation::pgn::read_trees;

use super::done::Done;
use super::form::{Form, Positions};
use crate::arguments::{Convert, Format, Target};
use crate::games::{Part, Reader};
use crate::output;
use crate::report::Failure;

/// Reads games and writes them.
pub(crate) fn run(arguments: &Convert, format: Format) -> Result<ExitCode, Failure> {
    let form = form(arguments)?;
    let mut reader = Reader::new(&arguments.games)?;
    let output = arguments.output.as_deref();
    let mut sink = reader.sink(output)?;
    let read = reader.read(
        |chunk| {
            let mut findings = reader.findings();
            let mut records = Vec::new();
            let mut game = 0;
            read_trees(&chunk.text, |read| {
                game += 1;
                for problem in read.problems {
                    findings.note(chunk, game, problem);
                }
                form.write(read.tree, game, &mut records);
            });
            Part { games: game, findings, value: records }
        },
        |from, records| records.iter().try_for_each(|record| record.put(from.games, &mut sink)),
    )?;
    read.tell();
    if sink.finish(!read.has_trouble())? {
        output::print(&Done::new(output, read.games(), &read), format)?;
    }
    Ok(read.code())
}

fn form(arguments: &Convert) -> Result<Form, Failure> {
    let is_positions = matches!(arguments.to, Target::Fen | Target::Epd);
    if !is_positions && (arguments.last || arguments.ply.is_some()) {
        return Err(Failure::input(
            "--last and --ply choose positions, so they need --to fen or epd",
        ));
    }
    if arguments.fens && arguments.to != Target::Json {
        return Err(Failure::input("--fens needs --to json"));
    }
    let positions = match (arguments.last, arguments.ply) {
        (true, _) => Positions::Last,
        (false, Some(ply)) => Positions::After(ply),
        (false, None) => Positions::All,
    };
    Ok(Form { target: arguments.to, positions, fens: arguments.fens })
}
