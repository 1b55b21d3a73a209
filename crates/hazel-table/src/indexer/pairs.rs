//! Pairs of kings.
//!
//! Of the pairs that symmetry makes equal one is kept. Pairs are ordered by how many of the kings stand on light
//! squares, if the key has bishops, and then by White's and Black's king.

use std::fmt;

use hazel_core::{Bitboard, Color, Square, attacks};

use super::group::below;
use crate::{Kind, MaterialKey, Transform};

/// The pairs of kings of a key: not on pawns, not next to each other.
#[derive(Clone)]
pub(super) struct Pairs {
    finder: Finder,
    kings: Box<[[Square; 2]]>,
    /// Where the pairs with this many kings on light squares begin, and where all end. Without bishops they are not
    /// told apart and count as having none.
    starts: [usize; 4],
}

/// How the number of a pair is found.
#[derive(Clone)]
enum Finder {
    /// By White's king and Black's.
    Table(Box<[Pair; 4096]>),
    /// Where no symmetry joins pairs and bishops don't order them, they are counted, since many tables of 4,096 entries
    /// don't fit in a cache.
    Counting {
        /// The squares without pawns.
        free: Bitboard,
        /// For each square of White's king the first pair.
        first: [u16; 64],
    },
}

/// What is known of a pair: in the low 12 bits the number of the pair that it is led to, then the transform that leads
/// there, then whether a reflection keeps both kings there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pair(u16);

impl Pair {
    /// No pair. The number is above all that there are.
    const NONE: Pair = Pair(0x0FFF);

    #[inline(always)]
    pub(super) const fn number(self) -> usize {
        self.0 as usize & 0x0FFF
    }

    #[inline(always)]
    pub(super) fn transform(self) -> Transform {
        Transform::from_index(self.0 as usize >> 12 & 7).unwrap_or_default()
    }

    #[inline(always)]
    pub(super) const fn is_reflected(self) -> bool {
        self.0 >> 15 != 0
    }
}

impl Pairs {
    pub(super) fn new(key: &MaterialKey) -> Pairs {
        let symmetries: Vec<Transform> = key.stabilizer().filter(|t| !t.swaps()).collect();
        let bishops = [Kind::DarkBishop, Kind::LightBishop]
            .into_iter()
            .any(|kind| Color::ALL.into_iter().any(|color| key.count(color, kind) > 0));
        let lights = |kings: [Square; 2]| {
            let light = |king: Square| usize::from(bishops && Bitboard::LIGHT.contains(king));
            light(kings[0]) + light(kings[1])
        };
        let order = |kings: [Square; 2]| (lights(kings), kings);
        let smallest = |kings: [Square; 2]| {
            let images = symmetries.iter().map(|t| (order(kings.map(|king| t.square(king))), *t));
            images.min().expect("the identity is a symmetry")
        };
        let free = Bitboard::FULL - key.pawns();
        let all: Vec<[Square; 2]> = free
            .into_iter()
            .flat_map(|white| {
                let black = free - attacks::king(white) - white.bitboard();
                black.into_iter().map(move |black| [white, black])
            })
            .collect();
        let images: Vec<_> = all.iter().map(|kings| smallest(*kings)).collect();

        let mut kept: Vec<[Square; 2]> = all
            .iter()
            .zip(&images)
            .filter(|(kings, (image, _))| image.1 == **kings)
            .map(|(kings, _)| *kings)
            .collect();
        // A stable sort: pairs are ordered by their squares already.
        kept.sort_by_key(|kings| lights(*kings));
        let below = |limit| kept.partition_point(|kings| lights(*kings) < limit);
        let starts = [0, below(1), below(2), kept.len()];
        if symmetries.len() == 1 && !bishops {
            let first = std::array::from_fn(|white| {
                kept.partition_point(|kings| kings[0].index() < white) as u16
            });
            return Pairs { finder: Finder::Counting { free, first }, kings: kept.into(), starts };
        }
        let mut table = Box::new([Pair::NONE; 4096]);
        for (number, kings) in kept.iter().enumerate() {
            let fixed = symmetries.iter().filter(|t| kings.map(|king| t.square(king)) == *kings);
            let reflected = u16::from(fixed.count() > 1);
            table[at(kings[0], kings[1])] = Pair(number as u16 | reflected << 15);
        }
        for (kings, ((_, [white, black]), transform)) in all.iter().zip(&images) {
            let Pair(kept) = table[at(*white, *black)];
            table[at(kings[0], kings[1])] = Pair(kept | (transform.index() as u16) << 12);
        }
        Pairs { finder: Finder::Table(table), kings: kept.into(), starts }
    }

