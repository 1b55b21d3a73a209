//! Counts in a text file: a header, a row for each key, a checksum.
//!
//! ```text
//! # hazel counts 1
//! # pieces 3
//! # games 8
//! # positions 190
//! # castling 0
//! # seven_men_games 1
//! # seven_men_positions 12
//! # two_pieces_games 1
//! # two_pieces_positions 4
//! key,games,positions,first,last
//! Kc6vKh5,1,12,1,1
//! # crc32 0a1b2c3d
//! ```
//!
//! Rows are CSV, and lines that begin with `#` are what many readers of CSV skip as comments. Rows are written with the most
//! frequent key first, and read in any order. The last line is the CRC-32 of all bytes before it, in hexadecimal. A file
//! that says what can't be is refused: nothing is left for readers to check.

use std::io::{self, BufRead, Read as _, Write};

use super::{Count, Frequencies, Frequency};
use crate::{MaterialKey, ParseKeyError};

/// The first line.
const VERSION: &str = "# hazel counts 1";
/// The names of the numbers that follow, in order.
const NAMES: [&str; 8] = [
    "pieces",
    "games",
    "positions",
    "castling",
    "seven_men_games",
    "seven_men_positions",
    "two_pieces_games",
    "two_pieces_positions",
];
/// The header of the rows.
const COLUMNS: &str = "key,games,positions,first,last";
/// No line is longer.
const LONGEST: u64 = 400;

impl Frequencies {
    /// Writes the counts as text. Equal counts give equal bytes.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        let mut out = Summed { out, checksum: crc32fast::Hasher::new() };
        let Frequencies { all, seven_men, two_pieces, .. } = self;
        let numbers = [
            u64::from(self.pieces),
            all.games,
            all.positions,
            self.castling,
            seven_men.games,
            seven_men.positions,
            two_pieces.games,
            two_pieces.positions,
        ];
        writeln!(out, "{VERSION}")?;
        for (name, number) in NAMES.iter().zip(numbers) {
            writeln!(out, "# {name} {number}")?;
        }
        writeln!(out, "{COLUMNS}")?;
        for (key, Frequency { count, first, last }) in self.sorted() {
            writeln!(out, "{key},{},{},{first},{last}", count.games, count.positions)?;
        }
        let checksum = out.checksum.clone().finalize();
        writeln!(out, "# crc32 {checksum:08x}")?;
        out.flush()
    }

    /// Reads what [`write`](Frequencies::write) has written.
    ///
    /// # Errors
    /// If `input` can't be read, or is something else, of another version, or damaged.
    pub fn read(input: impl BufRead) -> Result<Frequencies, FrequenciesError> {
        let mut lines = Lines { input, number: 0, checksum: crc32fast::Hasher::new() };
        let counts = read(&mut lines);
        counts.map_err(|problem| FrequenciesError { line: lines.number, problem })
    }
}

/// Where and why counts can't be read.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct FrequenciesError {
    /// From 1.
    pub line: u64,
    /// What is wrong there.
    #[source]
    pub problem: FrequenciesProblem,
}

