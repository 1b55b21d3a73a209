//! Answers in all three formats, and whether they are right.

use std::io::pipe;

use serde_json::json as value;

use crate::program::{csv, fields, finish, hazel, json, run, run_with_input};

/// Published counts of depths 1 to 4: <https://www.chessprogramming.org/Perft_Results>; the last is the first position
/// of the Chess960 suite of the Ethereal engine.
const PUBLISHED: [(&str, [u64; 4]); 7] = [
    ("startpos", [20, 400, 8_902, 197_281]),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        [48, 2_039, 97_862, 4_085_603],
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2_812, 43_238]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", [6, 264, 9_467, 422_333]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1_486, 62_379, 2_103_487]),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        [46, 2_079, 89_890, 3_894_594],
    ),
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        [21, 528, 12_189, 326_672],
    ),
];

#[test]
fn perft_gives_the_published_counts_in_every_way() {
    for (fen, counts) in PUBLISHED {
        for (depth, nodes) in ["1", "2", "3", "4"].into_iter().zip(counts) {
            let ways: [&[&str]; 3] = [&[], &["--threads", "2"], &["--hash", "1", "--threads", "1"]];
            for way in ways {
                let answer = json(&[&["perft", fen, depth], way].concat());
                assert_eq!(answer["nodes"], nodes, "{fen} {depth} {way:?}");
            }
        }
    }
}

#[test]
fn perft_has_the_documented_fields() {
    let plain = json(&["perft", "startpos", "3"]);
    let common = ["depth", "fen", "nodes", "nodes_per_second", "seconds", "threads"];
    assert_eq!(fields(&plain), common);
    assert_eq!(plain["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!((&plain["depth"], &plain["nodes"]), (&value!(3), &value!(8902)));
    let divided = json(&["perft", "startpos", "3", "--divide", "--hash", "1"]);
    assert_eq!(
        fields(&divided),
        ["depth", "fen", "hash", "moves", "nodes", "nodes_per_second", "seconds", "threads"]
    );
    let moves = divided["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 20);
    assert_eq!(moves[0], value!({"uci": "a2a3", "san": "a3", "nodes": 380}));
    let sum: u64 = moves.iter().map(|m| m["nodes"].as_u64().expect("a number")).sum();
    assert_eq!(sum, 8902);
    assert_eq!(fields(&divided["hash"]), ["collisions", "hits", "mebibytes", "misses"]);
    assert_eq!(json(&["perft", "startpos", "0"])["nodes"], 1);
}

#[test]
fn perft_counts_many_positions_from_standard_input() {
    let input = b"startpos\n\n# a comment\n  8/P6k/8/8/8/8/8/K7 w - - 0 1  \n";
    let run = run_with_input(&["perft", "-", "2", "--format", "json"], input);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let answer: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(
        fields(&answer),
        ["depth", "nodes", "nodes_per_second", "positions", "seconds", "threads"]
    );
    let nodes: Vec<u64> = answer["positions"]
        .as_array()
        .expect("positions")
        .iter()
        .map(|counted| counted["nodes"].as_u64().expect("a number"))
        .collect();
    assert_eq!(nodes[0], 400);
    assert_eq!(answer["nodes"], nodes[0] + nodes[1]);
    let run = run_with_input(&["perft", "-", "2"], input);
    assert!(run.stdout.contains("positions  2\n"), "{}", run.stdout);
}

#[test]
fn perft_as_csv_has_a_row_for_each_position_or_move() {
    let (header, rows) = csv(&["perft", "startpos", "2"]);
    assert_eq!(header, ["fen", "depth", "nodes", "seconds", "nodes_per_second", "threads"]);
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0][1].as_str(), rows[0][2].as_str()), ("2", "400"));
    let (header, rows) = csv(&["perft", "startpos", "2", "--divide"]);
    assert_eq!(header, ["fen", "uci", "san", "nodes"]);
    assert_eq!(rows.len(), 20);
    assert_eq!(rows[3][1..], ["b1c3", "Nc3", "20"]);
}

#[test]
fn perft_as_a_table_is_for_people() {
    let text = run(&["perft", "startpos", "4", "--divide"]).stdout;
    assert!(
        text.contains(
            "
 e2e4  e4   13,160
"
        ),
        "{text}"
    );
    assert!(text.contains("\nnodes    197,281\n"), "{text}");
}

