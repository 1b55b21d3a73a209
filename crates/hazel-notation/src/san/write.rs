//! From a legal move to its shortest unambiguous SAN.

use std::fmt;

use arrayvec::ArrayString;
use hazel_core::{Move, MoveKind, Position, Role, Side, Square};

use super::San;
use super::resolve::{may_go, men_to};
use crate::letters;

/// No move is longer: `Qa1xb2=Q`, as the syntax allows it, and one mark.
const CAPACITY: usize = 10;

/// Writes a legal move of `position`, with `+` or `#`.
///
/// # Errors
/// Those of `out`.
///
/// # Panics
/// It may, or write nonsense, if the move isn't legal.
pub fn write(position: &Position, m: Move, out: &mut (impl fmt::Write + ?Sized)) -> fmt::Result {
    out.write_str(&text_with_mark(position, m))
}

/// A legal move of `position`, with `+` or `#`.
///
/// ```
/// use hazel_notation::{parse_fen, parse_uci, to_san};
///
/// let position = parse_fen("7k/8/8/8/8/8/8/RR5K w - - 0 1")?;
/// let m = parse_uci(&position, "b1b8").unwrap();
/// assert_eq!(to_san(&position, m), "Rb8+");
/// # Ok::<(), hazel_notation::FenError>(())
/// ```
///
/// # Panics
/// It may, or answer nonsense, if the move isn't legal.
pub fn to_san(position: &Position, m: Move) -> String {
    text_with_mark(position, m).as_str().to_owned()
}

fn text_with_mark(position: &Position, m: Move) -> ArrayString<CAPACITY> {
    let mut text = text(san(position, m));
    let after = position.after(m);
    if after.is_check() {
        text.push(if after.has_legal_move() { '+' } else { '#' });
    }
    text
}

/// A legal move with as much of its start as is needed.
pub(super) fn san(position: &Position, m: Move) -> San {
    let (from, to) = (m.from(), m.to());
    if m.kind() == MoveKind::Castling {
        let king_side = to.file() == Side::King.king_file();
        return San::Castling(if king_side { Side::King } else { Side::Queen });
    }
    let role = position.board().role_at(from).unwrap_or(Role::Pawn);
    let (capture, promotion) = (m.is_capture(), m.promotion());
    let (file, rank) = if role == Role::Pawn {
        (capture.then(|| from.file()), None)
    } else {
        let others = men_to(position, role, to) - from.bitboard();
        let (mut any, mut same_file, mut same_rank) = (false, false, false);
        let is_legal = |&other: &Square| may_go(position, role, other, to);
        for other in others.into_iter().filter(is_legal) {
            any = true;
            same_file |= other.file() == from.file();
            same_rank |= other.rank() == from.rank();
        }
        // The file tells them apart if no other is on it; the rank is the second choice, both the last.
        let by_file = any && (!same_file || same_rank);
        (by_file.then(|| from.file()), same_file.then(|| from.rank()))
    };
    San::Normal { role, file, rank, capture, to, promotion }
}

/// The characters of a move.
pub(super) fn text(san: San) -> ArrayString<CAPACITY> {
    let mut text = ArrayString::new();
    match san {
        San::Castling(Side::King) => text.push_str("O-O"),
        San::Castling(Side::Queen) => text.push_str("O-O-O"),
        San::Coordinates(uci) => text.push_str(&uci.text()),
        San::Normal { role, file, rank, capture, to, promotion } => {
            // A pawn with its whole start would be read back as bare coordinates.
            if role != Role::Pawn || (file.is_some() && rank.is_some()) {
                text.push(letters::role_letter(role));
            }
            if let Some(file) = file {
                text.push(letters::file_letter(file));
            }
            if let Some(rank) = rank {
                text.push(letters::rank_digit(rank));
            }
            if capture {
                text.push('x');
            }
            text.push(letters::file_letter(to.file()));
            text.push(letters::rank_digit(to.rank()));
            if let Some(role) = promotion {
                text.push('=');
                text.push(letters::role_letter(role));
            }
        }
    }
    text
}
