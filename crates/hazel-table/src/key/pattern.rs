//! What the text of a key or a family says.

use std::fmt;

use hazel_core::{Bitboard, Color};

use super::{Kind, MaterialKey};

/// The men of both sides, of which some may be open: bishops of either colour and pawns on any square.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Pattern {
    pub(super) sides: [Side; 2],
}

/// The men of one side besides its king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Side {
    /// In the order of [`Kind::ALL`].
    pub(super) counts: [u8; 5],
    /// Bishops of either colour.
    pub(super) bishops: u8,
    pub(super) pawns: Bitboard,
    /// Pawns on any square.
    pub(super) any_pawns: u8,
}

impl Side {
    /// How many men the side has with its king.
    pub(super) fn men(&self) -> u32 {
        let pieces: u32 = self.counts.iter().map(|&count| u32::from(count)).sum();
        1 + pieces + u32::from(self.bishops) + self.pawns.len() + u32::from(self.any_pawns)
    }
}

impl From<MaterialKey> for Pattern {
    fn from(key: MaterialKey) -> Pattern {
        let side = |color| Side {
            counts: key.counts(color),
            pawns: key.pawn_bitboard(color),
            ..Side::default()
        };
        Pattern { sides: Color::ALL.map(side) }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for (side, king) in self.sides.iter().zip(["K", "vK"]) {
            text.push_str(king);
            for (kind, count) in Kind::ALL.into_iter().zip(side.counts) {
                if kind == Kind::Knight {
                    text.push_str(&"B".repeat(usize::from(side.bishops)));
                }
                text.push_str(&symbol(kind).repeat(usize::from(count)));
            }
            text.push_str(&"P".repeat(usize::from(side.any_pawns)));
            text.extend(side.pawns.into_iter().map(|square| square.to_string()));
        }
        f.pad(&text)
    }
}

const fn symbol(kind: Kind) -> &'static str {
    match kind {
        Kind::Queen => "Q",
        Kind::Rook => "R",
        Kind::DarkBishop => "Bd",
        Kind::LightBishop => "Bl",
        Kind::Knight => "N",
    }
}
