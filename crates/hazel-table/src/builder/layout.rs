//! Where the positions of a key lie while its table is built.
//!
//! A word of 64 bits holds the positions that differ only in the square of the last piece. Words are ordered by the pair of
//! kings, then by the squares of the other pieces. Pieces are told apart even where they are equal: two rooks have places
//! in both orders, and no move needs to know of the other order. Which places are stored, and where, is for the [shape](Shape)
//! to say.
//!
//! Without pawns the board has eight symmetries, and only the 462 pairs of kings that no symmetry joins are stored. Symmetries
//! exchange the colours of squares, so bishops of a key without pawns may stand on the colours of the key or, all together,
//! on the other ones: the mirrored key is the same table. With pawns every pair of kings is stored.

use std::borrow::Cow;
use std::ops::Range;

use arrayvec::ArrayVec;
use hazel_core::{Bitboard, Color, Square, attacks};

use super::legality::Frame;
use super::shape::Shape;
use super::symmetry;
use crate::{Kind, MaterialKey, Transform};

/// A piece of a key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Man {
    // Ordered by kind first, so that swapping the colours changes the order of the pieces as seldom as possible; knights
    // come last because their moves are the cheapest on the bits of a word.
    pub(crate) kind: Kind,
    pub(crate) color: Color,
}

/// The kings' squares, White's first.
pub(crate) type Kings = [Square; 2];

/// All squares, by number.
pub(crate) const SQUARES: [Square; 64] = {
    let mut squares = [Square::A1; 64];
    let mut index = 0;
    while index < 64 {
        if let Some(square) = Square::from_index(index) {
            squares[index] = square;
        }
        index += 1;
    }
    squares
};

/// Pieces on squares, at most all but the last.
pub(crate) type Placed = ArrayVec<(Man, Square), 3>;

/// The order of the positions of one key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    pub(crate) key: MaterialKey,
    /// The pieces; the last is the one on the bits. Of three, those come last of which the shape can make less.
    pub(crate) men: Vec<Man>,
    pub(crate) shape: Shape,
    /// The pairs of kings that are stored.
    pub(crate) kings: Vec<Kings>,
    /// Words of each pair of kings before they are stored.
    pub(crate) words: usize,
    /// For each word of a pair of kings the squares of all pieces but the last.
    pub(crate) placed: Vec<Placed>,
    pairs: Vec<u16>,
}

/// No pair of kings: they touch, or one stands on a pawn.
const NONE: u16 = u16::MAX;

impl Layout {
    pub(crate) fn new(key: MaterialKey) -> Layout {
        let men = pieces(&key);
        let mut kings = vec![];
        let mut pairs = vec![NONE; 64 * 64];
        for white in Square::all() {
            let taken = key.pawns() | attacks::king(white) | white.bitboard();
            for black in !taken {
                let pair = [white, black];
                let stored = key.has_pawns() || symmetry::of_kings(pair) == Transform::IDENTITY;
                if stored && !key.pawns().contains(white) {
                    pairs[white.index() << 6 | black.index()] = kings.len() as u16;
                    kings.push(pair);
                }
            }
        }
        let placed = placements(&men, &[]);
        let shape = shape(&key, &men);
        Layout { key, shape, kings, words: placed.len(), placed, men, pairs }
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        let placed = size_of_val(self.placed.as_slice());
        placed + size_of_val(self.kings.as_slice()) + size_of_val(self.pairs.as_slice())
    }

    /// Which stored pair of kings this is, and by which transform; `None` where kings can't stand so.
    #[inline]
    pub(crate) fn pair(&self, kings: Kings) -> Option<(usize, Transform)> {
        let transform =
            if self.key.has_pawns() { Transform::IDENTITY } else { symmetry::of_kings(kings) };
        let [white, black] = kings.map(|king| transform.square(king).index());
        match self.pairs[white << 6 | black] {
            NONE => None,
            pair => Some((pair as usize, transform)),
        }
    }

    /// The place of a bit of a word: the number of the position.
    pub(crate) fn place(&self, word: usize, bit: usize) -> usize {
        if self.men.is_empty() { word } else { word << 6 | bit }
    }

    /// How many words are stored.
    pub(crate) fn len(&self) -> usize {
        self.rows() * self.row()
    }

    /// How many rows there are: of a pair of kings, and of a square of the outer piece of three.
    pub(crate) fn rows(&self) -> usize {
        self.kings.len() * self.rows_of_pair()
    }

    /// The rows of a pair of kings.
    pub(crate) fn rows_of_pair(&self) -> usize {
        self.words.div_ceil(64)
    }

    /// Stored words in a row: those that differ in the square of the last piece but one, or a single word where there is
    /// none.
    #[inline]
    pub(crate) fn row(&self) -> usize {
        self.shape.words()
    }

    /// The stored words of a pair of kings.
    pub(crate) fn stored(&self, pair: usize) -> Range<usize> {
        let words = self.rows_of_pair() * self.row();
        pair * words..(pair + 1) * words
    }

