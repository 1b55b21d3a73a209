//! Folders in which tables are generated, again and again.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use hazel_table::{
    GenerateError, Generator, Kind, MaterialKey, Plan, PositionIndexer, ProbeError, Tables, Value,
    Wdl,
};

use super::{generate, plan, position};

#[test]
fn a_damaged_table_is_not_packed_again_with_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |key: &str| {
        let stop = AtomicBool::new(false);
        Generator::new(folder.path(), &stop).run(&plan(&[key]), &|_| ())
    };
    run("Ka7vK").expect("it is built");
    let file = folder.path().join("KPvK.hzt");
    let mut bytes = std::fs::read(&file).expect("it is there");
    // The bodies of the tables begin behind the header.
    bytes[40] ^= 1;
    std::fs::write(&file, &bytes).expect("it can be written");
    let refused = run("Kb7vK").expect_err("its family has a damaged table").to_string();
    assert!(refused.contains("KPvK.hzt"), "{refused}");
    assert_eq!(std::fs::read(&file).expect("it is still there"), bytes);
}

#[test]
fn what_others_have_put_into_the_file_of_a_family_stays_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    generate(folder.path(), &plan(&["KQvK", "KRvK"]));
    let queen = tables_in(folder.path()).into_iter().find(|(key, _)| key == "KQvK");
    std::fs::rename(file("KQvK.hzt"), file("KRvK.hzt")).expect("it is there");
    generate(folder.path(), &plan(&["KRvK"]));
    let (tables, _) = Tables::open_sound(folder.path()).expect("tables");
    let paths = ["KQvK", "KRvK"].map(|text| tables.path(&text.parse().expect("a key")));
    assert_eq!(paths, [Some(&*file("KRvK.hzt")); 2]);
    assert!(queen.is_some_and(|queen| tables_in(folder.path()).contains(&queen)));
}

#[test]
fn bare_kings_need_no_table() {
    let folder = tempfile::tempdir().expect("a folder");
    generate(folder.path(), &plan(&["KQvK", "Kd7vK"]));
    let expected = tables_in(folder.path());
    std::fs::remove_file(folder.path().join("KvK.hzt")).expect("it is there");
    let tables = Tables::open(folder.path()).expect("tables");
    let won = tables.probe(&position("8/8/8/3k4/8/8/1K6/6Q1 w - - 0 1")).expect("a table");
    assert!(won.exact().is_some());
    // What is built from what is left is the same.
    let keys = ["KQQvK", "Kd6vK"].map(|text| text.parse::<MaterialKey>().expect("a key"));
    generate(folder.path(), &Plan::of_keys(keys));
    let tables = Tables::open(folder.path()).expect("tables");
    for key in keys {
        let (_, table) = tables.find(&key).expect("just built");
        assert!(table.is_exact(), "{key}");
    }
    generate(folder.path(), &plan(&["KQvK", "Kd7vK"]));
    let brought_back = tables_in(folder.path());
    assert!(expected.iter().all(|table| brought_back.contains(table)));
}

/// Keys and ids.
fn tables_in(folder: &Path) -> BTreeSet<(String, String)> {
    let tables = Tables::open(folder).expect("tables");
    let all = tables.files().flat_map(|(_, file)| file.tables());
    all.map(|table| (table.key.clone(), table.id.to_string())).collect()
}

#[test]
fn one_run_at_a_time_writes_to_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let stop = AtomicBool::new(false);
    let [bounds, exact] = [Plan::of_keys(["Kd7vK".parse().expect("a key")]), plan(&["Kd7vK"])];
    let beside = Mutex::new(vec![]);
    let run = |plan, report: &(dyn Fn(&hazel_table::Built) + Sync)| {
        Generator::new(folder.path(), &stop).run(plan, report)
    };
    run(&bounds, &|_| beside.lock().expect("no panic").push(run(&exact, &|_| ())))
        .expect("nobody else was there");
    let beside = beside.into_inner().expect("no panic");
    assert!(matches!(beside.as_slice(), [Err(GenerateError::Busy { .. })]), "{beside:?}");
    run(&exact, &|_| ()).expect("the other run is over");
    assert!(generate(folder.path(), &bounds).iter().all(|table| table.is_exact && !table.is_new));
}

