//! What a long proof has found so far, in a file: the checkpoint from which it goes on.
//!
//! A journal is an append-only list of proven positions, each true by itself. Whoever continues a proof puts them
//! back into his table; those that are missing only cost their work again. So it holds what was expensive, and not the
//! table as it is: a dump of gigabytes takes minutes in which the machine may stop, and most of it is found again in no
//! time.
//!
//! What is appended at once is a block with checksums ([`format`]), and a block is begun only when the one before is on
//! the disk. A crash can therefore spoil nothing but the last block, which is recognised and cut off on opening.
//! Damage anywhere else is an error that changes nothing.
//!
//! One process at a time: the file is locked while a [`Journal`] lives. Records are never removed, and a position may be
//! there more than once.

mod appender;
mod error;
mod format;
mod fresh;

pub use error::{JournalError, JournalFault};

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use crate::Outcome;
use appender::{AppendError, Appender};
use format::Contents;

/// The longest description of what is solved, in bytes.
pub const LONGEST_DESCRIPTION: usize = 1000;

/// A position of which something is proven.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Proven {
    /// The key of the position.
    pub key: u128,
    /// What it is worth to the side to move.
    pub outcome: Outcome,
    /// How much work it was: the binary logarithm of the nodes.
    pub cost: u8,
}

/// What was found behind the last whole block of a journal, and cut off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// How long the file is without it.
    pub kept: u64,
    /// How many bytes it was.
    pub removed: u64,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cut { kept, removed } = self;
        write!(f, "{removed} bytes behind the last whole block were cut off at byte {kept}")
    }
}

/// A file of proven positions that is being added to.
///
/// ```
/// use hazel_solve::{Journal, Outcome, Proven};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("proof.journal");
/// let found = Proven { key: 7, outcome: Outcome::WIN, cost: 20 };
/// let (mut journal, known) = Journal::open(&path, "nim heaps=1,2,4")?;
/// assert_eq!(known, []);
/// journal.append(&[found])?;
/// journal.sync()?;
/// drop(journal);
///
/// let (_, known) = Journal::open(&path, "nim heaps=1,2,4")?;
/// assert_eq!(known, [found]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    appender: Appender<File>,
    cut: Option<Cut>,
}

impl Journal {
    /// Opens a journal of what the description says, or makes one if there is no file with this name, and gives what is
    /// in it. If a crash has torn the last block, it is cut off, which [`Journal::cut`] tells.
    ///
    /// # Errors
    /// If someone else has it open, it is a journal of something else, no journal of a version that is known, or
    /// damaged; if the description is longer than [`LONGEST_DESCRIPTION`]; or if the system refuses. A file that was
    /// there is then left as it is.
    pub fn open(
        path: impl AsRef<Path>,
        description: &str,
    ) -> Result<(Journal, Vec<Proven>), JournalError> {
        let path = path.as_ref().to_owned();
        let Some(header) = format::header(description) else {
            return Err(JournalError::Description { length: description.len() });
        };
        let io = |source| JournalError::Io { path: path.clone(), source };
        let opened = match existing(&path) {
            Err(JournalError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => {
                match fresh::publish(&path, &header) {
                    // Someone was quicker.
                    Err(error) if error.kind() == ErrorKind::AlreadyExists => existing(&path)?,
                    made => made.map_err(io)?,
                }
            }
            opened => opened?,
        };
        let bytes = content(&opened).map_err(io)?;
        let Contents { proven, kept } = format::read(&bytes, description)
            .map_err(|fault| JournalError::Format { path: path.clone(), fault })?;
        let cut = cut(&bytes, kept);
        if let Some(Cut { kept, .. }) = cut {
            opened.set_len(kept).and_then(|()| opened.sync_all()).map_err(io)?;
        }
        Ok((Journal { path, appender: Appender::new(opened, kept), cut }, proven))
    }

    /// What the bytes of a journal hold and what is torn off at their end, for those who have them elsewhere than in a
    /// file.
    ///
    /// # Errors
    /// As [`Journal::open`], about the bytes.
    pub fn from_bytes(
        bytes: &[u8],
        description: &str,
    ) -> Result<(Vec<Proven>, Option<Cut>), JournalFault> {
        let Contents { proven, kept } = format::read(bytes, description)?;
        Ok((proven, cut(bytes, kept)))
    }

    /// What was cut off when the journal was opened.
    pub fn cut(&self) -> Option<Cut> {
        self.cut
    }

    /// Writes proven positions behind the others. They are safe after [`Journal::sync`] or when more is appended, which
    /// first waits for the disk: so rather many seldom than few often.
    ///
    /// # Errors
    /// If the system refuses, for instance because the disk is full. What was there before stays whole. If it can't be
    /// told what is on the disk, then nothing more is written until the journal is opened anew.
    pub fn append(&mut self, proven: &[Proven]) -> Result<(), JournalError> {
        self.appender.append(proven).map_err(|error| self.named(error))
    }

    /// Returns when all that was appended is on the disk.
    ///
    /// # Errors
    /// If the system refuses. Then nothing more can be written until the journal is opened anew.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        self.appender.sync().map_err(|error| self.named(error))
    }

    fn named(&self, error: AppendError) -> JournalError {
        let path = self.path.clone();
        match error {
            AppendError::Io(source) => JournalError::Io { path, source },
            AppendError::Failed => JournalError::Failed { path },
        }
    }
}

/// A file that is there, locked.
fn existing(path: &Path) -> Result<File, JournalError> {
    let io = |source| JournalError::Io { path: path.to_owned(), source };
    let file = OpenOptions::new().read(true).append(true).open(path).map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse { path: path.to_owned() }),
        Err(TryLockError::Error(source)) => Err(io(source)),
    }
}

fn content(mut file: &File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // A file that was just made has been written to its end.
    io::Seek::rewind(&mut file)?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn cut(bytes: &[u8], kept: u64) -> Option<Cut> {
    let removed = bytes.len() as u64 - kept;
    (removed > 0).then_some(Cut { kept, removed })
}
