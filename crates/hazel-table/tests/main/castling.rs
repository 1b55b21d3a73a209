//! Positions in which somebody may castle: by brute force, by their moves, and what is refused.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use hazel_core::{Castling, Position, Setup, State};
use hazel_notation::parse_fen;
use hazel_table::{
    Bounds, Exit, Family, Generator, MaterialKey, Placement, Plan, ProbeError, Slices, Tables,
    Transform, Value, Wdl,
};
use tempfile::TempDir;

use crate::reachable::brute::Brute;

/// White wins the rook by castling, and can't win without.
const FORK: &str = "8/8/8/3k4/8/8/1r6/R3K3 w Q - 0 1";

fn position(fen: &str) -> Position {
    parse_fen(fen).expect("a FEN")
}

/// A folder of tables of these families, and of what they lead to by these exits.
fn tables(families: &[&str], follow: impl Fn(&Exit) -> bool) -> (TempDir, Tables) {
    let folder = tempfile::tempdir().expect("a folder");
    generate(folder.path(), &Plan::closure(keys(families), follow));
    let tables = Tables::open(folder.path()).expect("tables");
    (folder, tables)
}

fn keys(families: &[&str]) -> Vec<MaterialKey> {
    let families = families.iter().map(|family| family.parse::<Family>().expect("a family"));
    families.flat_map(|family| family.canonical_keys().collect::<Vec<_>>()).collect()
}

fn generate(folder: &Path, plan: &Plan) {
    let stop = AtomicBool::new(false);
    Generator::new(folder, &stop).run(plan, &|_| ()).expect("they are built");
}

fn prepared<'a>(tables: &'a Tables, roots: &[&str]) -> Slices<'a> {
    let mut slices = Slices::new(tables);
    for fen in roots {
        slices.prepare(&position(fen)).expect("few men");
    }
    slices
}

/// All positions with a right to castle that can come from these, with what is known of them, as far as anything is.
fn with_rights(slices: &Slices<'_>, roots: &[&str]) -> Vec<(Position, Bounds)> {
    let known = |at: Position| slices.probe(&at).ok().map(|bounds| (at, bounds));
    let mut found: Vec<_> = roots.iter().filter_map(|fen| known(position(fen))).collect();
    let mut seen: HashSet<Position> = found.iter().map(|(at, _)| *at).collect();
    let mut next = 0;
    while let Some((at, _)) = found.get(next).copied() {
        next += 1;
        for &m in &at.legal_moves() {
            let after = at.after(m);
            let state = State { halfmoves: 0, number: 1, ..*after.state() };
            let after = Position::new_unchecked(Setup { board: *after.board(), state });
            if after.castling().rooks().any() && seen.insert(after) {
                found.extend(known(after));
            }
        }
    }
    found
}

/// What the moves of a position are worth. Where this is so of all positions, all values are right if those of the tables
/// are: distances fall along wins and losses, so both follow from mates and exits, and what is neither is drawn. `None` if
/// a table is missing.
fn by_moves(slices: &Slices<'_>, at: &Position) -> Option<Bounds> {
    let moves = at.legal_moves().into_iter();
    let values: Option<Vec<Bounds>> = moves.map(|m| slices.after(at, m).ok()).collect();
    let stuck = if at.is_check() { Value::loss(0) } else { Value::DRAW };
    Some(values?.into_iter().reduce(Bounds::or).unwrap_or(Bounds { lower: stuck, upper: stuck }))
}

fn without_rights(at: &Position) -> Position {
    Placement::from(at).position().expect("legal without the right, too")
}

#[test]
fn tables_that_no_longer_fit_still_tell_who_wins() {
    let (folder, _) = tables(&[], |_| false);
    let key = |text: &str| text.parse::<MaterialKey>().expect("a key");
    generate(folder.path(), &Plan::closure([key("KRd7vK")], |exit| exit.promoted.is_none()));
    generate(folder.path(), &Plan::closure([key("Kd7vK")], |_| true));
    let tables = Tables::open(folder.path()).expect("tables");
    assert!(matches!(tables.fault(&key("KRd7vK")), Some(ProbeError::Changed { .. })));
    let root = "8/3P4/8/8/8/1k6/8/4K2R w K - 0 1";
    let slices = prepared(&tables, &[root]);
    let bounds = slices.probe(&position(root)).expect("it was prepared");
    assert_eq!(bounds.upper.wdl(), Wdl::Win);
    assert!(bounds.lower.wdl() >= Wdl::Draw, "{bounds:?}");
}

#[test]
fn brute_force_finds_the_same_values() {
    // On either side and for either player, in Chess960, and with a pawn.
    for (family, fen) in [
        ("KRvK", "8/8/8/8/4k3/8/8/4K2R b K - 0 1"),
        ("KRvK", "r3k3/8/8/4K3/8/8/8/8 w q - 0 1"),
        ("KRvK", "8/8/8/8/8/4k3/8/1RK5 b B - 0 1"),
        ("KRa7vK", "8/P7/8/8/4k3/8/8/4K2R b K - 0 1"),
    ] {
        let (_folder, tables) = tables(&[family], |_| true);
        let slices = prepared(&tables, &[fen]);
        let brute = Brute::new(&position(fen), |after| slices.probe(after).expect("it is known"));
        let mut compared = 0;
        for (at, bounds) in brute.solve().filter(|(at, _)| at.castling().rooks().any()) {
            assert_eq!(slices.probe(at).expect("it is known"), bounds, "{at:?}");
            compared += 1;
        }
        assert!(compared > 4, "{fen}: {compared}");
    }
}

