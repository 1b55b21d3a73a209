//! Plans: what they contain, in which order, and what they leave out.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use hazel_table::{
    Exit, Frequencies, Known, MaterialKey, Plan, PlanError, Planner, PositionIndexer, Proposal,
    slots,
};
use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};

use crate::sample;

fn key(text: &str) -> MaterialKey {
    text.parse().expect("a key")
}

/// Counts in which these keys occur, each in one game with so many positions.
fn counts(keys: &[(MaterialKey, u64)]) -> Frequencies {
    let keys: BTreeMap<_, _> =
        keys.iter().map(|(key, count)| (key.canonical().0, *count)).collect();
    let positions: u64 = keys.values().sum();
    let row = |(key, positions): (&MaterialKey, &u64)| format!("{key},1,{positions},1,1\n");
    let rows = keys.iter().map(row).collect::<Vec<_>>().concat();
    let text = format!(
        "# hazel counts 1\n# pieces 9\n# games {}\n# positions {positions}\n# castling 0\n\
         # seven_men_games 0\n# seven_men_positions 0\n# two_pieces_games 0\n\
         # two_pieces_positions 0\nkey,games,positions,first,last\n{rows}",
        keys.len(),
    );
    let text = format!("{text}# crc32 {:08x}\n", crc32fast::hash(text.as_bytes()));
    Frequencies::read(text.as_bytes()).expect("counts")
}

/// Two bare kings need no table.
fn nothing(key: &MaterialKey) -> Known {
    if *key == MaterialKey::KINGS { Known::Exact } else { Known::Nothing }
}

fn all(_: &Exit) -> bool {
    true
}

/// What is proposed if nothing stops it.
fn proposed(
    planner: Planner,
    counts: &Frequencies,
    known: impl Fn(&MaterialKey) -> Known,
    follow: impl Fn(&Exit) -> bool,
    limit: usize,
) -> Proposal {
    let never = AtomicBool::new(false);
    planner.propose(counts, known, follow, limit, &never).expect("nothing stops it")
}

