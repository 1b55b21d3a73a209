//! `hazel table probe`: what tables say of positions.

mod answer;

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read};
use std::process::ExitCode;

use hazel_core::Position;
use hazel_table::{Slices, Tables};
use rayon::prelude::{IntoParallelIterator as _, ParallelIterator as _};

use self::answer::{Probed, Unread, or_reason, print};
use super::{directory, open_with};
use crate::arguments::{Format, Probe};
use crate::position;
use crate::report::{DIFFERS, DONE, Failure, OUTSIDE, note};

/// A read takes at most so many bytes.
const BATCH: usize = 1 << 16;

/// Looks positions up and prints each as soon as it is there.
pub(crate) fn run(arguments: &Probe, format: Format) -> Result<ExitCode, Failure> {
    let folder = directory(arguments.place.tables.as_deref())?;
    let tables = open_with(&folder, &arguments.syzygy)?;
    let mut answers = Answers::new(&tables, format);
    let words = &arguments.positions;
    if let Some(position) = unquoted(words) {
        answers.add(vec![Ok(position)])?;
    } else if words.len() == 1 && words[0] == "-" {
        each_batch(std::io::stdin().lock(), |first, lines| {
            let read = |(number, line): (usize, &Vec<u8>)| read_line(number, line).transpose();
            answers.add((first..).zip(lines).filter_map(read).collect())
        })?;
    } else if words.iter().any(|word| word == "-") {
        return Err(Failure::input("'-' stands among other arguments, expected it alone")
            .help("'-' reads positions from standard input; a FEN goes in quotes"));
    } else {
        let read = |text: &String| {
            position::read(text).map_err(|failure| Unread { text: text.clone(), failure })
        };
        answers.add(words.iter().map(read).collect())?;
    }
    Ok(ExitCode::from(answers.code))
}

/// Asks the tables and prints what they say. What can't be read or answered is told, and the others are answered all the same.
struct Answers<'a> {
    slices: Slices<'a>,
    format: Format,
    /// Whether any was printed.
    is_begun: bool,
    /// What is damaged, as far as it was told.
    damage: BTreeSet<String>,
    /// The worst so far.
    code: u8,
}

impl<'a> Answers<'a> {
    fn new(tables: &'a Tables, format: Format) -> Answers<'a> {
        let (slices, damage) = (Slices::new(tables), BTreeSet::new());
        Answers { slices, format, is_begun: false, damage, code: DONE }
    }

    /// Asks about positions side by side and prints them in their order.
    fn add(&mut self, positions: Vec<Result<Position, Unread>>) -> Result<(), Failure> {
        let mut positions = positions.into_iter();
        loop {
            let mut prepared = vec![];
            while !self.slices.is_full()
                && let Some(position) = positions.next()
            {
                let prepare =
                    |position| (position, or_reason(self.slices.prepare(&position)).err());
                prepared.push(position.map(prepare));
            }
            if prepared.is_empty() {
                return Ok(());
            }
            let slices = &self.slices;
            let probe = |prepared: Result<_, Unread>| {
                prepared.map(|(position, refused)| Probed::of(&position, slices, refused))
            };
            self.print(prepared.into_par_iter().map(probe).collect())?;
            if self.slices.is_full() {
                self.slices.forget();
            }
        }
    }

    fn print(&mut self, answers: Vec<Result<Probed, Unread>>) -> Result<(), Failure> {
        for probed in answers {
            let is_first = !self.is_begun;
            self.is_begun |= match probed {
                Ok(probed) => {
                    self.tell_damage(&probed);
                    self.code = self.code.max(if probed.is_answered() { DONE } else { DIFFERS });
                    print(&probed, self.format, is_first)?
                }
                Err(unread) => {
                    unread.failure.report();
                    self.code = self.code.max(unread.failure.code());
                    print(&unread, self.format, is_first)?
                }
            };
        }
        Ok(())
    }

    fn tell_damage(&mut self, probed: &Probed) {
        for damage in probed.damage() {
            self.code = self.code.max(OUTSIDE);
            if self.damage.insert(damage.to_owned()) {
                note(&format!(
                    "warning: {damage}; what needs it is not known, or not how far it is"
                ));
            }
        }
    }
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
fn read_line(number: usize, line: &[u8]) -> Result<Option<Position>, Unread> {
    let unread = |failure| {
        let text = String::from_utf8_lossy(line).trim().to_owned();
        Unread { text, failure }
    };
    let text = std::str::from_utf8(line).map_err(|_| {
        unread(Failure::input(format!("line {number}: expected a FEN, but it is no UTF-8")))
    })?;
    // What some editors put before everything else.
    let text = text.trim_start_matches('\u{feff}').trim();
    let position = || position::read_at(&format!("line {number}: "), text).map_err(unread);
    (!text.is_empty()).then(position).transpose()
}

/// The one position that the words make, if they were not quoted.
fn unquoted(words: &[String]) -> Option<Position> {
    (words.len() > 1).then(|| position::read(&words.join(" ")).ok())?
}
