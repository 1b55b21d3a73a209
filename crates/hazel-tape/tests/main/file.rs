//! Tape files: what comes back, what a crash leaves behind, what is refused.

use std::fs;
use std::path::{Path, PathBuf};

use hazel_core::{Alteration, Position, Setup};
use hazel_tape::{
    Address, Cut, Familiar, Fault, FormatError, PieceSquareStatistics, Tape, TapeFile,
    TapeFileError,
};
use proptest::prelude::{ProptestConfig, prop_assert, prop_assert_eq};
use proptest::proptest;
use tempfile::TempDir;

use crate::games::{Game, Random, game};

const ROW: usize = 64;

/// What is on a tape, without padding.
fn content(tape: &Tape) -> Vec<Alteration> {
    let entries = tape.entries_from(Address::START).map(|(_, a)| a);
    entries.filter(|&a| a != Alteration::NOOP).collect()
}

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.tape");
    (folder, path)
}

fn open(path: &Path) -> Result<(TapeFile, Option<Cut>), TapeFileError> {
    TapeFile::open(path)
}

/// A file with commits of these many entries, and what is on it after each of them with the length of the file.
fn sample(commits: &[usize]) -> (Vec<u8>, Vec<(usize, Vec<Alteration>)>) {
    let games = (1..).map(|seed| {
        let mut game = Game::new(Position::initial());
        game.play_randomly(&mut Random(seed), 300);
        game.tape
    });
    let long = games.into_iter().find(|tape| tape.len() > 1000).expect("some game is long");
    let mut entries = content(&long).into_iter();
    let (_folder, path) = place();
    let mut file = TapeFile::create(&path, Position::initial()).expect("a new file");
    let mut known = vec![(ROW, Vec::new())];
    for &commit in commits {
        file.append(entries.by_ref().take(commit));
        file.commit().expect("it is written");
        let length = fs::metadata(&path).expect("it is there").len() as usize;
        known.push((length, content(file.tape())));
    }
    drop(file);
    (fs::read(&path).expect("it is there"), known)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn memory_file_and_reopened_file_agree((game, mut random) in game()) {
        let (_folder, path) = place();
        let start = game.positions[0];
        let mut file: TapeFile = TapeFile::create(&path, start)?;
        let mut entries = content(&game.tape).into_iter().peekable();
        let mut snapshots = Vec::new();
        while entries.peek().is_some() {
            let some = random.below(200);
            file.append(entries.by_ref().take(some));
            // A handle that was taken before a commit sees what it saw.
            snapshots.push((file.tape().clone(), content(file.tape())));
            if random.below(3) > 0 {
                file.commit()?;
            }
            if random.below(6) == 0 {
                snapshots.clear();
                file.commit()?;
                drop(file);
                let (again, cut) = open(&path)?;
                prop_assert_eq!(cut, None);
                file = again;
            }
        }
        for (tape, expected) in &snapshots {
            prop_assert_eq!(&content(tape), expected);
        }
        snapshots.clear();
        file.commit()?;
        file.commit()?;
        let committed = content(file.tape());
        prop_assert_eq!(&committed, &content(&game.tape));
        drop(file);

        let (file, cut) = open(&path)?;
        prop_assert_eq!(cut, None);
        let tape = file.tape();
        prop_assert_eq!(tape.start(), &start);
        prop_assert_eq!(tape.head_hash(), game.tape.head_hash());
        prop_assert_eq!(tape.plies(), game.tape.plies());
        let mut in_file = Familiar::<(Setup, PieceSquareStatistics)>::new(tape);
        let mut in_memory = Familiar::<(Setup, PieceSquareStatistics)>::new(&game.tape);
        let mut position = Familiar::<Setup>::new(tape);
        for _ in 0..30 {
            let ply = random.below(game.positions.len()) as u64;
            in_file.to_ply(ply)?;
            in_memory.to_ply(ply)?;
            position.to_ply(ply)?;
            prop_assert_eq!(in_file.state(), in_memory.state());
            prop_assert_eq!(in_file.hash(), in_memory.hash());
            prop_assert_eq!(position.position(), Some(game.positions[ply as usize]));
        }
        // At the end there may be padding, and still it is between two plies.
        position.to_end();
        prop_assert_eq!(position.position(), Some(game.position()));
        for (address, a) in tape.entries_from(Address::START) {
            prop_assert_eq!(tape.get(address), Some(a));
        }

        // The bytes of the tape, in one commit, hold the same; and so does a branch of the file in memory.
        let (from_bytes, cut) = Tape::<Alteration>::from_bytes(tape.to_bytes())?;
        prop_assert_eq!((content(&from_bytes), cut), (committed, None));
        let address = Address::new(random.below(tape.len() as usize + 1) as u64);
        let mut branch = tape.branch_at(address).expect("on the tape");
        prop_assert_eq!(branch.fork(tape), Some(address));
        prop_assert!(branch.agrees_until(tape, address) && tape.agrees_until(&branch, address));
        prop_assert!(branch.shared_segments(tape) >= address.get() / 464);
        branch.push(Alteration::TICK);
        prop_assert_eq!(branch.get(address), Some(Alteration::TICK));
        prop_assert_eq!(content(tape), content(&game.tape));
    }
}

