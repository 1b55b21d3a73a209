//! Pictures of a board, for terminals and as SVG.

pub(crate) mod men;
pub(crate) mod svg;
pub(crate) mod terminal;

use hazel_core::{Bitboard, Color, File, Rank, Square};

/// Squares that are marked for White, and for Black.
pub(crate) type Marks = [Bitboard; 2];

/// Nothing is marked.
pub(crate) const NO_MARKS: Marks = [Bitboard::EMPTY; 2];

/// The ranks from top to bottom, as seen from a side.
fn ranks(side: Color) -> impl Iterator<Item = Rank> {
    let top_down = [Rank::ALL.map(|rank| Color::Black.rank(rank)), Rank::ALL];
    top_down[side.index()].into_iter()
}

/// The files from left to right, as seen from a side.
fn files(side: Color) -> impl Iterator<Item = File> {
    let mut files = File::ALL;
    if side == Color::Black {
        files.reverse();
    }
    files.into_iter()
}

/// Whether a square is one of the light ones.
fn is_light(square: Square) -> bool {
    Bitboard::LIGHT.contains(square)
}
