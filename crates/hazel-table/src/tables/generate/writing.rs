//! One run at a time writes to a folder.
//!
//! Two runs would build the same tables twice, and one would write over what the other has just found out. So whoever builds
//! locks a file in the folder `new` until everything is packed: a file, since network file systems pass on no locks of folders. It
//! stays, and the system takes the lock back when a run ends, however it ends. Whoever has it knows that nobody writes, and takes
//! away what a killed run left unfinished. Where a file system has no locks at all, nobody is kept out, and nothing is taken away.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use super::io_error;
use crate::tables::{EXTENSION, GenerateError, NEW};

/// What is locked.
pub(super) const LOCK: &str = "lock";

/// A run that writes. As long as it lives, no other does.
pub(super) struct Writing {
    _lock: File,
}

impl Writing {
    /// Makes a folder of tables if there is none, locks it, and takes away what was never finished there.
    pub(super) fn begin(folder: &Path) -> Result<Writing, GenerateError> {
        let new = folder.join(NEW);
        fs::create_dir_all(&new)
            .map_err(|source| GenerateError::Folder { path: new.clone(), source })?;
        let path = new.join(LOCK);
        let lock = OpenOptions::new().create(true).append(true).open(&path);
        let lock = lock.map_err(|source| io_error(&path, source))?;
        match lock.try_lock() {
            Ok(()) => {
                for folder in [folder, &new] {
                    clear(folder).map_err(|source| io_error(folder, source))?;
                }
            }
            Err(TryLockError::WouldBlock) => {
                return Err(GenerateError::Busy { path: folder.to_owned() });
            }
            Err(TryLockError::Error(_)) => {}
        }
        Ok(Writing { _lock: lock })
    }
}

fn clear(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if is_unfinished(&path) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// Whether it has a name that a table file has before it is finished.
fn is_unfinished(path: &Path) -> bool {
    let number = path.extension().and_then(|end| end.to_str()?.strip_prefix("new"));
    let is_number = number.is_some_and(|text| text.parse::<u32>().is_ok());
    let whole = path.file_stem().map(Path::new);
    is_number && whole.and_then(Path::extension).is_some_and(|end| end == EXTENSION)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn one_run_writes_and_takes_away_what_was_never_finished() {
        let folder = tempfile::tempdir().expect("a folder");
        let folders = [folder.path().to_owned(), folder.path().join(NEW)];
        fs::create_dir(&folders[1]).expect("a folder");
        let others = ["KQvK.hzt", "KRvK.hzt.news", "KRvK.new0", "notes.txt"];
        let write = || {
            for (folder, name) in folders.iter().flat_map(|folder| {
                others.iter().chain(&["KQvK.hzt.new0", "KRvK.hzt.new12"]).map(move |n| (folder, n))
            }) {
                fs::write(folder.join(name), name).expect("it can be written");
            }
        };
        let names = |folder: &Path| -> BTreeSet<String> {
            let entries =
                fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("there"));
            let names = entries.map(|entry| entry.file_name().into_string().expect("text"));
            names.filter(|name| name != NEW && name != LOCK).collect()
        };
        write();
        let writing = Writing::begin(folder.path()).expect("nobody else writes");
        assert!(folders.iter().all(|folder| names(folder).iter().eq(&others.map(str::to_owned))));
        write();
        let busy = Writing::begin(folder.path());
        assert!(matches!(busy, Err(GenerateError::Busy { path }) if path == folder.path()));
        assert!(folders.iter().all(|folder| names(folder).len() == 6));
        drop(writing);
        assert!(Writing::begin(folder.path()).is_ok());
        assert!(folders.iter().all(|folder| names(folder).len() == 4));
    }
}
