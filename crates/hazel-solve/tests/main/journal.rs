//! Journals: what is written is read, and damage is never read as something else.

use std::fs;
use std::path::{Path, PathBuf};

use hazel_solve::journal::{Cut, JournalFault, LONGEST_DESCRIPTION};
use hazel_solve::{Journal, JournalError, Outcome, Proven};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert, prop_assert_eq, proptest};
use tempfile::TempDir;

const GAME: &str = "pawns files=5 ranks=8";

#[test]
fn a_journal_goes_on_where_it_stopped() {
    let (folder, path) = place();
    let (mut journal, known) = open(&path);
    assert_eq!((known, journal.cut()), (vec![], None));
    journal.append(&proven(0..3)).expect("it is written");
    journal.append(&[]).expect("nothing is nothing");
    drop(journal);
    let (mut journal, known) = open(&path);
    assert_eq!(known, proven(0..3));
    journal.append(&proven(3..4)).expect("it is written");
    journal.append(&proven(4..9)).expect("it is written");
    journal.sync().expect("it is on the disk");
    drop(journal);
    assert_eq!(open(&path).1, proven(0..9));
    let names: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(names.len(), 1, "no other file is left: {names:?}");
}

#[test]
fn wherever_it_is_cut_a_journal_keeps_its_whole_blocks() {
    let (_folder, path) = place();
    let ends = three_blocks(&path);
    let whole = fs::read(&path).expect("it can be read");
    let header = ends[0].0 as usize;
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).expect("it can be written");
        if length < header {
            let fault = fault(Journal::open(&path, GAME));
            assert_eq!(fault, JournalFault::Short { byte: length as u64 });
            assert_eq!(fs::read(&path).expect("it is there"), &whole[..length], "nothing changes");
            continue;
        }
        let &(kept, records) = ends.iter().rev().find(|end| end.0 <= length as u64).expect("one");
        let removed = length as u64 - kept;
        let (mut journal, known) = open(&path);
        assert_eq!(known, proven(0..records), "{length} bytes are left");
        assert_eq!(journal.cut(), (removed > 0).then_some(Cut { kept, removed }));
        // What is cut off isn't in the way.
        journal.append(&proven(records..records + 2)).expect("it is written");
        drop(journal);
        assert_eq!(open(&path).1, proven(0..records + 2), "{length} bytes were left");
    }
}

#[test]
fn a_changed_byte_is_an_error_or_costs_the_last_block() {
    let (_folder, path) = place();
    let ends = three_blocks(&path);
    let whole = fs::read(&path).expect("it can be read");
    let (last, before_last) = ends[2];
    for byte in 0..whole.len() {
        for flip in [0x01, 0x80, 0xFF] {
            let mut bytes = whole.clone();
            bytes[byte] ^= flip;
            fs::write(&path, &bytes).expect("it can be written");
            match Journal::open(&path, GAME) {
                Ok((journal, known)) => {
                    assert!(byte as u64 >= last, "byte {byte} is not in the last block");
                    assert_eq!(known, proven(0..before_last), "byte {byte}");
                    assert_eq!(journal.cut().map(|cut| cut.kept), Some(last));
                }
                Err(error) => {
                    assert!((byte as u64) < last, "{error}");
                    let JournalError::Format { fault, .. } = &error else { panic!("{error}") };
                    let begin = ends.iter().rev().find(|end| end.0 <= byte as u64);
                    let block = begin.map_or(0, |end| end.0);
                    if block > 0 {
                        assert_eq!(*fault, JournalFault::Checksum { byte: block });
                    }
                    assert!(error.to_string().contains("byte "), "{error}");
                    assert_eq!(fs::read(&path).expect("it is there"), bytes, "nothing changes");
                }
            }
        }
    }
}

/// A crash may leave a sector out of the last block, which then reads as zeros.
#[test]
fn zeros_in_the_last_block_are_cut_off_and_elsewhere_refused() {
    let (_folder, path) = place();
    let ends = three_blocks(&path);
    let whole = fs::read(&path).expect("it can be read");
    for (index, &(begin, records)) in ends[..3].iter().enumerate() {
        let mut bytes = whole.clone();
        bytes[begin as usize..begin as usize + 20].fill(0);
        fs::write(&path, &bytes).expect("it can be written");
        if index == 2 {
            assert_eq!(open(&path).1, proven(0..records));
        } else {
            let fault = fault(Journal::open(&path, GAME));
            assert_eq!(fault, JournalFault::Checksum { byte: begin });
        }
    }
}

#[test]
fn a_journal_of_something_else_is_refused() {
    let (_folder, path) = place();
    drop(open(&path));
    let error = Journal::open(&path, "pawns files=6 ranks=8").expect_err("another board");
    let message = error.to_string();
    assert!(message.contains("`pawns files=5 ranks=8`"), "{message}");
    assert!(message.contains("`pawns files=6 ranks=8`"), "{message}");

    fs::write(&path, b"something else").expect("it can be written");
    assert_eq!(fault(Journal::open(&path, GAME)), JournalFault::Foreign);
    fs::write(&path, b"HZLJRNL\x02and so on").expect("it can be written");
    assert_eq!(fault(Journal::open(&path, GAME)), JournalFault::Version { version: 2 });
}

