//! Bodies on their way into a file, with their checksums.

use std::io::{self, Write};

use super::BLOCK;

/// Passes on what is written, in blocks, and computes the checksum of each.
pub(super) struct Blocks<W> {
    sink: W,
    /// What doesn't fill a block yet.
    block: Vec<u8>,
    checksums: Vec<u32>,
}

impl<W: Write> Blocks<W> {
    pub(super) fn new(sink: W) -> Blocks<W> {
        Blocks { sink, block: Vec::with_capacity(BLOCK as usize), checksums: vec![] }
    }

    /// How many bytes were written so far.
    pub(super) fn written(&self) -> u64 {
        self.checksums.len() as u64 * BLOCK + self.block.len() as u64
    }

    /// Passes the last block on, and gives the checksums of all.
    pub(super) fn finish(mut self) -> io::Result<Vec<u32>> {
        if !self.block.is_empty() {
            self.pass_on()?;
        }
        Ok(self.checksums)
    }

    fn pass_on(&mut self) -> io::Result<()> {
        self.checksums.push(crc32fast::hash(&self.block));
        self.sink.write_all(&self.block)?;
        self.block.clear();
        Ok(())
    }
}

impl<W: Write> Write for Blocks<W> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = bytes.len().min(BLOCK as usize - self.block.len());
        self.block.extend_from_slice(&bytes[..count]);
        if self.block.len() == BLOCK as usize {
            self.pass_on()?;
        }
        Ok(count)
    }

    /// Nothing to do: what doesn't fill a block waits for the end.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
