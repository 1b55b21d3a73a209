//! What a position can still be worth: a set of outcomes.

use std::fmt;

/// A non-empty set of the outcomes that are still possible, seen from the side to move: loss, draw, win.
///
/// An exact value is a set of one. Knowledge only narrows: what is learned by two ways is [met](Outcome::meet), and the
/// result is a subset of both. What a side can get from several moves is [joined](Outcome::join).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome(u8);

impl Outcome {
    /// The side to move loses.
    pub const LOSS: Outcome = Outcome(0b001);
    /// Nobody wins.
    pub const DRAW: Outcome = Outcome(0b010);
    /// The side to move wins.
    pub const WIN: Outcome = Outcome(0b100);
    /// The side to move doesn't win.
    pub const DRAW_OR_LOSS: Outcome = Outcome(0b011);
    /// The side to move doesn't lose.
    pub const WIN_OR_DRAW: Outcome = Outcome(0b110);
    /// Somebody wins.
    pub const WIN_OR_LOSS: Outcome = Outcome(0b101);
    /// Nothing is known.
    pub const ANY: Outcome = Outcome(0b111);

    /// All sets, exact ones first.
    pub const ALL: [Outcome; 7] = [
        Outcome::LOSS,
        Outcome::DRAW,
        Outcome::WIN,
        Outcome::DRAW_OR_LOSS,
        Outcome::WIN_OR_DRAW,
        Outcome::WIN_OR_LOSS,
        Outcome::ANY,
    ];

    /// The set as three bits: 1 loss, 2 draw, 4 win.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set of these bits, unless it is empty or has others.
    pub const fn from_bits(bits: u8) -> Option<Outcome> {
        if bits >= 1 && bits <= 0b111 { Some(Outcome(bits)) } else { None }
    }

    /// The same seen from the other side.
    pub const fn flip(self) -> Outcome {
        Outcome((self.0 & 0b010) | (self.0 << 2 & 0b100) | self.0 >> 2)
    }

    /// What is left if both are true; `None` if they contradict each other.
    pub const fn meet(self, other: Outcome) -> Option<Outcome> {
        Outcome::from_bits(self.0 & other.0)
    }

    /// What can be had by whoever may choose between the two: the set of the greater of one member each.
    pub const fn join(self, other: Outcome) -> Outcome {
        // A member of one is the greater if the other has a member that isn't above it.
        let not_below_the_worst = self.worst().0.wrapping_neg() & other.worst().0.wrapping_neg();
        Outcome((self.0 | other.0) & not_below_the_worst)
    }

    /// Whether every outcome of this set is in the other.
    pub const fn is_within(self, other: Outcome) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether only one outcome is left.
    pub const fn is_exact(self) -> bool {
        self.0.is_power_of_two()
    }

    /// The worst that can still come.
    pub const fn worst(self) -> Outcome {
        Outcome(self.0 & self.0.wrapping_neg())
    }

    /// The best that can still come.
    pub const fn best(self) -> Outcome {
        Outcome(1 << self.0.ilog2())
    }
}

impl fmt::Display for Outcome {
    /// For example `win`, or `draw or loss`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match *self {
            Outcome::LOSS => "loss",
            Outcome::DRAW => "draw",
            Outcome::WIN => "win",
            Outcome::DRAW_OR_LOSS => "draw or loss",
            Outcome::WIN_OR_DRAW => "win or draw",
            Outcome::WIN_OR_LOSS => "win or loss",
            _ => "win, draw or loss",
        })
    }
}

impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Outcome({self})")
    }
}
