//! Reading the bytes of a foreign file in order, never beyond its end.

/// A place in the bytes of a file.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn at(bytes: &'a [u8], at: usize) -> Reader<'a> {
        Reader { bytes, at }
    }

    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Leaves bytes out; `None` if there are fewer.
    pub(super) fn skip(&mut self, count: u64) -> Option<()> {
        let end = self.at.checked_add(usize::try_from(count).ok()?)?;
        self.at = (end <= self.bytes.len()).then_some(end)?;
        Some(())
    }

    /// Goes on at the next multiple of a number.
    pub(super) fn align(&mut self, to: usize) -> Option<()> {
        self.skip((self.at.next_multiple_of(to) - self.at) as u64)
    }

    #[inline]
    pub(super) fn byte(&mut self) -> Option<u8> {
        self.take::<1>().map(|[byte]| byte)
    }

    #[inline]
    pub(super) fn short(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    #[inline]
    pub(super) fn long(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    /// Four bytes, the most significant first.
    #[inline]
    pub(super) fn big_long(&mut self) -> Option<u32> {
        self.take().map(u32::from_be_bytes)
    }

    #[inline]
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let bytes = *self.bytes.get(self.at..)?.first_chunk()?;
        self.at += N;
        Some(bytes)
    }
}
