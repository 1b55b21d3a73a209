//! The crate from outside.

mod book;
mod bounds;
mod builder;
mod canonical;
mod castling;
mod children;
mod file;
mod frequency;
mod indexer;
mod key;
mod packed;
mod planner;
mod reachable;
mod sample;
mod syzygy;
mod tables;
