//! One run at a time packs.
//!
//! Any number of runs may build tables in one folder. Whoever packs reads the file of a family, writes it anew and takes away what
//! was packed; if two did so at once, one would write over what the other has just written. So whoever packs locks the
//! folder. Where a file system has no locks, nobody waits.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use super::io_error;
use crate::tables::GenerateError;

/// How often it is looked whether another run has finished.
const PAUSE: Duration = Duration::from_millis(20);

/// A run that packs. As long as it lives, no other does.
pub(super) struct Packing {
    _lock: File,
}

impl Packing {
    /// Waits until no other run packs, or until `check` fails.
    pub(super) fn begin(
        folder: &Path,
        check: impl Fn() -> Result<(), GenerateError>,
    ) -> Result<Packing, GenerateError> {
        let lock = File::open(folder).map_err(|source| io_error(folder, source))?;
        while let Err(TryLockError::WouldBlock) = lock.try_lock() {
            check()?;
            sleep(PAUSE);
        }
        Ok(Packing { _lock: lock })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_packs_while_another_run_does() {
        let folder = tempfile::tempdir().expect("a folder");
        let stopped = || Err(GenerateError::Stopped);
        let first = Packing::begin(folder.path(), stopped).expect("nobody else packs");
        assert!(matches!(Packing::begin(folder.path(), stopped), Err(GenerateError::Stopped)));
        drop(first);
        assert!(Packing::begin(folder.path(), stopped).is_ok());
    }
}
