//! The eight ways to turn and mirror a board that has no pawns.

use hazel_core::{File, Rank, Square};

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    /// Three bits: [`TRANSPOSES`] comes first, then the others, in any order.
    steps: u8,
}

/// Files become ranks and ranks files.
const TRANSPOSES: u8 = 4;
const FLIPS_FILES: u8 = 2;
const FLIPS_RANKS: u8 = 1;

impl Symmetry {
    /// All eight; the first changes nothing.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry { steps: 0 }; 8];
        let mut index = 0;
        while index < 8 {
            all[index].steps = index as u8;
            index += 1;
        }
        all
    };

    /// Where a square comes to lie.
    #[inline]
    pub fn apply(self, square: Square) -> Square {
        IMAGES[self.steps as usize][square.index()]
    }

    /// The way back.
    pub const fn inverse(self) -> Symmetry {
        match self.steps {
            // Mirroring files before transposing is mirroring ranks after it.
            5 => Symmetry { steps: TRANSPOSES | FLIPS_FILES },
            6 => Symmetry { steps: TRANSPOSES | FLIPS_RANKS },
            steps => Symmetry { steps },
        }
    }
}

/// Every square under every symmetry: whoever looks for a canonical form asks for all eight images of all men.
static IMAGES: [[Square; 64]; 8] = {
    let mut images = [[Square::A1; 64]; 8];
    let mut index = 0;
    while index < 8 * 64 {
        let (steps, file, rank) = (index / 64, index % 8, index / 8 % 8);
        let transposed = Square::new(File::ALL[rank], Rank::ALL[file]);
        let straight = Square::new(File::ALL[file], Rank::ALL[rank]);
        let mut image = if steps as u8 & TRANSPOSES != 0 { transposed } else { straight };
        if steps as u8 & FLIPS_FILES != 0 {
            image = image.flip_file();
        }
        if steps as u8 & FLIPS_RANKS != 0 {
            image = image.flip_rank();
        }
        images[steps][index % 64] = image;
        index += 1;
    }
    images
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_leads_back() {
        for symmetry in Symmetry::ALL {
            for square in Square::all() {
                assert_eq!(symmetry.inverse().apply(symmetry.apply(square)), square);
            }
        }
    }

    #[test]
    fn neighbours_stay_neighbours_and_no_two_symmetries_are_alike() {
        let images = |symmetry: Symmetry| Square::all().map(move |s| symmetry.apply(s));
        for (index, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            for square in Square::all() {
                for next in hazel_core::attacks::king(square) {
                    let image = hazel_core::attacks::king(symmetry.apply(square));
                    assert!(image.contains(symmetry.apply(next)));
                }
            }
            let earlier = Symmetry::ALL.into_iter().take(index);
            for other in earlier {
                assert!(!images(symmetry).eq(images(other)));
            }
        }
    }
}
