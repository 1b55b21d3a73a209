//! Solving games of two players exactly.
//!
//! Whoever tells the rules of a game ([`Game`]) can ask a [`Prover`] what a position is worth, and gets a proof, not an
//! opinion. This crate knows no chess and no other game. Five decisions carry it.
//!
//! *A value is the set of outcomes that are still possible* ([`Outcome`]). Bounds, exact values and what a person is told
//! are one type, and knowledge only ever narrows it.
//!
//! *Yes or no.* A value of three is found by two [questions](Question), at least a draw, and a win; each is a search in
//! which one answer settles a position. Searching both at once was rejected: the bounds that prune are weaker, and what the
//! first question learns is there for the second anyway.
//!
//! *Nothing is taken on trust.* The table of what is known stores whole positions and not hashes. What was expensive goes
//! into a [`Journal`], from which a stopped proof goes on. From a finished one a [`certificate`] can be written, which
//! [`check`] confirms with the rules alone: it shares no search, no bounds and no canonical forms with the solvers.
//!
//! *A search learns its order.* A game tells what it sees in a position ([`Patterns`]); which of it makes an answer likely
//! is learned from the answers of the search itself.
//!
//! *Several ways, one answer* ([`Method`]): alpha-beta, which is the quickest here and uses all cores; proof numbers; and
//! [`Retrograde`], the only one for games that can go round in circles, where endless play is a draw.
//!
//! A position that falls into impartial [parts](Game::parts) is solved part by part instead of being searched.
//!
//! It doesn't play: there is no judging of positions that are too hard to solve, and no clock.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use hazel_solve::{Control, Game, Options, Outcome, Prover};
//!
//! /// A heap of counters; each side takes one to three, and whoever takes the last one wins.
//! struct Subtraction(u8);
//!
//! impl Game for Subtraction {
//!     type Position = u8;
//!     type Move = u8;
//!     type Undo = ();
//!     type Transform = ();
//!
//!     fn start(&self) -> u8 { self.0 }
//!     fn finished(&self, heap: &u8) -> Option<Outcome> { (*heap == 0).then_some(Outcome::LOSS) }
//!     fn moves(&self, heap: &u8, moves: &mut Vec<u8>) { moves.extend(1..=3.min(*heap)); }
//!     fn play(&self, heap: &mut u8, take: u8) { *heap -= take; }
//!     fn unplay(&self, heap: &mut u8, take: u8, (): ()) { *heap += take; }
//!     fn key(&self, heap: &u8) -> u128 { u128::from(*heap) }
//!     fn position(&self, key: u128) -> Option<u8> { u8::try_from(key).ok() }
//!     fn canonical(&self, heap: &u8) -> (u8, ()) { (*heap, ()) }
//!     fn restore(&self, (): &(), take: u8) -> u8 { take }
//! }
//!
//! let game = Subtraction(21);
//! let options = Options { memory: 1 << 20, ..Options::default() };
//! let prover = Prover::new(&game, &options)?;
//! let mut control = Control { stop: &AtomicBool::new(false), report: &mut |_| () };
//! let solution = prover.solve(&game.start(), true, &mut control)?;
//! assert_eq!(solution.value, Outcome::WIN);
//! // One counter is taken, since multiples of four are lost.
//! assert_eq!(solution.first_moves, [(1, Outcome::WIN), (2, Outcome::LOSS), (3, Outcome::LOSS)]);
//! # Ok::<(), hazel_solve::ProverError>(())
//! ```

mod alphabeta;
pub mod certificate;
mod check;
mod control;
mod experience;
mod game;
pub mod journal;
mod knowledge;
mod outcome;
mod proof_number;
mod prover;
mod question;
mod retrograde;
mod solution;
mod sum;
mod table;

pub use check::{Checked, Refusal, check};
pub use control::{Control, Progress};
pub use experience::Patterns;
pub use game::Game;
pub use journal::{Journal, JournalError, Proven};
pub use outcome::Outcome;
pub use prover::{Method, Options, Prover, ProverError};
pub use question::Question;
pub use retrograde::{Retrograde, RetrogradeError};
pub use solution::Solution;
