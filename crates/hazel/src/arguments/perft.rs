//! `hazel perft`: counting, and comparing counts.

use std::time::Duration;

use clap::Args;

use super::MOST_THREADS;

/// No deeper count is begun: what can be waited for fits into 64 bits up to here.
const DEEPEST: u32 = 12;
/// The largest hash, in MiB.
const LARGEST_HASH: u64 = 1 << 20;

pub(super) const PERFT_HELP: &str = "\
Perft counts the lines of DEPTH legal moves. Move generators are checked with
it, since the counts of many positions are published: from the start they are
20, 400, 8902, 197281, 4865609, 119060324, ...

With --against, a UCI engine that understands 'go perft' (Stockfish does) counts
too. Where the two differ, hazel plays the move after which they do and asks
again, down to the position whose moves differ, and prints the line that leads
there; the exit code is 1 then. An engine's name without a directory is looked
for on PATH and then in /usr/games and /usr/local/games.

Examples:
  Count to depth 5, for each first move:
    $ hazel perft startpos 5 --divide

  A position from its FEN, with two threads and a hash of 64 MiB:
    $ hazel perft \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -\" 5 --threads 2 --hash 64

  Compare with Stockfish:
    $ hazel perft startpos 3 --against stockfish

  Compare many positions, one FEN a line, in one engine process:
    $ echo startpos | hazel perft - 3 --against stockfish";

#[derive(Args, Debug)]
pub(crate) struct Perft {
    /// The position: 'startpos', a FEN in quotes, or '-' for many
    ///
    /// With '-', positions are read from standard input, one a line; blank lines and lines that start with # are
    /// skipped.
    #[arg(value_name = "FEN")]
    pub(crate) position: String,
    /// How many moves deep to count, from 0 to 12
    #[arg(value_name = "DEPTH", value_parser = depth)]
    pub(crate) depth: u32,
    /// Count for each move separately
    #[arg(long)]
    pub(crate) divide: bool,
    /// How many threads count [default: one for each processor, from depth 5 on]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_THREADS))]
    pub(crate) threads: Option<u64>,
    /// Memory in MiB for positions that are reached again [default: none]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=LARGEST_HASH))]
    pub(crate) hash: Option<u64>,
    /// Compare with the 'go perft' of this UCI engine
    #[arg(long, value_name = "ENGINE")]
    pub(crate) against: Option<String>,
    /// Set an option of the engine first; can be given several times
    #[arg(long, value_name = "NAME=VALUE", requires = "against", value_parser = engine_option)]
    pub(crate) engine_option: Vec<(String, String)>,
    /// How many seconds the engine may take from one count to the next
    #[arg(long, value_name = "SECONDS", requires = "against", default_value = "600", value_parser = seconds)]
    pub(crate) engine_timeout: Duration,
}

fn depth(text: &str) -> Result<u32, String> {
    let expected = || format!("expected a whole number from 0 to {DEEPEST}");
    text.parse().ok().filter(|depth| *depth <= DEEPEST).ok_or_else(expected)
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|duration| *duration <= Duration::from_hours(24 * 365))
        .ok_or_else(|| "expected a number of seconds above 0, at most a year".to_owned())
}

fn engine_option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected NAME=VALUE, such as Hash=64".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_with_the_limit_in_the_message() {
        assert_eq!(depth("12"), Ok(12));
        for bad in ["13", "-1", "x", "", "4294967296"] {
            assert_eq!(depth(bad), Err("expected a whole number from 0 to 12".to_owned()), "{bad}");
        }
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for bad in ["0", "-1", "NaN", "inf", "1e300", "soon"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
        assert_eq!(engine_option("A b=c=d"), Ok(("A b".to_owned(), "c=d".to_owned())));
        assert_eq!(engine_option("Clear Hash="), Ok(("Clear Hash".to_owned(), String::new())));
        assert!(engine_option("Hash").is_err() && engine_option("=1").is_err());
    }
}
