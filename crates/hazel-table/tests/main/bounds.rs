//! What tables say when some of their children are missing, for keys of up to five men as they fall.
//!
//! The laws: what is certain is true, and with more children it only gets more. Values are ordered, quick wins first and quick
//! losses last, and bounds move towards each other in that order, not only in who wins.
//!
//! All that lies below five men with pawns is too much for a test. There each bound must be what its moves are worth, with
//! missing children at their worst: then the bounds are those of two games in which every unknown exit has a definite value,
//! and the true one lies between them since a better exit never makes a position worse.
//!
//! Every shape has the same chance, however many keys it has. Three pieces and no pawns take seconds, so there is one such
//! key, and `cargo xtask quals tables` has more.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use hazel_core::{Bitboard, Color, Square};
use hazel_table::{Bounds, BuildError, Exit, Kind, MaterialKey, Plan, PositionIndexer, RawTable};
use proptest::prelude::{
    ProptestConfig, Strategy, TestCaseError, any, prop, prop_assert, proptest,
};

use super::builder::brute::{Tables, check};
use super::sample;

/// The tables of three men, exact.
static SMALL: LazyLock<Tables> = LazyLock::new(|| closure(sample::all_keys(3)));

/// Keys, and all that moves lead to.
fn closure(keys: Vec<MaterialKey>) -> Tables {
    let mut tables = Tables::new();
    let result = Plan::closure(keys, |_| true).build(|table| {
        tables.insert(*table.key(), table.clone());
        Ok::<_, BuildError>(())
    });
    result.expect("no key has too many pieces");
    tables
}

/// A canonical key with at least one man besides the kings, and at most as many pieces.
fn key(men: usize, pieces: u32) -> impl Strategy<Value = MaterialKey> {
    sample::key(men)
        .prop_map(|key| key.canonical().0)
        .prop_filter("too few men or too many pieces", move |key| {
            key.men() > 2 && key.pieces() <= pieces
        })
}

/// The tables that a key is built from: children, and where en passant leads after a double step.
fn needs(key: &MaterialKey) -> BTreeSet<MaterialKey> {
    let exits = key.exits();
    let answers = exits.iter().flat_map(|exit| exit.child.exits()).filter(Exit::is_en_passant);
    let answers: Vec<_> = answers.collect();
    exits.iter().chain(&answers).map(|exit| exit.child.canonical().0).collect()
}

/// A table beside those it was built from.
fn build(key: MaterialKey, mut children: Tables) -> Tables {
    let table = RawTable::build(key, |child| children.get(child)).expect("few pieces");
    children.insert(key, table);
    children
}

/// Fails unless the second bounds are within the first, for each so many positions.
fn narrows(wide: &RawTable, narrow: &RawTable, every: usize) -> Result<(), TestCaseError> {
    let indexer = PositionIndexer::new(*wide.key()).expect("a canonical key");
    let slots = (0..indexer.len()).step_by(every);
    for placement in slots.filter_map(|slot| indexer.position(slot)) {
        if placement.position().is_err() {
            continue;
        }
        let [wide, narrow] =
            [wide, narrow].map(|table| table.bounds(&placement).expect("of the key"));
        let is_within = wide.lower <= narrow.lower
            && narrow.lower <= narrow.upper
            && narrow.upper <= wide.upper;
        prop_assert!(is_within, "{placement:?}: {narrow:?} in {wide:?}");
        for outcome in [Bounds::outcome, Bounds::outcome_without_rule] {
            prop_assert!(outcome(narrow).is_within(outcome(wide)), "{placement:?}");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn the_truth_of_four_men_lies_within_what_is_left(
        key in key(4, 2),
        withheld in prop::collection::vec(any::<bool>(), 64),
        returned in prop::collection::vec(any::<bool>(), 64),
    ) {
        let truth = closure(vec![key]);
        prop_assert!(truth[&key].is_exact());
        let with = |kept: &dyn Fn(usize) -> bool| {
            let children = needs(&key).into_iter().enumerate().filter(|(i, _)| kept(i % 64));
            build(key, children.map(|(_, child)| (child, truth[&child].clone())).collect())
        };
        let few = with(&|i| !withheld[i]);
        let more = with(&|i| !withheld[i] || returned[i]);
        narrows(&few[&key], &more[&key], 29)?;
        narrows(&more[&key], &truth[&key], 29)?;
    }
}

/// A canonical key with so many pieces and at most so many pawns, but not with kings alone.
fn shaped(pieces: usize, pawns: usize) -> impl Strategy<Value = MaterialKey> {
    let color = || prop::sample::select(&Color::ALL);
    let least = usize::from(pieces == 0);
    let pieces = prop::collection::vec((color(), prop::sample::select(&Kind::ALL)), pieces);
    let pawns = prop::collection::vec((color(), 8_usize..56), least..=pawns);
    (pieces, pawns).prop_map(|(pieces, pawns)| {
        let mut sets = [Bitboard::EMPTY; 2];
        for (color, square) in pawns {
            let square = Square::from_index(square).expect("a square").bitboard();
            sets[color.index()] |= square - sets[(!color).index()];
        }
        let key = MaterialKey::KINGS.with_pawns(sets).expect("no pawns on the outer ranks");
        let with = |key: MaterialKey, (color, kind)| key.with(color, kind).expect("few men");
        pieces.into_iter().fold(key, with).canonical().0
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1))]

    #[test]
    fn the_truth_of_three_pieces_lies_within_what_is_left(
        key in shaped(3, 0),
        withheld in prop::collection::vec(any::<bool>(), 64),
    ) {
        let children = needs(&key).into_iter().map(|child| {
            let table = RawTable::build(child, |below| SMALL.get(below)).expect("few pieces");
            (child, table.without_distances())
        });
        let children: Vec<_> = children.collect();
        let with = |kept: &dyn Fn(usize) -> bool| {
            let known = |wanted: &MaterialKey| {
                let number = children.iter().position(|(child, _)| child == wanted)?;
                kept(number).then(|| &children[number].1)
            };
            RawTable::build(key, known).expect("few pieces")
        };
        let truth = with(&|_| true);
        prop_assert!(truth.is_exact());
        narrows(&with(&|number| !withheld[number % 64]), &truth, 1009)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(9))]

    #[test]
    fn bounds_of_five_men_are_what_moves_are_worth_and_only_narrow(
        key in (0_usize..=2).prop_flat_map(|pieces| shaped(pieces, 3 - pieces)),
        withheld in prop::collection::vec(any::<bool>(), 64),
        returned in prop::collection::vec(any::<bool>(), 64),
    ) {
        // Children are bounds themselves, from tables of three men. Larger ones would take too long, and are missing.
        let is_small =
            |child: &MaterialKey| child.pieces() <= if child.has_pawns() { 1 } else { 2 };
        let children: BTreeMap<_, _> = needs(&key)
            .into_iter()
            .filter(is_small)
            .map(|child| (child, RawTable::build(child, |below| SMALL.get(below)).expect("few pieces")))
            .collect();
        let with = |kept: &dyn Fn(usize) -> bool| {
            let children = children.iter().enumerate().filter(|(i, _)| kept(i % 64));
            build(key, children.map(|(_, (child, table))| (*child, table.clone())).collect())
        };
        let few = with(&|i| !withheld[i]);
        let more = with(&|i| !withheld[i] || returned[i]);
        narrows(&few[&key], &more[&key], 101)?;
        narrows(&more[&key], &with(&|_| true)[&key], 101)?;
        for tables in [few, more] {
            prop_assert!(check(&tables[&key], &tables, 1009) > 0);
        }
    }
}
