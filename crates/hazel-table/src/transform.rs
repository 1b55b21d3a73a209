//! The symmetries of chess without castling: what turns a position into another one of the same value.
//!
//! The board has eight symmetries, and the sides can be exchanged: sixteen transforms in all. With pawns on the board
//! only four of them keep the rules, since pawns move along files and towards the other side. Every transform of a
//! square is a reflection in the diagonal a1-h8 or not, and then an exclusive or with a mask, so that a transform is
//! four bits and composing two of them is arithmetic.

use std::fmt;

use hazel_core::{Bitboard, Color, Square};

use crate::{Kind, MaterialKey};

/// A symmetry of the board, with or without an exchange of the sides.
///
/// ```
/// use hazel_core::{Color, Square};
/// use hazel_table::Transform;
///
/// let both = Transform::MIRROR.then(Transform::SWAP);
/// assert_eq!(both.square(Square::B2), Square::G7);
/// assert_eq!(both.color(Color::White), Color::Black);
/// assert_eq!(both.then(both.inverse()), Transform::IDENTITY);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Transform(u8);

const FLIP_FILES: u8 = 1;
const FLIP_RANKS: u8 = 2;
const TRANSPOSE: u8 = 4;
const SWAP: u8 = 8;

impl Transform {
    /// Changes nothing.
    pub const IDENTITY: Transform = Transform(0);
    /// Reverses the files: b2 becomes g2.
    pub const MIRROR: Transform = Transform(FLIP_FILES);
    /// Exchanges the sides and reverses the ranks: b2 becomes b7, and White's men are Black's.
    pub const SWAP: Transform = Transform(SWAP | FLIP_RANKS);
    /// Reflects in the diagonal a1-h8: b1 becomes a2.
    pub const TRANSPOSE: Transform = Transform(TRANSPOSE);
    /// Reflects in the diagonal a8-h1: b1 becomes h7.
    pub const ANTI_TRANSPOSE: Transform = Transform(TRANSPOSE | FLIP_FILES | FLIP_RANKS);

    /// The four transforms that keep the rules for pawns.
    pub const WITH_PAWNS: [Transform; 4] = [
        Transform::IDENTITY,
        Transform::MIRROR,
        Transform::SWAP,
        Transform(SWAP | FLIP_RANKS | FLIP_FILES),
    ];

    /// All sixteen transforms: what keeps the rules without pawns.
    pub fn all() -> impl DoubleEndedIterator<Item = Transform> + ExactSizeIterator {
        (0..16).map(Transform)
    }

    /// The transforms that lead from one position of a key to another of the same value.
    pub fn of_key(key: &MaterialKey) -> impl Iterator<Item = Transform> + use<> {
        let pawns = key.has_pawns();
        Transform::all()
            .filter(move |transform| !pawns || Transform::WITH_PAWNS.contains(transform))
    }

    /// The transform with this number, from 0 to 15, or `None`.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Transform> {
        if index < 16 { Some(Transform(index as u8)) } else { None }
    }

    /// The number of the transform. Those that don't exchange the sides come first.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The transform that does this one and then `next`.
    #[inline(always)]
    pub const fn then(self, next: Transform) -> Transform {
        // A reflection in the diagonal exchanges the flips that came before it.
        let flips = self.0 & (FLIP_FILES | FLIP_RANKS);
        let flips = if next.0 & TRANSPOSE == 0 { flips } else { flips >> 1 | (flips & 1) << 1 };
        Transform(flips ^ (self.0 & (TRANSPOSE | SWAP)) ^ next.0)
    }

    /// The transform that undoes this one.
    pub const fn inverse(self) -> Transform {
        // Only quarter turns are not their own inverse; three of them are one back.
        self.then(self).then(self)
    }

    /// Where a man from `square` stands.
    #[inline(always)]
    pub const fn square(self, square: Square) -> Square {
        SQUARES[self.0 as usize & 7][square.index()]
    }

    /// Where the men from a set of squares stand.
    pub const fn bitboard(self, set: Bitboard) -> Bitboard {
        let mut image = set.0;
        if self.0 & TRANSPOSE != 0 {
            image = transpose(image);
        }
        let mut image = Bitboard(image);
        if self.0 & FLIP_FILES != 0 {
            image = image.flip_files();
        }
        if self.0 & FLIP_RANKS != 0 {
            image = image.flip_ranks();
        }
        image
    }

    /// Whether the sides are exchanged.
    #[inline(always)]
    pub const fn swaps(self) -> bool {
        self.0 & SWAP != 0
    }

    /// Whether dark squares become light: in a mirror and upside down, but not both, and not in a diagonal.
    #[inline(always)]
    pub const fn exchanges_square_colors(self) -> bool {
        (self.0 ^ self.0 >> 1) & 1 != 0
    }

    /// Whose a man of `color` is.
    #[inline(always)]
    pub const fn color(self, color: Color) -> Color {
        Color::ALL[color.index() ^ (self.0 >> 3 & 1) as usize]
    }

    /// What a piece of `kind` is: bishops may change their colour.
    #[inline(always)]
    pub const fn kind(self, kind: Kind) -> Kind {
        match kind {
            Kind::DarkBishop if self.exchanges_square_colors() => Kind::LightBishop,
            Kind::LightBishop if self.exchanges_square_colors() => Kind::DarkBishop,
            kind => kind,
        }
    }

    /// The image of a key. With pawns it is a key of the same value only under
    /// [`WITH_PAWNS`](Transform::WITH_PAWNS).
    ///
    /// # Panics
    /// If a pawn would come to stand on the first or eighth rank.
    pub fn key(self, key: &MaterialKey) -> MaterialKey {
        let counts = Color::ALL
            .map(|color| Kind::ALL.map(|kind| key.count(self.color(color), self.kind(kind))));
        let pawns = Color::ALL.map(|color| self.bitboard(key.pawn_bitboard(self.color(color))));
        MaterialKey::new(counts, pawns).expect("the transform suits a key with pawns")
    }
}

