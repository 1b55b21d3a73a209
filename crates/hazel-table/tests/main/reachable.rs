//! What a position reaches, against brute force and complete tables.

pub(crate) mod brute;
mod stored;

use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use hazel_core::{Bitboard, Color, Position, Role};
use hazel_notation::parse_fen;
use hazel_table::{
    Answers, Bounds, BuildError, Ended, MaterialKey, Placement, Plan, Progress, RawTable,
    Reachable, ReachableError, Solver, Source, Value, Watch, Wdl,
};
use proptest::prelude::{ProptestConfig, prop, prop_assert, proptest};

use brute::Brute;

type Tables = BTreeMap<MaterialKey, RawTable>;

static NEVER: AtomicBool = AtomicBool::new(false);

fn position(fen: &str) -> Position {
    parse_fen(fen).expect("a FEN")
}

fn solved(root: &Position, known: &dyn Source) -> Reachable {
    let mut reachable = Reachable::explore(root, usize::MAX, &NEVER).expect("kings and pawns");
    reachable.solve(known, &NEVER).expect("nobody stops it");
    reachable
}

/// The tables of all keys with at most four men below a position, and of those of kings and pawns with more.
fn tables(root: &Position) -> Tables {
    let key = MaterialKey::from_position(root);
    let plan = Plan::closure([key], |exit| exit.child.men() < 5 || exit.child.pieces() == 0);
    let mut tables = BTreeMap::new();
    let built = plan.build(|table| {
        tables.insert(*table.key(), table.clone());
        Ok::<_, BuildError>(())
    });
    built.expect("few pieces");
    tables
}

/// What is known of a position after a promotion.
fn promoted(after: &Position, known: &dyn Source) -> Bounds {
    let (_, transform) = MaterialKey::from_position(after).canonical();
    let bare = |color| after.board().color(color).len() == 1;
    let turn = after.turn();
    let lower = if bare(!turn) { Value::DRAW } else { Value::loss(1) };
    let upper = if bare(turn) { Value::DRAW } else { Value::win(1) };
    known.bounds(&Placement::from(after).image(transform)).unwrap_or(Bounds { lower, upper })
}

/// Compares everything that can come from a position with brute force.
fn check(fen: &str, known: &dyn Source) {
    let root = position(fen);
    let reachable = solved(&root, known);
    let mut answers = Answers::new(&reachable, known);
    let brute = Brute::new(&root, |after| promoted(after, known));
    let mut without_right = 0;
    for (position, bounds) in brute.solve() {
        assert_eq!(answers.bounds(position), Some(bounds), "{fen}: {position:?}");
        without_right += u64::from(position.en_passant_square().is_none());
    }
    // Positions in which en passant is the only move are reached without the right too, in vain.
    assert!(reachable.positions() >= without_right, "{fen}");
    assert!(reachable.positions() <= without_right + without_right / 50, "{fen}");
}

#[test]
fn all_reachable_positions_are_what_brute_force_finds() {
    // En passant from both sides, in the position itself, and as the only move.
    for fen in [
        "8/8/8/8/k1p1p3/8/3P4/3K4 w - - 0 1",
        "8/5k2/8/2pP4/8/8/6K1/8 w - c6 0 1",
        "K7/1p6/k7/P7/8/8/7p/8 b - - 0 1",
    ] {
        check(fen, &Tables::new());
    }
}

#[test]
fn known_promotions_make_answers_exact() {
    for fen in ["8/8/4k3/8/1p6/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"] {
        let root = position(fen);
        let tables = tables(&root);
        check(fen, &tables);
        let reachable = solved(&root, &tables);
        let mut answers = Answers::new(&reachable, &tables);
        assert!(answers.bounds(&root).expect("reached").exact().is_some(), "{fen}");
        assert!(reachable.open(&tables, &NEVER).expect("nobody stops it").is_empty(), "{fen}");
        let complete = |at: &Position| {
            let (key, transform) = MaterialKey::from_position(at).canonical();
            tables[&key].bounds(&Placement::from(at).image(transform))
        };
        assert_eq!(answers.bounds(&root), complete(&root));
    }
}