    /// All words of a pair of kings, from those that are stored.
    pub(crate) fn unpack<'s>(&self, set: &'s [u64], pair: usize) -> Cow<'s, [u64]> {
        let stored = &set[self.stored(pair)];
        if self.shape.is_plain() {
            return Cow::Borrowed(stored);
        }
        let rows = stored.chunks_exact(self.row()).enumerate();
        Cow::Owned(rows.flat_map(|(outer, row)| self.shape.unpack(outer, row)).collect())
    }

    /// Adds all words of a pair of kings to those that are stored.
    pub(crate) fn pack(&self, words: &[u64], pair: usize, set: &mut [u64]) {
        let stored = &mut set[self.stored(pair)];
        if self.shape.is_plain() {
            stored.iter_mut().zip(words).for_each(|(stored, word)| *stored |= word);
            return;
        }
        let rows = stored.chunks_exact_mut(self.row()).zip(words.as_chunks().0);
        rows.enumerate().for_each(|(outer, (stored, row))| self.shape.pack(outer, row, stored));
    }

    /// All pieces but one.
    pub(crate) fn without(&self, piece: usize) -> Vec<Man> {
        let mut men = self.men.clone();
        men.remove(piece);
        men
    }

    /// Kings and pawns.
    pub(crate) fn frame(&self, kings: Kings) -> Frame {
        Frame { kings, pawns: Color::ALL.map(|color| self.key.pawn_bitboard(color)) }
    }

    /// The squares on which the last piece may stand as far as the colours of squares go.
    #[inline]
    pub(crate) fn allowed(&self, fixed: &[(Man, Square)]) -> u64 {
        allowed(&self.key, &self.men, fixed)
    }
}

/// How many places are stored for each side to move, without looking at which pairs of kings the pawns leave.
pub(crate) fn stored_places(key: &MaterialKey) -> u64 {
    let pairs: u64 = if key.has_pawns() { 3612 } else { 462 };
    let men = pieces(key);
    let outer = (men.len() as u32).saturating_sub(2);
    let row = if men.is_empty() { 1 } else { 64 * shape(key, &men).words() as u64 };
    64_u64.checked_pow(outer).map_or(u64::MAX, |rows| rows.saturating_mul(pairs * row))
}

/// The pieces of a key in their order.
fn pieces(key: &MaterialKey) -> Vec<Man> {
    let mut men = vec![];
    for kind in Kind::ALL {
        for color in Color::ALL {
            men.extend((0..key.count(color, kind)).map(|_| Man { kind, color }));
        }
    }
    order(&mut men, key.has_pawns());
    men
}

fn shape(key: &MaterialKey, men: &[Man]) -> Shape {
    Shape::new(men, key.has_pawns(), |colors| {
        // A square of each colour stands for all.
        let squares = colors.map(|color| SQUARES[color]);
        let before = &men[..men.len().saturating_sub(1)];
        let squares = &squares[2 - before.len().min(2)..];
        let fixed: Vec<_> = before.iter().copied().zip(squares.iter().copied()).collect();
        allowed(key, men, &fixed)
    })
}

fn allowed(key: &MaterialKey, men: &[Man], fixed: &[(Man, Square)]) -> u64 {
    let Some(last) = men.last() else { return 1 };
    let mut allowed = 0;
    if fixed.iter().all(|(man, square)| man.kind.squares().contains(*square)) {
        allowed |= last.kind.squares().0;
    }
    if !key.has_pawns() && fixed.iter().all(|(man, square)| mirrored(man.kind).contains(*square)) {
        allowed |= mirrored(last.kind).0;
    }
    allowed
}

/// Brings those of three pieces to the end of which the shape can make less: two that are equal, or else bishops.
fn order(men: &mut [Man], has_pawns: bool) {
    let &mut [first, second, third] = men else { return };
    let is_bishop = |man: Man| matches!(man.kind, Kind::DarkBishop | Kind::LightBishop);
    let are_bishops = is_bishop(first) && is_bishop(second);
    if first == second && second != third || are_bishops && !is_bishop(third) {
        men.rotate_right(1);
    } else if has_pawns && is_bishop(first) && second != third && !are_bishops {
        men.swap(0, 1);
    }
}

/// All placements of all pieces but the last, of which the first are fixed on squares; the last one's square changes fastest.
pub(crate) fn placements(men: &[Man], fixed: &[Square]) -> Vec<Placed> {
    let digits = (men.len() - fixed.len()).saturating_sub(1);
    let square = |word: usize, digit: usize| SQUARES[word >> (6 * (digits - 1 - digit)) & 63];
    let placed = |word: usize| {
        let squares = fixed.iter().copied().chain((0..digits).map(|digit| square(word, digit)));
        men.iter().copied().zip(squares).collect()
    };
    (0..1 << (6 * digits)).map(placed).collect()
}

/// The squares of a piece after the files are flipped.
fn mirrored(kind: Kind) -> Bitboard {
    match kind {
        Kind::DarkBishop => Bitboard::LIGHT,
        Kind::LightBishop => Bitboard::DARK,
        _ => Bitboard::FULL,
    }
}
