//! What can be wrong with a stream of PGN text.

use std::io;

use thiserror::Error;

/// Why PGN can't be had from where it should come from.
#[derive(Debug, Error)]
pub enum InputError {
    /// The file can't be opened: it isn't there, or it may not be read.
    #[error("can't open `{name}`: {source}")]
    Open {
        /// The file.
        name: String,
        /// What the system says.
        source: io::Error,
    },
    /// The path leads to a directory.
    #[error("`{name}` is a directory, expected a file")]
    Directory {
        /// The directory.
        name: String,
    },
    /// The data is of a kind that isn't read.
    #[error(
        "`{name}` is {found}, expected PGN text in UTF-8 or Latin-1, plain or compressed by zstd, gzip or bzip2"
    )]
    Unsupported {
        /// The file.
        name: String,
        /// What it is.
        found: &'static str,
    },
    /// The stream can't be read to its end, or its compressed data is damaged or breaks off.
    #[error("`{name}`, byte {offset}{}: {source}", of_the_file(*.compressed))]
    Read {
        /// The file.
        name: String,
        /// How many bytes of text came before, all of which were delivered.
        offset: u64,
        /// How many bytes of compressed data came before, if it is compressed.
        compressed: Option<u64>,
        /// What the system or the decoder says.
        source: io::Error,
    },
    /// A game is longer than [`Chunks::LONGEST_GAME`](crate::pgn::Chunks::LONGEST_GAME). Reading goes on after it.
    #[error(
        "`{name}`, line {line} (byte {offset}): no end of a game within {longest} bytes; \
         skipped to the next tag `Event` after a blank line"
    )]
    GameTooLong {
        /// The file.
        name: String,
        /// The line where the game starts, from 1.
        line: u64,
        /// The byte of the text where it starts.
        offset: u64,
        /// How many bytes were searched.
        longest: usize,
    },
}

fn of_the_file(compressed: Option<u64>) -> String {
    compressed.map_or_else(String::new, |byte| {
        format!(" of the text, byte {byte} of the compressed data")
    })
}
