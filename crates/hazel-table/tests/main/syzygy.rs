//! Syzygy's files: read, compared with, and refused where they are damaged. The files are written here; those that others
//! made are compared in `cargo xtask quals tables`.

mod written;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hazel_core::{Position, Role};
use hazel_notation::parse_fen;
use hazel_table::{
    Bounds, Generator, MaterialKey, Plan, PositionIndexer, RawTable, Syzygy, SyzygyError,
    SyzygyValue, Tables, Value, Wdl,
};
use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert, proptest};
use tempfile::TempDir;

use written::{built, write, write_draws};

fn position(fen: &str) -> Position {
    parse_fen(fen).expect("a position")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// All legal positions of a table, with their values.
fn positions(table: &RawTable) -> impl Iterator<Item = (Position, hazel_table::Value)> + '_ {
    let indexer = PositionIndexer::new(*table.key()).expect("it is canonical");
    let placements = (0..indexer.len()).filter_map(move |slot| indexer.position(slot));
    placements.filter_map(|placement| {
        Some((placement.position().ok()?, table.value(&placement).expect("it is exact")))
    })
}

fn key(text: &str) -> MaterialKey {
    text.parse().expect("a key")
}

/// Builds a table, with all that it needs and Syzygy doesn't know.
fn generate(folder: &Path, text: &str, syzygy: Option<&Arc<Syzygy>>) -> Tables {
    let stop = AtomicBool::new(false);
    let is_taken = |key: &MaterialKey| syzygy.is_some_and(|syzygy| syzygy.knows(key));
    let plan = Plan::closure([key(text)], |exit| !is_taken(&exit.child));
    let syzygy = syzygy.cloned();
    Generator { syzygy, ..Generator::new(folder, &stop) }.run(&plan, &|_| ()).expect("it is small");
    Tables::open(folder).expect("they were just written")
}

/// The files of a rook and of a knight against a bare king.
fn rook_and_knight() -> (TempDir, Arc<Syzygy>) {
    let folder = folder();
    write(folder.path(), Role::Rook, &built("KRvK"), true);
    write_draws(folder.path());
    let syzygy = Syzygy::open([folder.path()]).expect("files are there");
    (folder, Arc::new(syzygy))
}

#[test]
fn a_table_built_from_syzygy_says_what_one_built_from_tables_says() {
    let (own, taken) = (folder(), folder());
    let (_files, syzygy) = rook_and_knight();
    let own = generate(own.path(), "KRvKN", None);
    let built = generate(taken.path(), "KRvKN", Some(&syzygy));
    let rook = key("KRvKN");
    assert_eq!(built.keys(), [rook], "nothing else was built");
    let (_, table) = built.find(&rook).expect("it was built");
    assert!(table.is_exact());
    let mut sources: Vec<_> =
        table.sources.iter().map(|source| (&*source.key, source.id)).collect();
    sources.sort_unstable();
    let id = |text: &str| syzygy.id(&key(text)).expect("a file");
    assert_eq!(sources, [("KNvK", id("KNvK")), ("KRvK", id("KRvK"))]);
    assert_ne!(id("KNvK"), id("KRvK"));

    let first = table.id;
    let indexer = PositionIndexer::new(rook).expect("it is canonical");
    let built = built.with_syzygy(Arc::clone(&syzygy));
    let lone = Tables::open(taken.path()).expect("tables");
    for slot in (0..indexer.len()).step_by(61) {
        let Some(position) = indexer.position(slot).and_then(|p| p.position().ok()) else {
            continue;
        };
        let value = own.probe(&position).expect("the table is there").exact().expect("exact");
        assert_eq!(built.probe(&position).ok().and_then(Bounds::exact), Some(value));
        // Without Syzygy the table is no worse than wide.
        let (lower, upper) = lone.wdl(&position).expect("the table is there");
        assert!((lower..=upper).contains(&value.wdl()), "{position:?}");
        // It knows no distance but that of a win with the next move and of mate.
        let is_near = [Value::DRAW, Value::win(1), Value::loss(0)].contains(&value);
        let lone = lone.probe(&position);
        assert!(lone.is_err() || is_near && lone.ok() == own.probe(&position).ok(), "{position:?}");
    }
    let verified = built.verify(&rook, 61, &AtomicBool::new(false)).expect("all is there");
    assert!(verified.positions > 10_000 && verified.mistakes.is_empty(), "{verified:?}");
    // What was taken from Syzygy is asked there, too.
    let capture = position("8/8/8/3k4/8/8/1K6/6R1 w - - 0 1");
    let value = own.probe(&capture).expect("the table is there");
    assert_eq!(built.probe(&capture).ok(), Some(value));
    let mate = position("R3k3/8/4K3/8/8/8/8/8 b - - 0 1");
    assert_eq!(built.probe(&mate).ok(), own.probe(&mate).ok());

    // The same command has nothing to do, and goes on from tables that stand on Syzygy's.
    let again = generate(taken.path(), "KRvKN", Some(&syzygy));
    assert_eq!(again.find(&rook).map(|(_, table)| table.id), Some(first));
}

