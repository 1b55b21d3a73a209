//! The games from outside.