#[test]
fn tables_are_there_all_the_time_while_they_are_packed() {
    let folder = tempfile::tempdir().expect("a folder");
    let squares = ["a7", "b7", "c7", "d7", "a6", "b6", "c6", "d6"];
    let key = |square: &str| format!("K{square}vK").parse::<MaterialKey>().expect("a key");
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let looks = scope.spawn(|| {
            let (mut looks, mut known) = (0, 0);
            while !is_over.load(Ordering::Relaxed) || looks < 2 {
                let now = Tables::open(folder.path()).expect("tables").len();
                assert!(now >= known, "{now} after {known}");
                (looks, known) = (looks + 1, now);
            }
            known
        });
        for _ in 0..4 {
            for square in squares {
                generate(folder.path(), &Plan::of_keys([key(square)]));
            }
        }
        is_over.store(true, Ordering::Relaxed);
        assert_eq!(looks.join().expect("nothing is missed"), squares.len());
    });
}

#[test]
fn an_exact_table_counts_before_bounds_wherever_it_is() {
    let [one, other] =
        [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
    generate(one.path(), &plan(&["Kd7vK"]));
    let alone = Plan::of_keys(["Kd7vK".parse().expect("a key")]);
    generate(other.path(), &alone);
    let exact = one.path().join("KPvK.hzt");
    let before = std::fs::read(&exact).expect("it was built");
    // Bounds that were built and not packed.
    let bounds = one.path().join("new").join("Kd7vK.hzt");
    std::fs::copy(other.path().join("KPvK.hzt"), bounds).expect("it can be copied");
    assert!(generate(one.path(), &alone).iter().all(|table| table.is_exact && !table.is_new));
    assert!(std::fs::read(&exact).expect("it is still there") == before);
}

#[test]
fn an_exact_table_is_kept_whatever_exact_ones_there_are_below_it() {
    let folder = tempfile::tempdir().expect("a folder");
    generate(folder.path(), &plan(&["KQvK"]));
    let queen = "KQvK".parse().expect("a key");
    let id =
        || Tables::open(folder.path()).expect("tables").find(&queen).map(|(_, table)| table.id);
    let first = id();
    // Without a table of two bare kings, the queen's is built anew, exact and with another name.
    for name in ["KvK", "KQvK"] {
        std::fs::remove_file(folder.path().join(name).with_extension("hzt")).expect("it is there");
    }
    generate(folder.path(), &Plan::of_keys([queen]));
    let second = id();
    assert_ne!(second, first);
    let again = generate(folder.path(), &plan(&["KQvK", "Kd7vK"]));
    assert!(again.iter().all(|table| table.is_exact));
    assert_eq!(id(), second, "it is as good as any");
    let tables = Tables::open(folder.path()).expect("tables");
    for key in tables.keys() {
        let verified = tables.verify(&key, 1, &AtomicBool::new(false)).expect("all is there");
        assert!(verified.mistakes.is_empty(), "{key}");
    }
}

#[test]
fn bounds_that_no_longer_fit_are_built_again_before_what_needs_them() {
    let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
    let [changed, changing] = folders.each_ref().map(tempfile::TempDir::path);
    let only = |folder: &Path, texts: &[&str]| {
        let keys = texts.iter().map(|text| text.parse::<MaterialKey>().expect("a key"));
        let built = generate(folder, &Plan::of_keys(keys));
        let new = built.iter().filter(|table| table.is_new);
        new.map(|table| table.key.to_string()).collect::<Vec<_>>()
    };
    for folder in [changed, changing] {
        only(folder, &["Kd7vK", "Kd7vKN", "Kd7vKR"]);
    }
    // The pawn's table is built again, with what it promotes to. The push of what is built then leads to bounds that were
    // built from the one before; the rook isn't needed.
    generate(changed, &plan(&["Kd7vK"]));
    assert_eq!(only(changed, &["Kd6vKN"]), ["KNvKd2", "KNvKd3"]);
    assert!(only(changed, &["Kd6vKN"]).is_empty());
    let tables = Tables::open(changed).expect("tables");
    let probe = |fen: &str| tables.probe(&position(fen));
    assert!(probe("8/3P4/1K6/8/8/8/8/k5n1 w - - 0 1").is_ok());
    let refused = probe("8/3P4/1K6/8/8/8/8/k5r1 w - - 0 1");
    assert!(matches!(refused, Err(ProbeError::Changed { .. })), "{refused:?}");
    // The same while the plan itself changes what the bounds were built from.
    only(changing, &["KQvK"]);
    assert_eq!(only(changing, &["Kd7vK", "Kd6vKN"]), ["Kd7vK", "KNvKd2", "KNvKd3"]);
}

#[test]
fn what_was_deleted_is_built_again_and_serves_those_that_stand_on_it() {
    let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
    let [mended, clean] = folders.each_ref().map(tempfile::TempDir::path);
    generate(mended, &plan(&["Kd7vK"]));
    std::fs::remove_file(mended.join("KNvK.hzt")).expect("it is there");
    for folder in [mended, clean] {
        generate(folder, &plan(&["Kd6vK"]));
    }
    for name in ["KPvK.hzt", "KNvK.hzt"] {
        let [one, other] = [mended, clean].map(|folder| std::fs::read(folder.join(name)));
        assert!(one.expect("a file") == other.expect("a file"), "{name} differs");
    }
}

#[test]
fn an_exact_table_does_not_give_way_to_bounds() {
    let folder = tempfile::tempdir().expect("a folder");
    generate(folder.path(), &plan(&["Kd7vK"]));
    let file = folder.path().join("KPvK.hzt");
    let before = std::fs::read(&file).expect("it is there");
    std::fs::remove_file(folder.path().join("KQvK.hzt")).expect("it is there");
    let stop = AtomicBool::new(false);
    let alone = Plan::of_keys(["Kd7vK".parse().expect("a key")]);
    let refused = Generator::new(folder.path(), &stop).run(&alone, &|_| ());
    assert!(matches!(refused, Err(GenerateError::Loss { key, gone })
        if key.to_string() == "Kd7vK" && gone.to_string() == "KQvK"));
    assert!(std::fs::read(&file).expect("it is still there") == before);
    generate(folder.path(), &plan(&["KQvK"]));
    assert!(generate(folder.path(), &alone).iter().all(|table| !table.is_new && table.is_exact));
}

#[test]
fn bounds_do_not_give_way_to_wider_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let queens = |names: &[&str]| {
        let keys = names.iter().map(|text| text.parse::<MaterialKey>().expect("a key"));
        Plan::closure(keys, |exit| exit.promoted.is_none_or(|kind| kind == Kind::Queen))
    };
    generate(folder.path(), &queens(&["Kd6vK"]));
    let won = position("k7/8/3P4/3K4/8/8/8/8 w - - 0 1");
    let ask = || Tables::open(folder.path()).expect("tables").wdl(&won).expect("a table");
    assert_eq!(ask(), (Wdl::Win, Wdl::Win));
    std::fs::remove_file(folder.path().join("KQvK.hzt")).expect("it is there");
    let stop = AtomicBool::new(false);
    let without = Plan::closure(["Kd6vK".parse().expect("a key")], |exit| exit.promoted.is_none());
    let refused = Generator::new(folder.path(), &stop).run(&without, &|_| ());
    assert!(matches!(refused, Err(GenerateError::Loss { gone, .. }) if gone.to_string() == "KQvK"));
    generate(folder.path(), &queens(&["KQvK"]));
    assert_eq!(ask(), (Wdl::Win, Wdl::Win));
    assert!(generate(folder.path(), &without).iter().all(|table| !table.is_new));
}

