//! Comparing with engines: scripts in `tests/engines` that agree, forget, crash and press Ctrl-C.

use serde_json::{Value, json as value};

use crate::program::{Run, json, run, run_with_input};

/// Kings, and pawns of which one can take the other en passant.
const PASSING: &str = "4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1";

fn engine(name: &str) -> String {
    format!("{}/tests/engines/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn against(name: &str, fen: &str, depth: &str, more: &[&str]) -> Run {
    run(&[&["perft", fen, depth, "--against", &engine(name)], more].concat())
}

#[test]
fn an_engine_that_agrees_is_found_on_the_path_and_named() {
    let answer = json(&["perft", "startpos", "2", "--against", "stockfish"]);
    let Value::Object(against) = &answer["against"] else { panic!("{answer}") };
    assert_eq!(against["engine"], "Mirror 1");
    assert_eq!((&against["agrees"], &against["nodes"]), (&value!(true), &value!(400)));
    assert_eq!(against["difference"], Value::Null);
    let text = against_text("startpos", "2");
    assert!(text.contains("\nengine   Mirror 1 agrees: 400 nodes in "), "{text}");
}

fn against_text(fen: &str, depth: &str) -> String {
    let run = against("stockfish", fen, depth, &["--engine-option", "Threads=2"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    run.stdout
}

#[test]
fn a_difference_is_walked_down_to_and_told() {
    let run = against("forgetful", PASSING, "2", &[]);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    let (_, difference) = run.stdout.split_once("\nfirst difference\n").expect("a difference");
    let lines: Vec<Vec<&str>> =
        difference.lines().map(|line| line.splitn(2, "  ").map(str::trim).collect()).collect();
    assert_eq!(
        lines,
        [
            ["line", "c5 (c7c5)"],
            ["fen", "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2"],
            ["depth", "1"],
            ["hazel counts", "7"],
            ["engine counts", "6"],
            ["only hazel has", "d5c6"],
        ]
    );
}

#[test]
fn a_difference_has_the_documented_fields() {
    let run = against("forgetful", PASSING, "2", &["--format", "json"]);
    assert_eq!(run.code, 1);
    let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(answer["against"]["agrees"], false);
    assert_eq!(
        answer["against"]["difference"],
        value!({
            "line_uci": ["c7c5"],
            "line_san": ["c5"],
            "fen": "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2",
            "depth": 1,
            "nodes": 7,
            "engine_nodes": 6,
            "only_hazel": ["d5c6"],
            "only_engine": [],
            "moves": [],
        })
    );
    let csv = against("forgetful", PASSING, "2", &["--format", "csv"]).stdout;
    let (header, row) = csv.trim_end().split_once('\n').expect("two lines");
    assert!(header.ends_with(",engine,agrees,engine_nodes,difference_line,difference_fen"));
    assert!(row.ends_with(",c7c5,4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2"), "{row}");
}

#[test]
fn many_positions_go_through_one_engine() {
    let chess960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let input = format!("startpos\n{chess960}\n{PASSING}\n");
    let arguments = ["perft", "-", "2", "--against", "stockfish"];
    let run = run_with_input(&arguments, input.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(
        run.stdout.ends_with("engine     Mirror 1 agrees on 3, differs on 0\n"),
        "{}",
        run.stdout
    );
    let forgetful = engine("forgetful");
    let arguments = ["perft", "-", "2", "--against", &forgetful, "--format", "json"];
    let run = run_with_input(&arguments, format!("startpos\n{PASSING}\n").as_bytes());
    assert_eq!(run.code, 1);
    let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(answer["against"], value!({"engine": "Forgetful", "agreeing": 1, "differing": 1}));
    assert_eq!(answer["positions"][0]["against"]["agrees"], true);
    assert_eq!(answer["positions"][1]["against"]["difference"]["only_hazel"], value!(["d5c6"]));
}

#[test]
fn an_engine_that_crashes_is_quoted() {
    let run = against("crashing", "startpos", "2", &[]);
    assert_eq!((run.code, run.stdout.as_str()), (3, ""));
    assert!(
        run.stderr.starts_with(
            "error: Crashing ended instead of sending the next count in answer to `go perft 2` (exit status: 139)"
        ),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("\n    segmentation fault, or so it says\n"), "{}", run.stderr);
}

#[test]
fn options_of_the_engine_are_checked() {
    let run = against("stockfish", "startpos", "2", &["--engine-option", "Threads=5"]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.stderr,
        "error: Mirror 1: the option Threads does not take \"5\": expected a whole number from 1 to 4\n"
    );
}

#[test]
fn control_c_stops_cleanly_and_says_what_was_done() {
    let run = against("interrupting", "startpos", "2", &[]);
    assert_eq!((run.code, run.stdout.as_str()), (130, ""));
    let words = "interrupted: Interrupting had counted ";
    assert!(run.stderr.starts_with(words), "{}", run.stderr);
    assert!(
        run.stderr.contains(" of 20 subtrees, ") && run.stderr.ends_with(" s\n"),
        "{}",
        run.stderr
    );
}
