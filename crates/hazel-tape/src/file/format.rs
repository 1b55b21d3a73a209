//! The bytes of a tape file: where everything lies and how it is written. The page `docs/tape/tape-format.md` says the
//! same in prose.
//!
//! ```text
//! header row      0..7  HZLTAPE    7 version, 1    8..16 alphabet    16..48 start    48..60 zero    60..64 checksum
//! then blocks of 17 rows:
//!   block row     0..8  hash    8..16 plies before    16..24 number of the block    24..60 zero    60..64 checksum
//!   16 entry rows 0..58 29 entries    58..60 mark: 1 ends a commit, 2 begins one    60..64 checksum
//! ```
//!
//! Every row is 64 bytes and every number little-endian. The checksum is the CRC-32 (IEEE) of the 60 bytes before it;
//! in an entry row, the number of the row comes first, as eight bytes, so that a row in a wrong place is found.

use crate::segment::{ENTRIES, ROW, ROWS};
use crate::{Address, Step, Tape};

/// Bytes of a row.
pub(crate) const ROW_BYTES: usize = 64;
/// The first seven bytes.
pub(crate) const MAGIC: [u8; 7] = *b"HZLTAPE";
/// The version that is written, and the only one that is read.
pub(crate) const VERSION: u8 = 1;
/// Where the mark of an entry row lies.
pub(crate) const MARK: usize = 2 * ROW;
/// The mark of a row with which a commit ends.
pub(crate) const ENDS: u16 = 1;
/// The mark of a row with which a commit begins.
pub(crate) const BEGINS: u16 = 2;
/// Where the checksum of a row lies.
pub(crate) const CHECKSUM: usize = 60;

const BLOCK_BYTES: u64 = ((1 + ROWS) * ROW_BYTES) as u64;

/// A row of a file.
pub(crate) type Row = [u8; ROW_BYTES];

/// Where a block begins: at its block row.
pub(crate) fn block_at(block: u64) -> u64 {
    ROW_BYTES as u64 + block * BLOCK_BYTES
}

/// Where an entry row begins.
pub(crate) fn row_at(row: u64) -> u64 {
    block_at(row / ROWS as u64) + (1 + row % ROWS as u64) * ROW_BYTES as u64
}

/// How long a file with so many entry rows is.
pub(crate) fn length(rows: u64) -> u64 {
    rows.checked_sub(1).map_or(ROW_BYTES as u64, |last| row_at(last) + ROW_BYTES as u64)
}

/// The row of `bytes` that begins at `offset`, if all of it is there.
pub(crate) fn row(bytes: &[u8], offset: u64) -> Option<&Row> {
    bytes.get(usize::try_from(offset).ok()?..)?.first_chunk()
}

/// Eight bytes as a number.
pub(crate) fn number(row: &Row, at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|byte| row[at + byte]))
}

/// The bits of an entry, or the mark after the last one.
pub(crate) fn bits(row: &Row, entry: usize) -> u16 {
    u16::from_le_bytes([row[2 * entry], row[2 * entry + 1]])
}

/// The header row of a file.
pub(crate) fn header_row<A: Step>(start: &A::Start) -> Row {
    let mut row = [0; ROW_BYTES];
    row[..7].copy_from_slice(&MAGIC);
    row[7] = VERSION;
    row[8..16].copy_from_slice(&A::ALPHABET);
    row[16..48].copy_from_slice(&A::write_start(start));
    sealed(row, None)
}

/// Whether the checksum of a row is right; `number` is that of an entry row.
pub(crate) fn is_whole(row: &Row, number: Option<u64>) -> bool {
    row[CHECKSUM..] == checksum(row, number).to_le_bytes()
}

/// The rows of one commit: all entries from `from` to the end. Both must be whole numbers of rows.
pub(crate) fn commit_rows<A: Step>(tape: &Tape<A>, from: u64) -> Vec<u8> {
    let rows = from / ROW as u64..tape.len() / ROW as u64;
    let mut entries = tape.entries_from(Address::new(from)).map(|(_, a)| a.bits());
    let mut bytes = Vec::new();
    for number in rows.clone() {
        if number % ROWS as u64 == 0 {
            bytes.extend(block_row(tape, number / ROWS as u64));
        }
        let mut row = [0; ROW_BYTES];
        for (pair, entry) in row[..MARK].chunks_exact_mut(2).zip(&mut entries) {
            pair.copy_from_slice(&entry.to_le_bytes());
        }
        let begins = if number == rows.start { BEGINS } else { 0 };
        let ends = if number + 1 == rows.end { ENDS } else { 0 };
        row[MARK..CHECKSUM].copy_from_slice(&(begins | ends).to_le_bytes());
        bytes.extend(sealed(row, Some(number)));
    }
    bytes
}

fn block_row<A: Step>(tape: &Tape<A>, block: u64) -> Row {
    let first = Address::new(block * ENTRIES as u64);
    let fields = [tape.hash_at(first), tape.ply_at(first), Some(block)];
    let mut row = [0; ROW_BYTES];
    for (bytes, field) in row.chunks_exact_mut(8).zip(fields) {
        bytes.copy_from_slice(&field.expect("the block is on the tape").to_le_bytes());
    }
    sealed(row, None)
}

/// The row with its checksum.
fn sealed(mut row: Row, number: Option<u64>) -> Row {
    let checksum = checksum(&row, number);
    row[CHECKSUM..].copy_from_slice(&checksum.to_le_bytes());
    row
}

fn checksum(row: &Row, number: Option<u64>) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    if let Some(number) = number {
        hasher.update(&number.to_le_bytes());
    }
    hasher.update(&row[..CHECKSUM]);
    hasher.finalize()
}
