//! The eight ways to turn and mirror a board that has no pawns.

use hazel_core::{File, Rank, Square};

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    /// First, files become ranks and ranks files.
    transposes: bool,
    /// Then, files and ranks are mirrored.
    flips_files: bool,
    flips_ranks: bool,
}

impl Symmetry {
    /// All eight; the first changes nothing.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry { transposes: false, flips_files: false, flips_ranks: false }; 8];
        let mut index = 0;
        while index < 8 {
            all[index] = Symmetry {
                transposes: index & 4 != 0,
                flips_files: index & 2 != 0,
                flips_ranks: index & 1 != 0,
            };
            index += 1;
        }
        all
    };

    /// Where a square comes to lie.
    pub const fn apply(self, square: Square) -> Square {
        let (file, rank) = (square.file(), square.rank());
        let mut image = if self.transposes {
            Square::new(File::ALL[rank.index()], Rank::ALL[file.index()])
        } else {
            square
        };
        if self.flips_files {
            image = image.flip_file();
        }
        if self.flips_ranks {
            image = image.flip_rank();
        }
        image
    }

    /// The way back.
    pub const fn inverse(self) -> Symmetry {
        if self.transposes {
            // Mirroring files before transposing is mirroring ranks after it.
            Symmetry { flips_files: self.flips_ranks, flips_ranks: self.flips_files, ..self }
        } else {
            self
        }
    }
}

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
