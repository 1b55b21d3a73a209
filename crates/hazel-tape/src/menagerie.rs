//! Several states on one tape in one pass.

use std::any::Any;
use std::fmt;
use std::ops::Range;

use hazel_core::{Alter, Alteration};

use crate::reader::{Direction, Reader};
use crate::segment::Segment;
use crate::{Address, BeyondEnd, Cursor, Follower, Interest, OtherStart, Step, Tape};

/// States of different kinds that follow one tape together, each told only what is of its own interest.
///
/// The tape is gone along once: each segment is read, and in a file decoded, once for all members. Which members there
/// are is decided while the program runs; there is at most one of each type, by which it is asked for.
///
/// ```
/// use hazel_core::{Board, Material, Position};
/// use hazel_tape::{Menagerie, PawnStructure, Tape};
///
/// let tape = Tape::new(Position::initial());
/// let mut menagerie = Menagerie::new(&tape);
/// menagerie.admit::<Board>().admit::<Material>();
/// menagerie.to_end();
/// assert!(menagerie.get::<Material>().is_some());
/// assert!(menagerie.get::<PawnStructure>().is_none());
/// ```
pub struct Menagerie<A: Step = Alteration> {
    reader: Reader<A>,
    cursor: Cursor,
    members: Vec<Box<dyn Member<A>>>,
}

impl<A: Step> Menagerie<A> {
    /// A menagerie without members, at the start of a tape.
    pub fn new(tape: &Tape<A>) -> Menagerie<A> {
        let reader = Reader::new(tape.clone());
        Menagerie { reader, cursor: Cursor::default(), members: Vec::new() }
    }

    /// Takes in a state, which catches up with the others. One of the same type that is there already stays.
    pub fn admit<S: Follower<A> + Send + 'static>(&mut self) -> &mut Menagerie<A> {
        if self.get::<S>().is_none() {
            let state = S::at_start(self.reader.tape().start());
            let mut kept = Kept { state, interest: S::INTEREST, woken: 0 };
            self.reader.walk(Address::START, self.cursor.address(), |segment, range, direction| {
                kept.tell(segment, range, direction);
            });
            self.members.push(Box::new(kept));
        }
        self
    }

    /// The state of this type, if it was taken in.
    pub fn get<S: 'static>(&self) -> Option<&S> {
        self.kept::<S>().map(|kept| &kept.state)
    }

    /// How many alterations the state of this type has been told, if it was taken in.
    pub fn woken<S: 'static>(&self) -> Option<u64> {
        self.kept::<S>().map(|kept| kept.woken)
    }

    /// Where it is.
    pub fn cursor(&self) -> Cursor {
        self.cursor
    }

    /// The tape that all follow.
    pub fn tape(&self) -> &Tape<A> {
        self.reader.tape()
    }

    /// Goes over one entry and returns it, whoever was interested. At the end all stay, and nothing is returned.
    pub fn forward(&mut self) -> Option<A> {
        let from = self.cursor.address();
        let entry = self.reader.entry(from)?;
        self.cursor = Cursor::new(from.next());
        self.walk(from);
        Some(entry)
    }

    /// Goes back over one entry and returns its inverse. At the start all stay, and nothing is returned.
    pub fn back(&mut self) -> Option<A> {
        let from = self.cursor.address();
        let before = from.before()?;
        let entry = self.reader.entry(before)?;
        self.cursor = Cursor::new(before);
        self.walk(from);
        Some(!entry)
    }

    /// Goes on with another tape, like [`Familiar::follow`](crate::Familiar::follow).
    ///
    /// # Errors
    /// If that tape begins elsewhere; all stay on their own.
    pub fn follow(&mut self, tape: &Tape<A>) -> Result<(), OtherStart> {
        let here = self.cursor.address();
        self.cursor = Cursor::new(self.reader.shared_until(tape, here)?);
        self.walk(here);
        self.reader = Reader::new(tape.clone());
        Ok(())
    }

    /// Goes to an address.
    ///
    /// # Errors
    /// If it is beyond the end; all stay where they are.
    pub fn to_address(&mut self, address: Address) -> Result<(), BeyondEnd> {
        let from = self.cursor.address();
        self.cursor.to_address(self.reader.tape(), address)?;
        self.walk(from);
        Ok(())
    }

    /// Goes to where `ply` plies have just ended.
    ///
    /// # Errors
    /// If there are fewer; all stay where they are.
    pub fn to_ply(&mut self, ply: u64) -> Result<(), BeyondEnd> {
        let from = self.cursor.address();
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
        let from = self.cursor.address();
        self.cursor = Cursor::new(self.tape().end());
        self.walk(from);
    }

    fn walk(&mut self, from: Address) {
        let members = &mut self.members;
        self.reader.walk(from, self.cursor.address(), |segment, range, direction| {
            for member in &mut *members {
                member.tell(segment, range.clone(), direction);
            }
        });
    }

    fn kept<S: 'static>(&self) -> Option<&Kept<S>> {
        self.members.iter().find_map(|member| {
            let member: &dyn Any = &**member;
            member.downcast_ref()
        })
    }
}

impl<A: Step> fmt::Debug for Menagerie<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Menagerie")
            .field("tape", self.tape())
            .field("cursor", &self.cursor)
            .field("members", &self.members.len())
            .finish_non_exhaustive()
    }
}

/// A state with its interest.
struct Kept<S> {
    state: S,
    interest: Interest,
    woken: u64,
}

/// A [`Kept`] of some type. It is called once for each segment, not for each alteration.
trait Member<A: Step>: Any + Send {
    fn tell(&mut self, segment: &Segment<A>, range: Range<usize>, direction: Direction);
}

impl<A: Step, S: Alter<A> + Send + 'static> Member<A> for Kept<S> {
    fn tell(&mut self, segment: &Segment<A>, range: Range<usize>, direction: Direction) {
        self.woken += match direction {
            Direction::Forward => segment.tell(range, self.interest, &mut self.state),
            Direction::Back => segment.tell_back(range, self.interest, &mut self.state),
        };
    }
}
