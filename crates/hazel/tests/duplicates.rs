//! Games that are there several times.

use serde_json::Value;

use crate::program::{run, run_with_input};

#[test]
fn duplicates_are_found_by_moves_by_players_or_by_the_last_position() {
    let games = b"[White \"A\"]\n\n1. d4 Nf6 2. c4 e6 1-0\n\n\
        [White \"B\"]\n\n1. d4 {x} Nf6 $1 2. c4 (2. Nf3) e6 0-1\n\n\
        [White \"A\"]\n\n1. c4 e6 2. d4 Nf6 *\n\n\
        [White \"A\"]\n\n1. d4 Nf6 2. c4 e6 2. Ke3 *\n\n[White \"C\"]\n\n*\n\n[White \"D\"]\n\n*\n";
    let pairs = |more: &[&str]| {
        let arguments = [&["pgn", "dedupe", "--report", "--format", "json", "-"], more].concat();
        let run = run_with_input(&arguments, games);
        assert_eq!(run.code, 1, "one game has an error, and is never a duplicate");
        let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
        let pairs = answer["pairs"].as_array().expect("a list").iter();
        let pairs: Vec<[u64; 2]> = pairs
            .map(|pair| ["game", "kept_game"].map(|name| pair[name].as_u64().expect("a number")))
            .collect();
        assert_eq!(answer["kept"], 6 - pairs.len());
        pairs
    };
    assert_eq!(pairs(&["--by", "moves"]), [[2, 1]]);
    assert_eq!(pairs(&["--by", "moves+players"]), [[0; 2]; 0]);
    assert_eq!(pairs(&[]), [[0; 2]; 0]);
    assert_eq!(pairs(&["--by", "position"]), [[2, 1], [3, 1]]);
}

#[test]
fn the_first_or_the_best_copy_is_kept() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("a.pgn");
    std::fs::write(&path, "1. e4 e5 *\n\n[White \"A\"]\n\n1. e4 {best} e5 *\n\n1. d4 *\n")
        .expect("a file");
    let path = path.to_str().expect("a name");
    let by_moves = ["pgn", "dedupe", "--by", "moves", path];
    assert_eq!(run(&by_moves).stdout, "1. e4 e5 *\n\n1. d4 *\n\n");
    let best = run(&[&by_moves[..], &["--keep", "best"]].concat());
    assert_eq!(best.stdout, "[White \"A\"]\n\n1. e4 {best} e5 *\n\n1. d4 *\n\n");
    let twice = run_with_input(&["pgn", "dedupe", "--keep", "best", "-"], b"1. e4 *\n");
    assert_eq!(twice.code, 2);
    assert!(twice.stderr.contains("reads the files twice"), "{}", twice.stderr);
}

#[test]
fn an_error_in_a_variation_makes_a_game_unlike_any_other() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("a.pgn");
    std::fs::write(&path, "1. e4 e5 *\n\n1. e4 (1. Ke4) e5 *\n\n1. e4 e5 *\n").expect("a file");
    for keep in ["first", "best"] {
        let path = path.to_str().expect("a name");
        let run = run(&["pgn", "dedupe", "--keep", keep, path]);
        assert_eq!(run.stdout, "1. e4 e5 *\n\n1. e4 (1. Ke4) e5 *\n\n", "{keep}");
    }
}
