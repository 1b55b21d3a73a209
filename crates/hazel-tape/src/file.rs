//! Tapes in files: append-only, mapped into memory, checked.
//!
//! A file holds rows of 64 bytes, each with its checksum ([`format`]), and is only ever appended to, a commit at a
//! time. A crash can therefore spoil nothing but the end, and what it leaves of the last commit is recognised and cut
//! off on opening. Damage of any other kind is an error that changes nothing. The price is a little padding: a commit fills its last row with no-ops, which nobody is told of,
//! since a row is never written twice.
//!
//! Reading needs no index: where an entry lies follows from its address, and the row in front of each block holds the
//! hash and the number of plies there. A tape from a file keeps one segment in memory, and a familiar on it one more,
//! however long the file is.
//!
//! One [`TapeFile`] at a time, or readers only: the file is locked while one of them, or a tape from it, lives. Sharing a
//! file between a writer and readers is not offered.

mod error;
mod format;
mod fresh;
mod lock;
mod map;
mod stored;
mod verify;

pub use error::{Fault, FormatError, TapeFileError};
pub(crate) use stored::Stored;
pub use verify::Cut;

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hazel_core::Alteration;

use crate::segment::{ROW, ROWS};
use crate::{Step, Tape};
use stored::{Bytes, Origin};
use verify::{Verified, salvage, verify};

/// A tape that is kept in a file.
///
/// What is appended is in memory until [`TapeFile::commit`], which returns when it is on the disk.
///
/// ```
/// use hazel_core::{Alteration, Position};
/// use hazel_tape::TapeFile;
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("game.tape");
/// let mut file: TapeFile = TapeFile::create(&path, Position::initial())?;
/// file.append([Alteration::TICK, Alteration::TURN]);
/// file.commit()?;
/// drop(file);
///
/// let (file, cut) = TapeFile::<Alteration>::open(&path)?;
/// assert_eq!((file.tape().plies(), cut), (1, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TapeFile<A: Step = Alteration> {
    path: PathBuf,
    file: Arc<File>,
    origin: Origin,
    tape: Tape<A>,
    /// Entries that are on the disk: a whole number of rows.
    committed: u64,
    has_failed: bool,
}

impl<A: Step> TapeFile<A> {
    /// Makes a file with a tape that has no entries. It gets its name only when all of it is on the disk.
    ///
    /// # Errors
    /// If there is something with this name already, or the system refuses.
    pub fn create(path: impl AsRef<Path>, start: A::Start) -> Result<TapeFile<A>, TapeFileError> {
        let path = path.as_ref().to_owned();
        let made = || {
            let file = Arc::new(fresh::publish(&path, &format::header_row::<A>(&start))?);
            Ok((map::map(&file)?, file))
        };
        let (bytes, file) =
            made().map_err(|source| TapeFileError::Io { path: path.clone(), source })?;
        let origin = Origin::fresh();
        let tape = tape_of(start, bytes, 0, origin);
        Ok(TapeFile { path, file, origin, tape, committed: 0, has_failed: false })
    }

    /// Opens a file and checks all of it. If the end of the last commit is missing, because the program or the machine
    /// stopped in the middle of it, what there is of it is cut off, which is told.
    ///
    /// # Errors
    /// If it is open elsewhere, is not a tape of this game in a version that is known, or is damaged; or if the system
    /// refuses. The file is then left as it is. Damage can be cut off with [`TapeFile::repair`].
    pub fn open(path: impl AsRef<Path>) -> Result<(TapeFile<A>, Option<Cut>), TapeFileError> {
        let path = path.as_ref().to_owned();
        let io = |source| TapeFileError::Io { path: path.clone(), source };
        let (file, mut bytes) = lock::exclusive(&path)?;
        let Verified { start, rows, cut } = verify::<A>((*bytes).as_ref())
            .map_err(|source| TapeFileError::Format { path: path.clone(), source })?;
        if let Some(cut) = cut {
            drop(bytes);
            file.set_len(cut.kept).and_then(|()| file.sync_all()).map_err(io)?;
            bytes = map::map(&file).map_err(io)?;
        }
        let origin = Origin::fresh();
        let tape = tape_of(start, bytes, rows, origin);
        let committed = rows * ROW as u64;
        Ok((TapeFile { path, file, origin, tape, committed, has_failed: false }, cut))
    }

    /// Cuts a damaged file after the last whole commit before the damage. What is cut off is first saved beside it,
    /// under its name with `.cut` behind, since there may be whole commits in it. With nothing to cut, nothing happens.
    ///
    /// # Errors
    /// If it is open elsewhere, its header is not that of a tape of this game, or there is a file with that name
    /// already; or if the system refuses. The file is then left as it is.
    pub fn repair(path: impl AsRef<Path>) -> Result<Option<Cut>, TapeFileError> {
        let path = path.as_ref();
        let (file, bytes) = lock::exclusive(path)?;
        let Verified { cut, .. } = salvage::<A>((*bytes).as_ref())
            .map_err(|source| TapeFileError::Format { path: path.to_owned(), source })?;
        if let Some(Cut { kept, .. }) = cut {
            let beside = path.with_added_extension("cut");
            fresh::publish(&beside, &(*bytes).as_ref()[kept as usize..])
                .map_err(|source| TapeFileError::Io { path: beside, source })?;
            drop(bytes);
            file.set_len(kept)
                .and_then(|()| file.sync_all())
                .map_err(|source| TapeFileError::Io { path: path.to_owned(), source })?;
        }
        Ok(cut)
    }

