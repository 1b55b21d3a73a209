//! Files that appear as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tempfile::Builder;

use crate::report::Failure;

/// Writes a file under a temporary name beside its place, makes sure that it is on the disk, and renames it. What stood
/// there before stays until then.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    try_write(path, bytes)
        .map_err(|error| Failure::outside(format!("{} can't be written: {error}", path.display())))
}

fn try_write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    // Asked first, so that a missing directory is told without the temporary name.
    fs::metadata(directory)?;
    let mut builder = Builder::new();
    builder.prefix(".hazel-");
    // As any new file: what the user's mask leaves, not what temporary files are given.
    #[cfg(unix)]
    builder.permissions(<fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
    let mut file = builder.tempfile_in(directory)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    // The new name is on the disk once its directory is. Some systems can't do that, and lose nothing but the name.
    let _ = File::open(directory).and_then(|directory| directory.sync_all());
    Ok(())
}
