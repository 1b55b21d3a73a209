//! How much a proof may cost, and what is kept of it.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::super::MOST_THREADS;

/// What every game can be solved with.
#[derive(Args, Debug)]
pub(crate) struct Effort {
    /// The value of every first move, not only what the proof needs
    #[arg(long)]
    pub(crate) first_moves: bool,
    /// Memory in GiB for what is known of positions, such as 4 or 0.5 [default: 1, less for boards of up to four files or where less than 2 are free]
    #[arg(long, value_name = "GB", value_parser = memory)]
    pub(crate) memory: Option<u64>,
    /// Write a proof to FILE that 'hazel solve check' confirms
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
}

/// What games can be solved with in which every line of play ends.
#[derive(Args, Debug)]
pub(crate) struct Search {
    /// How many threads search [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_THREADS))]
    pub(crate) threads: Option<u64>,
    /// How the answer is found; all find the same
    #[arg(long, value_enum, default_value_t)]
    pub(crate) method: SearchMethod,
    /// Keep what is proven in FILE, and go on from there if it exists
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
}

/// How an answer is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum SearchMethod {
    /// Depth first with bounds, on all threads
    #[default]
    AlphaBeta,
    /// By proof numbers, on one thread
    ProofNumber,
    /// All positions at once, backwards from the ends, on one thread; only small games fit into the memory
    Retrograde,
}

/// GiB, with fractions, as bytes.
fn memory(text: &str) -> Result<u64, String> {
    /// A pebibyte is more than anybody has.
    const MOST: f64 = (1 << 20) as f64;
    let amount = text.parse().ok().filter(|amount: &f64| *amount > 0.0 && *amount <= MOST);
    let bytes = amount.map(|amount| (amount * f64::from(1 << 30)) as u64);
    bytes.ok_or_else(|| "expected a number of GiB above 0, such as 4 or 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_a_number_of_gibibytes_with_fractions() {
        assert_eq!(memory("4"), Ok(4 << 30));
        assert_eq!(memory("0.25"), Ok(256 << 20));
        for bad in ["0", "-1", "NaN", "inf", "1e300", "4GB", ""] {
            assert!(memory(bad).is_err(), "{bad}");
        }
    }
}
