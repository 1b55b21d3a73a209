//! Castling rights as letters.
//!
//! Three spellings are in use. The standard has `KQkq`. X-FEN reads them as the outermost rook on that side of the
//! king, which is the standard's meaning wherever the standard applies, and names a rook further in by its file.
//! Shredder-FEN names every rook by its file.

use arrayvec::ArrayVec;
use hazel_core::{Bitboard, Board, Castling, Color, File, Rank, Role, Side, Square};

use super::error::{FenError, FenErrorKind, FenField};
use super::read::{Reading, is_blank};
use crate::cursor::Cursor;
use crate::letters;

/// How castling rights are spelled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingStyle {
    /// `KQkq`, with a file letter only for a rook that isn't the outermost.
    #[default]
    XFen,
    /// Always file letters: `HAha`.
    Shredder,
}

pub(super) const EXPECTED: &str = "castling rights or `-`";

/// Reads the field. What a letter means depends on where the men stand.
pub(super) fn read(
    cursor: &mut Cursor<'_>,
    board: &Board,
    reading: Reading,
) -> Result<Castling, FenError> {
    const FIELD: FenField = FenField::Castling;
    let start = *cursor;
    if cursor.take(b'-') {
        return Ok(Castling::NONE);
    }
    let mut rooks = Bitboard::EMPTY;
    while let Some(byte) = cursor.peek().filter(|&byte| !is_blank(byte)) {
        let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
        rooks |= match byte.to_ascii_lowercase() {
            b'k' => outermost(board, color, Side::King),
            b'q' => outermost(board, color, Side::Queen),
            letter => match letters::file(letter) {
                Some(file) => Castling::rook_square(color, file),
                None => return Err(FenError::unexpected(*cursor, FIELD, EXPECTED)),
            },
        }
        .bitboard();
        cursor.advance(1);
    }
    let found = start.rest().get(..cursor.at() - start.at()).unwrap_or_default();
    if found.is_empty() {
        return Err(FenError::unexpected(*cursor, FIELD, EXPECTED));
    }
    let castling = Castling::new(rooks);
    if reading == Reading::Strict {
        check_spelling(start, found, board, castling)?;
    }
    Ok(castling)
}

/// The rook that `K` or `Q` means. Without any, the corner stands for it, and the setup is found invalid.
fn outermost(board: &Board, color: Color, side: Side) -> Square {
    let first = color.rank(Rank::First);
    let rooks = board.men(color, Role::Rook) & first.bitboard();
    let king = (board.men(color, Role::King) & first.bitboard()).first();
    // All squares up to the king's; none, if it isn't at home.
    let before = king.map_or(0, |king| !0 >> (63 - king as u8));
    let (rook, corner) = match side {
        Side::King => (last(rooks - Bitboard(before)), File::H),
        Side::Queen if king.is_some() => ((rooks & Bitboard(before)).first(), File::A),
        Side::Queen => (rooks.first(), File::A),
    };
    rook.unwrap_or(Square::new(corner, first))
}

/// The last square of a set.
fn last(set: Bitboard) -> Option<Square> {
    Square::from_index(63usize.wrapping_sub(set.0.leading_zeros() as usize))
}

/// Whether rights are spelled as one of the two styles writes them. Rights that are impossible anyway, because a king
/// isn't at home, are left to the rules.
#[cold]
fn check_spelling(
    start: Cursor<'_>,
    found: &[u8],
    board: &Board,
    castling: Castling,
) -> Result<(), FenError> {
    let is_away = |color: Color| {
        let home = color.rank(Rank::First).bitboard();
        castling.rooks_of(color).any() && (board.men(color, Role::King) & home).is_empty()
    };
    if Color::ALL.into_iter().any(is_away) {
        return Ok(());
    }
    let [expected, shredder] = [CastlingStyle::XFen, CastlingStyle::Shredder].map(|style| {
        // Both first ranks together have sixteen squares.
        let mut text = ArrayVec::<u8, 16>::new();
        write(board, castling, style, &mut text);
        text
    });
    if found == expected.as_slice() || found == shredder.as_slice() {
        return Ok(());
    }
    let kind = FenErrorKind::CastlingSpelling {
        found: String::from_utf8_lossy(found).into_owned(),
        expected: String::from_utf8_lossy(&expected).into_owned(),
    };
    Err(FenError::new(kind, FenField::Castling, start.column()))
}

/// Writes the field: White's rights first, kingside before queenside.
#[inline(always)]
pub(super) fn write<const N: usize>(
    board: &Board,
    castling: Castling,
    style: CastlingStyle,
    text: &mut ArrayVec<u8, N>,
) {
    if castling.rooks().is_empty() {
        text.push(b'-');
        return;
    }
    for color in Color::ALL {
        let mut left = castling.rooks_of(color);
        if left.is_empty() {
            continue;
        }
        let sides = Side::ALL.map(|side| outermost(board, color, side));
        // A rook on the kingside is further to the right than one on the queenside.
        while let Some(rook) = last(left) {
            left = left - rook.bitboard();
            let letter = match (style, sides) {
                (CastlingStyle::XFen, [king_side, _]) if rook == king_side => b'k',
                (CastlingStyle::XFen, [_, queen_side]) if rook == queen_side => b'q',
                _ => letters::file_letter(rook.file()) as u8,
            };
            let white = color == Color::White;
            text.push(if white { letter.to_ascii_uppercase() } else { letter });
        }
    }
}
