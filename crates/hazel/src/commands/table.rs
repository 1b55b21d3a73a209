//! `hazel table`: endgame tables by pawn structure.

mod counts;
mod generate;
mod index_pgn;
mod info;
mod keys;
mod known;
mod plan;
mod planning;
mod probe;
mod solve;
mod stats;
mod verify;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use hazel_table::{Syzygy, Tables, TablesError};

use crate::arguments::{Format, SyzygyPlace, TableCommand};
use crate::report::{Failure, note};

/// The variable that says where tables are.
const VARIABLE: &str = "HAZEL_TABLES";

/// Builds, asks or counts.
pub(crate) fn run(command: &TableCommand, format: Format) -> Result<ExitCode, Failure> {
    match command {
        TableCommand::Generate(arguments) => generate::run(arguments, format),
        TableCommand::Probe(arguments) => probe::run(arguments, format),
        TableCommand::Solve(arguments) => solve::run(arguments, format),
        TableCommand::Info(arguments) => info::run(arguments, format),
        TableCommand::Verify(arguments) => verify::run(arguments, format),
        TableCommand::IndexPgn(arguments) => index_pgn::run(arguments, format),
        TableCommand::Plan(arguments) => plan::run(arguments, format),
        TableCommand::Stats(arguments) => stats::run(arguments, format),
    }
}

/// Where tables are: where the user says, where the variable says, or in the user's data.
fn directory(named: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(named) = named {
        return Ok(named.to_owned());
    }
    if let Some(folder) = std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty()) {
        return Ok(folder.into());
    }
    let data = dirs::data_dir().map(|folder| folder.join("hazel").join("tables"));
    data.ok_or_else(|| {
        Failure::input("there is no folder for the user's data")
            .help(format!("say where tables are by --tables DIR or {VARIABLE}"))
    })
}

/// Opens the tables of a folder. A file that is refused is told, and the others answer.
fn open(folder: &Path) -> Result<Tables, Failure> {
    let (tables, refused) = open_sound(folder)?;
    for reason in refused {
        note(&format!(
            "warning: {reason}; what it has counts as missing until it is taken away and generated again"
        ));
    }
    Ok(tables)
}

/// Opens the tables of a folder, without the files that are refused, which come beside.
fn open_sound(folder: &Path) -> Result<(Tables, Vec<TablesError>), Failure> {
    Tables::open_sound(folder).map_err(|error| Failure::outside(error.to_string()))
}

/// Opens the tables of a folder, with Syzygy's files beside them if any are named.
fn open_with(folder: &Path, place: &SyzygyPlace) -> Result<Tables, Failure> {
    beside(open(folder)?, place)
}

/// The same tables with Syzygy's files, if any are named.
fn beside(tables: Tables, place: &SyzygyPlace) -> Result<Tables, Failure> {
    Ok(match syzygy(place)? {
        Some(syzygy) => tables.with_syzygy(syzygy),
        None => tables,
    })
}

/// Opens the Syzygy files that are named, if any are.
fn syzygy(place: &SyzygyPlace) -> Result<Option<Arc<Syzygy>>, Failure> {
    if place.syzygy.is_empty() {
        return Ok(None);
    }
    let syzygy =
        Syzygy::open(&place.syzygy).map_err(|error| Failure::outside(error.to_string()))?;
    Ok(Some(Arc::new(syzygy)))
}
