//! Tests of tapes, familiars and game trees: laws, and what is refused.

mod tree;
