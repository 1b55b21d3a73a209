//! Values of the tables that moves lead to, read in the parent's order and orientation.
//!
//! A child is stored in its canonical form, with its own order of pieces. Here a whole pair of kings of it is turned into the
//! parent's view at once, words at a time where the piece on the bits is the same.

use hazel_core::{Bitboard, Color, Square};

use super::layout::{Kings, Layout, Man, Placed, placements};
use super::legality::Frame;
use super::moves::back;
use super::raw::{RawTable, Side};
use super::sets::Exits;
use crate::judge::unknown_of_key;
use crate::{MaterialKey, Transform, Wdl};

/// A table that moves lead to, or the lack of one.
pub(crate) struct Child<'a> {
    /// The pieces in the order in which the parent wants to read them: fixed ones first, then those of words, then the one on
    /// the bits.
    men: Vec<Man>,
    /// The piece on the bits; none if all are fixed.
    last: Option<Man>,
    /// For each word the pieces that are not on the bits.
    placed: Vec<Placed>,
    pawns: [Bitboard; 2],
    /// Who is to move there.
    turn: Color,
    source: Source<'a>,
}

enum Source<'a> {
    Table {
        layout: &'a Layout,
        side: &'a Side,
        exact: bool,
        transform: Transform,
        /// For each of the men how many places apart neighbouring squares are.
        strides: Vec<usize>,
    },
    /// No table: these exits are assumed wherever the move is legal.
    Unknown(Exits),
}

impl<'a> Child<'a> {
    /// The child with these men, in which `turn` is to move. `table` is the one of its canonical form. What is unknown is turned
    /// against one side.
    pub(crate) fn new(
        men: Vec<Man>,
        fixed: &[Square],
        pawns: [Bitboard; 2],
        turn: Color,
        against: Color,
        table: impl FnOnce(&MaterialKey) -> Option<&'a RawTable>,
    ) -> Child<'a> {
        let key = key_of(&men, pawns);
        let (canonical, transform) = key.canonical();
        let source = match table(&canonical) {
            Some(table) => {
                let layout = &table.layout;
                let side = &table.run(transform.color(against))[transform.color(turn).index()];
                let mut taken = vec![false; men.len()];
                let strides = men.iter().map(|man| {
                    let image =
                        Man { kind: transform.kind(man.kind), color: transform.color(man.color) };
                    let dimension = (0..men.len())
                        .rev()
                        .find(|&i| layout.men[i] == image && !taken[i])
                        .expect("the table has the child's men");
                    taken[dimension] = true;
                    1 << (6 * (men.len() - 1 - dimension))
                });
                // Equal pieces are taken from the end, and the piece on the bits gets the first choice.
                let mut strides: Vec<usize> = strides.collect();
                prefer_last(&men, &mut strides);
                Source::Table { layout, side, exact: table.is_exact(), transform, strides }
            }
            None => Source::Unknown(unknown(&key, !turn, against)),
        };
        let placed = placements(&men, fixed);
        let last = men.last().copied().filter(|_| men.len() > fixed.len());
        Child { men, last, placed, pawns, turn, source }
    }

    /// Whether there is a table, and all it says is exact.
    pub(crate) fn is_exact(&self) -> bool {
        matches!(self.source, Source::Table { exact: true, .. })
    }

    /// Whether nothing is known of both children, they count the same, and the pawns are the same.
    pub(crate) fn is_alike(&self, other: &Child<'_>) -> bool {
        let unknown = |child: &Child<'_>| match child.source {
            Source::Unknown(exits) => Some(exits),
            Source::Table { .. } => None,
        };
        self.pawns == other.pawns && unknown(self).is_some() && unknown(self) == unknown(other)
    }

    /// Reads the exits that lead to a pair of kings: a word for all squares of the men that are neither fixed nor on the
    /// bits. Where no man is left for the bits, bit 0 is the answer.
    pub(crate) fn load(&self, kings: Kings, out: &mut Vec<Exits>) {
        out.clear();
        let frame = Frame { kings, pawns: self.pawns };
        if !frame.is_possible() {
            out.resize(self.placed.len(), Exits::default());
            return;
        }
        let reader = self.reader(kings);
        out.extend(self.placed.iter().map(|placed| {
            let legal = frame.legal(self.turn, placed, self.last);
            match (&reader, &self.source) {
                _ if legal == 0 => Exits::default(),
                (Some(reader), _) => reader.exits(placed, self.last.is_some(), legal),
                (None, Source::Unknown(exits)) => *exits & legal,
                (None, Source::Table { .. }) => unreachable!("a table has a reader"),
            }
        }));
    }

    /// Which positions of [`load`](Child::load) have no legal move; nowhere if there is no table.
    pub(crate) fn load_stuck(&self, kings: Kings, out: &mut Vec<u64>) {
        out.clear();
        let frame = Frame { kings, pawns: self.pawns };
        let Some(reader) = self.reader(kings).filter(|_| frame.is_possible()) else {
            out.resize(self.placed.len(), 0);
            return;
        };
        out.extend(self.placed.iter().map(|placed| {
            let legal = frame.legal(self.turn, placed, self.last);
            reader.stuck(placed, self.last.is_some(), legal)
        }));
    }

    /// A reader of the table's pair of kings, if there is a table.
    fn reader(&self, kings: Kings) -> Option<Reader<'_>> {
        let Source::Table { layout, side, transform, strides, .. } = &self.source else {
            return None;
        };
        let mut image = kings.map(|king| transform.square(king));
        if transform.swaps() {
            image.reverse();
        }
        let (pair, turned) = layout.pair(image).expect("the kings can stand so");
        let transform = transform.then(turned);
        Some(Reader { side, strides, transform, base: pair << (6 * self.men.len()) })
    }
}

