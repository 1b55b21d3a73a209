//! The order in which a table is stored, and what each slot takes.
//!
//! A slot that no legal position has takes any symbol, and one whose value a capture tells takes any that isn't better, and most
//! positions in check take nearly any. Which dimension of the index
//! changes from slot to slot makes as much of a difference and depends on the pieces, so all orders are tried, and the one
//! with the fewest runs is taken.
//!
//! All this is decided once, before a table is written for the first time. It is part of what the table says, and so of
//! its id, however the table is packed later.

use super::order::{Slots, in_order};
use crate::file::{Choices, Symbols};
use crate::packed::{Filler, OneOf, Only, Swap, Takes};

/// About so many slots are looked at to find the best order.
const SAMPLE: usize = 1 << 19;

/// So many slots are made once and for all, and more of them again for each look at them.
const FEW: usize = 1 << 20;

/// Which symbols a slot takes, in as few bytes as possible: many are in memory at once.
pub(super) trait Slot: Copy {
    type Takes: Takes;

    /// It takes all symbols.
    const ANY: Self;

    /// The symbols that it takes.
    fn takes(self) -> Self::Takes;
}

impl Slot for OneOf {
    type Takes = OneOf;

    const ANY: OneOf = <OneOf as Takes>::ANY;

    #[inline]
    fn takes(self) -> OneOf {
        self
    }
}

impl Slot for Only {
    type Takes = Only;

    const ANY: Only = <Only as Takes>::ANY;

    #[inline]
    fn takes(self) -> Only {
        self
    }
}

/// One symbol below 255 alone, or any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OnlyLow(pub(super) u8);

impl Slot for OnlyLow {
    type Takes = Only;

    const ANY: OnlyLow = OnlyLow(u8::MAX);

    #[inline]
    fn takes(self) -> Only {
        if self == OnlyLow::ANY { Takes::ANY } else { Only(self.0.into()) }
    }
}

/// Chooses an order and a symbol for every slot. No other choice of symbols has fewer runs in that order.
pub(super) fn fill<'a, S: Slot + 'a>(
    slots: impl Slots<S> + 'a,
    highest: u16,
    swaps: &[Swap],
) -> Symbols<'a> {
    if slots.len() > FEW {
        return fill_in_best_order(slots, highest, swaps);
    }
    // What is small enough is made once.
    let mut all = Vec::with_capacity(slots.len());
    in_order(&slots, None, 1, |slot| all.push(slot));
    fill_in_best_order(all, highest, swaps)
}

fn fill_in_best_order<'a, S: Slot + 'a>(
    slots: impl Slots<S> + 'a,
    highest: u16,
    swaps: &[Swap],
) -> Symbols<'a> {
    let (swap, length) = (best_order(&slots, swaps), slots.len() as u64);
    let runs = move |show: &mut dyn FnMut(u16, u64)| each_run(&slots, swap, 1, show);
    Symbols { swap, length, highest, runs: Box::new(runs) }
}

/// Chooses an order, and leaves the choice of symbols to whoever writes them.
pub(super) fn leave_open<'a>(slots: impl Slots<OneOf> + 'a, swaps: &[Swap]) -> Choices<'a> {
    let (swap, length) = (best_order(&slots, swaps), slots.len() as u64);
    let places = move |show: &mut dyn FnMut(OneOf)| in_order(&slots, swap, 1, show);
    Choices { swap, length, places: Box::new(places) }
}

/// The order with the fewest runs.
fn best_order<S: Slot>(slots: &impl Slots<S>, swaps: &[Swap]) -> Option<Swap> {
    if swaps.is_empty() {
        return None;
    }
    // Odd, so that not always the same column of blocks is looked at.
    let every = (slots.len() / SAMPLE) | 1;
    let runs = |swap: &Option<Swap>| {
        let mut count = 0;
        each_run(slots, *swap, every, |_, _| count += 1);
        count
    };
    // The first of equally good ones.
    [None].into_iter().chain(swaps.iter().copied().map(Some)).min_by_key(runs).flatten()
}

/// Shows runs as few as can be. Of columns, only every so many are looked at.
fn each_run<S: Slot>(
    slots: &impl Slots<S>,
    swap: Option<Swap>,
    every: usize,
    mut show: impl FnMut(u16, u64),
) {
    let mut filler = Filler::new();
    in_order(slots, swap, every, |slot| filler.push(slot.takes(), &mut show));
    filler.finish(show);
}

#[cfg(test)]
mod tests {
    use super::{Only, OnlyLow, Slot, fill};
    use crate::packed::{Section, Swap};

    /// The symbols of these slots, as they are stored.
    fn filled<S: Slot + 'static>(slots: &[S], swaps: &[Swap]) -> (Option<Swap>, Vec<u16>) {
        let symbols = fill(slots.to_vec(), 15, swaps);
        let mut list = vec![];
        (symbols.runs)(&mut |symbol, count| {
            list.extend(std::iter::repeat_n(symbol, count as usize));
        });
        assert_eq!(symbols.length, list.len() as u64);
        (symbols.swap, list)
    }

    #[test]
    fn a_low_symbol_takes_one_byte_and_says_the_same() {
        let any: Only = Slot::ANY;
        assert_eq!(filled(&[any, Only(254), any, Only(2)], &[]).1, [254, 254, 2, 2]);
        let any = OnlyLow::ANY;
        assert_eq!(filled(&[any, OnlyLow(254), any, OnlyLow(2)], &[]).1, [254, 254, 2, 2]);
    }

    #[test]
    fn the_order_with_the_fewest_runs_is_taken() {
        let swap = Swap::new(&[Section { length: 6, rows: 2, columns: 3 }]).expect("one block");
        let any: Only = Slot::ANY;
        let slots = [Only(1), Only(2), any, Only(1), any, Only(3)];
        assert_eq!(filled(&slots, &[swap]), (Some(swap), vec![1, 1, 2, 2, 3, 3]));
        assert_eq!(filled(&[1, 1, 1, 2, 2, 2].map(Only), &[swap]).0, None);
    }
}
