//! Which steps a familiar wants to be told.

use std::ops::{BitOr, BitOrAssign, Not, Sub};

/// A set of classes of steps. A familiar is not woken for steps of other classes.
///
/// There are sixteen classes, because then the class of an entry is four bits and a tape can keep them as four planes:
/// whether each of 64 entries is wanted is found at once, and a familiar that wants few of
/// them skips the others for nothing. The classes of chess are the twelve pieces and four kinds of metadata; see the
/// constructors in `chess.rs`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Interest(u16);

impl Interest {
    /// Nothing at all.
    pub const NONE: Interest = Interest(0);
    /// Every step.
    pub const ALL: Interest = Interest(u16::MAX);

    /// One class, 0 to 15; of a higher number the lowest four bits count.
    pub const fn class(class: u8) -> Interest {
        Interest(1 << (class & 15))
    }

    /// Whether steps of this class are wanted.
    pub const fn contains(self, class: u8) -> bool {
        self.0 >> (class & 15) & 1 == 1
    }

    /// What either wants; `|` where a constant is made.
    pub const fn with(self, other: Interest) -> Interest {
        Interest(self.0 | other.0)
    }

    /// Of 64 entries those that are wanted, where bit `i` of `planes[p]` is bit `p` of the class of entry `i`.
    ///
    /// The set is read as a truth table of four variables and folded by one variable at a time, so that all 64 entries
    /// are decided by 15 selections, whatever the set is.
    #[inline]
    pub(crate) fn select(self, planes: [u64; 4]) -> u64 {
        if self == Interest::ALL {
            return u64::MAX;
        }
        let mut table: [u64; 16] =
            std::array::from_fn(|class| 0u64.wrapping_sub(u64::from(self.0 >> class & 1)));
        for (step, plane) in planes.into_iter().enumerate() {
            for pair in 0..8 >> step {
                table[pair] = (table[2 * pair] & !plane) | (table[2 * pair + 1] & plane);
            }
        }
        table[0]
    }
}

impl BitOr for Interest {
    type Output = Interest;

    fn bitor(self, other: Interest) -> Interest {
        self.with(other)
    }
}

impl BitOrAssign for Interest {
    fn bitor_assign(&mut self, other: Interest) {
        *self = *self | other;
    }
}

impl Sub for Interest {
    type Output = Interest;

    fn sub(self, other: Interest) -> Interest {
        Interest(self.0 & !other.0)
    }
}

impl Not for Interest {
    type Output = Interest;

    fn not(self) -> Interest {
        Interest(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selecting_64_at_once_is_asking_each() {
        // Entry i has the class i mod 16 in the low half and its complement in the high half.
        let class = |entry: u32| (if entry < 32 { entry % 16 } else { 15 - entry % 16 }) as u8;
        let planes = std::array::from_fn(|plane| {
            (0..64).fold(0, |bits, entry| bits | u64::from(class(entry) >> plane & 1) << entry)
        });
        for bits in 0..=u16::MAX {
            let interest = Interest(bits);
            let selected = interest.select(planes);
            for entry in 0..64 {
                assert_eq!(selected >> entry & 1 == 1, interest.contains(class(entry)), "{bits:x}");
            }
        }
    }

    #[test]
    fn interests_are_sets() {
        let [low, high] = [0, 15].map(Interest::class);
        let mut both = low;
        both |= high;
        assert_eq!((both, both - low), (low | high, high));
        assert!(both.contains(15) && !both.contains(14) && (!both).contains(14));
        assert_eq!((!Interest::NONE, Interest::class(16)), (Interest::ALL, low));
    }
}
