//! `hazel tape`: a game, alteration by alteration.

mod answer;
mod load;
mod words;

use std::process::ExitCode;

use hazel_tape::Address;

use self::answer::Shown;
use crate::arguments::{Format, Tape};
use crate::report::{DIFFERS, DONE, Failure};
use crate::{file, output};

/// So many entries a table has, unless more are asked for.
const ROWS: usize = 200;

/// Shows a game's tape, or some of it.
pub(crate) fn run(arguments: &Tape, format: Format) -> Result<ExitCode, Failure> {
    let loaded = load::load(&arguments.file, arguments.game)?;
    let tape = &loaded.tape;
    let beyond = |error: hazel_tape::BeyondEnd| Failure::input(error.to_string());
    let from = match (arguments.ply, arguments.address) {
        (Some(ply), _) => {
            let plies = tape.plies();
            let at = tape.address_of_ply(ply);
            Some(at.ok_or(hazel_tape::BeyondEnd::Ply { ply, plies }).map_err(beyond)?)
        }
        (None, Some(address)) => {
            let address = Address::new(address);
            tape.check(address).map_err(beyond)?;
            Some(address)
        }
        (None, None) => None,
    };
    if let Some(path) = &arguments.save {
        file::write(path, &tape.to_bytes())?;
    }
    let code = ExitCode::from(if loaded.has_errors || loaded.torn > 0 { DIFFERS } else { DONE });
    if arguments.save.as_deref().is_some_and(file::is_standard) {
        return Ok(code);
    }
    // A table is for reading, and has to be in memory as a whole.
    let most = if format == Format::Table { ROWS } else { usize::MAX };
    output::print(&Shown::new(&loaded, from, arguments.count, most), format)?;
    Ok(code)
}
