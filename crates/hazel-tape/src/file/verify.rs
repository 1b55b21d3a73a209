//! Whether bytes are a tape, and how much of them.
//!
//! The entries are gone through once, in constant memory. What a crash in the middle of a commit leaves behind is told
//! apart from damage: a crash leaves rows out, at the end of the file or as zeros, but it changes none, since a row lies
//! within one sector of a disk. And it doesn't leave the last row of the commit. So a commit is torn if rows are
//! missing, its last one among them. All else is damage: nobody knows what was lost, and only
//! [`TapeFile::repair`](super::TapeFile::repair) cuts it off.

use super::error::{Fault, FormatError};
use super::format::{
    self, BEGINS, CHECKSUM, ENDS, MAGIC, MARK, ROW_BYTES, Row, VERSION, block_at, is_whole, row,
    row_at,
};
use crate::Step;
use crate::segment::{ROW, ROWS};

/// What was found behind the last whole commit of a tape file, and left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// How long the file is without it.
    pub kept: u64,
    /// How many bytes it was.
    pub removed: u64,
}

impl std::fmt::Display for Cut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Cut { kept, removed } = self;
        write!(f, "{removed} bytes behind the last whole commit were cut off at byte {kept}")
    }
}

/// A row that never reached the disk. No row that is written looks like it.
const BLANK: Row = [0; ROW_BYTES];

/// What a file holds.
pub(crate) struct Verified<A: Step> {
    pub(crate) start: A::Start,
    /// The entry rows of whole commits.
    pub(crate) rows: u64,
    pub(crate) cut: Option<Cut>,
}

/// Goes through all of a file. A torn commit at its end is left out.
pub(crate) fn verify<A: Step>(bytes: &[u8]) -> Result<Verified<A>, FormatError> {
    let (verified, stop) = scan(bytes)?;
    stop.map_or(Ok(verified), Err)
}

/// The same for a file that may be damaged: what is whole before the damage.
pub(crate) fn salvage<A: Step>(bytes: &[u8]) -> Result<Verified<A>, FormatError> {
    scan(bytes).map(|(verified, _)| verified)
}

/// The whole commits, and the damage behind them.
fn scan<A: Step>(bytes: &[u8]) -> Result<(Verified<A>, Option<FormatError>), FormatError> {
    let start = header::<A>(bytes)?;
    let mut scan = Scan { hash: A::start_hash(&start), plies: 0, committed: 0, row: 0, bytes };
    let mut damage = None;
    while !scan.is_at_end() {
        match scan.next::<A>() {
            Ok(()) => continue,
            Err(Stop::Missing(_)) if scan.lacks_its_end() => {}
            Err(Stop::Missing(error) | Stop::Wrong(error)) => damage = Some(error),
        }
        break;
    }
    let (kept, length) = (format::length(scan.committed), bytes.len() as u64);
    let cut = (kept < length).then(|| Cut { kept, removed: length - kept });
    Ok((Verified { start, rows: scan.committed, cut }, damage))
}

fn header<A: Step>(bytes: &[u8]) -> Result<A::Start, FormatError> {
    if !bytes.starts_with(&MAGIC) && bytes.len() >= MAGIC.len() {
        return Err(FormatError::Foreign);
    }
    let header = row(bytes, 0).ok_or(FormatError::Short(bytes.len() as u64))?;
    if header[7] != VERSION {
        return Err(FormatError::Version(header[7]));
    }
    if !is_whole(header, None) {
        return Err(FormatError::Header);
    }
    if header[8..16] != A::ALPHABET {
        let name = |bytes: &[u8]| bytes.escape_ascii().to_string().replace("\\x00", "");
        let (found, expected) = (name(&header[8..16]), name(&A::ALPHABET));
        return Err(FormatError::Alphabet { found, expected });
    }
    if header[48..CHECKSUM].iter().any(|&byte| byte != 0) {
        return Err(FormatError::StrayBit);
    }
    A::read_start(std::array::from_fn(|byte| header[16 + byte])).ok_or(FormatError::Start)
}

