//! Families of keys: `KPvK` is every pawn, `KBPvKN` every bishop and every pawn.

use std::fmt;
use std::str::FromStr;

use hazel_core::{Bitboard, Color};

use super::pattern::{Pattern, Side};
use super::text::{ParseKeyError, parse};
use super::{Kind, MaterialKey};

/// Keys that are alike but for the squares of some pawns and the colours of some bishops.
///
/// In its text a `P` is a pawn anywhere and a `B` a bishop of either colour; the rest is as in a key. A key is a family
/// of one.
///
/// ```
/// use hazel_table::Family;
///
/// let family: Family = "KPvK".parse()?;
/// assert_eq!(family.canonical_keys().count(), 24);
/// assert_eq!(family.canonical_keys().next().unwrap().to_string(), "Ka2vK");
/// # Ok::<(), hazel_table::ParseKeyError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Family(Pattern);

impl Family {
    /// Whether `key` belongs to the family as it is spelled. Its images may belong to it or not.
    pub fn contains(&self, key: &MaterialKey) -> bool {
        Color::ALL.into_iter().all(|color| {
            let side = &self.0.sides[color.index()];
            let exact = [Kind::Queen, Kind::Rook, Kind::Knight]
                .into_iter()
                .all(|kind| key.count(color, kind) == side.counts[kind.index()]);
            let more = |kind: Kind| key.count(color, kind).checked_sub(side.counts[kind.index()]);
            let bishops = more(Kind::DarkBishop).zip(more(Kind::LightBishop));
            let pawns = key.pawn_bitboard(color);
            exact
                && bishops.is_some_and(|(dark, light)| dark + light == side.bishops)
                && (side.pawns - pawns).is_empty()
                && (pawns - side.pawns).len() == u32::from(side.any_pawns)
        })
    }

    /// The canonical forms of all keys of the family, each once, in no order that means anything.
    pub fn canonical_keys(&self) -> impl Iterator<Item = MaterialKey> + use<> {
        let family = *self;
        // Of the images of a key that are in the family, only the smallest speaks for all. So nothing need be
        // remembered.
        family.keys().filter_map(move |key| {
            let first = key.images().filter(|image| family.contains(image)).min();
            (first == Some(key)).then(|| key.canonical().0)
        })
    }

    fn keys(self) -> impl Iterator<Item = MaterialKey> {
        let [white, black] = self.0.sides;
        let free = Bitboard::FULL - Bitboard::BACK_RANKS - white.pawns - black.pawns;
        bishops(white).flat_map(move |white_counts| {
            bishops(black).flat_map(move |black_counts| {
                combinations(free, u32::from(white.any_pawns)).flat_map(move |white_pawns| {
                    let free = free - white_pawns;
                    combinations(free, u32::from(black.any_pawns)).map(move |black_pawns| {
                        MaterialKey {
                            counts: [white_counts, black_counts],
                            pawns: [white.pawns | white_pawns, black.pawns | black_pawns],
                        }
                    })
                })
            })
        })
    }
}

impl From<MaterialKey> for Family {
    fn from(key: MaterialKey) -> Family {
        Family(Pattern::from(key))
    }
}

impl FromStr for Family {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<Family, ParseKeyError> {
        parse(text).map(|(pattern, _)| Family(pattern))
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The text, which says all that there is.
impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A side's pieces with every colour of its open bishops.
fn bishops(side: Side) -> impl Iterator<Item = [u8; 5]> {
    (0..=side.bishops).map(move |dark| {
        let mut counts = side.counts;
        counts[Kind::DarkBishop.index()] += dark;
        counts[Kind::LightBishop.index()] += side.bishops - dark;
        counts
    })
}

/// The subsets of `set` that have `count` squares; none if it has fewer.
fn combinations(set: Bitboard, count: u32) -> impl Iterator<Item = Bitboard> {
    let end = 1u64.checked_shl(set.len()).map_or(u64::MAX, |bit| bit - 1);
    let first = 1u64.checked_shl(count).map_or(u64::MAX, |bit| bit - 1);
    let choices = std::iter::successors(Some(first), |&choice| {
        // The next greater number with as many bits: the lowest run of ones moves its top bit up and the rest down.
        let lowest = choice & choice.wrapping_neg();
        let ripple = choice.checked_add(lowest)?;
        let rest = (choice ^ ripple) >> 2;
        (choice != 0).then(|| ripple | rest.checked_div(lowest).unwrap_or(0))
    });
    choices.take_while(move |&choice| choice <= end).map(move |choice| {
        set.into_iter()
            .enumerate()
            .filter(|(bit, _)| choice >> bit & 1 != 0)
            .map(|(_, square)| square)
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_the_subsets_of_a_size() {
        let set = Bitboard(0x8000_0010_0100_0801);
        for count in 0..=6 {
            let mut expected: Vec<_> = set.subsets().filter(|s| s.len() == count).collect();
            let mut found: Vec<_> = combinations(set, count).collect();
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{count} of five squares");
        }
        assert_eq!(combinations(Bitboard::FULL, 2).count(), 2016);
    }

    #[test]
    fn a_family_of_one_is_a_key() {
        let key: MaterialKey = "KBlf4g4vKNh5".parse().unwrap();
        let keys: Vec<_> = Family::from(key).canonical_keys().collect();
        assert_eq!(keys, [key.canonical().0]);
        assert_eq!(Family::from(key).to_string(), "KBlf4g4vKNh5");
    }
}
