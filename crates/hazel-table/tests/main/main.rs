//! The crate from outside.

mod book;
mod canonical;
mod children;
mod indexer;
mod builder;
mod key;
mod sample;
