//! Automation of this workspace: `cargo xtask COMMAND`.
//!
//! One command equals CI (`ci`), and everything it does can be run alone. The program is split in two by a feature.
//! Without `lab`, it is a small shell script in Rust that builds in seconds and starts other programs. With it, it holds
//! what measures and checks our crates against outside programs, data and peers (`quals`, `bench`); these commands build
//! and start that second half themselves, optimised, so nobody has to know.
//!
//! Nothing here is part of the product, and no crate may depend on it.

#[cfg(test)]
mod architecture;
mod ci;
mod fuzz;
mod mutants;
mod project;

#[cfg(feature = "lab")]
mod bench;
#[cfg(feature = "lab")]
mod data;
#[cfg(feature = "lab")]
mod fit;
#[cfg(feature = "lab")]
mod openings;
#[cfg(feature = "lab")]
mod package;
#[cfg(feature = "lab")]
mod peer;
#[cfg(feature = "lab")]
mod positions;
#[cfg(feature = "lab")]
mod python;
#[cfg(feature = "lab")]
mod quals;
#[cfg(feature = "lab")]
mod results;
#[cfg(feature = "lab")]
mod small_tables;
#[cfg(feature = "lab")]
mod syzygy;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Parser, Subcommand, ValueEnum};

/// Automation of the Hazel workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Everything that must hold before a change is taken: formatting, lints, docs, tests, portable build, quals
    Ci,
    /// Check against real outside programs and data; ends with `N passed, N failed, N skipped`
    Quals {
        /// Only this one
        name: Option<Qual>,
        /// Every position of the endgame tables, which takes much longer, not only some of each
        #[arg(long)]
        all: bool,
    },
    /// Compare with peers and print tables with ratios
    Bench {
        /// What to compare
        name: Bench,
    },
    /// Make the table of openings in hazel-notation again; needs npm and a network
    Openings,
    /// Fit the positional score of the pawn games on small boards, and measure it in the order of moves
    Fit,
    /// Solve pawn games with the program, and print the rows of the table in docs/results.md
    Results {
        #[command(flatten)]
        effort: Effort,
        /// Such as `peasants-6x8`, `peasants-6x8-short`, `pawns-7x8-no-en-passant`; Peasants' Chess of 1 to 5 files and 8
        /// ranks by default
        boards: Vec<String>,
    },
    /// Mutation testing of the exact parts: every mutant must be killed, or be excluded with a reason
    Mutants {
        /// Passed on to cargo-mutants, such as `--shard 0/40` or `--re legal.rs`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Run every fuzz target for a while; needs a nightly toolchain
    Fuzz {
        /// How long each target runs
        #[arg(long, default_value_t = 300)]
        seconds: u32,
        /// Only these targets
        targets: Vec<String>,
    },
}

/// What results may cost, and what becomes of them.
#[derive(Args)]
struct Effort {
    /// GiB for what is known of positions
    #[arg(long, value_name = "GB", default_value_t = 1.0)]
    memory: f64,
    /// How many threads search
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Boards of up to so many files get a certificate, which is checked
    #[arg(long, value_name = "FILES", default_value_t = 5)]
    certificates: u8,
    /// Put the rows into the page
    #[arg(long)]
    write: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Qual {
    /// Published perft counts, standard and Chess960
    PerftSuites,
    /// Moves, SAN, FEN and status on random reachable positions beside shakmaty
    Oracle,
    /// Published lists of legal moves with SAN and FEN
    MoveLists,
    /// Codes of openings beside those of lichess
    Openings,
    /// PGN files beside pgn-reader, python-chess and themselves, written and read again
    Pgn,
    /// Every solver with every shortcut on and off, beside plain minimax on whole small boards
    Solve,
    /// Endgame tables of three and four men by their moves and beside Syzygy
    Tables,
    /// Perft on random positions beside Stockfish, through the program
    Stockfish,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Bench {
    /// Perft, generation, legality and hash collisions beside cozy-chess, chess and shakmaty
    Perft,
    /// FEN and SAN beside shakmaty, over real games
    Notation,
    /// Reading PGN: tokens, legal moves, trees; beside pgn-reader, pgn-extract and python-chess
    Pgn,
    /// The solver: nodes and speed, threads, what each idea saves; beside plain minimax
    Solve,
    /// Endgame tables: building, size, probing beside shakmaty-syzygy, what positions lead to
    Tables,
    /// Familiars: seeking beside replaying, filtered beside unfiltered, leaping beside walking
    Tape,
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Ci => ci::run(),
        Command::Mutants { arguments } => mutants::run(&arguments),
        Command::Fuzz { seconds, targets } => fuzz::run(seconds, &targets),
        #[cfg(feature = "lab")]
        Command::Quals { name, all } => quals::run(name, all),
        #[cfg(feature = "lab")]
        Command::Openings => openings::run(),
        #[cfg(feature = "lab")]
        Command::Fit => fit::run(),
        #[cfg(feature = "lab")]
        Command::Results { effort, boards } => results::run(&boards, &effort),
        #[cfg(feature = "lab")]
        Command::Bench { name } => bench::run(name),
        #[cfg(not(feature = "lab"))]
        Command::Quals { .. } | Command::Openings | Command::Fit | Command::Results { .. } => {
            project::in_the_lab("release", std::env::args().skip(1))
        }
        // Peers gain from optimisation across crates, so everybody gets it.
        #[cfg(not(feature = "lab"))]
        Command::Bench { .. } => project::in_the_lab("dist", std::env::args().skip(1)),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn what_follows_mutants_is_passed_on() {
        let arguments = Arguments::try_parse_from(["x", "mutants", "--shard", "0/40"]);
        let Ok(Arguments { command: Command::Mutants { arguments } }) = arguments else {
            panic!("mutants takes any argument");
        };
        assert_eq!(arguments, ["--shard", "0/40"]);
    }
}