#[test]
fn complete_tables_of_five_men_say_the_same() {
    // Both double steps can be answered en passant.
    let root = position("8/8/4k3/8/2p5/8/1P1P4/4K3 w - - 0 1");
    let tables = tables(&root);
    let reachable = solved(&root, &tables);
    let mut answers = Answers::new(&reachable, &tables);
    let brute = Brute::new(&root, |after| promoted(after, &tables));
    let mut compared = 0;
    for at in brute.positions().filter(|at| at.en_passant_square().is_none()).step_by(7) {
        let (key, transform) = MaterialKey::from_position(at).canonical();
        let complete = tables[&key].bounds(&Placement::from(at).image(transform));
        assert_eq!(answers.bounds(at), complete, "{at:?}");
        compared += 1;
    }
    assert!(compared > 1000);
}

#[test]
fn a_chain_of_eighteen_men_is_a_fortress() {
    let root = position("8/3k4/4p2p/1p1pPp1P/pPpP1Pp1/P1P3P1/3K4/8 w - - 0 1");
    let reachable = solved(&root, &Tables::new());
    assert!(reachable.is_closed());
    // Counts by others.
    assert_eq!((reachable.structures(), reachable.positions()), (1, 646));
    let draw = Bounds { lower: Value::DRAW, upper: Value::DRAW };
    assert_eq!(Answers::new(&reachable, &Tables::new()).bounds(&root), Some(draw));
    let root = position("8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - - 0 1");
    let reachable = solved(&root, &Tables::new());
    assert_eq!((reachable.structures(), reachable.positions()), (1, 1152));
}

#[test]
fn structures_of_more_than_five_men_are_as_many_as_is_known() {
    // Counts by others.
    for (fen, count) in [
        ("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", 225),
        ("4k3/8/8/4pp1p/4PP1P/8/8/4K3 w - - 0 1", 1126),
        ("4k3/5ppp/8/8/8/8/5PPP/4K3 w - - 0 1", 43356),
    ] {
        let root = position(fen);
        let reachable = Reachable::explore(&root, usize::MAX, &NEVER).expect("kings and pawns");
        assert_eq!(reachable.keys().filter(|key| key.men() > 5).count(), count, "{fen}");
    }
}

#[test]
fn structures_beyond_the_limit_count_as_unknown() {
    let root = position("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1");
    let known = Tables::new();
    let whole = solved(&root, &known);
    let mut few = Reachable::explore(&root, 100, &NEVER).expect("kings and pawns");
    few.solve(&known, &NEVER).expect("nobody stops it");
    assert_eq!(few.structures(), 100);
    let open = few.open(&known, &NEVER).expect("nobody stops it");
    assert!(open.keys().any(|key| key.pieces() == 0));
    assert!(few.is_cut() && !whole.is_cut());
    let [few, whole] = [&few, &whole].map(|reachable| {
        Answers::new(reachable, &known).bounds(&root).expect("the root is solved").outcome()
    });
    assert!(whole.is_within(few));
}

#[test]
fn pieces_castling_and_stopping_are_told() {
    let explore = |fen: &str, stop: bool| {
        Reachable::explore(&position(fen), usize::MAX, &AtomicBool::new(stop)).err()
    };
    let error = explore("4k3/8/8/8/8/8/4P3/4KR2 w - - 0 1", false).expect("a rook");
    assert_eq!(error.to_string(), "KRe2vK has 1 pieces, expected kings and pawns alone");
    let pawn = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert_eq!(explore(pawn, true), Some(ReachableError::Stopped));
    let mut reachable =
        Reachable::explore(&position(pawn), usize::MAX, &NEVER).expect("kings and pawns");
    let stopped = reachable.solve(&Tables::new(), &AtomicBool::new(true));
    assert_eq!(stopped, Err(ReachableError::Stopped));
}

