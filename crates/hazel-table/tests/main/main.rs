//! The crate from outside.

mod canonical;
mod key;
mod sample;
