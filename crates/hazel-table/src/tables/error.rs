//! What can go wrong with a directory of tables.

use std::io;
use std::path::PathBuf;

use crate::file::{Fault, TableFileError};
use crate::{BuildError, MaterialKey, RawTable, SyzygyError};

/// Why the tables of a directory can't be opened.
#[derive(Debug, thiserror::Error)]
pub enum TablesError {
    /// A file or the directory is refused.
    #[error(transparent)]
    File(#[from] TableFileError),
    /// A file has a table of something else.
    #[error(
        "{}: it has a table of '{key}', expected a canonical material key with at most {} pieces besides the kings",
        path.display(),
        RawTable::MAX_PIECES
    )]
    Key {
        /// The file.
        path: PathBuf,
        /// What it says.
        key: String,
    },
    /// A file has a table that was built from something that can't be.
    #[error(
        "{}: its table of {key} names '{source_key}' as a table that it was built from, expected the canonical key of one below it",
        path.display()
    )]
    Source {
        /// The file.
        path: PathBuf,
        /// The key of the table.
        key: MaterialKey,
        /// What it names.
        source_key: String,
    },
}

impl TablesError {
    /// Whether there is a file, but not one that the generator has written.
    pub fn is_damage(&self) -> bool {
        !matches!(self, TablesError::File(TableFileError::Io { .. }))
    }

    /// Whether there is no such file.
    pub(super) fn is_gone(&self) -> bool {
        let TablesError::File(TableFileError::Io { source, .. }) = self else { return false };
        source.kind() == io::ErrorKind::NotFound
    }
}

/// Why a position has no answer.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// Somebody may still castle, and tables are for positions where nobody may.
    #[error("the position has castling rights, and tables are for positions without")]
    Castling,
    /// Somebody may still castle, and too many men can move beside.
    #[error("somebody may still castle; expected at most {most} other men that can move")]
    Free {
        /// How many there may be, a king that may not castle among them.
        most: usize,
    },
    /// Somebody may still castle, and too much can follow before nobody may.
    #[error(
        "somebody may still castle; expected at most {most} positions to follow before that ends"
    )]
    Places {
        /// How many there may be.
        most: usize,
    },
    /// There is no table of the key.
    #[error("there is no table of {key}")]
    Missing {
        /// The canonical key.
        key: MaterialKey,
    },
    /// A table that another was built from isn't there any more, or there is another one in its place.
    #[error(
        "the table of {key} that {table} was built from is gone or another one by now; generate {table} again with all that it needs"
    )]
    Changed {
        /// The canonical key of the table that is gone or another one.
        key: MaterialKey,
        /// The canonical key of the one that was built from it.
        table: MaterialKey,
    },
    /// Syzygy's files, which are asked where there is no table, don't answer.
    #[error(transparent)]
    Syzygy(#[from] SyzygyError),
    /// A table says something else than Syzygy's files.
    #[error(
        "the table of {key} and Syzygy's files contradict each other, so that one of them is damaged"
    )]
    Contradiction {
        /// The canonical key.
        key: MaterialKey,
    },
    /// The file with the table is damaged.
    #[error("{}: {source}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: Fault,
    },
    /// A table says what no builder writes, though its checksums are right.
    #[error("{}: slot {index} of {key} has a value that no position has", path.display())]
    Nonsense {
        /// The file.
        path: PathBuf,
        /// The table.
        key: String,
        /// The slot, counted from the first one of its side to move.
        index: u64,
    },
}

impl ProbeError {
    /// Whether a file is not as it should be. Everything else is told of sound tables: what was asked for isn't there.
    pub fn is_damage(&self) -> bool {
        use ProbeError::{Contradiction, Damaged, Nonsense, Syzygy};
        matches!(self, Syzygy(_) | Contradiction { .. } | Damaged { .. } | Nonsense { .. })
    }
}

/// Why tables aren't generated.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// A key has too many pieces.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A file is refused.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// A table that is needed is damaged, or what it was built from is gone.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// It was told to stop. What was finished till then is stored.
    #[error("stopped; what was finished is stored")]
    Stopped,
    /// A table that is there would be built again and know less.
    #[error(
        "the table of {key} would know less without the one of {gone} that it was built from, which is gone or knows less now; \
         generate {gone} first, with all that it needs"
    )]
    Loss {
        /// The key of the table.
        key: MaterialKey,
        /// What is missing.
        gone: MaterialKey,
    },
    /// Another run writes to the folder.
    #[error("another run is writing to the folder {}", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// The folder of new tables isn't there and can't be made.
    #[error("the folder {} can't be made: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A table needs more memory than allowed.
    #[error(
        "the table of {key} needs {} MB with its children, and {} MB are allowed",
        needed.div_ceil(1 << 20),
        allowed >> 20
    )]
    Memory {
        /// The key.
        key: MaterialKey,
        /// How much it takes.
        needed: u64,
        /// How much there is.
        allowed: u64,
    },
}

impl GenerateError {
    /// Whether a file is not as it should be.
    pub fn is_damage(&self) -> bool {
        match self {
            GenerateError::Tables(error) => error.is_damage(),
            GenerateError::Probe(error) => error.is_damage(),
            _ => false,
        }
    }
}
