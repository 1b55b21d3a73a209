//! `hazel table stats`: how much of games tables answer.

mod answer;
mod picture;

use std::process::ExitCode;

use hazel_table::{Coverage, Known};

use self::answer::Covered;
use super::{counts, directory};
use crate::arguments::{Format, TableStats};
use crate::report::Failure;
use crate::{file, output};

/// Counts what is answered, and shows it.
pub(crate) fn run(arguments: &TableStats, format: Format) -> Result<ExitCode, Failure> {
    let folder = directory(arguments.place.tables.as_deref())?;
    let counts = counts::read(arguments.counts.as_deref(), &folder)?;
    let tables = super::open(&folder)?;
    let coverage = Coverage::new(&counts, |key| Known::of(&tables, key));
    if let Some(path) = &arguments.svg {
        file::write(path, picture::draw(&coverage).as_bytes())?;
        if file::is_standard(path) {
            return Ok(ExitCode::SUCCESS);
        }
    }
    output::print(&Covered::new(&counts, &coverage, tables.len()), format)?;
    Ok(ExitCode::SUCCESS)
}
