//! Bits in bytes, the first in the highest place.

/// Writes bits behind each other.
#[derive(Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    /// Bits that don't fill a byte yet, in the lowest places.
    pending: u64,
    count: u32,
}

impl BitWriter {
    /// Adds the lowest `length` bits of `code`; at most 32 of them.
    #[inline]
    pub(super) fn push(&mut self, code: u32, length: u32) {
        self.pending = self.pending << length | u64::from(code);
        self.count += length;
        while self.count >= 8 {
            self.count -= 8;
            if self.bytes.len() == self.bytes.capacity() {
                self.grow();
            }
            self.bytes.push((self.pending >> self.count) as u8);
        }
    }

    /// Makes room for some more bytes. Doubling it would take three times of what is there.
    #[cold]
    fn grow(&mut self) {
        self.bytes.reserve_exact(self.bytes.len() / 8 + 64);
    }

    /// All bytes, the last one filled up with zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.push(0, 8 - self.count);
        }
        self.bytes
    }
}

/// The bits from this one on, left-justified: at least 57 of them, zeros behind the end. `None` if it begins there.
#[inline]
pub(super) fn peek(bytes: &[u8], bit: usize) -> Option<u64> {
    let rest = bytes.get(bit / 8..)?;
    let word = match rest.first_chunk::<8>() {
        Some(word) => u64::from_be_bytes(*word),
        None => last(rest)?,
    };
    Some(word << (bit % 8))
}

/// Fewer than eight bytes, with zeros behind them.
#[cold]
fn last(rest: &[u8]) -> Option<u64> {
    let mut word = [0; 8];
    word.get_mut(..rest.len())?.copy_from_slice(rest);
    (!rest.is_empty()).then_some(u64::from_be_bytes(word))
}

#[cfg(test)]
mod tests {
    use super::{BitWriter, peek};

    #[test]
    fn what_was_written_is_read_at_any_place() {
        let codes = [(0b1, 1), (0b0110, 4), (0x1ABCD, 17), (0, 3), (0b101, 3), (0x7FFF, 15)];
        let mut writer = BitWriter::default();
        for (code, length) in codes {
            writer.push(code, length);
        }
        let bytes = writer.finish();
        let mut at = 0;
        for (code, length) in codes {
            let word = peek(&bytes, at).expect("inside");
            assert_eq!(word >> (64 - length), u64::from(code));
            at += length as usize;
        }
        assert_eq!(bytes.len(), at.div_ceil(8));
        assert_eq!(peek(&bytes, bytes.len() * 8), None);
    }
}
