//! The text of a key: `KQb7c7vKRg2`.
//!
//! White first: the king, the pieces in the order of [`Kind::ALL`], each as often as it is there, then the squares of the
//! pawns, a1 upwards; `v`; Black likewise.

use std::fmt;

use hazel_core::Color;

use super::{Kind, MaterialKey};

impl fmt::Display for MaterialKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for color in Color::ALL {
            text.push_str(if color == Color::White { "K" } else { "vK" });
            for kind in Kind::ALL {
                text.push_str(&symbol(kind).repeat(usize::from(self.count(color, kind))));
            }
            text.extend(self.pawn_bitboard(color).into_iter().map(|square| square.to_string()));
        }
        f.pad(&text)
    }
}

/// The text, which says all that there is.
impl fmt::Debug for MaterialKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
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
