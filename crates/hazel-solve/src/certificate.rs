//! A proof that others can check without believing in the search that found it.
//!
//! A certificate holds strategies: for "win" one by which the side to move wins, for "loss" one of the other side, for
//! "draw" one for each by which it doesn't lose. A strategy is nothing but the prover's choices, in the order in which
//! a walk through the game needs them: where the opponent is to move, the walk visits every reply in the order of
//! [`Game::moves`]; where the prover is, it takes the next choice; where it has been before with the opponent to move, it
//! turns back. So no position is in the file, and a choice is mostly one byte before compression. The alternative, a list
//! of positions with their moves, is many times as long and no easier to check.
//!
//! [`write()`] makes a certificate by such a walk, and [`check`](crate::check) confirms one by a walk of its own. Both share
//! the bytes (`format`, [`Certificate`]), as `docs/solve/certificate-format.md` draws them, and neither search nor
//! pruning. Neither keeps more in memory than the keys of the positions where it has been with the opponent to
//! move.

mod error;
mod format;
mod reader;
mod writer;

pub use error::{CertificateError, WriteError};
pub(crate) use format::Counts;
pub use reader::{Certificate, Header};

use std::io::Write;

use crate::check::{Places, Proof, proofs};
use crate::{Game, Outcome, Question};
use writer::Writer;

/// Writes the certificate of a claim about a position, and says how many positions its strategies meet.
///
/// `strategy` names the move by which the side to move answers the question with yes, wherever the prover may come. It
/// is asked wherever the walk comes to, also again, unless a move leads to where the walk has been, and can stop the work
/// by an error. The description is what a reader needs to make the game again.
///
/// What is written is followed as a checker would, so that what this function finishes proves the claim. It
/// neither syncs `out` nor gives it a name.
///
/// # Errors
/// If the claim can't be proven by strategies, the description is too long, the strategy gives no answer, gives an
/// illegal move or doesn't hold what is claimed, or writing fails. What was written is then no certificate.
///
/// ```
/// use std::convert::Infallible;
///
/// use hazel_solve::certificate::Certificate;
/// # use hazel_solve::{Game, Outcome};
/// # struct Sticks;
/// # impl Game for Sticks {
/// #     type Position = u128;
/// #     type Move = u128;
/// #     type Undo = ();
/// #     type Transform = ();
/// #     fn start(&self) -> u128 { 6 }
/// #     fn finished(&self, sticks: &u128) -> Option<Outcome> { (*sticks == 0).then_some(Outcome::LOSS) }
/// #     fn moves(&self, sticks: &u128, moves: &mut Vec<u128>) { moves.extend(1..=3.min(*sticks)); }
/// #     fn play(&self, sticks: &mut u128, taken: u128) { *sticks -= taken; }
/// #     fn unplay(&self, sticks: &mut u128, taken: u128, (): ()) { *sticks += taken; }
/// #     fn key(&self, sticks: &u128) -> u128 { *sticks }
/// #     fn position(&self, key: u128) -> Option<u128> { Some(key) }
/// #     fn canonical(&self, sticks: &u128) -> (u128, ()) { (*sticks, ()) }
/// #     fn restore(&self, (): &(), taken: u128) -> u128 { taken }
/// # }
///
/// // Six sticks; who moves takes one, two or three; who takes the last one wins.
/// let game = Sticks;
/// let mut file = Vec::new();
/// hazel_solve::certificate::write(
///     &game, "sticks=6", &game.start(), Outcome::WIN, &mut file,
///     |sticks, _| Ok::<_, Infallible>(sticks % 4),
/// )?;
///
/// let certificate = Certificate::read(file.as_slice())?;
/// assert_eq!(certificate.header().description, "sticks=6");
/// let checked = hazel_solve::check(&game, &game.start(), certificate, |_| true)?;
/// assert_eq!(checked.claim, Outcome::WIN);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write<G: Game, E>(
    game: &G,
    description: &str,
    start: &G::Position,
    claim: Outcome,
    out: impl Write,
    mut strategy: impl FnMut(&G::Position, Question) -> Result<G::Move, E>,
) -> Result<u64, WriteError<E>> {
    let Some(proofs) = proofs(claim) else { return Err(WriteError::Claim(claim)) };
    let mut writer = Writer::new(out, description, game.key(start), claim)?;
    let mut positions = 0;
    for &proof in proofs {
        positions += walk(game, start, proof, &mut writer, &mut strategy)?;
    }
    writer.finish()?;
    Ok(positions)
}

/// A position where the walk is, and what it has still to play there.
struct Node<G: Game> {
    position: G::Position,
    is_prover: bool,
    /// The last one comes first.
    ahead: Vec<G::Move>,
}

/// Writes one strategy and says how many positions it meets.
fn walk<G: Game, E>(
    game: &G,
    start: &G::Position,
    Proof { is_mover, question }: Proof,
    writer: &mut Writer<impl Write>,
    strategy: &mut impl FnMut(&G::Position, Question) -> Result<G::Move, E>,
) -> Result<u64, WriteError<E>> {
    let mut counts = Counts::default();
    let (mut visited, mut on_path) = (Places::default(), Places::default());
    let mut path: Vec<Node<G>> = Vec::new();
    let mut next = Some((start.clone(), is_mover));
    while let Some((position, is_prover)) = next {
        if let Some(value) = game.finished(&position) {
            let value = if is_prover { value } else { value.flip() };
            if !value.is_within(question.yes()) {
                let position = format!("{position:?}");
                return Err(WriteError::Fails { position, value, question });
            }
        } else if is_prover || visited.insert(game.key(&position)) {
            if !is_prover {
                on_path.insert(game.key(&position));
            }
            counts.positions += 1;
            let mut ahead = Vec::new();
            game.moves(&position, &mut ahead);
            if is_prover {
                // To come to where all has been shown already is the shortest way.
                let known = ahead.iter().copied().find(|&mv| {
                    let key = key_after(game, &position, mv);
                    visited.contains(&key) && !on_path.contains(&key)
                });
                let chosen = match known {
                    Some(mv) => mv,
                    None => strategy(&position, question).map_err(WriteError::Strategy)?,
                };
                let Some(index) = ahead.iter().position(|&mv| mv == chosen) else {
                    let (position, mv) = (format!("{position:?}"), format!("{chosen:?}"));
                    return Err(WriteError::Illegal { position, mv });
                };
                writer.choice(index)?;
                counts.choices += 1;
                ahead = vec![chosen];
            }
            ahead.reverse();
            path.push(Node { position, is_prover, ahead });
        } else if question == Question::Win && on_path.contains(&game.key(&position)) {
            return Err(WriteError::Circle { position: format!("{position:?}") });
        }
        next = step(game, &mut path, &mut on_path);
    }
    writer.end_strategy(counts)?;
    Ok(counts.positions)
}

fn key_after<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> u128 {
    let mut after = position.clone();
    game.play(&mut after, mv);
    game.key(&after)
}

/// Where the walk goes next: along the deepest node that has something ahead. Those behind it are done.
fn step<G: Game>(
    game: &G,
    path: &mut Vec<Node<G>>,
    on_path: &mut Places,
) -> Option<(G::Position, bool)> {
    loop {
        let node = path.last_mut()?;
        if let Some(mv) = node.ahead.pop() {
            let mut position = node.position.clone();
            game.play(&mut position, mv);
            return Some((position, !node.is_prover));
        }
        if !node.is_prover {
            on_path.remove(&game.key(&node.position));
        }
        path.pop();
    }
}
