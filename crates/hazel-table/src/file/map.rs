//! The one place that maps files into memory.
#![allow(
    unsafe_code,
    reason = "mapping a file is unsafe, since others may change it; no safe crate can do it"
)]

use std::fs::File;
use std::io;

use memmap2::Mmap;

/// The bytes of a file: mapped, or in memory.
#[derive(Debug)]
pub(crate) enum Bytes {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

impl std::ops::Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Owned(bytes) => bytes,
        }
    }
}

/// Maps all of a file.
pub(crate) fn map(file: &File) -> io::Result<Bytes> {
    // SAFETY: the bytes must not change while the map lives. Table files never do: they are written under another
    // name and then renamed, so that a newer file of the same name is another file. Nor do parts that wait beside one: they
    // are written whole before they are mapped, and only removed. A foreign program that shortens or
    // overwrites one in place breaks this, as it does for every mapped file; the documentation forbids it.
    unsafe { Mmap::map(file) }.map(Bytes::Mapped)
}
