//! Directories of tables: generated, probed, verified.

mod generate;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use hazel_core::Position;
use hazel_notation::{Fen, to_fen};
use hazel_table::file::{Bundle, Id, NewTable, Source};
use hazel_table::{
    Bounds, Built, Family, Generator, Kind, MaterialKey, Plan, PositionIndexer, ProbeError, Tables,
    Transform, Value, Wdl,
};

fn plan(names: &[&str]) -> Plan {
    let keys = names.iter().flat_map(|name| {
        name.parse::<Family>().expect("a family").canonical_keys().collect::<Vec<_>>()
    });
    Plan::closure(keys, |exit| exit.child.pieces() <= 3)
}

fn generate(directory: &Path, plan: &Plan) -> Vec<Built> {
    let built = Mutex::new(vec![]);
    let stop = AtomicBool::new(false);
    Generator::new(directory, &stop)
        .run(plan, &|table| built.lock().expect("no panic").push(*table))
        .expect("it is built");
    built.into_inner().expect("no panic")
}

fn position(fen: &str) -> Position {
    Fen::parse(fen).and_then(|fen| fen.position()).expect("a FEN")
}

#[test]
fn generated_tables_hold_what_was_built_and_are_right_by_their_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plan(&["KPvK", "KBNvK"]);
    let built = generate(folder.path(), &plan);
    assert_eq!(built.len(), plan.keys().count());
    assert!(built.iter().all(|table| table.is_new && table.is_exact));
    let tables = Tables::open(folder.path()).expect("tables");
    let mut compared = 0;
    plan.build(|raw| {
        let indexer = PositionIndexer::new(*raw.key()).expect("canonical");
        for placement in (0..indexer.len()).filter_map(|slot| indexer.position(slot)) {
            let Ok(position) = placement.position() else { continue };
            compared += 1;
            let value = raw.value(&placement).expect("exact");
            // Distances take longer, since they follow from moves.
            if compared % 7 == 0 {
                assert_eq!(tables.bounds(&placement).expect("a table").exact(), Some(value));
            }
            assert_eq!(tables.wdl(&position).expect("a table"), (value.wdl(), value.wdl()));
        }
        Ok::<_, hazel_table::BuildError>(())
    })
    .expect("it is built");
    assert!(compared > 1_000_000, "{compared}");
    let stop = AtomicBool::new(false);
    for key in tables.keys() {
        let every = if key.pieces() > 1 { 31 } else { 1 };
        let verified = tables.verify(&key, every, &stop).expect("readable");
        assert!(verified.positions > 0);
        assert_eq!(verified.mistakes, [], "{key}");
    }
}

#[test]
fn the_only_legal_move_en_passant_loses() {
    let folder = tempfile::tempdir().expect("a folder");
    // Of the tables that pawn and queen lead to, the one after the capture is all that matters here.
    let captured = plan(&["Kb6vKQ"]);
    let key: MaterialKey = "Ka5vKQb5".parse().expect("a key");
    generate(folder.path(), &Plan::of_keys(captured.keys().copied().chain([key])));
    let tables = Tables::open(folder.path()).expect("tables");
    let lost = tables.probe(&position("K7/8/k7/Pp6/8/8/7q/8 w - b6 0 1")).expect("a table");
    assert_eq!(lost.wdl(), Some(Wdl::Loss));
    let stalemate = tables.probe(&position("K7/8/k7/Pp6/8/8/7q/8 w - - 0 1")).expect("a table");
    assert_eq!(stalemate.exact(), Some(Value::DRAW));
}

#[test]
fn all_images_of_a_position_have_its_value() {
    let folder = tempfile::tempdir().expect("a folder");
    generate(folder.path(), &plan(&["KRvK", "Ke4vK"]));
    let tables = Tables::open(folder.path()).expect("tables");
    for fen in ["8/8/8/3k4/8/8/1K6/7R w - - 0 1", "8/8/4k3/8/4P3/4K3/8/8 b - - 0 1"] {
        let placement = hazel_table::Placement::from(&position(fen));
        let value = tables.bounds(&placement).expect("a table");
        let transforms: BTreeSet<_> =
            Transform::of_key(&MaterialKey::from(&placement)).map(Transform::index).collect();
        assert!(transforms.len() >= 4);
        for transform in transforms.into_iter().filter_map(Transform::from_index) {
            assert_eq!(tables.bounds(&placement.image(transform)).expect("a table"), value);
        }
    }
}

