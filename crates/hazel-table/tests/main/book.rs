//! Examples in the book, `docs/canonical-form.md`.

use hazel_core::{Color, File, Rank, Role, Square};
use hazel_table::Placement;

const PAGE: &str = include_str!("../../../../docs/canonical-form.md");

/// The rows of the table whose second and third column have these titles, without the marks of code.
pub(crate) fn rows(second: &str, third: &str) -> Vec<Vec<&'static str>> {
    let cells = |line: &'static str| -> Vec<&'static str> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect()
    };
    let mut lines = PAGE.lines();
    lines
        .find(|line| {
            let title = cells(line);
            title.get(1) == Some(&second) && title.get(2) == Some(&third)
        })
        .expect("the page has the table");
    lines.skip(1).take_while(|line| line.starts_with('|')).map(cells).collect()
}

/// A position as the page writes it: `w Kb1 Qc3 v Kd1`.
pub(crate) fn placement(text: &str) -> Placement {
    let mut words = text.split(' ');
    let turn = if words.next() == Some("w") { Color::White } else { Color::Black };
    let mut color = Color::White;
    let mut men = Vec::new();
    for word in words {
        if word == "v" {
            color = Color::Black;
            continue;
        }
        let (role, square) = word.split_at(word.len() - 2);
        let role = match role {
            "" => Role::Pawn,
            "N" => Role::Knight,
            "B" => Role::Bishop,
            "R" => Role::Rook,
            "Q" => Role::Queen,
            "K" => Role::King,
            other => panic!("`{other}` is no role"),
        };
        let bytes = square.as_bytes();
        let file = File::from_index(usize::from(bytes[0] - b'a')).expect("a file");
        let rank = Rank::from_index(usize::from(bytes[1] - b'1')).expect("a rank");
        men.push((Square::new(file, rank), role.of(color)));
    }
    Placement { board: men.into_iter().collect(), turn }
}
