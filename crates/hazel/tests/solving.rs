//! Games solved by the program, what it keeps of the proofs, and what happens when something goes wrong.

#[path = "../../hazel-games/tests/main/naive.rs"]
#[allow(dead_code, reason = "some of it serves other tests")]
mod naive;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use hazel_games::pawns::Rules;
use hazel_solve::Outcome;
use serde_json::{Value, json as value};

use crate::program::{Run, csv, fields, finish, hazel, json, run, surroundings};

/// Runs `hazel solve` with words that have blanks between them.
fn solve(words: &str) -> Run {
    run(&arguments(words))
}

fn solve_json(words: &str) -> Value {
    json(&arguments(words))
}

fn arguments(words: &str) -> Vec<&str> {
    ["solve"].into_iter().chain(words.split(' ')).collect()
}

/// The exit code and standard error of trouble, with nothing on standard output.
fn trouble(words: &str) -> (i32, String) {
    let run = solve(words);
    assert_eq!(run.stdout, "", "{words}");
    (run.code, run.stderr)
}

/// A directory and a file in it that isn't there yet.
fn new_file(name: &str) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join(name);
    (directory, path)
}

/// The value of a game and those of its first moves.
type Values = (Outcome, HashMap<String, Outcome>);

/// The same by minimax on squares, which knows nothing of the solvers.
fn minimax(rules: Rules) -> Values {
    fn visit(position: &naive::Position, known: &mut HashMap<u64, Outcome>) -> Outcome {
        if let Some(outcome) = position.finished() {
            return outcome;
        }
        if let Some(outcome) = known.get(&position.key()) {
            return *outcome;
        }
        let children = position.moves().into_iter().map(|mv| visit(&position.play(mv), known));
        let best = children.map(Outcome::flip).max().expect("a move");
        known.insert(position.key(), best);
        best
    }
    let start = naive::Position::start(rules);
    let mut known = HashMap::new();
    let first_moves = start.moves().into_iter().map(|mv| {
        let file = |file: usize| char::from(b'a' + file as u8 - 1);
        let to = format!("{}{}", file(mv.to.0), mv.to.1);
        let is_capture = mv.from.0 != mv.to.0;
        let name = if is_capture { format!("{}x{to}", file(mv.from.0)) } else { to };
        (name, visit(&start.play(mv), &mut known).flip())
    });
    let first_moves: HashMap<String, Outcome> = first_moves.collect();
    (*first_moves.values().max().expect("a move"), first_moves)
}

/// Solves a game and compares it and all its first moves with minimax.
fn is_minimax(words: &str, rules: Rules, (expected, first_moves): &Values) {
    let solved = solve_json(&format!("{words} --first-moves --memory 0.1"));
    assert_eq!(solved["game"], rules.to_string());
    assert_eq!(solved["value"], expected.to_string(), "{words}");
    let found = solved["first_moves"].as_array().expect("a list").iter();
    let found: HashMap<String, String> = found
        .map(|first| {
            let text = |field: &str| first[field].as_str().expect("text").to_owned();
            (text("move"), text("value"))
        })
        .collect();
    let expected =
        first_moves.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
    assert_eq!(found, expected, "{words}");
}

#[test]
fn pawn_games_have_the_values_of_minimax() {
    let games = [
        ("peasants --files 2", Rules::peasants(2, 8)),
        ("peasants --files 3 --ranks 6 --short", Rules::peasants(3, 6).short()),
        ("pawns --files 3", Rules::one_row(3, 8)),
        ("pawns --files 3 --ranks 6 --goal 5", Rules { goal: 5, ..Rules::one_row(3, 6) }),
        (
            "pawns --files 3 --ranks 7 --no-en-passant --no-double-step",
            Rules { en_passant: false, double_step: false, ..Rules::one_row(3, 7) },
        ),
        (
            "peasants --rows 1 --files 3 --no-move loss --no-pawns win",
            Rules {
                rows: 1,
                no_move: hazel_games::pawns::Ending::Loss,
                no_pawns: hazel_games::pawns::Ending::Win,
                ..Rules::peasants(3, 8)
            },
        ),
    ];
    for (words, rules) in games {
        is_minimax(words, rules, &minimax(rules));
    }
}