#[test]
fn many_positions_are_answered_in_their_order() {
    let folder = tempfile::tempdir().expect("a folder");
    generate(folder.path(), &plan(&["KRvK"]));
    let tables = Tables::open(folder.path()).expect("tables");
    let indexer = PositionIndexer::new("KRvK".parse().expect("a key")).expect("canonical");
    let placements = (0..indexer.len()).step_by(7).filter_map(|slot| indexer.position(slot));
    let mut positions: Vec<_> = placements.filter_map(|at| at.position().ok()).collect();
    positions.push(position("8/8/8/3k4/8/8/1K6/7Q b - - 0 1"));
    let (bounds, winners) = (tables.probe_all(&positions), tables.wdl_all(&positions));
    assert_eq!((bounds.len(), winners.len()), (positions.len(), positions.len()));
    for ((position, bounds), wdl) in positions.iter().zip(&bounds).zip(&winners) {
        assert_eq!(bounds.as_ref().ok(), tables.probe(position).as_ref().ok());
        assert_eq!(wdl.as_ref().ok(), tables.wdl(position).as_ref().ok());
    }
    assert!(matches!(bounds.last(), Some(Err(ProbeError::Missing { .. }))));
}

#[test]
fn stored_bounds_are_right_by_their_moves() {
    let folder = tempfile::tempdir().expect("a folder");
    // A rook takes what has just been promoted, of which nothing is known.
    let key: MaterialKey = "KRc7vKb2".parse().expect("a key");
    generate(folder.path(), &Plan::closure([key], |exit| exit.promoted.is_none()));
    let tables = Tables::open(folder.path()).expect("tables");
    let stop = AtomicBool::new(false);
    for key in tables.keys() {
        let verified = tables.verify(&key, 7, &stop).expect("readable");
        assert_eq!(verified.mistakes, [], "{key}");
    }
    let (_, table) = tables.find(&key.canonical().0).expect("it was built");
    assert!(!table.is_exact());
}

#[test]
fn checks_that_are_left_out_are_found_by_their_moves_and_read_again() {
    let key = |text: &str| text.parse::<MaterialKey>().expect("a key").canonical().0;
    let stored = ["KRd4vKd5", "KRd4vK", "KRvKd5", "Kd4vKd5", "Kd4vK", "KRvK"].map(key);
    let all = Plan::of_keys(stored.into_iter().chain([key("KRd3vKd5")]));
    let [once, twice] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    generate(once.path(), &all);
    // What is built later is built from files.
    generate(twice.path(), &Plan::of_keys(stored));
    generate(twice.path(), &all);
    let [once, twice] =
        [once.path(), twice.path()].map(|folder| Tables::open(folder).expect("tables"));
    let root = key("KRd3vKd5");
    let id = |tables: &Tables| tables.find(&root).expect("it was built").1.id;
    assert_eq!(id(&once), id(&twice));
    let mut checks = 0;
    all.build(|raw| {
        let indexer = PositionIndexer::new(*raw.key()).expect("canonical");
        for placement in (0..indexer.len()).step_by(5).filter_map(|slot| indexer.position(slot)) {
            let Ok(position) = placement.position() else { continue };
            let bounds = raw.bounds(&placement).expect("of the key");
            let known = (bounds.lower.wdl(), bounds.upper.wdl());
            assert_eq!(once.wdl(&position).expect("a table"), known, "{position:?}");
            checks += u32::from(position.is_check() && raw.key().men() > 4);
        }
        Ok::<_, hazel_table::BuildError>(())
    })
    .expect("it is built");
    assert!(checks > 10_000, "{checks}");
}

