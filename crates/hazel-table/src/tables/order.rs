//! Slots in the order in which they are stored, a strip at a time.
//!
//! The order of a file isn't that in which slots are found: what was a column may be a row there. A list of all of them to
//! turn around would be the greater part of all memory, so of a large table only some columns are made at a time, and made
//! again for each look at them. That takes as long as to turn a list that doesn't fit the caches.

use std::ops::Range;

use super::fill::Slot;
use crate::packed::{Section, Swap};

/// So many neighbours are looked at at once where no dimensions change places.
const NEIGHBOURS: u32 = 1 << 10;
/// About so many slots are in memory at a time, if there are no more than so many strips then: where two strips share a block,
/// it is passed by twice.
const STRIP: usize = 1 << 18;
const MOST_STRIPS: usize = 32;
/// The same where all slots must be passed by to find those of a strip.
const WHOLE_STRIP: usize = 1 << 20;
const MOST_WHOLE_STRIPS: usize = 8;

/// The slots of a part, as the indexer numbers them.
pub(super) trait Slots<T> {
    /// How many there are.
    fn len(&self) -> usize;

    /// Puts slots where the grid says that they go, in ascending order: those of a range or, of all rows of so many, the ones in
    /// these columns.
    fn put(&self, slots: &Chosen, grid: Grid, strip: &mut [T]);
}

/// Some slots.
pub(super) enum Chosen {
    /// Neighbours.
    Range(Range<usize>),
    /// Of all rows with so many columns that lie in a range, these columns.
    Columns(Range<usize>, usize, Range<usize>),
}

impl<T: Copy> Slots<T> for Vec<T> {
    fn len(&self) -> usize {
        self.len()
    }

    fn put(&self, slots: &Chosen, mut grid: Grid, strip: &mut [T]) {
        let mut put = |slots: &[T]| {
            grid.pass(slots.len(), |number, place| strip[place] = slots[number]);
        };
        match slots {
            Chosen::Range(range) => put(&self[range.clone()]),
            Chosen::Columns(range, columns, these) => {
                let rows = self[range.clone()].chunks(*columns);
                rows.for_each(|row| put(&row[these.clone()]));
            }
        }
    }
}

/// Shows the slots in the order in which they are stored, or of every so many columns.
pub(super) fn in_order<T: Slot>(
    slots: &impl Slots<T>,
    swap: Option<Swap>,
    every: usize,
    mut show: impl FnMut(T),
) {
    let Some(swap) = swap else {
        // Columns that are one slot wide stay where they are.
        let all = Section { length: slots.len() as u64, rows: NEIGHBOURS, columns: 1 };
        return section_in_order(slots, 0, all, every, show);
    };
    let mut start = 0;
    for section in swap.sections() {
        section_in_order(slots, start, section, every, &mut show);
        start += section.length as usize;
    }
}

/// Shows the slots of a section that begins at `start`.
fn section_in_order<T: Slot>(
    slots: &impl Slots<T>,
    start: usize,
    section: Section,
    every: usize,
    mut show: impl FnMut(T),
) {
    let (rows, columns) = (section.rows as usize, section.columns as usize);
    let (len, block) = (section.length as usize, rows * columns);
    let all = len.div_ceil(rows);
    let shown = all.div_ceil(every);
    let is_one = block == len;
    let (least, most) =
        if is_one { (WHOLE_STRIP, MOST_WHOLE_STRIPS) } else { (STRIP, MOST_STRIPS) };
    let size = least.max(len / most);
    let width = (size / rows).max(1);
    let mut strip = vec![];
    for first in (0..shown).step_by(width) {
        let end = shown.min(first + width);
        let wanted = first * every..(end - 1) * every + 1;
        let blocks = wanted.start / columns..(wanted.end - 1) / columns + 1;
        strip.clear();
        strip.resize(rows * (end - first), T::ANY);
        let (chosen, grid) = if is_one {
            let chosen = Chosen::Columns(start..start + len, columns, wanted.clone());
            (chosen, Grid::new(rows, wanted.len(), wanted.start, &wanted, every))
        } else {
            let range = start + blocks.start * block..start + len.min(blocks.end * block);
            let first = blocks.start * columns;
            (Chosen::Range(range), Grid::new(rows, columns, first, &wanted, every))
        };
        slots.put(&chosen, grid, &mut strip);
        // The very last column may be shorter.
        let missing = if wanted.end == all { all * rows - len } else { 0 };
        strip[..strip.len() - missing].iter().copied().for_each(&mut show);
    }
}

/// Where slots stand, one after the other, row by row and block by block, and where those go that are in a wanted column: to a
/// strip of these columns, one behind the other.
pub(super) struct Grid {
    rows: usize,
    columns: usize,
    /// The first column of the block.
    first: usize,
    row: usize,
    column: usize,
    wanted: Range<usize>,
    /// Only every so many columns are wanted.
    every: usize,
    /// Of each wanted column of the block, its number there and where it begins in the strip.
    strips: Vec<(usize, usize)>,
}

impl Grid {
    /// Blocks of so many rows and columns, with the number of the first column.
    fn new(rows: usize, columns: usize, first: usize, wanted: &Range<usize>, every: usize) -> Grid {
        let (row, column, wanted, strips) = (0, 0, wanted.clone(), vec![]);
        Grid { rows, columns, first, row, column, wanted, every, strips }
    }

    /// Passes by the next slots, so many, and tells of each wanted one which of them it is, and its place.
    #[inline]
    pub(super) fn pass(&mut self, count: usize, mut put: impl FnMut(usize, usize)) {
        let mut passed = 0;
        while passed < count {
            if (self.row, self.column) == (0, 0) {
                self.begin_block();
            }
            let left = count - passed;
            // Where nothing changes places, neighbours stay neighbours and go together.
            if self.columns == 1 {
                let rows = left.min(self.rows - self.row);
                if let [(_, start)] = self.strips[..] {
                    (0..rows).for_each(|row| put(passed + row, start + self.row + row));
                }
                passed += rows;
                self.end_rows(rows);
                continue;
            }
            let end = self.columns.min(self.column + left);
            let next = self.strips.partition_point(|(column, _)| *column < self.column);
            let these = self.strips[next..].iter().take_while(|(column, _)| *column < end);
            these.for_each(|(column, start)| put(passed + column - self.column, start + self.row));
            passed += end - self.column;
            self.column = end % self.columns;
            self.end_rows(usize::from(self.column == 0));
        }
    }

    fn end_rows(&mut self, rows: usize) {
        self.row += rows;
        if self.row == self.rows {
            self.row = 0;
            self.first += self.columns;
        }
    }

    fn begin_block(&mut self) {
        let (from, to) = (self.first, self.first + self.columns);
        let from = from.max(self.wanted.start);
        let columns = from.next_multiple_of(self.every)..to.min(self.wanted.end);
        self.strips.clear();
        self.strips.extend(columns.step_by(self.every).map(|column| {
            let number = (column - self.wanted.start) / self.every;
            (column - self.first, number * self.rows)
        }));
    }
}
