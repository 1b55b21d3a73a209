//! From a [`San`] to the legal move of a position.

use hazel_core::{
    Bitboard, Color, File, Move, MoveKind, Position, Query, Rank, Role, Side, Square, attacks,
};

use super::San;
use super::error::SanError;

#[inline]
pub(super) fn resolve(san: San, position: &Position) -> Result<Move, SanError> {
    match san {
        San::Normal { role: Role::Pawn, file, rank, capture, to, promotion } => {
            let from = pawns_to(position, to, capture, file) & start(file, rank);
            if promotion.is_none() && is_last_rank(position, to) {
                return Err(promotion_missing(san, position, from, to));
            }
            unique(san, position, pawn_moves(position, from, to, promotion))
        }
        San::Normal { promotion: Some(_), .. } => Err(SanError::illegal(san, position)),
        San::Normal { role, file, rank, to, .. } => {
            let from = men_to(position, role, to) & start(file, rank);
            unique(san, position, piece_moves(position, role, from, to))
        }
        San::Castling(side) => {
            castling(position, side).ok_or_else(|| SanError::illegal(san, position))
        }
        San::Coordinates(uci) => {
            uci.legal(position).ok_or_else(|| SanError::illegal(san, position))
        }
    }
}

/// The one legal move among those that fit.
#[inline(always)]
fn unique(
    san: San,
    position: &Position,
    moves: impl Iterator<Item = Move> + Clone,
) -> Result<Move, SanError> {
    let mut left = moves.clone();
    match (left.next(), left.next()) {
        (Some(m), None) => Ok(m),
        (None, _) => Err(SanError::illegal(san, position)),
        (Some(_), Some(_)) => Err(SanError::ambiguous(san, position, moves)),
    }
}

/// The squares with this file and rank, where they are known.
#[inline(always)]
fn start(file: Option<File>, rank: Option<Rank>) -> Bitboard {
    file.map_or(Bitboard::FULL, File::bitboard) & rank.map_or(Bitboard::FULL, Rank::bitboard)
}

/// The men of the side to move, pawns apart, that reach `to`, pinned or not.
#[inline(always)]
pub(super) fn men_to(position: &Position, role: Role, to: Square) -> Bitboard {
    let board = position.board();
    let reach = match role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => attacks::knight(to),
        Role::Bishop => attacks::bishop(to, board.occupied()),
        Role::Rook => attacks::rook(to, board.occupied()),
        Role::Queen => attacks::queen(to, board.occupied()),
        Role::King => attacks::king(to),
    };
    if board.color(position.turn()).contains(to) {
        return Bitboard::EMPTY;
    }
    reach & board.men(position.turn(), role)
}

#[inline(always)]
pub(super) fn piece_moves(
    position: &Position,
    role: Role,
    from: Bitboard,
    to: Square,
) -> impl Iterator<Item = Move> + Clone {
    let capture = position.board().occupied().contains(to);
    let kind = if capture { MoveKind::Capture } else { MoveKind::Quiet };
    from.into_iter()
        .filter(move |&from| king_stays_safe(position, role, from, to))
        .map(move |from| Move::new(from, to, kind))
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
    if capture || file.is_some_and(|file| file != to.file()) {
        let takes = board.color(!us).contains(to) || position.en_passant_square() == Some(to);
        return if takes { attacks::pawn(!us, to) & pawns } else { Bitboard::EMPTY };
    }
    let back = |set: Bitboard| match us {
        Color::White => set.south(),
        Color::Black => set.north(),
    };
    if board.occupied().contains(to) {
        return Bitboard::EMPTY;
    }
    let step = back(to.bitboard());
    let double = if to.rank() == us.rank(Rank::Fourth) {
        back(step - board.occupied())
    } else {
        Bitboard::EMPTY
    };
    (step | double) & pawns
}

/// The legal moves of these pawns; none if `to` asks for a promotion and there is none, or the other way round.
#[inline(always)]
fn pawn_moves(
    position: &Position,
    from: Bitboard,
    to: Square,
    promotion: Option<Role>,
) -> impl Iterator<Item = Move> + Clone {
    let capture = position.board().occupied().contains(to);
    let kind = match (is_last_rank(position, to), promotion) {
        (true, promotion) => promotion.and_then(|role| MoveKind::promotion(role, capture)),
        (false, Some(_)) => None,
        (false, None) if capture => Some(MoveKind::Capture),
        (false, None) => Some(MoveKind::Quiet),
    };
    from.into_iter().filter_map(move |from| {
        // A pawn that leaves its file for an empty square takes en passant.
        if kind == Some(MoveKind::Quiet) && from.file() != to.file() {
            let m = Move::new(from, to, MoveKind::EnPassant);
            return position.is_legal(m).then_some(m);
        }
        let m = Move::new(from, to, kind?);
        king_stays_safe(position, Role::Pawn, from, to).then_some(m)
    })
}

#[inline(always)]
fn is_last_rank(position: &Position, square: Square) -> bool {
    square.rank() == position.turn().rank(Rank::Eighth)
}

/// A pawn reaches the last rank and nobody wrote what it becomes: any of four, if it can get there.
#[cold]
fn promotion_missing(san: San, position: &Position, from: Bitboard, to: Square) -> SanError {
    let moves =
        Role::PROMOTIONS.into_iter().flat_map(|role| pawn_moves(position, from, to, Some(role)));
    if moves.clone().next().is_none() {
        return SanError::illegal(san, position);
    }
    SanError::ambiguous(san, position, moves)
}

fn castling(position: &Position, side: Side) -> Option<Move> {
    let us = position.turn();
    let to = Square::new(side.king_file(), us.rank(Rank::First));
    let m = Move::new(position.king(us), to, MoveKind::Castling);
    position.is_legal(m).then_some(m)
}
