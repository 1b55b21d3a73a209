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

    /// What is left if other moves, not looked at yet, may be better: the worst of the set and all above.
    pub const fn or_better(self) -> Outcome {
        Outcome(self.worst().0.wrapping_neg() & 0b111)
    }

    /// What is left if it can't be better than this: the best of the set and all below.
    pub const fn or_worse(self) -> Outcome {
        self.flip().or_better().flip()
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

#[cfg(test)]
mod tests {
    use super::Outcome;

    const EXACT: [Outcome; 3] = [Outcome::LOSS, Outcome::DRAW, Outcome::WIN];

    /// The members of a set, from the worst to the best.
    fn members(set: Outcome) -> Vec<Outcome> {
        EXACT.into_iter().filter(|exact| exact.is_within(set)).collect()
    }

    /// The set with these members.
    fn set(members: impl IntoIterator<Item = Outcome>) -> Outcome {
        Outcome::from_bits(members.into_iter().fold(0, |bits, member| bits | member.bits()))
            .expect("no test builds an empty set")
    }

    fn pairs() -> impl Iterator<Item = (Outcome, Outcome)> {
        Outcome::ALL.into_iter().flat_map(|a| Outcome::ALL.map(|b| (a, b)))
    }

    #[test]
    fn all_sets_are_listed_once_and_come_back_from_their_bits() {
        for bits in 0..=u8::MAX {
            let listed = Outcome::ALL.into_iter().filter(|set| set.bits() == bits).count();
            assert_eq!(Outcome::from_bits(bits).map(Outcome::bits), (listed == 1).then_some(bits));
            assert!(listed <= 1);
        }
        assert_eq!(Outcome::ALL.len(), 7);
    }

    #[test]
    fn sets_have_the_members_of_their_names() {
        let [loss, draw, win] = EXACT;
        assert_eq!([1, 2, 4], EXACT.map(Outcome::bits));
        assert_eq!(members(Outcome::DRAW_OR_LOSS), [loss, draw]);
        assert_eq!(members(Outcome::WIN_OR_DRAW), [draw, win]);
        assert_eq!(members(Outcome::WIN_OR_LOSS), [loss, win]);
        assert_eq!(members(Outcome::ANY), EXACT);
    }

    #[test]
    fn or_better_adds_all_above_the_worst_and_or_worse_all_below_the_best() {
        for any in Outcome::ALL {
            let above = EXACT.into_iter().filter(|exact| *exact >= members(any)[0]);
            assert_eq!(any.or_better(), set(above), "{any}");
            let best = *members(any).last().expect("a member");
            let below = EXACT.into_iter().filter(|exact| *exact <= best);
            assert_eq!(any.or_worse(), set(below), "{any}");
        }
    }

    #[test]
    fn within_means_that_every_member_is_there() {
        for (a, b) in pairs() {
            let subset = members(a).iter().all(|member| members(b).contains(member));
            assert_eq!(a.is_within(b), subset, "{a} within {b}");
        }
    }

    #[test]
    fn worst_best_and_exact_are_told_by_the_members() {
        for a in Outcome::ALL {
            assert_eq!(Some(a.worst()), members(a).first().copied(), "{a}");
            assert_eq!(Some(a.best()), members(a).last().copied(), "{a}");
            assert_eq!(a.is_exact(), members(a).len() == 1, "{a}");
        }
    }

    #[test]
    fn flip_swaps_win_and_loss_and_undoes_itself() {
        assert_eq!(EXACT.map(Outcome::flip), [Outcome::WIN, Outcome::DRAW, Outcome::LOSS]);
        for a in Outcome::ALL {
            assert_eq!(a.flip(), set(members(a).into_iter().map(Outcome::flip)), "{a}");
            assert_eq!(a.flip().flip(), a);
            assert_eq!(a.flip().worst(), a.best().flip(), "{a}");
        }
    }

    #[test]
    fn join_is_the_set_of_maxima() {
        for (a, b) in pairs() {
            let maxima =
                members(a).into_iter().flat_map(|x| members(b).into_iter().map(move |y| x.max(y)));
            assert_eq!(a.join(b), set(maxima), "{a} join {b}");
        }
    }

    #[test]
    fn join_doesnt_care_for_order_grouping_or_repetition() {
        for (a, b) in pairs() {
            assert_eq!(a.join(b), b.join(a), "{a} join {b}");
            assert_eq!(a.join(a), a);
            for c in Outcome::ALL {
                assert_eq!(a.join(b).join(c), a.join(b.join(c)), "{a} join {b} join {c}");
            }
        }
    }

    #[test]
    fn meet_keeps_the_common_members() {
        for (a, b) in pairs() {
            let common = members(a).into_iter().filter(|member| member.is_within(b));
            let met = a.meet(b).map_or(vec![], members);
            assert_eq!(met, common.collect::<Vec<_>>(), "{a} meet {b}");
        }
    }

    #[test]
    fn knowing_more_only_narrows_what_follows() {
        for (narrow, wide) in pairs().filter(|(narrow, wide)| narrow.is_within(*wide)) {
            assert!(narrow.flip().is_within(wide.flip()), "{narrow} in {wide}");
            for other in Outcome::ALL {
                assert!(
                    narrow.join(other).is_within(wide.join(other)),
                    "{narrow} in {wide}, {other}"
                );
                if let Some(met) = narrow.meet(other) {
                    assert!(wide.meet(other).is_some_and(|wider| met.is_within(wider)));
                    assert!(met.is_within(narrow) && met.is_within(other));
                }
            }
        }
    }

    #[test]
    fn sets_are_shown_best_first() {
        let shown = Outcome::ALL.map(|set| set.to_string());
        let expected = [
            "loss",
            "draw",
            "win",
            "draw or loss",
            "win or draw",
            "win or loss",
            "win, draw or loss",
        ];
        assert_eq!(shown, expected);
        assert_eq!(format!("{:>6}|{:<5}", Outcome::WIN, Outcome::DRAW), "   win|draw ");
        assert_eq!(format!("{:?}", Outcome::DRAW_OR_LOSS), "Outcome(draw or loss)");
    }
}
