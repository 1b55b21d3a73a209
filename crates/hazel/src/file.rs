//! Files that appear as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::report::Failure;

/// Writes a file under a temporary name beside its place, makes sure that it is on the disk, and renames it. What stood
/// there before stays until then.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut file = Unfinished::create(path)?;
    file.write(bytes)?;
    file.finish()
}

/// A file that is being written, under a temporary name. If it isn't finished it vanishes.
pub(crate) struct Unfinished {
    path: PathBuf,
    file: BufWriter<NamedTempFile>,
}

impl Unfinished {
    /// Begins a file, beside the place where it will appear.
    pub(crate) fn create(path: &Path) -> Result<Unfinished, Failure> {
        let file = create_beside(path).map_err(|error| failure(path, &error))?;
        Ok(Unfinished { path: path.to_owned(), file: BufWriter::with_capacity(1 << 16, file) })
    }

    /// Its temporary name.
    pub(crate) fn temporary(&self) -> &Path {
        self.file.get_ref().path()
    }

    /// Where it will appear.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes more.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.file.write_all(bytes).map_err(|error| failure(&self.path, &error))
    }

    /// Lets it appear.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Unfinished { path, file } = self;
        let finish = || -> io::Result<()> {
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.as_file().sync_all()?;
            file.persist(&path)?;
            // The new name is on the disk once its directory is. Some systems can't do that, and lose nothing but the
            // name.
            let _ = File::open(directory(&path)).and_then(|directory| directory.sync_all());
            Ok(())
        };
        finish().map_err(|error| failure(&path, &error))
    }
}

fn create_beside(path: &Path) -> io::Result<NamedTempFile> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    // Asked first, so that a missing directory is told without the temporary name.
    fs::metadata(directory(path))?;
    let mut builder = Builder::new();
    builder.prefix(".hazel-");
    // As any new file: what the user's mask leaves, not what temporary files are given.
    #[cfg(unix)]
    builder.permissions(<fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
    builder.tempfile_in(directory(path))
}

fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn failure(path: &Path, error: &io::Error) -> Failure {
    Failure::outside(format!("{} can't be written: {error}", path.display()))
}
