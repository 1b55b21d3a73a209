//! The pages under `docs` show what the program really prints.

use std::path::Path;
use std::process::Command;

use crate::program::{finish, surroundings, with_examples};

const PAGES: [&str; 4] =
    ["commands/show.md", "commands/moves.md", "commands/perft.md", "output.md"];

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
fn steady(text: &str) -> Vec<String> {
    let changing = [
        "time",
        "speed",
        "threads",
        "engine",
        "\"seconds\":",
        "\"nodes_per_second\":",
        "\"threads\":",
    ];
    text.trim_end()
        .lines()
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                [first, ..] if changing.contains(first) => (*first).to_owned(),
                [rule] if rule.starts_with('─') => "─".to_owned(),
                [words @ .., _, "s" | "ms" | "µs"] | words => words.join(" "),
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
            assert_eq!(steady(&(run.stdout + &run.stderr)), steady(&shown), "{name}: {command}");
            seen += 1;
        }
    }
    assert!(seen >= 15, "{seen} examples");
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
