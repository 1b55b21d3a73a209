//! Symbols for slots in which several will do, and the order in which a table is stored.
//!
//! Files get small where runs of equal symbols are long. A slot that no legal position has takes any symbol, and one whose
//! value a capture tells takes any that isn't better; both join the run that they stand in. Which dimension of the index
//! changes from slot to slot makes as much of a difference and depends on the pieces, so all orders are tried, and the one
//! with the fewest runs is taken.
//!
//! All this is decided once, before a table is written for the first time. It is part of what the table says, and so of
//! its id, however the table is packed later.

use crate::file::Symbols;
use crate::packed::Swap;

/// Added to a symbol: this one or a lower one.
pub(super) const AT_MOST: u16 = 1 << 15;
/// A slot in which any symbol will do.
pub(super) const ANY: u16 = AT_MOST | HIGHEST;
/// No symbol is higher.
const HIGHEST: u16 = AT_MOST - 1;

/// About so many slots are looked at to find the best order.
const SAMPLE: usize = 1 << 19;
/// So many neighbours are looked at at once where no dimensions change places.
const NEIGHBOURS: usize = 1 << 10;

/// Chooses an order and a symbol for every slot. No other choice of symbols has fewer runs in that order.
pub(super) fn fill(slots: &[u16], swaps: &[Swap]) -> Symbols {
    let orders = [None].into_iter().chain(swaps.iter().copied().map(Some));
    // Odd, so that not always the same column of blocks is looked at.
    let every = (slots.len() / SAMPLE) | 1;
    let runs = |swap: &Option<Swap>| {
        let mut count = 0;
        each_run(slots, *swap, every, |_, _| count += 1);
        count
    };
    // The first of equally good ones.
    let swap = if swaps.is_empty() { None } else { orders.min_by_key(runs).flatten() };
    let mut list = Vec::with_capacity(slots.len());
    each_run(slots, swap, 1, |symbol, length| list.extend(std::iter::repeat_n(symbol, length)));
    Symbols { swap, list }
}

/// Shows runs, each as long as can be: all slots of one take the same symbol. Of columns, only every so many are looked at.
fn each_run(slots: &[u16], swap: Option<Swap>, every: usize, mut show: impl FnMut(u16, usize)) {
    let mut run = Run::NEW;
    in_order(slots, swap, every, |slot| {
        if !run.takes(slot) {
            show(run.symbol(), run.length);
            run = Run::NEW;
            run.takes(slot);
        }
        run.length += 1;
    });
    if run.length > 0 {
        show(run.symbol(), run.length);
    }
}

/// A run that may go on.
struct Run {
    /// The symbol, if a slot takes no other.
    fixed: Option<u16>,
    /// The highest symbol that all slots take.
    most: u16,
    length: usize,
}

impl Run {
    const NEW: Run = Run { fixed: None, most: HIGHEST, length: 0 };

    /// Whether the slot can belong to the run; if so, the run is bound by what it takes.
    #[inline]
    fn takes(&mut self, slot: u16) -> bool {
        if slot & AT_MOST == 0 {
            let takes = self.fixed.map_or(slot <= self.most, |fixed| slot == fixed);
            if takes {
                self.fixed = Some(slot);
            }
            return takes;
        }
        let most = self.most.min(slot & !AT_MOST);
        let takes = self.fixed.is_none_or(|fixed| fixed <= most);
        if takes {
            self.most = most;
        }
        takes
    }

    /// Zero if nothing binds it.
    fn symbol(&self) -> u16 {
        self.fixed.unwrap_or(if self.most == HIGHEST { 0 } else { self.most })
    }
}

/// Shows the slots in the order in which they are stored, or of every so many columns.
fn in_order(slots: &[u16], swap: Option<Swap>, every: usize, mut show: impl FnMut(u16)) {
    let Some(Swap { rows, columns }) = swap else {
        let neighbours = slots.chunks(NEIGHBOURS).step_by(every);
        return neighbours.flatten().copied().for_each(show);
    };
    let (rows, columns) = (rows as usize, columns as usize);
    for column in (0..slots.len() / rows).step_by(every) {
        let first = column / columns * (rows * columns) + column % columns;
        slots[first..].iter().step_by(columns).take(rows).copied().for_each(&mut show);
    }
}

#[cfg(test)]
mod tests {
    use super::{ANY, AT_MOST, fill};
    use crate::packed::Swap;

    fn filled(slots: &[u16]) -> Vec<u16> {
        fill(slots, &[]).list
    }

    #[test]
    fn free_slots_make_runs_longer() {
        let slots = [ANY, 3, AT_MOST | 4, AT_MOST | 3, ANY, AT_MOST | 2, ANY, 3, AT_MOST];
        assert_eq!(filled(&slots), [3, 3, 3, 3, 3, 2, 2, 3, 0]);
        assert_eq!(filled(&[4, AT_MOST | 2, AT_MOST | 3, 1]), [4, 1, 1, 1]);
        assert_eq!(filled(&[4, AT_MOST | 2, ANY, 3]), [4, 2, 2, 3]);
        assert_eq!(filled(&[ANY, ANY]), [0, 0]);
        assert_eq!(filled(&[]), []);
    }

    #[test]
    fn the_order_with_the_fewest_runs_is_taken() {
        let swap = Swap { rows: 2, columns: 3 };
        let slots = [1, 2, ANY, 1, ANY, 3];
        let filled = fill(&slots, &[swap]);
        assert_eq!((filled.swap, filled.list), (Some(swap), vec![1, 1, 2, 2, 2, 3]));
        assert_eq!(fill(&[1, 1, 1, 2, 2, 2], &[swap]).swap, None);
    }
}
