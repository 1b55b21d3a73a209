//! Why a file is refused.

use std::io;
use std::path::PathBuf;

use super::VERSION;
use crate::packed::ModelError;

/// A table file that can't be read or written.
#[derive(Debug, thiserror::Error)]
pub enum TableFileError {
    /// The system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It isn't what it should be.
    #[error("{}: {source}", path.display())]
    Fault {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: Fault,
    },
}

/// What is wrong with the bytes of a table file. All places are bytes from its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It doesn't begin as table files do.
    #[error("not a table file: byte 0 should begin the mark of table files")]
    Foreign,
    /// It has a version that isn't known.
    #[error(
        "version {found}.{revision} of the table format at byte 8, where only version {}.{} is known",
        VERSION[0],
        VERSION[1]
    )]
    Version {
        /// The version that it has.
        found: u16,
        /// And the revision of that version.
        revision: u16,
    },
    /// It is shorter or longer than its header says.
    #[error("the file has {found} bytes, where its header says {expected}")]
    Length {
        /// What the header says.
        expected: u64,
        /// What there is.
        found: u64,
    },
    /// A checksum doesn't fit what it protects.
    #[error("the {length} bytes from byte {byte} on are damaged: their checksum is wrong")]
    Checksum {
        /// Where the protected bytes begin.
        byte: u64,
        /// How many there are.
        length: u64,
    },
    /// The directory says something that can't be, though its checksum is right.
    #[error("the directory makes no sense at byte {byte}: expected {expected}")]
    Directory {
        /// Where.
        byte: u64,
        /// What should be there.
        expected: &'static str,
    },
    /// A dictionary can't be read.
    #[error("the directory makes no sense at byte {byte}: {source}")]
    Model {
        /// Where it begins.
        byte: u64,
        /// What is wrong with it.
        source: ModelError,
    },
    /// A stream can't be read, though its checksums are right.
    #[error("the symbols from byte {byte} on can't be decoded")]
    Stream {
        /// Where its body begins.
        byte: u64,
    },
    /// A table has no such part, or the part has no such index.
    #[error("the table has no symbol {index} in part {part}")]
    Missing {
        /// The number of the part.
        part: u8,
        /// The index.
        index: u64,
    },
    /// What a table says isn't what its hash was made of.
    #[error("the content of table {number}, from 0, has another hash than the directory says")]
    Identity {
        /// Which table.
        number: usize,
    },
}
