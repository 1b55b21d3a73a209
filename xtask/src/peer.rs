//! The same positions and moves in shakmaty's types.

use anyhow::{Context as _, Result, bail};
use hazel_core::{Move, MoveKind, Role, Side, Square};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, PositionError};

/// Reads a FEN as shakmaty does. Rights to castle are those of Chess960, which hold ordinary ones too; what shakmaty
/// calls too much material or an impossible check is allowed, as the rules for moves hold there all the same.
pub(crate) fn read(fen: &str) -> Result<Chess> {
    let parsed =
        Fen::from_ascii(fen.as_bytes()).with_context(|| format!("shakmaty reads {fen}"))?;
    parsed
        .into_position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .with_context(|| format!("shakmaty refuses {fen}"))
}

/// The FEN that shakmaty writes, with an en-passant square only where the capture is legal.
pub(crate) fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// The same move in our encoding.
pub(crate) fn to_move(m: shakmaty::Move) -> Result<Move> {
    Ok(match m {
        shakmaty::Move::Normal { from, to, capture, promotion, .. } => {
            let kind = match (capture.is_some(), promotion) {
                (false, None) => MoveKind::Quiet,
                (true, None) => MoveKind::Capture,
                (capture, Some(promoted)) => MoveKind::promotion(role(promoted), capture)
                    .context("a pawn becomes a piece")?,
            };
            Move::new(square(from), square(to), kind)
        }
        shakmaty::Move::EnPassant { from, to } => {
            Move::new(square(from), square(to), MoveKind::EnPassant)
        }
        shakmaty::Move::Castle { king, rook } => {
            let side = if king < rook { Side::King } else { Side::Queen };
            let king = square(king);
            Move::new(king, Square::new(side.king_file(), king.rank()), MoveKind::Castling)
        }
        shakmaty::Move::Put { .. } => bail!("nothing is dropped in chess"),
    })
}

fn square(square: shakmaty::Square) -> Square {
    Square::from_index(square.into()).expect("both count 64 squares from a1")
}

fn role(role: shakmaty::Role) -> Role {
    match role {
        shakmaty::Role::Pawn => Role::Pawn,
        shakmaty::Role::Knight => Role::Knight,
        shakmaty::Role::Bishop => Role::Bishop,
        shakmaty::Role::Rook => Role::Rook,
        shakmaty::Role::Queen => Role::Queen,
        shakmaty::Role::King => Role::King,
    }
}
