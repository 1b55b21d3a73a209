//! The one place that maps files into memory.
#![allow(
    unsafe_code,
    reason = "mapping a file is unsafe, since others may change it; no safe crate can do it"
)]

use std::fs::File;
use std::io;
use std::sync::Arc;

use memmap2::Mmap;

/// A file in memory, as long as it was when it was mapped. The file stays open, and with that locked, as long as this
/// lives.
struct Mapped {
    map: Mmap,
    _file: Arc<File>,
}

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        &self.map
    }
}

/// Maps all of a locked file.
pub(crate) fn map(file: &Arc<File>) -> io::Result<super::stored::Bytes> {
    // SAFETY: the bytes that are mapped must not change while the map lives. This crate only ever appends behind them:
    // a file is shortened when it is opened, before it is mapped for good, and the lock, which is held until the last
    // map is gone, keeps other openers out, or all but readers. A foreign program that ignores the lock and shortens or overwrites the file
    // breaks this, as it does for every mapped file; the documentation forbids it.
    let map = unsafe { Mmap::map(&**file) }?;
    Ok(Arc::new(Mapped { map, _file: Arc::clone(file) }))
}
