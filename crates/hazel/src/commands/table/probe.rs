//! `hazel table probe`: what tables say of positions.

mod answer;

use std::io::{BufRead as _, BufReader, Read};
use std::process::ExitCode;

use hazel_core::Position;
use hazel_table::Slices;
use rayon::prelude::{IntoParallelIterator as _, ParallelIterator as _};

use self::answer::{Probed, known, print};
use super::{directory, open_with};
use crate::arguments::{Format, Probe};
use crate::position;
use crate::report::{DIFFERS, Failure};

/// A read takes at most so many bytes.
const BATCH: usize = 1 << 16;

/// Looks positions up and prints each as soon as it is there.
pub(crate) fn run(arguments: &Probe, format: Format) -> Result<ExitCode, Failure> {
    let folder = directory(arguments.place.tables.as_deref())?;
    let tables = open_with(&folder, &arguments.syzygy)?;
    let mut slices = Slices::new(&tables);
    let mut is_answered = true;
    let mut number = 0;
    let mut answer = |positions: Vec<Result<Position, Failure>>| -> Result<(), Failure> {
        let prepare = |position: Result<Position, Failure>| -> Result<_, Failure> {
            let position = position?;
            Ok((position, known(slices.prepare(&position))?.err()))
        };
        let prepared: Vec<_> = positions.into_iter().map(prepare).collect();
        let probe = |prepared: Result<(Position, Option<String>), Failure>| {
            let (position, refused) = prepared?;
            Probed::of(&position, &slices, refused)
        };
        let answers: Vec<_> = prepared.into_par_iter().map(probe).collect();
        for probed in answers {
            let probed = probed?;
            is_answered &= probed.is_answered();
            number += 1;
            print(&probed, format, number == 1)?;
        }
        Ok(())
    };
    if arguments.positions.iter().any(|text| text == "-") {
        each_batch(std::io::stdin().lock(), |first, lines| {
            let read = |(number, line): (usize, &Vec<u8>)| read_line(number, line).transpose();
            answer((first..).zip(lines).filter_map(read).collect())
        })?;
    } else if let Some(position) = unquoted(&arguments.positions) {
        answer(vec![Ok(position)])?;
    } else {
        answer(arguments.positions.iter().map(|text| position::read(text)).collect())?;
    }
    Ok(if is_answered { ExitCode::SUCCESS } else { ExitCode::from(DIFFERS) })
}

/// Shows the lines that are there at once, with the number of the first: whoever writes a line and waits for its answer gets
/// it, and whoever writes many has them answered side by side.
fn each_batch(
    input: impl Read,
    mut show: impl FnMut(usize, &[Vec<u8>]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut input = BufReader::with_capacity(BATCH, input);
    let mut first = 1;
    loop {
        let mut lines = vec![];
        loop {
            let mut line = vec![];
            let read = input.read_until(b'\n', &mut line);
            let read = read.map_err(|error| {
                Failure::outside(format!("standard input can't be read: {error}"))
            })?;
            if read > 0 {
                lines.push(line);
            }
            if read == 0 || !input.buffer().contains(&b'\n') {
                break;
            }
        }
        if lines.is_empty() {
            return Ok(());
        }
        show(first, &lines)?;
        first += lines.len();
    }
}

/// The position of a line; an empty one has none.
fn read_line(number: usize, line: &[u8]) -> Result<Option<Position>, Failure> {
    let text = std::str::from_utf8(line).map_err(|_| {
        Failure::input(format!("line {number}: expected a FEN, but it is no UTF-8"))
    })?;
    // What some editors put before everything else.
    let text = text.trim_start_matches('\u{feff}').trim();
    let position = || position::read_at(&format!("line {number}: "), text);
    (!text.is_empty()).then(position).transpose()
}

/// The one position that the words make, if they were not quoted.
fn unquoted(words: &[String]) -> Option<Position> {
    (words.len() > 1).then(|| position::read(&words.join(" ")).ok())?
}
