//! Compressing what is written, if its name asks for it.

use std::io::{self, Write};
use std::path::Path;

/// A writer that compresses or doesn't.
pub(crate) enum Packer<W: Write> {
    Plain(W),
    Zstd(zstd::Encoder<'static, W>),
    Gzip(flate2::write::GzEncoder<W>),
    Bzip2(bzip2::write::BzEncoder<W>),
}

impl<W: Write> Packer<W> {
    /// Compresses for names that end in `.zst`, `.gz` or `.bz2`.
    pub(super) fn new(path: &Path, out: W) -> io::Result<Packer<W>> {
        let extension = path.extension().map(|name| name.to_string_lossy().to_ascii_lowercase());
        Ok(match extension.as_deref() {
            Some("zst") => {
                let mut encoder = zstd::Encoder::new(out, 0)?;
                encoder.include_checksum(true)?;
                Packer::Zstd(encoder)
            }
            Some("gz") => {
                Packer::Gzip(flate2::write::GzEncoder::new(out, flate2::Compression::default()))
            }
            Some("bz2") => {
                Packer::Bzip2(bzip2::write::BzEncoder::new(out, bzip2::Compression::default()))
            }
            _ => Packer::Plain(out),
        })
    }

    pub(super) fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Packer::Plain(out) => out.write_all(bytes),
            Packer::Zstd(out) => out.write_all(bytes),
            Packer::Gzip(out) => out.write_all(bytes),
            Packer::Bzip2(out) => out.write_all(bytes),
        }
    }

    /// Ends the compressed data.
    pub(super) fn finish(self) -> io::Result<W> {
        match self {
            Packer::Plain(out) => Ok(out),
            Packer::Zstd(out) => out.finish(),
            Packer::Gzip(out) => out.finish(),
            Packer::Bzip2(out) => out.finish(),
        }
    }
}
