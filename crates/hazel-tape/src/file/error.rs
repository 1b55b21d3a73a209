//! What can be wrong with a tape file.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a tape file can't be made, opened or added to.
#[derive(Debug, Error)]
pub enum TapeFileError {
    /// The system refused, for instance because a file that is to be made is there already.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Someone has it open.
    #[error("{}: the file is in use: expected that nobody else has it open", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// Its bytes are not a tape of this game. They were not changed.
    #[error("{}: {source}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with them, and where.
        source: FormatError,
    },
    /// An earlier commit failed, so nobody knows what of it is on the disk.
    #[error("{}: an earlier commit failed: expected the file to be opened anew", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
    },
}

/// Why bytes are not a tape of the game that was asked for.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FormatError {
    /// They end within the header.
    #[error("byte {0}: the file ends, expected a header of 64 bytes")]
    Short(u64),
    /// They begin like something else.
    #[error("byte 0: not a tape file, expected `HZLTAPE`")]
    Foreign,
    /// The version is not one that this reader knows.
    #[error("byte 7: version {0}, expected 1")]
    Version(u8),
    /// The header has changed since it was written.
    #[error("byte 60: the checksum of the header is wrong")]
    Header,
    /// It is a tape of another game.
    #[error("byte 8: a tape of `{found}`, expected one of `{expected}`")]
    Alphabet {
        /// The game in the header.
        found: String,
        /// The game that was asked for.
        expected: String,
    },
    /// The game has no such start.
    #[error("byte 16: the start is not one that the game has")]
    Start,
    /// A bit is set in the header that has no meaning.
    #[error("byte 48: a bit is set that has no meaning")]
    StrayBit,
    /// A block row is damaged, and there is more behind it than the last commit.
    #[error("block {block}, byte {byte}: {fault}")]
    Block {
        /// The number of the block, from 0.
        block: u64,
        /// Where in the file the fault lies.
        byte: u64,
        /// What it is.
        fault: Fault,
    },
    /// An entry row is damaged, and there is more behind it than the last commit.
    #[error("row {row}, byte {byte}: {fault}")]
    Row {
        /// The number of the row, from 0, block rows not counted.
        row: u64,
        /// Where in the file the fault lies.
        byte: u64,
        /// What it is.
        fault: Fault,
    },
}

/// What is wrong with a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// It has changed since it was written.
    #[error("the checksum is wrong")]
    Checksum,
    /// Sixteen bits that are no step of the game.
    #[error("{0:#06x} is no alteration")]
    Unknown(u16),
    /// A no-op where an alteration should be.
    #[error("a no-op, expected only at the end of a commit")]
    Padding,
    /// The mark has a value without a meaning, or a commit begins within another.
    #[error("the mark is {0}, which it can't be here")]
    Mark(u16),
    /// A block row doesn't say what the entries before it add up to.
    #[error("{found:#x}, expected {expected:#x}")]
    Field {
        /// What it says.
        found: u64,
        /// What the entries say.
        expected: u64,
    },
}