    /// Everything on the tape, with what is appended but not yet committed. A clone of it lives on its own.
    pub fn tape(&self) -> &Tape<A> {
        &self.tape
    }

    /// Appends steps, in memory only. No-ops are not kept.
    pub fn append(&mut self, steps: impl IntoIterator<Item = A>) {
        self.tape.extend(steps);
    }

    /// Writes what has been appended since the last commit and returns when it is on the disk. With nothing to write,
    /// nothing happens.
    ///
    /// # Errors
    /// If the system refuses. Then nothing more can be committed; opened anew, the file has either all of the commit or
    /// nothing of it.
    pub fn commit(&mut self) -> Result<(), TapeFileError> {
        if self.has_failed {
            return Err(TapeFileError::Failed { path: self.path.clone() });
        }
        if self.tape.len() == self.committed {
            return Ok(());
        }
        self.has_failed = true;
        self.write().map_err(|source| TapeFileError::Io { path: self.path.clone(), source })?;
        self.has_failed = false;
        Ok(())
    }

    fn write(&mut self) -> io::Result<()> {
        pad(&mut self.tape);
        (&*self.file).write_all(&format::commit_rows(&self.tape, self.committed))?;
        self.file.sync_all()?;
        // From here on the full segments are read from the file, and memory is free again.
        let rows = self.tape.len() / ROW as u64;
        let stored = Stored::new(map::map(&self.file)?, rows, self.origin);
        let tail = self.tape.segment(self.tape.full_segments());
        self.tape = Tape::from_parts(self.tape.start().clone(), stored, tail);
        self.committed = self.tape.len();
        Ok(())
    }
}

/// Tapes as bytes, for those who only read them, or keep them elsewhere than in files of their own.
impl<A: Step> Tape<A> {
    /// A tape from the bytes of a file, which it reads as it needs them, and what was left out at their end. Unlike
    /// [`TapeFile::open`], this changes nothing.
    ///
    /// # Errors
    /// If the bytes are not a tape of this game in a version that is known, or are damaged.
    pub fn from_bytes(
        bytes: impl AsRef<[u8]> + Send + Sync + 'static,
    ) -> Result<(Tape<A>, Option<Cut>), FormatError> {
        let Verified { start, rows, cut } = verify::<A>(bytes.as_ref())?;
        Ok((tape_of(start, Arc::new(bytes), rows, Origin::fresh()), cut))
    }

    /// A tape from a file that is only read, mapped into memory, and what was left out at its end. Unlike
    /// [`TapeFile::open`], this changes nothing, and any number can read one file; but nobody can open it to write
    /// while one of their tapes lives.
    ///
    /// # Errors
    /// If it is open for writing, is not a tape of this game in a version that is known, or is damaged; or if the system
    /// refuses.
    pub fn read(path: impl AsRef<Path>) -> Result<(Tape<A>, Option<Cut>), TapeFileError> {
        let path = path.as_ref();
        let bytes = lock::shared(path)?;
        let Verified { start, rows, cut } = verify::<A>((*bytes).as_ref())
            .map_err(|source| TapeFileError::Format { path: path.to_owned(), source })?;
        Ok((tape_of(start, bytes, rows, Origin::fresh()), cut))
    }

    /// The bytes of a file with this tape, in one commit.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut tape = Tape::new(self.start().clone());
        tape.extend(self.entries_from(crate::Address::START).map(|(_, a)| a));
        pad(&mut tape);
        let mut bytes = format::header_row::<A>(self.start()).to_vec();
        bytes.extend(format::commit_rows(&tape, 0));
        bytes
    }
}

impl Tape {
    /// Whether bytes begin like a tape file, of chess or of another game.
    pub fn is_tape(bytes: &[u8]) -> bool {
        bytes.starts_with(&format::MAGIC)
    }
}

/// A tape of which the first `rows` rows are in `bytes`.
fn tape_of<A: Step>(start: A::Start, bytes: Bytes, rows: u64, origin: Origin) -> Tape<A> {
    let stored = Stored::new(bytes, rows, origin);
    let tail = stored.tail(rows % ROWS as u64, A::start_hash(&start));
    Tape::from_parts(start, stored, Arc::new(tail))
}

/// Fills the last row with no-ops.
fn pad<A: Step>(tape: &mut Tape<A>) {
    while !tape.len().is_multiple_of(ROW as u64) {
        tape.push_raw(A::NOOP);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_commit_that_failed_there_is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.tape");
        let start = hazel_core::Position::initial();
        let mut file: TapeFile = TapeFile::create(&path, start).expect("a new file");
        let writable =
            std::mem::replace(&mut file.file, Arc::new(File::open(&path).expect("it can be read")));
        file.append([Alteration::TURN]);
        assert!(matches!(file.commit(), Err(TapeFileError::Io { .. })), "it can't be written");
        file.file = writable;
        let error = file.commit().expect_err("nobody knows what is on the disk");
        assert!(matches!(error, TapeFileError::Failed { .. }), "{error}");
    }
}
