//! `hazel tape`: a game, alteration by alteration.

use std::path::PathBuf;

use clap::Args;

pub(super) const TAPE_HELP: &str = "\
A tape holds what the moves of a game's main line do, one alteration at a time:
men placed and removed, the turn, clocks, castling rights. Each has an address,
counted from 0 and shown in hexadecimal, and the hash of the position there.
The first alteration of each ply has the name of its move beside it.

With --ply or --address the board is drawn as it stands there, and the tape is
shown from there on. FILE is a file of games or one that --save has written.

Examples:
  The first game of a file:
    $ hazel tape examples/games.pgn

  Sixteen entries of the second game, from its ninth ply on:
    $ hazel tape examples/games.pgn --game 2 --ply 8 --count 16

  The board in the middle of castling:
    $ hazel tape examples/games.pgn --game 4 --address 0x3E --count 4

  Keep the tape in a file, and open it:
    $ hazel tape examples/games.pgn --game 3 --save legal.hztape
    $ hazel tape legal.hztape --ply 13";

#[derive(Args, Debug)]
pub(crate) struct Tape {
    /// A file of games, plain or compressed, or a tape file; '-' is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = super::positive::<u64>, allow_negative_numbers = true)]
    pub(crate) game: u64,
    /// Start where so many plies have been played
    #[arg(long, value_name = "P", value_parser = super::whole::<u64>, allow_negative_numbers = true)]
    #[arg(conflicts_with = "address")]
    pub(crate) ply: Option<u64>,
    /// Start at this address, such as 0x2B or 43
    #[arg(long, value_name = "A", value_parser = address, allow_negative_numbers = true)]
    pub(crate) address: Option<u64>,
    /// Show at most so many entries [default: 200 in a table, else all]
    #[arg(long, value_name = "K", value_parser = super::whole::<usize>, allow_negative_numbers = true)]
    pub(crate) count: Option<usize>,
    /// Write the whole tape to FILE
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
}

fn address(text: &str) -> Result<u64, String> {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let number = match hexadecimal {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    number.map_err(|_| "expected a number, such as 0x2B or 43".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_hexadecimal_or_decimal() {
        assert_eq!([address("0x2B"), address("0X2b"), address("43")], [Ok(43), Ok(43), Ok(43)]);
        for bad in ["2B", "0x", "-1", "", "0xG", "99999999999999999999"] {
            assert!(address(bad).is_err(), "{bad}");
        }
    }
}
