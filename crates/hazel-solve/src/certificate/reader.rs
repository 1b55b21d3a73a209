//! Certificates from bytes, read as they are needed.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{ErrorKind, Read};

use crc32fast::Hasher;

use super::error::CertificateError;
use super::format::{Counts, LONGEST_COMPRESSED, LONGEST_PIECE, MAGIC, MORE, VERSION};
use crate::Outcome;
use crate::journal::LONGEST_DESCRIPTION;

/// What a certificate is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Which game, in the words of whoever wrote it.
    pub description: String,
    /// The key of the position that is claimed about.
    pub start: u128,
    /// What it is claimed to be worth to the side to move. Nothing is proven before the certificate is
    /// [checked](crate::check).
    pub claim: Outcome,
}

/// A certificate whose header has been read, and whose strategies are read when it is [checked](crate::check).
#[derive(Debug)]
pub struct Certificate<R> {
    source: Source<R>,
    header: Header,
    /// Choices that are decompressed, and how many of these bytes have been taken.
    piece: Vec<u8>,
    taken: usize,
    /// What the strategy said at its end, once it is reached.
    end: Option<Counts>,
}

impl<R: Read> Certificate<R> {
    /// Reads the header. The reader should be buffered.
    ///
    /// # Errors
    /// If these are not the first bytes of a certificate in a version that is known, or they are damaged.
    pub fn read(reader: R) -> Result<Certificate<R>, CertificateError> {
        let mut source = Source { reader, byte: 0, hasher: Hasher::new() };
        let header = read_header(&mut source)?;
        Ok(Certificate { source, header, piece: Vec::new(), taken: 0, end: None })
    }

    /// What it is about.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The next choice of the strategy: the index of a move. `None` if there are no more.
    pub(crate) fn choice(&mut self) -> Result<Option<usize>, CertificateError> {
        let mut index = 0_usize;
        loop {
            let Some(byte) = self.choice_byte()? else {
                // A choice that is cut off in the middle is no choice.
                return Ok(None);
            };
            index = index.saturating_add(byte as usize);
            if byte != MORE {
                return Ok(Some(index));
            }
        }
    }

    /// What the strategy says that it is, if no choice is left of it. The next one follows.
    pub(crate) fn end_strategy(&mut self) -> Result<Option<Counts>, CertificateError> {
        if self.choice_byte()?.is_some() {
            return Ok(None);
        }
        Ok(self.end.take())
    }

    /// Makes sure that there is nothing more.
    pub(crate) fn end(mut self) -> Result<(), CertificateError> {
        let byte = self.source.byte;
        match self.source.array::<1>() {
            Err(CertificateError::Short { .. }) => Ok(()),
            Err(error) => Err(error),
            Ok(_) => Err(CertificateError::Behind { byte }),
        }
    }

    fn choice_byte(&mut self) -> Result<Option<u8>, CertificateError> {
        loop {
            if let Some(&byte) = self.piece.get(self.taken) {
                self.taken += 1;
                return Ok(Some(byte));
            }
            if self.end.is_some() {
                return Ok(None);
            }
            self.next_piece()?;
        }
    }

    /// Reads a piece of the strategy, or its end.
    fn next_piece(&mut self) -> Result<(), CertificateError> {
        let byte = self.source.byte;
        let length = u32::from_le_bytes(self.source.array()?);
        if length == 0 {
            let choices = u64::from_le_bytes(self.source.array()?);
            let positions = u64::from_le_bytes(self.source.array()?);
            self.source.checksum()?;
            self.end = Some(Counts { choices, positions });
            return Ok(());
        }
        if length as usize > LONGEST_COMPRESSED {
            let most = LONGEST_COMPRESSED as u32;
            return Err(CertificateError::Length { byte, length, most });
        }
        let compressed = self.source.bytes(length as usize)?;
        self.source.checksum()?;
        self.piece = zstd::bulk::decompress(&compressed, LONGEST_PIECE)
            .map_err(|source| CertificateError::Compression { byte, source })?;
        self.taken = 0;
        Ok(())
    }
}

fn read_header(source: &mut Source<impl Read>) -> Result<Header, CertificateError> {
    if source.array()? != *MAGIC {
        return Err(CertificateError::Foreign);
    }
    let [version] = source.array()?;
    if version != VERSION {
        return Err(CertificateError::Version { version });
    }
    let byte = source.byte;
    let length = u16::from_le_bytes(source.array()?);
    if length as usize > LONGEST_DESCRIPTION {
        let (length, most) = (length as u32, LONGEST_DESCRIPTION as u32);
        return Err(CertificateError::Length { byte, length, most });
    }
    let text = source.byte;
    let description = source.bytes(length as usize)?;
    let start = u128::from_le_bytes(source.array()?);
    let byte = source.byte;
    let [bits] = source.array()?;
    source.checksum()?;
    let description = String::from_utf8(description).map_err(|error| CertificateError::Text {
        byte: text + error.utf8_error().valid_up_to() as u64,
    })?;
    let claim = Outcome::from_bits(bits).ok_or(CertificateError::Outcome { byte, bits })?;
    Ok(Header { description, start, claim })
}

/// Bytes that come one after the other.
#[derive(Debug)]
struct Source<R> {
    reader: R,
    /// How many have been read.
    byte: u64,
    /// Of all of them but the checksums.
    hasher: Hasher,
}

impl<R: Read> Source<R> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], CertificateError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        self.hasher.update(&bytes);
        Ok(bytes)
    }

    fn bytes(&mut self, length: usize) -> Result<Vec<u8>, CertificateError> {
        let mut bytes = vec![0; length];
        self.fill(&mut bytes)?;
        self.hasher.update(&bytes);
        Ok(bytes)
    }

    fn checksum(&mut self) -> Result<(), CertificateError> {
        let byte = self.byte;
        let mut found = [0; 4];
        self.fill(&mut found)?;
        let expected = self.hasher.clone().finalize().to_le_bytes();
        if found == expected { Ok(()) } else { Err(CertificateError::Checksum { byte }) }
    }

    fn fill(&mut self, mut bytes: &mut [u8]) -> Result<(), CertificateError> {
        while !bytes.is_empty() {
            match self.reader.read(bytes) {
                Ok(0) => return Err(CertificateError::Short { byte: self.byte }),
                Ok(read) => {
                    self.byte += read as u64;
                    bytes = &mut bytes[read..];
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(source) => return Err(CertificateError::Io { byte: self.byte, source }),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::WriteError;
    use crate::certificate::writer::Writer;

    /// The pieces end within choices, too.
    #[test]
    fn choices_that_fill_several_pieces_are_read_as_they_were_written()
    -> Result<(), Box<dyn std::error::Error>> {
        let choices = || (0..1_000_000_usize).map(|number| number * number % 700);
        let counts = Counts { choices: 1_000_000, positions: 3 };
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes, "", 5, Outcome::LOSS)
            .map_err(|error: WriteError<std::fmt::Error>| error)?;
        for index in choices() {
            writer.choice(index)?;
        }
        writer.end_strategy(counts)?;
        writer.finish()?;

        let mut certificate = Certificate::read(bytes.as_slice())?;
        for index in choices() {
            assert_eq!(certificate.choice()?, Some(index));
        }
        assert_eq!(certificate.choice()?, None);
        assert_eq!(certificate.end_strategy()?, Some(counts));
        Ok(certificate.end()?)
    }
}
