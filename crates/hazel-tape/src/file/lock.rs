//! Opening files so that nobody changes them meanwhile.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::sync::Arc;

use super::error::TapeFileError;
use super::map;
use super::stored::Bytes;

/// A file that nobody else has open, to be appended to, and its bytes.
pub(crate) fn exclusive(path: &Path) -> Result<(Arc<File>, Bytes), TapeFileError> {
    locked(path, OpenOptions::new().read(true).append(true), File::try_lock)
}

/// The bytes of a file that nobody has open but to read.
pub(crate) fn shared(path: &Path) -> Result<Bytes, TapeFileError> {
    let (_file, bytes) = locked(path, OpenOptions::new().read(true), File::try_lock_shared)?;
    Ok(bytes)
}

fn locked(
    path: &Path,
    options: &OpenOptions,
    lock: fn(&File) -> Result<(), TryLockError>,
) -> Result<(Arc<File>, Bytes), TapeFileError> {
    let io = |source| TapeFileError::Io { path: path.to_owned(), source };
    let file = options.open(path).map_err(io)?;
    lock(&file).map_err(|error| match error {
        TryLockError::WouldBlock => TapeFileError::InUse { path: path.to_owned() },
        TryLockError::Error(source) => io(source),
    })?;
    let file = Arc::new(file);
    // Nothing can't be mapped.
    let bytes: Bytes = match file.metadata().map_err(io)?.len() {
        0 => Arc::new([]),
        _ => map::map(&file).map_err(io)?,
    };
    Ok((file, bytes))
}
