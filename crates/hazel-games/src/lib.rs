//! Games to be solved.