    /// The pair that a pair is led to, if it is one.
    #[inline(always)]
    pub(super) fn find(&self, white: Square, black: Square) -> Option<Pair> {
        match &self.finder {
            Finder::Table(table) => {
                let pair = table[at(white, black)];
                (pair != Pair::NONE).then_some(pair)
            }
            Finder::Counting { free, first } => {
                let blacks = *free - attacks::king(white) - white.bitboard();
                let before = (blacks & below(black)).len() as u16;
                (free.contains(white) && blacks.contains(black))
                    .then(|| Pair(first[white.index()] + before))
            }
        }
    }

    /// All pairs that are kept, by their numbers.
    #[inline(always)]
    pub(super) fn kings(&self) -> &[[Square; 2]] {
        &self.kings
    }

    /// The reflection, if there is one, that leaves both kings of a kept pair in place.
    pub(super) fn reflection(&self, number: usize) -> Option<Transform> {
        let [white, black] = self.kings[number];
        self.find(white, black)?.is_reflected().then(|| self.diagonal(number))
    }

    /// The reflection of a kept pair that is known to have one: kings stay only on the diagonal in which the board is
    /// reflected, and no square is on both.
    #[inline(always)]
    pub(super) fn diagonal(&self, number: usize) -> Transform {
        let [white, _] = self.kings[number];
        let main = white.file().index() == white.rank().index();
        if main { Transform::TRANSPOSE } else { Transform::ANTI_TRANSPOSE }
    }

    /// How many kings of a kept pair stand on light squares, if that matters, else 0.
    #[inline(always)]
    pub(super) fn lights(&self, number: usize) -> usize {
        usize::from(number >= self.starts[1]) + usize::from(number >= self.starts[2])
    }

    /// The first pair with this many kings on light squares.
    pub(super) fn start(&self, lights: usize) -> usize {
        self.starts[lights]
    }

    /// How many pairs have this many kings on light squares.
    pub(super) fn count(&self, lights: usize) -> u64 {
        (self.starts[lights + 1] - self.starts[lights]) as u64
    }

    /// The number of a pair among those with as many kings on light squares.
    #[inline(always)]
    pub(super) fn number_among_equals(&self, number: usize) -> u64 {
        (number - self.starts[self.lights(number)]) as u64
    }
}

/// Only the counts: a table of 4,096 entries tells nobody anything.
impl fmt::Debug for Pairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pairs").field("starts", &self.starts).finish_non_exhaustive()
    }
}

#[inline(always)]
const fn at(white: Square, black: Square) -> usize {
    white.index() << 6 | black.index()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known numbers of pairs, and that kept pairs are led to themselves.
    #[test]
    fn symmetry_leaves_the_known_pairs() {
        for (key, pairs) in [
            ("KQvK", 462),
            ("KBdBlvK", 462),
            ("KBlvK", 924),
            ("Ka2vK", 3612 - 2 * 58),
            ("Kc3vKd6", 3612 - 4 * 55 + 2),
            ("Ka2h2vK", 3382 / 2),
        ] {
            let key: MaterialKey = key.parse().unwrap();
            let pairs_of = Pairs::new(&key);
            assert_eq!(pairs_of.kings().len(), pairs, "{key}");
            for (number, kings) in pairs_of.kings().iter().enumerate() {
                let pair = pairs_of.find(kings[0], kings[1]).expect("it is kept");
                assert_eq!(pair.number(), number);
                assert_eq!(pair.transform(), Transform::IDENTITY);
            }
            let [touching, equal] =
                [Square::B4, Square::A3].map(|black| pairs_of.find(Square::A3, black));
            assert!(touching.is_none() && equal.is_none(), "{key}");
        }
    }
}
