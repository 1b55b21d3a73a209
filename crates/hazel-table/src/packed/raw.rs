//! Writing a sequence so that reading is fastest: all symbols in the same number of bits.

use std::io::{self, Write};

use super::stream::{Form, Stream};

/// Writes symbols, one after the other.
pub struct RawWriter<W> {
    sink: W,
    width: u8,
    length: u64,
    pending: u8,
}

impl RawWriter<()> {
    /// How many bytes so many symbols take of which none is higher than this.
    pub(crate) fn bytes(length: u64, highest: u16) -> u64 {
        (length * u64::from(width(highest))).div_ceil(8)
    }
}

impl<W: Write> RawWriter<W> {
    /// For symbols of which none is higher than this.
    pub fn new(sink: W, highest: u16) -> RawWriter<W> {
        RawWriter { sink, width: width(highest), length: 0, pending: 0 }
    }

    /// Writes a symbol so many times.
    ///
    /// # Errors
    /// If the sink refuses.
    pub fn push(&mut self, symbol: u16, count: u64) -> io::Result<()> {
        let bytes = symbol.to_le_bytes();
        for _ in 0..count {
            match self.width {
                16 => self.sink.write_all(&bytes)?,
                8 => self.sink.write_all(&bytes[..1])?,
                width => {
                    let shift = self.length as u32 % (8 / u32::from(width)) * u32::from(width);
                    self.pending |= bytes[0] << shift;
                    if shift + u32::from(width) == 8 {
                        self.sink.write_all(&[self.pending])?;
                        self.pending = 0;
                    }
                }
            }
            self.length += 1;
        }
        Ok(())
    }

    /// Writes what is left and says what the stream is.
    ///
    /// # Errors
    /// If the sink refuses.
    pub fn finish(mut self) -> io::Result<Stream> {
        if !(self.length * u64::from(self.width)).is_multiple_of(8) {
            self.sink.write_all(&[self.pending])?;
        }
        Ok(Stream { length: self.length, form: Form::Raw(self.width), swap: None })
    }
}

/// How many bits each symbol takes if none is higher than this.
fn width(highest: u16) -> u8 {
    (u16::BITS - highest.leading_zeros()).max(1).next_power_of_two() as u8
}
