//! New files, which appear whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// Makes a file with these bytes, on the disk and locked. Refuses if there is something with this name already. Whoever
/// stops in the middle leaves a file with a temporary name at most.
pub(crate) fn publish(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let (temporary, file) = temporary(path)?;
    let written = || {
        file.lock()?;
        (&file).write_all(bytes)?;
        file.sync_all()?;
        give_name(&temporary, path)
    };
    if let Err(error) = written() {
        // What went wrong first is what is told.
        let _ = fs::remove_file(&temporary);
        return Err(error);
    }
    // The name must be on the disk too.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    Ok(file)
}

/// A new file beside `path`, whatever a crash has left there.
fn temporary(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = 0_u32;
    loop {
        let temporary = path.with_added_extension(format!("new{number}"));
        match OpenOptions::new().read(true).append(true).create_new(true).open(&temporary) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            made => return Ok((temporary, made?)),
        }
    }
}

/// Gives a file another name, if nobody has it. A rename would take it from whoever was quicker.
fn give_name(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        // Not every file system has links. Then there is a moment in which someone else may take the name.
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}
