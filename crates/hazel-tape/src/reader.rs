//! A tape with the segment that is being read.

use std::ops::Range;
use std::sync::Arc;

use crate::segment::Segment;
use crate::{Address, OtherStart, Step, Tape};

/// A handle of a tape that remembers its current segment, so that neighbouring reads cost no look-up, and in a file no
/// decoding.
#[derive(Clone, Debug)]
pub(crate) struct Reader<A: Step> {
    tape: Tape<A>,
    index: u64,
    segment: Arc<Segment<A>>,
}

/// Which way a tape is gone along.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Forward,
    Back,
}

impl<A: Step> Reader<A> {
    pub(crate) fn new(tape: Tape<A>) -> Reader<A> {
        let segment = tape.segment(0);
        Reader { tape, index: 0, segment }
    }

    pub(crate) fn tape(&self) -> &Tape<A> {
        &self.tape
    }

    /// How far whoever is at `here` can stay when going on with another tape: until the two part.
    pub(crate) fn shared_until(
        &self,
        tape: &Tape<A>,
        here: Address,
    ) -> Result<Address, OtherStart> {
        if self.tape.agrees_until(tape, here) {
            return Ok(here);
        }
        self.tape.fork(tape).ok_or(OtherStart)
    }

    /// A segment by its number, which must be on the tape.
    #[inline]
    pub(crate) fn segment(&mut self, index: u64) -> &Segment<A> {
        if index != self.index {
            self.segment = self.tape.segment(index);
            self.index = index;
        }
        &self.segment
    }

    /// The same without making it the current one.
    pub(crate) fn peek(&self, index: u64) -> Arc<Segment<A>> {
        if index == self.index { Arc::clone(&self.segment) } else { self.tape.segment(index) }
    }

    /// The entry behind an address.
    #[inline]
    pub(crate) fn entry(&mut self, address: Address) -> Option<A> {
        if address >= self.tape.end() {
            return None;
        }
        self.segment(address.segment()).entries().get(address.offset()).copied()
    }

    /// Goes from one address to another and gives `visit` each stretch within a segment, in the order of the way. Both
    /// must be on the tape.
    pub(crate) fn walk(
        &mut self,
        from: Address,
        to: Address,
        mut visit: impl FnMut(&Segment<A>, Range<usize>, Direction),
    ) {
        let (low, high) = (from.min(to), from.max(to));
        let mut stretch = |index: u64, direction| {
            let segment = self.segment(index);
            let start = if index == low.segment() { low.offset() } else { 0 };
            let end = if index == high.segment() { high.offset() } else { segment.len() };
            visit(segment, start..end, direction);
        };
        let indices = low.segment()..=high.segment();
        if from <= to {
            indices.for_each(|index| stretch(index, Direction::Forward));
        } else {
            indices.rev().for_each(|index| stretch(index, Direction::Back));
        }
    }
}
