//! Why Syzygy's tables don't answer.

use std::io;
use std::path::PathBuf;

use super::material::Material;

/// A Syzygy file that is refused, or a position that no file answers.
#[derive(Debug, thiserror::Error)]
pub enum SyzygyError {
    /// The system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The folder or file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// No folder has a file with values.
    #[error("{}: no Syzygy file there, expected files such as KRvK.rtbw and KRvK.rtbz", path.display())]
    Empty {
        /// The last folder.
        path: PathBuf,
    },
    /// The name of a file isn't one of Syzygy's.
    #[error("{}: the name is not that of men, such as KRPvKR, at most seven", path.display())]
    Name {
        /// The file.
        path: PathBuf,
    },
    /// A file isn't what it should be.
    #[error("{}: damaged or no Syzygy file: expected {expected}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What should be there.
        expected: &'static str,
    },
    /// There is no file of these men, or not both files.
    #[error("there is no Syzygy file {material}.{extension}")]
    Missing {
        /// The men.
        material: Material,
        /// The extension of the file.
        extension: &'static str,
    },
    /// The position has more men than any file.
    #[error("{men} men are more than Syzygy's tables have, which is seven")]
    TooMany {
        /// How many it has.
        men: u32,
    },
    /// Somebody may castle.
    #[error("Syzygy's tables know no castling rights")]
    Castling,
}
