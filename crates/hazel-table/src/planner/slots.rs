//! How many slots a table has, without making its indexer.

use hazel_core::{Bitboard, Color, attacks};

use crate::{Kind, MaterialKey, PositionIndexer};

/// The number of slots of a canonical key: [`PositionIndexer::len`] by a formula, many times as fast. Where there are more
/// than 64 bits can number, the largest number.
///
/// With pawns the only symmetries are the mirror, which keeps no king in place and so halves the pairs of kings, and the
/// exchange of the sides, which halves the sides to move. Keys without pawns have more, but there are few of them, and their
/// indexers are asked.
///
/// ```
/// use hazel_table::{MaterialKey, PositionIndexer, slots};
///
/// let (key, _) = "KRf4g4vKRg5".parse::<MaterialKey>()?.canonical();
/// assert_eq!(slots(&key), PositionIndexer::new(key)?.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn slots(key: &MaterialKey) -> u64 {
    if !key.has_pawns() {
        return PositionIndexer::new(*key).map_or(u64::MAX, |indexer| indexer.len());
    }
    let pairs = pairs(key);
    let places = [0, 1, 2].map(|lights| places(key, lights));
    let all = pairs.into_iter().zip(places).fold(0u64, |sum, (pairs, places)| {
        sum.saturating_add(2u64.saturating_mul(pairs).saturating_mul(places))
    });
    // Each symmetry makes two of them one.
    all / key.stabilizer().count() as u64
}

/// How many pairs of kings stand neither on pawns nor next to each other, by how many of the two stand on light squares.
fn pairs(key: &MaterialKey) -> [u64; 3] {
    let free = Bitboard::FULL - key.pawns();
    let mut pairs = [0; 3];
    for white in free {
        let black = free - attacks::king(white) - white.bitboard();
        let lights = usize::from(Bitboard::LIGHT.contains(white));
        pairs[lights] += u64::from((black - Bitboard::LIGHT).len());
        pairs[lights + 1] += u64::from((black & Bitboard::LIGHT).len());
    }
    pairs
}

/// In how many ways the pieces can stand if so many kings stand on light squares.
fn places(key: &MaterialKey, lights: u32) -> u64 {
    let pawns = key.pawns();
    let light = 32 - (pawns & Bitboard::LIGHT).len() - lights;
    let dark = 32 - (pawns - Bitboard::LIGHT).len() - (2 - lights);
    let mut product = 1u64;
    let mut free = [light, dark];
    let mut choose = |free: &mut u32, count: u8| {
        product = product.saturating_mul(binomial(*free, count));
        *free = free.saturating_sub(u32::from(count));
    };
    for color in Color::ALL {
        choose(&mut free[0], key.count(color, Kind::LightBishop));
        choose(&mut free[1], key.count(color, Kind::DarkBishop));
    }
    let mut free = free[0] + free[1];
    for color in Color::ALL {
        for kind in [Kind::Queen, Kind::Rook, Kind::Knight] {
            choose(&mut free, key.count(color, kind));
        }
    }
    product
}

/// In how many ways `count` squares can be chosen from so many.
fn binomial(squares: u32, count: u8) -> u64 {
    let count = u64::from(count);
    (0..count)
        .fold(1, |ways, chosen| ways * u64::from(squares).saturating_sub(chosen) / (chosen + 1))
}
