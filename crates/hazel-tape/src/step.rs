//! What a tape is made of: the alterations of some game.

use std::fmt::Debug;
use std::ops::Not;

/// The alterations of a game: reversible steps of 16 bits, with what a tape must know of them and no more.
///
/// A tape knows no rules. It asks of a step how it is written, how it is taken back (`!a`), what it changes in the
/// running hash, whether a ply ends with it and to which of sixteen classes it belongs. [`hazel_core::Alteration`] is
/// the step of chess; another game implements this for a type of its own and gets tapes, files and familiars.
///
/// What must hold for every step `a`: `!!a == a`; `a` and `!a` have the same key and the same class;
/// `from_bits(a.bits())` is `a`; and only [`Step::NOOP`] has all bits zero.
pub trait Step: Copy + Eq + Debug + Not<Output = Self> + Send + Sync + 'static {
    /// Where a game begins. A tape has one in front.
    type Start: Clone + Eq + Debug + Send + Sync + 'static;

    /// The name of this kind of steps in the header of a file.
    const ALPHABET: [u8; 8];

    /// The step that does nothing: all bits zero, its own inverse. Files are filled up with it; nobody is told of it.
    const NOOP: Self;

    /// The 16 bits.
    fn bits(self) -> u16;

    /// The step with these bits, if there is one.
    fn from_bits(bits: u16) -> Option<Self>;

    /// What it changes, by exclusive or, in the running hash.
    fn key(self) -> u64;

    /// Whether a ply ends with this step.
    fn ends_ply(self) -> bool;

    /// Its class, 0 to 15: the unit in which a familiar says what it is interested in. Higher bits are ignored.
    fn class(self) -> u8;

    /// The hash at the start of a game, before any step.
    fn start_hash(start: &Self::Start) -> u64;

    /// The start of a game as bytes.
    fn write_start(start: &Self::Start) -> [u8; 32];

    /// The start of a game from bytes, if they are one. What it accepts, [`Step::write_start`] must write again.
    fn read_start(bytes: [u8; 32]) -> Option<Self::Start>;
}