/// What it does to a1, b1 and the sides: enough to tell them apart.
impl fmt::Debug for Transform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let swap = if self.swaps() { ", sides exchanged" } else { "" };
        write!(f, "a1 to {}, b1 to {}{swap}", self.square(Square::A1), self.square(Square::B1))
    }
}

/// The image of each square under each symmetry of the board.
static SQUARES: [[Square; 64]; 8] = squares();

const fn squares() -> [[Square; 64]; 8] {
    let mut table = [[Square::A1; 64]; 8];
    let mut transform = 0;
    while transform < 8 {
        let mut index = 0;
        while index < 64 {
            let set = Transform(transform as u8).bitboard(Bitboard(1 << index));
            if let Some(square) = set.first() {
                table[transform][index] = square;
            }
            index += 1;
        }
        transform += 1;
    }
    table
}

/// The set reflected in the diagonal a1-h8: first single squares, then blocks of two by two, then of four by four
/// change places across it.
const fn transpose(mut set: u64) -> u64 {
    let mut shift = 7;
    let masks = [0x00AA00AA00AA00AA, 0x0000CCCC0000CCCC, 0x00000000F0F0F0F0];
    let mut step = 0;
    while step < 3 {
        let difference = (set ^ set >> shift) & masks[step];
        set ^= difference ^ difference << shift;
        shift *= 2;
        step += 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_bitboards_and_products_agree() {
        for a in Transform::all() {
            for square in Square::all() {
                let image = a.square(square);
                assert_eq!(a.bitboard(square.bitboard()), image.bitboard());
                assert_eq!(a.inverse().square(image), square);
                let changed = Bitboard::DARK.contains(square) != Bitboard::DARK.contains(image);
                assert_eq!(a.exchanges_square_colors(), changed);
            }
            assert_eq!(a.then(a.inverse()), Transform::IDENTITY);
            for b in Transform::all() {
                let product = a.then(b);
                assert_eq!(product.swaps(), a.swaps() != b.swaps());
                for square in Square::all() {
                    assert_eq!(product.square(square), b.square(a.square(square)));
                }
            }
        }
    }

    #[test]
    fn names_mean_what_they_say() {
        for square in Square::all() {
            assert_eq!(Transform::MIRROR.square(square), square.flip_file());
            assert_eq!(Transform::SWAP.square(square), square.flip_rank());
        }
        assert_eq!(Transform::TRANSPOSE.square(Square::B1), Square::A2);
        assert_eq!(Transform::ANTI_TRANSPOSE.square(Square::B1), Square::H7);
        assert_eq!(format!("{:?}", Transform::SWAP), "a1 to a8, b1 to b8, sides exchanged");
        for (index, transform) in Transform::all().enumerate() {
            assert_eq!(Transform::from_index(index), Some(transform));
            assert_eq!(transform.index(), index);
        }
        assert_eq!(Transform::from_index(16), None);
    }

    #[test]
    fn a_key_keeps_its_men_and_bishops_follow_their_squares() {
        let key: MaterialKey = "KBdb2vKNg6".parse().unwrap();
        assert_eq!(Transform::MIRROR.key(&key).to_string(), "KBlg2vKNb6");
        assert_eq!(Transform::SWAP.key(&key).to_string(), "KNg3vKBlb7");
        let both = Transform::MIRROR.then(Transform::SWAP);
        assert_eq!(both.key(&key).to_string(), "KNb3vKBdg7");
    }
}
