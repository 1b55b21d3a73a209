//! Familiars: states that follow a tape wherever one goes on it.

use std::sync::Arc;

use hazel_core::{Alter, Alteration, Position, Setup};
use thiserror::Error;

use crate::reader::{Direction, Reader};
use crate::segment::Segment;
use crate::{Address, BeyondEnd, Cursor, Follower, Interest, Step, Tape};

/// A cursor on a tape with a state that is always the one at the cursor.
///
/// The state is told the entries that the cursor goes over, inverted where it goes back, and only those of its
/// interest. It holds a handle of its tape: what is appended to other handles later doesn't reach it, until it is told
/// to [`follow`](Familiar::follow) one of them.
///
/// ```
/// use hazel_core::{Board, Move, MoveKind, Position, Query as _, Square};
/// use hazel_tape::{Familiar, Tape};
///
/// let mut position = Position::initial();
/// let mut tape = Tape::new(position);
/// position.play_with(Move::new(Square::G1, Square::F3, MoveKind::Quiet), &mut tape);
///
/// let mut familiar = Familiar::<Board>::new(&tape);
/// familiar.to_ply(1)?;
/// assert!(familiar.state().piece_at(Square::F3).is_some());
/// familiar.to_ply(0)?;
/// assert!(familiar.state().piece_at(Square::F3).is_none());
/// assert_eq!(familiar.woken(), 4, "a board is told of men, and of nothing else");
/// # Ok::<(), hazel_tape::BeyondEnd>(())
/// ```
#[derive(Clone, Debug)]
pub struct Familiar<S, A: Step = Alteration> {
    reader: Reader<A>,
    cursor: Cursor,
    state: S,
    interest: Interest,
    woken: u64,
}

impl<S: Follower<A>, A: Step> Familiar<S, A> {
    /// A familiar at the start of a tape.
    pub fn new(tape: &Tape<A>) -> Familiar<S, A> {
        Familiar::starting_with(tape, S::at_start(tape.start()), S::INTEREST)
    }

    /// A familiar at the start that has another interest than its kind has by nature: more of it changes nothing but
    /// how often it is woken; less makes it miss something.
    pub fn with_interest(tape: &Tape<A>, interest: Interest) -> Familiar<S, A> {
        Familiar::starting_with(tape, S::at_start(tape.start()), interest)
    }
}

impl<S: Alter<A>, A: Step> Familiar<S, A> {
    /// A familiar at the start of a tape, with a state that begins there.
    pub fn starting_with(tape: &Tape<A>, state: S, interest: Interest) -> Familiar<S, A> {
        let reader = Reader::new(tape.clone());
        Familiar { reader, cursor: Cursor::default(), state, interest, woken: 0 }
    }

    /// The state at the cursor.
    pub fn state(&self) -> &S {
        &self.state
    }

    /// The tape it follows.
    pub fn tape(&self) -> &Tape<A> {
        self.reader.tape()
    }

    /// Where it is.
    pub fn cursor(&self) -> Cursor {
        self.cursor
    }

    /// The address where it is.
    pub fn address(&self) -> Address {
        self.cursor.address()
    }

    /// How many plies have ended before it.
    pub fn ply(&self) -> u64 {
        self.segment().plies_at(self.address().offset())
    }

    /// The hash of the tape where it is.
    pub fn hash(&self) -> u64 {
        self.segment().hash_at(self.address().offset())
    }

    /// What it is told.
    pub fn interest(&self) -> Interest {
        self.interest
    }

    /// How many alterations its state has been told, both ways.
    pub fn woken(&self) -> u64 {
        self.woken
    }

    /// Goes over one entry and returns it, whether it was of interest or not. At the end it stays and returns nothing.
    pub fn forward(&mut self) -> Option<A> {
        let entry = self.reader.entry(self.address())?;
        self.cursor = Cursor::new(self.address().next());
        self.tell(entry);
        Some(entry)
    }

    /// Goes back over one entry and returns its inverse. At the start it stays and returns nothing.
    pub fn back(&mut self) -> Option<A> {
        let before = self.address().before()?;
        let inverse = !self.reader.entry(before)?;
        self.cursor = Cursor::new(before);
        self.tell(inverse);
        Some(inverse)
    }

    /// Goes to an address.
    ///
    /// # Errors
    /// If it is beyond the end; the familiar stays where it is.
    pub fn to_address(&mut self, address: Address) -> Result<(), BeyondEnd> {
        let from = self.address();
        self.cursor.to_address(self.reader.tape(), address)?;
        self.walk(from);
        Ok(())
    }

