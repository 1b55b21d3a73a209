//! What Syzygy says of a position.

use std::fmt;

use crate::{Value, Wdl};

/// Who wins, and between which distances zeroing is.
///
/// Some files have distances in moves, not in plies; then the distance is the least or one more. Where all is in plies,
/// both are the same. A draw has the distance 0, and mate has 1, as Syzygy writes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SyzygyValue {
    /// Who wins, with the 50-move rule and its counter at zero.
    pub wdl: Wdl,
    /// At least so many plies to the next capture, pawn move or mate.
    pub least: u16,
    /// At most so many.
    pub most: u16,
}

impl SyzygyValue {
    /// A draw.
    pub const DRAW: SyzygyValue = SyzygyValue { wdl: Wdl::Draw, least: 0, most: 0 };

    /// A value with its range, as far as it is on the right side of the 50-move rule.
    pub(super) fn new(wdl: Wdl, [least, most]: [u16; 2]) -> SyzygyValue {
        match wdl {
            Wdl::Draw => SyzygyValue::DRAW,
            Wdl::Win | Wdl::Loss => SyzygyValue { wdl, least, most: most.min(100).max(least) },
            Wdl::CursedWin | Wdl::BlessedLoss => {
                SyzygyValue { wdl, least: least.max(101).min(most), most }
            }
        }
    }

    /// The distance with the sign of the value, as readers of Syzygy's tables print it: the least.
    pub fn dtz(self) -> i32 {
        i32::from(self.least) * i32::from(self.wdl.number().signum())
    }

    /// Whether a value, whose distance is not rounded, can be this one: the same side wins, also with the 50-move rule,
    /// and the distance is in the range.
    pub fn agrees(self, value: Value) -> bool {
        let distance = value.dtz().unsigned_abs();
        value.wdl() == self.wdl
            && (u32::from(self.least)..=u32::from(self.most)).contains(&distance)
    }
}

impl fmt::Display for SyzygyValue {
    /// For example `win in 13`, `loss in 27 or 28` or `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.wdl {
            Wdl::Draw => return f.pad("draw"),
            Wdl::Loss => "loss",
            Wdl::BlessedLoss => "blessed loss",
            Wdl::CursedWin => "cursed win",
            Wdl::Win => "win",
        };
        let SyzygyValue { least, most, .. } = self;
        if least == most {
            f.pad(&format!("{name} in {least}"))
        } else {
            f.pad(&format!("{name} in {least} or {most}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_agrees_within_the_range_and_on_its_side_of_the_rule() {
        let rounded = SyzygyValue::new(Wdl::Loss, [27, 28]);
        assert!([27, 28].map(Value::loss).iter().all(|&value| rounded.agrees(value)));
        let others = [Value::loss(26), Value::loss(29), Value::win(27), Value::DRAW];
        assert!(others.iter().all(|&value| !rounded.agrees(value)));
        assert_eq!((rounded.dtz(), rounded.to_string()), (-27, "loss in 27 or 28".to_owned()));
        assert!(SyzygyValue::new(Wdl::Loss, [1, 1]).agrees(Value::loss(0)), "mate counts as one");
        assert!(SyzygyValue::DRAW.agrees(Value::DRAW));
    }

    #[test]
    fn a_range_ends_at_the_fifty_move_rule() {
        let near = SyzygyValue::new(Wdl::Win, [100, 101]);
        assert_eq!((near.least, near.most), (100, 100));
        let far = SyzygyValue::new(Wdl::CursedWin, [100, 101]);
        assert_eq!((far.least, far.most), (101, 101));
    }
}
