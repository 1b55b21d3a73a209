//! Counting endings in games, planning tables for them, and how much of them tables answer.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use roxmltree::Document;
use serde_json::{Value, json as value};

use crate::games::{ODD, sample};
use crate::program::{csv, json, run, run_with_input};

fn name(path: &Path) -> &str {
    path.to_str().expect("a name")
}

/// Counts the sample into a file, and gives the answer.
fn index(output: &Path, more: &[&str]) -> Value {
    json(&[&["table", "index-pgn", &sample(), "-o", name(output)], more].concat())
}

/// The men of a key or a board: pieces by count, and how many pawns. All that the text of a FEN tells without thinking.
fn material(letters: &str) -> BTreeMap<char, usize> {
    let mut men = BTreeMap::new();
    for letter in letters.chars().filter(char::is_ascii_alphabetic) {
        *men.entry(letter).or_default() += 1;
    }
    men
}

#[test]
fn counts_agree_with_the_positions_that_are_converted() {
    let directory = tempfile::tempdir().expect("a directory");
    let output = directory.path().join("counts.csv");
    let answer = index(&output, &[]);
    let epd = run(&["pgn", "convert", "--to", "epd", &sample()]).stdout;
    let (mut positions, mut games) = (0, BTreeSet::new());
    let mut last = String::new();
    for line in epd.lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        let men = material(fields[0]);
        let pieces: usize = "QRBNqrbn".chars().filter_map(|piece| men.get(&piece)).sum();
        if pieces <= 3 && fields[2] == "-" {
            let id = line.split("id \"").nth(1).expect("an id");
            positions += 1;
            games.insert(id.split('.').next().expect("a game").to_owned());
            last = fields[0].to_owned();
        }
    }
    assert_eq!(answer["counted"], value!({"games": games.len(), "positions": positions}));
    assert_eq!(answer["positions"], epd.lines().count());
    assert_eq!(material(&last), material("KQkq"), "the only ending ends so: {last}");
    let rows = answer["most_frequent"].as_array().expect("rows");
    let ended: Vec<&Value> = rows.iter().filter(|row| row["last"] == 1).collect();
    assert_eq!(ended.len(), 1);
    assert_eq!((&ended[0]["key"], &ended[0]["positions"]), (&value!("KQvKQ"), &value!(1)));
    // The first position is 7K/8/k1P5/7p: the pawns mirrored and with the sides exchanged are a4 and f3.
    let first: Vec<&Value> = rows.iter().filter(|row| row["first"] == 1).collect();
    assert_eq!((first.len(), &first[0]["key"]), (1, &value!("Ka4vKf3")));
}

#[test]
fn rows_and_file_say_the_same_with_any_number_of_threads() {
    let directory = tempfile::tempdir().expect("a directory");
    let files = ["1", "3"].map(|threads| {
        let path = directory.path().join(threads);
        index(&path, &["--threads", threads]);
        std::fs::read_to_string(path).expect("the file")
    });
    assert_eq!(files[0], files[1]);
    let path = directory.path().join("counts.csv");
    let (header, rows) = csv(&["table", "index-pgn", &sample(), "-o", name(&path)]);
    let written: Vec<String> =
        files[0].lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
    assert_eq!(written[0], header.join(","));
    assert_eq!(written[1..], rows.iter().map(|row| row.join(",")).collect::<Vec<_>>());
    let piped = run(&["table", "index-pgn", &sample(), "-o", "-"]);
    assert_eq!((piped.code, piped.stdout), (0, files[0].clone()));
}

#[test]
fn counts_lie_beside_the_tables_unless_told_otherwise() {
    let directory = tempfile::tempdir().expect("a directory");
    let tables = directory.path().join("deep/tables");
    let missing = run(&["table", "plan", "--tables", name(&tables)]);
    assert_eq!((missing.code, missing.stdout.as_str()), (3, ""));
    assert!(missing.stderr.contains("hazel table index-pgn"), "{}", missing.stderr);
    let answer = json(&["table", "index-pgn", &sample(), "--tables", name(&tables)]);
    assert_eq!(answer["output"], name(&tables.join("counts.csv")));
    for command in ["plan", "stats"] {
        assert_eq!(json(&["table", command, "--tables", name(&tables)])["tables"], 0);
    }
}

#[test]
fn bad_games_are_told_and_the_others_counted() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("counts.csv");
    let arguments = ["table", "index-pgn", "-", "-o", name(&path), "--format", "json"];
    let run = run_with_input(&arguments, ODD.as_bytes());
    assert_eq!(run.code, 1);
    assert!(
        run.stderr.contains("standard input:3:13: game 1: error: illegal move"),
        "{}",
        run.stderr
    );
    let answer: Value = serde_json::from_str(&run.stdout).expect("JSON");
    // Variations are not played, so that nothing is wrong with the second game.
    assert_eq!((&answer["games"], &answer["errors"]), (&value!(3), &value!(1)));
    assert_eq!(answer["positions"], 3 + 4 + 2);
    assert!(path.is_file());
}