#[test]
fn moves_are_listed_in_san_and_uci() {
    let fen = "r3k2r/8/8/3pP3/8/8/6P1/R3K2R w KQkq d6 0 1";
    let answer = json(&["moves", fen]);
    assert_eq!(fields(&answer), ["count", "fen", "moves", "turn"]);
    assert_eq!(answer["turn"], "white");
    assert_eq!(answer["count"], answer["moves"].as_array().expect("moves").len());
    for expected in [
        value!({"san": "O-O", "uci": "e1g1", "kind": "castling"}),
        value!({"san": "O-O-O", "uci": "e1c1", "kind": "castling"}),
        value!({"san": "exd6", "uci": "e5d6", "kind": "en_passant"}),
        value!({"san": "Rxa8+", "uci": "a1a8", "kind": "capture"}),
        value!({"san": "g4", "uci": "g2g4", "kind": "quiet"}),
    ] {
        assert!(answer["moves"].as_array().expect("moves").contains(&expected), "{expected}");
    }
    // A rook takes a rook in Chess960 only in name.
    let (header, rows) = csv(&["moves", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"]);
    assert_eq!(header, ["san", "uci", "kind"]);
    assert!(rows.contains(&vec!["O-O".to_owned(), "e1g1".to_owned(), "castling".to_owned()]));
    let (_, rows) = csv(&["moves", "1n5k/P7/8/8/8/8/8/K7", "w", "-", "-", "0", "1"]);
    let kinds = |kind: &str| rows.iter().filter(|row| row[2] == kind).count();
    assert_eq!((kinds("promotion"), kinds("capture_promotion"), kinds("quiet")), (4, 4, 3));
    let mated = run(&["moves", "4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1"]);
    assert_eq!((mated.code, mated.stdout.as_str()), (0, "no legal move for black\n"));
}

#[test]
fn show_has_the_documented_fields() {
    let answer = json(&["show", "rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3"]);
    let expected = value!({
        "fen": "rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3",
        "board": [
            "rnbqkbnr", "ppp.pppp", "........", "........", "...pP...", ".....N..", "PPPP.PPP", "RNBQKB.R"
        ],
        "turn": "black",
        "castling": "KQkq",
        "en_passant": "e3",
        "halfmove_clock": 0,
        "move_number": 3,
        "chess960": false,
        "check": false,
        "checkers": [],
        "status": "ongoing",
        "can_claim_draw": false,
        "legal_moves": 30,
    });
    assert_eq!(answer, expected);
    let (header, rows) = csv(&["show"]);
    assert_eq!(header[0], "fen");
    assert_eq!(header.len(), rows[0].len());
}

#[test]
fn show_says_how_the_game_stands() {
    let cases = [
        ("4k3/4Q3/4K3/8/8/8/8/8 b - - 0 1", "checkmate", "checkmate: white has won"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate", "stalemate: a draw"),
        ("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "insufficient_material", "a draw: nobody can mate"),
        (
            "4k3/8/8/8/8/8/8/R3K3 w - - 150 99",
            "seventy_five_moves",
            "a draw: 75 moves without capture or pawn move",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3 w - - 100 99",
            "ongoing",
            "the game goes on; a draw can be claimed by the 50-move rule",
        ),
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "ongoing", "white is in check from e2"),
    ];
    for (fen, status, words) in cases {
        assert_eq!(json(&["show", fen])["status"], status, "{fen}");
        let text = run(&["show", fen]).stdout;
        assert!(text.contains(&format!("status          {words}\n")), "{text}");
    }
}

#[test]
fn show_draws_with_figures_letters_or_colours() {
    let figures = run(&["show"]).stdout;
    assert!(
        figures.starts_with("8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜    to move         white, move 1\n"),
        "{figures}"
    );
    let letters = run(&["show", "--ascii", "--flip"]).stdout;
    assert!(letters.starts_with("1  R N B K Q B N R    to move"), "{letters}");
    assert!(letters.is_ascii());
    let colored = finish(hazel(&["show"]).env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1")).stdout;
    assert!(colored.contains("\u{1b}[48;5;"), "{colored}");
    assert!(!figures.contains('\u{1b}'));
    let unquoted = run(&["show", "8/8/8/8/8/5k2/6q1/7K", "w", "-", "-", "0", "1"]);
    assert_eq!(unquoted.stdout, run(&["show", "8/8/8/8/8/5k2/6q1/7K w - - 0 1"]).stdout);
}

#[test]
fn a_reader_that_goes_away_is_no_trouble() {
    for arguments in
        [&["moves"][..], &["show"], &["perft", "startpos", "3", "--divide"], &["--help"]]
    {
        let (reader, writer) = pipe().expect("a pipe");
        drop(reader);
        let run = finish(hazel(arguments).stdout(writer));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{arguments:?}");
    }
}
