//! From a [`San`] to the legal move of a position.
//!
//! The men that could be meant are found by looking back from the target. Which sort of piece it is can't be foreseen
//! from one move to the next, so the lookup doesn't branch on it.

use hazel_core::{
    Bitboard, Color, File, Move, MoveKind, Position, Query, Rank, Role, Side, Square, attacks,
};

use super::San;
use super::error::SanError;

#[inline(always)]
pub(super) fn resolve(san: San, position: &Position) -> Result<Move, SanError> {
    match san {
        San::Normal { role: Role::Pawn, file, rank, capture, to, promotion } => {
            let from = pawns_to(position, to, capture, file) & start(file, rank);
            let kind = pawn_kind(position, to, promotion);
            match (kind, only(from, |from| pawn_is_legal(position, from, to, kind))) {
                (Some(MoveKind::Quiet), Some(from)) if from.file() != to.file() => {
                    Ok(Move::new(from, to, MoveKind::EnPassant))
                }
                (Some(kind), Some(from)) => Ok(Move::new(from, to, kind)),
                _ => Err(unresolved(san, position)),
            }
        }
        San::Normal { role, file, rank, to, promotion, .. } => {
            let from = men_to(position, role, to) & start(file, rank);
            let legal = only(from, |from| may_go(position, role, from, to));
            match legal {
                Some(from) if promotion.is_none() => Ok(piece_move(position, from, to)),
                _ => Err(unresolved(san, position)),
            }
        }
        San::Castling(_) | San::Coordinates(_) => {
            special(san, position).ok_or_else(|| unresolved(san, position))
        }
    }
}

/// The one square of a set for which `is_legal` holds. Nearly always the set has one square only.
#[inline(always)]
fn only(from: Bitboard, is_legal: impl Fn(Square) -> bool) -> Option<Square> {
    let first = from.first()?;
    if from == first.bitboard() {
        return is_legal(first).then_some(first);
    }
    only_of_several(from, is_legal)
}

#[cold]
fn only_of_several(from: Bitboard, is_legal: impl Fn(Square) -> bool) -> Option<Square> {
    let mut found = None;
    for square in from {
        if is_legal(square) {
            if found.is_some() {
                return None;
            }
            found = Some(square);
        }
    }
    found
}

/// The squares with this file and rank, where they are known.
#[inline(always)]
fn start(file: Option<File>, rank: Option<Rank>) -> Bitboard {
    file.map_or(Bitboard::FULL, File::bitboard) & rank.map_or(Bitboard::FULL, Rank::bitboard)
}

/// The men of the side to move, pawns apart, that would reach `to` if nothing were in the way.
#[inline(always)]
pub(super) fn men_to(position: &Position, role: Role, to: Square) -> Bitboard {
    let (board, us) = (position.board(), position.turn());
    let reach = attacks::unobstructed(role, to) & board.men(us, role);
    if board.color(us).contains(to) { Bitboard::EMPTY } else { reach }
}

/// Whether one of [`men_to`] may go there: nothing is in the way, and the king stays safe.
#[inline(always)]
pub(super) fn may_go(position: &Position, role: Role, from: Square, to: Square) -> bool {
    (attacks::between(from, to) & position.board().occupied()).is_empty()
        && king_stays_safe(position, role, from, to)
}

#[inline(always)]
fn piece_move(position: &Position, from: Square, to: Square) -> Move {
    let capture = position.board().occupied().contains(to);
    Move::new(from, to, if capture { MoveKind::Capture } else { MoveKind::Quiet })
}

/// Whether the king is out of reach once a man has gone from `from` to `to`. Not for en passant and castling, where
/// more than one man moves.
#[inline(always)]
fn king_stays_safe(position: &Position, role: Role, from: Square, to: Square) -> bool {
    let (board, us) = (position.board(), position.turn());
    let king = if role == Role::King { to } else { position.king(us) };
    let occupied = (board.occupied() ^ from.bitboard()) | to.bitboard();
    (board.attackers(king, !us, occupied) - to.bitboard()).is_empty()
}

