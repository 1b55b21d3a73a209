//! What can be wrong with the bytes of a certificate, and why one can't be written.

use std::io;

use thiserror::Error;

use crate::journal::LONGEST_DESCRIPTION;
use crate::{Outcome, Question};

/// Why bytes are no certificate.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// They can't be read.
    #[error("byte {byte}: {source}")]
    Io {
        /// Where reading stopped.
        byte: u64,
        /// What the system said.
        source: io::Error,
    },
    /// They end too early.
    #[error("byte {byte}: the certificate ends, expected more")]
    Short {
        /// Where they end.
        byte: u64,
    },
    /// They begin like something else.
    #[error("byte 0: not a certificate, expected `HZLCERT`")]
    Foreign,
    /// The version is not one that this reader knows.
    #[error("byte 7: version {version}, expected 1")]
    Version {
        /// What they say.
        version: u8,
    },
    /// They have changed since they were written.
    #[error("byte {byte}: the checksum of what comes before is wrong")]
    Checksum {
        /// Where the checksum is.
        byte: u64,
    },
    /// The description is no text.
    #[error("byte {byte}: the description is not UTF-8")]
    Text {
        /// Where it is none.
        byte: u64,
    },
    /// The claim is no set of outcomes.
    #[error("byte {byte}: {bits:#04x} is no set of outcomes")]
    Outcome {
        /// Where it is.
        byte: u64,
        /// What it says.
        bits: u8,
    },
    /// The description or a piece of a strategy is too long.
    #[error("byte {byte}: the length is {length}, expected at most {most}")]
    Length {
        /// Where the length is.
        byte: u64,
        /// What it is.
        length: u32,
        /// What it may be.
        most: u32,
    },
    /// Choices can't be decompressed.
    #[error("byte {byte}: the choices can't be decompressed: {source}")]
    Compression {
        /// Where they are.
        byte: u64,
        /// What the decompressor said.
        source: io::Error,
    },
    /// There is something behind the end.
    #[error("byte {byte}: expected the end of the certificate")]
    Behind {
        /// Where it should end.
        byte: u64,
    },
}

/// Why a certificate can't be written.
#[derive(Debug, Error)]
pub enum WriteError<E> {
    /// No strategies prove it.
    #[error("`{0}` can't be certified, expected a value or that one side doesn't lose")]
    Claim(Outcome),
    /// The description doesn't fit.
    #[error("a description of {0} bytes, expected at most {LONGEST_DESCRIPTION}")]
    Description(usize),
    /// The strategy gave no answer.
    #[error(transparent)]
    Strategy(E),
    /// It gave a move that doesn't exist.
    #[error("the strategy plays {mv} in {position}, which is no legal move")]
    Illegal {
        /// Where.
        position: String,
        /// The move.
        mv: String,
    },
    /// It leads to an end that isn't good enough.
    #[error("the strategy leads to {position}, a {value} for it, expected {}", question.yes())]
    Fails {
        /// Where the game is over.
        position: String,
        /// What that is worth to the prover.
        value: Outcome,
        /// What was to be proven.
        question: Question,
    },
    /// It goes round in circles instead of winning.
    #[error("the strategy comes back to {position}, expected a win")]
    Circle {
        /// Where it has been before.
        position: String,
    },
    /// The system refused.
    #[error(transparent)]
    Io(#[from] io::Error),
}
