//! SAN: round trips, sloppiness that is taken, and errors that say what would be possible.

use hazel_core::{Position, Side};
use hazel_notation::{San, SanError, parse_fen, parse_san, san, to_san, to_uci};
use proptest::proptest;

use crate::games::{reachable, special};

fn position(fen: &str) -> Position {
    parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// What a text is read as, in canonical SAN.
fn read(fen: &str, text: &str) -> String {
    let position = position(fen);
    parse_san(&position, text).map_or_else(|error| error.to_string(), |m| to_san(&position, m))
}

fn round_trip(position: &Position) {
    for m in position.legal_moves() {
        let text = to_san(position, m);
        assert_eq!(parse_san(position, &text), Ok(m), "{text}");
        let san = San::from_move(position, m);
        assert_eq!(San::parse(&text), Ok(san), "{text}");
        assert_eq!(San::parse_bytes(text.as_bytes()), Ok(san), "{text}");
        assert_eq!(San::parse_prefix(text.as_bytes()), Ok((san, san.to_string().len())));
        assert_eq!(text.trim_end_matches(['+', '#']), san.to_string());
        let mut written = String::new();
        san::write(position, m, &mut written).expect("a string can be written to");
        assert_eq!(written, text);
        // Two squares say enough, whatever the man.
        let uci = to_uci(position, m, hazel_notation::CastlingNotation::KingTakesRook);
        assert_eq!(parse_san(position, &uci), Ok(m), "{uci}");
    }
}

proptest! {
    #[test]
    fn every_move_is_read_as_it_is_written(position in reachable()) {
        round_trip(&position);
    }
}

#[test]
fn moves_of_special_positions_are_read_as_they_are_written() {
    special().for_each(|position| round_trip(&position));
}

#[test]
fn moves_are_told_apart_by_no_more_than_needed() {
    let cases = [
        // By file, by rank where they share a file, by both where neither alone is enough.
        ("7k/8/8/8/8/8/8/RR5K w - - 0 1", "b1b8", "Rb8+"),
        ("6k1/8/8/8/8/R6R/8/7K w - - 0 1", "a3d3", "Rad3"),
        ("7k/8/8/8/R7/8/R7/7K w - - 0 1", "a2a3", "R2a3"),
        ("7k/8/8/8/N3N3/8/N3N3/7K w - - 0 1", "a4c3", "Na4c3"),
        ("8/7k/8/8/8/Q7/8/Q1Q4K w - - 0 1", "a1b2", "Qa1b2"),
        ("8/7k/8/8/8/Q7/8/Q1Q4K w - - 0 1", "a3b2", "Q3b2"),
        ("8/7k/8/8/8/Q7/8/Q1Q4K w - - 0 1", "c1b2", "Qcb2"),
        // A pinned man can't be meant, nor one that leaves the king in check.
        ("4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2"),
        ("4k3/8/8/8/7b/8/8/R3KR2 w Q - 0 1", "f1f2", "Rf2"),
        // The file of a pawn that takes, the promotion, check and mate.
        ("3r3k/4P3/8/8/8/8/8/7K w - - 0 1", "e7d8q", "exd8=Q+"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#"),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"),
        ("8/8/8/8/8/1K6/7R/k7 w - - 0 1", "h2h1", "Rh1#"),
        ("8/8/8/3pP3/8/k7/8/K7 w - d6 0 2", "e5d6", "exd6"),
    ];
    for (fen, uci, expected) in cases {
        let position = position(fen);
        let m = hazel_notation::parse_uci(&position, uci)
            .unwrap_or_else(|error| panic!("{fen} {uci}: {error}"));
        assert_eq!(to_san(&position, m), expected, "{fen}");
        assert_eq!(parse_san(&position, expected), Ok(m), "{fen}");
    }
}

#[test]
fn common_sloppiness_is_taken() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const PROMOTION: &str = "3r3k/4P3/8/8/8/8/8/7K w - - 0 1";
    const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    const CAPTURES: &str = "4k3/8/8/3p4/4P3/2N5/8/4K2R w K - 0 1";
    let cases = [
        (START, "Nf3", &["Nf3", "Ng1f3", "Ngf3", "N1f3", "Ng1-f3", "g1f3", "g1-f3"][..]),
        (START, "Nf3", &["Nf3!", "Nf3?!", "Nf3 !?", "Nf3+", "Nf3#", "Nf3++", " Nf3 ", "Nxf3"]),
        (START, "e4", &["e4", "Pe4", "e2e4", "e2-e4", "Pe2-e4", "Pe2e4", "e4!!", "ee4", "2e4"]),
        (CASTLING, "O-O", &["O-O", "0-0", "o-o", "O-0", "O-O+", "0-0!", "e1g1", "e1h1", "e1-g1"]),
        (CASTLING, "O-O-O", &["O-O-O", "0-0-0", "o-o-o", "O-O-O#", "e1c1", "e1a1"]),
        (PROMOTION, "e8=Q", &["e8=Q", "e8Q", "e8(Q)", "e8/Q", "e8=q", "e8q", "e7e8q", "e7-e8Q+"]),
        (PROMOTION, "e8=B", &["e8=B", "e8b", "e8=b", "e8(B)!", "Pe8B", "e7e8b", "e7e8=B"]),
        (
            PROMOTION,
            "exd8=N",
            &["exd8=N", "ed8N", "exd8(n)", "e7xd8/N", "e:d8=N", "Pexd8N", "xd8=N"],
        ),
        (EN_PASSANT, "exd6", &["exd6", "exd6 e.p.", "exd6e.p.", "exd6ep", "exd6 ep", "exd6/ep"]),
        (
            EN_PASSANT,
            "exd6",
            &["ed6", "exd6!", "exd6 e.p.!", "exd6+ ep", "e5d6", "e5xd6 e.p.", "xd6"],
        ),
        (
            CAPTURES,
            "Nxd5",
            &["Nxd5", "Nd5", "N:d5", "NXd5", "Nc3xd5", "Ncd5", "N3xd5", "c3d5", "c3xd5"],
        ),
        (CAPTURES, "exd5", &["exd5", "ed5", "e:d5", "exd5+", "e4d5", "e4-d5", "Pxd5", "e4xd5"]),
    ];
    for (fen, canonical, texts) in cases {
        let mark = |text: String| text.trim_end_matches(['+', '#']).to_owned();
        for text in texts {
            assert_eq!(mark(read(fen, text)), canonical, "{text}");
        }
    }
}

#[test]
fn what_is_not_written_as_a_move_is_named_with_its_column() {
    let cases = [
        ("", 1, "found the end, expected a move"),
        ("  ", 3, "found the end, expected a move"),
        ("x", 2, "found the end, expected a file from a to h"),
        ("--", 1, "found `-`, expected a move"),
        ("Z0", 1, "found `Z`, expected a move"),
        ("♘f3", 1, "found `♘`, expected a move"),
        ("1.e4", 2, "found `.`, expected a file from a to h"),
        ("N", 2, "found the end, expected a file from a to h"),
        ("Nf", 3, "found the end, expected a rank from 1 to 8"),
        ("Nf9", 3, "found `9`, expected a rank from 1 to 8"),
        ("Ni3", 2, "found `i`, expected a file from a to h"),
        ("nf3", 1, "found `n`, expected a move"),
        ("Nbf", 4, "found the end, expected a rank from 1 to 8"),
        ("Ng1x", 5, "found the end, expected a file from a to h"),
        ("Ng1-é3", 5, "found `é`, expected a file from a to h"),
        ("exd", 4, "found the end, expected a rank from 1 to 8"),
        ("e4e", 3, "found `e`, expected the end of the move"),
        ("Nf3g5h7", 6, "found `h`, expected the end of the move"),
        ("Nf3=Q", 4, "found `=`, expected the end of the move"),
        ("e8=", 4, "found the end, expected one of `QRBN`"),
        ("e8=K", 4, "found `K`, expected one of `QRBN`"),
        ("e8(Q", 5, "found the end, expected `)`"),
        ("e8Q)", 4, "found `)`, expected the end of the move"),
        ("O", 2, "found the end, expected `O-O` or `O-O-O`"),
        ("O-", 2, "found `-`, expected `O-O` or `O-O-O`"),
        ("OO", 2, "found `O`, expected `O-O` or `O-O-O`"),
        ("O-O-", 4, "found `-`, expected the end of the move"),
        ("O-O-O-O", 6, "found `-`, expected the end of the move"),
        ("e4 e5", 4, "found `e`, expected the end of the move"),
        ("e4.", 3, "found `.`, expected the end of the move"),
        ("e4 e.p", 4, "found `e`, expected the end of the move"),
    ];
    for (text, column, problem) in cases {
        let error = San::parse(text).expect_err(text);
        assert_eq!(error.to_string(), format!("SAN, column {column}: {problem}"), "{text:?}");
    }
    assert!(matches!(San::parse_bytes(b"N\xFFf3"), Err(SanError::Syntax { column: 2, .. })));
}

#[test]
fn a_prefix_ends_where_the_move_does() {
    let cases =
        [("Nf3+ Nc6", 3), ("O-O-O#", 5), ("O-O 1-0", 3), ("e8=Q+", 4), ("e4!?", 2), ("e4e", 2)];
    for (text, length) in cases {
        let (san, bytes) = San::parse_prefix(text.as_bytes()).expect(text);
        assert_eq!(bytes, length, "{text}");
        assert_eq!(San::parse(&text[..length]), Ok(san));
    }
    assert_eq!(San::parse_prefix(b"O-O"), Ok((San::Castling(Side::King), 3)));
    assert!(San::parse_prefix(b" e4").is_err());
}

#[test]
fn illegal_and_ambiguous_moves_list_what_is_possible() {
    let cases = [
        ("6k1/8/8/8/8/R6R/8/7K w - - 0 1", "Rd3", "ambiguous move `Rd3`: it can be Rad3, Rhd3"),
        (
            "7k/8/8/8/N3N3/8/N3N3/7K w - - 0 1",
            "Nac3",
            "ambiguous move `Nac3`: it can be Na2c3, Na4c3",
        ),
        (
            "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1",
            "xd5",
            "ambiguous move `xd5`: it can be cxd5, exd5",
        ),
        (
            "3r3k/4P3/8/8/8/8/8/7K w - - 0 1",
            "e8",
            "ambiguous move `e8`: it can be e8=B, e8=N, e8=Q+, e8=R+",
        ),
        (
            "3r3k/4P3/8/8/8/8/8/7K w - - 0 1",
            "e7d8",
            "ambiguous move `e7d8`: it can be exd8=B, exd8=N, exd8=Q+, exd8=R+",
        ),
        (
            "8/8/8/8/8/2k5/8/K1N5 w - - 0 1",
            "Ne4",
            "illegal move `Ne4`: a knight can play Na2+, Nb3, Nd3, Ne2+",
        ),
        (
            "8/8/8/8/8/1k6/8/K7 w - - 0 1",
            "Nb3",
            "illegal move `Nb3`: a knight can't move, but Kb1 can be played",
        ),
        (
            "8/8/8/8/8/1k6/8/K7 w - - 0 1",
            "e4",
            "illegal move `e4`: a pawn can't move, but Kb1 can be played",
        ),
        ("8/8/8/8/8/1k6/8/K7 w - - 0 1", "O-O", "illegal move `O-O`: the king can play Kb1"),
        ("8/8/8/8/8/1k6/8/K7 w - - 0 1", "a1a2", "illegal move `a1a2`: from a1 can be played Kb1"),
        (
            "8/8/8/8/8/1k6/8/K7 w - - 0 1",
            "a2a3",
            "illegal move `a2a3`: nothing can be played from a2, but Kb1 can",
        ),
        ("8/8/8/8/8/1k6/1q6/K7 w - - 0 1", "Kb1", "illegal move `Kb1`: no move is left"),
        // Neither steps onto men, nor captures without one, nor promotions elsewhere.
        ("4k3/8/8/8/4p3/4P3/3P4/4K3 w - - 0 1", "e4", "illegal move `e4`: a pawn can play d3, d4"),
        (
            "4k3/8/8/8/4p3/3pP3/3P4/4K3 w - - 0 1",
            "d4",
            "illegal move `d4`: a pawn can't move, but Kd1, Kf1, Kf2 can be played",
        ),
        (
            "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1",
            "dxe3",
            "illegal move `dxe3`: a pawn can play d3, d4, e3, e4",
        ),
        (
            "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1",
            "exe4",
            "illegal move `exe4`: a pawn can play d3, d4, e3, e4",
        ),
        (
            "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1",
            "e4=Q",
            "illegal move `e4=Q`: a pawn can play d3, d4, e3, e4",
        ),
        (
            "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1",
            "e5",
            "illegal move `e5`: a pawn can play d3, d4, e3, e4",
        ),
        // A king in check, a pinned man, a wrong file.
        (
            "4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1",
            "Nec2",
            "illegal move `Nec2`: a knight can play Nb3, Nc2",
        ),
        ("4k3/8/8/8/7b/8/8/R3KR2 w Q - 0 1", "Rb1", "illegal move `Rb1`: a rook can play Rf2"),
    ];
    for (fen, text, message) in cases {
        assert_eq!(read(fen, text), message, "{fen}");
    }
}

#[test]
fn what_was_read_is_written_so_that_it_reads_the_same() {
    // Found by fuzzing: without its letter, a pawn with its whole start reads as coordinates.
    for text in ["Pe3xf6", "Pe2e4", "Ng1f3", "exd5", "e8=Q", "O-O-O", "e2e4"] {
        let san = San::parse(text).expect("a move");
        assert_eq!(San::parse(&san.to_string()), Ok(san), "{text}");
    }
}