#[test]
fn every_method_and_shortcut_finds_the_same() {
    let rules = Rules::one_row(3, 8);
    let values = minimax(rules);
    for switches in [
        "--method proof-number",
        "--method retrograde",
        "--threads 1",
        "--threads 2",
        "--without all",
        "--without races,order,lookahead",
        "--without mirror --without islands",
    ] {
        is_minimax(&format!("pawns --files 3 {switches}"), rules, &values);
    }
}

#[test]
fn games_of_known_value_have_it() {
    let four = solve_json("peasants --files 4 --short --memory 0.1");
    assert_eq!(four["value"], "draw");
    assert_eq!(solve_json("tictactoe --memory 0.01")["value"], "draw");
    assert_eq!(solve_json("nim 1 2 3 --memory 0.01")["value"], "loss");
    assert_eq!(solve_json("nim 1 1 --misere --memory 0.01")["value"], "win");
    let searched = solve_json("nim 1 2 3 --memory 0.01 --without parts");
    assert_eq!(searched["value"], "loss");
    assert_ne!(searched["nodes"], solve_json("nim 1 2 3 --memory 0.01")["nodes"]);
    let nim = solve_json("nim 3 4 5 --first-moves --memory 0.01");
    assert_eq!(nim["value"], "win");
    assert_eq!(nim["first_moves"][0], value!({"move": "1:2", "value": "win"}));
    let fork = solve_json("fork --student queen --teacher knight");
    assert_eq!((&fork["value"], &fork["distance"]), (&value!("win"), &value!(7)));
    assert_eq!(fork["line"].as_array().expect("a line").len(), 7);
}

#[test]
fn all_pairs_of_the_fork_game_are_in_one_table() {
    let (header, rows) = csv(&arguments("fork --all"));
    assert_eq!(header, ["student", "teacher", "value", "distance", "longest", "positions"]);
    assert_eq!(rows.len(), 16);
    let pair = |student: &str, teacher: &str| {
        let row = rows.iter().find(|row| row[0] == student && row[1] == teacher).expect("a pair");
        (row[2].clone(), row[3].clone())
    };
    // As a game of its own says it.
    assert_eq!(pair("queen", "knight"), ("win".to_owned(), "7".to_owned()));
    assert_eq!(pair("rook", "rook"), ("draw".to_owned(), String::new()));
    assert_eq!(pair("knight", "queen").0, "loss");
}

#[test]
fn the_answer_has_all_its_fields_and_the_best_moves_first() {
    let solved = solve_json("pawns --files 3 --first-moves --threads 1 --memory 0.01");
    let names = [
        "first_moves",
        "game",
        "line",
        "memory",
        "method",
        "nodes",
        "nodes_per_second",
        "seconds",
        "threads",
        "turn",
        "value",
        "winner",
    ];
    assert_eq!(fields(&solved), names);
    assert_eq!((&solved["turn"], &solved["winner"]), (&value!("White"), &Value::Null));
    assert!(solved["nodes"].as_u64() > Some(0) && solved["memory"].as_u64() > Some(10 << 20));
    let values: Vec<&str> = solved["first_moves"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|first| first["value"].as_str().expect("a value"))
        .collect();
    assert_eq!(values, ["draw", "draw", "draw", "draw", "draw", "loss"]);
    let (header, rows) = csv(&arguments("pawns --files 3 --first-moves --threads 1 --memory 0.01"));
    assert_eq!(header, ["move", "value"]);
    assert_eq!(rows.len(), 6);
    assert_eq!(rows[5], ["b4", "loss"]);
}

