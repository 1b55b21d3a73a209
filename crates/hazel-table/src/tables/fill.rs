//! Symbols for slots in which several will do, and the order in which a table is stored.
//!
//! Files get small where runs of equal symbols are long. A slot that no legal position has takes any symbol, and one whose
//! value a capture tells takes any that isn't better, and most positions in check take nearly any; all join the run that they
//! stand in. Which dimension of the index
//! changes from slot to slot makes as much of a difference and depends on the pieces, so all orders are tried, and the one
//! with the fewest runs is taken.
//!
//! All this is decided once, before a table is written for the first time. It is part of what the table says, and so of
//! its id, however the table is packed later.

use super::order::{Slots, in_order};
use crate::file::Symbols;
use crate::packed::Swap;

/// About so many slots are looked at to find the best order.
const SAMPLE: usize = 1 << 19;

/// So many slots are made once and for all, and more of them again for each look at them.
const FEW: usize = 1 << 20;

/// The symbols that tables have which know every value.
const COMMON: u16 = 0b1_1111;

/// Which symbols a slot takes; there is at least one.
pub(super) trait Takes: Copy {
    /// All symbols.
    const ANY: Self;

    /// Those that both take, if there are any.
    fn both(self, other: Self) -> Option<Self>;

    /// The one that is stored.
    fn symbol(self) -> u16;

    /// Whether it takes a symbol.
    fn takes(self, symbol: u16) -> bool;
}

/// Which symbols a slot takes, in as few bytes as possible: many are in memory at once.
pub(super) trait Slot: Copy {
    type Takes: Takes;

    /// It takes all symbols.
    const ANY: Self;

    /// The symbols that it takes.
    fn takes(self) -> Self::Takes;
}

/// Any of a set of symbols below 16.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OneOf(pub(super) u16);

impl Takes for OneOf {
    const ANY: OneOf = OneOf(u16::MAX);

    #[inline]
    fn both(self, other: OneOf) -> Option<OneOf> {
        Some(OneOf(self.0 & other.0)).filter(|both| both.0 != 0)
    }

    fn symbol(self) -> u16 {
        // Nothing binds it, or the highest of the most common symbols that it takes, or the lowest of the others.
        match self.0 & COMMON {
            _ if self == Takes::ANY => 0,
            0 => self.0.trailing_zeros() as u16,
            common => common.ilog2() as u16,
        }
    }

    fn takes(self, symbol: u16) -> bool {
        self.0 >> symbol & 1 != 0
    }
}

/// One symbol alone, or any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Only(pub(super) u16);

impl Takes for Only {
    const ANY: Only = Only(u16::MAX);

    #[inline]
    fn both(self, other: Only) -> Option<Only> {
        match self {
            any if any == Takes::ANY => Some(other),
            _ if other == Takes::ANY || other == self => Some(self),
            _ => None,
        }
    }

    fn symbol(self) -> u16 {
        if self == Takes::ANY { 0 } else { self.0 }
    }

    fn takes(self, symbol: u16) -> bool {
        self == Takes::ANY || self.0 == symbol
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
        return choose(slots, highest, swaps);
    }
    // What is small enough is made once.
    let mut all = Vec::with_capacity(slots.len());
    in_order(&slots, None, 1, |slot| all.push(slot));
    choose(all, highest, swaps)
}

fn choose<'a, S: Slot + 'a>(
    slots: impl Slots<S> + 'a,
    highest: u16,
    swaps: &[Swap],
) -> Symbols<'a> {
    let orders = [None].into_iter().chain(swaps.iter().copied().map(Some));
    // Odd, so that not always the same column of blocks is looked at.
    let every = (slots.len() / SAMPLE) | 1;
    let runs = |swap: &Option<Swap>| {
        let mut count = 0;
        each_run(&slots, *swap, every, |_, _, _| count += 1);
        count
    };
    // The first of equally good ones.
    let swap = if swaps.is_empty() { None } else { orders.min_by_key(runs).flatten() };
    let length = slots.len() as u64;
    let runs = move |show: &mut dyn FnMut(u16, u64)| each_round_run(&slots, swap, show);
    Symbols { swap, length, highest, runs: Box::new(runs) }
}

/// Shows runs as few as can be. Where one may end earlier for the next one, it gets the roundest length: what is learned of
/// lengths is then learned of fewer of them.
fn each_round_run<S: Slot>(
    slots: &impl Slots<S>,
    swap: Option<Swap>,
    mut show: impl FnMut(u16, u64),
) {
    let (mut last, mut last_length, mut last_slots) = (0, 0, Recent::<S::Takes>::new());
    each_run(slots, swap, 1, |symbol, length, slots| {
        let mut length = length;
        if last_length > 0 {
            let free = last_slots.trailing(symbol);
            let kept = roundest((last_length - free).max(1), last_length);
            show(last, kept);
            length += last_length - kept;
        }
        (last, last_length, last_slots) = (symbol, length, *slots);
    });
    if last_length > 0 {
        show(last, last_length);
    }
}

