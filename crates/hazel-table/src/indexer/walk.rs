//! All slots of a pair of kings in order, much faster than one number after the other.

use std::ops::Range;

use hazel_core::{Bitboard, Square};

use super::PositionIndexer;
use super::group::{Group, below, nth};
use crate::Transform;

/// Some slots of a pair of kings: of so many each, those with these numbers among them. So many are all ways in which the last
/// groups of pieces can stand, one group or more.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    pub(crate) period: u64,
    pub(crate) slots: Range<u64>,
}

/// Neighbouring slots that differ in the square of one piece.
pub(crate) struct Slots<'a> {
    /// The squares of the pieces, group by group and ascending within a group; that of the piece means nothing.
    pub(crate) squares: &'a [Square],
    /// Which piece; without pieces there is one slot, and this is 0, too.
    pub(crate) piece: usize,
    /// Its square in each of the slots.
    pub(crate) set: Bitboard,
    /// Those whose slots are used.
    pub(crate) used: Bitboard,
}

impl PositionIndexer {
    /// Visits all slots of a pair of kings in their order, the same for each side to move: with the squares of the
    /// pieces, group by group and ascending within a group, or with `None` if the slot is unused. The pair is given by
    /// its place in [`kings`](PositionIndexer::kings).
    pub fn for_each_slot(&self, pair: usize, mut visit: impl FnMut(Option<&[Square]>)) {
        let period = self.pair_len(pair);
        let mut squares = SQUARES;
        self.for_slots(pair, Window { period, slots: 0..period }, |slots| {
            let squares = &mut squares[..slots.squares.len()];
            squares.copy_from_slice(slots.squares);
            for square in slots.set {
                put(squares, slots.piece, square);
                visit(slots.used.contains(square).then_some(squares));
            }
        });
    }

    /// As [`for_each_slot`](PositionIndexer::for_each_slot), but for some slots, and several at a time.
    pub(crate) fn for_slots(&self, pair: usize, window: Window, mut visit: impl FnMut(Slots<'_>)) {
        let lights = self.pairs.lights(pair);
        let mut levels: Vec<Level<'_>> = vec![];
        let mut each = 1;
        for group in self.groups.iter().rev() {
            levels.push(Level { group, each });
            each *= group.size(lights);
        }
        levels.reverse();
        let occupied = self.occupied(pair);
        let reflection = self.pairs.reflection(pair);
        let visit = |squares: &mut [Square], piece: usize, set: Bitboard| {
            let used = match reflection {
                None => set,
                Some(reflection) => set
                    .into_iter()
                    .filter(|&square| {
                        put(squares, piece, square);
                        self.is_smallest(squares, reflection, occupied)
                    })
                    .collect(),
            };
            visit(Slots { squares, piece, set, used });
        };
        Walk { squares: SQUARES, window, visit }.place(&levels, each, occupied, 0, 0..each);
    }

    /// How many slots a pair of kings has.
    pub(crate) fn pair_len(&self, pair: usize) -> u64 {
        self.block[self.pairs.lights(pair)]
    }

    /// Whether the rank of the pieces is not above that of their reflection. Group after group is compared, the
    /// weightiest first; after equal ones the occupied squares are equal too.
    fn is_smallest(&self, squares: &[Square], reflection: Transform, occupied: Bitboard) -> bool {
        let (mut rest, mut occupied) = (squares, occupied);
        for group in &self.groups {
            let (men, others) = rest.split_at(usize::from(group.men().2));
            let set: Bitboard = men.iter().copied().collect();
            let (rank, image) =
                (group.rank(set, occupied), group.rank(reflection.bitboard(set), occupied));
            if rank != image {
                return rank < image;
            }
            occupied |= set;
            rest = others;
        }
        true
    }
}

/// Puts a piece on a square, if there is such a piece.
fn put(squares: &mut [Square], piece: usize, square: Square) {
    if let Some(piece) = squares.get_mut(piece) {
        *piece = square;
    }
}

/// No key with more pieces than two sides can have.
const SQUARES: [Square; 30] = [Square::A1; 30];

/// A group of pieces.
struct Level<'a> {
    group: &'a Group,
    /// In how many ways those after it can stand.
    each: u64,
}

/// Pieces on their way through the slots of a pair of kings.
struct Walk<V> {
    squares: [Square; 30],
    window: Window,
    /// Is told the squares of all pieces, and for one of them all that it can have.
    visit: V,
}

impl<V: FnMut(&mut [Square], usize, Bitboard)> Walk<V> {
    /// Places groups in all ways, of which there are so many, or in these of them; their squares begin at `start`.
    fn place(
        &mut self,
        levels: &[Level<'_>],
        ways: u64,
        occupied: Bitboard,
        start: usize,
        these: Range<u64>,
    ) {
        let Some((level, rest)) = levels.split_first() else {
            return (self.visit)(&mut self.squares[..start], start, Square::A1.bitboard());
        };
        let these = if ways == self.window.period { self.window.slots.clone() } else { these };
        let end = start + usize::from(level.group.men().2);
        let free = level.group.squares() - occupied;
        let mut group = Ways { start, end, each: level.each, next: 0, these };
        self.choose(rest, occupied, free, end - 1, &mut group);
    }

    /// Places the piece number `at` of a group in all ways on free squares, and those before it on squares before it.
    fn choose(
        &mut self,
        rest: &[Level<'_>],
        occupied: Bitboard,
        free: Bitboard,
        at: usize,
        group: &mut Ways,
    ) {
        if at == group.start && rest.is_empty() {
            let set = group.take(free);
            if set.any() {
                (self.visit)(&mut self.squares[..group.end], at, set);
            }
            return;
        }
        for square in free {
            self.squares[at] = square;
            let occupied = occupied | square.bitboard();
            if at > group.start {
                self.choose(rest, occupied, free & below(square), at - 1, group);
                continue;
            }
            let first = group.next;
            group.next += group.each;
            if group.next > group.these.start && first < group.these.end {
                let these = group.these.start.saturating_sub(first)..group.these.end - first;
                self.place(rest, group.each, occupied, group.end, these);
            }
        }
    }
}

/// A group that is being placed.
struct Ways {
    /// Its first square, and the one after its last.
    start: usize,
    end: usize,
    /// In how many ways those after it can stand.
    each: u64,
    /// How many ways there were so far, with theirs.
    next: u64,
    /// Those that are wanted.
    these: Range<u64>,
}

impl Ways {
    /// Takes the next ways, one for each square, and says which of the squares are wanted.
    fn take(&mut self, squares: Bitboard) -> Bitboard {
        let first = self.next;
        self.next += u64::from(squares.len());
        let [from, to] = [self.these.start, self.these.end]
            .map(|way| way.saturating_sub(first).min(squares.len().into()) as u32);
        if to <= from {
            return Bitboard::EMPTY;
        }
        let before = |count: u32| {
            if count < squares.len() { Bitboard(nth(squares, count).0 - 1) } else { Bitboard::FULL }
        };
        squares & (before(to) - before(from))
    }
}