#[test]
fn a_position_after_moves_is_seen_by_the_side_to_move() {
    let words = ["solve", "pawns", "--files", "3", "--memory", "0.01", "--moves", "1. b4 a2a4"];
    let bad = run(&words);
    assert_eq!(bad.code, 2);
    let place = "error: \"a2a4\" is no move here, expected one such as \"b4\", \"bxc5\" or \"b2b4\"\n  | 1. b4 a2a4\n  |       ^\n";
    assert_eq!(bad.stderr, place);
    let after = run(&["solve", "pawns", "--files", "3", "--memory", "0.01", "--moves", "1. b4"]);
    assert_eq!(after.code, 0);
    for line in ["after    1. b4\n", "value    Black wins; Black is to move\n", "line     1... "] {
        assert!(after.stdout.contains(line), "{}", after.stdout);
    }
    let solved = json(&["solve", "pawns", "--files", "3", "--memory", "0.01", "--moves", "b4"]);
    assert_eq!(solved["moves"], value!(["b4"]));
    assert_eq!((&solved["value"], &solved["winner"]), (&value!("win"), &value!("Black")));
    let over = run(&["solve", "tictactoe", "--moves", "a1 a2 b1 b2 c1 c2"]);
    assert_eq!(over.code, 2);
    assert!(over.stderr.contains("\"c2\" comes after the end of the game\n"), "{}", over.stderr);
}

#[test]
fn perft_counts_what_is_known() {
    let counted = solve_json("perft peasants 5 --divide");
    assert_eq!(counted["nodes"], 54360);
    let moves = counted["first_moves"].as_array().expect("a list");
    let sum: u64 = moves.iter().map(|first| first["nodes"].as_u64().expect("a number")).sum();
    assert_eq!((moves.len(), sum), (8, 54360));
    assert_eq!(solve_json("perft peasants 0")["nodes"], 1);
    // All games of tic-tac-toe that last nine moves, and those of no more than five: 1,440 end at the fifth.
    assert_eq!(solve_json("perft tictactoe 9")["nodes"], 127_872);
    assert_eq!(solve_json("perft tictactoe 6")["nodes"], 54_720);
    assert_eq!(solve_json("perft nim 2 1 2")["nodes"], 5);
    assert_eq!(solve_json("perft fork 2")["nodes"], 64 * 63 * 62);
    let (header, rows) = csv(&arguments("perft pawns --files 1 1 --divide"));
    assert_eq!(
        (header.join(","), rows.concat().join(",")),
        ("move,nodes".into(), "a4,1,a3,1".into())
    );
    assert_eq!(run(&["solve", "perft", "peasants", "--moves", "b9", "1"]).code, 2);
}

#[test]
fn a_certificate_is_confirmed_and_a_tampered_one_is_not() {
    let (directory, path) = new_file("proof.hzc");
    let file = path.to_str().expect("a name");
    for (words, verdict) in [
        ("pawns --files 3 --moves b4", "Black wins; Black is to move"),
        ("tictactoe --files 4", "X wins; X is to move"),
        ("peasants --files 2", "draw; White is to move"),
        ("nim 3 4 5", "the first player wins; the first player is to move"),
        ("tictactoe", "draw; X is to move"),
        ("fork --student queen --teacher knight", "the student wins; the student is to move"),
    ] {
        let solved = solve_json(&format!("{words} --memory 0.1 --certificate {file}"));
        let bytes = std::fs::metadata(&path).expect("a certificate").len();
        assert_eq!(solved["certificate"]["bytes"], bytes, "{words}");
        let checked = solve(&format!("check {file}"));
        assert_eq!((checked.code, checked.stderr.as_str()), (0, ""), "{words}");
        assert!(checked.stdout.contains(&format!("proven     {verdict}\n")), "{}", checked.stdout);
        let checked = solve_json(&format!("check {file}"));
        for field in ["game", "turn", "value", "winner"] {
            assert_eq!(checked[field], solved[field], "{words}");
        }
        assert_eq!(checked["positions"], solved["certificate"]["positions"]);
    }
    // Any byte that is changed is noticed, and so is the end of the file.
    let bytes = std::fs::read(&path).expect("a certificate");
    for place in [9, 20, bytes.len() / 2, bytes.len() - 1] {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        std::fs::write(&path, changed).expect("a file");
        let (code, message) = trouble(&format!("check {file}"));
        assert_eq!(code, 1, "byte {place}: {message}");
        assert!(message.starts_with(&format!("error: {file}: byte ")), "{message}");
        assert!(message.ends_with("help: this certificate proves nothing\n"), "{message}");
    }
    std::fs::write(&path, &bytes[..bytes.len() - 3]).expect("a file");
    assert_eq!(trouble(&format!("check {file}")).0, 1);
    std::fs::write(&path, "no certificate").expect("a file");
    assert_eq!(trouble(&format!("check {file}")).0, 2);
    assert_eq!(trouble(&format!("check {file}.not")).0, 3);
    assert_eq!(std::fs::read_dir(directory.path()).expect("a directory").count(), 1);
}