#[test]
fn a_copy_by_another_name_does_not_count_more_than_the_file_of_the_family() {
    let folder = tempfile::tempdir().expect("a folder");
    generate(folder.path(), &Plan::of_keys(plan(&["Kd6vK"]).keys().copied().filter(has_pawns)));
    let file = folder.path().join("KPvK.hzt");
    for copy in ["Copy of KPvK.hzt", "new/KPvK.hzt"] {
        std::fs::copy(&file, folder.path().join(copy)).expect("it can be copied");
    }
    let all = plan(&["Kd6vK"]);
    generate(folder.path(), &all);
    assert!(generate(folder.path(), &all).iter().all(|table| !table.is_new && table.is_exact));
    let tables = Tables::open(folder.path()).expect("tables");
    let won = tables.probe(&position("8/8/3P4/8/8/2K5/8/7k w - - 0 1")).expect("a table");
    assert_eq!(won.exact(), Some(Value::win(1)));
}

fn has_pawns(key: &MaterialKey) -> bool {
    key.has_pawns()
}

#[test]
fn a_directory_gets_better_with_every_table_and_the_same_twice() {
    let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
    let [one, two] = [folders[0].path(), folders[1].path()];
    let key: MaterialKey = "Kd6vK".parse().expect("a key");
    // Without the queen's and the other tables there are only bounds.
    let alone = generate(one, &Plan::of_keys([key]));
    assert!(alone.iter().all(|table| !table.is_exact));
    let bounds = Tables::open(one).expect("tables");
    let all = plan(&["Kd6vK"]);
    let built = generate(one, &all);
    assert_eq!(built.iter().filter(|table| table.key == key && table.is_new).count(), 1);
    assert!(generate(one, &all).iter().all(|table| !table.is_new && table.is_exact));
    let tables = Tables::open(one).expect("tables");
    let indexer = PositionIndexer::new(key).expect("canonical");
    for placement in (0..indexer.len()).filter_map(|slot| indexer.position(slot)) {
        if placement.position().is_ok() {
            let wide = bounds.bounds(&placement).expect("a table");
            let exact = tables.bounds(&placement).expect("a table").exact().expect("exact");
            assert!(wide.lower <= exact && exact <= wide.upper, "{placement:?}");
        }
    }
    generate(two, &all);
    let names = |folder: &Path| -> BTreeSet<_> {
        let files = std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file"));
        files.filter(|file| file.path().is_file()).map(|file| file.file_name()).collect()
    };
    assert_eq!(names(one), names(two));
    for name in names(one) {
        let bytes = |folder: &Path| std::fs::read(folder.join(&name)).expect("a file");
        assert!(bytes(one) == bytes(two), "{name:?} differs");
    }
}

