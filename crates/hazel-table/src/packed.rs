//! Long sequences of small symbols, packed so that any one of them can be read alone.
//!
//! A table is such a sequence: for each index the value of a position. Neighbours resemble each other and the same
//! patterns return over and over, so a [`Model`] holds a dictionary of phrases, each the concatenation of two shorter
//! ones, and a prefix code for them. A [`Stream`] is a sequence written in the phrases of a model, with an index that
//! says where each span of symbols begins. One probe reads one index entry and decodes, on average, a few dozen
//! phrases, most of them without looking inside. Nothing is unpacked, nothing allocated.
//!
//! * **Models are shared.** Many tables are so small that a dictionary of their own would be larger than they are. A
//!   [`Trainer`] is shown all streams that are going to share a model and learns from all of them.
//! * **Places may leave a choice.** Where the caller has several symbols for a place that say the same, those are taken that make
//!   for the fewest bits together with the dictionary (`choose.rs`).
//! * **Order is the caller's.** The piece that moves farthest should be the fastest dimension of an index. Where that
//!   isn't clear, a stream may be stored with dimensions [swapped](Swap).
//!
//! General compressors were rejected: they need blocks of several kilobytes to be any good, and so cost a probe ten
//! times as much. Arithmetic coding with contexts would be smaller still, but can't skip over a phrase.
//!
//! What is read may be damaged: every read is checked, and `None` is the answer where the bytes make no sense. Whether
//! they are the bytes that were written is for the checksums of a file to say.

mod bits;
mod choose;
mod code;
mod fill;
mod model;
mod pairs;
mod parse;
mod raw;
mod runs;
mod stream;
mod swap;
mod train;
mod write;

pub(crate) use choose::{Places, choose};
pub(crate) use fill::{Filler, OneOf, Only, Takes};
pub use model::{Model, ModelError};
pub use raw::RawWriter;
pub(crate) use runs::ShortRuns;
pub use runs::{Runs, runs_of};
pub use stream::{Form, Stream};
pub use swap::{Section, Swap};
pub use train::Trainer;
pub use write::Encoder;

/// What no symbol can be.
const NO_SYMBOL: u16 = u16::MAX;

/// The most phrases of a model: with more, codes would get too long.
const MOST_PHRASES: usize = 1 << 11;
/// The most symbols of a phrase: how far into one a span begins is written in 9 bits. With more, the rest of an
/// entry of the index couldn't say how far apart long spans are, and spans would have to be shorter.
const MOST_SYMBOLS: u32 = 1 << 9;
