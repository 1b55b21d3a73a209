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
    use super::{Run, each_whole_run};

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
