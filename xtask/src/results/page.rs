//! Rows of the table in `docs/results.md`.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use super::board::Board;
use super::{Checked, Solved};

/// The first two lines of the table.
pub(super) const HEAD: &str = "\
| board | command | value | winning | drawing | losing | nodes | seconds | threads | memory, MiB | certificate, bytes | positions checked | in seconds |
| --- | --- | --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |";

/// The row of a board: the value alone with its cost, all first moves, and the certificate if there is one.
pub(super) fn row(
    board: &Board,
    alone: &Solved,
    moves: &Solved,
    checked: Option<&Checked>,
) -> Result<String> {
    let moves_of = |value: &str| {
        let names = moves.first_moves.iter().filter(|first| first.value == value);
        names.map(|first| first.name.as_str()).collect::<Vec<_>>()
    };
    let [winning, drawing, losing] = ["win", "draw", "loss"].map(moves_of);
    let told = winning.len() + drawing.len() + losing.len();
    ensure!(told == moves.first_moves.len(), "some first moves have no exact value");
    let value = alone.winner.as_ref().map_or("draw".to_owned(), |winner| format!("{winner} wins"));
    let certificate = moves.certificate.as_ref().map(|certificate| certificate.bytes);
    let cells = [
        board.to_string(),
        format!("`hazel solve {}`", board.arguments().join(" ")),
        value,
        winning.join(" "),
        drawing.join(" "),
        losing.join(" "),
        grouped(alone.nodes),
        seconds(alone.seconds),
        alone.threads.to_string(),
        grouped(alone.memory >> 20),
        certificate.map_or_else(String::new, grouped),
        checked.map_or_else(String::new, |checked| grouped(checked.positions)),
        checked.map_or_else(String::new, |checked| seconds(checked.seconds)),
    ];
    // An empty cell has one blank.
    Ok(format!("| {} |", cells.join(" | ")).replace("|  |", "| |").replace("|  |", "| |"))
}

/// Puts the row of a board into the page: over the one that is there, or below the last of the table.
pub(super) fn put(page: &Path, board: &Board, row: &str) -> Result<()> {
    let text = std::fs::read_to_string(page).with_context(|| page.display().to_string())?;
    let text = with_row(&text, board, row)
        .with_context(|| format!("{} has no table of results", page.display()))?;
    std::fs::write(page, text).with_context(|| page.display().to_string())
}

fn with_row(page: &str, board: &Board, row: &str) -> Option<String> {
    let mut lines: Vec<&str> = page.lines().collect();
    let head = HEAD.lines().count();
    let start = lines.windows(head).position(|lines| lines.join("\n") == HEAD)? + head;
    let rows = lines[start..].iter().take_while(|line| line.starts_with('|')).count();
    let name = format!("| {board} |");
    let old = (start..start + rows).find(|&line| lines[line].starts_with(&name));
    match old {
        Some(line) => lines[line] = row,
        None => lines.insert(start + rows, row),
    }
    Some(lines.join("\n") + "\n")
}

/// Three digits behind the point, and fewer where they say nothing.
fn seconds(seconds: f64) -> String {
    match seconds {
        short if short < 10.0 => format!("{short:.3}"),
        short if short < 1000.0 => format!("{short:.1}"),
        long => format!("{long:.0}"),
    }
}

/// A number with a comma between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_replaces_its_own_or_comes_last() {
        let page =
            format!("# Results\n\n{HEAD}\n| pawns-2x8 | old |\n| pawns-2x8-short | x |\n\nEnd.\n");
        let put = |name: &str| {
            let board: Board = name.parse().expect("a board");
            with_row(&page, &board, &format!("| {board} | new |")).expect("a table")
        };
        assert_eq!(put("pawns-2x8"), page.replace("old", "new"));
        let last = page.replace("| x |\n", "| x |\n| pawns-3x8 | new |\n");
        assert_eq!(put("pawns-3x8"), last);
        let board: Board = "pawns-2x8".parse().expect("a board");
        assert_eq!(with_row("no table\n", &board, "|"), None);
    }

    #[test]
    fn numbers_are_grouped_and_seconds_short() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([0.0123, 12.345, 4000.4].map(seconds), ["0.012", "12.3", "4000"]);
    }
}
