//! Files that appear as a whole or not at all.
//!
//! A regular file is written under a temporary name beside its place, and renamed when all of it is on the disk; what
//! stood there before stays until then. Links are followed first, and a file that is replaced hands on its permissions.
//! What is no regular file, such as a pipe or a device, is written straight through: it can't be replaced, and must not
//! be.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::report::Failure;

/// Writes a file; `-` is standard output.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if is_standard(path) {
        let mut out = io::stdout().lock();
        let written = out.write_all(bytes).and_then(|()| out.flush());
        return written.map_err(|error| Failure::output(&error));
    }
    let mut file = Unfinished::create(path)?;
    let written = file.write_all(bytes).and_then(|()| file.finish());
    written.map_err(|error| failure(path, &error))
}

/// The path of an output, if it isn't standard output.
pub(crate) fn named(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| !is_standard(path))
}

/// Whether the path stands for standard output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdout")
}

/// What is told if a file can't be written.
pub(crate) fn failure(path: &Path, error: &io::Error) -> Failure {
    Failure::outside(format!("{} can't be written: {error}", path.display()))
}

/// A file that is being written. If it isn't finished it vanishes, unless it was there before and is no regular file.
pub(crate) struct Unfinished(BufWriter<Place>);

enum Place {
    /// A temporary file that will be renamed to the target, with these permissions if the target was there.
    New { file: NamedTempFile, target: PathBuf, like: Option<Permissions> },
    /// Something that is written as it is.
    There(File),
}

impl Unfinished {
    /// Begins a file, beside the place where it will appear.
    pub(crate) fn create(path: &Path) -> Result<Unfinished, Failure> {
        let place = Place::find(path).map_err(|error| failure(path, &error))?;
        Ok(Unfinished(BufWriter::with_capacity(1 << 16, place)))
    }

    /// Its temporary name, if it has one.
    pub(crate) fn temporary(&self) -> Option<&Path> {
        match self.0.get_ref() {
            Place::New { file, .. } => Some(file.path()),
            Place::There(_) => None,
        }
    }

    /// Lets it appear.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self.0.into_inner().map_err(io::IntoInnerError::into_error)? {
            Place::There(_) => Ok(()),
            Place::New { file, target, like } => {
                if let Some(like) = like {
                    file.as_file().set_permissions(like)?;
                }
                file.as_file().sync_all()?;
                file.persist(&target).map_err(|error| without_name(&error.error))?;
                // The new name is on the disk once its directory is. Some systems can't do that, and lose nothing but
                // the name.
                let _ = File::open(directory(&target)).and_then(|directory| directory.sync_all());
                Ok(())
            }
        }
    }
}

impl Write for Unfinished {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Place {
    fn find(path: &Path) -> io::Result<Place> {
        match fs::metadata(path) {
            Ok(about) if about.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            // It could be replaced all the same, but nobody protects a file for that.
            Ok(about) if about.is_file() && about.permissions().readonly() => {
                Err(io::ErrorKind::PermissionDenied.into())
            }
            Ok(about) if about.is_file() => {
                Place::beside(fs::canonicalize(path)?, Some(about.permissions()))
            }
            Ok(_) => Ok(Place::There(OpenOptions::new().write(true).open(path)?)),
            // A link to nothing is followed too, as far as that can be done.
            Err(_) => Place::beside(
                fs::read_link(path)
                    .map_or_else(|_| path.to_owned(), |link| directory(path).join(link)),
                None,
            ),
        }
    }

    fn beside(target: PathBuf, like: Option<Permissions>) -> io::Result<Place> {
        // Asked first, so that a missing directory is told as the system tells it.
        fs::metadata(directory(&target))?;
        let mut builder = Builder::new();
        builder.prefix(".hazel-");
        // From the start nobody else may read it than may read the old file. A new one gets what the user's mask leaves,
        // not what temporary files are given.
        #[cfg(unix)]
        builder.permissions(like.clone().unwrap_or_else(|| {
            <Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666)
        }));
        let file = builder.tempfile_in(directory(&target)).map_err(|error| without_name(&error))?;
        Ok(Place::New { file, target, like })
    }
}

impl Write for Place {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Place::New { file, .. } => file.write(bytes).map_err(|error| without_name(&error)),
            Place::There(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Place::New { file, .. } => file.flush(),
            Place::There(file) => file.flush(),
        }
    }
}

/// The error without the temporary name, which means nothing to anybody.
fn without_name(error: &io::Error) -> io::Error {
    error.raw_os_error().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error)
}

fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
