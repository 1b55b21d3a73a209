//! Agreement with shakmaty on positions of random games: the same moves under the same names, the same FEN after each.

use std::collections::BTreeMap;

use hazel_core::{File, Move, MoveKind, Position};
use hazel_notation::fen::{self, CastlingStyle};
use hazel_notation::{CastlingNotation, UciMove, parse_fen, parse_uci, to_fen, to_san, to_uci};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

use crate::games::{Dice, special, start};

/// The same position for shakmaty.
fn theirs(position: &Position) -> Chess {
    let mut text = String::new();
    fen::write(position, CastlingStyle::Shredder, &mut text).expect("a string can be written to");
    let parsed: Fen = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    parsed.into_position(CastlingMode::Chess960).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays `games` random games from each position and compares all there is to compare. Returns how many positions that
/// were.
fn compare(starts: impl Iterator<Item = Position>, games: usize, plies: usize) -> usize {
    let mut dice = Dice(2);
    let mut positions = 0;
    for start in starts {
        for _ in 0..games {
            let (mut ours, mut chess) = (start, theirs(&start));
            for _ in 0..plies {
                positions += 1;
                let Some(m) = compare_position(&ours, &chess, &mut dice) else { break };
                let uci = to_uci(&ours, m, CastlingNotation::KingTakesRook);
                let uci: shakmaty::uci::UciMove = uci.parse().expect("a move that both know");
                let their_move = uci.to_move(&chess).expect("a move that both know");
                ours.play(m);
                chess.play_unchecked(their_move);
            }
        }
    }
    positions
}

/// Compares one position and returns one of its moves, if there is any.
fn compare_position(ours: &Position, chess: &Chess, dice: &mut Dice) -> Option<Move> {
    let text = to_fen(ours);
    assert_eq!(text, Fen::from_position(chess, EnPassantMode::Legal).to_string());
    assert_eq!(parse_fen(&text).as_ref(), Ok(ours));

    let moves = ours.legal_moves();
    let our_names: BTreeMap<String, String> = moves
        .iter()
        .map(|&m| (to_uci(ours, m, CastlingNotation::KingTakesRook), to_san(ours, m)))
        .collect();
    let their_names: BTreeMap<String, String> = chess
        .legal_moves()
        .into_iter()
        .map(|m| {
            let uci = shakmaty::uci::UciMove::from_chess960(m).to_string();
            (uci, SanPlus::from_move(chess.clone(), m).to_string())
        })
        .collect();
    assert_eq!(our_names, their_names, "{text}");

    for &m in &moves {
        let uci = to_uci(ours, m, CastlingNotation::KingTwoSquares);
        assert_eq!(parse_uci(ours, &uci), Ok(m), "{text}");
        if m.kind() == MoveKind::Castling && m.from().file() == File::E {
            assert_eq!(UciMove::parse(&uci).map(|uci| uci.to), Ok(m.to()), "{text}");
        }
    }
    (!moves.is_empty()).then(|| moves[dice.roll(moves.len())])
}

#[test]
fn ordinary_games_read_the_same() {
    assert!(compare(std::iter::once(Position::initial()), 100, 150) > 12_000);
}

#[test]
fn chess960_games_read_the_same() {
    assert!(compare((0..960).step_by(5).map(|number| start(number, number)), 1, 80) > 13_000);
}

#[test]
fn games_from_unequal_starts_read_the_same() {
    let starts = (0..960).step_by(5).map(|number| start(number, 959 - number));
    assert!(compare(starts, 1, 80) > 13_000);
}

#[test]
fn special_positions_read_the_same() {
    assert!(compare(special(), 8, 60) > 4_000);
}
