//! Files of games: answers that are right, the same with any number of threads, and written as a whole.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json as value};

use crate::program::{csv, json, run, run_with_input};

/// The sample games of the repository.
pub(crate) fn sample() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/games.pgn").display().to_string()
}

/// Three games: an illegal move, something that is no move in a variation, and one that is fine but for its result.
pub(crate) const ODD: &str = "[White \"A\"]\n\n1. e4 e5 2. Ke3 Nc6 1-0\n\n\
    [White \"B\"]\n\n1. d4 d5 (1... xx) 2. c4 1-0\n\n[White \"C\"]\n\n1. Nf3\n";

#[test]
fn checking_counts_games_plies_and_problems() {
    let answer = json(&["pgn", "check", &sample()]);
    let numbers = ["games", "plies", "variation_plies", "errors", "remarks"];
    assert_eq!(numbers.map(|name| answer[name].clone()), [8, 182, 16, 0, 0].map(Value::from));
    assert_eq!(answer["files"][0]["file"], sample());
    assert_eq!(answer["problems"], value!([]));
    let (header, rows) = csv(&["pgn", "check", &sample()]);
    assert_eq!(header[..3], ["file", "games", "plies"]);
    assert_eq!(rows[0][1..3], ["8", "182"]);
}

#[test]
fn problems_have_their_places_and_the_code_says_that_there_are_some() {
    let run = run_with_input(&["pgn", "check", "--remarks", "-"], ODD.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    let lines: Vec<&str> = run.stdout.lines().take(4).collect();
    assert_eq!(
        lines,
        [
            "standard input:3:13: game 1: error: illegal move `Ke3`: the king can play Ke2",
            "standard input:7:16: game 2: error: found `xx`, expected a move",
            "standard input:12:1: game 3: remark: no result after the moves",
            "",
        ]
    );
    let arguments = ["pgn", "check", "--max-problems", "1", "--format", "json", "-"];
    let run = run_with_input(&arguments, ODD.as_bytes());
    let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!((&answer["errors"], &answer["remarks"]), (&value!(2), &value!(1)));
    let first = value!({
        "file": "standard input", "line": 3, "column": 13, "game": 1, "kind": "error",
        "text": "illegal move `Ke3`: the king can play Ke2",
    });
    assert_eq!(answer["problems"], value!([first]), "so many are listed, all are counted");
    let run = run_with_input(&["pgn", "check", "--max-problems", "1", "-"], ODD.as_bytes());
    assert!(run.stdout.contains("\n1 more error; --max-problems N lists more\n"), "{}", run.stdout);
}

/// A file of many chunks, with an error in some games.
fn large(directory: &Path) -> String {
    let mut text = String::new();
    let lines = ["1. e4 c5 2. Nf3 d6 3. d4", "1. d4 d5 2. c4 e6", "1. Nf3 d5 2. Kd3", "1. e4 e5"];
    for game in 0..12_000 {
        let (line, result) = (lines[game % 4], ["1-0", "0-1", "1/2-1/2"][game % 3]);
        let _ = write!(
            text,
            "[Event \"{game}\"]\n[Date \"{}.??.??\"]\n[WhiteElo \"{}\"]\n[Result \"{result}\"]\n\n\
             {line} {{{}}} {result}\n\n",
            1990 + game % 30,
            1200 + game % 1500,
            "a comment that makes the file longer, so that it is cut; ".repeat(5),
        );
    }
    let path = directory.join("large.pgn");
    std::fs::write(&path, text).expect("a file");
    path.display().to_string()
}

#[test]
fn answers_are_the_same_with_any_number_of_threads() {
    let directory = tempfile::tempdir().expect("a directory");
    let (large, sample) = (large(directory.path()), sample());
    let commands: [&[&str]; 6] = [
        &["pgn", "check", "--max-problems", "50", "--format", "json"],
        &["pgn", "stats", "--format", "json"],
        &["pgn", "convert", "--to", "json"],
        &["pgn", "convert", "--to", "epd", "--last"],
        &["pgn", "filter", "--opening", "sicilian", "--invert"],
        &["pgn", "dedupe", "--report", "--format", "json"],
    ];
    for command in commands {
        let [one, three] = ["1", "3"].map(|threads| {
            let run = run(&[command, &["--threads", threads, &large, &sample]].concat());
            assert_eq!(run.code, 1, "there are errors: {}", run.stderr);
            let steady = |line: &&str| {
                let line = line.trim();
                !["\"seconds\":", "\"threads\":", "\"games_per"].iter().any(|f| line.starts_with(f))
            };
            let lines: Vec<String> = run.stdout.lines().filter(steady).map(str::to_owned).collect();
            (lines, run.stderr)
        });
        assert!(one == three, "{command:?}");
    }
    let checked = run(&["pgn", "check", "--format", "json", &large]);
    let answer: Value = serde_json::from_str(&checked.stdout).expect("JSON");
    assert_eq!((&answer["games"], &answer["errors"]), (&value!(12_000), &value!(3_000)));
    assert_eq!(answer["plies"], 3_000 * (5 + 4 + 2 + 2));
    let last = run(&["pgn", "check", "--format", "json", "--max-problems", "3000", &large]);
    let answer: Value = serde_json::from_str(&last.stdout).expect("JSON");
    let last = &answer["problems"][2999];
    // Every game has seven lines and an empty one; the third of four has the error.
    assert_eq!((&last["game"], &last["line"]), (&value!(11_999), &value!(11_998 * 7 + 6)));
}

#[test]
fn statistics_count_results_openings_lengths_and_ratings() {
    let answer = json(&["pgn", "stats", &sample()]);
    assert_eq!(
        answer["results"],
        value!({"white": 5, "draws": 2, "black": 1, "unknown": 0, "score": 75.0})
    );
    let lengths = &answer["lengths"];
    assert_eq!((&lengths["mean"], &lengths["median"]), (&value!(22.75), &value!(21.5)));
    assert_eq!((&lengths["shortest"], &lengths["longest"]), (&value!(4), &value!(45)));
    assert_eq!(lengths["histogram"][0], value!({"from": 1, "to": 10, "count": 3}));
    let ratings = &answer["ratings"];
    assert_eq!((&ratings["count"], &ratings["lowest"]), (&value!(4), &value!(1512)));
    assert_eq!((&ratings["mean"], &ratings["highest"]), (&value!(1622.5), &value!(1705)));
    let first = &answer["openings"][0];
    assert_eq!((&first["eco"], &first["games"]), (&value!("C41"), &value!(2)));
    let (header, rows) = csv(&["pgn", "stats", &sample()]);
    assert_eq!((header[0].as_str(), rows.len()), ("eco", 7));
    let nothing = run_with_input(&["pgn", "stats", "-"], b"");
    assert_eq!((nothing.code, nothing.stderr.as_str()), (0, ""));
    assert!(nothing.stdout.starts_with("games   0\n"), "{}", nothing.stdout);
}

fn converted(more: &[&str]) -> Vec<String> {
    let sample = sample();
    let run = run(&[&["pgn", "convert", &sample, "--to"], more].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{more:?}");
    run.stdout.lines().map(str::to_owned).collect()
}

#[test]
fn games_are_converted_to_every_form() {
    assert_eq!(converted(&["fen"]).len(), 182 + 8);
    let last = converted(&["fen", "--last"]);
    assert_eq!(last.len(), 8);
    assert_eq!(last[5], "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    let epd = converted(&["epd", "--ply", "4"]);
    assert_eq!(epd.len(), 8);
    assert_eq!(epd[4], "8/8/1kP2K2/8/7p/8/8/8 w - - hmvc 2; fmvn 3; sm Ke5; id \"5.4\";");
    assert!(epd[5].ends_with(" id \"6.4\";") && !epd[5].contains(" sm "), "no move is left");
    let uci = converted(&["uci"]);
    assert_eq!(uci[5], "position startpos moves f2f3 e7e5 g2g4 d8h4");
    assert!(uci[4].starts_with("position fen 7K/8/k1P5/7p/8/8/8/8 w - - 0 1 moves h8g7 h5h4 "));
    let json = converted(&["json", "--fens"]);
    let game: Value = serde_json::from_str(&json[0]).expect("JSON");
    let bishop = &game["moves"][5];
    assert_eq!((&bishop["san"], &bishop["nags"]), (&value!("Bg4"), &value!([6])));
    let inner = &bishop["variations"][0][4]["variations"][0];
    assert_eq!(inner[0]["comments"], value!(["is playable too."]));
    let blitz: Value = serde_json::from_str(&json[5]).expect("JSON");
    let third = &blitz["moves"][2];
    assert_eq!((&third["clock"], &third["nags"]), (&value!(178.0), &value!([4])));
    assert_eq!(third["evaluation"], value!({"mate": -1, "depth": null}));
    assert_eq!(blitz["moves"][3]["fen"], last[5]);
}

#[test]
fn converting_to_pgn_twice_changes_nothing_more() {
    let directory = tempfile::tempdir().expect("a directory");
    for form in ["pgn", "compact"] {
        let path = directory.path().join(form);
        let once = converted(&[form]).join("\n");
        std::fs::write(&path, &once).expect("a file");
        let path = path.to_str().expect("a name");
        let twice = run(&["pgn", "convert", "--to", form, path]).stdout;
        assert_eq!(once.trim_end(), twice.trim_end());
        let by_moves = ["pgn", "dedupe", "--by", "moves", "--report", "--format", "json"];
        let run = run(&[&by_moves[..], &[path, &sample()]].concat());
        let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!((&answer["games"], &answer["kept"]), (&value!(16), &value!(7)));
    }
}

#[test]
fn games_with_errors_are_converted_as_far_as_they_go() {
    let run = run_with_input(&["pgn", "convert", "--to", "uci", "-"], ODD.as_bytes());
    assert_eq!(run.code, 1);
    assert_eq!(
        run.stdout,
        "position startpos moves e2e4 e7e5\nposition startpos moves d2d4 d7d5 c2c4\n\
         position startpos moves g1f3\n"
    );
    assert_eq!(run.stderr.lines().count(), 2, "{}", run.stderr);
}

#[test]
fn chosen_games_keep_their_bytes() {
    let games: &[u8] = b"; before\r\n[White \"R\xE9ti\"]\r\n\r\n1.e4   {x}  e5 1-0 ; after\r\n\r\n\
        [White \"x\"]\n\n1.e4 *\n";
    let directory = tempfile::tempdir().expect("a directory");
    let (from, to) = (directory.path().join("a.pgn"), directory.path().join("b.pgn"));
    std::fs::write(&from, games).expect("a file");
    let names = [&from, &to].map(|path| path.to_str().expect("a name"));
    let run = run(&["pgn", "filter", "--white", "RÉTI", names[0], "-o", names[1]]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("games    2\nwritten  1\n"), "{}", run.stdout);
    let written = std::fs::read(&to).expect("the file");
    let end = games.windows(5).position(|five| five == b"after").expect("a comment") + 9;
    assert_eq!(written, &games[..end], "{}", String::from_utf8_lossy(&written));
}

#[test]
fn remarks_do_not_crowd_out_errors() {
    let games = "1. e4\n\n".repeat(5) + "[White \"x\"]\n\n1. Ke3 *\n";
    let arguments = ["pgn", "check", "--remarks", "--max-problems", "2", "-"];
    let run = run_with_input(&arguments, games.as_bytes());
    assert!(run.stdout.contains("error: illegal move"), "{}", run.stdout);
    assert!(
        run.stdout.contains("\n3 more remarks; --max-problems N lists more\n"),
        "{}",
        run.stdout
    );
}

/// A game whose start can't be read, one of another kind of chess, and one as it should be.
const STARTLESS: &[u8] = b"[FEN \"8/8\"]\n\n1. e4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n\
    [White \"A\"]\n\n1. d4 *\n";

#[test]
fn of_a_game_without_a_start_there_are_no_positions() {
    let converted = |to: &str| {
        let run = run_with_input(&["pgn", "convert", "--to", to, "-"], STARTLESS);
        assert_eq!(run.code, 1);
        run.stdout.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(converted("uci"), ["position startpos moves d2d4"]);
    assert_eq!((converted("fen").len(), converted("epd").len()), (2, 2));
    assert!(converted("epd")[0].ends_with(" id \"3.0\";"));
    let starts: Vec<Value> = converted("json")
        .iter()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["start"].take())
        .collect();
    assert!(starts[0].is_null() && starts[1].is_null() && starts[2].is_string(), "{starts:?}");
    let tape = run_with_input(&["tape", "-", "--game", "2"], STARTLESS);
    assert_eq!((tape.code, tape.stdout.as_str()), (1, ""));
    assert!(tape.stderr.contains("game 2 has no tape"), "{}", tape.stderr);
}

#[test]
fn of_several_files_each_line_names_its_own() {
    let sample = sample();
    let convert = |to: &str| run(&["pgn", "convert", "--to", to, "--ply", "0", &sample, &sample]);
    let epd = convert("epd").stdout;
    assert!(epd.lines().all(|line| line.contains(&format!("id \"{sample}:"))), "{epd}");
    let lines = run(&["pgn", "convert", "--to", "json", &sample, &sample]).stdout;
    let last: Value = serde_json::from_str(lines.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&last["file"], &last["game"]), (&value!(sample), &value!(8)));
}

#[test]
fn a_position_that_no_game_has_is_reported() {
    let run = run(&["pgn", "convert", "--to", "fen", "--ply", "9999", &sample()]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    assert!(run.stderr.contains("nothing is written"), "{}", run.stderr);
}

#[test]
fn what_is_not_wanted_is_left_out() {
    let without = |what: &str| {
        let run = run(&["pgn", "convert", "--to", "compact", "--without", what, &sample()]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        run.stdout
    };
    let bare = without("comments,nags,variations");
    assert!(!bare.contains(['{', '(', '$']), "{bare}");
    assert!(bare.contains("\n1.f3 e5 2.g4 Qh4# 0-1\n"), "{bare}");
    let timeless = without("clocks");
    assert!(!timeless.contains("%clk") && timeless.contains("1.f3 {[%eval -0.40]} 1...e5"));
    assert!(timeless.contains("2.g4 $4 {[%eval #-1]} 2...Qh4# 0-1"), "{timeless}");
    let refused = run(&["pgn", "convert", "--to", "fen", "--without", "nags", &sample()]);
    assert_eq!(refused.code, 2);
}
