//! Tapes: growable sequences of alterations, in segments that are shared.

mod address;
mod prefix;

pub use address::{Address, BeyondEnd};

use std::sync::Arc;

use hazel_core::{Alter, Alteration};

use crate::Step;
use crate::file::Stored;
use crate::segment::{ENTRIES, Segment};

/// What happened in a game, alteration by alteration, from where it began.
///
/// The entries lie in segments of fixed size behind shared pointers. A clone shares all of them and costs a few counter
/// increments; what is appended to it copies one segment, the unfinished last one, and everything before stays
/// shared. So a branch costs one segment, not a copy, and, when it goes on to the next segment or parts before the last
/// one, a list of its own of pointers to those before: eight bytes for each segment of 464 entries. Each segment knows
/// the hash at its start and how many plies came before, so hash and ply of any address are found without replaying.
///
/// A tape lives in memory, or its full segments lie in a file and are read as they are needed (see
/// [`TapeFile`](crate::TapeFile)). It knows no rules: nothing keeps anyone from appending nonsense, and a familiar will
/// follow it faithfully.
///
/// ```
/// use hazel_core::{Move, MoveKind, Position, Square};
/// use hazel_tape::Tape;
///
/// let mut position = Position::initial();
/// let mut tape: Tape = Tape::new(position);
/// position.play_with(Move::new(Square::E2, Square::E4, MoveKind::Quiet), &mut tape);
/// assert_eq!((tape.plies(), tape.len()), (1, 4));
///
/// let before = tape.clone();
/// tape.record(&position, Move::new(Square::E7, Square::E5, MoveKind::Quiet));
/// assert_eq!((before.plies(), tape.plies()), (1, 2));
/// ```
pub struct Tape<A: Step = Alteration> {
    start: A::Start,
    /// The first segments, if they lie in a file.
    stored: Option<Stored>,
    /// The full segments after those.
    sealed: Arc<Vec<Arc<Segment<A>>>>,
    /// The last segment, which is never full.
    tail: Arc<Segment<A>>,
}

impl<A: Step> Tape<A> {
    /// A tape without entries.
    pub fn new(start: A::Start) -> Tape<A> {
        let tail = Arc::new(Segment::new(A::start_hash(&start), 0));
        Tape { start, stored: None, sealed: Arc::default(), tail }
    }

    /// A tape whose full segments are stored and whose last one is `tail`.
    pub(crate) fn from_parts(start: A::Start, stored: Stored, tail: Arc<Segment<A>>) -> Tape<A> {
        Tape { start, stored: Some(stored), sealed: Arc::default(), tail }
    }

    /// Where the game began.
    pub fn start(&self) -> &A::Start {
        &self.start
    }

    /// The number of entries, which is also the address of the end. In a tape from a file, padding counts.
    pub fn len(&self) -> u64 {
        self.full_segments() * ENTRIES as u64 + self.tail.len() as u64
    }

    /// Whether there is no entry at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The address after the last entry.
    pub fn end(&self) -> Address {
        Address::new(self.len())
    }

    /// How many plies have ended.
    pub fn plies(&self) -> u64 {
        self.tail.plies_at(self.tail.len())
    }

    /// The hash at the end.
    pub fn head_hash(&self) -> u64 {
        self.tail.hash()
    }

    /// Appends a step. A no-op is not kept.
    pub fn push(&mut self, a: A) {
        if a != A::NOOP {
            self.push_raw(a);
        }
    }

    /// Appends a step, a no-op too: padding, which files have.
    pub(crate) fn push_raw(&mut self, a: A) {
        Arc::make_mut(&mut self.tail).push(a);
        self.seal_if_full();
    }

    /// The entry after `address`, if there is one.
    pub fn get(&self, address: Address) -> Option<A> {
        if let Some(stored) = &self.stored
            && address.segment() < stored.blocks()
        {
            return Some(stored.entry(address.segment(), address.offset()));
        }
        self.in_memory(address.segment())?.entries().get(address.offset()).copied()
    }

    /// The hash at an address, unless that is beyond the end.
    pub fn hash_at(&self, address: Address) -> Option<u64> {
        self.check(address).ok()?;
        Some(self.segment(address.segment()).hash_at(address.offset()))
    }

    /// How many plies have ended before an address, unless that is beyond the end.
    pub fn ply_at(&self, address: Address) -> Option<u64> {
        self.check(address).ok()?;
        Some(self.segment(address.segment()).plies_at(address.offset()))
    }

