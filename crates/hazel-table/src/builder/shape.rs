//! How the 64 words of a row are stored: in fewer, where some of their positions are not there or are there twice.
//!
//! Moves are made on whole rows, a word for each square of the last piece but one, and a bit for each square of the last.
//! Sets of positions are stored by the rules of this file, in half, a quarter or an eighth of these words:
//!
//! * **Folded.** Two equal pieces stand in both orders, and one is enough: of a square's word the squares above it. The
//!   words of a square and of the one opposite to it through the middle of the board make one word that is full but for
//!   one bit. Without pawns a dark and a light bishop of one side are equal, too: which is which, their squares tell.
//! * **Joined.** Where bishops leave each word the squares of one colour, another one for neighbouring words, two
//!   neighbours make one word.
//! * **Flipped.** Where words have one colour all alike, two neighbours make one word after the ranks of one are flipped,
//!   which exchanges the colours.
//!
//! Each of them costs a few instructions a word, and most keys need none. Three equal pieces stand in three orders still, and
//! the bishop of a key with pawns and no other piece has half a word.

use hazel_core::Bitboard;

use super::fills::Row;
use super::layout::Man;
use crate::Kind;

/// How the rows of a key are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    men: usize,
    folds: bool,
    joins: bool,
    flips: bool,
    /// The bits that there are, by the colours of the outer piece's square and of the word's: dark, then light.
    masks: [[u64; 2]; 2],
}

impl Shape {
    /// The shape for pieces in the order of the layout. The squares of the last are allowed as is said, by the colours of
    /// the squares of the pieces before it.
    pub(crate) fn new(men: &[Man], has_pawns: bool, allowed: impl Fn([usize; 2]) -> u64) -> Shape {
        let masks = [0, 1].map(|outer| [0, 1].map(|first| allowed([outer, first])));
        let all = |holds: &dyn Fn(&[u64; 2]) -> bool| men.len() > 1 && masks.iter().all(holds);
        Shape {
            men: men.len(),
            folds: are_alike(men, has_pawns),
            joins: all(&|[dark, light]| dark & light == 0),
            flips: all(&|[dark, light]| dark | light != !0),
            masks,
        }
    }

    /// How many words of a row are stored.
    #[inline]
    pub(crate) fn words(&self) -> usize {
        if self.men < 2 { 1 } else { 64 >> self.halvings() }
    }

    /// Whether words are stored as they are.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        !(self.folds | self.joins | self.flips)
    }

    /// In how many places each stored position is found.
    pub(crate) fn copies(&self) -> u64 {
        if self.folds { 2 } else { 1 }
    }

    /// In which stored word and at which bit a place is found.
    #[inline]
    pub(crate) fn find(&self, place: usize) -> (usize, usize) {
        if self.men == 0 {
            return (place, 0);
        }
        let (mut word, mut bit) = (place >> 6, place & 63);
        if self.is_plain() {
            return (word, bit);
        }
        let row = word >> 6;
        word &= 63;
        if self.folds {
            (word, bit) = (word.min(bit), word.max(bit));
            if word >= 32 {
                (word, bit) = (63 - word, 63 - bit);
            }
        }
        if self.joins {
            word >>= 1;
        }
        if self.flips {
            bit ^= 56 * (word & 1);
            word >>= 1;
        }
        (row * self.words() + word, bit)
    }

    /// Adds a row to its stored words. `outer` is the square of the outer piece of three.
    pub(crate) fn pack(&self, outer: usize, row: &Row, into: &mut [u64]) {
        let masks = self.masks[color(outer)];
        let mut words = *row;
        if self.folds {
            for square in 0..32 {
                let opposite = 63 - square;
                let turned = (row[opposite] & above(opposite)).reverse_bits();
                words[square] = row[square] & above(square) | turned;
            }
        }
        if self.joins {
            for pair in 0..32 {
                let mask = |square: usize| words[square] & masks[color(square)];
                words[pair] = mask(2 * pair) | mask(2 * pair + 1);
            }
        }
        if self.flips {
            let there = masks[0] | masks[1];
            for pair in 0..32 {
                let [even, odd] = [0, 1].map(|side| words[2 * pair + side] & there);
                words[pair] = even | odd.swap_bytes();
            }
        }
        into.iter_mut().zip(words).for_each(|(into, word)| *into |= word);
    }

    /// A row from its stored words. Those that are plain are the row itself.
    pub(crate) fn unpack(&self, outer: usize, stored: &[u64]) -> Row {
        let masks = self.masks[color(outer)];
        let mut words: Row = [0; 64];
        words[..stored.len()].copy_from_slice(stored);
        let mut length = stored.len();
        if self.flips {
            let there = masks[0] | masks[1];
            for pair in (0..length).rev() {
                let both = words[pair];
                words[2 * pair + 1] = (both & !there).swap_bytes();
                words[2 * pair] = both & there;
            }
            length *= 2;
        }
        if self.joins {
            for pair in (0..length).rev() {
                let both = words[pair];
                words[2 * pair + 1] = both & masks[color(2 * pair + 1)];
                words[2 * pair] = both & masks[color(2 * pair)];
            }
        }
        if self.folds {
            for square in 0..32 {
                let both = words[square];
                words[63 - square] = (both & !above(square)).reverse_bits();
                words[square] = both & above(square);
            }
            let other = transpose(words);
            words.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
        }
        words
    }

    fn halvings(&self) -> u32 {
        u32::from(self.folds) + u32::from(self.joins) + u32::from(self.flips)
    }
}

