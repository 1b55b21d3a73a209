//! The crate from outside.

mod book;
mod builder;
mod canonical;
mod children;
mod file;
mod indexer;
mod key;
mod packed;
mod sample;