#[test]
fn rounds_only_narrow_and_end_with_the_truth() {
    // Kings and pawns with promotions on both sides, and a piece from the start.
    for fen in [
        "8/8/8/8/1k1p4/8/P7/4K3 w - - 0 1",
        "8/8/4k3/8/1p6/8/P7/4K3 w - - 0 1",
        "4k3/8/8/8/8/1r6/P7/4K3 w - - 0 1",
    ] {
        let root = position(fen);
        let mut solver = Solver::new(&root, None, 1 << 30, &NEVER).expect("few pieces");
        let mut outcome = solver.bounds().outcome();
        while solver.step(&NEVER).expect("nobody stops it") {
            let next = solver.bounds().outcome();
            assert!(next.is_within(outcome), "{fen}: {next} after {outcome}");
            outcome = next;
        }
        let finding = solver.finding();
        let (key, transform) = MaterialKey::from_position(&root).canonical();
        let truth = tables(&root)[&key].bounds(&Placement::from(&root).image(transform));
        assert_eq!(Some(finding.bounds), truth, "{fen}");
        assert!(finding.open.is_empty() && finding.fortress.is_none());
        assert_eq!(finding.moves.len(), root.legal_moves().len());
        let best = finding.moves.iter().map(|judged| judged.bounds).reduce(Bounds::or);
        assert_eq!(best, Some(finding.bounds));
    }
}

#[test]
fn the_line_of_a_win_ends_with_mate() {
    let root = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let mut solver = Solver::new(&root, None, 1 << 30, &NEVER).expect("kings and a pawn");
    while solver.step(&NEVER).expect("nobody stops it") {}
    let finding = solver.finding();
    assert_eq!(finding.bounds.exact(), Some(Value::win(9)));
    let mut at = root;
    for m in finding.line {
        at.try_play(m).expect("a legal move");
    }
    assert!(at.is_check() && !at.has_legal_move() && at.turn() == Color::Black);
}

#[test]
fn work_is_heard_of_and_stops_within_a_table() {
    struct Ear {
        heard: Mutex<Vec<Progress>>,
        asked: AtomicUsize,
        patience: usize,
    }
    impl Watch for Ear {
        fn is_over(&self) -> bool {
            self.asked.fetch_add(1, Ordering::Relaxed) >= self.patience
        }

        fn hear(&self, progress: Progress) {
            self.heard.lock().expect("nobody panics").push(progress);
        }
    }
    let ear = |patience| Ear { heard: Mutex::default(), asked: AtomicUsize::new(0), patience };
    let root = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    let patient = ear(usize::MAX);
    let mut solver = Solver::new(&root, None, 1 << 30, &patient).expect("kings and a pawn");
    assert!(solver.step(&patient).expect("nobody stops it"));
    let heard = patient.heard.into_inner().expect("nobody panics");
    assert!(heard.contains(&Progress::Following { structures: 1 }), "{heard:?}");
    assert!(heard.contains(&Progress::Solving { done: 7, total: 7 }), "{heard:?}");
    let is_last = |progress: &Progress| matches!(progress, Progress::Building { done, total } if done == total && *total > 0);
    assert!(heard.iter().any(is_last), "{heard:?}");
    // One table, of 462 pairs of kings, each of which is a chance to stop.
    let rook = position("8/8/8/8/4k3/8/8/R3K3 w - - 0 1");
    let hasty = ear(100);
    let solver = Solver::new(&rook, None, 1 << 30, &hasty).expect("one piece");
    assert_eq!((solver.finding().tables, solver.ended()), (0, None));
    assert!(
        hasty.asked.into_inner() <= 110
            && hasty.heard.into_inner().expect("nobody panics").is_empty()
    );
}

/// Is over when it was asked so often.
struct Patience(AtomicUsize);

impl Watch for Patience {
    fn is_over(&self) -> bool {
        let left = |left: usize| Some(left.saturating_sub(1));
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left) == Ok(0)
    }
}

