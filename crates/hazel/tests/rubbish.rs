//! Files that are not what they should be: a clear answer in bounded memory, and nothing half-written.

use std::io::{Write as _, pipe};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json as value};

use crate::games::{ODD, sample};
use crate::program::{Run, finish, hazel, run, run_with_input};

/// All commands on games, as they are asked about one file.
const COMMANDS: [&[&str]; 9] = [
    &["pgn", "check"],
    &["pgn", "stats"],
    &["pgn", "convert", "--to", "pgn"],
    &["pgn", "convert", "--to", "json"],
    &["pgn", "convert", "--to", "epd"],
    &["pgn", "filter", "--min-plies", "1"],
    &["pgn", "dedupe"],
    &["pgn", "dedupe", "--keep", "best"],
    &["tape"],
];

fn file(directory: &Path, name: &str, bytes: &[u8]) -> String {
    let path = directory.join(name);
    std::fs::write(&path, bytes).expect("a file");
    path.display().to_string()
}

/// Every command with a file: the codes, and standard error must have the words.
fn all(file: &str, code: i32, words: &str) {
    for command in COMMANDS {
        let run = run(&[command, &[file]].concat());
        assert_eq!(run.code, code, "{command:?}: {}", run.stderr);
        assert!(run.stderr.contains(words), "{command:?}: {}", run.stderr);
    }
}

#[test]
fn what_is_no_file_is_told() {
    let directory = tempfile::tempdir().expect("a directory");
    all(&directory.path().display().to_string(), 3, "is a directory, expected a file");
    all("no/such.pgn", 3, "error: can't open `no/such.pgn`: No such file");
    let xz = file(directory.path(), "a.xz", b"\xFD7zXZ\0 and so on");
    all(&xz, 3, "is an xz file, expected PGN text");
}

#[test]
fn compressed_data_that_breaks_off_is_told_with_its_place_after_what_could_be_read() {
    let directory = tempfile::tempdir().expect("a directory");
    let games = std::fs::read(sample()).expect("the games");
    // Two frames, of which the second is cut.
    let whole = zstd::encode_all(games.as_slice(), 3).expect("compressed");
    let cut = [&whole[..], &whole[..whole.len() / 2]].concat();
    let path = file(directory.path(), "cut.pgn.zst", &cut);
    let run = run(&["pgn", "check", "--format", "json", &path]);
    assert_eq!(run.code, 3);
    let place = format!("byte {} of the compressed data", cut.len());
    assert!(run.stderr.contains(&place), "{}", run.stderr);
    let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!((&answer["games"], &answer["errors"]), (&value!(8), &value!(0)));
    assert!(answer["files"][0]["trouble"].is_string());
    // Nothing is written to a file from what isn't whole.
    let output = directory.path().join("out.pgn");
    let run = run_to(&output, &["pgn", "convert", "--to", "pgn", &path]);
    assert_eq!((run.code, run.stdout.as_str()), (3, ""));
    assert!(run.stderr.ends_with("is not written, since not everything could be read\n"));
    assert_eq!(std::fs::read_dir(directory.path()).expect("a directory").count(), 1);
}

fn run_to(output: &Path, arguments: &[&str]) -> Run {
    run(&[arguments, &["-o", output.to_str().expect("a name")]].concat())
}

#[test]
fn a_missing_file_keeps_nobody_from_reading_the_others() {
    let sample = sample();
    let run = run(&["pgn", "check", "--format", "json", &sample, "no/such.pgn", &sample]);
    assert_eq!(run.code, 3);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(answer["games"], 16);
    let games: Vec<&Value> = (0..3).map(|file| &answer["files"][file]["games"]).collect();
    assert_eq!(games, [8, 0, 8]);
}

#[test]
fn zeros_are_no_games() {
    let directory = tempfile::tempdir().expect("a directory");
    let small = file(directory.path(), "small.pgn", &[0; 100_000]);
    all(&small, 3, "is no text, expected PGN text");
}

