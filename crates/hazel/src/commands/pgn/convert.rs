//! `hazel pgn convert`: games in another form.

use std::process::ExitCode;

use hazel_notation::pgn::read_trees;

use super::done::Done;
use super::form::{Form, Records};
use crate::arguments::{Convert, Format};
use crate::games::{Part, Reader};
use crate::report::{Failure, note};
use crate::{file, output};

/// Reads games and writes them.
pub(crate) fn run(arguments: &Convert, format: Format) -> Result<ExitCode, Failure> {
    let form = Form::new(arguments.to, &arguments.details)?;
    let mut reader = Reader::new(&arguments.games)?;
    if form.expands() {
        reader.expands();
    }
    let labels = form.labels(&arguments.games.files);
    let output = file::named(arguments.output.as_deref());
    let mut sink = reader.sink(output, format)?;
    let mut written = 0;
    let read = reader.read(
        |chunk| {
            let mut findings = reader.findings();
            let mut records = Records::default();
            let mut game = 0;
            read_trees(&chunk.text, |mut read| {
                game += 1;
                for problem in read.problems {
                    findings.note(chunk, game, problem);
                }
                form.write(&mut read, None, game, &mut records);
            });
            Part { games: game, findings, value: records }
        },
        |from, records| {
            written += records.games;
            records.put(&labels[from.file], from.games, &mut sink)
        },
    )?;
    read.tell();
    if written == 0 && read.games() > 0 {
        note("nothing is written: no game has such a position");
    }
    if sink.finish(&read, true)? {
        output::print(&Done::new(output, written, &read), format)?;
    }
    Ok(read.code())
}
