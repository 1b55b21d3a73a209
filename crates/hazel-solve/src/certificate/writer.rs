//! Certificates as bytes, written as they come.

use std::io::{self, Write};

use crc32fast::Hasher;
use zstd::bulk::Compressor;

use super::error::WriteError;
use super::format::{Counts, LONGEST_PIECE, MAGIC, MORE, VERSION};
use crate::Outcome;
use crate::journal::LONGEST_DESCRIPTION;

/// Rather thorough: compressing choices takes no time beside finding them.
const LEVEL: i32 = 9;

/// Writes a certificate piece by piece.
pub(crate) struct Writer<W> {
    out: W,
    /// Of everything so far but the checksums.
    hasher: Hasher,
    compressor: Compressor<'static>,
    piece: Vec<u8>,
}

impl<W: Write> Writer<W> {
    pub(crate) fn new<E>(
        out: W,
        description: &str,
        start: u128,
        claim: Outcome,
    ) -> Result<Writer<W>, WriteError<E>> {
        if description.len() > LONGEST_DESCRIPTION {
            return Err(WriteError::Description(description.len()));
        }
        let compressor = Compressor::new(LEVEL)?;
        let mut writer = Writer { out, hasher: Hasher::new(), compressor, piece: Vec::new() };
        writer.put(MAGIC)?;
        writer.put(&[VERSION])?;
        writer.put(&(description.len() as u16).to_le_bytes())?;
        writer.put(description.as_bytes())?;
        writer.put(&start.to_le_bytes())?;
        writer.put(&[claim.bits()])?;
        writer.checksum()?;
        Ok(writer)
    }

    /// Writes which of its moves the prover plays.
    pub(crate) fn choice(&mut self, mut index: usize) -> io::Result<()> {
        while index >= MORE as usize {
            self.byte(MORE)?;
            index -= MORE as usize;
        }
        self.byte(index as u8)
    }

    /// Writes that a strategy is complete.
    pub(crate) fn end_strategy(&mut self, counts: Counts) -> io::Result<()> {
        self.end_piece()?;
        self.put(&0_u32.to_le_bytes())?;
        self.put(&counts.choices.to_le_bytes())?;
        self.put(&counts.positions.to_le_bytes())?;
        self.checksum()
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn byte(&mut self, byte: u8) -> io::Result<()> {
        self.piece.push(byte);
        if self.piece.len() == LONGEST_PIECE { self.end_piece() } else { Ok(()) }
    }

    fn end_piece(&mut self) -> io::Result<()> {
        if self.piece.is_empty() {
            return Ok(());
        }
        let compressed = self.compressor.compress(&self.piece)?;
        self.piece.clear();
        self.put(&(compressed.len() as u32).to_le_bytes())?;
        self.put(&compressed)?;
        self.checksum()
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.out.write_all(bytes)
    }

    fn checksum(&mut self) -> io::Result<()> {
        // A checksum within a checksum would make it forget what was before.
        self.out.write_all(&self.hasher.clone().finalize().to_le_bytes())
    }
}
