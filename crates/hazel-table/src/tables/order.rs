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

    /// Shows slots in ascending order: those of a range or, of all rows of so many, the ones in these columns. Of each it is
    /// asked first where it goes, and it is put there if it goes anywhere.
    fn put(&self, slots: &Chosen, to: impl FnMut() -> Option<usize>, strip: &mut [T]);
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

    fn put(&self, slots: &Chosen, mut to: impl FnMut() -> Option<usize>, strip: &mut [T]) {
        let mut put = |slot: &T| {
            if let Some(place) = to() {
                strip[place] = *slot;
            }
        };
        match slots {
            Chosen::Range(range) => self[range.clone()].iter().for_each(put),
            Chosen::Columns(range, columns, these) => {
                let rows = self[range.clone()].chunks(*columns);
                rows.for_each(|row| row[these.clone()].iter().for_each(&mut put));
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
            (chosen, Grid::new(rows, wanted.len(), wanted.start))
        } else {
            let range = start + blocks.start * block..start + len.min(blocks.end * block);
            (Chosen::Range(range), Grid::new(rows, columns, blocks.start * columns))
        };
        slots.put(&chosen, grid.places(&wanted, every), &mut strip);
        // The very last column may be shorter.
        let missing = if wanted.end == all { all * rows - len } else { 0 };
        strip[..strip.len() - missing].iter().copied().for_each(&mut show);
    }
}

/// Where slots stand, one after the other, row by row and block by block.
struct Grid {
    rows: usize,
    columns: usize,
    /// The first column of the block.
    first: usize,
    row: usize,
    column: usize,
}

impl Grid {
    /// Blocks of so many rows and columns, with the number of the first column.
    fn new(rows: usize, columns: usize, first: usize) -> Grid {
        Grid { rows, columns, first, row: 0, column: 0 }
    }

    /// For each slot its place in a strip of the wanted columns, or of every so many of them, if it is in one.
    fn places(mut self, wanted: &Range<usize>, every: usize) -> impl FnMut() -> Option<usize> {
        // No place is as high as this: strips are far smaller.
        const NONE: u32 = u32::MAX;
        let mut starts: Vec<u32> = vec![];
        move || {
            if self.row == 0 && self.column == 0 {
                starts.clear();
                starts.extend((self.first..self.first + self.columns).map(|column| {
                    let is_wanted = wanted.contains(&column) && column % every == 0;
                    if is_wanted {
                        ((column - wanted.start) / every * self.rows) as u32
                    } else {
                        NONE
                    }
                }));
            }
            let start = starts[self.column];
            let place = (start != NONE).then(|| start as usize + self.row);
            self.column += 1;
            if self.column == self.columns {
                self.column = 0;
                self.row += 1;
                if self.row == self.rows {
                    self.row = 0;
                    self.first += self.columns;
                }
            }
            place
        }
    }
}
