//! Files that appear whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Puts a file with what is written to it in place of what is there, if anything. Whoever looks sees the old file or the new one,
/// whenever the program or the machine stops; at worst a temporary file is left beside it.
pub(super) fn publish<T>(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<T>,
) -> io::Result<T> {
    let (temporary, mut file) = temporary(path)?;
    let put = || -> io::Result<T> {
        let told = write(&mut file)?;
        file.sync_all()?;
        fs::rename(&temporary, path)?;
        Ok(told)
    };
    let told = put().inspect_err(|_| {
        // What went wrong first is what is told.
        let _ = fs::remove_file(&temporary);
    })?;
    // The name must be on the disk too.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    Ok(told)
}

/// A new file beside `path`, whatever a crash has left there. It can be read, too.
pub(super) fn temporary(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = 0_u32;
    loop {
        let temporary = path.with_added_extension(format!("new{number}"));
        match OpenOptions::new().read(true).write(true).create_new(true).open(&temporary) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            made => return Ok((temporary, made?)),
        }
    }
}