/// Whether the last two pieces can be exchanged in every position.
fn are_alike(men: &[Man], has_pawns: bool) -> bool {
    let [rest @ .., first, last] = men else { return false };
    let is_bishop = |man: &Man| matches!(man.kind, Kind::DarkBishop | Kind::LightBishop);
    // The colours of bishops may be exchanged with those of all other bishops only.
    let are_bishops = is_bishop(first) && is_bishop(last) && !rest.iter().any(is_bishop);
    first == last || first.color == last.color && are_bishops && !has_pawns
}

/// 0 for dark squares, 1 for light ones.
#[inline]
fn color(square: usize) -> usize {
    (Bitboard::LIGHT.0 >> square & 1) as usize
}

/// The squares after a square.
#[inline]
fn above(square: usize) -> u64 {
    !1 << square
}

/// Exchanges words and bits.
fn transpose(mut words: Row) -> Row {
    // Halves of halves change places: blocks of 32, 16 and so on beside the diagonal.
    let mut mask = u64::from(u32::MAX);
    let mut size = 32;
    while size > 0 {
        for block in words.chunks_exact_mut(2 * size) {
            let (low, high) = block.split_at_mut(size);
            for (low, high) in low.iter_mut().zip(high) {
                let change = (*low >> size ^ *high) & mask;
                *high ^= change;
                *low ^= change << size;
            }
        }
        size /= 2;
        mask ^= mask << size;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::layout::Layout;

    fn noise(row: usize, square: usize) -> u64 {
        let seed = (row * 64 + square + 1) as u64;
        seed.wrapping_mul(0x9E3779B97F4A7C15).rotate_left(31).wrapping_mul(0xD1B54A32D192ED03)
    }

    #[test]
    fn rows_come_back_and_every_place_is_found_in_them() {
        let keys = [
            ("KQvKR", 64),
            ("KBlvKN", 64),
            ("KRRvK", 32),
            ("KBlvKBd", 32),
            ("KBdBlvK", 16),
            ("KBlBlvK", 16),
            ("KRBle4vK", 32),
            ("KBle4vKBd", 16),
            ("KBlBle4vK", 8),
            ("KBdBle4vK", 16),
            ("KRBlvKBl", 32),
            ("KRRvKR", 32),
            ("KRBdBlvK", 16),
            ("KBdBlBlvK", 8),
            ("KBdBlvKBl", 16),
        ];
        for (text, words) in keys {
            let layout = Layout::new(text.parse().expect("a key"));
            let shape = layout.shape;
            assert_eq!(shape.words(), words, "{text}");
            let last = layout.men.len() - 1;
            for row in 0..layout.rows() {
                let outer = if last == 2 { row % 64 } else { 0 };
                let fixed = |square: usize| {
                    let men = [outer, square].map(|square| crate::builder::layout::SQUARES[square]);
                    layout.men[..last]
                        .iter()
                        .copied()
                        .zip(men[2 - last..].iter().copied())
                        .collect()
                };
                let mut full: Row = std::array::from_fn(|square| {
                    let fixed: Vec<_> = fixed(square);
                    noise(row, square) & layout.allowed(&fixed) & !(1 << square)
                });
                if shape.folds {
                    let other = transpose(full);
                    full.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
                }
                let mut stored = vec![0; words];
                shape.pack(outer, &full, &mut stored);
                assert_eq!(shape.unpack(outer, &stored), full, "{text}");
                for place in (0..64 * 64).step_by(7) {
                    let fixed: Vec<_> = fixed(place >> 6);
                    let is_there = layout.allowed(&fixed) >> (place & 63) & 1 != 0;
                    if is_there && place >> 6 != place & 63 {
                        let (word, bit) = shape.find(row << 12 | place);
                        let found = stored[word - row * words] >> bit & 1;
                        assert_eq!(found, full[place >> 6] >> (place & 63) & 1, "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn words_and_bits_change_places() {
        let row: Row = std::array::from_fn(|square| noise(0, square));
        let other = transpose(row);
        for (square, word) in other.iter().enumerate() {
            for (bit, row) in row.iter().enumerate() {
                assert_eq!(word >> bit & 1, row >> square & 1);
            }
        }
    }
}