#[test]
fn wherever_it_is_stopped_bounds_hold_the_truth_and_it_can_go_on() {
    for fen in ["8/8/4k3/8/1p6/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/1N2K3 w - - 0 1"] {
        let root = position(fen);
        let whole = |mut solver: Solver| {
            while solver.step(&NEVER).expect("nobody stops it") {}
            assert_eq!((solver.ended(), solver.finding().open_keys), (Some(Ended::Exact), 0));
            solver.finding().bounds
        };
        let begin = |watch: &dyn Watch| Solver::new(&root, None, 1 << 30, watch).expect("a solver");
        let truth = whole(begin(&NEVER));
        for patience in [0, 1, 2, 5, 10, 50, 200, 1000, 5000] {
            let watch = Patience(AtomicUsize::new(patience));
            let mut solver = begin(&watch);
            while solver.step(&watch).is_ok_and(|goes_on| goes_on) {}
            let finding = solver.finding();
            let Bounds { lower, upper } = finding.bounds;
            assert!(lower <= truth.lower && truth.upper <= upper, "{fen}: {patience}");
            assert_eq!(finding.moves.len(), root.legal_moves().len());
            assert_eq!(whole(solver), truth, "{fen}: {patience}");
        }
    }
}

#[test]
fn what_material_tells_is_known_at_once() {
    let root = position("4k3/8/8/8/8/8/P7/4K3 b - - 0 1");
    let solver = Solver::new(&root, None, 1 << 30, &AtomicBool::new(true)).expect("a pawn");
    // A bare king never wins.
    assert_eq!(solver.bounds().upper, Value::DRAW);
    assert_eq!(solver.bounds().lower.wdl(), Wdl::Loss);
}

#[test]
fn what_fits_is_built_and_the_rest_is_told() {
    let root = position("8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1");
    let mut solver = Solver::new(&root, None, 24 << 20, &NEVER).expect("a knight");
    let mut rounds = 0;
    while solver.step(&NEVER).expect("nobody stops it") {
        rounds += 1;
    }
    let finding = solver.finding();
    assert!(rounds > 0 && finding.tables > 1, "{} tables", finding.tables);
    let Some(Ended::Memory { key, needed: Some(needed) }) = solver.ended() else {
        panic!("{:?}", solver.ended())
    };
    assert_eq!(key, MaterialKey::from_position(&root).canonical().0);
    assert!(needed > 24 << 20, "{needed}");
    assert!(finding.open_keys >= finding.open.len() && !finding.open.is_empty());
    assert!(finding.bounds.lower <= Value::win(5) && Value::win(5) <= finding.bounds.upper);
}

#[test]
fn too_many_structures_and_too_large_a_table_are_told() {
    let ended = |fen: &str, memory: u64| {
        let mut solver = Solver::new(&position(fen), None, memory, &NEVER).expect("few pieces");
        while solver.step(&NEVER).expect("nobody stops it") {}
        solver.ended()
    };
    let pawns = "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1";
    assert!(matches!(ended(pawns, 1 << 20), Some(Ended::Structures { most: 64..=256 })));
    // The table of the root alone.
    let pieces = "1n3n1k/P7/8/8/8/8/8/2K2N2 w - - 0 1";
    assert!(matches!(ended(pieces, 1 << 20), Some(Ended::Memory { .. })));
}

#[test]
fn a_bishop_behind_the_chain_is_a_fortress_and_a_knight_is_none() {
    let solver = |men: &str| {
        let chain = "8/3k4/4p2p/1p1pPp1P/pPpP1Pp1/P1P3P1/3K4/";
        let root = position(&format!("{chain}{men} w - - 0 1"));
        Solver::new(&root, None, 1 << 28, &NEVER).expect("one piece").finding()
    };
    let bishop = solver("2B5");
    assert_eq!(bishop.bounds.exact(), Some(Value::DRAW));
    assert!(bishop.fortress.is_some() && bishop.positions > 646);
    assert!(solver("2N5").fortress.is_none());
}

