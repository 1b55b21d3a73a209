//! Who knows the value of every position, and the best moves that follow from it.

use std::fmt;

use hazel_solve::{Game, Outcome, Retrograde};

/// Knows every position of a game.
pub(super) trait Opponent<P> {
    /// What the position is worth to the side to move.
    fn judge(&mut self, position: &P) -> Judgement;
}

/// An exact value, with the plies to the end of a won or lost game where they are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Judgement {
    pub(super) value: Outcome,
    pub(super) plies: Option<u32>,
}

impl Judgement {
    /// The same for the side that has just moved here.
    fn before(self) -> Judgement {
        Judgement { value: self.value.flip(), plies: self.plies.map(|plies| plies + 1) }
    }

    /// Greater is better: a quick win, a draw, a late loss.
    fn rank(self) -> (Outcome, i64) {
        let plies = i64::from(self.plies.unwrap_or(0));
        (self.value, if self.value == Outcome::WIN { -plies } else { plies })
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value, self.plies) {
            (value, Some(1)) if value != Outcome::DRAW => write!(f, "{value} at once"),
            (value, Some(plies)) if value != Outcome::DRAW => write!(f, "{value} in {plies} plies"),
            (value, _) => write!(f, "{value}"),
        }
    }
}

impl<G: Game> Opponent<G::Position> for Retrograde<'_, G> {
    fn judge(&mut self, position: &G::Position) -> Judgement {
        let value = self.value(position).expect("games begin where all was solved from");
        Judgement { value, plies: self.distance(position) }
    }
}

/// All moves that are equally the best, and what they are worth. The game isn't over.
pub(super) fn best<G: Game>(
    game: &G,
    opponent: &mut dyn Opponent<G::Position>,
    position: &G::Position,
) -> (Vec<G::Move>, Judgement) {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut judge = |mv: G::Move| {
        let mut after = position.clone();
        game.play(&mut after, mv);
        opponent.judge(&after).before()
    };
    let judged: Vec<(G::Move, Judgement)> = moves.into_iter().map(|mv| (mv, judge(mv))).collect();
    let ranks = judged.iter().map(|(_, judgement)| *judgement);
    let best = ranks.max_by_key(|judgement| judgement.rank()).expect("the game isn't over");
    (
        judged.into_iter().filter(|(_, judgement)| *judgement == best).map(|(mv, _)| mv).collect(),
        best,
    )
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use hazel_games::nim::{LastTake, Nim};

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

    #[test]
    fn the_machine_finds_the_one_move_that_wins() {
        let nim = Nim::new(&[3, 5, 7], LastTake::Wins).expect("heaps");
        let stop = AtomicBool::new(false);
        let mut solved = Retrograde::new(&nim, &nim.start(), 1000, &stop).expect("small");
        let (moves, judgement) = best(&nim, &mut solved, &nim.start());
        // 3 ^ 5 ^ 7 is 1, so one must go from any of the heaps.
        assert_eq!(moves.iter().map(ToString::to_string).next(), Some("1:1".to_owned()));
        assert_eq!(judgement.value, Outcome::WIN);
    }
}
