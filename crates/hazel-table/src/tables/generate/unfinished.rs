//! Files that a run didn't finish because it was killed.
//!
//! The next run takes them away, unless another one is writing at the same time: its files aren't finished, either. So every
//! run locks the folder together with all others, and takes files away only if it can lock it alone. The system takes a lock
//! back when a run ends, however it ends. Where a file system has no locks, everything stays.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

use super::io_error;
use crate::tables::{EXTENSION, GenerateError};

/// A run that writes. As long as it lives, nobody takes its files away.
pub(super) struct Writing {
    _lock: File,
}

impl Writing {
    /// Takes away from folders what was never finished. The last of them is locked.
    pub(super) fn begin(folders: [&Path; 2]) -> Result<Writing, GenerateError> {
        let locked = folders[1];
        let lock = File::open(locked).map_err(|source| io_error(locked, source))?;
        if lock.try_lock().is_ok() {
            for folder in folders {
                clear(folder).map_err(|source| io_error(folder, source))?;
            }
        }
        // Who can't have it need not be afraid of others: they can't have it, either.
        let _ = lock.lock_shared();
        Ok(Writing { _lock: lock })
    }
}

fn clear(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if is_unfinished(&path)
            && let Err(error) = fs::remove_file(&path)
            && error.kind() != ErrorKind::NotFound
        {
            return Err(error);
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
    fn what_was_never_finished_goes_unless_somebody_writes() {
        let folder = tempfile::tempdir().expect("a folder");
        let new = folder.path().join("new");
        fs::create_dir(&new).expect("a folder");
        let others = ["KQvK.hzt", "KRvK.hzt.news", "KRvK.new0", "notes.txt"];
        let names = |folder: &Path| -> BTreeSet<String> {
            let entries =
                fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("there"));
            let names = entries.map(|entry| entry.file_name().into_string().expect("text"));
            names.filter(|name| name != "new").collect()
        };
        for folder in [folder.path(), &new] {
            for name in others.iter().chain(&["KQvK.hzt.new0", "KRvK.hzt.new12"]) {
                fs::write(folder.join(name), name).expect("it can be written");
            }
        }
        let begin = || Writing::begin([folder.path(), &new]).expect("the folders are there");
        let somebody = File::open(&new).expect("a folder");
        somebody.lock_shared().expect("there are locks");
        drop(begin());
        assert!([folder.path(), &new].iter().all(|folder| names(folder).len() == 6));
        drop(somebody);
        let writing = begin();
        for folder in [folder.path(), &new] {
            assert!(names(folder).iter().eq(&others.map(str::to_owned)));
            fs::write(folder.join("KQvK.hzt.new0"), "now").expect("it can be written");
        }
        drop(begin());
        assert!([folder.path(), &new].iter().all(|folder| names(folder).len() == 5));
        drop(writing);
    }
}