/// The last commit that is whole in the first `length` bytes.
fn last_whole(known: &[(usize, Vec<Alteration>)], length: usize) -> &(usize, Vec<Alteration>) {
    known.iter().rev().find(|(end, _)| *end <= length).expect("the header is whole")
}

fn expected_cut(kept: usize, length: usize) -> Option<Cut> {
    let removed = (length - kept) as u64;
    (removed > 0).then_some(Cut { kept: kept as u64, removed })
}

#[test]
fn bytes_cut_anywhere_have_their_last_whole_commit_or_are_refused() {
    // A commit goes over the end of a block; one ends exactly with a block; one is longer than a block.
    for commits in [&[30, 450, 928 - 29 * 18, 3][..], &[29 * 15, 29, 29], &[600, 1]] {
        let (bytes, known) = sample(commits);
        for length in 0..=bytes.len() {
            let read = Tape::<Alteration>::from_bytes(bytes[..length].to_vec());
            if length < ROW {
                assert_eq!(read.expect_err("no header"), FormatError::Short(length as u64));
                continue;
            }
            let (kept, expected) = last_whole(&known, length);
            let (tape, cut) = read.expect("it is cut");
            assert_eq!(&content(&tape), expected, "cut at {length}");
            assert_eq!(cut, expected_cut(*kept, length));
        }
    }
}

#[test]
fn a_file_cut_anywhere_is_shortened_to_its_last_whole_commit_or_left_alone() {
    let (bytes, known) = sample(&[30, 40, 3]);
    let (_folder, path) = place();
    for length in 0..=bytes.len() {
        fs::write(&path, &bytes[..length]).expect("it can be written");
        if length < ROW {
            let error = open(&path).expect_err("no header");
            assert!(matches!(error, TapeFileError::Format { source: FormatError::Short(_), .. }));
            assert_eq!(fs::read(&path).expect("it is there"), bytes[..length]);
            continue;
        }
        let (kept, expected) = last_whole(&known, length);
        let (file, cut) = open(&path).expect("it is cut");
        assert_eq!(&content(file.tape()), expected, "cut at {length}");
        assert_eq!(cut, expected_cut(*kept, length));
        drop(file);
        assert_eq!(fs::read(&path).expect("it is there"), bytes[..*kept]);
    }
}

#[test]
fn after_a_cut_the_tape_goes_on() {
    let (bytes, known) = sample(&[30, 450, 3]);
    let (_folder, path) = place();
    fs::write(&path, &bytes[..bytes.len() - 1]).expect("it can be written");
    let (mut file, cut) = open(&path).expect("it is cut");
    let cut = cut.expect("a byte is missing");
    assert_eq!(
        cut.to_string(),
        format!("63 bytes behind the last whole commit were cut off at byte {}", cut.kept)
    );
    file.append([Alteration::TICK, Alteration::TURN]);
    file.commit().expect("it is written");
    drop(file);
    let (file, cut) = open(&path).expect("it is whole");
    let mut expected = known[2].1.clone();
    expected.extend([Alteration::TICK, Alteration::TURN]);
    assert_eq!((content(file.tape()), cut), (expected, None));
}

#[test]
fn every_flipped_bit_is_damage_and_nothing_is_cut() {
    // Three commits, of which the second one ends with the first block; and a last commit of one row.
    for commits in [&[40, 400, 80][..], &[464, 3]] {
        let (bytes, _) = sample(commits);
        for bit in 0..8 * bytes.len() {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let error = Tape::<Alteration>::from_bytes(flipped).expect_err("a bit is wrong");
            assert!(error.to_string().contains("byte "), "{error} names its place");
        }
    }
}

