//! Laws that hold for any input.
//!
//! Each function takes arbitrary bytes, reads them as one of our formats and panics if a law is broken. They check
//! what the answers mean, not merely that there is one: what is written is read back, an error has its place inside the
//! text, what one function calls legal the other generates.
//!
//! The same functions are run by two drivers. cargo-fuzz searches for a finding with feedback from the code
//! (`fuzz_targets/`, started by `cargo xtask fuzz`); an ordinary test runs them on mutations of the seeds for a moment
//! (`tests/smoke.rs`). Seeds lie in `seeds/`, one folder for each function.

mod certificate;
mod journal;
mod key;
mod laws;
mod pgn;
mod table;
mod tape;
mod text;
mod tree;

pub use certificate::certificate;
pub use journal::journal;
pub use key::key;
pub use laws::{ben, moves};
pub use pgn::pgn;
pub use table::table;
pub use tape::tape;
pub use text::{epd, fen, san, uci};
pub use tree::tree;

/// A law by the name of its fuzz target.
pub type Target = (&'static str, fn(&[u8]));

/// All laws.
pub const TARGETS: [Target; 13] = [
    ("ben", ben),
    ("certificate", certificate),
    ("epd", epd),
    ("fen", fen),
    ("journal", journal),
    ("key", key),
    ("moves", moves),
    ("pgn", pgn),
    ("san", san),
    ("table", table),
    ("tape", tape),
    ("tree", tree),
    ("uci", uci),
];
