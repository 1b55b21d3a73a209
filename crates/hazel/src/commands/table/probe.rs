//! `hazel table probe`: what tables say of positions.

mod answer;

use std::io::BufRead as _;
use std::process::ExitCode;

use hazel_core::Position;

use self::answer::{Probed, print};
use super::{directory, open_with};
use crate::arguments::{Format, Probe};
use crate::position;
use crate::report::{DIFFERS, Failure};

/// Looks positions up and prints each as soon as it is there.
pub(crate) fn run(arguments: &Probe, format: Format) -> Result<ExitCode, Failure> {
    let folder = directory(arguments.place.tables.as_deref())?;
    let tables = open_with(&folder, &arguments.syzygy)?;
    let mut is_answered = true;
    let mut number = 0;
    let mut answer = |position: &Position| -> Result<(), Failure> {
        let probed = Probed::of(position, &tables)?;
        is_answered &= probed.is_answered();
        number += 1;
        print(&probed, format, number == 1)
    };
    if arguments.positions.iter().any(|text| text == "-") {
        for (line, text) in std::io::stdin().lock().lines().enumerate() {
            let text = text.map_err(|error| {
                Failure::outside(format!("standard input can't be read: {error}"))
            })?;
            if !text.trim().is_empty() {
                answer(&position::read_at(&format!("line {}: ", line + 1), text.trim())?)?;
            }
        }
    } else if let Some(position) = unquoted(&arguments.positions) {
        answer(&position)?;
    } else {
        for text in &arguments.positions {
            answer(&position::read(text)?)?;
        }
    }
    Ok(if is_answered { ExitCode::SUCCESS } else { ExitCode::from(DIFFERS) })
}

/// The one position that the words make, if they were not quoted.
fn unquoted(words: &[String]) -> Option<Position> {
    (words.len() > 1).then(|| position::read(&words.join(" ")).ok())?
}
