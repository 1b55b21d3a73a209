//! Promotions: positions that others know.

use hazel_core::{Bitboard, Board, Color, Role, Square};

use super::Source;
use super::rows::{Pawns, Rows};
use super::step::Step;
use super::worth::Worth;
use crate::judge::unknown_of_key;
use crate::{Bounds, Kind, Placement, Wdl};

/// What the positions after a promotion are worth, and whether that is open.
pub(super) fn leaf(
    step: &Step,
    promoted: (Kind, Square),
    after: Rows,
    against: Color,
    known: &dyn Source,
) -> (Worth, bool) {
    let turn = !step.color;
    let child = step.child();
    let (canonical, transform) = child.canonical();
    let nothing = unknown_of_key(&child, turn, against);
    if !known.knows(&canonical) {
        let open = nothing != unknown_of_key(&child, turn, !against);
        return (Worth::same(nothing, after), open);
    }
    let mut worth = Worth::same(Wdl::Loss, after);
    let mut is_open = false;
    for kings in worth.legal.clone().pairs() {
        let placement = placement(step.pawns, kings, (step.color, promoted));
        let bounds = known.bounds(&placement.image(transform));
        is_open |= bounds.and_then(Bounds::wdl).is_none();
        let value = bounds.map_or(nothing, |bounds| {
            if turn == against { bounds.lower.wdl() } else { bounds.upper.wdl() }
        });
        for (least, set) in [
            (Wdl::Win, &mut worth.win),
            (Wdl::CursedWin, &mut worth.cursed),
            (Wdl::Draw, &mut worth.draw),
            (Wdl::BlessedLoss, &mut worth.blessed),
        ] {
            if value >= least {
                set.insert(kings);
            }
        }
    }
    (worth, is_open)
}

/// The position after a promotion, with the other side to move.
fn placement(
    pawns: Pawns,
    kings: [Square; 2],
    (color, (kind, at)): (Color, (Kind, Square)),
) -> Placement {
    let mut roles = [Bitboard::EMPTY; 6];
    roles[Role::Pawn.index()] = pawns[0] | pawns[1];
    roles[Role::King.index()] = kings.into_iter().collect();
    roles[kind.role().index()] = at.bitboard();
    let mut black = pawns[1] | kings[1].bitboard();
    if color == Color::Black {
        black |= at.bitboard();
    }
    let board = Board::from_sets(roles, black).expect("men stand on squares of their own");
    Placement { board, turn: !color }
}
