//! The moves of one side within a key, for a row of words at a time.

use arrayvec::ArrayVec;
use hazel_core::{Bitboard, Color, attacks};

use super::fills::{self, Row};
use super::layout::{Layout, SQUARES};
use super::legality::reach;
use super::news::Set;
use super::rows::Rows;
use super::symmetry;
use crate::Transform;

/// The moves of one side that stay within the key: all of the king and of the pieces that take nothing.
pub(crate) struct Moves<'a> {
    layout: &'a Layout,
    side: Color,
    /// For each pair of kings those that a king's move leads to, and those from which one leads to it, with how the move
    /// back turns the board. Without pawns only: else nothing is turned, and they are found as quickly as they are read.
    turning: Option<[Steps; 2]>,
}

/// A pair of kings that a king's move leads to, and how the board is turned.
type Step = (u16, Transform);

impl<'a> Moves<'a> {
    pub(crate) fn new(layout: &'a Layout, side: Color) -> Moves<'a> {
        let mut moves = Moves { layout, side, turning: None };
        if !layout.key.has_pawns() {
            let pairs = layout.kings.len();
            let kings: Vec<_> = (0..pairs).map(|pair| moves.steps(pair)).collect();
            let mut from = vec![ArrayVec::<Step, 64>::new(); pairs];
            for (pair, steps) in kings.iter().enumerate() {
                for &(to, transform) in steps {
                    from[to as usize].push((pair as u16, transform.inverse()));
                }
            }
            moves.turning = Some([Steps::new(&kings), Steps::new(&from)]);
        }
        moves
    }

    /// Adds the rows from which a move leads into a row.
    pub(crate) fn sources(&self, row: usize, into: &mut Rows) {
        let (pair, outer) = self.split(row);
        if self.layout.men.iter().any(|man| man.color == self.side) {
            into.insert(row);
        }
        let mut insert = |step: &Step| into.insert(self.beside(*step, outer));
        match &self.turning {
            Some([_, from]) => from.of(pair).iter().for_each(&mut insert),
            None => self.steps(pair).iter().for_each(&mut insert),
        }
        for from in self.outer(pair, outer).into_iter().flatten() {
            into.insert(row - outer + from.index());
        }
    }

    /// From where a move leads into the set: the stored row of those positions, with squares that aren't free among them.
    pub(crate) fn row<S: Set + ?Sized>(&self, row: usize, set: &S, out: &mut [u64]) {
        out.fill(0);
        let (pair, outer) = self.split(row);
        let found;
        let steps = if let Some([kings, _]) = &self.turning {
            kings.of(pair)
        } else {
            found = self.steps(pair);
            found.as_slice()
        };
        let steps = steps.iter().copied();
        let steps = steps.filter(|&step| set.has(self.beside(step, outer)));
        if let Ok(full) = <&mut Row>::try_from(&mut *out) {
            steps.for_each(|step| self.step(step, outer, set, full));
            self.pieces(row, set, full);
            return;
        }
        let [.., _, _] = self.layout.men.as_slice() else {
            return self.word(row, steps, set, &mut out[0]);
        };
        let mut full = [0; 64];
        for step in steps {
            if step.1 == Transform::IDENTITY {
                let there = set.row(self.beside(step, outer), out.len());
                out.iter_mut().zip(there).for_each(|(out, word)| *out |= word);
            } else {
                self.step(step, outer, set, &mut full);
            }
        }
        self.pieces(row, set, &mut full);
        self.layout.shape.pack(outer, &full, out);
    }

    /// A word of a key with one piece at most.
    fn word<S: Set + ?Sized>(
        &self,
        row: usize,
        steps: impl Iterator<Item = Step>,
        set: &S,
        out: &mut u64,
    ) {
        let last = self.layout.men.last();
        for (pair, transform) in steps {
            let word = set.row(pair as usize, 1)[0];
            *out |= if last.is_none() { word } else { back(transform, word) };
        }
        if let Some(last) = last.filter(|last| last.color == self.side && set.has(row)) {
            let occupied = self.layout.frame(self.layout.kings[row]).occupied();
            *out |= fills::bits_of_word(last.kind.role(), set.row(row, 1)[0], occupied);
        }
    }

    /// Adds from where a king's step leads into the set.
    #[inline]
    fn step<S: Set + ?Sized>(&self, step: Step, outer: usize, set: &S, out: &mut Row) {
        let mut room = [0; 64];
        let there = self.unpacked(set, self.beside(step, outer), &mut room);
        let (_, transform) = step;
        if transform == Transform::IDENTITY {
            out.iter_mut().zip(there).for_each(|(out, word)| *out |= word);
        } else {
            let mut turned: Row =
                std::array::from_fn(|square| there[transform.square(SQUARES[square]).index()]);
            symmetry::undo(transform, &mut turned);
            out.iter_mut().zip(turned).for_each(|(out, word)| *out |= word);
        }
    }

    /// Adds from where moves of pieces lead into the set.
    #[inline]
    fn pieces<S: Set + ?Sized>(&self, row: usize, set: &S, out: &mut Row) {
        let (pair, outer) = self.split(row);
        let [.., first, last] = self.layout.men.as_slice() else { return };
        let mut occupied = self.layout.frame(self.layout.kings[pair]).occupied();
        if self.layout.men.len() == 3 {
            occupied |= SQUARES[outer].bitboard();
        }
        let mut room = [0; 64];
        if set.has(row) && (first.color == self.side || last.color == self.side) {
            let own = self.unpacked(set, row, &mut room);
            if first.color == self.side {
                fills::squares_of_row(first.kind.role(), own, occupied, out);
            }
            if last.color == self.side {
                fills::bits_of_row(last.kind.role(), own, occupied, out);
            }
        }
        for to in self.outer(pair, outer).into_iter().flatten() {
            let there = row - outer + to.index();
            if set.has(there) {
                let between = attacks::between(SQUARES[outer], to);
                let there = self.unpacked(set, there, &mut room);
                for square in !between {
                    out[square.index()] |= there[square.index()] & !between.0;
                }
            }
        }
    }

    /// All words of a row; in `room` if they aren't stored as they are.
    #[inline]
    fn unpacked<'s, S: Set + ?Sized>(&self, set: &'s S, row: usize, room: &'s mut Row) -> &'s Row {
        let stored = set.row(row, self.layout.row());
        <&Row>::try_from(stored).unwrap_or_else(|_| {
            *room = self.layout.shape.unpack(self.split(row).1, stored);
            room
        })
    }

    /// The pairs that a king's move leads to.
    fn steps(&self, pair: usize) -> ArrayVec<Step, 8> {
        let kings = self.layout.kings[pair];
        let mut steps = ArrayVec::new();
        for to in attacks::king(kings[self.side.index()]) {
            let mut moved = kings;
            moved[self.side.index()] = to;
            let pair = self.layout.pair(moved);
            steps.extend(pair.map(|(pair, transform)| (pair as u16, transform)));
        }
        steps
    }

    /// The squares that the outer piece of three reaches over kings and pawns, if it is this side's.
    fn outer(&self, pair: usize, outer: usize) -> Option<Bitboard> {
        let [first, _, _] = self.layout.men.as_slice() else { return None };
        let occupied = self.layout.frame(self.layout.kings[pair]).occupied();
        let from = SQUARES[outer];
        (first.color == self.side).then(|| reach(first.kind.role(), from, occupied) & !occupied)
    }

    /// The pair of kings of a row, and the square of the outer piece of three.
    fn split(&self, row: usize) -> (usize, usize) {
        if self.layout.men.len() < 3 { (row, 0) } else { (row / 64, row % 64) }
    }

    /// The row that a king's step leads to.
    fn beside(&self, (pair, transform): Step, outer: usize) -> usize {
        if self.layout.men.len() < 3 {
            pair as usize
        } else {
            pair as usize * 64 + transform.square(SQUARES[outer]).index()
        }
    }
}

/// A set as it was before the transform.
#[inline]
pub(crate) fn back(transform: Transform, set: u64) -> u64 {
    if transform == Transform::IDENTITY {
        set
    } else {
        transform.inverse().bitboard(Bitboard(set)).0
    }
}

/// Steps of each pair of kings.
struct Steps {
    /// Where those of each pair end.
    ends: Vec<u16>,
    steps: Vec<Step>,
}

impl Steps {
    fn new<const MOST: usize>(of_pairs: &[ArrayVec<Step, MOST>]) -> Steps {
        let mut steps = Vec::with_capacity(of_pairs.iter().map(ArrayVec::len).sum());
        let ends = of_pairs.iter().map(|of_pair| {
            steps.extend_from_slice(of_pair);
            steps.len() as u16
        });
        Steps { ends: ends.collect(), steps }
    }

    #[inline]
    fn of(&self, pair: usize) -> &[Step] {
        let start = pair.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.steps[usize::from(start)..usize::from(self.ends[pair])]
    }
}
