//! All positions with two pawns in which one may take the other en passant.

use anyhow::{Result, ensure};
use hazel_core::{Bitboard, Board, Color, File, Position, Rank, Role, Setup, Square, State};
use hazel_table::Tables;

use super::Verdict;
use super::beside::{self, Readers};

/// How many there are: 43,786 with each side to move.
const POSITIONS: usize = 2 * 43_786;

pub(super) fn beside(tables: &Tables, readers: &Readers) -> Result<Verdict> {
    let positions = positions();
    let count = positions.len();
    ensure!(count == POSITIONS, "{count} positions, not {POSITIONS}");
    beside::positions(tables, readers, &positions)
}

fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for turn in Color::ALL {
        let rank = turn.rank(Rank::Fifth);
        for (from, to) in File::ALL.into_iter().flat_map(|a| File::ALL.map(|b| (a, b))) {
            if from.index().abs_diff(to.index()) != 1 {
                continue;
            }
            for (king, other) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
                let pawns = [from, to].map(|file| Square::new(file, rank).bitboard());
                let kings = [king, other].map(Square::bitboard);
                let mut roles = [Bitboard::EMPTY; 6];
                roles[Role::Pawn.index()] = pawns[0] | pawns[1];
                roles[Role::King.index()] = kings[0] | kings[1];
                let black = match turn {
                    Color::White => pawns[1] | kings[1],
                    Color::Black => pawns[0] | kings[0],
                };
                let Some(board) = Board::from_sets(roles, black) else { continue };
                let state = State { turn, en_passant: Some(to), ..State::INITIAL };
                let Ok(position) = (Setup { board, state }).validate() else { continue };
                // The right is gone where the capture would be illegal.
                positions.extend(position.en_passant_square().map(|_| position));
            }
        }
    }
    positions
}