/// One pair of kings of a table.
struct Reader<'a> {
    side: &'a Side,
    strides: &'a [usize],
    transform: Transform,
    base: usize,
}

impl Reader<'_> {
    /// The exits to positions that are legal.
    fn exits(&self, placed: &Placed, bits: bool, legal: u64) -> Exits {
        let place = self.place(placed);
        let lost = self.read(&self.side.lost, place, bits, legal);
        let won = self.read(&self.side.won, place, bits, legal);
        let cursed =
            self.side.cursed.as_ref().map_or(0, |cursed| self.read(cursed, place, bits, legal));
        Exits {
            any: legal,
            win: lost & !cursed,
            cursed: lost & cursed,
            hold: legal & !won,
            blessed: won & cursed,
        }
    }

    /// The legal positions that have no legal move.
    fn stuck(&self, placed: &Placed, bits: bool, legal: u64) -> u64 {
        let stuck = self.side.stuck.as_ref().expect("a double step led here");
        self.read(stuck, self.place(placed), bits, legal)
    }

    /// The place with these men, and the last man on a1 if it is not among them.
    fn place(&self, placed: &Placed) -> usize {
        let offset = |(&(_, square), stride): (&(Man, Square), &usize)| {
            self.transform.square(square).index() * stride
        };
        self.base + placed.iter().zip(self.strides).map(offset).sum::<usize>()
    }

    /// How far the last man on a square is from where it would be on the first.
    fn step(&self, square: Square) -> usize {
        self.transform.square(square).index() * self.strides[self.strides.len() - 1]
    }

    fn split(&self, place: usize) -> (usize, usize) {
        (place >> self.side.shift, place & ((1 << self.side.shift) - 1))
    }

    fn read(&self, plane: &[u64], place: usize, bits: bool, legal: u64) -> u64 {
        let (word, bit) = self.split(place);
        if !bits {
            return plane[word] >> bit & 1;
        }
        if self.strides.last() == Some(&1) {
            return match plane[word] {
                0 => 0,
                set => back(self.transform, set) & legal,
            };
        }
        let is_set = |square: &Square| {
            let (word, bit) = self.split(place + self.step(*square));
            plane[word] >> bit & 1 != 0
        };
        Bitboard(legal).into_iter().filter(is_set).collect::<Bitboard>().0
    }
}

/// What must be assumed of moves of `mover` into an unknown table.
fn unknown(key: &MaterialKey, mover: Color, against: Color) -> Exits {
    let loss = Exits { any: !0, ..Exits::default() };
    match unknown_of_key(key, !mover, against) {
        Wdl::Win => loss,
        Wdl::Loss => Exits { win: !0, hold: !0, ..loss },
        _ => Exits { hold: !0, ..loss },
    }
}

/// Gives the piece on the bits the bits of the table too, where an equal piece has them.
fn prefer_last(men: &[Man], strides: &mut [usize]) {
    let Some(last) = men.last() else { return };
    if let Some(other) = strides.iter().position(|&stride| stride == 1)
        && men[other] == *last
    {
        strides.swap(other, men.len() - 1);
    }
}

/// The key of men and pawns.
pub(crate) fn key_of(men: &[Man], pawns: [Bitboard; 2]) -> MaterialKey {
    let mut counts = [[0; 5]; 2];
    for man in men {
        counts[man.color.index()][man.kind.index()] += 1;
    }
    MaterialKey::new(counts, pawns).expect("a move leads from a key to a key")
}
