//! An engine with a fault is caught in the position where the fault is.

use hazel_core::{Color, Move, MoveKind, Position, Square};
use hazel_notation::{CastlingNotation, UciMove, parse_fen, to_uci};
use hazel_uci::{Comparison, CountDifference, Difference, EngineError, PerftCounts, compare_perft};

use crate::scripted::{Divide, Scripted, honest};

/// Perft of an engine whose list of moves is what `edit` makes of the legal moves.
fn faulty(
    position: &Position,
    depth: u32,
    edit: fn(&Position, &mut Vec<Move>),
) -> Vec<(Move, u64)> {
    let mut moves = position.legal_moves().to_vec();
    edit(position, &mut moves);
    let below = |m| match depth {
        1 => 1,
        _ => faulty(&position.after(m), depth - 1, edit).iter().map(|&(_, nodes)| nodes).sum(),
    };
    moves.into_iter().map(|m| (m, below(m))).collect()
}

fn compare(divide: Divide, fen: &str, depth: u32) -> Result<Option<Comparison>, EngineError> {
    let position = parse_fen(fen).expect("a position");
    let ours = |position: &Position, depth| Some(honest(position, depth));
    let mut heard = 0;
    let progress = |counts: &PerftCounts| heard = heard.max(counts.moves.len());
    let answer = compare_perft(&mut Scripted::start(divide)?, &position, depth, ours, progress);
    assert!(heard > 0, "progress was shown");
    answer
}

fn difference(divide: Divide, fen: &str, depth: u32) -> Difference {
    match compare(divide, fen, depth).expect("an engine that answers") {
        Some(Comparison { difference: Some(difference), .. }) => difference,
        other => panic!("{other:?}"),
    }
}

/// The line to a difference, in UCI.
fn line(fen: &str, difference: &Difference) -> Vec<String> {
    let mut position = parse_fen(fen).expect("a position");
    let mut names = Vec::new();
    for &m in &difference.line {
        names.push(to_uci(&position, m, CastlingNotation::KingTwoSquares));
        position.play(m);
    }
    assert_eq!(position, difference.position, "the line leads to the position");
    names
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn an_honest_engine_agrees() {
    // Counts from <https://www.chessprogramming.org/Perft_Results> and the Chess960 suite of the Ethereal engine.
    let chess960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    for (fen, total) in [(KIWIPETE, 97_862), (chess960, 12_189)] {
        let same = Comparison { ours: total, theirs: total, difference: None };
        assert_eq!(compare(honest, fen, 3).ok(), Some(Some(same)));
    }
}

#[test]
fn a_missing_move_is_found_below() {
    let fault: Divide = |position, depth| {
        faulty(position, depth, |_, moves| moves.retain(|m| m.kind() != MoveKind::EnPassant))
    };
    // The only way to an en-passant capture is the pawn's two steps.
    let fen = "4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1";
    let found = difference(fault, fen, 3);
    assert_eq!((line(fen, &found), found.depth), (vec!["c7c5".to_owned()], 2));
    assert_eq!(found.only_ours, [Move::new(Square::D5, Square::C6, MoveKind::EnPassant)]);
    assert!(found.only_theirs.is_empty() && found.counts.is_empty());
    let behind = found.position.after(found.only_ours[0]).legal_moves().len() as u64;
    assert_eq!(found.ours, found.theirs + behind);
    // Where many lines lead to the fault, the one that is walked ends at one.
    let found = difference(fault, KIWIPETE, 3);
    assert_eq!(line(KIWIPETE, &found).len() as u32 + found.depth, 3);
    assert!(!found.only_ours.is_empty());
    assert!(found.only_ours.iter().all(|m| m.kind() == MoveKind::EnPassant));
}

#[test]
fn a_move_too_many_is_found() {
    // A king that leaps from e1 to e3.
    let leap = Move::new(Square::E1, Square::E3, MoveKind::Quiet);
    let fault: Divide = |position, depth| {
        faulty(position, depth, |position, moves| {
            if position.turn() == Color::White && position.king(Color::White) == Square::E1 {
                moves.push(Move::new(Square::E1, Square::E3, MoveKind::Quiet));
            }
        })
    };
    for (fen, plies) in [("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0), ("4k3/8/8/8/8/8/8/4K3 b - - 0 1", 1)]
    {
        let found = difference(fault, fen, 2);
        assert_eq!((line(fen, &found).len(), found.depth), (plies, 2 - plies as u32));
        assert_eq!(
            found.only_theirs,
            [UciMove::from_move(&found.position, leap, CastlingNotation::KingTwoSquares)]
        );
        assert!(found.only_ours.is_empty() && found.counts.is_empty());
    }
}

#[test]
fn an_engine_that_contradicts_itself_is_caught_where_it_does() {
    // One too many after captures on d7, but only when asked two plies deep.
    let fault: Divide = |position, depth| {
        let mut moves = honest(position, depth);
        for (m, nodes) in &mut moves {
            *nodes += u64::from(depth == 2 && m.to() == Square::D7);
        }
        moves
    };
    let found = difference(fault, KIWIPETE, 2);
    // Nothing differs below the first ply, so the first ply is the deepest place that can be named.
    assert_eq!((found.line.len(), found.depth), (0, 2));
    let knight_takes = Move::new(Square::E5, Square::D7, MoveKind::Capture);
    let ours = found.position.after(knight_takes).legal_moves().len() as u64;
    assert_eq!(found.counts, [CountDifference { m: knight_takes, ours, theirs: ours + 1 }]);
}

#[test]
fn whoever_counts_for_hazel_can_give_up() -> Result<(), EngineError> {
    let mut engine = Scripted::start(honest)?;
    let start = Position::initial();
    assert_eq!(compare_perft(&mut engine, &start, 3, |_, _| None, |_| ())?, None);
    let nothing = Comparison { ours: 1, theirs: 1, difference: None };
    assert_eq!(compare_perft(&mut engine, &start, 0, |_, _| None, |_| ())?, Some(nothing));
    Ok(())
}
