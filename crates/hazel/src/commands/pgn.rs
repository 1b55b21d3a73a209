//! `hazel pgn`: files of games.

mod check;
mod convert;
mod dedupe;
mod done;
mod filter;
mod form;
mod stats;

use std::process::ExitCode;

use crate::arguments::{Format, PgnCommand};
use crate::report::Failure;

/// Does what was asked with the games.
pub(crate) fn run(command: &PgnCommand, format: Format) -> Result<ExitCode, Failure> {
    match command {
        PgnCommand::Check(check) => check::run(check, format),
        PgnCommand::Stats(stats) => stats::run(stats, format),
        PgnCommand::Convert(convert) => convert::run(convert, format),
        PgnCommand::Filter(filter) => filter::run(filter, format),
        PgnCommand::Dedupe(dedupe) => dedupe::run(dedupe, format),
    }
}
