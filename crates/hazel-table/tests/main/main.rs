//! The crate from outside.

mod key;
