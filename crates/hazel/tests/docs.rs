//! The pages under `docs` show what the program really prints.

use std::path::Path;
use std::process::Command;

use crate::program::{finish, surroundings, with_examples};

const PAGES: [&str; 14] = [
    "commands/show.md",
    "commands/moves.md",
    "commands/perft.md",
    "commands/pgn-check.md",
    "commands/pgn-stats.md",
    "commands/pgn-convert.md",
    "commands/pgn-filter.md",
    "commands/pgn-dedupe.md",
    "commands/tape.md",
    "commands/play.md",
    "commands/solve.md",
    "commands/table-plan.md",
    "commands/table-solve.md",
    "output.md",
];

fn docs() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The commands of a page, each with what follows it.
fn examples(page: &str) -> Vec<(String, String)> {
    let blocks = page.split("```console\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    blocks
        .map(|block| {
            let (command, shown) = block.split_once('\n').expect("a command and its output");
            (command.strip_prefix("$ ").expect("a command").to_owned(), shown.to_owned())
        })
        .collect()
}

/// What does not depend on the machine: no times, no speeds, no threads, no version of an engine. Columns may be wider.
/// Proofs take other ways to the same value with every better idea, so neither are the ways.
fn steady(text: &str, is_proof: bool) -> Vec<String> {
    let ways = ["nodes", "line", "positions", "choices", "checkpoint", "certificate", "\"nodes\":"];
    let changing = [
        "memory",
        "\"memory\":",
        "time",
        "speed",
        "threads",
        "engine",
        "\"seconds\":",
        "\"nodes_per_second\":",
        "\"games_per_second\":",
        "\"threads\":",
    ];
    text.trim_end()
        .lines()
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                [first, ..] if changing.contains(first) => (*first).to_owned(),
                [first, ..] if is_proof && ways.contains(first) => (*first).to_owned(),
                [rule] if rule.starts_with('─') => "─".to_owned(),
                words => match words.iter().position(|word| matches!(*word, "s" | "ms" | "µs")) {
                    // What follows a time is a speed.
                    Some(unit) if unit > 0 => words[..unit - 1].join(" "),
                    _ => words.join(" "),
                },
            }
        })
        .collect()
}

#[test]
fn every_example_prints_what_its_page_shows() {
    let directory = with_examples();
    let mut seen = 0;
    for name in PAGES {
        let page = std::fs::read_to_string(docs().join(name)).expect("a page");
        for (command, shown) in examples(&page) {
            let mut shell = Command::new("sh");
            shell.args(["-c", &command]).current_dir(directory.path());
            surroundings(&mut shell);
            let run = finish(&mut shell);
            let is_proof = command.starts_with("hazel solve ") && !command.contains(" perft ");
            let steady = |text: &str| steady(text, is_proof);
            assert_eq!(steady(&(run.stdout + &run.stderr)), steady(&shown), "{name}: {command}");
            seen += 1;
        }
    }
    assert!(seen >= 35, "{seen} examples");
    // The example of `--svg` has written the picture that its page shows.
    let picture = |path: &Path| std::fs::read_to_string(path).expect("a picture");
    assert_eq!(
        picture(&directory.path().join("board.svg")),
        picture(&docs().join("commands/board.svg"))
    );
}

#[test]
fn the_codes_and_fields_of_the_page_are_all_there() {
    let page = std::fs::read_to_string(docs().join("output.md")).expect("a page");
    let show = crate::program::json(&["show"]);
    let perft = crate::program::json(&[
        "perft",
        "startpos",
        "1",
        "--divide",
        "--hash",
        "1",
        "--against",
        "stockfish",
    ]);
    let moves = crate::program::json(&["moves"]);
    for answer in [&show, &perft, &moves, &perft["against"], &perft["hash"], &moves["moves"][0]] {
        for field in crate::program::fields(answer) {
            assert!(page.contains(&format!("`{field}`")), "{field} is described");
        }
    }
}

#[test]
fn the_fields_of_answers_about_games_are_on_their_pages() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/games.pgn");
    let games = games.to_str().expect("a name");
    let directory = tempfile::tempdir().expect("a directory");
    let [certificate, checkpoint] = ["c", "j"].map(|name| directory.path().join(name));
    let certificate = certificate.to_str().expect("a name");
    let checkpoint = checkpoint.to_str().expect("a name");
    let cases: [(&str, &[&str]); 9] = [
        ("pgn-check.md", &["pgn", "check", "--remarks", games]),
        ("pgn-stats.md", &["pgn", "stats", games]),
        ("pgn-dedupe.md", &["pgn", "dedupe", "--report", games]),
        ("pgn-filter.md", &["pgn", "filter", "--count", games]),
        ("tape.md", &["tape", games, "--ply", "3"]),
        ("solve.md", &["solve", "fork", "--certificate", certificate]),
        ("solve.md", &["solve", "check", certificate]),
        (
            "solve.md",
            &["solve", "pawns", "--files", "2", "--moves", "a4", "--checkpoint", checkpoint],
        ),
        ("solve.md", &["solve", "perft", "pawns", "--moves", "a4", "1", "--divide"]),
    ];
    for (page, arguments) in cases {
        let answer = crate::program::json(arguments);
        all_are_on(page, &answer);
    }
    let lines = crate::program::run(&["pgn", "convert", "--to", "json", "--fens", games]).stdout;
    for line in lines.lines() {
        let mut game: serde_json::Value = serde_json::from_str(line).expect("JSON");
        // The names of tags are the files' own.
        game["tags"].take();
        all_are_on("pgn-convert.md", &game);
    }
}

/// Whether a page has the names of all fields, those of the objects inside too.
fn all_are_on(page: &str, value: &serde_json::Value) {
    let text = std::fs::read_to_string(docs().join("commands").join(page)).expect("a page");
    let mut values = vec![value];
    while let Some(value) = values.pop() {
        if let Some(object) = value.as_object() {
            for name in object.keys() {
                assert!(text.contains(&format!("`{name}`")), "{page}: {name} is described");
            }
            values.extend(object.values());
        }
        values.extend(value.as_array().into_iter().flatten());
    }
}
