//! The file that everybody reads.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use hazel_notation::pgn::{Chunks, Input};

use crate::data::Data;
use crate::project;

const PACKED: &str = "pgn/twic_286k.pgn.zst";
/// How many chunks of a megabyte are enough for those who take minutes for all.
const SAMPLE: usize = 3;

/// One text in several forms.
pub(super) struct Corpus {
    /// As it lies in the data.
    pub(super) packed: PathBuf,
    /// Unpacked.
    pub(super) text: PathBuf,
    /// The first games of it.
    pub(super) sample: PathBuf,
    /// How long it is.
    pub(super) bytes: u64,
}

impl Corpus {
    /// Unpacks the text to where cargo builds, unless it is there already.
    pub(super) fn unpack(data: &Data) -> Result<Corpus> {
        let folder = project::target_dir().join("bench-pgn");
        fs::create_dir_all(&folder)?;
        let packed = data.path(PACKED);
        let text = folder.join("twic.pgn");
        if !text.is_file() {
            unpack(&packed, &text).with_context(|| format!("cannot unpack {PACKED}"))?;
        }
        let sample = folder.join("sample.pgn");
        let mut file = BufWriter::new(File::create(&sample)?);
        for chunk in Chunks::new(Input::open(&text)?).take(SAMPLE) {
            file.write_all(&chunk?.text)?;
        }
        file.flush()?;
        let bytes = fs::metadata(&text)?.len();
        Ok(Corpus { packed, text, sample, bytes })
    }

    /// A file with the text so many times, one after the other. It is the caller's to remove.
    pub(super) fn repeated(&self, times: usize) -> Result<PathBuf> {
        let path = self.text.with_file_name("repeated.pgn");
        let mut long = File::create(&path)?;
        for _ in 0..times {
            io::copy(&mut File::open(&self.text)?, &mut long)?;
        }
        Ok(path)
    }
}

/// The file has its name only when it is complete.
fn unpack(packed: &Path, text: &Path) -> Result<()> {
    let part = text.with_extension("part");
    zstd::stream::copy_decode(File::open(packed)?, File::create(&part)?)?;
    Ok(fs::rename(&part, text)?)
}
