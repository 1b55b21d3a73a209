//! Confirming a certificate.
//!
//! Whoever doubts a proof needs to read only this file, the set of positions beside it and the rules of the game. It
//! searches nothing and prunes nothing: it plays the prover's choices against every reply, to the end of every line. Of
//! a [`Game`] it uses [`finished`](Game::finished), [`moves`](Game::moves), [`play`](Game::play) and
//! [`key`](Game::key); no symmetry, no bounds, no order. How the choices get out of the file needn't be believed either:
//! whatever they are, they are played.
//!
//! Why that is a proof: a position is left out only if the opponent is to move and the walk has been there; the prover's
//! answer to each reply is seen there. So wherever the opponent can come to, the prover has an answer, which may depend on the
//! move before. If all ends that can be reached are wins for the prover and no line comes back to a position with the opponent
//! to move, then every line ends, and he wins. If they are wins and draws, a line may also go on for ever, which is a draw,
//! so he doesn't lose.
//!
//! Where the prover is to move nothing is remembered: he chooses again. Most positions are such, and behind each is but
//! one move, so that a third of the memory costs a tenth more work and a seventh more file.

mod places;
mod refusal;

pub(crate) use places::Places;
pub use refusal::Refusal;

use std::io::Read;

use crate::certificate::{Certificate, Counts};
use crate::{Game, Outcome, Question};

/// After how many positions the caller is asked whether to go on.
const INTERVAL: u64 = 1 << 16;

/// What a certificate has proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// What the start is worth to the side to move.
    pub claim: Outcome,
    /// How many positions were visited, finished ones not counted, in all strategies.
    pub positions: u64,
    /// How many choices the provers made.
    pub choices: u64,
}

/// Confirms what a certificate claims about a position, by playing through its strategies.
///
/// The caller sees to it that the game is the one of the certificate's description. Now and then `go_on` is told how many
/// positions have been visited and says whether to go on.
///
/// # Errors
/// If anything is wrong with the certificate, or `go_on` says no. Nothing is proven then.
pub fn check<G: Game, R: Read>(
    game: &G,
    start: &G::Position,
    mut certificate: Certificate<R>,
    mut go_on: impl FnMut(u64) -> bool,
) -> Result<Checked, Refusal> {
    let claim = certificate.header().claim;
    let (found, expected) = (certificate.header().start, game.key(start));
    if found != expected {
        return Err(Refusal::Start { found, expected });
    }
    let mut checked = Checked { claim, positions: 0, choices: 0 };
    for &proof in proofs(claim).ok_or(Refusal::Claim(claim))? {
        let before = checked.positions;
        let mut walk = Walk {
            game,
            proof,
            certificate: &mut certificate,
            counts: Counts::default(),
            visited: Places::default(),
            path: Vec::new(),
            moves: Vec::new(),
            on_path: Places::default(),
        };
        walk.run(start, &mut |positions| go_on(before + positions))?;
        checked.positions += walk.counts.positions;
        checked.choices += walk.counts.choices;
    }
    certificate.end()?;
    Ok(checked)
}

/// What a strategy proves: that the side to move at the start, or else its opponent, gets what the question asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Proof {
    pub(crate) is_mover: bool,
    pub(crate) question: Question,
}

/// Which strategies, in this order, prove a claim about the side to move; `None` if none do.
pub(crate) fn proofs(claim: Outcome) -> Option<&'static [Proof]> {
    const MOVER_WINS: Proof = Proof { is_mover: true, question: Question::Win };
    const MOVER_HOLDS: Proof = Proof { is_mover: true, question: Question::Draw };
    const OPPONENT_WINS: Proof = Proof { is_mover: false, question: Question::Win };
    const OPPONENT_HOLDS: Proof = Proof { is_mover: false, question: Question::Draw };
    match claim {
        Outcome::WIN => Some(&[MOVER_WINS]),
        Outcome::LOSS => Some(&[OPPONENT_WINS]),
        Outcome::DRAW => Some(&[MOVER_HOLDS, OPPONENT_HOLDS]),
        Outcome::WIN_OR_DRAW => Some(&[MOVER_HOLDS]),
        Outcome::DRAW_OR_LOSS => Some(&[OPPONENT_HOLDS]),
        _ => None,
    }
}

