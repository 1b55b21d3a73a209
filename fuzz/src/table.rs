//! Laws of table files.

use hazel_table::file::{Fault, TableFile};

/// Streams longer than this are probed here and there only.
const LONG: u64 = 1 << 16;

/// The bytes of a table file, once as they are and once with the checksums that they should have.
///
/// # Panics
/// If a law is broken.
pub fn table(input: &[u8]) {
    read(input);
    read(&with_checksums(input));
}

fn read(bytes: &[u8]) {
    let file = match TableFile::from_bytes(bytes.to_vec()) {
        Ok(file) => file,
        Err(fault) => return inside(bytes, fault),
    };
    let mut is_short = true;
    for table in file.tables() {
        assert!(file.find(&table.key).is_some_and(|found| found.id == table.id));
        for part in table.parts() {
            let length = table.len(part).unwrap_or(0);
            let probe = |index| file.get(table, part, index);
            assert_eq!(probe(length), Err(Fault::Missing { part: part.number(), index: length }));
            if length > LONG {
                is_short = false;
                for index in (0..100).map(|share| length / 100 * share) {
                    let _ = probe(index);
                }
                continue;
            }
            let mut list = vec![];
            let add = |symbol, count| list.extend(std::iter::repeat_n(symbol, count as usize));
            if let Err(fault) = file.each_run(table, part, add) {
                inside(bytes, fault);
                continue;
            }
            assert_eq!(list.len() as u64, length);
            for (stored, symbol) in (0..).zip(list) {
                let index = table.swap(part).map_or(stored, |swap| swap.seen(stored));
                assert_eq!(probe(index), Ok(symbol), "both ways of reading agree");
            }
        }
    }
    if is_short && file.verify().is_ok() {
        // The place is as arbitrary as the input.
        let bit = crc32fast::hash(bytes) as usize % (8 * bytes.len());
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let opened = TableFile::from_bytes(flipped);
        assert!(opened.and_then(|file| file.verify()).is_err(), "bit {bit} was believed");
    }
}

/// A fault has its place in the file.
fn inside(bytes: &[u8], fault: Fault) {
    let byte = match fault {
        Fault::Checksum { byte, length } => byte + length,
        Fault::Directory { byte, .. } | Fault::Model { byte, .. } | Fault::Stream { byte } => byte,
        _ => 0,
    };
    assert!(byte <= bytes.len() as u64, "{fault}");
}

/// The same with the checksums and the length as they should be, as far as there is room for them.
fn with_checksums(input: &[u8]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    let length = bytes.len() as u64;
    let Some(begin) = bytes.get(20..28) else { return bytes };
    let begin = begin.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte));
    if !(36..=bytes.len()).contains(&begin) {
        return bytes;
    }
    let (bodies, directory) = bytes.split_at_mut(begin);
    for (sum, block) in directory.chunks_exact_mut(4).zip(bodies[36..].chunks(1 << 14)) {
        sum.copy_from_slice(&crc32fast::hash(block).to_le_bytes());
    }
    bodies[12..20].copy_from_slice(&length.to_le_bytes());
    bodies[28..32].copy_from_slice(&crc32fast::hash(directory).to_le_bytes());
    let header = crc32fast::hash(&bodies[..32]);
    bodies[32..36].copy_from_slice(&header.to_le_bytes());
    bytes
}