#[test]
fn a_table_without_those_it_was_built_from_never_says_too_much() {
    let folder = tempfile::tempdir().expect("a folder");
    generate(folder.path(), &plan(&["KRvKR"]));
    let whole = Tables::open(folder.path()).expect("tables");
    std::fs::remove_file(folder.path().join("KRvK.hzt")).expect("it is there");
    let robbed = Tables::open(folder.path()).expect("tables");
    let indexer = PositionIndexer::new("KRvKR".parse().expect("a key")).expect("canonical");
    let (mut wider, mut asked, mut at_once, mut mates) = (0, 0, 0, 0);
    for placement in (0..indexer.len()).step_by(101).filter_map(|slot| indexer.position(slot)) {
        let Ok(position) = placement.position() else { continue };
        let (lower, upper) = robbed.wdl(&position).expect("a table");
        let (value, _) = whole.wdl(&position).expect("a table");
        assert!(lower <= value && value <= upper, "{position:?}");
        wider += u32::from(lower != upper);
        asked += 1;
        match robbed.probe(&position) {
            Err(ProbeError::Missing { key }) => assert_eq!(key.to_string(), "KRvK"),
            // What mates at once, is mate or is a draw needs no other table.
            known => {
                let value = known.expect("known without distances").exact().expect("known exactly");
                assert_eq!(whole.probe(&position).expect("a table").exact(), Some(value));
                let is_mate = value == Value::loss(0) && !position.has_legal_move();
                assert!(is_mate || value == Value::win(1) || value == Value::DRAW, "{position:?}");
                at_once += u32::from(value == Value::win(1));
                mates += u32::from(is_mate);
            }
        }
    }
    assert!(wider > asked / 20 && wider < asked, "{wider} of {asked}");
    assert!(at_once > 0 && at_once < asked / 20, "{at_once} of {asked}");
    assert!(mates > 0);
}

#[test]
fn in_check_and_with_en_passant_who_wins_is_what_the_value_says() {
    let folder = tempfile::tempdir().expect("a folder");
    // The capture leads to what came after the table was built.
    generate(folder.path(), &Plan::of_keys(["KNd4vKe4".parse().expect("a key")]));
    generate(folder.path(), &plan(&["KNvKd3"]));
    let tables = Tables::open(folder.path()).expect("tables");
    for fen in ["8/8/8/2k5/3Pp3/8/8/K5N1 b - d3 0 1", "8/8/8/6k1/3Pp3/8/8/K5N1 b - d3 0 1"] {
        let position = position(fen);
        let Bounds { lower, upper } = tables.probe(&position).expect("no distances are needed");
        assert_eq!(tables.wdl(&position).expect("a table"), (lower.wdl(), upper.wdl()), "{fen}");
    }
}

#[test]
fn tables_that_come_later_count_only_when_those_above_them_are_built_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let key = |text: &str| text.parse::<MaterialKey>().expect("a key").canonical().0;
    let open = || Tables::open(folder.path()).expect("tables");
    let known = |tables: &Tables, text: &str| -> Vec<_> {
        let indexer = PositionIndexer::new(key(text)).expect("canonical");
        let placements = (0..indexer.len()).filter_map(|slot| indexer.position(slot));
        let positions = placements.filter_map(|placement| placement.position().ok());
        positions.map(|position| (position, tables.wdl(&position).expect("a table"))).collect()
    };
    let alone = ["Kb7vK", "Kb6vK", "KRd4vKd5"];
    generate(folder.path(), &Plan::of_keys(alone.map(key)));
    let before = alone.map(|text| known(&open(), text));
    // Captures and promotions lead to these, and the pawn to one that is another one now.
    generate(folder.path(), &plan(&["Kb7vK", "KRd4vK", "KRvKd5"]));
    let stale = open();
    let later = ["Kb6vK", "KRd4vKd5"].map(|text| known(&stale, text));
    assert!(later[1] == before[2], "what is new to it counts as missing");
    generate(folder.path(), &plan(&["Kb6vK"]));
    let exact = open();
    let mut wider = 0;
    for (built_first, later) in
        [(&before[0], known(&stale, "Kb7vK")), (&before[1], later[0].clone())]
    {
        for ((position, (lower, upper)), (_, narrowed)) in built_first.iter().zip(&later) {
            let (value, _) = exact.wdl(position).expect("a table");
            assert!(*lower <= value && value <= *upper, "{position:?}");
            assert!(narrowed.0 <= value && value <= narrowed.1, "{position:?}");
            wider += u32::from(narrowed.0 != narrowed.1);
        }
    }
    assert!(wider > 0);
    let changed = stale.probe(&position("8/8/1P6/8/8/2K5/8/7k w - - 0 1"));
    assert!(matches!(changed, Err(ProbeError::Changed { key, table })
        if key.to_string() == "Kb7vK" && table.to_string() == "Kb6vK"));
}

