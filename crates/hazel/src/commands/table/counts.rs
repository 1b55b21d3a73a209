//! The file of counts: where it is, and what it says.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use hazel_table::Frequencies;

use super::directory;
use crate::report::Failure;

/// Its name if the user gives none.
const NAME: &str = "counts.csv";

/// The file that was named, or the one beside the tables, whose folder is made.
pub(super) fn path(named: Option<&Path>, tables: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(path) = named {
        return Ok(path.to_owned());
    }
    let folder = directory(tables)?;
    std::fs::create_dir_all(&folder).map_err(|error| {
        Failure::outside(format!("{} can't be made: {error}", folder.display()))
    })?;
    Ok(folder.join(NAME))
}

/// Reads the file that was named, or the one beside the tables.
pub(super) fn read(named: Option<&Path>, tables: &Path) -> Result<Frequencies, Failure> {
    let path = named.map_or_else(|| tables.join(NAME), Path::to_owned);
    let file = File::open(&path).map_err(|error| {
        Failure::outside(format!("{} can't be read: {error}", path.display()))
            .help("count games first: hazel table index-pgn FILES")
    })?;
    let counts = Frequencies::read(BufReader::with_capacity(1 << 16, file));
    counts.map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}