/// Why the scan stops.
enum Stop {
    /// A row is not there, or there are zeros in its place: perhaps a torn commit.
    Missing(FormatError),
    /// A row is wrong.
    Wrong(FormatError),
}

struct Scan<'a> {
    bytes: &'a [u8],
    /// The hash and the plies before the row.
    hash: u64,
    plies: u64,
    /// The next row.
    row: u64,
    /// The rows of whole commits.
    committed: u64,
}

impl Scan<'_> {
    /// Whether the file ends exactly where a row would begin.
    fn is_at_end(&self) -> bool {
        self.bytes.len() as u64 == format::length(self.row)
    }

    fn next<A: Step>(&mut self) -> Result<(), Stop> {
        if self.row.is_multiple_of(ROWS as u64) {
            self.block_row()?;
        }
        let fault = |at, fault| FormatError::Row {
            row: self.row,
            byte: row_at(self.row) + at as u64,
            fault,
        };
        let row = self.checked(row_at(self.row), Some(self.row), fault)?;

        let mark = format::bits(row, ROW);
        let expected = if self.row == self.committed { BEGINS } else { 0 };
        if mark & !ENDS != expected {
            return Err(Stop::Wrong(fault(MARK, Fault::Mark(mark))));
        }
        let (mut hash, mut plies, mut padded) = (self.hash, self.plies, false);
        for entry in 0..ROW {
            let bits = format::bits(row, entry);
            let wrong = |what| Stop::Wrong(fault(2 * entry, what));
            let a = A::from_bits(bits).ok_or_else(|| wrong(Fault::Unknown(bits)))?;
            let is_padding = a == A::NOOP;
            if padded && !is_padding || is_padding && (entry == 0 || mark & ENDS == 0) {
                return Err(wrong(Fault::Padding));
            }
            padded = is_padding;
            if !is_padding {
                hash ^= a.key();
                plies += u64::from(a.ends_ply());
            }
        }
        (self.hash, self.plies, self.row) = (hash, plies, self.row + 1);
        if mark & ENDS != 0 {
            self.committed = self.row;
        }
        Ok(())
    }

    /// The row before each block says what the scan knows already.
    fn block_row(&self) -> Result<(), Stop> {
        let block = self.row / ROWS as u64;
        let fault =
            |at, fault| FormatError::Block { block, byte: block_at(block) + at as u64, fault };
        let row = self.checked(block_at(block), None, fault)?;
        let fields = [self.hash, self.plies, block].into_iter().chain(std::iter::repeat(0));
        // The last two overlap, so that every byte up to the checksum is looked at.
        for (at, expected) in [0, 8, 16, 24, 32, 40, 48, 52].into_iter().zip(fields) {
            let found = format::number(row, at);
            if found != expected {
                return Err(Stop::Wrong(fault(at, Fault::Field { found, expected })));
            }
        }
        Ok(())
    }

    /// The row at an offset, if it is as it was written.
    fn checked(
        &self,
        offset: u64,
        number: Option<u64>,
        fault: impl Fn(usize, Fault) -> FormatError,
    ) -> Result<&Row, Stop> {
        match row(self.bytes, offset) {
            Some(row) if is_whole(row, number) => Ok(row),
            Some(row) if *row != BLANK => Err(Stop::Wrong(fault(CHECKSUM, Fault::Checksum))),
            _ => Err(Stop::Missing(fault(CHECKSUM, Fault::Checksum))),
        }
    }

    /// Whether nothing from the next row on ends a commit, begins another one or is broken.
    fn lacks_its_end(&self) -> bool {
        (self.row..).map_while(|number| Some((number, row(self.bytes, row_at(number))?))).all(
            |(number, row)| {
                // The commit in question may begin with this very row, if that of the block before it is missing.
                let mark = if number == self.committed { BEGINS } else { 0 };
                *row == BLANK
                    || is_whole(row, Some(number)) && format::bits(row, ROW) | mark == mark
            },
        )
    }
}