/// The number from one to another that most powers of two divide.
fn roundest(from: u64, to: u64) -> u64 {
    let power = ((from - 1) ^ to).ilog2();
    to >> power << power
}

/// Shows runs, each as long as can be, with their last slots: all slots of one take the same symbol. Of columns, only every so
/// many are looked at.
fn each_run<S: Slot>(
    slots: &impl Slots<S>,
    swap: Option<Swap>,
    every: usize,
    mut show: impl FnMut(u16, u64, &Recent<S::Takes>),
) {
    let (mut run, mut length) = (<S::Takes as Takes>::ANY, 0);
    let mut recent = Recent::new();
    in_order(slots, swap, every, |slot| {
        let slot = slot.takes();
        run = run.both(slot).unwrap_or_else(|| {
            show(run.symbol(), length, &recent);
            length = 0;
            recent.next = 0;
            slot
        });
        recent.push(slot);
        length += 1;
    });
    if length > 0 {
        show(run.symbol(), length, &recent);
    }
}

/// The last slots of a run.
#[derive(Clone, Copy)]
struct Recent<T> {
    slots: [T; RECENT],
    next: usize,
}

/// So many slots can change from a run to the next one.
const RECENT: usize = 32;

impl<T: Takes> Recent<T> {
    fn new() -> Recent<T> {
        Recent { slots: [T::ANY; RECENT], next: 0 }
    }

    #[inline]
    fn push(&mut self, slot: T) {
        self.slots[self.next % RECENT] = slot;
        self.next += 1;
    }

    /// How many of the last slots take a symbol. The run may have got more slots since, at its beginning.
    fn trailing(&self, symbol: u16) -> u64 {
        let known = self.next.min(RECENT);
        let slots = (1..=known).map(|back| self.slots[(self.next - back) % RECENT]);
        slots.take_while(|slot| slot.takes(symbol)).count() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{OneOf, Only, OnlyLow, Slot, Takes, fill, roundest};
    use crate::packed::{Section, Swap};

    impl Slot for OneOf {
        type Takes = OneOf;

        const ANY: OneOf = <OneOf as Takes>::ANY;

        fn takes(self) -> OneOf {
            self
        }
    }

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
    fn free_slots_make_runs_longer() {
        let one = |symbol: u16| OneOf(1 << symbol);
        let at_most = |symbol: u16| OneOf((2 << symbol) - 1);
        let list = |slots: &[OneOf]| filled(slots, &[]).1;
        let any: OneOf = Slot::ANY;
        let slots = [any, one(3), at_most(4), at_most(3), any, at_most(2), any, one(3), at_most(0)];
        assert_eq!(list(&slots), [3, 3, 3, 3, 2, 2, 3, 3, 0]);
        assert_eq!(list(&[one(4), at_most(2), at_most(3), one(1)]), [4, 1, 1, 1]);
        assert_eq!(list(&[one(4), at_most(2), any, one(3)]), [4, 2, 2, 3]);
        assert_eq!(list(&[OneOf(0b110), OneOf(0b101), OneOf(0b011)]), [2, 2, 1]);
        assert_eq!(list(&[any, any]), [0, 0]);
        assert_eq!(list(&[]), []);
        let any: Only = Slot::ANY;
        assert_eq!(filled(&[any, Only(300), any, Only(2), any], &[]).1, [300, 300, 2, 2, 2]);
        let any = OnlyLow::ANY;
        assert_eq!(filled(&[any, OnlyLow(254), any, OnlyLow(2)], &[]).1, [254, 254, 2, 2]);
    }

    #[test]
    fn a_run_ends_where_its_length_is_round() {
        assert_eq!(
            [(1, 1), (1, 7), (5, 7), (7, 9), (9, 9), (33, 100)]
                .map(|(from, to)| roundest(from, to)),
            [1, 4, 6, 8, 9, 64]
        );
        let one = |symbol: u16| OneOf(1 << symbol);
        let any: OneOf = Slot::ANY;
        let slots = [one(2), one(2), one(2), any, any, any, one(4), any, any, one(2)];
        assert_eq!(filled(&slots, &[]).1, [2, 2, 2, 2, 4, 4, 4, 4, 2, 2]);
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
