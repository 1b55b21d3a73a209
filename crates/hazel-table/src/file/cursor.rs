//! Reading and writing the small numbers of a directory.

use super::error::Fault;

/// Reads from the beginning of some bytes and knows where in the file it is.
pub(super) struct Cursor<'a> {
    rest: &'a [u8],
    byte: u64,
}

impl<'a> Cursor<'a> {
    /// At the first of these bytes, which is this byte of the file.
    pub(super) fn new(bytes: &'a [u8], byte: u64) -> Cursor<'a> {
        Cursor { rest: bytes, byte }
    }

    /// The byte of the file that comes next.
    pub(super) fn byte(&self) -> u64 {
        self.byte
    }

    /// What comes next, all of it.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The fault that something else was expected here.
    pub(super) fn expected(&self, expected: &'static str) -> Fault {
        Fault::Directory { byte: self.byte, expected }
    }

    /// The next bytes.
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], Fault> {
        let split = self.rest.split_at_checked(count);
        let (taken, rest) = split.ok_or_else(|| self.expected("more bytes than there are"))?;
        self.rest = rest;
        self.byte += count as u64;
        Ok(taken)
    }

    /// The next byte.
    pub(super) fn small(&mut self) -> Result<u8, Fault> {
        self.take(1).map(|byte| byte[0])
    }

    /// A number in groups of seven bits, the lowest first, all but the last with the highest bit set. The shortest such
    /// spelling is the only one.
    pub(super) fn number(&mut self) -> Result<u64, Fault> {
        let mut number = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.small()?;
            let bits = u64::from(byte & 0x7F);
            if bits << shift >> shift != bits || (byte == 0 && shift > 0) {
                break;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(self.expected("a number of 64 bits before this, in the fewest bytes"))
    }

    /// A number of things that need at least so many bytes each.
    pub(super) fn count(&mut self, bytes_each: usize) -> Result<usize, Fault> {
        let count = usize::try_from(self.number()?).ok();
        let fits =
            |&count: &usize| count.checked_mul(bytes_each).is_some_and(|n| n <= self.rest.len());
        count.filter(fits).ok_or_else(|| self.expected("a count that fits the rest before this"))
    }

    /// A text of at most 255 bytes.
    pub(super) fn text(&mut self) -> Result<&'a str, Fault> {
        let length = self.small()?;
        let at = self.expected("a text in UTF-8");
        std::str::from_utf8(self.take(usize::from(length))?).map_err(|_| at)
    }
}

/// Writes what [`Cursor::number`] reads.
pub(super) fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7F {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Writes what [`Cursor::text`] reads.
///
/// # Panics
/// If it is longer than 255 bytes.
pub(super) fn put_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.push(u8::try_from(text.len()).expect("keys have no more than 255 bytes"));
    bytes.extend(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::{Cursor, put_number};

    #[test]
    fn numbers_are_read_as_they_were_written_and_only_so() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX - 1, u64::MAX] {
            let mut bytes = Vec::new();
            put_number(&mut bytes, number);
            assert_eq!(Cursor::new(&bytes, 0).number(), Ok(number));
            assert!(Cursor::new(&bytes[..bytes.len() - 1], 0).number().is_err());
        }
        assert!(Cursor::new(&[0x80, 0], 0).number().is_err(), "zero in two bytes");
        assert!(Cursor::new(&[0xFF; 11], 0).number().is_err());
        assert!(
            Cursor::new(&[255, 255, 255, 255, 255, 255, 255, 255, 255, 2], 0).number().is_err()
        );
    }
}
