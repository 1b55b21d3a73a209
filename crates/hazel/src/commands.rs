//! What each command does.

pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod show;
