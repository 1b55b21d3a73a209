//! The test positions of kokopu: what is legal, check, mate and stalemate, every move with its notation and successor.

use anyhow::{Context as _, Result, bail, ensure};
use hazel_core::{Ending, Move, MoveKind, Position};
use hazel_notation::{CastlingNotation, parse_fen, to_san, to_uci};

use super::move_lists::{named, same};
use super::{Tally, Verdict};
use crate::data::Data;
use crate::positions::without_clocks;

const PATH: &str = "perft/kokopu_positions.tsv";

/// Positions that both take but read differently, by label, with the FEN that says what kokopu reads and the reason.
const READ_OTHERWISE: [(&str, &str, &str); 3] = [
    (
        "Wrong white castling flags (king not on e)",
        "k7/8/8/8/8/p6p/P6P/R2K3R w - - 0 1",
        "kokopu drops rights of a king that is not on the e-file; for us they are those of Chess960",
    ),
    (
        "Wrong black castling flags (king not on e)",
        "r2k3r/p6p/P6P/8/8/8/8/K7 b - - 0 1",
        "kokopu drops rights of a king that is not on the e-file; for us they are those of Chess960",
    ),
    (
        "Chess960 - Wrong castling flags (king in corner)",
        "1r5k/8/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/K2R4 w - - 0 1",
        "kokopu drops rights of a king in the corner, where no game of Chess960 starts; for us they are odd, but clear",
    ),
];

/// Positions that kokopu takes and we refuse, by label, with what we say. Kokopu drops rights that the board contradicts
/// and goes on; a position of ours either has the rights that its FEN names or is none.
const REFUSED: [(&str, &str); 1] = [(
    "Chess960 - Wrong castling flags (king not between rooks 1)",
    "FEN castling, column 47: white has two rights to castle kingside",
)];

pub(super) fn run(tally: &mut Tally, data: &Data) {
    tally.check(&format!("move-lists: {PATH}"), || check(&data.read(PATH)?));
}

/// A row by the names of its columns.
struct Row<'a> {
    header: &'a [&'a str],
    cells: Vec<&'a str>,
}

impl<'a> Row<'a> {
    fn get(&self, column: &str) -> Result<&'a str> {
        let index = self.header.iter().position(|name| *name == column);
        let cell = index.and_then(|index| self.cells.get(index));
        cell.copied().with_context(|| format!("no column {column}"))
    }

    fn flag(&self, column: &str) -> Result<bool> {
        self.get(column)?.parse().with_context(|| format!("column {column} is no truth value"))
    }
}

fn check(text: &str) -> Result<Verdict> {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().context("the table is empty")?.split('\t').collect();
    let (mut positions, mut moves, mut refused) = (0, 0, Vec::new());
    for line in lines {
        let row = Row { header: &header, cells: line.split('\t').collect() };
        let label = row.get("LABEL")?;
        if !matches!(row.get("VARIANT")?, "regular" | "chess960") {
            continue;
        }
        let other = READ_OTHERWISE.iter().find(|(other, ..)| *other == label);
        let fen = other.map_or(row.get("FEN")?, |(_, fen, _)| *fen);
        match (parse_fen(fen), row.flag("LEGAL")?) {
            (Ok(position), true) => {
                moves += compare(&position, &row).with_context(|| label.to_owned())?;
                positions += 1;
            }
            (Ok(_), false) => bail!("{label}: kokopu refuses what we take"),
            (Err(_), false) => positions += 1,
            (Err(error), true) => refused.push((label, error.to_string())),
        }
    }
    let known = REFUSED.map(|(label, why)| (label, why.to_owned()));
    ensure!(refused == known, "refused are {refused:#?}, expected {REFUSED:#?}");
    Ok(Verdict::Passed(format!(
        "{positions} positions, {moves} moves; {} refused as expected",
        refused.len()
    )))
}

/// Compares one row. Returns the number of moves.
fn compare(position: &Position, row: &Row<'_>) -> Result<usize> {
    let status = position.status(&[]);
    let ended = |ending| status.ending == Some(ending);
    for (column, ours) in [
        ("CHECK", status.check),
        ("CHECKMATE", ended(Ending::Checkmate)),
        ("STALEMATE", ended(Ending::Stalemate)),
        ("DEAD", position.is_insufficient_material()),
        ("HAS_MOVE", position.has_legal_move()),
    ] {
        ensure!(row.flag(column)? == ours, "{column} should not be {ours}");
    }
    let list = |column| -> Result<Vec<&str>> {
        Ok(row.get(column)?.split('/').filter(|cell| !cell.is_empty()).collect())
    };
    let (names, notations) = (list("MOVES")?, list("NOTATIONS")?);
    let successors: Vec<&str> = row.get("SUCCESSORS")?.split('|').collect();
    let ours = named(position, |_, m| kokopu_name(m));
    same(ours.iter().map(|(name, _)| name.as_str()), names.iter().copied())?;
    ensure!(
        names.len() == notations.len() && ours.len() == names.len(),
        "columns differ in length"
    );
    let style = match row.get("VARIANT")? {
        "chess960" => CastlingNotation::KingTakesRook,
        _ => CastlingNotation::KingTwoSquares,
    };
    let uci = named(position, |position, m| to_uci(position, m, style));
    same(uci.iter().map(|(name, _)| name.as_str()), list("UCI_MOVES")?.into_iter())?;
    for (index, name) in names.iter().enumerate() {
        let (_, m) =
            ours.iter().find(|(ours, _)| ours == name).context("a move is listed twice")?;
        let san = to_san(position, *m);
        ensure!(san == notations[index], "{name} is {san}, kokopu writes {}", notations[index]);
        // Kokopu writes successors with the clocks of a new game.
        let after = without_clocks(&position.after(*m));
        let expected = successors.get(index).context("a successor is missing")?;
        ensure!(after == parse_fen(expected)?, "{name} does not lead to {expected}");
    }
    Ok(names.len())
}

/// From, to, `O` for castling and the letter of a promotion.
fn kokopu_name(m: Move) -> String {
    let (from, to) = (m.from(), m.to());
    match m.promotion() {
        _ if m.kind() == MoveKind::Castling => format!("{from}{to}O"),
        Some(role) => format!("{from}{to}{}", ["P", "N", "B", "R", "Q", "K"][role.index()]),
        None => format!("{from}{to}"),
    }
}
