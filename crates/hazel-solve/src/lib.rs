//! Solving games of two players exactly.

mod alphabeta;
pub mod certificate;
mod check;
mod control;
mod game;
pub mod journal;
mod knowledge;
mod outcome;
mod proof_number;
mod prover;
mod question;
mod retrograde;
mod solution;
mod table;

pub use check::{Checked, Refusal, check};
pub use control::{Control, Progress};
pub use game::Game;
pub use journal::{Journal, JournalError, Proven};
pub use outcome::Outcome;
pub use prover::{Method, Options, Prover, ProverError};
pub use question::Question;
pub use retrograde::{Retrograde, RetrogradeError};
pub use solution::Solution;
