//! The crate from outside.

mod graph;
mod retrograde;
