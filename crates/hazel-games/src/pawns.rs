//! Games of pawns alone.

mod rules;

pub use rules::{Ending, ParseRulesError, Rules, RulesError};
