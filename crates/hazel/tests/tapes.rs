//! Tapes of games.

use serde_json::json as value;

use crate::games::{ODD, sample};
use crate::program::{csv, json, run, run_with_input};

#[test]
fn a_tape_is_listed_with_addresses_moves_and_hashes() {
    let answer = json(&["tape", &sample(), "--game", "6"]);
    assert_eq!((&answer["plies"], &answer["length"]), (&value!(4), &value!(16)));
    let entries = answer["entries"].as_array().expect("a list");
    assert_eq!(entries.len(), 16);
    assert_eq!(
        (&entries[0]["move"], &entries[0]["alteration"]),
        (&value!("1. f3"), &value!("remove white pawn from f2"))
    );
    assert_eq!((&entries[1]["move"], &entries[15]["ply"]), (&value!(null), &value!(4)));
    assert_eq!(entries[15]["hash"], answer["hash"]);
    let moves: Vec<&str> = entries.iter().filter_map(|entry| entry["move"].as_str()).collect();
    assert_eq!(moves, ["1. f3", "1... e5", "2. g4", "2... Qh4#"]);
}

#[test]
fn seeking_shows_the_board_there() {
    let sample = sample();
    let at = json(&["tape", &sample, "--game", "6", "--ply", "4"]);
    let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!((&at["at"]["fen"], &at["entries"]), (&value!(fen), &value!([])));
    assert_eq!(at["at"]["hash"], at["hash"]);
    let middle = json(&["tape", &sample, "--game", "6", "--address", "0xD", "--count", "1"]);
    assert_eq!(middle["at"]["fen"], value!(null));
    assert_eq!(middle["at"]["board"][0], "rnb.kbnr", "the queen has left");
    assert_eq!(middle["entries"][0]["alteration"], "place black queen on h4");
    assert_eq!(middle["entries"][0]["move"], "2... Qh4#");
    assert_eq!(middle["entries"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_tape_file_says_the_same_as_its_game() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.hztape");
    let path = path.to_str().expect("a name");
    for game in ["1", "2", "5"] {
        let saved = csv(&["tape", &sample(), "--game", game, "--save", path]);
        assert_eq!(csv(&["tape", path]), saved, "game {game}");
    }
    let answer = json(&["tape", path]);
    assert_eq!(answer["game"], value!(null));
    assert_eq!(answer["length"], json(&["tape", &sample(), "--game", "5"])["length"]);
    let bytes = std::fs::read(path).expect("the file");
    let piped = run_with_input(&["tape", "-", "--format", "json"], &bytes);
    assert_eq!(piped.stdout, run(&["tape", path, "--format", "json"]).stdout);
    let games = run(&["pgn", "check", path]);
    assert_eq!(games.code, 3);
    assert!(games.stderr.contains("is a tape file, expected PGN"), "{}", games.stderr);
    let other = run(&["tape", path, "--game", "2"]);
    assert_eq!((other.code, other.stdout.as_str()), (2, ""));
    let mut bytes = std::fs::read(path).expect("the file");
    bytes[20] ^= 1;
    std::fs::write(path, bytes).expect("a file");
    let damaged = run(&["tape", path]);
    assert_eq!((damaged.code, damaged.stdout.as_str()), (3, ""));
    assert!(damaged.stderr.contains("the checksum of the header is wrong"), "{}", damaged.stderr);
}

#[test]
fn what_is_not_there_is_refused() {
    let sample = sample();
    let cases: [(&[&str], &str); 3] = [
        (&["--game", "9"], "has 8 games, there is no game 9"),
        (&["--ply", "34"], "ply 34 is beyond the end of the tape, which has 33"),
        (&["--address", "0x96"], "address 0x96 is beyond the end of the tape, 0x95"),
    ];
    for (more, words) in cases {
        let run = run(&[&["tape", &sample], more].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{more:?}");
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
    assert_eq!(run(&["tape", "no/such.pgn"]).code, 3);
}

#[test]
fn of_a_game_with_an_error_the_tape_goes_as_far_as_it_was_read() {
    let run = run_with_input(&["tape", "-", "--game", "1", "--format", "json"], ODD.as_bytes());
    assert_eq!(run.code, 1);
    assert!(
        run.stderr.starts_with("standard input:3:13: game 1: error: illegal"),
        "{}",
        run.stderr
    );
    let answer: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(answer["plies"], 2);
    let fine = run_with_input(&["tape", "-", "--game", "3"], ODD.as_bytes());
    assert_eq!((fine.code, fine.stderr.as_str()), (0, ""));
}

#[test]
fn a_torn_tape_is_shown_as_far_as_it_goes() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.hztape");
    let path = path.to_str().expect("a name");
    json(&["tape", &sample(), "--save", path]);
    assert_eq!(json(&["tape", path])["torn"], 0);
    let mut bytes = std::fs::read(path).expect("the file");
    bytes.extend([7; 10]);
    std::fs::write(path, bytes).expect("a file");
    let torn = run(&["tape", path, "--format", "json"]);
    assert_eq!(torn.code, 1, "{}", torn.stderr);
    assert!(torn.stderr.contains("10 bytes behind byte"), "{}", torn.stderr);
    let answer: serde_json::Value = serde_json::from_str(&torn.stdout).expect("JSON");
    assert_eq!((&answer["torn"], &answer["plies"]), (&value!(10), &value!(33)));
}

#[test]
fn a_table_of_a_long_game_is_cut() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(20);
    let input = format!("{shuffle}*\n");
    let lines = |more: &[&str]| {
        let run = run_with_input(&[&["tape", "-"], more].concat(), input.as_bytes());
        assert_eq!(run.code, 0, "{}", run.stderr);
        let rows = run.stdout.lines().filter(|line| line.contains(" 0x")).count();
        (rows, run.stdout.lines().last().unwrap_or_default().to_owned())
    };
    assert_eq!(lines(&[]), (200, "120 more entries; --count N shows N".to_owned()));
    assert_eq!(lines(&["--count", "300"]).0, 300);
    let csv = run_with_input(&["tape", "-", "--format", "csv"], input.as_bytes());
    assert_eq!(csv.stdout.lines().count(), 1 + 320);
}

#[test]
fn numbers_that_are_none_are_refused_in_words() {
    let sample = sample();
    for (option, number, words) in [
        ("--game", "0", "expected a whole number, 1 or more"),
        ("--ply", "-1", "expected a whole number, 0 or more"),
        ("--count", "x", "expected a whole number, 0 or more"),
        ("--address", "-1", "such as 0x2B or 43"),
    ] {
        let run = run(&["tape", &sample, option, number]);
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
}