#[test]
fn exact_tables_serve_each_other_whatever_they_were_built_from() {
    let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
    let [mixed, clean] = folders.each_ref().map(TempDir::path);
    generate(mixed, "Kd7vK", None);
    for name in ["KvK", "KQvK", "KRvK"] {
        fs::remove_file(mixed.join(name).with_extension("hzt")).expect("it is there");
    }
    // The same values, but with Syzygy's files as sources.
    let (_files, syzygy) = rook_and_knight();
    generate(mixed, "KQvK", Some(&syzygy));
    let tables = generate(mixed, "Kd6vK", None);
    let truth = generate(clean, "Kd6vK", None);
    for text in ["Kd7vK", "Kd6vK"] {
        let indexer = PositionIndexer::new(key(text)).expect("canonical");
        for placement in (0..indexer.len()).filter_map(|slot| indexer.position(slot)) {
            let bounds = tables.bounds(&placement).expect("a table");
            assert_eq!(bounds, truth.bounds(&placement).expect("a table"), "{placement:?}");
            assert!(bounds.exact().is_some(), "{placement:?}");
        }
    }
}

#[test]
fn every_position_is_read_as_it_was_written_and_that_of_the_other_side_follows_from_its_moves() {
    for (role, key) in [(Role::Rook, "KRvK"), (Role::Queen, "KQvK")] {
        let (folder, table) = (folder(), built(key));
        write(folder.path(), role, &table, true);
        let syzygy = Syzygy::open([folder.path()]).expect("both files are there");
        for (position, value) in positions(&table) {
            let found = syzygy.probe(&position).expect("the files have it");
            let distance = value.dtz().unsigned_abs() as u16;
            let expected = SyzygyValue { wdl: value.wdl(), least: distance, most: distance };
            assert_eq!(found, expected, "{position:?}");
            assert_eq!(syzygy.wdl(&position).ok(), Some(value.wdl()));
        }
    }
}

#[test]
fn distances_in_moves_are_known_to_within_a_ply() {
    let (folder, table) = (folder(), built("KRvK"));
    write(folder.path(), Role::Rook, &table, false);
    let syzygy = Syzygy::open([folder.path()]).expect("both files are there");
    let mut rounded = 0;
    for (position, value) in positions(&table) {
        let found = syzygy.probe(&position).expect("the files have it");
        assert!(found.agrees(value), "{position:?}: {found} and {value}");
        assert!(found.most - found.least <= 1, "{position:?}: {found}");
        rounded += usize::from(found.most > found.least);
    }
    assert!(rounded > 10_000, "{rounded}");
}

#[test]
fn tables_are_the_same_as_files_with_their_values_and_a_changed_one_is_found() {
    let (ours, theirs) = (folder(), folder());
    let tables = generate(ours.path(), "KRvK", None);
    write(theirs.path(), Role::Rook, &built("KRvK"), false);
    let syzygy = Syzygy::open([theirs.path()]).expect("both files are there");
    let key = key("KRvK");
    let stop = AtomicBool::new(false);
    let compared = tables.compare(&key, &syzygy, 1, &stop).expect("both can be read");
    assert_eq!(compared.different, 0, "{:?}", compared.differences);
    assert_eq!(compared.positions as usize, positions(&built("KRvK")).count());
    let some = tables.compare(&key, &syzygy, 7, &stop).expect("both can be read");
    assert!(some.different == 0 && some.positions > compared.positions / 8, "{some:?}");

    // The blocks of the first side to move: what they decode to is another value.
    let path = theirs.path().join("KRvK.rtbw");
    let mut bytes = fs::read(&path).expect("it was written");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0b0010_0100;
    fs::write(&path, bytes).expect("it can be written");
    let syzygy = Syzygy::open([theirs.path()]).expect("its head is right");
    let compared = tables.compare(&key, &syzygy, 1, &stop).expect("both can be read");
    assert!(compared.different > 0 && !compared.differences.is_empty());
    let found = &compared.differences[0];
    assert!(found.stored.exact().is_some_and(|value| !found.syzygy.agrees(value)));
}

