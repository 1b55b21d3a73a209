//! The full blocks of a tape file, from which segments are read as they are needed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::format::{self, block_at, row_at};
use crate::Step;
use crate::segment::{ENTRIES, ROW, ROWS, Segment};

/// Bytes that don't change: a mapped file, or any others.
pub(crate) type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// The first blocks of a verified file, all full. A clone shares the bytes.
#[derive(Clone)]
pub(crate) struct Stored {
    bytes: Bytes,
    blocks: u64,
    origin: Origin,
}

/// Tells files apart. What one file holds it holds for good, so that of one origin all blocks with one number are
/// equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Origin(u64);

impl Origin {
    /// One that no other file has had since the program started.
    pub(crate) fn fresh() -> Origin {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Origin(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl Stored {
    /// The full blocks of a file with so many entry rows.
    pub(crate) fn new(bytes: Bytes, rows: u64, origin: Origin) -> Stored {
        Stored { bytes, blocks: rows / ROWS as u64, origin }
    }

    /// How many blocks there are.
    pub(crate) fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The same with at most so many blocks.
    pub(crate) fn first(&self, blocks: u64) -> Stored {
        Stored { blocks: self.blocks.min(blocks), ..self.clone() }
    }

    pub(crate) fn is_same_file(&self, other: &Stored) -> bool {
        self.origin == other.origin
    }

    /// How many plies end before a block.
    pub(crate) fn plies_before(&self, block: u64) -> u64 {
        format::number(self.row(block_at(block)), 8)
    }

    /// Where in a block ply `ply` of the whole tape has ended, if it ends there. The block is read but not decoded.
    pub(crate) fn end_of_ply<A: Step>(&self, block: u64, ply: u64) -> Option<usize> {
        let nth = ply.checked_sub(self.plies_before(block) + 1)?;
        let ends = (0..ENTRIES).filter(|&n| self.entry::<A>(block, n).ends_ply());
        ends.map(|n| n + 1).nth(usize::try_from(nth).ok()?)
    }

    /// An entry of a block.
    pub(crate) fn entry<A: Step>(&self, block: u64, n: usize) -> A {
        let row = self.row(row_at(block * ROWS as u64 + (n / ROW) as u64));
        decoded(format::bits(row, n % ROW))
    }

    /// A block as a segment.
    pub(crate) fn segment<A: Step>(&self, block: u64) -> Segment<A> {
        let head = self.row(block_at(block));
        let segment = Segment::new(format::number(head, 0), format::number(head, 8));
        self.read_rows(block, ROWS as u64, segment)
    }

    /// The unfinished block after the full ones, of which only `rows` rows are there.
    pub(crate) fn tail<A: Step>(&self, rows: u64, start_hash: u64) -> Segment<A> {
        let empty = match self.blocks.checked_sub(1) {
            _ if rows > 0 => {
                let head = self.row(block_at(self.blocks));
                Segment::new(format::number(head, 0), format::number(head, 8))
            }
            // The row of the next block is written with its first entries; until then the last block tells.
            Some(last) => {
                let full = self.segment::<A>(last);
                Segment::new(full.hash(), full.plies_at(full.len()))
            }
            None => Segment::new(start_hash, 0),
        };
        self.read_rows(self.blocks, rows, empty)
    }

    fn read_rows<A: Step>(&self, block: u64, rows: u64, mut segment: Segment<A>) -> Segment<A> {
        let first = block * ROWS as u64;
        for number in first..first + rows {
            let row = self.row(row_at(number));
            (0..ROW).for_each(|entry| segment.push(decoded(format::bits(row, entry))));
        }
        segment
    }

    fn row(&self, offset: u64) -> &format::Row {
        format::row((*self.bytes).as_ref(), offset)
            .expect("the rows were counted when the file was opened")
    }
}

fn decoded<A: Step>(bits: u16) -> A {
    A::from_bits(bits).expect("the entries were checked when the file was opened")
}
