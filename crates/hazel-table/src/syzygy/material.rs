//! What Syzygy's files are named by: which men there are, wherever they stand.

use std::fmt;

use hazel_core::{Board, Color, Piece, Query, Role};

use crate::{Kind, MaterialKey};

/// The roles in the order of a name.
const ORDER: [(Role, char); 6] = [
    (Role::King, 'K'),
    (Role::Queen, 'Q'),
    (Role::Rook, 'R'),
    (Role::Bishop, 'B'),
    (Role::Knight, 'N'),
    (Role::Pawn, 'P'),
];

/// The men of both sides by count: four bits each, so that it is quickly compared and looked up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material(u64);

/// The bits of one side.
const SIDE: u32 = 24;

impl Material {
    /// The most men in a file of Syzygy.
    pub(super) const MAX_MEN: u32 = 7;

    /// Reads the name of a file without its extension, such as `KRPvKR`; `None` if it isn't one.
    pub(super) fn from_name(name: &str) -> Option<Material> {
        let (white, black) = name.split_once('v')?;
        let mut material = Material(0);
        for (side, color) in [(white, Color::White), (black, Color::Black)] {
            for letter in side.chars() {
                let &(role, _) = ORDER.iter().find(|(_, name)| *name == letter)?;
                // Too many are found out before a count leaves its four bits.
                if material.men() == Material::MAX_MEN {
                    return None;
                }
                material.0 += one(role.of(color));
            }
        }
        let has_king = |color: Color| material.count(Role::King.of(color)) == 1;
        Color::ALL.into_iter().all(has_king).then_some(material)
    }

    /// The men of a board, or `None` if a side has more than fifteen of a sort.
    #[inline]
    pub(super) fn of_board(board: &Board) -> Option<Material> {
        if board.occupied().len() > Material::MAX_MEN {
            return None;
        }
        let men = Piece::all();
        let bits = men.map(|man| u64::from(board.men(man.color, man.role).len()) * one(man));
        Some(Material(bits.sum()))
    }

    /// How many men of a sort there are.
    #[inline]
    pub(super) fn count(self, man: Piece) -> u32 {
        ((self.0 / one(man)) & 15) as u32
    }

    /// How many men there are.
    pub fn men(self) -> u32 {
        Piece::all().map(|man| self.count(man)).sum()
    }

    /// How many pawns there are.
    pub(super) fn pawns(self) -> u32 {
        Color::ALL.map(|color| self.count(Role::Pawn.of(color))).iter().sum()
    }

    /// What one capture, or one promotion that takes nothing, leaves of the men.
    pub(super) fn left(self) -> Vec<Material> {
        let mut left = vec![];
        for man in Piece::all().filter(|man| man.role != Role::King && self.count(*man) > 0) {
            let rest = self.0 - one(man);
            left.push(Material(rest));
            if man.role == Role::Pawn {
                let promoted = |role: Role| Material(rest + one(role.of(man.color)));
                left.extend(Role::PROMOTIONS.map(promoted));
            }
        }
        left
    }

    /// The same with the sides exchanged.
    #[inline]
    pub(super) fn swapped(self) -> Material {
        Material((self.0 >> SIDE) | (self.0 & ((1 << SIDE) - 1)) << SIDE)
    }
}

impl From<&MaterialKey> for Material {
    /// The men of a key, whose pawns are no longer placed.
    fn from(key: &MaterialKey) -> Material {
        let mut bits = 0;
        for color in Color::ALL {
            bits += one(Role::King.of(color));
            bits += one(Role::Pawn.of(color)) * u64::from(key.pawn_bitboard(color).len());
            for kind in Kind::ALL {
                bits += one(kind.role().of(color)) * u64::from(key.count(color, kind));
            }
        }
        Material(bits)
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut name = String::new();
        for color in Color::ALL {
            for (role, letter) in ORDER {
                name.extend((0..self.count(role.of(color))).map(|_| letter));
            }
            if color == Color::White {
                name.push('v');
            }
        }
        f.pad(&name)
    }
}

impl fmt::Debug for Material {
    /// The name, which says all that there is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What one man adds.
#[inline]
const fn one(man: Piece) -> u64 {
    1 << (man.color as u32 * SIDE + man.role as u32 * 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_and_swap_their_sides() {
        for name in ["KvK", "KQRBNPvK", "KPPvKRP", "KBBvKN"] {
            let material = Material::from_name(name).unwrap();
            assert_eq!(material.to_string(), name);
            let (white, black) = name.split_once('v').unwrap();
            assert_eq!(material.swapped().to_string(), format!("{black}v{white}"));
            assert_eq!(material.men() as usize, name.len() - 1);
        }
        for wrong in ["", "K", "KQ", "QvK", "KKvK", "KQvKx", "KQvKvK", "KPPPPPPvK", "kvk", "Kv"] {
            assert_eq!(Material::from_name(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn keys_and_boards_have_the_men_that_they_say() {
        let key: MaterialKey = "KRBdBlf4g4vKNg5".parse().unwrap();
        assert_eq!(Material::from(&key).to_string(), "KRBBPPvKNP");
        let board = hazel_core::Position::initial();
        assert_eq!(Material::of_board(board.board()), None);
    }
}
