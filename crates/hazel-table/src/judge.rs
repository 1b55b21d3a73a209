//! What each move is worth, from what the positions after the moves are worth.

use std::cmp::Reverse;

use hazel_core::{Color, Move, MoveKind, Position, Role};

use crate::{Bounds, MaterialKey, Value, Wdl};

/// A legal move and what is known of it, seen from the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judged {
    /// The move.
    pub m: Move,
    /// The value after it, between two.
    pub bounds: Bounds,
}

/// The legal moves, the best first, by what is known of the positions after them; those of which nothing is known can
/// be anything that their men allow.
///
/// The positions that are asked for may have an en-passant right.
pub fn judge(
    position: &Position,
    mut known: impl FnMut(&Position) -> Option<Bounds>,
) -> Vec<Judged> {
    let judged = position.legal_moves().into_iter().map(|m| {
        let after = position.after(m);
        let bounds = known(&after).unwrap_or_else(|| unknown(&after));
        Judged { m, bounds: bounds.before(zeroes(position, m)) }
    });
    let mut judged: Vec<_> = judged.collect();
    judged.sort_by_key(|judged| {
        let Bounds { lower, upper } = judged.bounds;
        Reverse((lower, upper, Reverse(judged.m.bits())))
    });
    judged
}

/// What a position is worth whose moves were judged.
pub fn best(position: &Position, judged: &[Judged]) -> Bounds {
    let bounds = judged.iter().map(|judged| judged.bounds);
    bounds.reduce(Bounds::or).unwrap_or_else(|| without_moves(position).into())
}

/// The value of a position without a legal move: mate or stalemate.
pub(crate) fn without_moves(position: &Position) -> Value {
    if position.is_check() { Value::loss(0) } else { Value::DRAW }
}

/// The best move of judged ones, if it is exact and wins or loses.
pub fn best_move(judged: &[Judged]) -> Option<Move> {
    let first = judged.first()?;
    let value = first.bounds.exact()?;
    let is_best = judged.iter().all(|other| other.bounds.upper <= value);
    (is_best && value.wdl() != Wdl::Draw).then_some(first.m)
}

/// The best moves of both sides, as far as they are known exactly and somebody wins, at most so many.
pub fn line(
    position: &Position,
    most: usize,
    mut known: impl FnMut(&Position) -> Option<Bounds>,
) -> Vec<Move> {
    let mut position = *position;
    let next = || {
        let m = best_move(&judge(&position, &mut known))?;
        position.play(m);
        Some(m)
    };
    std::iter::from_fn(next).take(most).collect()
}

/// What is known of a position in which somebody may take en passant, of which a slot knows nothing. Where there are no other
/// moves it holds a mate or stalemate that isn't one.
pub(crate) fn with_en_passant<E>(
    position: &Position,
    slot: impl FnOnce() -> Result<Bounds, E>,
    after: impl Fn(Move) -> Result<Bounds, E>,
) -> Result<Bounds, E> {
    let mut best = None;
    let mut has_others = false;
    for &m in &position.legal_moves() {
        if m.kind() != MoveKind::EnPassant {
            has_others = true;
            continue;
        }
        let bounds = after(m)?;
        best = Some(best.map_or(bounds, |best: Bounds| best.or(bounds)));
    }
    match best {
        Some(captures) if !has_others => Ok(captures),
        Some(captures) => Ok(slot()?.or(captures)),
        None => slot(),
    }
}

/// Whether a move sets the counter of the 50-move rule back.
pub(crate) fn zeroes(position: &Position, m: Move) -> bool {
    m.is_capture() || position.board().men(position.turn(), Role::Pawn).contains(m.from())
}

/// What a position can be of which nothing is known.
pub fn unknown(position: &Position) -> Bounds {
    let key = MaterialKey::from_position(position);
    let value = |against| match unknown_of_key(&key, position.turn(), against) {
        Wdl::Loss => Value::loss(0),
        Wdl::Win => Value::win(1),
        _ => Value::DRAW,
    };
    Bounds { lower: value(position.turn()), upper: value(!position.turn()) }
}

/// What must be assumed of positions of a key of which nothing is known: the worst for the side against which everything
/// unknown is turned. A bare king never wins.
pub(crate) fn unknown_of_key(key: &MaterialKey, turn: Color, against: Color) -> Wdl {
    let bare = |color: Color| {
        key.counts(color).iter().all(|&count| count == 0) && key.pawn_bitboard(color).is_empty()
    };
    match turn == against {
        true if bare(!turn) => Wdl::Draw,
        true => Wdl::Loss,
        false if bare(turn) => Wdl::Draw,
        false => Wdl::Win,
    }
}
