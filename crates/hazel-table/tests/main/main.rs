//! The crate from outside.

mod canonical;
mod children;
mod key;
mod sample;
