//! The crate from outside.

mod canonical;
mod children;
mod indexer;
mod builder;
mod key;
mod sample;