fn propose(keys: &[(MaterialKey, u64)]) -> Proposal {
    proposed(Planner::default(), &counts(keys), nothing, all, usize::MAX)
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

fn number(slots: u64) -> f64 {
    f64::from(u32::try_from(slots).expect("a small table"))
}

/// The keys of a closure by the builder's own enumeration.
fn closure(keys: &[MaterialKey]) -> BTreeSet<MaterialKey> {
    let plan = Plan::closure(keys.iter().copied(), |exit| exit.child.pieces() <= 3);
    plan.keys().copied().filter(|key| *key != MaterialKey::KINGS).collect()
}

proptest! {
    #[test]
    fn the_formula_gives_the_length_of_the_index(key in sample::key(9)) {
        let (key, _) = key.canonical();
        if let Ok(indexer) = PositionIndexer::new(key) {
            prop_assert_eq!(slots(&key), indexer.len(), "{}", key);
        }
    }

    #[test]
    fn a_plan_is_the_whole_closure_with_children_first(
        keys in prop::collection::vec((sample::key(4), 1..100u64), 1..4),
        built in any::<u64>(),
    ) {
        let wanted: Vec<_> = keys.iter().map(|(key, _)| key.canonical().0).collect();
        let closure = closure(&wanted);
        // Some of the keys are built, as far as all that they need is.
        let mut exact = BTreeSet::from([MaterialKey::KINGS]);
        for (at, key) in closure.iter().enumerate() {
            if built >> (at % 64) & 1 == 1 && key.child_keys().iter().all(|child| exact.contains(child)) {
                exact.insert(*key);
            }
        }
        let known = |key: &MaterialKey| if exact.contains(key) { Known::Exact } else { Known::Nothing };
        let proposal = proposed(Planner::default(), &counts(&keys), known, all, usize::MAX);
        let rows: BTreeMap<_, _> = proposal.rows.iter().enumerate().map(|(at, row)| (row.key, at)).collect();
        let needed = |key: &MaterialKey| {
            let open = wanted.iter().filter(|wanted| !exact.contains(wanted));
            open.into_iter().any(|wanted| self::closure(&[*wanted]).contains(key))
        };
        let missing = closure.difference(&exact).copied().filter(needed).collect();
        prop_assert_eq!(rows.keys().copied().collect::<BTreeSet<_>>(), missing);
        for (key, at) in &rows {
            for child in key.child_keys() {
                prop_assert!(rows.get(&child).is_none_or(|before| before < at), "{} before {}", child, key);
            }
        }
        prop_assert!(proposal.rows.is_sorted_by(|a, b| a.score >= b.score));
        for row in &proposal.rows {
            prop_assert_eq!(row.slots, slots(&row.key));
            prop_assert!(row.missing_slots >= row.slots && row.missing_keys >= 1 && row.needed_by >= 1);
        }
    }
}

#[test]
fn what_is_open_is_spread_over_what_is_missing() {
    let proposal = propose(&[(key("Ka7vK"), 30), (key("KQvK"), 50)]);
    let rows: BTreeMap<String, _> =
        proposal.rows.iter().map(|row| (row.key.to_string(), *row)).collect();
    let names: Vec<&str> = rows.keys().map(String::as_str).collect();
    assert_eq!(names, ["KBlvK", "KNvK", "KQvK", "KRvK", "Ka7vK"]);
    let pawn = rows["Ka7vK"];
    let cost: u64 = rows.values().map(|row| row.slots).sum();
    assert_eq!((pawn.missing_keys, pawn.missing_slots), (5, cost));
    assert!(close(pawn.score, 30.0 / number(cost)));
    let queen = rows["KQvK"];
    assert!(close(queen.score, 30.0 / number(cost) + 50.0 / number(queen.slots)));
    assert_eq!((queen.needed_by, queen.most_for), (2, key("KQvK")));
    assert_eq!((rows["KRvK"].needed_by, rows["KRvK"].most_for), (1, key("Ka7vK")));
    assert_eq!(proposal.rows[0].key, key("KQvK"), "two keys need it");
    assert_eq!(proposal.rows[4].key, key("Ka7vK"), "it needs all others");
    assert!(proposal.rows.iter().all(|row| row.is_exact));
    assert_eq!((proposal.planned.keys, proposal.planned.positions), (2, 80));
}

#[test]
fn only_what_is_open_counts() {
    let wanted = counts(&[(key("KRvK"), 10), (key("KQvK"), 10), (key("KNvK"), 10)]);
    let known = |key: &MaterialKey| match key.to_string().as_str() {
        "KRvK" => Known::Bounds { open: 0.0, is_stale: true },
        "KQvK" => Known::Bounds { open: 0.5, is_stale: true },
        "KNvK" => Known::Bounds { open: 0.5, is_stale: false },
        _ => Known::Exact,
    };
    let proposal = proposed(Planner::default(), &wanted, known, all, usize::MAX);
    let [row] = proposal.rows.as_slice() else { panic!("{:?}", proposal.rows) };
    assert_eq!(row.key, key("KQvK"));
    assert!(close(row.score, 5.0 / number(row.slots)));
    assert_eq!((proposal.answered.keys, proposal.planned.keys), (2, 1));
}

#[test]
fn what_is_not_followed_makes_bounds() {
    let wanted = counts(&[(key("Ka6vK"), 10)]);
    let planner = Planner::default();
    let queens = |exit: &Exit| exit.promoted.is_none_or(|kind| kind == hazel_table::Kind::Queen);
    let proposal = proposed(planner, &wanted, nothing, queens, usize::MAX);
    let rows: Vec<_> =
        proposal.rows.iter().map(|row| (row.key.to_string(), row.is_exact)).collect();
    let expected = [("KQvK", true), ("Ka7vK", false), ("Ka6vK", false)];
    assert_eq!(rows, expected.map(|(key, is_exact)| (key.to_owned(), is_exact)));
}

#[test]
fn tables_that_are_too_large_are_refused() {
    let wanted = counts(&[(key("Ka7vK"), 10), (key("KQRvKR"), 10), (key("KQQQQvK"), 10)]);
    let planner = Planner { memory: 10_000_000, ..Planner::default() };
    let proposal = proposed(planner, &wanted, nothing, all, usize::MAX);
    assert_eq!(proposal.rows.len(), 5);
    assert_eq!((proposal.refused.keys, proposal.refused.positions), (2, 20));
    let tiny = Planner { memory: 1_100_000, ..Planner::default() };
    let proposal = proposed(tiny, &wanted, nothing, all, usize::MAX);
    let rows: Vec<_> = proposal.rows.iter().map(|row| (row.key, row.is_exact)).collect();
    assert_eq!(rows, [(key("Ka7vK"), false)], "what it promotes to is larger");
}

#[test]
fn what_is_too_far_is_told() {
    let keys = [(key("KRf2g2h2vKRg7h7"), 1000), (key("KQvK"), 1), (key("KRf4g4vKRg5"), 1)];
    let planner = Planner { keys: 200, ..Planner::default() };
    let proposal = proposed(planner, &counts(&keys), nothing, all, 7);
    assert_eq!(proposal.rows.len(), 1, "of the others nothing is complete");
    assert_eq!(proposal.rows[0].key, key("KQvK"));
    assert_eq!((proposal.skipped.keys, proposal.skipped.positions), (2, 1001));
    assert!(proposal.keys <= 200);
    assert_eq!(proposal, proposed(planner, &counts(&keys), nothing, all, 7));
}

#[test]
fn a_plan_can_be_stopped() {
    let stop = AtomicBool::new(true);
    let wanted = counts(&[(key("Ka7vK"), 30)]);
    let stopped = Planner::default().propose(&wanted, nothing, all, usize::MAX, &stop);
    assert_eq!(stopped, Err(PlanError::Stopped { found: 0 }));
}
