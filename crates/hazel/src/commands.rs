//! What each command does.

pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod pgn;
pub(crate) mod play;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod table;
pub(crate) mod tape;
