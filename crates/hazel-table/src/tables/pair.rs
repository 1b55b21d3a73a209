//! Who wins at least and at most, in one symbol.
//!
//! One, and not two streams: where both are the same, which is nearly everywhere, the second costs nothing, and a probe
//! reads once.

use crate::Wdl;

/// All pairs of values, the lower first, in the order of their symbols: first those that are one value, and then the more
/// values lie between them, the later.
pub(super) const PAIRS: [(Wdl, Wdl); COUNT] = {
    let mut pairs = [(Wdl::Loss, Wdl::Loss); COUNT];
    let (mut symbol, mut apart) = (0, 0);
    while apart < 5 {
        let mut lower = 0;
        while lower + apart < 5 {
            pairs[symbol] = (Wdl::ALL[lower], Wdl::ALL[lower + apart]);
            symbol += 1;
            lower += 1;
        }
        apart += 1;
    }
    pairs
};

/// How many pairs there are.
pub(super) const COUNT: usize = 15;

/// The pair of a symbol, if there is one.
#[inline]
pub(super) fn pair(symbol: u16) -> Option<(Wdl, Wdl)> {
    PAIRS.get(usize::from(symbol)).copied()
}

/// The symbol of two values, of which the first is not the better one.
#[inline]
pub(super) const fn symbol(lower: Wdl, upper: Wdl) -> u8 {
    let apart = upper.number() - lower.number();
    // So many pairs have fewer values between them.
    let before = [0, 5, 9, 12, 14][apart as usize];
    before + (lower.number() + 2) as u8
}

/// Whether the 50-move rule spoils one of two values.
#[inline]
pub(super) const fn is_spoiled((lower, upper): (Wdl, Wdl)) -> bool {
    matches!(lower, Wdl::BlessedLoss | Wdl::CursedWin)
        || matches!(upper, Wdl::BlessedLoss | Wdl::CursedWin)
}

#[cfg(test)]
mod tests {
    use super::{COUNT, pair, symbol};
    use crate::Wdl;

    #[test]
    fn every_pair_has_its_symbol() {
        let mut symbols = vec![];
        for lower in Wdl::ALL {
            for upper in Wdl::ALL.into_iter().filter(|&upper| upper >= lower) {
                let symbol = u16::from(symbol(lower, upper));
                assert_eq!(pair(symbol), Some((lower, upper)));
                symbols.push(symbol);
            }
        }
        symbols.sort_unstable();
        assert!(symbols.into_iter().eq(0..COUNT as u16));
        assert_eq!(pair(COUNT as u16), None);
        assert_eq!(Wdl::ALL.map(|wdl| symbol(wdl, wdl)), [0, 1, 2, 3, 4]);
    }
}
