//! What two tapes have in common.

use std::sync::Arc;

use super::{Address, Tape};
use crate::Step;
use crate::segment::ENTRIES;

impl<A: Step> Tape<A> {
    /// How far two tapes say the same: the last address before which all entries are equal. `None` if they don't even
    /// begin alike.
    ///
    /// The answer is exact, from comparing entries and not hashes; segments that are shared are not looked into.
    pub fn fork(&self, other: &Tape<A>) -> Option<Address> {
        if self.start != other.start {
            return None;
        }
        let both = self.full_segments().min(other.full_segments());
        let differing = (0..both).find(|&index| !self.same_segment(other, index)).unwrap_or(both);
        let (ours, theirs) = (self.segment(differing), other.segment(differing));
        let pairs = ours.entries().iter().zip(theirs.entries());
        let common = pairs.take_while(|(a, b)| a == b).count();
        Some(Address::new(differing * ENTRIES as u64 + common as u64))
    }

    /// Whether two tapes say the same before `address`, which must be on both of them. Exact, like [`Tape::fork`].
    pub fn agrees_until(&self, other: &Tape<A>, address: Address) -> bool {
        if self.start != other.start || address > self.end() || address > other.end() {
            return false;
        }
        let (last, offset) = (address.segment(), address.offset());
        self.same_segments_before(other, last)
            && (offset == 0
                || self.shares_segment(other, last)
                || self.segment(last).entries()[..offset]
                    == other.segment(last).entries()[..offset])
    }

    /// How many segments of this tape are the very same memory, or the same part of the same file, as in `other`.
    pub fn shared_segments(&self, other: &Tape<A>) -> u64 {
        let both = self.full_segments().min(other.full_segments());
        (0..=both).filter(|&index| self.shares_segment(other, index)).count() as u64
    }

    fn same_segments_before(&self, other: &Tape<A>, last: u64) -> bool {
        // Where the lists of segments are one, there is nothing to compare.
        let one_list = match (&self.stored, &other.stored) {
            (None, None) => Arc::ptr_eq(&self.sealed, &other.sealed),
            (Some(ours), Some(theirs)) => {
                ours.is_same_file(theirs) && last <= ours.blocks().min(theirs.blocks())
            }
            _ => false,
        };
        one_list || (0..last).all(|index| self.same_segment(other, index))
    }

    /// Whether two full segments hold the same entries.
    fn same_segment(&self, other: &Tape<A>, index: u64) -> bool {
        self.shares_segment(other, index)
            || self.segment(index).entries() == other.segment(index).entries()
    }

    fn shares_segment(&self, other: &Tape<A>, index: u64) -> bool {
        match (&self.stored, &other.stored) {
            (Some(ours), Some(theirs)) if index < ours.blocks().min(theirs.blocks()) => {
                ours.is_same_file(theirs)
            }
            _ if index < self.stored_blocks() || index < other.stored_blocks() => false,
            _ => match (self.in_memory(index), other.in_memory(index)) {
                (Some(ours), Some(theirs)) => Arc::ptr_eq(ours, theirs),
                _ => false,
            },
        }
    }
}
