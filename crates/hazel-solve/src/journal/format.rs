//! The bytes of a journal, as `docs/solve/journal-format.md` draws them.
//!
//! Each block has two checksums: one of where it lies and how long it is, one of all of it. So it is known where the
//! blocks end even if what is in them is damaged, and the last block, which a crash may have torn, is told apart from
//! one in the middle, which it can't have.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crc32fast::Hasher;

use super::error::JournalFault;
use super::{LONGEST_DESCRIPTION, Proven};
use crate::Outcome;

/// The most records of a block.
pub(crate) const MOST_RECORDS: usize = 1 << 16;

const MAGIC: &[u8; 7] = b"HZLJRNL";
const VERSION: u8 = 1;
/// Where the description begins.
const DESCRIPTION: usize = 10;
/// How many bytes of a block come before the records: their number and a checksum.
const BLOCK_HEADER: usize = 8;
const RECORD: usize = 18;
const CHECKSUM: usize = 4;

/// What is in a journal.
pub(crate) struct Contents {
    pub(crate) proven: Vec<Proven>,
    /// How many bytes the header and the whole blocks are.
    pub(crate) kept: u64,
}

/// Goes through all of a journal. A torn block at its end is left out.
pub(crate) fn read(bytes: &[u8], description: &str) -> Result<Contents, JournalFault> {
    let mut at = read_header(bytes, description)?;
    let mut proven = Vec::new();
    while at < bytes.len() {
        let Some(length) = read_block(bytes, at, &mut proven)? else { break };
        at += length;
    }
    Ok(Contents { proven, kept: at as u64 })
}

/// The header of a journal, unless the description is too long.
pub(crate) fn header(description: &str) -> Option<Vec<u8>> {
    if description.len() > LONGEST_DESCRIPTION {
        return None;
    }
    let mut bytes = MAGIC.to_vec();
    bytes.push(VERSION);
    bytes.extend((description.len() as u16).to_le_bytes());
    bytes.extend(description.as_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    Some(bytes)
}

/// The block that holds these records and lies at byte `at`.
pub(crate) fn block(at: u64, proven: &[Proven]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(BLOCK_HEADER + RECORD * proven.len() + CHECKSUM);
    let count = proven.len() as u32;
    bytes.extend(count.to_le_bytes());
    let mut hasher = place(at, count);
    bytes.extend(hasher.clone().finalize().to_le_bytes());
    for Proven { key, outcome, cost } in proven {
        bytes.extend(key.to_le_bytes());
        bytes.extend([outcome.bits(), *cost]);
    }
    hasher.update(&bytes[BLOCK_HEADER..]);
    bytes.extend(hasher.finalize().to_le_bytes());
    bytes
}

/// How long the header is, if it is that of a journal of the description.
fn read_header(bytes: &[u8], description: &str) -> Result<usize, JournalFault> {
    let short = JournalFault::Short { byte: bytes.len() as u64 };
    if !bytes.starts_with(MAGIC) {
        return Err(if MAGIC.starts_with(bytes) { short } else { JournalFault::Foreign });
    }
    let Some(&[version, low, high]) = bytes.get(MAGIC.len()..DESCRIPTION) else {
        return Err(short);
    };
    if version != VERSION {
        return Err(JournalFault::Version { version });
    }
    let length = u16::from_le_bytes([low, high]) as usize;
    if length > LONGEST_DESCRIPTION {
        let (length, most) = (length as u32, LONGEST_DESCRIPTION as u32);
        return Err(JournalFault::Length { byte: 8, length, most });
    }
    let end = DESCRIPTION + length;
    let Some(checksum) = number(bytes, end) else { return Err(short) };
    if crc32fast::hash(&bytes[..end]) != checksum {
        return Err(JournalFault::Checksum { byte: 0 });
    }
    let found = std::str::from_utf8(&bytes[DESCRIPTION..end])
        .map_err(|error| JournalFault::Text { byte: (DESCRIPTION + error.valid_up_to()) as u64 })?;
    if found != description {
        let (found, expected) = (found.to_owned(), description.to_owned());
        return Err(JournalFault::Other { found, expected });
    }
    Ok(end + CHECKSUM)
}

/// Adds the records of the block at byte `at` and says how long it is; `None` if it is the last one and torn.
fn read_block(
    bytes: &[u8],
    at: usize,
    proven: &mut Vec<Proven>,
) -> Result<Option<usize>, JournalFault> {
    let damage = JournalFault::Checksum { byte: at as u64 };
    let Some((count, mut hasher)) = read_place(bytes, at) else {
        // Nobody knows where it ends. It is the last one if there is no other behind it.
        let is_last = bytes.len() - at <= BLOCK_HEADER + RECORD * MOST_RECORDS + CHECKSUM
            && (at + 1..bytes.len()).all(|later| read_place(bytes, later).is_none());
        return if is_last { Ok(None) } else { Err(damage) };
    };
    if count == 0 || count as usize > MOST_RECORDS {
        let (byte, most) = (at as u64, MOST_RECORDS as u32);
        return Err(JournalFault::Length { byte, length: count, most });
    }
    let records = at + BLOCK_HEADER;
    let end = records + RECORD * count as usize;
    let Some(checksum) = number(bytes, end) else { return Ok(None) };
    hasher.update(&bytes[records..end]);
    if hasher.finalize() != checksum {
        return if end + CHECKSUM == bytes.len() { Ok(None) } else { Err(damage) };
    }
    for (index, record) in bytes[records..end].as_chunks::<RECORD>().0.iter().enumerate() {
        let [key @ .., bits, cost] = *record;
        let Some(outcome) = Outcome::from_bits(bits) else {
            let byte = (records + index * RECORD + key.len()) as u64;
            return Err(JournalFault::Outcome { byte, bits });
        };
        proven.push(Proven { key: u128::from_le_bytes(key), outcome, cost });
    }
    Ok(Some(end + CHECKSUM - at))
}

/// How many records the block at byte `at` has, and the checksum so far, if a block begins there.
fn read_place(bytes: &[u8], at: usize) -> Option<(u32, Hasher)> {
    let count = number(bytes, at)?;
    let hasher = place(at as u64, count);
    (hasher.clone().finalize() == number(bytes, at + CHECKSUM)?).then_some((count, hasher))
}

fn place(at: u64, count: u32) -> Hasher {
    let mut hasher = Hasher::new();
    hasher.update(&at.to_le_bytes());
    hasher.update(&count.to_le_bytes());
    hasher
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}
