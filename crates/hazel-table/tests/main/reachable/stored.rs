//! One position beside tables that are stored.

use hazel_core::Position;
use hazel_table::{
    Bounds, Ended, Generator, Kind, MaterialKey, Plan, PositionIndexer, Solver, Tables, Wdl,
};

use super::{NEVER, position};

#[test]
fn stored_tables_are_used_and_give_the_same_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let promoted = ["KQvK", "KRvK", "KBlvK", "KNvK"].map(|key| key.parse().expect("a key"));
    let generator = Generator::new(folder.path(), &NEVER);
    generator.run(&Plan::closure(promoted, |_| true), &|_| {}).expect("tables");
    let root = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let stored = Some(Tables::open(folder.path()).expect("tables"));
    let from_stored = Solver::new(&root, stored, 1 << 30, &NEVER).expect("kings and a pawn");
    let mut from_nothing = Solver::new(&root, None, 1 << 30, &NEVER).expect("kings and a pawn");
    assert!(from_nothing.bounds().exact().is_none());
    while from_nothing.step(&NEVER).expect("nobody stops it") {}
    let [stored, built] = [&from_stored, &from_nothing].map(Solver::finding);
    assert_eq!((stored.tables, stored.bounds, stored.line), (0, built.bounds, built.line));
    assert_eq!(stored.moves, built.moves);
    assert!(from_stored.damage().is_none());
    // A table that can't be read is told, and what it would have said is built.
    let file = folder.path().join("KQvK.hzt");
    let mut bytes = std::fs::read(&file).expect("a file");
    bytes[100..4000].iter_mut().for_each(|byte| *byte ^= 1);
    std::fs::write(&file, bytes).expect("written");
    let damaged = Some(Tables::open(folder.path()).expect("only blocks are damaged"));
    let mut solver = Solver::new(&root, damaged, 1 << 30, &NEVER).expect("kings and a pawn");
    while solver.step(&NEVER).expect("nobody stops it") {}
    let finding = solver.finding();
    assert_eq!((finding.bounds, finding.moves), (built.bounds, built.moves));
    let damage = solver.damage().expect("a damaged table").to_string();
    assert!(damage.contains("KQvK.hzt"), "{damage}");
}

#[test]
fn stored_tables_that_can_not_tell_distances_are_no_worse_than_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let generator = Generator::new(folder.path(), &NEVER);
    let promoted = Plan::closure(["KQvKN".parse().expect("a key")], |_| true);
    generator.run(&promoted, &|_| {}).expect("tables");
    std::fs::remove_file(folder.path().join("KNvK.hzt")).expect("it was built");
    let robbed = Tables::open(folder.path()).expect("tables");
    assert!(robbed.find(&"KQvKN".parse().expect("a key")).expect("it was built").1.is_exact());
    let root = position("8/5P2/8/3k4/8/6n1/8/K7 w - - 0 1");
    let solve = |stored| {
        let mut solver = Solver::new(&root, stored, 1 << 30, &NEVER).expect("few pieces");
        while solver.step(&NEVER).expect("nobody stops it") {}
        assert!(matches!(solver.ended(), Some(Ended::Exact)), "{:?}", solver.ended());
        let finding = solver.finding();
        (finding.bounds, finding.line)
    };
    assert_eq!(solve(Some(robbed)), solve(None));
}

#[test]
fn no_round_knows_less_than_stored_bounds() {
    let folder = tempfile::tempdir().expect("a folder");
    let key: MaterialKey = "Kd6vKR".parse().expect("a key");
    let queens = Plan::closure([key], |exit| exit.promoted.is_none_or(|kind| kind == Kind::Queen));
    Generator::new(folder.path(), &NEVER).run(&queens, &|_| {}).expect("tables");
    let stored = Tables::open(folder.path()).expect("tables");
    // Somebody who holds a draw with a queen, and of whom it isn't known whether something else wins.
    let indexer = PositionIndexer::new(key.canonical().0).expect("it is canonical");
    let placements = (0..indexer.len()).filter_map(|slot| indexer.position(slot));
    let mut positions = placements.filter_map(|placement| placement.position().ok());
    let holds = |root: &Position| stored.wdl(root).is_ok_and(|wdl| wdl == (Wdl::Draw, Wdl::Win));
    let root = positions.find(holds).expect("there is one");
    let known = stored.probe(&root).expect("there is a table");
    let mut solver = Solver::new(&root, Some(stored), 1 << 30, &NEVER).expect("few pieces");
    loop {
        let Bounds { lower, upper } = solver.bounds();
        assert!(known.lower <= lower && upper <= known.upper, "{lower} to {upper}, not {known:?}");
        if !solver.step(&NEVER).expect("nobody stops it") {
            break;
        }
    }
    assert!(solver.bounds().exact().is_some());
}