/// What can be wrong with a file of counts.
#[derive(Debug, thiserror::Error)]
pub enum FrequenciesProblem {
    /// It can't be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is no file of counts, or one of another version.
    #[error("found `{0}`, expected `{VERSION}`")]
    Version(String),
    /// A line is not what it should be.
    #[error("found `{found}`, expected {expected}")]
    Line {
        /// What is there.
        found: String,
        /// What should be.
        expected: String,
    },
    /// The text of a key can't be understood.
    #[error("`{key}` is no key: {error}")]
    Key {
        /// What is there.
        key: String,
        /// What is wrong with it.
        error: ParseKeyError,
    },
    /// A key is not its own canonical form.
    #[error("{0} is not canonical, expected {canonical}", canonical = .0.canonical().0)]
    NotCanonical(MaterialKey),
    /// A key has more pieces than the header allows.
    #[error("{0} has {pieces} pieces, expected at most {1}", pieces = .0.pieces())]
    Pieces(MaterialKey, u32),
    /// A key stands there for a second time.
    #[error("{0} is there already, expected it once")]
    Again(MaterialKey),
    /// Counts don't fit each other.
    #[error("counts contradict each other: {0}")]
    Contradiction(&'static str),
    /// The checksum is another.
    #[error("the checksum is {found:08x}, expected {expected:08x}: the file is damaged")]
    Checksum {
        /// Of what is there.
        found: u32,
        /// What the file says.
        expected: u32,
    },
}

fn read(lines: &mut Lines<impl BufRead>) -> Result<Frequencies, FrequenciesProblem> {
    let (first, _) = lines.next()?;
    if first != VERSION {
        return Err(FrequenciesProblem::Version(first));
    }
    let mut numbers = [0; NAMES.len()];
    for (name, number) in NAMES.iter().zip(&mut numbers) {
        let (line, _) = lines.next()?;
        let words = line.strip_prefix("# ").and_then(|line| line.split_once(' '));
        let value = words.filter(|(found, _)| found == name).map(|(_, value)| value);
        *number = value
            .and_then(|value| value.parse().ok())
            .ok_or_else(|| unexpected(&line, &format!("`# {name}` and a number")))?;
    }
    let [pieces, games, positions, castling, ..] = numbers;
    let count = |at: usize| Count { games: numbers[at], positions: numbers[at + 1] };
    let pieces = u32::try_from(pieces).map_err(|_| contradiction("too many pieces"))?;
    let mut counts = Frequencies {
        all: Count { games, positions },
        castling,
        seven_men: count(4),
        two_pieces: count(6),
        ..Frequencies::new(pieces)
    };
    for part in [counts.seven_men, counts.two_pieces] {
        if part.games > games || part.positions > positions {
            return Err(contradiction("a part has more games or positions than there are"));
        }
    }
    let (columns, _) = lines.next()?;
    if columns != COLUMNS {
        return Err(unexpected(&columns, &format!("`{COLUMNS}`")));
    }
    let mut sum = Frequency::default();
    loop {
        let (line, before) = lines.next()?;
        if let Some(text) = line.strip_prefix("# crc32 ") {
            let expected = u32::from_str_radix(text, 16)
                .map_err(|_| unexpected(&line, "eight hexadecimal digits"))?;
            if before != expected {
                return Err(FrequenciesProblem::Checksum { found: before, expected });
            }
            if sum.first != sum.last {
                return Err(contradiction("not as many games begin as end"));
            }
            if !lines.input.fill_buf()?.is_empty() {
                let (line, _) = lines.next()?;
                return Err(unexpected(&line, "the end of the file"));
            }
            return Ok(counts);
        }
        let (key, frequency) = row(&line, pieces)?;
        let add = |sum: &mut u64, more: u64, limit: u64| {
            *sum = sum.checked_add(more).filter(|sum| *sum <= limit)?;
            Some(())
        };
        let fits = add(&mut sum.count.positions, frequency.count.positions, positions)
            .and_then(|()| add(&mut sum.first, frequency.first, games))
            .and_then(|()| add(&mut sum.last, frequency.last, games));
        if fits.is_none() {
            return Err(contradiction("keys have more games or positions than there are"));
        }
        if counts.keys.insert(key, frequency).is_some() {
            return Err(FrequenciesProblem::Again(key));
        }
    }
}

/// Reads the row of a key with at most so many pieces.
fn row(line: &str, pieces: u32) -> Result<(MaterialKey, Frequency), FrequenciesProblem> {
    let expected = || unexpected(line, "a key and four numbers, or `# crc32`");
    let fields: Vec<&str> = line.split(',').collect();
    let [key, numbers @ ..] = fields.as_slice() else { return Err(expected()) };
    let numbers: Option<Vec<u64>> = numbers.iter().map(|number| number.parse().ok()).collect();
    let Some([games, positions, first, last]) = numbers.and_then(|n| <[u64; 4]>::try_from(n).ok())
    else {
        return Err(expected());
    };
    let key: MaterialKey =
        key.parse().map_err(|error| FrequenciesProblem::Key { key: (*key).to_owned(), error })?;
    if !key.is_canonical() {
        return Err(FrequenciesProblem::NotCanonical(key));
    }
    if key.pieces() > pieces {
        return Err(FrequenciesProblem::Pieces(key, pieces));
    }
    if games == 0 || games > positions || first > games || last > games {
        return Err(contradiction("a key has no games, or more than its positions allow"));
    }
    Ok((key, Frequency { count: Count { games, positions }, first, last }))
}

fn unexpected(found: &str, expected: &str) -> FrequenciesProblem {
    FrequenciesProblem::Line { found: found.to_owned(), expected: expected.to_owned() }
}

fn contradiction(what: &'static str) -> FrequenciesProblem {
    FrequenciesProblem::Contradiction(what)
}

/// Reads lines, and knows the checksum of all before the last.
struct Lines<R> {
    input: R,
    number: u64,
    checksum: crc32fast::Hasher,
}

impl<R: BufRead> Lines<R> {
    /// The next line without its end, empty where there is none, and the checksum of the lines before it.
    fn next(&mut self) -> io::Result<(String, u32)> {
        self.number += 1;
        let before = self.checksum.clone().finalize();
        let mut line = Vec::new();
        (&mut self.input).take(LONGEST).read_until(b'\n', &mut line)?;
        self.checksum.update(&line);
        let line = String::from_utf8_lossy(&line);
        Ok((line.strip_suffix('\n').unwrap_or(&line).to_owned(), before))
    }
}

/// Writes, and sums up what was written.
struct Summed<W> {
    out: W,
    checksum: crc32fast::Hasher,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.checksum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
