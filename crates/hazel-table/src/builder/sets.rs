//! What the moves that leave a key are worth, for 64 positions at once.

use std::ops::{BitAnd, BitOrAssign};

use crate::Wdl;

/// Where moves that leave the key lead, seen from the side that makes them: five sets of positions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Exits {
    /// There is a legal move.
    pub(crate) any: u64,
    /// One wins.
    pub(crate) win: u64,
    /// One wins, but for the 50-move rule.
    pub(crate) cursed: u64,
    /// One doesn't lose, even without the 50-move rule: wins, cursed wins and draws.
    pub(crate) hold: u64,
    /// One loses, but for the 50-move rule.
    pub(crate) blessed: u64,
}

impl Exits {
    /// All sets full or empty, as one bit of each says.
    pub(crate) fn spread(self, bit: usize) -> Exits {
        self.map(|set| (set >> bit & 1).wrapping_neg())
    }

    /// What the other side, which answers, leaves of the best of this side: the worse of both exits where there is
    /// an answer, and the answer alone where there is no other move.
    pub(crate) fn answered(self, answer: Exits, stuck: u64) -> Exits {
        let (a, b) = (self, answer);
        let win = a.win & b.win;
        let hold = a.hold & b.hold;
        let worse = Exits {
            any: a.any,
            win,
            cursed: (a.win | a.cursed) & (b.win | b.cursed) & !win,
            hold,
            blessed: (a.hold | a.blessed) & (b.hold | b.blessed) & !hold,
        };
        let mut all = a & !b.any;
        all |= worse & (b.any & !stuck);
        all |= b & (a.any & stuck);
        all
    }

    /// The same seen from the other side.
    pub(crate) fn flip(self) -> Exits {
        Exits {
            any: self.any,
            win: self.any & !(self.hold | self.blessed),
            cursed: self.blessed & !self.hold,
            hold: self.any & !(self.win | self.cursed),
            blessed: self.cursed & !self.win,
        }
    }

    /// The best exit of the position with this bit, if it has one.
    pub(crate) fn best(self, bit: usize) -> Option<Wdl> {
        let is_in = |set: u64| set >> bit & 1 != 0;
        let best = match () {
            () if is_in(self.win) => Wdl::Win,
            () if is_in(self.cursed) => Wdl::CursedWin,
            () if is_in(self.hold) => Wdl::Draw,
            () if is_in(self.blessed) => Wdl::BlessedLoss,
            () => Wdl::Loss,
        };
        is_in(self.any).then_some(best)
    }

    fn map(self, f: impl Fn(u64) -> u64) -> Exits {
        Exits {
            any: f(self.any),
            win: f(self.win),
            cursed: f(self.cursed),
            hold: f(self.hold),
            blessed: f(self.blessed),
        }
    }
}

impl BitAnd<u64> for Exits {
    type Output = Exits;

    #[inline]
    fn bitand(self, mask: u64) -> Exits {
        self.map(|set| set & mask)
    }
}

impl BitOrAssign for Exits {
    #[inline]
    fn bitor_assign(&mut self, other: Exits) {
        self.any |= other.any;
        self.win |= other.win;
        self.cursed |= other.cursed;
        self.hold |= other.hold;
        self.blessed |= other.blessed;
    }
}