#[test]
fn what_is_missing_is_named() {
    let folder = folder();
    let error = |folder: &Path| Syzygy::open([folder]).expect_err("nothing to open").to_string();
    assert!(error(&folder.path().join("none")).contains("none"));
    assert!(error(folder.path()).contains("no Syzygy file there"));
    write_draws(folder.path());
    let syzygy = Syzygy::open([folder.path()]).expect("files are there");
    assert_eq!((syzygy.most_men(), format!("{:?}", syzygy.materials())), (3, "[KNvK]".to_owned()));
    let knight = position("8/8/8/3k4/8/8/1K6/6N1 w - - 0 1");
    assert_eq!(syzygy.probe(&knight).ok(), Some(SyzygyValue::DRAW));
    let rook = position("8/8/8/3k4/8/8/1K6/6r1 w - - 0 1");
    let missing = syzygy.probe(&rook).expect_err("no file").to_string();
    assert_eq!(missing, "there is no Syzygy file KvKR.rtbw");
    let castling = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(matches!(syzygy.wdl(&castling), Err(SyzygyError::Castling)));
    assert!(matches!(syzygy.wdl(&Position::initial()), Err(SyzygyError::Castling)));
    let many = position("4k3/pppppp2/8/8/8/8/8/4K3 w - - 0 1");
    assert!(matches!(syzygy.wdl(&many), Err(SyzygyError::TooMany { men: 8 })));

    assert!(syzygy.knows(&key("KNvK")) && syzygy.measures(&key("KNvK")));
    assert!(syzygy.knows(&MaterialKey::KINGS));
    assert!(!syzygy.knows(&key("KRvKN")) && !syzygy.knows(&key("Ka2vK")));
    fs::remove_file(folder.path().join("KNvK.rtbz")).expect("it is there");
    let syzygy = Syzygy::open([folder.path()]).expect("a file is there");
    assert!(syzygy.knows(&key("KNvK")) && !syzygy.measures(&key("KNvK")));
    assert_eq!(syzygy.wdl(&knight).ok(), Some(Wdl::Draw));
}

#[test]
fn files_that_are_none_are_refused_by_name() {
    let folder = folder();
    write_draws(folder.path());
    let refused = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("it can be written");
        let error = Syzygy::open([folder.path()]).expect_err("it is refused").to_string();
        fs::remove_file(&path).expect("it is there");
        assert!(error.contains(name), "{error}");
        error
    };
    let good = fs::read(folder.path().join("KNvK.rtbw")).expect("it was written");
    assert!(refused("KNvKNvK.rtbw", &good).contains("the name"));
    assert!(refused("KRvK.rtbw", b"").contains("mark"));
    assert!(refused("KRvK.rtbw", &[0; 80]).contains("mark"));
    assert!(refused("KRvK.rtbz", &good).contains("mark"), "it is the other sort of file");
    assert!(refused("KRvK.rtbw", &good).contains("men of its name"));
    assert!(refused("KRvK.rtbw", &good[..79]).contains("cut off"));
    fs::write(folder.path().join("notes.txt"), b"mine").expect("it can be written");
    assert!(Syzygy::open([folder.path()]).is_ok(), "other files are left alone");
}

/// The files of a rook, undamaged, and the folder that they are in.
fn rook_files() -> [Vec<u8>; 2] {
    let folder = folder();
    write(folder.path(), Role::Rook, &built("KRvK"), true);
    ["KRvK.rtbw", "KRvK.rtbz"].map(|name| fs::read(folder.path().join(name)).expect("written"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn damage_is_an_error_or_another_value_and_never_a_panic(
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>(), 0..2usize), 1..6),
        near_the_head in any::<bool>(),
        cut in proptest::option::of(1..400usize).prop_map(|cut| cut.map(|blocks| 64 * blocks)),
    ) {
        let mut files = FILES.with(Clone::clone);
        for (place, byte, file) in changes {
            let bytes = &mut files[file];
            let range = if near_the_head { 300 } else { bytes.len() };
            bytes[place.index(range)] = byte;
        }
        if let Some(cut) = cut {
            let bytes = &mut files[0];
            bytes.truncate(bytes.len().saturating_sub(cut).max(80));
        }
        let folder = folder();
        for (name, bytes) in ["KRvK.rtbw", "KRvK.rtbz"].iter().zip(&files) {
            fs::write(folder.path().join(name), bytes).expect("it can be written");
        }
        if let Ok(syzygy) = Syzygy::open([folder.path()]) {
            let indexer = PositionIndexer::new(key("KRvK")).expect("canonical");
            for slot in (0..indexer.len()).step_by(97) {
                let position = indexer.position(slot).and_then(|p| p.position().ok());
                if let Some(Ok(value)) = position.map(|position| syzygy.probe(&position)) {
                    prop_assert!(value.least <= value.most);
                }
            }
        }
    }
}

thread_local! {
    static FILES: [Vec<u8>; 2] = rook_files();
}
