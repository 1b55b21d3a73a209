//! Writing a proof down.

use std::fmt;
use std::fs;
use std::path::Path;

use hazel_solve::certificate::{self, WriteError};
use hazel_solve::{Control, Outcome, Prover, ProverError};
use serde::Serialize;

use super::named::Named;
use super::prove::trouble;
use super::subject::{self, Place};
use crate::file::{self, Unfinished};
use crate::interrupt::Interrupt;
use crate::meter::Line;
use crate::output::grouped;
use crate::report::Failure;

/// A certificate that was written.
#[derive(Serialize)]
pub(super) struct Certified {
    file: String,
    bytes: u64,
    /// How many positions its strategies meet.
    positions: u64,
}

impl fmt::Display for Certified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Certified { file, bytes, positions } = self;
        write!(f, "{file}, {} bytes, {} positions", grouped(*bytes), grouped(*positions))
    }
}

/// Whether a certificate can be written there, asked before hours of work.
pub(super) fn can_write(path: &Path) -> Result<(), Failure> {
    if file::is_standard(path) {
        let message = "a certificate can't be written to standard output, where the answer goes";
        return Err(Failure::input(message).help("give --certificate the name of a file"));
    }
    match fs::metadata(path) {
        // A device or a pipe is opened once, when there is something to write.
        Ok(about) if !about.is_file() && !about.is_dir() => Ok(()),
        _ => Unfinished::create(path).map(drop),
    }
}

/// Writes the proof of a value.
pub(super) fn write<G: Named>(
    prover: &Prover<'_, G>,
    place: &Place<G>,
    value: Outcome,
    path: &Path,
    interrupt: &Interrupt,
) -> Result<Certified, Failure> {
    let game = prover.game();
    let about = subject::line(&game.description(), &place.moves);
    let mut file = Unfinished::create(path)?;
    if let Some(temporary) = file.temporary() {
        interrupt.removes(temporary);
    }
    let mut line = Line::new();
    let mut choices = 0;
    let written = certificate::write(
        game,
        &about,
        &place.position,
        value,
        &mut file,
        |position, question| {
            // Most moves are known, so that nobody else asks.
            if interrupt.is_asked() {
                return Err(ProverError::Stopped);
            }
            choices += 1;
            line.show(|| format!("certificate: {} choices", grouped(choices)));
            let mut control = Control { stop: interrupt.flag(), report: &mut |_| {} };
            let mv = prover.keeping_move(position, question, &mut control)?;
            Ok(mv.expect("the strategy stays where the value is kept"))
        },
    );
    let positions = written.map_err(|error| match error {
        WriteError::Io(error) => file::failure(path, &error),
        WriteError::Strategy(ProverError::Stopped) => {
            Failure::interrupted(format!("{} was not written", path.display()))
        }
        WriteError::Strategy(error) => trouble(error, interrupt),
        error => Failure::outside(format!("{} can't be written: {error}", path.display())),
    })?;
    file.finish().map_err(|error| file::failure(path, &error))?;
    let bytes = fs::metadata(path).map_or(0, |about| about.len());
    Ok(Certified { file: path.display().to_string(), bytes, positions })
}
