//! `hazel table generate`, `info` and `verify`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::super::positive;
use super::{Closure, Place, SyzygyPlace};

pub(super) const GENERATE_HELP: &str = "\
Tables are built from those with fewer men up; what is there already is kept,
unless more is known now than when it was built. Work that was stopped goes on
where it was: a finished table is on the disk at once.

At most three pieces besides kings and pawns; where a promotion leads beyond
that, the table holds bounds.

With --syzygy, what Syzygy's files answer is not built but taken from them, of up
to seven men. Such tables are probed with the same files.

Examples:
  A rook against a bare king:
    $ hazel table generate KRvK --tables tables

  One pawn structure, with promotions to queens only, in at most ten minutes:
    $ hazel table generate Ka4vKa5 --closure queen --budget 10m --tables tables

  With at most 2 GiB for a table and its children:
    $ hazel table generate KBvK --budget 2GB --tables tables";

#[derive(Args, Debug)]
pub(crate) struct Generate {
    /// Keys, such as KRf4vKR, or families, such as KRPvKR
    #[arg(required = true, value_name = "KEY|FAMILY")]
    pub(crate) keys: Vec<String>,
    /// Which promotions are followed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) closure: Closure,
    /// The most memory for a table with its children, the most time, or both: 4GB, 10m or 4GB/10m
    #[arg(long, value_name = "MEM/TIME", value_parser = budget)]
    pub(crate) budget: Option<Budget>,
    #[command(flatten)]
    pub(crate) syzygy: SyzygyPlace,
    #[command(flatten)]
    pub(crate) place: Place,
}

/// The most that may be spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Budget {
    pub(crate) memory: Option<u64>,
    pub(crate) time: Option<Duration>,
}

pub(super) const INFO_HELP: &str = "\
Examples:
  All keys of a family:
    $ hazel table info KRvK --tables tables

  The tables that a key needs, for a program:
    $ hazel table info Ka4vKa5 --format json --tables tables";

#[derive(Args, Debug)]
pub(crate) struct Info {
    /// Keys or families
    #[arg(required = true, value_name = "KEY|FAMILY")]
    pub(crate) keys: Vec<String>,
    /// Which promotions are followed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) closure: Closure,
    #[command(flatten)]
    pub(crate) place: Place,
}

pub(super) const VERIFY_HELP: &str = "\
Every position of a table is compared with the positions after its moves, which
the ordinary move generator makes; nothing of what has built the tables takes
part. Checksums and hashes of the files are checked, too. The exit code is 1 if
something is wrong.

With --against-syzygy, every position is compared with Syzygy's files instead,
those in which a pawn may be taken in passing included: who wins, and the
distance as far as those files know it. Tables that they don't answer are named.

Examples:
  Every position of some tables:
    $ hazel table generate KRvK --tables tables
    $ hazel table verify KRvK --tables tables

  Every hundredth position of all tables:
    $ hazel table verify --every 100 --tables tables";

#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// Keys or families [default: all tables]
    #[arg(value_name = "KEY|FAMILY")]
    pub(crate) keys: Vec<String>,
    /// Check each Nth position only
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive::<u64>)]
    pub(crate) every: u64,
    /// Compare with the Syzygy files of this folder instead; may be given more than once
    #[arg(long, value_name = "DIR")]
    pub(crate) against_syzygy: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) syzygy: SyzygyPlace,
    #[command(flatten)]
    pub(crate) place: Place,
}

/// Memory, time, or both with a slash between.
pub(super) fn budget(text: &str) -> Result<Budget, String> {
    let expected = || "expected memory, time or both, such as 4GB, 10m or 512MB/90s".to_owned();
    let mut budget = Budget::default();
    for part in text.split('/') {
        let digits = part.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        let unit = &part[digits.len()..];
        let number: u64 = digits.parse().map_err(|_| expected())?;
        let seconds = |seconds: u64| number.checked_mul(seconds).map(Duration::from_secs);
        let bytes = |shift: u32| number.checked_mul(1 << shift);
        let (memory, time) = match unit {
            "s" => (None, seconds(1)),
            "m" | "min" => (None, seconds(60)),
            "h" => (None, seconds(3600)),
            "MB" | "MiB" => (bytes(20), None),
            "GB" | "GiB" => (bytes(30), None),
            _ => return Err(expected()),
        };
        budget.memory = budget.memory.or(memory);
        budget.time = budget.time.or(time);
    }
    Ok(budget)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_memory_time_or_both() {
        let minutes = |minutes: u64| Some(Duration::from_mins(minutes));
        assert_eq!(budget("10m"), Ok(Budget { memory: None, time: minutes(10) }));
        assert_eq!(budget("4GB"), Ok(Budget { memory: Some(4 << 30), time: None }));
        assert_eq!(budget("512MB/1h"), Ok(Budget { memory: Some(512 << 20), time: minutes(60) }));
        for wrong in ["", "4", "4TB", "m", "10m/", "-1s"] {
            assert!(budget(wrong).is_err(), "{wrong}");
        }
    }
}
