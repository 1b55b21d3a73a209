//! How many plies were played, and how many of them can't be undone by the rules.

use hazel_core::{Alter, Alteration, Change, Position};

use crate::{Follower, Interest};

/// The plies of a game so far, and how many of them were captures or pawn moves, which set the halfmove clock to zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HalfmoveCounts {
    /// All plies since the start of the tape, passes too.
    pub plies: u64,
    /// Captures and pawn moves.
    pub zeroing: u64,
}

impl Alter for HalfmoveCounts {
    #[inline]
    fn alter(&mut self, alteration: Alteration) {
        match alteration.change() {
            Change::Turn => self.plies = self.plies.wrapping_add(1),
            Change::Unturn => self.plies = self.plies.wrapping_sub(1),
            Change::Reset(_) => self.zeroing = self.zeroing.wrapping_add(1),
            Change::Restore(_) => self.zeroing = self.zeroing.wrapping_sub(1),
            _ => {}
        }
    }
}

impl Follower for HalfmoveCounts {
    const INTEREST: Interest = Interest::TURN.with(Interest::CLOCK);

    fn at_start(_: &Position) -> HalfmoveCounts {
        HalfmoveCounts::default()
    }
}