#[test]
fn bounds_hold_the_truth_en_passant_and_without_what_they_were_built_from() {
    let [known, exact] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let root = "Kd4vKe4".parse::<MaterialKey>().expect("a key").canonical().0;
    let queens = Plan::closure([root], |exit| exit.promoted.is_none_or(|kind| kind == Kind::Queen));
    generate(known.path(), &queens);
    generate(exact.path(), &Plan::closure([root], |_| true));
    let exact = Tables::open(exact.path()).expect("tables");
    let whole = Tables::open(known.path()).expect("tables");
    // What a capture leads to is gone.
    std::fs::remove_file(known.path().join("KPvK.hzt")).expect("it is there");
    let gone = Tables::open(known.path()).expect("tables");
    let (mut settled, mut passing, mut wider) = (0, 0, 0);
    for key in queens.keys().filter(|key| key.men() == 4 && key.pieces() == 0) {
        let indexer = PositionIndexer::new(*key).expect("canonical");
        for placement in (0..indexer.len()).step_by(3).filter_map(|slot| indexer.position(slot)) {
            let Ok(plain) = placement.position() else { continue };
            let fen = to_fen(&plain);
            let double_steps = ["d3", "d6", "e3", "e6"].map(|square| {
                let fen = fen.replace(" - - 0 1", &format!(" - {square} 0 1"));
                Fen::parse(&fen).and_then(|fen| fen.position()).ok()
            });
            let stepped = double_steps.into_iter().flatten();
            let stepped = stepped.filter(|position| position.en_passant_square().is_some());
            for position in [plain].into_iter().chain(stepped) {
                let (value, _) = exact.wdl(&position).expect("a table");
                let [whole, gone] = [&whole, &gone].map(|tables| {
                    let (lower, upper) = tables.wdl(&position).expect("a table");
                    assert!(lower <= value && value <= upper, "{position:?}: {lower:?} {upper:?}");
                    (lower, upper)
                });
                assert!(gone.0 <= whole.0 && whole.1 <= gone.1, "{position:?}");
                settled += u32::from(whole.0 == whole.1);
                passing += u32::from(position.en_passant_square().is_some());
                wider += u32::from(gone != whole);
            }
        }
    }
    assert!(settled > 5_000 && passing > 100 && wider > 100, "{settled} {passing} {wider}");
}

#[test]
fn what_there_is_no_table_for_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = Tables::open(folder.path().join("nowhere")).expect("an empty one");
    let refused = tables.probe(&position("8/8/8/3k4/8/8/1K6/7R b - - 0 1"));
    assert!(matches!(refused, Err(ProbeError::Missing { key }) if key.to_string() == "KRvK"));
    let castling = tables.probe(&position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    assert!(matches!(castling, Err(ProbeError::Castling)));
    let kings = tables.probe(&position("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    assert_eq!(kings.expect("nothing to know").exact(), Some(Value::DRAW));
}

#[test]
fn a_damaged_or_foreign_file_is_refused_with_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("KRvK.hzt"), b"no table").expect("written");
    let error = Tables::open(folder.path()).expect_err("it is no table").to_string();
    assert!(error.contains("KRvK.hzt") && error.contains("not a table file"), "{error}");
}

#[test]
fn tables_that_nobody_builds_are_refused_with_their_file_and_key() {
    let error = |key: &str, sources: &[&str]| {
        let folder = tempfile::tempdir().expect("a folder");
        let sources = sources.iter().map(|key| Source { key: (*key).to_owned(), id: Id([7; 16]) });
        let mut bundle = Bundle::new();
        bundle.add(NewTable {
            key: key.to_owned(),
            sources: sources.collect(),
            counts: vec![u64::MAX; 10],
            lacks_checks: false,
            parts: vec![],
        });
        bundle.write(folder.path().join("file.hzt")).expect("it can be written");
        Tables::open(folder.path()).map_or_else(
            |error| error.to_string(),
            |tables| {
                let key = key.parse().expect("a key");
                format!("opened, {}", tables.size(&key).expect("a table").positions)
            },
        )
    };
    for (key, sources, expected) in [
        // Its counts make no sense, and nothing fails.
        ("KQvK", &["KvK"][..], "opened, 18446744073709551615"),
        ("KQvK", &["KvK", "KQvK"], "file.hzt: its table of KQvK names 'KQvK'"),
        ("KQvK", &["KQvKR"], "names 'KQvKR'"),
        ("KRvKQ", &[], "file.hzt: it has a table of 'KRvKQ', expected a canonical"),
        ("KQQQQvK", &[], "with at most 3 pieces"),
        ("KQQQQQQQQQvKQQQQQQQQQ", &[], "with at most 3 pieces"),
    ] {
        let error = error(key, sources);
        assert!(error.contains(expected), "{error}");
    }
}
