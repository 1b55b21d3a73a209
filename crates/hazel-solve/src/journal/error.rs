//! What can be wrong with a journal.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::LONGEST_DESCRIPTION;

/// Why a journal can't be made, opened or added to.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Someone has it open.
    #[error("{}: the journal is in use: expected that nobody else has it open", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// Its bytes are no journal of what is to be solved. They were not changed.
    #[error("{}: {fault}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with them, and where.
        fault: JournalFault,
    },
    /// The disk failed earlier, so nobody knows what is on it.
    #[error("{}: writing failed earlier: expected the journal to be opened anew", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
    },
    /// What is solved can't be written into the header.
    #[error("a description of {length} bytes, expected at most {LONGEST_DESCRIPTION}")]
    Description {
        /// How long it is.
        length: usize,
    },
}

/// Why bytes are no journal of what is to be solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum JournalFault {
    /// They end within the header.
    #[error("byte {byte}: the file ends, expected a whole header")]
    Short {
        /// Where they end.
        byte: u64,
    },
    /// They begin like something else.
    #[error("byte 0: not a journal, expected `HZLJRNL`")]
    Foreign,
    /// The version is not one that this reader knows.
    #[error("byte 7: version {version}, expected 1")]
    Version {
        /// What they say.
        version: u8,
    },
    /// The header or a block in the middle has changed since it was written.
    #[error("byte {byte}: the checksum of what begins here is wrong")]
    Checksum {
        /// Where the header or the block begins.
        byte: u64,
    },
    /// The description is no text.
    #[error("byte {byte}: the description is not UTF-8")]
    Text {
        /// Where it is none.
        byte: u64,
    },
    /// It is a journal of something else.
    #[error("byte 10: a journal of `{found}`, expected one of `{expected}`")]
    Other {
        /// What the header says.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// A block or the description has a length that it can't have.
    #[error("byte {byte}: the length is {length}, expected at most {most}")]
    Length {
        /// Where the length is.
        byte: u64,
        /// What it is.
        length: u32,
        /// What it may be.
        most: u32,
    },
    /// A record says something that is no set of outcomes.
    #[error("byte {byte}: {bits:#04x} is no set of outcomes")]
    Outcome {
        /// Where it is.
        byte: u64,
        /// What it says.
        bits: u8,
    },
}
