//! Published lists of legal moves: not only how many there are, but which, how they are written and where they lead.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result, bail, ensure};
use hazel_core::{Move, MoveKind, Position};
use hazel_notation::{CastlingNotation, parse_fen, to_uci};

use super::{Tally, Verdict, kokopu, rampart};
use crate::data::{ABSENT, Data};

/// Lists of scalachess, as UCI moves, and whether each castling stands there twice: as king takes rook, and as the king's
/// own step.
const SCALACHESS: [(&str, bool); 3] = [
    ("perft/scalachess_moves_random.txt", false),
    ("perft/scalachess_moves_chess960.txt", false),
    ("perft/scalachess_moves_tricky.txt", true),
];

/// Moves that these lists have and that are none, by FEN.
const WRONG: [(&str, &[&str]); 1] = [
    // The rook on e1 stands between the king on g1 and its target c1, so White can't castle with the rook on f1. The
    // suite shakmaty_tricky.perft has this position ("hside-rook-blocks-aside-castling") with 42 moves, as we do.
    ("4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff -", &["g1f1", "g1c1"]),
];

pub(super) fn run(tally: &mut Tally, data: Option<&Data>) {
    let Some(data) = data else {
        tally.check("move-lists", || Ok(Verdict::Skipped(ABSENT.to_owned())));
        return;
    };
    for (path, castling_twice) in SCALACHESS {
        tally.check(&format!("move-lists: {path}"), || {
            scalachess(&data.read(path)?, castling_twice)
        });
    }
    rampart::run(tally, data);
    kokopu::run(tally, data);
}

/// The legal moves of `position` with their names as `write` gives them, in order of the names.
pub(super) fn named(
    position: &Position,
    write: impl Fn(&Position, Move) -> String,
) -> Vec<(String, Move)> {
    let moves = position.legal_moves();
    let mut named: Vec<_> = moves.iter().map(|&m| (write(position, m), m)).collect();
    named.sort();
    named
}

/// Says what is missing and what is too much, if anything.
pub(super) fn same<'a>(
    ours: impl Iterator<Item = &'a str>,
    theirs: impl Iterator<Item = &'a str>,
) -> Result<()> {
    let (ours, theirs): (BTreeSet<_>, BTreeSet<_>) = (ours.collect(), theirs.collect());
    if ours != theirs {
        let missing: Vec<_> = theirs.difference(&ours).collect();
        let extra: Vec<_> = ours.difference(&theirs).collect();
        bail!("we lack {missing:?} and have {extra:?} too much");
    }
    Ok(())
}

/// Blocks of lines with an empty one after each: a FEN, and the moves, if there are any.
fn scalachess(text: &str, castling_twice: bool) -> Result<Verdict> {
    let (mut positions, mut moves) = (0, 0);
    for block in text.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
        let (fen, list) = block.split_once('\n').unwrap_or((block, ""));
        let position = parse_fen(fen).with_context(|| fen.to_owned())?;
        let mut ours: Vec<String> = Vec::new();
        for &m in &position.legal_moves() {
            ours.push(to_uci(&position, m, CastlingNotation::KingTakesRook));
            if castling_twice && m.kind() == MoveKind::Castling {
                ours.push(format!("{}{}", m.from(), m.to()));
            }
        }
        let wrong =
            WRONG.iter().find(|(wrong, ..)| *wrong == fen).map_or(&[][..], |(_, moves)| *moves);
        let theirs = list.split_whitespace().filter(|m| !wrong.contains(m));
        same(ours.iter().map(String::as_str), theirs).with_context(|| fen.to_owned())?;
        positions += 1;
        moves += ours.len();
    }
    ensure!(positions > 0, "the list is empty");
    Ok(Verdict::Passed(format!("{positions} positions, {moves} moves")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_compared_both_ways() {
        let text = "7k/5Q2/6K1/8/8/8/8/8 b - -\n\n8/8/8/8/8/6k1/7p/7K w - -\n";
        assert!(scalachess(text, false).is_ok());
        let legal = "7k/8/8/8/8/8/8/K7 b - -\nh8g8 h8g7 h8h7\n";
        assert!(scalachess(legal, false).is_ok());
        let error =
            |text: String| format!("{:#}", scalachess(&text, false).err().expect("refused"));
        assert!(
            error(legal.replace("h8h7", "")).ends_with(r#"we lack [] and have ["h8h7"] too much"#)
        );
        assert!(error(legal.replace("h8h7", "h8h7 h8h6")).contains(r#"we lack ["h8h6"]"#));
        assert_eq!(error(String::new()), "the list is empty");
    }
}