#[test]
fn text_that_never_ends_is_skipped() {
    let directory = tempfile::tempdir().expect("a directory");
    let large = file(directory.path(), "large.pgn", &vec![b'x'; 20 << 20]);
    let run = run(&["pgn", "check", &large]);
    assert_eq!(run.code, 1);
    let words =
        ":1:1: game 1: error: no end of a game within 16777216 bytes; skipped to the next\n";
    assert!(run.stdout.contains(words), "{}", run.stdout);
}

#[test]
fn a_comment_of_ten_megabytes_is_a_comment() {
    let directory = tempfile::tempdir().expect("a directory");
    let text = format!("1. e4 {{{}}} e5 *\n", "long ".repeat(2 << 20));
    all(&file(directory.path(), "comment.pgn", text.as_bytes()), 0, "");
    // Beyond what a game may be, it is skipped, and the next game is read.
    let text =
        format!("1. e4 {{{}}} e5 *\n\n[Event \"next\"]\n\n1. d4 *\n", "long ".repeat(4 << 20));
    let path = file(directory.path(), "longer.pgn", text.as_bytes());
    let run = run(&["pgn", "convert", "--to", "uci", &path]);
    assert_eq!((run.code, run.stdout.as_str()), (1, "position startpos moves d2d4\n"));
}

#[test]
fn ten_thousand_nested_variations_are_read() {
    let directory = tempfile::tempdir().expect("a directory");
    let nested = |depth| format!("1. e4 {}{} e5 *\n", "(1. d4 ".repeat(depth), ")".repeat(depth));
    let path = file(directory.path(), "nested.pgn", nested(10_000).as_bytes());
    all(&path, 0, "");
    let answer = crate::program::json(&["pgn", "check", &path]);
    assert_eq!(answer["variation_plies"], 10_000);
    let deeper = file(directory.path(), "deeper.pgn", nested(20_000).as_bytes());
    let run = run(&["pgn", "check", &deeper]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("variations are nested more than 16384 deep"), "{}", run.stdout);
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let games = b"[White \"\x1b[31mred\"]\n[FEN \"\x1b[31m\"]\n\n1. \x1b[31me4 Ke9\x07 *\n";
    for arguments in [&["pgn", "check", "--remarks", "-"][..], &["tape", "-"]] {
        let run = run_with_input(arguments, games);
        assert_eq!(run.code, 1, "{arguments:?}");
        let text = run.stdout + &run.stderr;
        assert!(!text.contains(['\u{1b}', '\u{7}']), "{text:?}");
    }
}

