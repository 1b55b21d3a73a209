//! Solving games of two players exactly.

pub mod certificate;
mod check;
mod game;
pub mod journal;
mod outcome;
mod question;
mod retrograde;

pub use check::{Checked, Refusal, check};
pub use game::Game;
pub use journal::{Journal, JournalError, Proven};
pub use outcome::Outcome;
pub use question::Question;
pub use retrograde::{Retrograde, RetrogradeError};
