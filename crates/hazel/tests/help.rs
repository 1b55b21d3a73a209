//! The help teaches: its examples run, its lines fit, its exit codes are there.

use std::process::Command;

use crate::program::{finish, run, surroundings, with_examples};

const HELPS: [&[&str]; 32] = [
    &["--help"],
    &["show", "--help"],
    &["moves", "--help"],
    &["perft", "--help"],
    &["pgn", "--help"],
    &["pgn", "check", "--help"],
    &["pgn", "stats", "--help"],
    &["pgn", "convert", "--help"],
    &["pgn", "filter", "--help"],
    &["pgn", "dedupe", "--help"],
    &["tape", "--help"],
    &["play", "--help"],
    &["play", "fork", "--help"],
    &["play", "peasants", "--help"],
    &["play", "nim", "--help"],
    &["solve", "--help"],
    &["solve", "peasants", "--help"],
    &["solve", "pawns", "--help"],
    &["solve", "nim", "--help"],
    &["solve", "fork", "--help"],
    &["solve", "tictactoe", "--help"],
    &["solve", "check", "--help"],
    &["solve", "perft", "--help"],
    &["table", "--help"],
    &["table", "generate", "--help"],
    &["table", "probe", "--help"],
    &["table", "info", "--help"],
    &["table", "verify", "--help"],
    &["table", "solve", "--help"],
    &["table", "index-pgn", "--help"],
    &["table", "plan", "--help"],
    &["table", "stats", "--help"],
];

#[test]
fn every_example_runs() {
    let directory = with_examples();
    let mut examples = 0;
    for arguments in HELPS {
        let help = run(arguments);
        assert_eq!((help.code, help.stderr.as_str()), (0, ""));
        for example in help.stdout.lines().filter_map(|line| line.trim().strip_prefix("$ ")) {
            let mut shell = Command::new("sh");
            shell.args(["-c", example]).current_dir(directory.path());
            surroundings(&mut shell);
            let run = finish(&mut shell);
            assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{example}");
            assert!(!run.stdout.is_empty(), "{example}");
            examples += 1;
        }
    }
    assert!(examples >= 40, "{examples} examples");
    for picture in ["board.svg", "chain.svg", "coverage.svg"] {
        assert!(directory.path().join(picture).is_file(), "{picture} was written by its example");
    }
}

#[test]
fn every_line_fits_a_terminal_of_eighty_columns() {
    for arguments in HELPS {
        for line in run(arguments).stdout.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

#[test]
fn exit_codes_and_version_are_told() {
    let help = run(&["--help"]).stdout;
    for code in ["\n  0    ", "\n  1    ", "\n  2    ", "\n  3    ", "\n  130  "] {
        assert!(help.contains(code), "{code}");
    }
    let version = run(&["--version"]);
    assert_eq!(version.stdout, format!("hazel {}\n", env!("CARGO_PKG_VERSION")));
    // Without arguments the short help is shown; that is no answer.
    assert_eq!(run(&[]).code, 2);
}
