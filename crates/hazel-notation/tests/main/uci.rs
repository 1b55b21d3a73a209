//! UCI moves: both spellings of castling, and what is refused.

use hazel_core::{MoveKind, Position};
use hazel_notation::{CastlingNotation, UciError, UciMove, parse_fen, parse_uci, to_uci};
use proptest::proptest;

use crate::games::reachable;

fn position(fen: &str) -> Position {
    parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

proptest! {
    #[test]
    fn every_move_is_read_as_it_is_written(position in reachable()) {
        for m in position.legal_moves() {
            for notation in [CastlingNotation::KingTwoSquares, CastlingNotation::KingTakesRook] {
                let text = to_uci(&position, m, notation);
                assert_eq!(parse_uci(&position, &text), Ok(m), "{text}");
                let uci = UciMove::parse(&text).expect("it was just read");
                assert_eq!(uci.to_string(), text);
                assert_eq!(UciMove::from_move(&position, m, notation), uci);
            }
        }
    }
}

#[test]
fn castling_is_read_in_both_spellings() {
    let ordinary = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    // The king on f1 has a step to g1 and a castling to g1; the king on b1 castles onto c1, a step as well.
    let inner = "1k6/8/8/8/8/8/8/RK3R2 w FA - 0 1";
    let close = "6k1/8/8/8/8/8/8/R4K1R w HA - 0 1";
    let beside = "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1";
    let cases = [
        (ordinary, "e1g1", "e1g1", MoveKind::Castling),
        (ordinary, "e1h1", "e1g1", MoveKind::Castling),
        (ordinary, "e1c1", "e1c1", MoveKind::Castling),
        (ordinary, "e1a1", "e1c1", MoveKind::Castling),
        (ordinary, "e1f1", "e1f1", MoveKind::Quiet),
        (inner, "b1a1", "b1a1", MoveKind::Castling),
        (inner, "b1c1", "b1c1", MoveKind::Quiet),
        (inner, "b1f1", "b1f1", MoveKind::Castling),
        (inner, "b1g1", "b1f1", MoveKind::Castling),
        (close, "f1g1", "f1g1", MoveKind::Quiet),
        (close, "f1h1", "f1h1", MoveKind::Castling),
        (close, "f1c1", "f1a1", MoveKind::Castling),
        (beside, "e1g1", "e1g1", MoveKind::Castling),
    ];
    for (fen, read, written, kind) in cases {
        let position = position(fen);
        let m = parse_uci(&position, read).unwrap_or_else(|error| panic!("{fen} {read}: {error}"));
        assert_eq!(m.kind(), kind, "{fen} {read}");
        assert_eq!(to_uci(&position, m, CastlingNotation::KingTwoSquares), written, "{fen} {read}");
    }
}

#[test]
fn promotions_take_small_and_capital_letters() {
    let position = position("3n4/4P3/8/8/8/8/k6K/8 w - - 0 1");
    for (read, kind) in [
        ("e7e8q", MoveKind::PromoteQueen),
        ("e7e8R", MoveKind::PromoteRook),
        ("e7d8b", MoveKind::CapturePromoteBishop),
        ("e7d8N", MoveKind::CapturePromoteKnight),
    ] {
        let m = parse_uci(&position, read).expect("a promotion");
        assert_eq!(m.kind(), kind);
        let written = to_uci(&position, m, CastlingNotation::KingTwoSquares);
        assert_eq!(written, read.to_ascii_lowercase());
    }
}

#[test]
fn errors_say_what_is_wrong_and_what_would_be_right() {
    let cases = [
        ("", "UCI move, column 1: found the end, expected a file from a to h"),
        ("e", "UCI move, column 2: found the end, expected a rank from 1 to 8"),
        ("e2", "UCI move, column 3: found the end, expected a file from a to h"),
        ("e2e", "UCI move, column 4: found the end, expected a rank from 1 to 8"),
        ("e2é4", "UCI move, column 3: found `é`, expected a file from a to h"),
        ("E2E4", "UCI move, column 1: found `E`, expected a file from a to h"),
        ("e2-e4", "UCI move, column 3: found `-`, expected a file from a to h"),
        ("e2e9", "UCI move, column 4: found `9`, expected a rank from 1 to 8"),
        ("e7e8k", "UCI move, column 5: found `k`, expected one of `qrbn` or the end"),
        ("e7e8p", "UCI move, column 5: found `p`, expected one of `qrbn` or the end"),
        ("e7e8qq", "UCI move, column 6: found `q`, expected the end"),
        ("e2e4 ", "UCI move, column 5: found ` `, expected one of `qrbn` or the end"),
        ("0000", "found the null move `0000`, expected a move"),
        ("e2e5", "illegal move `e2e5`: from e2 can be played e2e3, e2e4"),
        ("e2e4q", "illegal move `e2e4q`: from e2 can be played e2e3, e2e4"),
        ("e1g1", "illegal move `e1g1`: nothing can be played from e1"),
        ("e7e5", "illegal move `e7e5`: nothing can be played from e7"),
        ("e4e5", "illegal move `e4e5`: nothing can be played from e4"),
        ("e1h8", "illegal move `e1h8`: nothing can be played from e1"),
    ];
    for (text, message) in cases {
        let error = parse_uci(&Position::initial(), text).expect_err(text);
        assert_eq!(error.to_string(), message, "{text:?}");
    }
    let missing = position("8/4P3/8/8/8/8/k6K/8 w - - 0 1");
    assert_eq!(
        parse_uci(&missing, "e7e8").map_err(|error| error.to_string()),
        Err("illegal move `e7e8`: from e7 can be played e7e8b, e7e8n, e7e8q, e7e8r".to_owned()),
    );
    assert!(matches!(UciMove::parse_bytes(b"e2\xFF4"), Err(UciError::Syntax { column: 3, .. })));
}
