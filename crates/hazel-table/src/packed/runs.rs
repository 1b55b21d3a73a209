//! Sequences as runs of equal symbols: what tables are made of, and never in memory as a list.

/// Shows all symbols of a sequence in their order, each with how often it stands there behind itself, the same whenever it
/// is called. Neighbours may be equal.
pub type Runs<'a> = dyn Fn(&mut dyn FnMut(u16, u64)) + 'a;

/// So many times the same symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) symbol: u16,
    pub(super) length: u32,
}

/// Runs in the order in which they came, most of them in two bytes: a list of them would be four times as long.
///
/// Each is a number, twice its symbol and 1 if it is longer than one symbol, and then the rest of its length. Numbers have
/// seven bits a byte, the lowest first.
#[derive(Default)]
pub(crate) struct ShortRuns(Vec<u8>);

impl ShortRuns {
    /// Those of a sequence, for who looks at it twice and takes long to make it.
    pub(crate) fn of(runs: &Runs<'_>) -> ShortRuns {
        let mut short = ShortRuns::default();
        each_whole_run(runs, |run| short.push(run));
        short.close();
        short
    }

    /// Shows them all.
    pub(crate) fn show(&self, show: &mut dyn FnMut(u16, u64)) {
        self.iter().for_each(|run| show(run.symbol, run.length.into()));
    }

    /// Adds a run of at least one symbol.
    #[inline]
    pub(super) fn push(&mut self, run: Run) {
        let is_longer = run.length > 1;
        self.number(u32::from(run.symbol) << 1 | u32::from(is_longer));
        if is_longer {
            self.number(run.length - 2);
        }
    }

    /// No more come: what was kept free for them goes.
    pub(super) fn close(&mut self) {
        self.0.shrink_to_fit();
    }

    /// How many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        self.0.capacity()
    }

    /// The runs.
    pub(super) fn iter(&self) -> impl Iterator<Item = Run> + '_ {
        let mut rest = self.0.iter();
        std::iter::from_fn(move || {
            let head = number(&mut rest)?;
            let length = if head & 1 == 0 { 1 } else { number(&mut rest)? + 2 };
            Some(Run { symbol: (head >> 1) as u16, length })
        })
    }

    #[inline]
    fn number(&mut self, mut number: u32) {
        while number >= 128 {
            self.0.push(number as u8 | 128);
            number >>= 7;
        }
        self.0.push(number as u8);
    }
}

/// Takes a number off the beginning of bytes, if there is one.
#[inline]
fn number(bytes: &mut std::slice::Iter<'_, u8>) -> Option<u32> {
    let mut number = 0;
    for shift in (0..).step_by(7) {
        let byte = *bytes.next()?;
        number |= u32::from(byte & 127) << shift;
        if byte < 128 {
            break;
        }
    }
    Some(number)
}

/// A list as runs.
pub fn runs_of(symbols: &[u16]) -> impl Fn(&mut dyn FnMut(u16, u64)) + '_ {
    |show| symbols.chunk_by(|a, b| a == b).for_each(|run| show(run[0], run.len() as u64))
}

/// Shows runs as long as they can be: neighbours are different, or too long for one.
pub(super) fn each_whole_run(runs: &Runs<'_>, mut show: impl FnMut(Run)) {
    let mut last = Run { symbol: 0, length: 0 };
    runs(&mut |symbol, count| {
        let mut count = count;
        if symbol != last.symbol && last.length > 0 {
            show(last);
            last.length = 0;
        }
        last.symbol = symbol;
        while let Some(over) = (u64::from(last.length) + count).checked_sub(1 << 32) {
            show(Run { symbol, length: u32::MAX });
            (last.length, count) = (0, over + 1);
        }
        last.length += count as u32;
    });
    if last.length > 0 {
        show(last);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, prop_assert, proptest};

    use super::{Run, ShortRuns, each_whole_run};

    proptest! {
        #[test]
        fn short_runs_are_the_runs_that_came(
            list in prop::collection::vec((any::<u16>(), any::<u32>(), 0_u32..32), 0..50)
        ) {
            let runs = list.into_iter().map(|(symbol, length, shift)| {
                Run { symbol: symbol >> (shift / 2), length: (length >> shift).max(1) }
            });
            let runs: Vec<Run> = runs.collect();
            let mut short = ShortRuns::default();
            for &run in &runs {
                short.push(run);
            }
            short.close();
            prop_assert!(short.iter().eq(runs));
        }
    }

    #[test]
    fn equal_neighbours_are_one_run_unless_it_is_too_long() {
        let mut shown = vec![];
        let huge = 3 << 32;
        let runs = |show: &mut dyn FnMut(u16, u64)| {
            for (symbol, count) in [(7, 1), (7, 2), (0, 1), (0, 0), (0, 1), (9, huge)] {
                show(symbol, count);
            }
        };
        each_whole_run(&runs, |run| shown.push(run));
        let most = Run { symbol: 9, length: u32::MAX };
        let all = [
            Run { symbol: 7, length: 3 },
            Run { symbol: 0, length: 2 },
            most,
            most,
            most,
            Run { symbol: 9, length: 3 },
        ];
        assert_eq!(shown, all);
    }
}
