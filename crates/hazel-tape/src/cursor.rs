//! Cursors: places on a tape from which it is read.

use crate::{Address, BeyondEnd, Step, Tape};

/// A place on a tape from which entries are read in both directions.
///
/// It owns nothing, least of all the tape, which is given to every call; so it is as cheap as a number and can be kept,
/// copied and sent. A [`Familiar`](crate::Familiar) is a cursor with a state that follows it.
///
/// ```
/// use hazel_core::{Alteration, Position};
/// use hazel_tape::{Cursor, Tape};
///
/// let mut tape = Tape::new(Position::initial());
/// tape.push(Alteration::TICK);
/// let mut cursor = Cursor::default();
/// assert_eq!(cursor.forward(&tape), Some(Alteration::TICK));
/// assert_eq!(cursor.forward(&tape), None);
/// assert_eq!(cursor.back(&tape), Some(!Alteration::TICK));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cursor {
    address: Address,
}

impl Cursor {
    /// A cursor at an address. Whether a tape reaches so far is asked when one is given.
    pub const fn new(address: Address) -> Cursor {
        Cursor { address }
    }

    /// Where it is.
    pub const fn address(self) -> Address {
        self.address
    }

    /// Goes over one entry and returns it. At the end it stays and returns nothing.
    pub fn forward<A: Step>(&mut self, tape: &Tape<A>) -> Option<A> {
        let entry = tape.get(self.address)?;
        self.address = self.address.next();
        Some(entry)
    }

    /// Goes back over one entry and returns its inverse. At the start it stays and returns nothing.
    pub fn back<A: Step>(&mut self, tape: &Tape<A>) -> Option<A> {
        let before = self.address.before()?;
        let entry = tape.get(before)?;
        self.address = before;
        Some(!entry)
    }

    /// Goes to an address.
    ///
    /// # Errors
    /// If it is beyond the end; the cursor stays where it is.
    pub fn to_address<A: Step>(
        &mut self,
        tape: &Tape<A>,
        address: Address,
    ) -> Result<(), BeyondEnd> {
        tape.check(address)?;
        self.address = address;
        Ok(())
    }

    /// Goes to where `ply` plies have just ended.
    ///
    /// # Errors
    /// If there are fewer; the cursor stays where it is.
    pub fn to_ply<A: Step>(&mut self, tape: &Tape<A>, ply: u64) -> Result<(), BeyondEnd> {
        let beyond = || BeyondEnd::Ply { ply, plies: tape.plies() };
        self.address = tape.address_of_ply(ply).ok_or_else(beyond)?;
        Ok(())
    }
}
