//! What the reader and the writer of certificates have in common.

pub(crate) const MAGIC: &[u8; 7] = b"HZLCERT";
pub(crate) const VERSION: u8 = 2;
/// A byte that says: so many more than the bytes that follow tell.
pub(crate) const MORE: u8 = u8::MAX;
/// The most choices of a piece, in bytes before compression.
pub(crate) const LONGEST_PIECE: usize = 1 << 20;
/// The most bytes of a piece after compression. Choices that can't be compressed become a little longer.
pub(crate) const LONGEST_COMPRESSED: usize = LONGEST_PIECE + LONGEST_PIECE / 16;

/// How much of a strategy there is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Counts {
    /// The positions in which the prover chooses.
    pub(crate) choices: u64,
    /// All positions that aren't finished.
    pub(crate) positions: u64,
}