/// A game that takes many seconds.
const LONG: &str = "peasants --files 4 --without all --memory 0.05";
/// One that takes some tenths of a second.
const MIDDLE: &str = "peasants --files 3 --without all --first-moves --threads 1 --memory 0.05";

fn start(words: &str) -> Child {
    let mut command = hazel(&arguments(words));
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

/// Waits until so much is in the checkpoint, or there will be no more.
fn await_bytes(path: &Path, bytes: u64, child: &mut Child) {
    while std::fs::metadata(path).map_or(0, |about| about.len()) < bytes
        && child.try_wait().expect("a process").is_none()
    {
        std::thread::yield_now();
    }
}

#[test]
fn a_killed_proof_goes_on_from_its_checkpoint() {
    let (directory, path) = new_file("proof.hzj");
    let words = format!("{MIDDLE} --checkpoint {}", path.display());
    let mut child = start(&words);
    // The header is shorter.
    await_bytes(&path, 150, &mut child);
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");

    let continued = solve_json(&words);
    assert!(continued["continued"].as_u64() > Some(0));
    let fresh = solve_json(MIDDLE);
    for field in ["value", "first_moves"] {
        assert_eq!(continued[field], fresh[field]);
    }
    assert!(continued["nodes"].as_u64() < fresh["nodes"].as_u64());
    assert_eq!(std::fs::read_dir(directory.path()).expect("a directory").count(), 1);
}

#[test]
fn control_c_keeps_what_is_proven_and_says_so() {
    let (_directory, path) = new_file("proof.hzj");
    let words = format!("{LONG} --checkpoint {}", path.display());
    let mut child = start(&words);
    await_bytes(&path, 1, &mut child);
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert!(message.starts_with("interrupted: hazel had searched "), "{message}");
    let advice = format!("kept in {}, and the same command goes on from there\n", path.display());
    assert!(message.ends_with(&advice), "{message}");
}

#[test]
fn a_checkpoint_that_is_damaged_or_about_another_game_is_refused_and_left_alone() {
    let (_directory, path) = new_file("proof.hzj");
    let file = path.to_str().expect("a name");
    let words = format!("peasants --files 3 --without all --memory 0.05 --checkpoint {file}");
    assert_eq!(solve(&words).code, 0);
    let whole = std::fs::read(&path).expect("a checkpoint");
    let unchanged = |bytes: &[u8]| assert_eq!(std::fs::read(&path).expect("a file"), bytes);

    let (code, message) = trouble(&format!("pawns --files 3 --checkpoint {file}"));
    assert_eq!(code, 2);
    let words_of = format!("error: the checkpoint {file}: byte 10: a journal of `pawns files=3 ");
    assert!(message.starts_with(&words_of) && message.contains("rows=1 "), "{message}");
    unchanged(&whole);

    for place in [0, 7, 20, 140] {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x40;
        std::fs::write(&path, &damaged).expect("a file");
        let (code, message) = trouble(&words);
        assert_eq!(code, 3, "byte {place}: {message}");
        assert!(message.starts_with(&format!("error: the checkpoint {file}: byte ")), "{message}");
        unchanged(&damaged);
    }
    assert_eq!(trouble("peasants --files 2 --checkpoint /dev/full").0, 2);
    assert_eq!(trouble("peasants --files 2 --checkpoint /nowhere/proof.hzj").0, 3);
}

/// Runs with files of at most so many blocks of 512 bytes, as if the disk were full.
fn on_a_full_disk(blocks: u32, words: &str) -> Run {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec hazel solve {words}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]);
    surroundings(&mut shell);
    finish(&mut shell)
}