#[test]
fn stopped_work_goes_on_with_what_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let all = plan(&["Kd4vK"]);
    let stop = AtomicBool::new(false);
    let built = Mutex::new(0);
    let stopped = Generator::new(folder.path(), &stop).run(&all, &|_| {
        let mut built = built.lock().expect("no panic");
        *built += 1;
        stop.store(*built == 3, Ordering::Relaxed);
    });
    assert!(matches!(stopped, Err(GenerateError::Stopped)));
    let again = generate(folder.path(), &all);
    let kept = again.iter().filter(|table| !table.is_new).count();
    assert!(kept >= 3, "{kept}");
    let tables = Tables::open(folder.path()).expect("tables");
    for key in tables.keys() {
        let verified = tables.verify(&key, 1, &AtomicBool::new(false)).expect("readable");
        assert_eq!(verified.mistakes, [], "{key}");
    }
    let never = AtomicBool::new(false);
    let small = Generator { memory: Some(1000), ..Generator::new(folder.path(), &never) };
    let other = plan(&["Ka2vK"]);
    assert!(matches!(small.run(&other, &|_| {}), Err(GenerateError::Memory { .. })));
}

#[test]
fn little_memory_makes_the_same_files() {
    let all = plan(&["KBNvK", "KRNvK", "KNNvK"]);
    let [much, little] = [None, Some(19_000_000)].map(|memory| {
        let folder = tempfile::tempdir().expect("a folder");
        let (directory, stop) = (folder.path(), &AtomicBool::new(false));
        Generator { memory, ..Generator::new(directory, stop) }
            .run(&all, &|_| ())
            .expect("one has room");
        let names = std::fs::read_dir(directory).expect("it is there");
        let paths =
            names.map(|entry| entry.expect("readable").path()).filter(|path| path.is_file());
        let mut files: Vec<_> = paths
            .map(|path| {
                (path.file_name().map(ToOwned::to_owned), std::fs::read(&path).expect("bytes"))
            })
            .collect();
        files.sort();
        files
    });
    assert!(much.len() > 3 && much == little);
}