#[test]
fn every_value_is_that_of_the_best_move() {
    let follow = |exit: &Exit| exit.child.men() <= 4;
    let (_folder, tables) = tables(&["KRvKR", "KRvKN", "KRRvK", "KRvKQ", "KRPvK"], follow);
    // One right, two of one side, one of each side, and a pawn that can promote meanwhile.
    let roots = [
        FORK,
        "8/8/8/4n3/8/4k3/8/4K2R b K - 0 1",
        "8/8/8/4q3/8/8/3k4/R5K1 w A - 0 1",
        "8/8/8/8/8/4k3/8/R3K2R w KQ - 0 1",
        "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1",
        "8/8/8/8/4k3/8/P7/4K2R w K - 0 1",
    ];
    let slices = prepared(&tables, &roots);
    let (mut compared, mut better) = (0, 0);
    for (at, bounds) in with_rights(&slices, &roots) {
        assert_eq!(Some(bounds), by_moves(&slices, &at), "{at:?}");
        let value = bounds.exact().expect("no table is missing");
        // Whoever may castle need not.
        let without = tables.probe(&without_rights(&at)).expect("a table");
        let rights = |color| at.castling().rooks_of(color).any();
        if !rights(!at.turn()) {
            assert!(value >= without.lower, "{at:?}");
        } else if !rights(at.turn()) {
            assert!(value <= without.upper, "{at:?}");
        }
        better += u32::from(Some(value.wdl()) != without.wdl());
        compared += 1;
    }
    assert!(compared > 20_000 && better > 0, "{compared} {better}");
}

#[test]
fn castling_can_be_the_only_way_to_win() {
    let (_folder, tables) = tables(&["KRvKR"], |_| true);
    let slices = prepared(&tables, &[FORK]);
    let at = position(FORK);
    assert_eq!(slices.probe(&at).expect("it is known").wdl(), Some(Wdl::Win));
    assert_eq!(slices.probe(&without_rights(&at)).expect("a table"), Bounds::DRAW);
    // The same with the colours exchanged, and with nothing prepared.
    let other = "r3k3/1R6/8/8/3K4/8/8/8 b q - 0 1";
    assert!(matches!(slices.probe(&position(other)), Err(ProbeError::Castling)));
    let swapped = prepared(&tables, &[other]);
    for (at, bounds) in with_rights(&slices, &[FORK]) {
        let image = Placement::from(&at).image(Transform::SWAP);
        let castling = Castling::new(Transform::SWAP.bitboard(at.castling().rooks()));
        let state = State { turn: image.turn, castling, ..State::INITIAL };
        let image = Setup { board: image.board, state }.validate().expect("legal as well");
        assert_eq!(swapped.probe(&image).ok(), Some(bounds), "{at:?}");
    }
}

#[test]
fn en_passant_is_looked_at_while_somebody_may_castle() {
    // The tables of what comes next are enough to compare it.
    let roots = ["4k3/8/8/8/Pp6/8/8/4K2R b K a3 0 1"];
    let key = MaterialKey::from_position(&position(roots[0]));
    let folder = tempfile::tempdir().expect("a folder");
    generate(folder.path(), &Plan::of_keys(key.child_keys().into_iter().chain([key])));
    let tables = Tables::open(folder.path()).expect("tables");
    let slices = prepared(&tables, &roots);
    let mut with_right = 0;
    for (at, bounds) in with_rights(&slices, &roots) {
        let Some(best) = by_moves(&slices, &at) else { continue };
        assert_eq!(bounds, best, "{at:?}");
        with_right += u32::from(at.en_passant_square().is_some());
    }
    assert!(with_right > 0);
}

#[test]
fn missing_tables_leave_bounds_that_hold_the_truth() {
    let root = "8/8/8/4k3/8/8/p7/4K2R w K - 0 1";
    let (folder, without) = tables(&["KRvKa2"], |exit| exit.promoted.is_none());
    let slices = prepared(&without, &[root]);
    let wide = with_rights(&slices, &[root]);
    generate(folder.path(), &Plan::closure(keys(&["KRvKa2"]), |_| true));
    let with = Tables::open(folder.path()).expect("tables");
    let exact = prepared(&with, &[root]);
    let mut narrowed = 0;
    for (at, wide) in wide {
        let value = exact.probe(&at).expect("it is known").exact().expect("nothing is missing");
        assert!(wide.lower <= value && value <= wide.upper, "{at:?}: {value} in {wide:?}");
        narrowed += u32::from(wide.wdl().is_none());
    }
    assert!(narrowed > 0);
}

#[test]
fn what_can_not_be_solved_is_refused_by_name() {
    let (_folder, tables) = tables(&["KRvK"], |_| true);
    let mut slices = Slices::new(&tables);
    let missing = slices.prepare(&position(FORK));
    assert!(
        matches!(missing, Err(ProbeError::Missing { key }) if key == "KRvKR".parse().expect("a key"))
    );
    // Nobody may castle: there is nothing to prepare.
    let plain = position("8/8/8/8/8/4k3/8/4K2R w - - 0 1");
    slices.prepare(&plain).expect("nothing to do");
    assert_eq!(slices.probe(&plain).ok(), tables.probe(&plain).ok());
}