#[test]
fn a_full_disk_is_told_and_nothing_is_lost() {
    let (directory, path) = new_file("proof");
    let file = path.to_str().expect("a name");
    // The answer is there although the certificate isn't.
    for run in [
        solve("peasants --files 2 --memory 0.01 --certificate /dev/full"),
        on_a_full_disk(1, &format!("peasants --files 3 --memory 0.01 --certificate {file}")),
    ] {
        assert_eq!(run.code, 3);
        assert!(run.stdout.contains("value    draw; White is to move\n"), "{}", run.stdout);
        assert!(run.stderr.contains(" can't be written: "), "{}", run.stderr);
        assert_eq!(std::fs::read_dir(directory.path()).expect("a directory").count(), 0);
    }
    let words = format!("{MIDDLE} --checkpoint {file}");
    let full = on_a_full_disk(1, &words);
    assert_eq!((full.code, full.stdout.as_str()), (3, ""));
    let told = format!("error: the checkpoint {file}: ");
    assert!(full.stderr.starts_with(&told), "{}", full.stderr);
    assert!(full.stderr.contains("the same command goes on from there"), "{}", full.stderr);
    // The file is whole and can be gone on with.
    assert_eq!(solve_json(&words)["value"], "draw");
}

#[test]
fn too_much_and_too_little_memory_are_refused() {
    let (code, message) = trouble("pawns --files 3 --memory 1000000");
    assert_eq!(code, 3);
    let free = "error: 1000000.00 GiB of memory can't be had: ";
    assert!(message.starts_with(free) && message.contains("--memory"), "{message}");
    let (code, message) = trouble("pawns --files 3 --memory 0.000001");
    assert_eq!(code, 3);
    assert!(message.contains("1073 bytes of memory for the table can't be had"), "{message}");
    let (code, message) = trouble("peasants --files 4 --method retrograde --memory 0.01");
    assert_eq!(code, 3);
    assert!(message.contains("more can be reached"), "{message}");
}

#[test]
fn bad_arguments_are_refused_with_their_place() {
    for (words, expected) in [
        ("peasants --files 9", "files is 9, expected 1 to 8"),
        ("peasants --ranks 5", "rows is 2, expected 1 to 1"),
        ("pawns --goal 2", "goal is 2, expected 3 to 8"),
        ("peasants --files 0", "'--files <N>': expected a whole number, 1 or more"),
        ("pawns --without speed", "invalid value 'speed' for '--without <SHORTCUT>'"),
        ("pawns --no-move tie", "invalid value 'tie' for '--no-move <VALUE>'"),
        ("pawns --memory much", "'--memory <GB>': expected a number of GiB above 0"),
        ("pawns --short --goal 6", "cannot be used with"),
        ("pawns --method retrograde --checkpoint x", "keeps no checkpoint"),
        ("pawns --files 2 --certificate -", "can't be written to standard output"),
        ("nim", "required arguments were not provided"),
        ("nim 256", "'256' for '<HEAPS>...'"),
        ("nim 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", "at most 16 heaps, but there are 17"),
        ("tictactoe --files 6", "expected a board from 1x1 to 5x5, but it is 6x3"),
        ("fork --student king", "invalid value 'king' for '--student <PIECE>'"),
        ("perft peasants", "required arguments were not provided"),
        ("perft peasants many", "'many' for '<DEPTH>'"),
    ] {
        let (code, message) = trouble(words);
        assert_eq!(code, 2, "{words}: {message}");
        assert!(message.contains(expected), "{words}: {message}");
    }
}
