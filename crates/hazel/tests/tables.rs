//! `hazel table` as its users run it.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::program::{hazel, run, run_with_input};

/// Tables of king and pawn against king.
fn tables() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tables").to_str().expect("text").to_owned();
    let made = run(&["table", "generate", "KPvK", "--tables", &path]);
    assert_eq!((made.code, made.stderr.as_str()), (0, ""));
    (folder, path)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn positions_from_standard_input_are_one_object_a_line() {
    let (_folder, path) = tables();
    // The pawn promotes next; stalemate; mate; the same position by other names.
    let input = "8/3KP3/8/8/8/8/8/1k6 w - - 0 1\n\n4k3/4P3/4K3/8/8/8/8/8 b - - 0 1\n\
                 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n6K1/8/8/8/8/8/4kp2/8 b - - 9 9\n";
    let arguments = ["table", "probe", "-", "--format", "json", "--tables", &path];
    let run = run_with_input(&arguments, input.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let answers: Vec<Value> = run.stdout.lines().map(json).collect();
    let found: Vec<_> = answers
        .iter()
        .map(|answer| {
            let text = |name: &str| answer[name].as_str().expect("text").to_owned();
            (text("key"), text("outcome"), answer["wdl"].as_i64(), answer["dtz"].as_i64())
        })
        .collect();
    let row =
        |key: &str, outcome: &str, wdl, dtz| (key.into(), outcome.into(), Some(wdl), Some(dtz));
    assert_eq!(
        found,
        [
            row("Kd7vK", "win", 2, 1),
            row("Kd7vK", "draw", 0, 0),
            row("KQvK", "loss", -2, -1),
            row("Kc7vK", "win", 2, 1),
        ]
    );
    assert_eq!(answers[0]["moves"][0]["wdl"], 2);
    assert_eq!(answers[0]["line"].as_array().expect("a line")[0], "e8=Q");
}

#[test]
fn a_position_without_an_answer_says_why_and_the_others_are_answered() {
    let (_folder, path) = tables();
    let rook = "8/8/8/3kn3/8/8/1K6/7R w - - 0 1";
    let castling = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let queen = "8/8/8/3k4/8/8/1K6/6Q1 w - - 0 1";
    let arguments =
        ["table", "probe", rook, castling, queen, "--format", "json", "--tables", &path];
    let run = run(&arguments);
    assert_eq!(run.code, 1);
    let answers: Vec<Value> = run.stdout.lines().map(json).collect();
    assert_eq!(answers[0]["error"], "there is no table of KRvKN");
    assert_eq!((&answers[0]["wdl"], &answers[0]["dtz"]), (&Value::Null, &Value::Null));
    let free = answers[1]["error"].as_str().expect("text");
    assert!(free.starts_with("somebody may still castle"), "{free}");
    assert_eq!(answers[2]["outcome"], "win");
}

#[test]
fn whoever_may_castle_is_answered_from_the_tables_without() {
    let (_folder, path) = tables();
    // The rook is taken if the king stays where it is.
    let fen = "8/8/8/8/8/8/6k1/4K2R w K - 0 1";
    let run = run(&["table", "probe", fen, "--format", "json", "--tables", &path]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let answer = json(&run.stdout);
    assert_eq!((&answer["key"], &answer["wdl"]), (&"KRvK".into(), &2.into()));
    let castles = answer["moves"].as_array().expect("moves").iter().find(|m| m["san"] == "O-O");
    assert_eq!(castles, None, "the king would be attacked");
}

#[test]
fn bad_input_is_told_by_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("text");
    let probe = ["table", "probe", "-", "--format", "json", "--tables", path];
    let lines = b"\xEF\xBB\xBF4k3/8/8/8/8/8/8/4K3 w - - 0 1\r\n4k3/8/8/8/8/8/8/4X3 w\n4k3/\xFF w\n4k3/8/8/8/8/8/8/K7 w";
    let read = run_with_input(&probe, lines);
    assert_eq!(read.code, 2);
    let answers: Vec<_> = read.stdout.lines().map(json).collect();
    let wdl: Vec<_> = answers.iter().map(|answer| answer["wdl"].as_i64()).collect();
    assert_eq!(
        wdl,
        [Some(0), None, None, Some(0)],
        "what is wrong leaves the others to be answered"
    );
    for (number, what) in [(1, "line 2: "), (2, "line 3: expected a FEN, but it is no UTF-8")] {
        let error = answers[number]["error"].as_str().expect("an error");
        assert!(error.starts_with(what) && read.stderr.contains(error), "{error}");
    }
    let both = run(&["table", "probe", "-", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--tables", path]);
    assert_eq!((both.code, both.stdout.as_str()), (2, ""));
    assert!(both.stderr.contains("expected it alone"), "{}", both.stderr);
    let key = run(&["table", "generate", "KRa9vK", "--tables", path]);
    assert_eq!(key.code, 2);
    assert!(key.stderr.contains("KRa9vK"), "{}", key.stderr);
    let pieces = run(&["table", "generate", "KQQvKQQ", "--tables", path]);
    assert_eq!(pieces.code, 2);
    assert!(pieces.stderr.contains("at most 3"), "{}", pieces.stderr);
    let memory = run(&["table", "generate", "KQRvK", "--budget", "3MB", "--tables", path]);
    assert_eq!(memory.code, 2);
    assert!(memory.stderr.contains("3 MB are allowed"), "{}", memory.stderr);
    let finished = run(&["table", "verify", "--tables", path]);
    assert_eq!(finished.code, 0, "what was finished is there: {}", finished.stderr);
}

#[test]
fn tables_are_verified_and_damage_is_told() {
    let (_folder, path) = tables();
    let checked = json(
        &run(&["table", "verify", "--every", "5", "--format", "json", "--tables", &path]).stdout,
    );
    assert_eq!(checked["tables"], 29);
    assert_eq!(checked["mistakes"], Value::Array(vec![]));
    let family = ["table", "verify", "KRvK", "KPvK", "--every", "50", "--format", "json"];
    let checked = json(&run(&[&family[..], &["--tables", &path]].concat()).stdout);
    assert!(
        checked["tables"].as_u64().is_some_and(|tables| (2..29).contains(&tables)),
        "{checked}"
    );
    let missing = run(&["table", "verify", "KQPvKR", "--tables", &path]);
    assert_eq!(missing.code, 2);
    assert!(missing.stderr.contains("no table of KQPvKR"), "{}", missing.stderr);
    let file = std::path::Path::new(&path).join("KPvK.hzt");
    let mut bytes = std::fs::read(&file).expect("a file");
    bytes[100] ^= 1;
    std::fs::write(&file, bytes).expect("written");
    // What doesn't need it is answered, and what does says why it isn't.
    let lines = b"8/8/8/3k4/8/8/1K6/6R1 w\n8/8/8/8/8/1k6/3P4/3K4 w\n8/8/8/3k4/8/8/1K6/6Q1 w\n";
    let probed =
        run_with_input(&["table", "probe", "-", "--format", "json", "--tables", &path], lines);
    let answers: Vec<_> = probed.stdout.lines().map(json).collect();
    let wdl: Vec<_> = answers.iter().map(|answer| answer["wdl"].as_i64()).collect();
    assert_eq!((probed.code, wdl), (3, vec![Some(2), None, Some(2)]));
    let error = answers[1]["error"].as_str().expect("an error");
    assert!(error.contains("KPvK.hzt") && probed.stderr.contains(error), "{error}");
    let generated = run(&["table", "generate", "KPvK", "--tables", &path]);
    assert_eq!(generated.code, 3);
    assert!(generated.stderr.contains("KPvK.hzt"), "{}", generated.stderr);
    let damaged = run(&["table", "verify", "--format", "json", "--tables", &path]);
    assert_eq!(damaged.code, 1);
    let checked = json(&damaged.stdout);
    // The others are checked all the same.
    assert!(checked["tables"].as_u64().is_some_and(|tables| tables >= 5), "{checked}");
    let refused = checked["refused"].as_array().expect("a list");
    assert!(
        refused.iter().any(|one| one["reason"]
            .as_str()
            .is_some_and(|reason| { reason.contains("KPvK.hzt") }))
    );
    assert_eq!((&checked["mistakes"], &checked["interrupted"]), (&json("[]"), &false.into()));
}

#[test]
fn a_file_that_is_refused_leaves_the_others_to_answer() {
    let (_folder, path) = tables();
    let file = Path::new(&path).join("notes.hzt");
    std::fs::write(&file, "mine").expect("written");
    let folder = Path::new(&path).join("folder.hzt");
    std::fs::create_dir(&folder).expect("made");
    let probe = ["table", "probe", "8/8/8/3k4/8/8/1K6/6Q1 w - - 0 1", "--tables", &path];
    let probed = run(&probe);
    assert_eq!(probed.code, 0);
    assert!(probed.stderr.contains("notes.hzt") && probed.stderr.contains("folder.hzt"));
    let verified = run(&["table", "verify", "KQvK", "--tables", &path]);
    assert_eq!(verified.code, 1, "a bad file is no good folder");
    assert!(verified.stdout.contains("notes.hzt"), "{}", verified.stdout);
    std::fs::remove_dir(&folder).expect("it is there");
    let generated = run(&["table", "generate", "KQvK", "--tables", &path]);
    assert_eq!(generated.code, 3, "nothing is written over");
    assert!(generated.stderr.contains("take the file away"), "{}", generated.stderr);
    assert_eq!(std::fs::read(&file).expect("it is there"), b"mine");
}

#[test]
fn what_is_gone_is_told_and_who_wins_is_still_said() {
    let (_folder, path) = tables();
    std::fs::remove_file(Path::new(&path).join("KQvK.hzt")).expect("it is there");
    let probe = |fen: &str| {
        let run = run(&["table", "probe", fen, "--format", "json", "--tables", &path]);
        (run.code, json(&run.stdout))
    };
    // A rook is enough: the table says so without the queen's, but not how soon.
    let (code, answer) = probe("8/8/8/8/8/1k6/3P4/3K4 w - - 0 1");
    assert_eq!((code, &answer["dtz"]), (0, &Value::Null));
    assert!(answer["note"].as_str().expect("a note").contains("KQvK"), "{answer}");
    // There is no table, but the move that mates needs none, and a bare king never wins.
    let (code, answer) = probe("7k/5K2/6Q1/8/8/8/8/8 w - - 0 1");
    assert_eq!((code, &answer["wdl"], &answer["value"]), (0, &2.into(), &"win in 1".into()));
    let (code, answer) = probe("8/8/8/3k4/8/8/1K6/6Q1 w - - 0 1");
    assert_eq!((code, &answer["outcome"]), (1, &"win or draw".into()));
    assert_eq!(answer["error"], "there is no table of KQvK");
    let info = run(&["table", "info", "Kd2vK", "--format", "json", "--tables", &path]);
    assert_eq!(json(&info.stdout)["keys"][0]["state"], "stale");
}

#[test]
fn info_tells_what_is_missing() {
    let (_folder, path) = tables();
    let about = |key: &str| {
        json(&run(&["table", "info", key, "--format", "json", "--tables", &path]).stdout)["keys"][0]
            .take()
    };
    let there = about("Ke2vK");
    assert_eq!((&there["key"], &there["state"]), (&"Kd2vK".into(), &"exact".into()));
    assert_eq!((&there["closure"], &there["built"]), (&11.into(), &11.into()));
    let stored = &there["stored"];
    let bytes = |name: &str| stored[name].as_u64().expect("a number");
    assert_eq!(bytes("bytes"), bytes("values_bytes") + bytes("distances_bytes"));
    let with_pawns = &there["closure_with_pawns"];
    assert_eq!(with_pawns["tables"], 6);
    let counts = (2..=7).map(|rank| about(&format!("Kd{rank}vK"))["stored"]["counts"].take());
    let counts: u64 = counts
        .map(|all| serde_json::from_value::<[u64; 10]>(all).expect("ten").iter().sum::<u64>())
        .sum();
    assert_eq!(with_pawns["legal_positions"], counts);
    let missing = about("KRvKN");
    assert_eq!(
        (&missing["stored"], &missing["closure_with_pawns"]["tables"]),
        (&Value::Null, &0.into())
    );
    assert_eq!((&missing["state"], &missing["closure"]), (&"missing".into(), &4.into()));
}

#[test]
fn what_can_not_be_built_or_takes_too_long_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("text");
    let pieces = run(&["table", "info", "KQRBdNvKQ", "--tables", path]);
    assert_eq!(pieces.code, 0);
    assert!(pieces.stdout.contains("at most 3 pieces"), "{}", pieces.stdout);
    let family = run(&["table", "generate", "KPPPPPPPPvKPPPPPPPP", "--tables", path]);
    assert_eq!(family.code, 2);
    assert!(family.stderr.contains("more than 1,000,000 keys"), "{}", family.stderr);
    // The time is over long before it is known how many tables there are.
    let budget = ["table", "generate", "Ka2b2c2d2vKa7b7c7d7", "--budget", "1s", "--format", "json"];
    let late = run(&[&budget[..], &["--tables", path]].concat());
    let answer = json(&late.stdout);
    assert_eq!(
        (late.code, &answer["stopped"], &answer["planned"]),
        (0, &true.into(), &Value::Null)
    );
}

#[test]
fn without_time_or_memory_a_position_has_bounds_and_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = folder.path().to_str().expect("text");
    let solve = |fen: &str, budget: &str| {
        let words = ["table", "solve", fen, "--budget", budget, "--tables", tables];
        let run = run(&[&words[..], &["--format", "json"]].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        json(&run.stdout)
    };
    // A bare king never wins, and without time nothing else is known.
    let late = solve("4k3/8/8/8/8/8/P7/4K3 b - - 0 1", "0s");
    assert_eq!((&late["ended"], &late["stopped"]), (&Value::from("time"), &Value::from(true)));
    assert_eq!(late["outcome"], "draw or loss");
    // The tables below have more positions than there is memory for.
    let small = solve("8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1", "16MB");
    assert_eq!((&small["ended"], &small["stopped"]), (&Value::from("memory"), &Value::from(false)));
    assert_eq!(small["next"], small["key"]);
    assert!(small["needed"].as_u64() > Some(16 << 20));
    let listed = small["open"].as_array().expect("a list").len() as u64;
    assert!((1..=200).contains(&listed) && small["open_keys"].as_u64() >= Some(listed));
}

/// The files of a folder and what is in them; those of folders inside are left out.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("one"));
    let files = entries.filter(|entry| entry.path().is_file());
    files
        .filter_map(|file| {
            let name = file.file_name().into_string().expect("text");
            // What is being written goes while one looks.
            Some((name, std::fs::read(file.path()).ok()?))
        })
        .collect()
}

#[test]
fn a_killed_run_goes_on_with_what_it_had_and_ends_with_the_same_bytes() {
    let (_folder, undisturbed) = tables();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("text");
    let arguments = ["table", "generate", "KPvK", "--tables", path];
    let mut command = hazel(&arguments);
    let silent = command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = silent.spawn().expect("the program starts");
    let finished = || {
        let new = contents(&folder.path().join("new"));
        new.keys()
            .filter(|name| Path::new(name).extension().is_some_and(|end| end == "hzt"))
            .count()
    };
    while finished() < 9 && child.try_wait().expect("a process").is_none() {
        std::thread::yield_now();
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    let finished = finished();
    // It may have been killed between two files.
    let unfinished = ["new/KQvK.hzt.new0", "KPvK.hzt.new1"].map(|name| folder.path().join(name));
    for path in unfinished {
        std::fs::write(path, "half").expect("it can be written");
    }

    let again = run(&[&arguments[..], &["--format", "json"]].concat());
    assert_eq!((again.code, again.stderr.as_str()), (0, ""));
    let counts = json(&again.stdout);
    let [kept, built] = ["kept", "built"].map(|name| counts[name].as_u64().expect("a number"));
    assert!(kept >= finished as u64, "{kept} of {finished} tables are kept");
    assert_eq!(kept + built, 29);
    assert_eq!(contents(folder.path()), contents(Path::new(&undisturbed)));
    let left = contents(&folder.path().join("new"));
    assert!(left.keys().eq(["lock"]), "of what wasn't finished there is still {:?}", left.keys());
}

#[test]
fn one_run_at_a_time_writes_to_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("text");
    let generate = || run(&["table", "generate", "KRvK", "--tables", path]);
    std::fs::create_dir(folder.path().join("new")).expect("a folder");
    let other_run = std::fs::File::create(folder.path().join("new/lock")).expect("a file");
    other_run.lock().expect("nobody else has it");
    let refused = generate();
    assert_eq!((refused.code, refused.stdout.as_str()), (3, ""));
    let words = ["another run is writing", path, "--tables"];
    assert!(words.iter().all(|word| refused.stderr.contains(word)), "{}", refused.stderr);
    drop(other_run);
    assert_eq!(generate().code, 0);
}

#[test]
fn a_fortress_is_drawn_with_where_its_men_can_ever_stand() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = folder.path().to_str().expect("text");
    let chain = "8/3k4/4p2p/1p1pPp1P/pPpP1Pp1/P1P3P1/3K4/8 w - - 0 1";
    let solve =
        |more: &[&str]| run(&[&["table", "solve", chain, "--tables", tables], more].concat());
    let text = solve(&[]).stdout;
    assert!(text.contains("\n3  ♙ · ♙ · ○ · ♙ ·\n2  ○ ○ ○ ♔ ○ ○ ○ ○\n"), "{text}");
    let answer = json(&solve(&["--format", "json"]).stdout);
    let squares = |side: &str| answer["reach"][side].as_array().expect("squares").len();
    assert_eq!(
        (answer["fortress"].as_bool(), squares("white"), squares("black")),
        (Some(true), 17, 19)
    );
    // The picture alone goes to standard output.
    let picture = solve(&["--svg", "-"]);
    assert_eq!(picture.code, 0);
    assert!(picture.stdout.starts_with("<svg") && picture.stdout.ends_with("</svg>\n"));
    // The marks, and the disc of the side to move.
    assert_eq!(picture.stdout.matches(r#"r="13" fill="#).count(), 16 + 18);
}
