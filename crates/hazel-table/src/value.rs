//! What a table says of a position.
//!
//! The five values and the distance are Syzygy's, but distances are never rounded: plies until a capture, a pawn's move or
//! mate, when the winner hurries and the loser delays. A win that the 50-move rule spoils is cursed, the loss that it saves
//! is blessed; their distances are above 100. Where tables were missing when a table was built, only two bounds are known, and what
//! lies between them is an [`Outcome`] set: one for chess without the 50-move rule and one for chess with it.

use std::cmp::Ordering;
use std::fmt;

use hazel_solve::Outcome;

/// Who wins, seen from the side to move, with the 50-move rule and its counter at zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(i8)]
pub enum Wdl {
    /// The side to move loses.
    Loss = -2,
    /// It would lose, but the 50-move rule saves it.
    BlessedLoss = -1,
    /// Nobody can win.
    Draw = 0,
    /// It would win, but the 50-move rule saves the other side.
    CursedWin = 1,
    /// The side to move wins.
    Win = 2,
}

impl Wdl {
    /// All values, the worst first.
    pub const ALL: [Wdl; 5] = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];

    /// From −2 for a loss to 2 for a win.
    pub const fn number(self) -> i8 {
        self as i8
    }

    /// The same seen from the other side.
    pub const fn flip(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::BlessedLoss => Wdl::CursedWin,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin => Wdl::BlessedLoss,
            Wdl::Win => Wdl::Loss,
        }
    }

    /// Whether the 50-move rule changes who wins.
    pub(crate) const fn is_spoiled(self) -> bool {
        matches!(self, Wdl::BlessedLoss | Wdl::CursedWin)
    }

    /// The outcome with the 50-move rule.
    pub const fn outcome(self) -> Outcome {
        match self {
            Wdl::Loss => Outcome::LOSS,
            Wdl::Win => Outcome::WIN,
            _ => Outcome::DRAW,
        }
    }

    /// The outcome if there were no 50-move rule.
    pub const fn outcome_without_rule(self) -> Outcome {
        match self {
            Wdl::Loss | Wdl::BlessedLoss => Outcome::LOSS,
            Wdl::Draw => Outcome::DRAW,
            Wdl::CursedWin | Wdl::Win => Outcome::WIN,
        }
    }
}

/// The exact value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value {
    wdl: Wdl,
    distance: u16,
}

impl Value {
    /// A draw.
    pub const DRAW: Value = Value { wdl: Wdl::Draw, distance: 0 };

    /// A win at this distance, cursed above 100.
    pub const fn win(distance: u16) -> Value {
        Value { wdl: if distance > 100 { Wdl::CursedWin } else { Wdl::Win }, distance }
    }

    /// A loss at this distance, blessed above 100; at distance 0 it is mate.
    pub const fn loss(distance: u16) -> Value {
        Value { wdl: if distance > 100 { Wdl::BlessedLoss } else { Wdl::Loss }, distance }
    }

    /// Who wins.
    pub const fn wdl(self) -> Wdl {
        self.wdl
    }

    /// Plies to the next capture, pawn move or mate; 0 for mate itself and for a draw.
    pub const fn distance(self) -> u16 {
        self.distance
    }

    /// The distance with the sign of the value, as Syzygy writes it: 0 is a draw, and mate counts as −1.
    pub const fn dtz(self) -> i32 {
        match self.wdl {
            Wdl::Draw => 0,
            Wdl::Win | Wdl::CursedWin => self.distance as i32,
            Wdl::Loss | Wdl::BlessedLoss => {
                if self.distance == 0 {
                    -1
                } else {
                    -(self.distance as i32)
                }
            }
        }
    }
}

impl Value {
    /// A value of which the distance doesn't matter: the smallest that there is.
    pub(crate) const fn of(wdl: Wdl) -> Value {
        let distance = match wdl {
            Wdl::Draw => 0,
            Wdl::Win | Wdl::Loss => 1,
            Wdl::CursedWin | Wdl::BlessedLoss => 101,
        };
        Value { wdl, distance }
    }

    /// The value of a move for the side that makes it, where this is the value of the position after it. A move that
    /// sets the counter of the 50-move rule back has distance 1, or 101 where it leads to a cursed win or a blessed loss.
    #[must_use]
    pub const fn before(self, zeroes: bool) -> Value {
        let distance = match self.wdl {
            Wdl::Draw => return Value::DRAW,
            Wdl::Win | Wdl::Loss if zeroes => 1,
            _ if zeroes => 101,
            _ => self.distance + 1,
        };
        match self.wdl {
            Wdl::Win | Wdl::CursedWin => Value::loss(distance),
            _ => Value::win(distance),
        }
    }

    /// How good it is for the side to move: quick wins are best, quick losses worst.
    const fn rank(self) -> i32 {
        match self.wdl {
            Wdl::Draw => 0,
            Wdl::Win | Wdl::CursedWin => 1 + u16::MAX as i32 - self.distance as i32,
            Wdl::Loss | Wdl::BlessedLoss => self.distance as i32 - 1 - u16::MAX as i32,
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    /// What is better for the side to move is greater.
    fn cmp(&self, other: &Value) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl fmt::Display for Value {
    /// For example `win in 13`, `blessed loss in 104`, `mate` or `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.wdl {
            Wdl::Draw => return f.pad("draw"),
            Wdl::Loss if self.distance == 0 => return f.pad("mate"),
            Wdl::Loss => "loss",
            Wdl::BlessedLoss => "blessed loss",
            Wdl::CursedWin => "cursed win",
            Wdl::Win => "win",
        };
        f.pad(&format!("{name} in {}", self.distance))
    }
}

/// What is known of a position: its value lies between two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    /// What the side to move has at least.
    pub lower: Value,
    /// What it has at most.
    pub upper: Value,
}

