//! How many men of each sort stand on the board.

use crate::{Alter, Alteration, Change, Color, Piece, Position, Role};

/// The number of each piece, kept up to date by following alterations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Material {
    counts: [[u8; 6]; 2],
}

impl Material {
    /// No man at all.
    pub const EMPTY: Material = Material { counts: [[0; 6]; 2] };

    /// The material of a position.
    pub fn of(position: &Position) -> Material {
        let count = |color, role| position.board().men(color, role).len() as u8;
        Material { counts: Color::ALL.map(|color| Role::ALL.map(|role| count(color, role))) }
    }

    /// How many of `piece` there are.
    #[inline]
    pub const fn count(&self, piece: Piece) -> u8 {
        self.counts[piece.color as usize][piece.role as usize]
    }

    /// How many men `color` has, the king included.
    pub fn men(&self, color: Color) -> u8 {
        self.counts[color.index()].iter().sum()
    }
}

impl Alter for Material {
    #[inline(always)]
    fn alter(&mut self, alteration: Alteration) {
        match alteration.change() {
            Change::Place(Piece { color, role }, _) => {
                self.counts[color.index()][role.index()] += 1;
            }
            Change::Remove(Piece { color, role }, _) => {
                self.counts[color.index()][role.index()] -= 1;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Setup, Square};

    #[test]
    fn counting_and_following_agree() {
        let mut material = Material::EMPTY;
        Setup::initial().build(&mut material);
        assert_eq!(material, Material::of(&Position::initial()));
        assert_eq!(material.men(Color::Black), 16);
        let pawn = Role::Pawn.of(Color::White);
        assert_eq!(material.count(pawn), 8);
        material.alter(Alteration::remove(pawn, Square::A2));
        assert_eq!((material.count(pawn), material.men(Color::White)), (7, 15));
    }
}
