//! Values of the tables that moves lead to, read in the parent's order and orientation.
//!
//! A child is stored in its canonical form, with its own order of pieces. Here a whole pair of kings of it is turned into the
//! parent's view at once, words at a time where the piece on the bits is the same.

use std::borrow::Cow;

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
    /// The piece on the bits; none if all are fixed.
    last: Option<Man>,
    /// For each word the pieces that are not on the bits.
    placed: Vec<Placed>,
    pawns: [Bitboard; 2],
    /// Who is to move there.
    turn: Color,
    source: Source<'a>,
    /// Where there is no legal move, if somebody asks for that and there is a table.
    stuck: Option<Vec<u64>>,
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
    Unknown { exits: Exits, exact: bool },
}

impl<'a> Child<'a> {
    /// The child with these men, in which `turn` is to move. `table` is the one of its canonical form. What is unknown is turned
    /// against one side.
    pub(crate) fn new(
        men: &[Man],
        fixed: &[Square],
        pawns: [Bitboard; 2],
        turn: Color,
        against: Color,
        table: impl FnOnce(&MaterialKey) -> Option<&'a RawTable>,
    ) -> Child<'a> {
        let key = key_of(men, pawns);
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
                prefer_last(men, &mut strides);
                Source::Table { layout, side, exact: table.is_exact(), transform, strides }
            }
            None => Source::Unknown {
                exits: unknown(&key, !turn, against),
                exact: key == MaterialKey::KINGS,
            },
        };
        let placed = placements(men, fixed);
        let last = men.last().copied().filter(|_| men.len() > fixed.len());
        Child { last, placed, pawns, turn, source, stuck: None }
    }

    /// The same after a double step, which asks for [`load_stuck`](Child::load_stuck).
    pub(crate) fn after_double_step(mut self) -> Child<'a> {
        if let Source::Table { side, .. } = &self.source {
            let stuck = side.stuck.as_ref().expect("a double step leads here");
            self.stuck = Some(stuck.to_set());
        }
        self
    }

    /// Whether there is a table, and all it says is exact. Of two bare kings everything is known without one.
    pub(crate) fn is_exact(&self) -> bool {
        match self.source {
            Source::Table { exact, .. } | Source::Unknown { exact, .. } => exact,
        }
    }

    /// Whether nothing is known of both children, they count the same, and the pawns are the same.
    pub(crate) fn is_alike(&self, other: &Child<'_>) -> bool {
        let unknown = |child: &Child<'_>| match child.source {
            Source::Unknown { exits, .. } => Some(exits),
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
        let values = reader.as_ref().map(Reader::values);
        out.extend(self.placed.iter().map(|placed| {
            let legal = frame.legal(self.turn, placed, self.last);
            match (&reader, &values, &self.source) {
                _ if legal == 0 => Exits::default(),
                (Some(reader), Some(values), _) => reader.exits(values, placed, legal),
                (_, _, Source::Unknown { exits, .. }) => *exits & legal,
                (_, _, Source::Table { .. }) => unreachable!("a table has a reader"),
            }
        }));
    }

    /// Which positions of [`load`](Child::load) have no legal move; nowhere if there is no table. Only after a double step.
    pub(crate) fn load_stuck(&self, kings: Kings, out: &mut Vec<u64>) {
        out.clear();
        let frame = Frame { kings, pawns: self.pawns };
        let reader = self.reader(kings).filter(|_| frame.is_possible());
        let (Some(reader), Some(stuck)) = (reader, &self.stuck) else {
            out.resize(self.placed.len(), 0);
            return;
        };
        let stuck = reader.set(stuck);
        out.extend(self.placed.iter().map(|placed| {
            let legal = frame.legal(self.turn, placed, self.last);
            reader.read(&stuck, reader.place(placed), legal)
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
        Some(Reader { layout, side, pair, strides, transform, reads_bits: self.last.is_some() })
    }
}

/// One pair of kings of a table.
struct Reader<'a> {
    layout: &'a Layout,
    side: &'a Side,
    pair: usize,
    strides: &'a [usize],
    transform: Transform,
    /// Whether a man is left for the bits.
    reads_bits: bool,
}

/// A set of positions of a table.
enum Set<'a> {
    /// All words of the pair of kings: the man on the bits is on the bits there, too.
    Words(Cow<'a, [u64]>),
    /// What is stored, asked place by place.
    Stored(&'a [u64]),
}

/// What a pair of kings says.
struct Values<'a> {
    won: Set<'a>,
    lost: Set<'a>,
    cursed: Option<Set<'a>>,
}

impl<'a> Reader<'a> {
    fn values(&self) -> Values<'a> {
        let side = self.side;
        let cursed = side.cursed.as_ref().map(|cursed| self.set(cursed));
        Values { won: self.set(&side.won), lost: self.set(&side.lost), cursed }
    }

    fn set(&self, set: &'a [u64]) -> Set<'a> {
        if self.reads_bits && self.strides.last() == Some(&1) {
            Set::Words(self.layout.unpack(set, self.pair))
        } else {
            Set::Stored(set)
        }
    }

    /// The exits to positions that are legal.
    fn exits(&self, values: &Values<'_>, placed: &Placed, legal: u64) -> Exits {
        let place = self.place(placed);
        let lost = self.read(&values.lost, place, legal);
        let won = self.read(&values.won, place, legal);
        let cursed = values.cursed.as_ref().map_or(0, |cursed| self.read(cursed, place, legal));
        Exits {
            any: legal,
            win: lost & !cursed,
            cursed: lost & cursed,
            hold: legal & !won,
            blessed: won & cursed,
        }
    }

    /// The place with these men among those of the pair, and the last man on a1 if it is not one of them.
    fn place(&self, placed: &Placed) -> usize {
        let offset = |(&(_, square), stride): (&(Man, Square), &usize)| {
            self.transform.square(square).index() * stride
        };
        placed.iter().zip(self.strides).map(offset).sum()
    }

    /// How far the last man on a square is from where it would be on the first.
    fn step(&self, square: Square) -> usize {
        self.transform.square(square).index() * self.strides[self.strides.len() - 1]
    }

    fn read(&self, set: &Set<'_>, place: usize, legal: u64) -> u64 {
        let stored = match set {
            Set::Words(words) => {
                return match words[place >> 6] {
                    0 => 0,
                    set => back(self.transform, set) & legal,
                };
            }
            Set::Stored(stored) => *stored,
        };
        let base = self.pair << (6 * self.strides.len());
        let is_set = |place: usize| self.side.is_in(stored, base + place);
        if !self.reads_bits {
            return u64::from(is_set(place));
        }
        let squares = Bitboard(legal).into_iter();
        squares.filter(|square| is_set(place + self.step(*square))).collect::<Bitboard>().0
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