#[test]
fn counts_are_not_written_if_something_is_missing_or_would_be_lost() {
    let directory = tempfile::tempdir().expect("a directory");
    let games = directory.path().join("games.pgn");
    std::fs::copy(sample(), &games).expect("a copy");
    let own = run(&["table", "index-pgn", name(&games), "-o", name(&games)]);
    assert_eq!((own.code, own.stdout.as_str()), (3, ""));
    assert!(own.stderr.contains("is not written, since it is an input"), "{}", own.stderr);
    assert_eq!(std::fs::read(&games).expect("games"), std::fs::read(sample()).expect("games"));
    let output = directory.path().join("counts.csv");
    let missing = run(&["table", "index-pgn", name(&games), "no/such.pgn", "-o", name(&output)]);
    assert_eq!((missing.code, output.exists()), (3, false));
    assert!(missing.stderr.contains("not everything could be read"), "{}", missing.stderr);
}

#[test]
fn a_damaged_file_of_counts_is_refused_with_its_line() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("counts.csv");
    index(&path, &[]);
    let text = std::fs::read_to_string(&path).expect("the file");
    std::fs::write(&path, text.replace("Ka4vKf3,1,2", "Ka4vKf3,1,1")).expect("a file");
    for command in ["plan", "stats"] {
        let run =
            run(&["table", command, "--counts", name(&path), "--tables", name(directory.path())]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{command}");
        assert!(run.stderr.contains("counts.csv: line 18: the checksum is "), "{}", run.stderr);
    }
}

#[test]
fn a_plan_names_children_first_and_leaves_out_what_is_built() {
    let directory = tempfile::tempdir().expect("a directory");
    let (counts, tables) = (directory.path().join("counts.csv"), directory.path().join("tables"));
    index(&counts, &[]);
    let plan = || {
        json(&[
            "table",
            "plan",
            "--counts",
            name(&counts),
            "--tables",
            name(&tables),
            "--limit",
            "1000",
        ])
    };
    let before = plan();
    let keys = |plan: &Value| -> Vec<String> {
        let rows = plan["proposed"].as_array().expect("rows");
        rows.iter().map(|row| row["key"].as_str().expect("a key").to_owned()).collect()
    };
    let place = |key: &str| keys(&before).iter().position(|found| found == key).expect("a row");
    for path in
        [["KQvK", "KQvKQ"], ["KQvKQ", "KQvKc2"], ["KQvKc2", "Ka7vKf2"], ["Ka5vKf3", "Ka4vKf3"]]
    {
        assert!(place(path[0]) < place(path[1]), "{path:?}");
    }
    let scores: Vec<f64> = before["proposed"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row["score"].as_f64().expect("a number"))
        .collect();
    assert!(scores.is_sorted_by(|a, b| a >= b));
    let built = run(&["table", "generate", "KQvKQ", "--tables", name(&tables)]);
    assert_eq!(built.code, 0, "{}", built.stderr);
    let after = plan();
    assert_eq!(after["answered"], value!({"keys": 1, "positions": 1}));
    let expected: BTreeSet<_> = keys(&before)
        .into_iter()
        .filter(|key| !["KQvK", "KQvKQ"].contains(&key.as_str()))
        .collect();
    assert_eq!(keys(&after).into_iter().collect::<BTreeSet<_>>(), expected);
    let stats = json(&["table", "stats", "--counts", name(&counts), "--tables", name(&tables)]);
    assert_eq!(
        stats["counted_positions"],
        value!({"all": 12, "exact": 1, "bounds": 0, "open": 0, "nothing": 11})
    );
    assert_eq!((&stats["last"]["exact"], &stats["first"]["exact"]), (&value!(1), &value!(0)));
    assert_eq!(
        stats["by_men"],
        value!([{"men": 4, "all": 12, "exact": 1, "bounds": 0, "open": 0, "nothing": 11}])
    );
}

#[test]
fn the_chart_is_a_picture_too() {
    let directory = tempfile::tempdir().expect("a directory");
    let counts = directory.path().join("counts.csv");
    index(&counts, &[]);
    let run = run(&[
        "table",
        "stats",
        "--counts",
        name(&counts),
        "--tables",
        name(directory.path()),
        "--svg",
        "-",
    ]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let document = Document::parse(&run.stdout).expect("well-formed XML");
    let texts: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text())
        .collect();
    assert_eq!(texts, ["exact", "by bounds", "open", "no table", "4 men", "12"]);
    let bars = document.descendants().filter(|node| node.attribute("width") == Some("600"));
    assert_eq!(bars.count(), 1, "all twelve positions in one colour");
}

#[test]
fn the_fields_of_the_answers_are_on_their_page() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/commands/table-plan.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let directory = tempfile::tempdir().expect("a directory");
    let counts = directory.path().join("counts.csv");
    let mut answers = vec![index(&counts, &[])];
    for command in ["plan", "stats"] {
        let here = name(directory.path());
        answers.push(json(&["table", command, "--counts", name(&counts), "--tables", here]));
    }
    while let Some(answer) = answers.pop() {
        if let Value::Object(fields) = answer {
            for (field, inner) in fields {
                assert!(page.contains(&format!("`{field}`")), "{field} is described");
                answers.push(inner);
            }
        } else if let Value::Array(items) = answer {
            answers.extend(items);
        }
    }
}
