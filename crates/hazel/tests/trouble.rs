//! Bad input gets a clear message that names the place, and its exit code.

use crate::program::{run, run_with_input};

/// Runs into trouble: the exit code and standard error, with nothing on standard output.
fn trouble(arguments: &[&str]) -> (i32, String) {
    let run = run(arguments);
    assert_eq!(run.stdout, "", "{arguments:?}");
    (run.code, run.stderr)
}

#[test]
fn a_bad_fen_is_shown_with_the_place() {
    let (code, message) =
        trouble(&["show", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1"]);
    assert_eq!(code, 2);
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines[0], "error: FEN side to move, column 45: found `x`, expected `w` or `b`");
    assert_eq!(lines[1], "  | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1");
    assert_eq!(lines[2].find('^'), lines[1].find('x'));
    assert!(lines[3].starts_with("help: this field is w or b"), "{message}");
}

#[test]
fn every_command_refuses_what_is_no_position() {
    let cases = [
        ("", "found the end"),
        ("x", "found `x`"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "black has no king"),
        ("8/8/8/8/8/8/8/Kk6 w - - 0 1", "the kings stand next to each other"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "the side that is not to move is in check"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on h8"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1", "en passant, column"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5000 1", "halfmove clock, column"),
        ("\u{1b}[31m\u{0}ü", "FEN piece placement, column 1"),
    ];
    for (fen, words) in cases {
        if fen.contains('\0') {
            // No argument can hold a zero byte, but standard input can.
            let run = run_with_input(&["perft", "-", "1"], fen.as_bytes());
            assert_eq!(run.code, 2);
            assert!(run.stderr.contains(words), "{}", run.stderr);
            continue;
        }
        for arguments in [&["show", fen][..], &["moves", fen], &["perft", fen, "2"]] {
            let (code, message) = trouble(arguments);
            assert_eq!(code, 2, "{arguments:?}");
            assert!(message.starts_with("error: FEN ") && message.contains(words), "{message}");
            assert!(message.contains("\n  | ") && message.contains("\nhelp: "), "{message}");
        }
    }
}

#[test]
fn a_bad_line_of_many_is_named() {
    let run = run_with_input(&["perft", "-", "1"], b"startpos\n# fine\n8/8 w\n");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.starts_with("error: standard input, line 3: FEN "), "{}", run.stderr);
    let run = run_with_input(&["perft", "-", "1"], b"startpos\n\xFF\n");
    assert_eq!(run.code, 2);
    assert_eq!(run.stderr, "error: standard input, line 2: expected UTF-8 text\n");
    let run = run_with_input(&["perft", "-", "1"], b"\n# nothing\n");
    assert_eq!(run.code, 2);
    assert!(run.stderr.starts_with("error: standard input has no position\n"), "{}", run.stderr);
}

#[test]
fn a_fen_without_quotes_is_recognised() {
    let (code, message) = trouble(&["perft", "8/8/8/8/8/5k2/6q1/7K", "w", "-", "-", "0", "1", "3"]);
    assert_eq!(code, 2);
    assert!(
        message.ends_with(
            "\nhelp: this looks like a FEN without quotes; write it as \"8/8/8/8/8/5k2/6q1/7K w - - 0 1\"\n"
        ),
        "{message}"
    );
}

#[test]
fn absurd_numbers_are_refused_with_their_limit() {
    let cases = [
        (&["perft", "startpos", "99"][..], "expected a whole number from 0 to 12"),
        (&["perft", "startpos", "-1"], "unexpected argument '-1'"),
        (&["perft", "startpos", "deep"], "expected a whole number from 0 to 12"),
        (&["perft", "startpos", "3", "--threads", "0"], "0 is not in 1..=1024"),
        (&["perft", "startpos", "3", "--threads", "9999"], "9999 is not in 1..=1024"),
        (&["perft", "startpos", "3", "--hash", "99999999"], "99999999 is not in 1..=1048576"),
        (&["perft", "startpos", "3", "--engine-option", "Hash=1"], "--against <ENGINE>"),
        (
            &["perft", "startpos", "3", "--against", "x", "--engine-option", "Hash"],
            "expected NAME=VALUE",
        ),
        (&["perft", "startpos", "3", "--against", "x", "--engine-timeout", "0"], "seconds above 0"),
        (
            &["perft", "startpos", "0", "--against", "stockfish"],
            "at depth 0 there is nothing to compare",
        ),
        (&["perft", "startpos"], "<DEPTH>"),
        (&["show", "--format", "xml"], "[possible values: table, json, csv]"),
        (&["castle"], "unrecognized subcommand 'castle'"),
    ];
    for (arguments, words) in cases {
        let (code, message) = trouble(arguments);
        assert_eq!(code, 2, "{arguments:?}");
        assert!(message.starts_with("error: ") && message.contains(words), "{message}");
    }
}

#[test]
fn what_is_wrong_outside_has_its_own_code() {
    let directory = tempfile::tempdir().expect("a directory");
    let place = |name: &str| directory.path().join(name).display().to_string();
    let (file, missing, itself) = (place("plain"), place("no/such.svg"), place(""));
    std::fs::write(&file, "not a program").expect("a file");
    let cases = [
        (&["show", "--svg", &missing][..], "can't be written: No such file or directory"),
        (&["show", "--svg", &itself], "can't be written: "),
        (
            &["perft", "startpos", "2", "--against", "no-such-engine"],
            "there is no engine \"no-such-engine\"",
        ),
        (
            &["perft", "startpos", "2", "--against", "./no-such-engine"],
            "there is no engine \"./no-such-engine\"",
        ),
        (&["perft", "startpos", "2", "--against", &file], "can't be started: Permission denied"),
    ];
    for (arguments, words) in cases {
        let (code, message) = trouble(arguments);
        assert_eq!(code, 3, "{arguments:?}");
        assert!(message.starts_with("error: ") && message.contains(words), "{message}");
    }
    let left: Vec<_> = std::fs::read_dir(directory.path()).expect("a directory").collect();
    assert_eq!(left.len(), 1, "no temporary file is left behind: {left:?}");
}