#[test]
fn rows_that_never_reached_the_disk_are_cut_off_only_with_the_end_of_their_commit() {
    let (bytes, known) = sample(&[40, 400, 80]);
    let [.., (kept, earlier), _] = &known[..] else { panic!("three commits") };
    // The last commit is a block row and three entry rows; any of them may be missing.
    assert_eq!(bytes.len() - kept, 4 * ROW);
    for missing in 1..16 {
        let mut torn = bytes.clone();
        for row in (0..4).filter(|row| missing >> row & 1 == 1) {
            torn[kept + row * ROW..][..ROW].fill(0);
        }
        let read = Tape::<Alteration>::from_bytes(torn);
        if missing & 8 == 0 {
            assert!(read.is_err(), "the commit was written to its end: {missing:04b}");
        } else {
            let (tape, cut) = read.expect("it is torn");
            assert_eq!((&content(&tape), cut), (earlier, expected_cut(*kept, bytes.len())));
        }
    }
    // An earlier commit was on the disk before the next one began.
    let mut damaged = bytes.clone();
    damaged[kept - ROW..*kept].fill(0);
    assert!(Tape::<Alteration>::from_bytes(damaged).is_err());
}

#[test]
fn damage_is_cut_off_only_when_asked_and_kept_beside_the_file() {
    let (bytes, known) = sample(&[40, 400, 80]);
    let (_folder, path) = place();
    let beside = path.with_file_name("a.tape.cut");
    // In the last commit, which is whole, in the one before, and in the last row of all.
    for (byte, whole) in [(known[2].0 + 70, 2), (known[1].0 + 70, 1), (bytes.len() - 1, 2)] {
        let mut damaged = bytes.clone();
        damaged[byte] ^= 1;
        fs::write(&path, &damaged).expect("it can be written");
        assert!(matches!(open(&path), Err(TapeFileError::Format { .. })));
        assert_eq!(fs::read(&path).expect("it is there"), damaged);

        let (kept, expected) = &known[whole];
        let cut = TapeFile::<Alteration>::repair(&path).expect("it is repaired");
        assert_eq!(cut, expected_cut(*kept, bytes.len()));
        assert_eq!(fs::read(&path).expect("it is there"), damaged[..*kept]);
        assert_eq!(fs::read(&beside).expect("it is kept"), damaged[*kept..]);
        let (file, cut) = open(&path).expect("it is whole");
        assert_eq!((&content(file.tape()), cut), (expected, None));
        drop(file);

        // What was saved is never overwritten, and a whole file never changed.
        assert_eq!(TapeFile::<Alteration>::repair(&path).expect("it is whole"), None);
        fs::write(&path, &damaged).expect("it can be written");
        let error = TapeFile::<Alteration>::repair(&path).expect_err("there is one already");
        assert!(matches!(&error, TapeFileError::Io { path, .. } if *path == beside), "{error}");
        assert_eq!(fs::read(&path).expect("it is there"), damaged);
        fs::remove_file(&beside).expect("it is there");
    }
    fs::write(&path, [0; 1000]).expect("it can be written");
    let error = TapeFile::<Alteration>::repair(&path).expect_err("it is no tape");
    assert!(matches!(error, TapeFileError::Format { source: FormatError::Foreign, .. }));
}

#[test]
fn damage_before_the_last_commit_is_named_and_left_alone() {
    let (mut bytes, _) = sample(&[40, 400, 80]);
    let (_folder, path) = place();
    // Row 3 begins behind the header and the first block row.
    let byte = ROW * 5 + 10;
    bytes[byte] ^= 4;
    fs::write(&path, &bytes).expect("it can be written");
    let error = open(&path).expect_err("it is damaged");
    let TapeFileError::Format { ref source, .. } = error else { panic!("{error}") };
    let expected = FormatError::Row { row: 3, byte: 5 * 64 + 60, fault: Fault::Checksum };
    assert_eq!(source, &expected);
    assert!(error.to_string().ends_with("a.tape: row 3, byte 380: the checksum is wrong"));
    assert_eq!(fs::read(&path).expect("it is there"), bytes);

    bytes[byte] ^= 4;
    bytes[ROW + 1] ^= 4;
    let error = Tape::<Alteration>::from_bytes(bytes).expect_err("it is damaged");
    assert_eq!(error.to_string(), "block 0, byte 124: the checksum is wrong");
}

