//! The crate from outside.

mod book;
mod canonical;
mod children;
mod file;
mod indexer;
mod builder;
mod key;
mod packed;
mod sample;