impl Bounds {
    /// A draw for certain.
    pub const DRAW: Bounds = Bounds { lower: Value::DRAW, upper: Value::DRAW };

    /// What is known of a move for the side that makes it, where this is known of the position after it.
    #[must_use]
    pub fn before(self, zeroes: bool) -> Bounds {
        Bounds { lower: self.upper.before(zeroes), upper: self.lower.before(zeroes) }
    }

    /// What is known of a position in which the side to move may choose between two.
    #[must_use]
    pub fn or(self, other: Bounds) -> Bounds {
        Bounds { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }

    /// What is known where only who wins is, at least and at most.
    pub fn of_winners(lower: Wdl, upper: Wdl) -> Bounds {
        let lower = match lower {
            Wdl::Loss => Value::loss(0),
            Wdl::BlessedLoss => Value::loss(101),
            Wdl::Draw => Value::DRAW,
            Wdl::CursedWin => Value::win(u16::MAX - 1),
            Wdl::Win => Value::win(100),
        };
        let upper = match upper {
            Wdl::Loss => Value::loss(100),
            Wdl::BlessedLoss => Value::loss(u16::MAX - 1),
            Wdl::Draw => Value::DRAW,
            Wdl::CursedWin => Value::win(101),
            Wdl::Win => Value::win(1),
        };
        Bounds { lower, upper }
    }

    /// What is known of a position of which both hold; `None` if they contradict each other.
    pub fn and(self, other: Bounds) -> Option<Bounds> {
        let (lower, upper) = (self.lower.max(other.lower), self.upper.min(other.upper));
        (lower <= upper).then_some(Bounds { lower, upper })
    }

    /// The value, if both bounds are the same.
    pub fn exact(self) -> Option<Value> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Who wins, if the bounds agree on it; the distance may still be open.
    pub fn wdl(self) -> Option<Wdl> {
        (self.lower.wdl == self.upper.wdl).then_some(self.lower.wdl)
    }

    /// The outcomes that are still possible, with the 50-move rule.
    pub fn outcome(self) -> Outcome {
        between(self.lower.wdl.outcome(), self.upper.wdl.outcome())
    }

    /// The outcomes that are still possible if there were no 50-move rule.
    pub fn outcome_without_rule(self) -> Outcome {
        between(self.lower.wdl.outcome_without_rule(), self.upper.wdl.outcome_without_rule())
    }
}

/// A value that is known exactly.
impl From<Value> for Bounds {
    fn from(value: Value) -> Bounds {
        Bounds { lower: value, upper: value }
    }
}

/// All outcomes from the lower to the upper one.
fn between(lower: Outcome, upper: Outcome) -> Outcome {
    lower.or_better().meet(upper.or_worse()).expect("the lower bound is not above the upper one")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_above_a_hundred_are_cursed_and_blessed() {
        assert_eq!([100, 101].map(|d| Value::win(d).wdl()), [Wdl::Win, Wdl::CursedWin]);
        assert_eq!([100, 101].map(|d| Value::loss(d).wdl()), [Wdl::Loss, Wdl::BlessedLoss]);
        assert_eq!(Wdl::ALL.map(Wdl::number), [-2, -1, 0, 1, 2]);
        assert!(Wdl::ALL.iter().all(|wdl| wdl.flip().number() == -wdl.number()));
    }

    #[test]
    fn mate_counts_as_minus_one() {
        let values = [Value::loss(0), Value::loss(1), Value::DRAW, Value::win(3), Value::loss(104)];
        assert_eq!(values.map(Value::dtz), [-1, -1, 0, 3, -104]);
        assert_eq!(
            values.map(|value| value.to_string()),
            ["mate", "loss in 1", "draw", "win in 3", "blessed loss in 104"]
        );
    }

    #[test]
    fn moves_are_worth_what_they_lead_to_and_the_better_one_counts() {
        assert_eq!(Value::loss(0).before(false), Value::win(1));
        assert_eq!(Value::win(100).before(false), Value::loss(101));
        assert_eq!(Value::win(77).before(true), Value::loss(1));
        assert_eq!(Value::loss(105).before(true), Value::win(101));
        let best_first = [1, 9, 101].map(Value::win).into_iter().chain([Value::DRAW]);
        let best_first: Vec<_> = best_first.chain([200, 8, 0].map(Value::loss)).collect();
        assert!(best_first.is_sorted_by(|a, b| a > b), "{best_first:?}");
    }

    #[test]
    fn bounds_are_the_outcomes_between_them() {
        let bounds = |lower, upper| Bounds { lower, upper };
        let wide = bounds(Value::loss(3), Value::win(101));
        assert_eq!(wide.outcome(), Outcome::DRAW_OR_LOSS);
        assert_eq!(wide.outcome_without_rule(), Outcome::ANY);
        assert_eq!(wide.wdl(), None);
        let won = bounds(Value::win(9), Value::win(3));
        assert_eq!((won.wdl(), won.exact()), (Some(Wdl::Win), None));
        assert_eq!(bounds(Value::DRAW, Value::DRAW).exact(), Some(Value::DRAW));
    }
}
