//! Tables against known counts and against brute force.

pub(crate) mod brute;

use std::collections::BTreeMap;

use hazel_core::{Bitboard, Board, Color, MoveKind, Role, Setup, Square, State};
use hazel_solve::Outcome;
use hazel_table::{BuildError, Exit, Family, MaterialKey, Plan, RawTable, Value, Wdl};
use proptest::prelude::{ProptestConfig, prop, prop_assert, proptest};

use brute::{Tables, check, probe};

/// The tables of keys and of all that the followed moves lead to.
fn closure(keys: &[MaterialKey], follow: impl Fn(&Exit) -> bool) -> Tables {
    build(&Plan::closure(keys.iter().copied(), follow))
}

fn build(plan: &Plan) -> Tables {
    let mut tables = BTreeMap::new();
    let result = plan.build(|table| {
        tables.insert(*table.key(), table.clone());
        Ok::<_, BuildError>(())
    });
    result.expect("no key has too many pieces");
    tables
}

fn key(text: &str) -> MaterialKey {
    text.parse().expect("a key")
}

/// How many positions are won, drawn and lost for the side to move, both sides taken together.
fn wins_draws_losses(table: &RawTable) -> [u64; 3] {
    let [white, black] = Color::ALL.map(|turn| table.counts(turn));
    [4, 2, 0].map(|wdl| white[wdl] + black[wdl])
}

// Counts of positions on the whole board: Syzygy's tables, position by position.

#[test]
fn three_men_have_the_known_numbers_of_wins_draws_and_losses() {
    for (text, expected) in [("KQvK", [144508, 23048, 200896]), ("KRvK", [175168, 22244, 201700])] {
        let tables = closure(&[key(text)], |_| true);
        assert_eq!(wins_draws_losses(&tables[&key(text)]), expected, "{text}");
    }
    let pawns: Vec<_> = "KPvK".parse::<Family>().expect("a family").canonical_keys().collect();
    let tables = closure(&pawns, |_| true);
    let mut sum = [0; 3];
    for pawn in &pawns {
        // Each stands for its mirror image too.
        sum = std::array::from_fn(|i| sum[i] + 2 * wins_draws_losses(&tables[pawn])[i]);
    }
    assert_eq!(sum, [124960, 108788, 97604]);
}

#[test]
fn a_queen_beats_a_rook_as_often_as_is_known() {
    let tables = closure(&[key("KQvKR")], |_| true);
    let table = &tables[&key("KQvKR")];
    let [white, black] = Color::ALL.map(|turn| table.counts(turn));
    assert_eq!(white[4], 8863768);
    assert_eq!(black[0], 7062680);
    assert_eq!(white.iter().chain(&black).sum::<u64>(), 19733336);
    assert!(table.is_exact());
}

#[test]
fn tables_are_what_their_moves_are_worth() {
    // Symmetric material, pieces that are equal, and bishops of both colours.
    for text in ["KQvKQ", "KRRvK", "KBdBlvK", "KBlvKN"] {
        let tables = closure(&[key(text)], |_| true);
        for table in tables.values() {
            assert!(check(table, &tables, 331) > 0);
        }
    }
}

#[test]
fn tables_with_pawns_are_what_their_moves_are_worth() {
    // Double steps that can be answered en passant from one side and from both, locked pawns, promotions.
    for text in ["Ka2vKb4", "Kb2vKa4c4", "Kb2d2vKc4", "Kd4e5vKd5e6", "Kb7vKc2"] {
        let followed = |exit: &Exit| exit.child.men() < 5 || exit.promoted.is_none();
        let (root, _) = key(text).canonical();
        let tables = closure(&[root], followed);
        for table in tables.values() {
            let every = if *table.key() == root { 1 } else { 499 };
            assert!(check(table, &tables, every) > 0, "{text} {}", table.key());
        }
    }
}

#[test]
fn three_pieces_are_what_their_moves_are_worth_even_if_it_takes_more_than_fifty_moves() {
    let (root, _) = key("KBdBlvKN").canonical();
    let tables = closure(&[root], |_| true);
    let root = &tables[&root];
    assert!(root.is_exact());
    assert!(check(root, &tables, 4999) > 1000);
    let [white, black] = Color::ALL.map(|turn| root.counts(turn));
    // The longest win takes 78 moves to a capture or mate.
    assert!(white[3] > 0 && black[1] > 0, "{white:?} {black:?}");
}