/// Puts the right checksum on the row that begins at `offset`.
fn seal(bytes: &mut [u8], offset: usize, number: Option<u64>) {
    let mut hasher = crc32fast::Hasher::new();
    if let Some(number) = number {
        hasher.update(&number.to_le_bytes());
    }
    hasher.update(&bytes[offset..offset + 60]);
    let checksum = hasher.finalize().to_le_bytes();
    bytes[offset + 60..offset + 64].copy_from_slice(&checksum);
}

#[test]
fn rows_with_right_checksums_and_wrong_contents_are_refused() {
    let (bytes, _) = sample(&[40, 400, 80]);
    let refused = |offset: usize, number: Option<u64>, at: usize, with: &[u8]| {
        let mut bytes = bytes.clone();
        bytes[offset + at..offset + at + with.len()].copy_from_slice(with);
        seal(&mut bytes, offset, number);
        Tape::<Alteration>::from_bytes(bytes).expect_err("it is wrong").to_string()
    };
    assert_eq!(refused(0, None, 50, &[1]), "byte 48: a bit is set that has no meaning");
    assert_eq!(refused(0, None, 16, &[0xFF; 8]), "byte 16: the start is not one that the game has");
    assert_eq!(refused(64, None, 8, &[7]), "block 0, byte 72: 0x7, expected 0x0");
    assert_eq!(refused(64, None, 16, &[7]), "block 0, byte 80: 0x7, expected 0x0");
    assert_eq!(refused(64, None, 59, &[1]), "block 0, byte 116: 0x100000000000000, expected 0x0");
    assert!(refused(64, None, 0, &[0; 8]).starts_with("block 0, byte 64: 0x0, expected 0x"));
    assert_eq!(refused(128, Some(0), 2, &[1, 0xC0]), "row 0, byte 130: 0xc001 is no alteration");
    assert_eq!(
        refused(128, Some(0), 2, &[0, 0]),
        "row 0, byte 130: a no-op, expected only at the end of a commit"
    );
    for (row, mark) in [(0, 0), (0, 4), (1, 2), (1, 3)] {
        let offset = 128 + 64 * row;
        assert_eq!(
            refused(offset, Some(row as u64), 58, &[mark, 0]),
            format!("row {row}, byte {}: the mark is {mark}, which it can't be here", offset + 58)
        );
    }
    // The last row of the first commit has padding, but none before an alteration, and never only padding.
    assert!(refused(192, Some(1), 2, &[0, 0]).starts_with("row 1, byte 196: a no-op"));
    assert!(refused(192, Some(1), 0, &[0; 58]).starts_with("row 1, byte 192: a no-op"));
}

#[test]
fn rows_in_wrong_places_are_found() {
    let (mut bytes, _) = sample(&[40, 400, 80]);
    let (row_3, row_4) = (5 * ROW, 6 * ROW);
    let (first, second) = bytes.split_at_mut(row_4);
    first[row_3..].swap_with_slice(&mut second[..ROW]);
    let error = Tape::<Alteration>::from_bytes(bytes).expect_err("rows are exchanged");
    assert_eq!(error.to_string(), "row 3, byte 380: the checksum is wrong");
}

#[test]
fn foreign_files_and_other_versions_are_refused() {
    let (bytes, _) = sample(&[5]);
    let (_folder, path) = place();
    let message = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("it can be written");
        let error = open(&path).expect_err("it is refused").to_string();
        assert_eq!(fs::read(&path).expect("it is there"), bytes);
        error.split_once("a.tape: ").expect("the file is named").1.to_owned()
    };
    assert_eq!(message(b"[Event \"?\"]"), "byte 0: not a tape file, expected `HZLTAPE`");
    assert_eq!(message(&[0; 1000]), "byte 0: not a tape file, expected `HZLTAPE`");
    assert_eq!(message(b""), "byte 0: the file ends, expected a header of 64 bytes");
    let mut newer = bytes.clone();
    newer[7] = 2;
    assert_eq!(message(&newer), "byte 7: version 2, expected 1");
    let mut changed = bytes.clone();
    changed[20] ^= 1;
    assert_eq!(message(&changed), "byte 60: the checksum of the header is wrong");
}