/// Where men can ever stand, found by nothing but the rules, if nothing can ever be taken and no pawn can ever move.
fn reach_by_the_rules(root: &Position) -> Option<([Bitboard; 2], u64)> {
    let mut seen = HashSet::new();
    let mut waiting = vec![*root];
    let mut reach = [Bitboard::EMPTY; 2];
    while let Some(at) = waiting.pop() {
        if !seen.insert(Placement::from(&at)) {
            continue;
        }
        let men = Color::ALL.map(|color| at.board().color(color) - at.board().role(Role::Pawn));
        reach = [reach[0] | men[0], reach[1] | men[1]];
        for m in at.legal_moves() {
            if m.is_capture() || at.board().role_at(m.from()) == Some(Role::Pawn) {
                return None;
            }
            waiting.push(at.after(m));
        }
    }
    Some((reach, seen.len() as u64))
}

#[test]
fn a_fortress_tells_where_its_men_can_ever_stand() {
    let mut fortresses = 0;
    for fen in [
        "8/3k4/4p2p/1p1pPp1P/pPpP1Pp1/P1P3P1/3K4/8 w - - 0 1",
        "8/3k4/4p2p/1p1pPp1P/pPpP1Pp1/P1P3P1/3K4/2B5 w - - 0 1",
        // Seen from the other side, and mirrored.
        "2b5/3k4/p1p3p1/PpPp1pP1/1P1PpP1p/4P2P/3K4/8 b - - 0 1",
        "8/4k3/p2p4/P1pPp1p1/1pP1PpPp/1P3P1P/4K3/5B2 w - - 0 1",
        // Chains that are their own image with the sides exchanged, and in a mirror, too.
        "8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - - 0 1",
        "4k3/8/8/p1p2p1p/P1P2P1P/8/8/4K3 w - - 0 1",
        // Bishops that get at the pawns, and pawns that get at each other.
        "4k3/8/8/p1p2p1p/P1P2P1P/8/8/B3K2B w - - 0 1",
        "4k3/8/8/p2pp2p/P2PP2P/8/8/4K3 w - - 0 1",
    ] {
        let root = position(fen);
        let finding = Solver::new(&root, None, 1 << 28, &NEVER).expect("few pieces").finding();
        let by_the_rules = reach_by_the_rules(&root);
        assert_eq!(finding.fortress, by_the_rules.map(|(reach, _)| reach), "{fen}");
        if let Some((_, positions)) = by_the_rules {
            assert_eq!(finding.positions, positions, "{fen}");
            fortresses += 1;
        }
    }
    assert_eq!(fortresses, 6);
}

#[test]
fn what_a_table_cant_have_is_refused() {
    let refused = |fen: &str| {
        Solver::new(&position(fen), None, 1 << 28, &NEVER).map(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(
        refused("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"),
        "KRRvKRR has 4 pieces, expected at most 3"
    );
    assert_eq!(
        refused("4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        "the position has castling rights, expected none"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2))]

    #[test]
    fn withheld_promotions_leave_sets_that_hold_the_truth_and_only_narrow(
        withheld in prop::collection::vec(prop::bool::ANY, 64),
        returned in prop::collection::vec(prop::bool::ANY, 64),
    ) {
        let root = position("8/8/4k3/8/1p6/8/P7/4K3 w - - 0 1");
        let truth = tables(&root);
        let without = |out: &dyn Fn(usize) -> bool| -> Tables {
            let tables = truth.iter().enumerate().filter(|(i, _)| !out(i % 64));
            tables.map(|(_, (key, table))| (*key, table.clone())).collect()
        };
        let few = without(&|i| withheld[i]);
        let more = without(&|i| withheld[i] && !returned[i]);
        let sources = [&few, &more, &truth];
        let reachable = sources.map(|known| solved(&root, known));
        let mut answers = reachable.iter().zip(sources).map(|(r, known)| Answers::new(r, known));
        let mut answers: [Answers<'_>; 3] = std::array::from_fn(|_| answers.next().expect("three"));
        let brute = Brute::new(&root, |after| promoted(after, &truth));
        for (at, bounds) in brute.solve() {
            let all = answers.each_mut().map(|answers| answers.bounds(at).expect("reached"));
            prop_assert!(all[2] == bounds, "{:?}", at);
            let [few, more, truth] = all.map(Bounds::outcome);
            prop_assert!(truth.is_within(more) && more.is_within(few), "{:?}", at);
        }
    }
}