#[test]
fn bad_arguments_are_refused_with_what_was_expected() {
    let sample = sample();
    let cases: [(&[&str], &str); 14] = [
        (&["pgn", "check"], "<FILES>"),
        (&["pgn", "check", "--threads", "0", &sample], "0 is not in 1..=64"),
        (&["pgn", "convert", &sample], "--to <TO>"),
        (&["pgn", "convert", "--to", "png", &sample], "[possible values: pgn, compact,"),
        (&["pgn", "convert", "--to", "pgn", "--last", &sample], "need --to fen or epd"),
        (&["pgn", "convert", "--to", "fen", "--fens", &sample], "--fens needs --to json"),
        (&["pgn", "filter", "--fen", "8/8", &sample], "FEN piece placement, column"),
        (&["pgn", "filter", "--eco", "Z99", &sample], "expected a letter from A to E"),
        (&["pgn", "filter", "--material", "KRK", &sample], "such as KRPvKR"),
        (
            &["pgn", "filter", "--date-from", "soon", &sample],
            "expected YYYY, YYYY.MM or YYYY.MM.DD",
        ),
        (&["pgn", "filter", "--result", "2-0", &sample], "expected 1-0, 0-1, 1/2-1/2 or *"),
        (
            &["pgn", "filter", "--tag", "ECO", &sample],
            "expected NAME=VALUE, NAME!=VALUE or NAME~TEXT",
        ),
        (&["tape", &sample, "--address", "2B"], "such as 0x2B or 43"),
        (&["tape", &sample, "--ply", "1", "--address", "2"], "cannot be used with"),
    ];
    for (arguments, words) in cases {
        let run = run(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
}

#[test]
fn a_file_that_can_not_be_written_is_told_and_leaves_nothing() {
    let directory = tempfile::tempdir().expect("a directory");
    let missing = directory.path().join("no/such.pgn");
    for command in [
        &["pgn", "convert", "--to", "pgn", &sample()][..],
        &["pgn", "filter", &sample()],
        &["pgn", "dedupe", &sample()],
    ] {
        for output in [&missing, directory.path()] {
            let run = run_to(output, command);
            assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{command:?}");
            assert!(run.stderr.contains(" can't be written: "), "{}", run.stderr);
        }
    }
    let saved = run(&["tape", &sample(), "--save", missing.to_str().expect("a name")]);
    assert_eq!((saved.code, saved.stdout.as_str()), (3, ""));
    assert_eq!(std::fs::read_dir(directory.path()).expect("a directory").count(), 0);
}

#[test]
fn a_file_may_be_written_over_itself() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("games.pgn");
    std::fs::copy(sample(), &path).expect("a copy");
    let run = run_to(&path, &["pgn", "dedupe", "--by", "moves", path.to_str().expect("a name")]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let name = path.to_str().expect("a name");
    assert_eq!(crate::program::json(&["pgn", "check", name])["games"], 7);
}

#[test]
fn a_reader_that_goes_away_is_no_trouble() {
    let sample = sample();
    for command in COMMANDS {
        let (reader, writer) = pipe().expect("a pipe");
        drop(reader);
        let run = finish(hazel(&[command, &[&sample]].concat()).stdout(writer));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{command:?}");
    }
}

/// Starts the program and gives it so many games that it is sure to be reading.
fn start(output: &Path) -> (Child, std::process::ChildStdin) {
    let arguments = ["pgn", "convert", "--to", "pgn", "-", "-o", output.to_str().expect("a name")];
    let mut command = hazel(&arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    for _ in 0..100_000 {
        input.write_all(b"[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n\n").expect("it reads");
    }
    (child, input)
}

fn interrupt(child: &Child) {
    let id = child.id().to_string();
    let kill = Command::new("kill").args(["-INT", &id]).status().expect("kill");
    assert!(kill.success());
}

fn is_interrupted(child: Child, directory: &Path) {
    let output = child.wait_with_output().expect("the program ends");
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert!(message.starts_with("interrupted: hazel had read "), "{message}");
    assert!(message.contains(" games, after "), "{message}");
    let left: Vec<_> = std::fs::read_dir(directory).expect("a directory").collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn control_c_while_games_come_in_leaves_nothing_behind() {
    let directory = tempfile::tempdir().expect("a directory");
    let (child, mut input) = start(&directory.path().join("out.pgn"));
    interrupt(&child);
    // Games go on coming until nobody takes them any more.
    while input.write_all(b"[Event \"x\"]\n\n1. e4 e5 *\n\n").is_ok() {}
    is_interrupted(child, directory.path());
}

#[test]
fn control_c_while_nothing_comes_in_leaves_nothing_behind() {
    let directory = tempfile::tempdir().expect("a directory");
    let (child, input) = start(&directory.path().join("out.pgn"));
    interrupt(&child);
    is_interrupted(child, directory.path());
    drop(input);
}

#[test]
fn errors_do_not_keep_the_output_from_being_written() {
    let directory = tempfile::tempdir().expect("a directory");
    let games = file(directory.path(), "odd.pgn", ODD.as_bytes());
    let output = directory.path().join("out.pgn");
    let run = run_to(&output, &["pgn", "convert", "--to", "compact", &games]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.starts_with("games    3\nwritten  3\nerrors   2\n"), "{}", run.stdout);
    assert!(std::fs::read_to_string(&output).expect("the file").contains("1.e4 e5 1-0"));
}