    /// The address at which `ply` plies have just ended, if there are as many. That of ply 0 is the start.
    pub fn address_of_ply(&self, ply: u64) -> Option<Address> {
        if ply == 0 {
            return Some(Address::START);
        }
        // The last segment before which fewer plies have ended: the ply ends there, or beyond the tape.
        let (mut low, mut high) = (0, self.full_segments() + 1);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if self.plies_before(middle) < ply { low = middle } else { high = middle }
        }
        let offset = match &self.stored {
            Some(stored) if low < stored.blocks() => stored.end_of_ply::<A>(low, ply)?,
            _ => self.segment(low).end_of_ply(ply)?,
        };
        Some(Address::new(low * ENTRIES as u64 + offset as u64))
    }

    /// Whether no ply is under way at an address on the tape, whose segment is at hand.
    pub(crate) fn has_just_turned(&self, address: Address, mut segment: Arc<Segment<A>>) -> bool {
        let (mut index, mut offset) = (address.segment(), address.offset());
        loop {
            match (segment.ends_ply_before(offset), index) {
                (Some(ends), _) => return ends,
                (None, 0) => return true,
                // Nothing but padding so far, or the very start of the segment: the one before tells.
                (None, _) => index -= 1,
            }
            segment = self.segment(index);
            offset = segment.len();
        }
    }

    /// A tape with what comes before `address` and nothing after, unless that is beyond the end. Full segments before
    /// the cut are shared; what is copied is a segment at most and the pointers to those before.
    pub fn branch_at(&self, address: Address) -> Option<Tape<A>> {
        self.check(address).ok()?;
        let segment = address.segment();
        if segment == self.full_segments() && address.offset() == self.tail.len() {
            return Some(self.clone());
        }
        let tail = Arc::new(self.segment(segment).cut(address.offset()));
        let stored = self.stored.as_ref().map(|stored| stored.first(segment));
        let blocks = stored.as_ref().map_or(0, Stored::blocks);
        let sealed = match (segment - blocks) as usize {
            all if all == self.sealed.len() => Arc::clone(&self.sealed),
            some => Arc::new(self.sealed[..some].to_vec()),
        };
        Some(Tape { start: self.start.clone(), stored, sealed, tail })
    }

    /// The entries from `address` on with their addresses; none beyond the end.
    pub fn entries_from(&self, address: Address) -> impl Iterator<Item = (Address, A)> {
        let (first, offset) = (address.segment(), address.offset());
        (first..=self.full_segments()).flat_map(move |index| {
            let segment = self.segment(index);
            let skipped = if index == first { offset } else { 0 };
            (skipped..segment.len()).map(move |n| {
                (Address::new(index * ENTRIES as u64 + n as u64), segment.entries()[n])
            })
        })
    }

    /// Whether `address` is on the tape; its end is.
    ///
    /// # Errors
    /// If it is beyond.
    pub fn check(&self, address: Address) -> Result<(), BeyondEnd> {
        if address <= self.end() {
            Ok(())
        } else {
            Err(BeyondEnd::Address { address, end: self.end() })
        }
    }

    /// How many segments are full; the next one is the tail.
    pub(crate) fn full_segments(&self) -> u64 {
        self.stored_blocks() + self.sealed.len() as u64
    }

    /// A segment by its number: shared, or read from the file.
    ///
    /// # Panics
    /// If there is none with this number.
    pub(crate) fn segment(&self, index: u64) -> Arc<Segment<A>> {
        match &self.stored {
            Some(stored) if index < stored.blocks() => Arc::new(stored.segment(index)),
            _ => Arc::clone(self.in_memory(index).expect("the segment is on the tape")),
        }
    }

    fn in_memory(&self, index: u64) -> Option<&Arc<Segment<A>>> {
        let index = (index - self.stored_blocks()) as usize;
        if index == self.sealed.len() { Some(&self.tail) } else { self.sealed.get(index) }
    }

    fn stored_blocks(&self) -> u64 {
        self.stored.as_ref().map_or(0, Stored::blocks)
    }

    fn plies_before(&self, segment: u64) -> u64 {
        match &self.stored {
            Some(stored) if segment < stored.blocks() => stored.plies_before(segment),
            _ => self.in_memory(segment).expect("the segment is on the tape").plies(),
        }
    }

    fn seal_if_full(&mut self) {
        if self.tail.is_full() {
            let plies = self.tail.plies_at(ENTRIES);
            let next = Arc::new(Segment::new(self.tail.hash(), plies));
            let full = std::mem::replace(&mut self.tail, next);
            Arc::make_mut(&mut self.sealed).push(full);
        }
    }
}

// Written by hand, since deriving would ask the same of `A::Start` only by way of `A`.
impl<A: Step> Clone for Tape<A> {
    fn clone(&self) -> Tape<A> {
        Tape {
            start: self.start.clone(),
            stored: self.stored.clone(),
            sealed: Arc::clone(&self.sealed),
            tail: Arc::clone(&self.tail),
        }
    }
}

impl<A: Step> Extend<A> for Tape<A> {
    fn extend<I: IntoIterator<Item = A>>(&mut self, steps: I) {
        let mut steps = steps.into_iter().filter(|&a| a != A::NOOP).peekable();
        // Whether the tail is shared is asked once for each segment, not for each step.
        while steps.peek().is_some() {
            let tail = Arc::make_mut(&mut self.tail);
            while !tail.is_full()
                && let Some(a) = steps.next()
            {
                tail.push(a);
            }
            self.seal_if_full();
        }
    }
}

/// A tape is a listener: it keeps what it is told.
impl<A: Step> Alter<A> for Tape<A> {
    fn alter(&mut self, alteration: A) {
        self.push(alteration);
    }
}

/// Its size and where it stands.
impl<A: Step> std::fmt::Debug for Tape<A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tape")
            .field("entries", &self.len())
            .field("plies", &self.plies())
            .field("hash", &format_args!("{:016x}", self.head_hash()))
            .finish_non_exhaustive()
    }
}
