//! Values of the tables that moves lead to, read in the parent's order and orientation.
//!
//! A child is stored in its canonical form, with its own order of pieces. Here a whole pair of kings of it is turned into the
//! parent's view at once, words at a time where the piece on the bits is the same.

use std::ops::{BitAnd, BitOrAssign};

use hazel_core::{Bitboard, Color, Square};

use super::layout::{Kings, Layout, Man, Placed, placements};
use super::legality::Frame;
use super::moves::back;
use super::raw::{RawTable, Side};
use crate::{MaterialKey, Transform};

/// Where moves that leave the key lead, seen from the side that makes them: five sets of positions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Exits {
    /// There is a legal move.
    pub(crate) any: u64,
    /// One wins.
    pub(crate) win: u64,
    /// One wins, but for the 50-move rule.
    pub(crate) cursed: u64,
    /// One doesn't lose, even without the 50-move rule: wins, cursed wins and draws.
    pub(crate) hold: u64,
    /// One loses, but for the 50-move rule.
    pub(crate) blessed: u64,
}

impl Exits {
    /// All sets full or empty, as one bit of each says.
    pub(crate) fn spread(self, bit: usize) -> Exits {
        self.map(|set| (set >> bit & 1).wrapping_neg())
    }

    /// What the other side, which answers, leaves of the best of this side: the worse of both exits where there is
    /// an answer, and the answer alone where there is no other move.
    pub(crate) fn answered(self, answer: Exits, stuck: u64) -> Exits {
        let (a, b) = (self, answer);
        let win = a.win & b.win;
        let hold = a.hold & b.hold;
        let worse = Exits {
            any: a.any,
            win,
            cursed: (a.win | a.cursed) & (b.win | b.cursed) & !win,
            hold,
            blessed: (a.hold | a.blessed) & (b.hold | b.blessed) & !hold,
        };
        let mut all = a & !b.any;
        all |= worse & (b.any & !stuck);
        all |= b & (a.any & stuck);
        all
    }

    /// The same seen from the other side.
    pub(crate) fn flip(self) -> Exits {
        Exits {
            any: self.any,
            win: self.any & !(self.hold | self.blessed),
            cursed: self.blessed & !self.hold,
            hold: self.any & !(self.win | self.cursed),
            blessed: self.cursed & !self.win,
        }
    }

    fn map(self, f: impl Fn(u64) -> u64) -> Exits {
        Exits {
            any: f(self.any),
            win: f(self.win),
            cursed: f(self.cursed),
            hold: f(self.hold),
            blessed: f(self.blessed),
        }
    }
}

impl BitAnd<u64> for Exits {
    type Output = Exits;

    #[inline]
    fn bitand(self, mask: u64) -> Exits {
        self.map(|set| set & mask)
    }
}

impl BitOrAssign for Exits {
    #[inline]
    fn bitor_assign(&mut self, other: Exits) {
        self.any |= other.any;
        self.win |= other.win;
        self.cursed |= other.cursed;
        self.hold |= other.hold;
        self.blessed |= other.blessed;
    }
}

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
        let place = self.place(placed);
        let is_stuck = |bit: &Square| {
            let place = place + if bits { self.step(*bit) } else { 0 };
            let (word, bit) = self.split(place);
            let draw_or_loss = self.side.won[word] >> bit & 1 == 0;
            let mark = u8::from(self.side.lost[word] >> bit & 1 == 0);
            draw_or_loss && self.side.distances[place] == mark
        };
        Bitboard(legal).into_iter().filter(is_stuck).collect::<Bitboard>().0
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

/// What must be assumed of moves of `mover` into an unknown table: the worst if it is the one to whom everything unknown is
/// turned, else the best. A bare king never wins.
fn unknown(key: &MaterialKey, mover: Color, against: Color) -> Exits {
    let bare = |color: Color| {
        key.counts(color).iter().all(|&count| count == 0) && key.pawn_bitboard(color).is_empty()
    };
    let win = Exits { any: !0, win: !0, hold: !0, ..Exits::default() };
    let draw = Exits { any: !0, hold: !0, ..Exits::default() };
    let loss = Exits { any: !0, ..Exits::default() };
    match (mover == against, bare(mover), bare(!mover)) {
        (true, _, true) | (false, true, _) => draw,
        (true, _, false) => loss,
        (false, false, _) => win,
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