/// The pawns that reach `to`: by a capture if an `x` or another file is written, else by a step or two.
#[inline(always)]
fn pawns_to(position: &Position, to: Square, capture: bool, file: Option<File>) -> Bitboard {
    let (board, us) = (position.board(), position.turn());
    let pawns = board.men(us, Role::Pawn);
    if pawn_takes(to, capture, file) {
        let takes = board.color(!us).contains(to) || position.en_passant_square() == Some(to);
        return if takes { attacks::pawn(!us, to) & pawns } else { Bitboard::EMPTY };
    }
    let back = |set: Bitboard| match us {
        Color::White => set.south(),
        Color::Black => set.north(),
    };
    let empty = !board.occupied();
    let step = back(to.bitboard() & empty);
    let fourth = us.rank(Rank::Fourth).bitboard();
    let double_step = back(back(to.bitboard() & empty & fourth) & empty);
    (step | double_step) & pawns
}

/// Whether a pawn's move is written as a capture: with an `x`, or from another file.
#[inline(always)]
fn pawn_takes(to: Square, capture: bool, file: Option<File>) -> bool {
    capture || file.is_some_and(|file| file != to.file())
}

/// What sort of move a pawn makes to `to`, en passant apart; `None` where a promotion is missing or out of place.
#[inline(always)]
fn pawn_kind(position: &Position, to: Square, promotion: Option<Role>) -> Option<MoveKind> {
    let capture = position.board().occupied().contains(to);
    let is_last = to.rank() == position.turn().rank(Rank::Eighth);
    match promotion {
        Some(role) if is_last => MoveKind::promotion(role, capture),
        None if !is_last => Some(if capture { MoveKind::Capture } else { MoveKind::Quiet }),
        _ => None,
    }
}

#[inline(always)]
fn pawn_is_legal(position: &Position, from: Square, to: Square, kind: Option<MoveKind>) -> bool {
    // A pawn that leaves its file for an empty square takes en passant.
    if kind == Some(MoveKind::Quiet) && from.file() != to.file() {
        return position.is_legal(Move::new(from, to, MoveKind::EnPassant));
    }
    king_stays_safe(position, Role::Pawn, from, to)
}

fn special(san: San, position: &Position) -> Option<Move> {
    match san {
        San::Castling(side) => castling(position, side),
        San::Coordinates(uci) => uci.legal(position),
        San::Normal { .. } => None,
    }
}

fn castling(position: &Position, side: Side) -> Option<Move> {
    let us = position.turn();
    let to = Square::new(side.king_file(), us.rank(Rank::First));
    let m = Move::new(position.king(us), to, MoveKind::Castling);
    position.is_legal(m).then_some(m)
}

/// Says why a move couldn't be found: no legal move fits, or several do.
#[cold]
fn unresolved(san: San, position: &Position) -> SanError {
    let candidates: Vec<Move> =
        position.legal_moves().into_iter().filter(|&m| fits(san, position, m)).collect();
    if candidates.is_empty() {
        SanError::illegal(san, position)
    } else {
        SanError::ambiguous(san, position, &candidates)
    }
}

/// Whether a legal move is what was written, as far as it was written.
fn fits(san: San, position: &Position, m: Move) -> bool {
    let (from, role) = (m.from(), position.board().role_at(m.from()));
    match san {
        San::Castling(_) => false,
        San::Coordinates(uci) => (from, m.to()) == (uci.from, uci.to) && uci.promotion.is_none(),
        San::Normal { role: written, file, rank, capture, to, promotion } => {
            role == Some(written)
                && m.kind() != MoveKind::Castling
                && m.to() == to
                && start(file, rank).contains(from)
                && (promotion.is_none() || m.promotion() == promotion)
                && (written != Role::Pawn || pawn_takes(to, capture, file) == m.is_capture())
        }
    }
}
