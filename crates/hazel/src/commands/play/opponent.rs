//! Who knows the value of every position, and the best moves that follow from it.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use hazel_solve::{Control, Game, Options, Outcome, Prover, ProverError, Question, Retrograde};

use super::table::legal;
use crate::report::Failure;

/// Never set: whoever plays waits for the answer, or ends the program.
static STOP: AtomicBool = AtomicBool::new(false);

/// Knows every position of a game with these positions and moves.
pub(super) trait Opponent<P, M> {
    /// A best move of a game that isn't over, and what it leads to. Other numbers may give others that are as good.
    fn best(&mut self, position: &P, variety: usize) -> Result<(M, Judgement), Failure>;
}

/// An exact value, with the plies to the end of a won or lost game where they are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Judgement {
    value: Outcome,
    plies: Option<u32>,
}

impl Judgement {
    /// Greater is better: a quick win, a draw, a late loss.
    fn rank(self) -> (Outcome, i64) {
        let plies = i64::from(self.plies.unwrap_or(0));
        (self.value, if self.value == Outcome::WIN { -plies } else { plies })
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value, self.plies) {
            (value, Some(1)) => write!(f, "{value} at once"),
            (value, Some(plies)) => write!(f, "{value} in {plies} plies"),
            (value, None) => write!(f, "{value}"),
        }
    }
}

/// Knows all positions from the beginning, with their distances.
pub(super) struct Backwards<'g, G> {
    game: &'g G,
    solved: Retrograde<'g, G>,
}

impl<'g, G: Game> Backwards<'g, G> {
    /// Solves the game, if it has at most so many positions.
    pub(super) fn new(game: &'g G, most: usize) -> Result<Backwards<'g, G>, Failure> {
        let solved = Retrograde::new(game, &game.start(), most, &STOP)
            .map_err(|error| Failure::outside(format!("the game isn't solved: {error}")))?;
        Ok(Backwards { game, solved })
    }

    fn judge(&self, position: &G::Position, mv: G::Move) -> Judgement {
        let mut after = position.clone();
        self.game.play(&mut after, mv);
        let value = self.solved.value(&after).expect("games begin where all was solved from");
        let plies = self.solved.distance(&after).map(|plies| plies + 1);
        Judgement { value: value.flip(), plies }
    }
}

impl<G: Game> Opponent<G::Position, G::Move> for Backwards<'_, G> {
    fn best(
        &mut self,
        position: &G::Position,
        variety: usize,
    ) -> Result<(G::Move, Judgement), Failure> {
        let moves = legal(self.game, position);
        let judged: Vec<Judgement> = moves.iter().map(|mv| self.judge(position, *mv)).collect();
        let best = judged.iter().copied().max_by_key(|judgement| judgement.rank());
        let best = best.expect("the game isn't over");
        let equal: Vec<usize> = (0..moves.len()).filter(|&index| judged[index] == best).collect();
        Ok((moves[equal[variety % equal.len()]], best))
    }
}

/// Proves what is asked when it is asked, and remembers it.
pub(super) struct Forwards<'g, G: Game>(Prover<'g, G>);

impl<'g, G: Game> Forwards<'g, G> {
    /// Knows nothing yet.
    pub(super) fn new(game: &'g G) -> Result<Forwards<'g, G>, Failure> {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let options = Options { threads, ..Options::default() };
        Prover::new(game, &options).map(Forwards).map_err(|error| trouble(&error))
    }

    fn decide(&self, position: &G::Position, question: Question) -> Result<bool, Failure> {
        let mut control = Control { stop: &STOP, report: &mut |_| {} };
        self.0.decide(position, question, &mut control).map_err(|error| trouble(&error))
    }
}

impl<G: Game> Opponent<G::Position, G::Move> for Forwards<'_, G> {
    /// Always the same move: the first that keeps the value. Another may be known from the proof already, but which one
    /// depends on the search, and on the threads.
    fn best(&mut self, position: &G::Position, _: usize) -> Result<(G::Move, Judgement), Failure> {
        let game = self.0.game();
        let moves = legal(game, position);
        let judged = |value| Judgement { value, plies: None };
        // What the other side must be unable to get.
        let (value, question) = if self.decide(position, Question::Win)? {
            (Outcome::WIN, Question::Draw)
        } else if self.decide(position, Question::Draw)? {
            (Outcome::DRAW, Question::Win)
        } else {
            return Ok((moves[0], judged(Outcome::LOSS)));
        };
        for mv in moves {
            let mut after = position.clone();
            game.play(&mut after, mv);
            if !self.decide(&after, question)? {
                return Ok((mv, judged(value)));
            }
        }
        unreachable!("a value is the value of a move")
    }
}

fn trouble(error: &ProverError) -> Failure {
    Failure::outside(format!("the machine can't play: {error}"))
}

#[cfg(test)]
mod tests {
    use hazel_games::nim::{Heaps, LastTake, Nim, Take};

    use super::*;

    #[test]
    fn quick_wins_and_late_losses_are_best() {
        let judgement = |value, plies| Judgement { value, plies };
        let order = [
            judgement(Outcome::LOSS, Some(2)),
            judgement(Outcome::LOSS, Some(4)),
            judgement(Outcome::DRAW, None),
            judgement(Outcome::WIN, Some(5)),
            judgement(Outcome::WIN, Some(1)),
        ];
        assert!(order.is_sorted_by_key(|judgement| judgement.rank()));
        let words = ["loss in 2 plies", "loss in 4 plies", "draw", "win in 5 plies", "win at once"];
        assert_eq!(order.map(|judgement| judgement.to_string()), words);
    }

    /// Plays a won game against every defence.
    fn wins_against_all(nim: &Nim, opponent: &mut dyn Opponent<Heaps, Take>, heaps: Heaps) {
        assert!(nim.finished(&heaps).is_none(), "the other side took the last object");
        let (take, judgement) = opponent.best(&heaps, 0).expect("an answer");
        assert_eq!(judgement.value, Outcome::WIN);
        let mut after = heaps;
        nim.play(&mut after, take);
        if nim.finished(&after).is_none() {
            for reply in legal(nim, &after) {
                let mut heaps = after;
                nim.play(&mut heaps, reply);
                wins_against_all(nim, opponent, heaps);
            }
        }
    }

    #[test]
    fn a_won_game_is_won_against_every_defence() {
        let nim = Nim::new(&[1, 2, 4], LastTake::Wins).expect("heaps");
        let mut backwards = Backwards::new(&nim, 1000).expect("small");
        wins_against_all(&nim, &mut backwards, nim.start());
        let mut forwards = Forwards::new(&nim).expect("memory");
        wins_against_all(&nim, &mut forwards, nim.start());
    }

    #[test]
    fn equal_moves_take_turns() {
        // Both heaps are alike, and the game is lost.
        let nim = Nim::new(&[2, 2], LastTake::Wins).expect("heaps");
        let mut backwards = Backwards::new(&nim, 1000).expect("small");
        let mut play = |variety| backwards.best(&nim.start(), variety).expect("an answer");
        let moves = [play(0), play(1), play(2)];
        assert_eq!(moves.map(|(take, _)| take.to_string()), ["1:1", "2:1", "1:1"]);
        assert_eq!(moves[0].1.to_string(), "loss in 4 plies");
    }
}