#[test]
fn a_journal_has_one_writer() {
    let (_folder, path) = place();
    let first = open(&path);
    let error = Journal::open(&path, GAME).expect_err("it is open");
    assert!(matches!(error, JournalError::InUse { .. }), "{error}");
    drop(first);
    open(&path);
}

#[test]
fn a_long_description_is_refused_and_makes_no_file() {
    let (_folder, path) = place();
    let error = Journal::open(&path, &"x".repeat(LONGEST_DESCRIPTION + 1)).expect_err("too long");
    assert!(matches!(error, JournalError::Description { length: 1001 }), "{error}");
    assert!(!path.exists());
    Journal::open(&path, &"x".repeat(LONGEST_DESCRIPTION)).expect("long enough");
}

/// Right checksums, and contents that can't be.
#[test]
fn odd_contents_are_refused_where_they_are() {
    let header = |description: &[u8]| {
        let mut bytes = b"HZLJRNL\x01".to_vec();
        bytes.extend((description.len() as u16).to_le_bytes());
        bytes.extend(description);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    };
    let block = |count: u32, records: &[u8]| {
        let mut bytes = header(b"x");
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(&count.to_le_bytes());
        bytes.extend(count.to_le_bytes());
        bytes.extend(hasher.clone().finalize().to_le_bytes());
        hasher.update(records);
        bytes.extend(records);
        bytes.extend(hasher.finalize().to_le_bytes());
        bytes
    };
    let fault = |bytes: &[u8]| Journal::from_bytes(bytes, "x").expect_err("it is odd");
    assert_eq!(fault(&header(&[b'x'; 1001])), length(8, 1001, 1000));
    assert_eq!(fault(&header(b"x\xFF")), JournalFault::Text { byte: 11 });
    assert_eq!(fault(&block(0, &[])), length(15, 0, 65_536));
    assert_eq!(fault(&block(65_537, &[0; 18])), length(15, 65_537, 65_536));
    let mut record = [1; 36];
    record[34] = 8;
    assert_eq!(fault(&block(2, &record)), JournalFault::Outcome { byte: 57, bits: 8 });
    record[34] = 7;
    assert_eq!(Journal::from_bytes(&block(2, &record), "x").map(|(proven, _)| proven.len()), Ok(2));
}

fn length(byte: u64, length: u32, most: u32) -> JournalFault {
    JournalFault::Length { byte, length, most }
}

/// The bytes in `docs/solve/journal-format.md`.
#[test]
fn the_example_of_the_format_is_true() {
    let (_folder, path) = place();
    let (mut journal, _) = Journal::open(&path, "nim heaps=1,2").expect("a new journal");
    let records = [
        Proven { key: 0x0102, outcome: Outcome::WIN, cost: 3 },
        Proven { key: 0x0101, outcome: Outcome::LOSS, cost: 2 },
    ];
    journal.append(&records).expect("it is written");
    drop(journal);
    let page = include_str!("../../../../docs/solve/journal-format.md");
    assert_eq!(fs::read(&path).expect("it can be read"), crate::example::bytes(page));
}

proptest! {
    // Each case waits for the disk several times.
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn what_is_appended_is_read(batches in vec(vec(any_proven(), 0..9), 0..9)) {
        let (_folder, path) = place();
        let mut journal = open(&path).0;
        for batch in &batches {
            journal.append(batch).expect("it is written");
        }
        drop(journal);
        let (journal, known) = open(&path);
        prop_assert_eq!(known, batches.concat());
        prop_assert!(journal.cut().is_none());
    }
}

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof.journal");
    (folder, path)
}

fn open(path: &Path) -> (Journal, Vec<Proven>) {
    Journal::open(path, GAME).expect("a journal")
}

fn fault(opened: Result<(Journal, Vec<Proven>), JournalError>) -> JournalFault {
    match opened {
        Err(JournalError::Format { fault, .. }) => fault,
        other => panic!("expected a fault, got {other:?}"),
    }
}

fn proven(keys: std::ops::Range<u8>) -> Vec<Proven> {
    let outcome = |key| Outcome::ALL[key as usize % 7];
    keys.map(|key| Proven { key: u128::MAX / (key as u128 + 1), outcome: outcome(key), cost: key })
        .collect()
}

/// Makes a journal of three blocks and says where its header and its blocks end and how many records come before.
fn three_blocks(path: &Path) -> [(u64, u8); 4] {
    let (mut journal, _) = open(path);
    let length = || fs::metadata(path).expect("it is there").len();
    let mut end = 0;
    let mut append = |records: u8| {
        journal.append(&proven(end..end + records)).expect("it is written");
        end += records;
        (length(), end)
    };
    let header = (length(), 0);
    [header, append(2), append(1), append(3)]
}

fn any_proven() -> impl Strategy<Value = Proven> {
    (any::<u128>(), 0..7_usize, any::<u8>()).prop_map(|(key, outcome, cost)| Proven {
        key,
        outcome: Outcome::ALL[outcome],
        cost,
    })
}