    /// Goes to where `ply` plies have just ended.
    ///
    /// # Errors
    /// If there are fewer; the familiar stays where it is.
    pub fn to_ply(&mut self, ply: u64) -> Result<(), BeyondEnd> {
        let from = self.address();
        self.cursor.to_ply(self.reader.tape(), ply)?;
        self.walk(from);
        Ok(())
    }

    /// Goes to the start.
    pub fn to_start(&mut self) {
        let from = std::mem::take(&mut self.cursor).address();
        self.walk(from);
    }

    /// Goes to the end of the tape as it was when this handle was taken.
    pub fn to_end(&mut self) {
        let from = self.address();
        self.cursor = Cursor::new(self.tape().end());
        self.walk(from);
    }

    /// Goes on with another tape: back to where the two tapes part, if it is beyond, and no further. On a tape that has
    /// only become longer it stays where it is.
    ///
    /// # Errors
    /// If that tape begins elsewhere; the familiar stays on its own.
    pub fn follow(&mut self, tape: &Tape<A>) -> Result<(), OtherStart> {
        let here = self.address();
        self.cursor = Cursor::new(self.reader.shared_until(tape, here)?);
        self.walk(here);
        self.reader = Reader::new(tape.clone());
        Ok(())
    }

    /// What is needed to go on later, elsewhere, with another handle of the tape.
    pub fn park(self) -> Parked<S> {
        let (address, hash) = (self.address(), self.hash());
        let Familiar { state, interest, woken, .. } = self;
        Parked { state, address, hash, interest, woken }
    }

    /// A familiar that goes on where another was parked, on any handle of the same tape.
    ///
    /// That it is the same tape is recognised by the hash at the address. Different ways that lead to one hash, as
    /// transpositions do, are not told apart; a familiar that isn't parked is exact about it
    /// ([`follow`](Familiar::follow)).
    ///
    /// # Errors
    /// If the tape doesn't reach so far, or has another hash there.
    pub fn resume(tape: &Tape<A>, parked: Parked<S>) -> Result<Familiar<S, A>, ResumeError> {
        let Parked { state, address, hash: expected, interest, woken } = parked;
        tape.check(address)?;
        let found = tape.segment(address.segment()).hash_at(address.offset());
        if found != expected {
            return Err(ResumeError::OtherTape { address, found, expected });
        }
        let reader = Reader::new(tape.clone());
        Ok(Familiar { reader, cursor: Cursor::new(address), state, interest, woken })
    }

    /// Puts it where it has been before, with the state that it had there.
    pub(crate) fn place(&mut self, address: Address, state: S) {
        self.cursor = Cursor::new(address);
        self.state = state;
    }

    pub(crate) fn reader(&mut self) -> &mut Reader<A> {
        &mut self.reader
    }

    fn segment(&self) -> Arc<Segment<A>> {
        self.reader.peek(self.address().segment())
    }

    #[inline]
    fn tell(&mut self, a: A) {
        if a != A::NOOP && self.interest.contains(a.class()) {
            self.state.alter(a);
            self.woken += 1;
        }
    }

    /// Lets the state follow the way from an address to where the cursor is already.
    fn walk(&mut self, from: Address) {
        let Familiar { reader, cursor, state, interest, woken } = self;
        reader.walk(from, cursor.address(), |segment, range, direction| {
            *woken += match direction {
                Direction::Forward => segment.tell(range, *interest, state),
                Direction::Back => segment.tell_back(range, *interest, state),
            };
        });
    }
}

impl Familiar<Setup> {
    /// The position at the cursor. There is none in the middle of a move, where the alterations on the tape don't lead
    /// to a legal position, or if the familiar was told not to be interested in everything.
    pub fn position(&self) -> Option<Position> {
        let is_whole = self.interest == Interest::ALL
            && self.tape().has_just_turned(self.address(), self.segment());
        if is_whole { self.state.validate().ok() } else { None }
    }
}

/// A familiar without its tape: plain data that can be kept or sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parked<S> {
    /// The state at the address.
    pub state: S,
    /// Where it was.
    pub address: Address,
    /// The hash of the tape there.
    pub hash: u64,
    /// What it is told.
    pub interest: Interest,
    /// How many alterations it had been told.
    pub woken: u64,
}

/// Why a parked familiar can't go on with a tape.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ResumeError {
    /// The tape doesn't reach so far.
    #[error(transparent)]
    BeyondEnd(#[from] BeyondEnd),
    /// It is another tape.
    #[error(
        "another tape: the hash at address {address} is {found:016x}, expected {expected:016x}"
    )]
    OtherTape {
        /// Where the familiar was.
        address: Address,
        /// The hash of the tape there.
        found: u64,
        /// The hash there when the familiar was parked.
        expected: u64,
    },
}

/// Two tapes have nothing in common, not even where they begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the tape begins elsewhere: expected one with the same start")]
pub struct OtherStart;
