//! Tapes of alterations, familiars that follow them, and game trees.

pub mod tree;
