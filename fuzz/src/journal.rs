//! Laws of journals.

use hazel_solve::journal::JournalFault;
use hazel_solve::{Journal, Proven};

/// The bytes of a journal, once as they are and once with the checksums that they should have.
///
/// # Panics
/// If a law is broken.
pub fn journal(input: &[u8]) {
    read(input);
    read(&with_checksums(input));
}

fn read(bytes: &[u8]) {
    let Some((proven, kept)) = open(bytes) else { return };
    assert_eq!(open(&bytes[..kept]), Some((proven.clone(), kept)), "what is kept is whole");
    assert!(kept == bytes.len() || kept + 18 * 65_536 + 12 >= bytes.len(), "one block is torn");
    // The place is as arbitrary as the input.
    let bit = crc32fast::hash(bytes) as usize % (8 * kept);
    let mut flipped = bytes.to_vec();
    flipped[bit / 8] ^= 1 << (bit % 8);
    if let Some((fewer, cut)) = open(&flipped) {
        assert!(cut <= bit / 8 && fewer.len() < proven.len(), "bit {bit} was believed");
        assert!(proven.starts_with(&fewer), "bit {bit} changed something");
    }
}

/// What is in the bytes as a journal of what they say, and how many of them are kept.
fn open(bytes: &[u8]) -> Option<(Vec<Proven>, usize)> {
    let description = bytes.get(10..10 + description_length(bytes));
    let description = description.and_then(|text| std::str::from_utf8(text).ok());
    match Journal::from_bytes(bytes, description.unwrap_or("pawns files=2")) {
        Ok((proven, cut)) => {
            let (kept, removed) =
                cut.map_or((bytes.len(), 0), |cut| (cut.kept as usize, cut.removed as usize));
            assert_eq!(kept + removed, bytes.len());
            Some((proven, kept))
        }
        Err(fault) => {
            let byte = match fault {
                JournalFault::Short { byte }
                | JournalFault::Checksum { byte }
                | JournalFault::Text { byte }
                | JournalFault::Length { byte, .. }
                | JournalFault::Outcome { byte, .. } => byte as usize,
                _ => 0,
            };
            let message = fault.to_string();
            assert!(byte <= bytes.len() && message.contains("byte "), "{message}");
            None
        }
    }
}

fn description_length(bytes: &[u8]) -> usize {
    bytes.get(8..10).map_or(0, |length| u16::from_le_bytes([length[0], length[1]]) as usize)
}

/// The same with the checksums as they should be, as far as the lengths tell where they are.
fn with_checksums(input: &[u8]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    let mut at = 10 + description_length(&bytes);
    if at > bytes.len() || !put(&mut bytes, at, crc32fast::hash(&input[..at])) {
        return bytes;
    }
    at += 4;
    while let Some(count) = bytes.get(at..at + 4) {
        let count = u32::from_le_bytes([count[0], count[1], count[2], count[3]]);
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&(at as u64).to_le_bytes());
        hasher.update(&count.to_le_bytes());
        put(&mut bytes, at + 4, hasher.clone().finalize());
        let end = at + 8 + 18 * count as usize;
        let Some(records) = bytes.get(at + 8..end) else { break };
        hasher.update(records);
        put(&mut bytes, end, hasher.finalize());
        at = end + 4;
    }
    bytes
}

/// Puts a checksum, if there is room.
fn put(bytes: &mut [u8], at: usize, checksum: u32) -> bool {
    let place = bytes.get_mut(at..at + 4);
    place.map(|place| place.copy_from_slice(&checksum.to_le_bytes())).is_some()
}
