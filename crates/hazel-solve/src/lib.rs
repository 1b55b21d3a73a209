//! Solving games of two players exactly.

mod game;
mod outcome;
mod question;
mod retrograde;

pub use game::Game;
pub use outcome::Outcome;
pub use question::Question;
pub use retrograde::{Retrograde, RetrogradeError};