#[test]
fn files_that_exist_are_not_made_anew_and_absent_ones_not_opened() {
    let (folder, path) = place();
    fs::write(&path, "mine").expect("it can be written");
    let error = TapeFile::<Alteration>::create(&path, Position::initial()).expect_err("it exists");
    assert!(matches!(error, TapeFileError::Io { .. }), "{error}");
    assert_eq!(fs::read(&path).expect("it is there"), b"mine");
    let absent = folder.path().join("absent");
    assert!(matches!(open(&absent), Err(TapeFileError::Io { path, .. }) if path == absent));
    assert!(matches!(open(folder.path()), Err(TapeFileError::Io { .. })), "a folder is no tape");
}

#[test]
fn a_file_appears_whole_and_nothing_stays_beside_it() {
    let folder = tempfile::tempdir().expect("a folder");
    // What a crash left is in nobody's way.
    fs::write(folder.path().join("0.tape.new0"), "torn").expect("it can be written");
    let paths: Vec<_> = (0..100).map(|n| folder.path().join(format!("{n}.tape"))).collect();
    std::thread::scope(|scope| {
        let maker = scope.spawn(|| {
            for path in &paths {
                TapeFile::<Alteration>::create(path, Position::initial()).expect("a new file");
            }
        });
        for path in &paths {
            let mut looks = std::iter::repeat_with(|| fs::metadata(path));
            let seen = looks.find(|look| look.is_ok() || maker.is_finished());
            if let Some(Ok(seen)) = seen {
                assert_eq!(seen.len(), ROW as u64, "it was there before its header");
            }
        }
    });
    let taken = TapeFile::<Alteration>::create(&paths[0], Position::initial());
    assert!(taken.is_err(), "it is there");
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 101);
}

#[test]
fn a_file_is_locked_while_it_or_a_tape_from_it_lives() {
    let (_folder, path) = place();
    let file: TapeFile = TapeFile::create(&path, Position::initial()).expect("a new file");
    let error = open(&path).expect_err("it is open");
    assert!(
        error.to_string().ends_with("the file is in use: expected that nobody else has it open")
    );
    let tape = file.tape().clone();
    drop(file);
    assert!(matches!(open(&path), Err(TapeFileError::InUse { .. })));
    drop(tape);
    assert!(open(&path).is_ok());
}

#[test]
fn readers_share_a_file_that_nobody_may_write_and_change_nothing() {
    let (bytes, known) = sample(&[30, 450, 3]);
    assert!(Tape::is_tape(&bytes) && !Tape::is_tape(b"HZLTAP") && !Tape::is_tape(b""));
    let (_folder, path) = place();
    let torn = &bytes[..bytes.len() - 1];
    fs::write(&path, torn).expect("it can be written");
    let mut permissions = fs::metadata(&path).expect("it is there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("it is ours");
    let read = || Tape::<Alteration>::read(&path);
    let (one, cut) = read().expect("it can be read");
    let (other, _) = read().expect("it can be read twice");
    assert_eq!((&content(&one), cut), (&known[2].1, expected_cut(known[2].0, torn.len())));
    assert_eq!(content(&other), content(&one));
    assert_eq!(fs::read(&path).expect("it is there"), torn);
    drop((one, other));

    fs::remove_file(&path).expect("it is ours");
    let file: TapeFile = TapeFile::create(&path, Position::initial()).expect("a new file");
    assert!(matches!(read(), Err(TapeFileError::InUse { .. })), "someone writes it");
    drop(file);
    let (_tape, _) = read().expect("nobody writes it");
    assert!(matches!(open(&path), Err(TapeFileError::InUse { .. })), "someone reads it");
}

#[test]
fn the_documented_bytes_are_those_of_the_example() {
    let page = include_str!("../../../../docs/tape/tape-format.md");
    let example = page.rsplit("```text").next().expect("an example");
    let lines = example
        .lines()
        .filter(|line| line.get(..3).is_some_and(|at| at.trim().parse::<usize>().is_ok()));
    // Three characters of offset, two spaces, then sixteen bytes with a space after each.
    let documented: Vec<u8> = lines
        .flat_map(|line| line[5..52].split_whitespace())
        .map(|byte| u8::from_str_radix(byte, 16).expect("a byte"))
        .collect();
    let mut game = Game::new(Position::initial());
    game.play(crate::games::quiet(hazel_core::Square::E2, hazel_core::Square::E4));
    assert_eq!(documented, game.tape.to_bytes());
}
