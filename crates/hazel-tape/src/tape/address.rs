//! Places on a tape.

use std::fmt;

use thiserror::Error;

use crate::segment::ENTRIES;

/// A place on a tape: the number of entries before it. Shown in hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Address(u64);

impl Address {
    /// Before the first entry.
    pub const START: Address = Address(0);

    /// The place with this many entries before it.
    pub const fn new(entries: u64) -> Address {
        Address(entries)
    }

    /// How many entries are before it.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// One entry on.
    pub(crate) const fn next(self) -> Address {
        Address(self.0 + 1)
    }

    /// One entry back, unless it is the start.
    pub(crate) const fn before(self) -> Option<Address> {
        match self.0.checked_sub(1) {
            Some(entries) => Some(Address(entries)),
            None => None,
        }
    }

    /// The number of its segment. At the end of a full segment, that of the next.
    pub(crate) const fn segment(self) -> u64 {
        self.0 / ENTRIES as u64
    }

    /// The number of entries before it in its segment.
    pub(crate) const fn offset(self) -> usize {
        (self.0 % ENTRIES as u64) as usize
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#X}", self.0)
    }
}

/// A place that a tape doesn't reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BeyondEnd {
    /// An address past the end.
    #[error("address {address} is beyond the end of the tape, {end}")]
    Address {
        /// The address that was asked for.
        address: Address,
        /// Where the tape ends.
        end: Address,
    },
    /// A ply that has not ended.
    #[error("ply {ply} is beyond the end of the tape, which has {plies}")]
    Ply {
        /// The ply that was asked for.
        ply: u64,
        /// How many there are.
        plies: u64,
    },
}