/// A walk through everything that can happen if the prover follows his strategy.
struct Walk<'a, G: Game, R> {
    game: &'a G,
    proof: Proof,
    certificate: &'a mut Certificate<R>,
    counts: Counts,
    /// Where it has been with the opponent to move.
    visited: Places,
    /// From the start to where the walk is.
    path: Vec<Step<G::Position>>,
    /// What is to be played in the positions of the path, one behind the other.
    moves: Vec<G::Move>,
    /// The visited positions of the path: coming back to one of them closes a circle.
    on_path: Places,
}

/// A position on the path.
struct Step<P> {
    position: P,
    is_prover: bool,
    /// Where its moves begin, and which one is next.
    first: usize,
    next: usize,
}

impl<G: Game, R: Read> Walk<'_, G, R> {
    fn run(
        &mut self,
        start: &G::Position,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(), Refusal> {
        self.visit(start.clone(), self.proof.is_mover)?;
        while let Some(step) = self.path.last_mut() {
            // The moves of this position are the last ones.
            if let Some(&mv) = self.moves.get(step.next) {
                step.next += 1;
                let mut position = step.position.clone();
                self.game.play(&mut position, mv);
                let is_prover = !step.is_prover;
                let before = self.counts.positions;
                self.visit(position, is_prover)?;
                let positions = self.counts.positions;
                if positions > before && positions.is_multiple_of(INTERVAL) && !go_on(positions) {
                    return Err(Refusal::Stopped { positions });
                }
            } else {
                self.moves.truncate(step.first);
                if !step.is_prover {
                    self.on_path.remove(&self.game.key(&step.position));
                }
                self.path.pop();
            }
        }
        let counts = self.counts;
        let left_over = Refusal::LeftOver { choices: counts.choices };
        let found = self.certificate.end_strategy()?.ok_or(left_over)?;
        same("choices", found.choices, counts.choices)?;
        same("positions", found.positions, counts.positions)
    }

    /// Goes into a position, unless the game is over there or the opponent is to move and the walk has been there.
    fn visit(&mut self, position: G::Position, is_prover: bool) -> Result<(), Refusal> {
        if let Some(value) = self.game.finished(&position) {
            return self.judge(&position, if is_prover { value } else { value.flip() });
        }
        if !is_prover {
            let key = self.game.key(&position);
            if !self.visited.insert(key) {
                let is_circle = self.on_path.contains(&key);
                if is_circle && self.proof.question == Question::Win {
                    let number = self.counts.positions;
                    return Err(Refusal::Circle { number, position: format!("{position:?}") });
                }
                return Ok(());
            }
            self.on_path.insert(key);
        }
        self.counts.positions += 1;
        let first = self.moves.len();
        self.game.moves(&position, &mut self.moves);
        if self.moves.len() == first {
            return Err(Refusal::NoMoves { position: format!("{position:?}") });
        }
        if is_prover {
            let chosen = self.chosen(&position, first)?;
            self.moves.truncate(first);
            self.moves.push(chosen);
        }
        self.path.push(Step { position, is_prover, first, next: first });
        Ok(())
    }

    /// The prover's choice among the moves from `first` on.
    fn chosen(&mut self, position: &G::Position, first: usize) -> Result<G::Move, Refusal> {
        self.counts.choices += 1;
        let number = self.counts.choices;
        let Some(index) = self.certificate.choice()? else {
            return Err(Refusal::Early { number, position: format!("{position:?}") });
        };
        let moves = &self.moves[first..];
        moves.get(index).copied().ok_or_else(|| {
            let (moves, position) = (moves.len(), format!("{position:?}"));
            Refusal::Choice { number, index, moves, position }
        })
    }

    /// Whether the end of a line is what the prover claims.
    fn judge(&self, position: &G::Position, value: Outcome) -> Result<(), Refusal> {
        let expected = self.proof.question.yes();
        if value.is_within(expected) {
            return Ok(());
        }
        let (number, position) = (self.counts.positions, format!("{position:?}"));
        Err(Refusal::Fails { number, position, value, expected })
    }
}

fn same(what: &'static str, found: u64, expected: u64) -> Result<(), Refusal> {
    if found == expected { Ok(()) } else { Err(Refusal::Counts { what, found, expected }) }
}
