//! The crate from outside.

mod certificate;
mod example;
mod graph;
mod journal;
mod kayles;
mod retrograde;