#[test]
fn en_passant_as_the_only_move_is_the_value() {
    // K7/8/k7/Pp6/8/8/7q/8 w - b6: taking en passant is forced, and the table's mate or stalemate doesn't count.
    let board = |men: &[(Color, Role, Square)]| {
        let set = |wanted: &dyn Fn(Color, Role) -> bool| -> Bitboard {
            men.iter().filter(|man| wanted(man.0, man.1)).map(|man| man.2).collect()
        };
        let roles = Role::ALL.map(|role| set(&|_, other| other == role));
        Board::from_sets(roles, set(&|color, _| color == Color::Black)).expect("a board")
    };
    let before = board(&[
        (Color::White, Role::King, Square::A8),
        (Color::White, Role::Pawn, Square::A5),
        (Color::Black, Role::King, Square::A6),
        (Color::Black, Role::Pawn, Square::B7),
        (Color::Black, Role::Queen, Square::H2),
    ]);
    let state = State { turn: Color::Black, ..State::INITIAL };
    let mut position = Setup { board: before, state }.validate().expect("a position");
    let double =
        position.legal_moves().into_iter().find(|m| (m.from(), m.to()) == (Square::B7, Square::B5));
    position.play(double.expect("a double step"));
    let moves: Vec<_> = position.legal_moves().into_iter().collect();
    assert!(matches!(moves.as_slice(), [only] if only.kind() == MoveKind::EnPassant));
    let tables = closure(&[key("Kb6vKQ")], |_| true);
    let value =
        probe(&position, &tables, Color::White).expect("the table after the capture is there");
    assert_eq!(value, Value::loss(1));
    assert_eq!(value.wdl(), Wdl::Loss);
}

#[test]
fn the_same_plan_gives_the_same_tables() {
    let plan = Plan::closure([key("KRb5vKb6")], |exit| exit.promoted.is_none());
    let [first, second] = [build(&plan), build(&plan)];
    assert_eq!(first.len(), plan.keys().count());
    assert_eq!(first, second);
}

#[test]
fn too_many_pieces_are_refused() {
    let error = RawTable::build(key("KQQvKRR"), |_| None).expect_err("four pieces");
    assert_eq!(
        error.to_string(),
        "KQQvKRR has 4 pieces besides kings and pawns, expected at most 3"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]

    #[test]
    fn withheld_tables_leave_sets_that_hold_the_truth_and_only_narrow(
        withheld in prop::collection::vec(prop::bool::weighted(0.4), 40),
        returned in prop::collection::vec(prop::bool::ANY, 40),
    ) {
        let root = key("Kb5vKRc6").canonical().0;
        let plan = Plan::closure([root], |exit| exit.child.men() < 4 || exit.promoted.is_none());
        let truth = build(&plan);
        let keys: Vec<_> = plan.keys().copied().collect();
        let without = |out: &dyn Fn(usize) -> bool| {
            let left = keys.iter().enumerate().filter(|(i, key)| **key == root || !out(i % 40));
            build(&Plan::of_keys(left.map(|(_, key)| *key)))
        };
        let few = without(&|i| withheld[i]);
        let more = without(&|i| withheld[i] && !returned[i]);
        let indexer = hazel_table::PositionIndexer::new(root).expect("a canonical key");
        for index in (0..indexer.len()).step_by(97) {
            let Some(placement) = indexer.position(index) else { continue };
            if placement.position().is_err() {
                continue;
            }
            let [few, more, truth] =
                [&few, &more, &truth].map(|tables| tables[&root].bounds(&placement).expect("of the key"));
            for outcome in [hazel_table::Bounds::outcome, hazel_table::Bounds::outcome_without_rule] {
                let [few, more, truth]: [Outcome; 3] = [few, more, truth].map(outcome);
                prop_assert!(truth.is_within(more) && more.is_within(few), "{placement:?}");
            }
            if few.exact().is_some() {
                prop_assert!(few == more && more == truth, "{placement:?}");
            }
        }
    }
}
