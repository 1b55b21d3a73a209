//! Why a certificate isn't confirmed.

use thiserror::Error;

use crate::Outcome;
use crate::certificate::CertificateError;

/// Why a certificate isn't confirmed. Positions are shown as the game debugs them; choices and positions are counted from
/// 1, in their strategy.
#[derive(Debug, Error)]
pub enum Refusal {
    /// Its bytes are no certificate.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// It is about another position.
    #[error("the certificate starts at {found:#034x}, expected {expected:#034x}")]
    Start {
        /// The key in the file.
        found: u128,
        /// The key of the position that was asked about.
        expected: u128,
    },
    /// No strategies prove what it claims.
    #[error("the claim `{0}` can't be proven by strategies")]
    Claim(Outcome),
    /// The prover chooses a move that doesn't exist.
    #[error("choice {number} is move {index}, but there are {moves} moves in {position}")]
    Choice {
        /// Which choice.
        number: u64,
        /// Which move, from 0.
        index: usize,
        /// How many there are.
        moves: usize,
        /// Where.
        position: String,
    },
    /// The strategy ends before the walk.
    #[error("the list of choices ends early: expected choice {number}, for {position}")]
    Early {
        /// Which choice.
        number: u64,
        /// Where.
        position: String,
    },
    /// The walk ends before the strategy.
    #[error("choices are left over: expected no more than {choices}")]
    LeftOver {
        /// How many were needed.
        choices: u64,
    },
    /// The strategy says that it is longer or shorter than it is.
    #[error("the strategy says that it has {found} {what}, but it has {expected}")]
    Counts {
        /// What is counted.
        what: &'static str,
        /// What it says.
        found: u64,
        /// What it has.
        expected: u64,
    },
    /// A line of play ends badly for the prover.
    #[error("after position {number}, {position} is a {value} for the prover, expected {expected}")]
    Fails {
        /// How many positions have been visited.
        number: u64,
        /// Where the game is over.
        position: String,
        /// What that is worth to the prover.
        value: Outcome,
        /// What he claims.
        expected: Outcome,
    },
    /// A line of play goes round in circles, which is no win.
    #[error("after position {number}, {position} comes again: endless play is no win")]
    Circle {
        /// How many positions have been visited.
        number: u64,
        /// Where the circle closes.
        position: String,
    },
    /// The rules give no move though the game isn't over, so there is no saying what is proven.
    #[error("the game isn't over in {position}, but has no moves there")]
    NoMoves {
        /// Where.
        position: String,
    },
    /// The caller didn't want to go on.
    #[error("stopped after {positions} positions")]
    Stopped {
        /// How many had been visited, in all strategies.
        positions: u64,
    },
}
