//! Colours, roles and pieces.

use std::fmt;
use std::ops::Not;

use crate::Rank;

/// A side. White moves first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Color {
    White,
    Black,
}

impl Color {
    /// White, then Black.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank with this distance from the side's own edge: for Black, the first is the eighth.
    pub const fn rank(self, rank: Rank) -> Rank {
        match self {
            Color::White => rank,
            Color::Black => Rank::ALL[7 - rank as usize],
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "white",
            Color::Black => "black",
        })
    }
}

/// A piece without its colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    /// All roles, pawn to king.
    pub const ALL: [Role; 6] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// What a pawn may become, in the order of the kinds of a move.
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Knight, Role::Bishop];

    /// 0 for a pawn to 5 for a king.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// This role as a piece of `color`.
    #[inline(always)]
    pub const fn of(self, color: Color) -> Piece {
        Piece { color, role: self }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        })
    }
}

/// A role with a colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// All twelve pieces, White's first.
    pub fn all() -> impl Iterator<Item = Piece> {
        Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| role.of(color)))
    }

    /// Four bits: the colour, then the role (0..=5).
    #[inline(always)]
    pub const fn code(self) -> u8 {
        (self.color as u8) << 3 | self.role as u8
    }

    /// The piece with this [`code`](Piece::code), or `None`.
    #[inline(always)]
    pub const fn from_code(code: u8) -> Option<Piece> {
        let color = match code >> 3 {
            0 => Color::White,
            1 => Color::Black,
            _ => return None,
        };
        let role = match code & 7 {
            0 => Role::Pawn,
            1 => Role::Knight,
            2 => Role::Bishop,
            3 => Role::Rook,
            4 => Role::Queen,
            5 => Role::King,
            _ => return None,
        };
        Some(Piece { color, role })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.role)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_one_to_one() {
        let codes: Vec<u8> = Piece::all().map(Piece::code).collect();
        assert_eq!(codes, [0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13]);
        for code in 0..=255u8 {
            let expected = Piece::all().find(|p| p.code() == code);
            assert_eq!(Piece::from_code(code), expected, "code {code}");
        }
    }

    #[test]
    fn colours_alternate_and_count_ranks_from_their_own_side() {
        assert_eq!(!Color::White, Color::Black);
        assert_eq!(!Color::Black, Color::White);
        assert_eq!(Color::Black.rank(Rank::Second), Rank::Seventh);
        assert_eq!(Color::White.rank(Rank::Second), Rank::Second);
        assert_eq!(Role::Queen.of(Color::Black).to_string(), "black queen");
    }
}
