//! Laws of tape files.

use hazel_core::{Alteration, Position, Zobrist};
use hazel_tape::{Address, Familiar, FormatError, HalfmoveCounts, Leaper, Tape};

/// The bytes of a tape file, once as they are and once with the checksums that they should have, since hardly any other
/// input would get past them.
///
/// # Panics
/// If a law is broken.
pub fn tape(input: &[u8]) {
    read(input);
    read(&with_checksums(input));
}

fn read(bytes: &[u8]) {
    let length = bytes.len() as u64;
    let (tape, cut) = match Tape::<Alteration>::from_bytes(bytes.to_vec()) {
        Ok(read) => read,
        Err(error) => return inside(length, &error),
    };
    if let Some(cut) = cut {
        assert_eq!(cut.kept + cut.removed, length, "{cut}");
        let (again, second) = Tape::<Alteration>::from_bytes(bytes[..cut.kept as usize].to_vec())
            .expect("it is whole");
        assert_eq!((content(&again), second), (content(&tape), None), "{cut}");
    }
    let kept = cut.map_or(bytes.len(), |cut| cut.kept as usize);
    flip(bytes, (tape.head_hash() % (8 * kept as u64)) as usize);
    replay(&tape);
    let (again, second) = Tape::<Alteration>::from_bytes(tape.to_bytes()).expect("we wrote it");
    assert_eq!((content(&again), second), (content(&tape), None), "what is written is read");
    assert_eq!((again.plies(), again.head_hash()), (tape.plies(), tape.head_hash()));
}

/// A bit that is wrong in what was read is damage, and nothing is cut off for it.
fn flip(bytes: &[u8], bit: usize) {
    let mut bytes = bytes.to_vec();
    bytes[bit / 8] ^= 1 << (bit % 8);
    let length = bytes.len() as u64;
    let error = Tape::<Alteration>::from_bytes(bytes).expect_err("a bit is wrong");
    inside(length, &error);
}

/// The states here can follow anything; a board would insist on alterations that fit.
fn replay(tape: &Tape) {
    let mut hash = Familiar::<Zobrist<Position>>::new(tape);
    let mut counts = Familiar::<HalfmoveCounts>::new(tape);
    let mut leaper = Leaper::new(counts.clone(), 8);
    for ply in [tape.plies(), 0, tape.plies() / 2, tape.plies()] {
        hash.to_ply(ply).expect("the ply is on the tape");
        counts.to_ply(ply).expect("the ply is on the tape");
        leaper.to_ply(ply).expect("the ply is on the tape");
        assert_eq!((hash.state().bits(), hash.ply()), (hash.hash(), ply), "after {ply} plies");
        assert_eq!(leaper.familiar().state(), counts.state(), "after {ply} plies");
    }
    hash.to_end();
    assert_eq!(hash.state().bits(), tape.head_hash(), "at the end");
    hash.to_start();
    assert_eq!(hash.state(), &Zobrist::of(tape.start()), "back at the start");

    let middle = Address::new(tape.len() / 2);
    let branch = tape.branch_at(middle).expect("the middle is on the tape");
    assert_eq!(tape.fork(&branch), Some(middle), "a branch agrees until it parts");
    assert_eq!(Some(branch.head_hash()), tape.hash_at(middle));
}

fn content(tape: &Tape) -> Vec<Alteration> {
    let entries = tape.entries_from(Address::START).map(|(_, a)| a);
    entries.filter(|&a| a != Alteration::NOOP).collect()
}

/// An error names a byte of the file, or the one after its end.
fn inside(length: u64, error: &FormatError) {
    let byte = match *error {
        FormatError::Short(byte)
        | FormatError::Block { byte, .. }
        | FormatError::Row { byte, .. } => byte,
        _ => 0,
    };
    let message = error.to_string();
    assert!(byte <= length && message.contains("byte "), "{message} is not in {length} bytes");
}

/// The same with each row's checksum as it should be where the row lies.
fn with_checksums(input: &[u8]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for (number, row) in bytes.chunks_exact_mut(64).enumerate() {
        let mut hasher = crc32fast::Hasher::new();
        // After the header come blocks of one block row and sixteen entry rows, which are numbered.
        if let Some(in_blocks) = number.checked_sub(1)
            && in_blocks % 17 > 0
        {
            hasher.update(&(in_blocks as u64 / 17 * 16 + in_blocks as u64 % 17 - 1).to_le_bytes());
        }
        hasher.update(&row[..60]);
        row[60..].copy_from_slice(&hasher.finalize().to_le_bytes());
    }
    bytes
}
