//! The whole answer about a position.

use crate::control::{Control, Progress};
use crate::prover::{Prover, ProverError};
use crate::{Game, Outcome, Question};

/// What a position is worth, and how to play it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<M> {
    /// The value for the side to move.
    pub value: Outcome,
    /// What each move is worth to the side that makes it: exactly if that was asked for, else as far as it is known.
    pub first_moves: Vec<(M, Outcome)>,
    /// A game in which both sides keep the value, to its end, or until endless play is clear.
    pub line: Vec<M>,
    /// How many plies a won or lost game lasts, if the winner hurries and the loser delays; known by retrograde solving.
    pub distance: Option<u32>,
}

impl<G: Game> Prover<'_, G> {
    /// Solves a position: its value, what the first moves are worth, exactly if `all_first_moves`, and a line.
    ///
    /// # Errors
    /// If it is told to stop, or the checkpoint can't be written.
    ///
    /// # Panics
    /// If the bounds of the game contradict what was proven: one of them doesn't keep its law.
    pub fn solve(
        &self,
        position: &G::Position,
        all_first_moves: bool,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Solution<G::Move>, ProverError> {
        let Control { stop, report } = control;
        // Whoever watches is told about this position, whichever is being searched.
        let mut for_mover = |progress: &Progress<G::Move>| {
            report(&Progress { first_moves: self.first_moves(position), ..progress.clone() });
        };
        let value = self.value(position, &mut Control { stop, report: &mut for_mover })?;
        let mut control = Control { stop, report: &mut for_mover };
        // The line first: it finds out about the best move.
        let line = self.line(position, &mut control)?;
        let distance = self.distance(position, &mut control)?;
        let mut for_opponent = |progress: &Progress<G::Move>| {
            for_mover(&Progress { question: progress.question.flip(), ..progress.clone() });
        };
        let mut control = Control { stop, report: &mut for_opponent };
        let mut first_moves = Vec::new();
        for (mv, child) in self.children(position) {
            let known = if all_first_moves {
                self.value(&child, &mut control)?
            } else {
                self.known(&child)
            };
            // No move is worth more than the position.
            let known = known.flip().meet(value.or_worse());
            first_moves.push((mv, known.expect("a move is worth no more than its position")));
        }
        Ok(Solution { value, first_moves, line, distance })
    }

    /// What is known of each move, seen by the side that makes it.
    fn first_moves(&self, position: &G::Position) -> Vec<(G::Move, Outcome)> {
        self.children(position).map(|(mv, child)| (mv, self.known(&child).flip())).collect()
    }

    /// The best move of a position that isn't finished: one that keeps the value; the fastest win and slowest loss where
    /// distances are known, else the loss that was most work to prove.
    ///
    /// # Errors
    /// If it is told to stop, or the checkpoint can't be written.
    pub fn best_move(
        &self,
        position: &G::Position,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Option<G::Move>, ProverError> {
        let value = self.value(position, control)?;
        match value {
            Outcome::WIN => self.keeping_move(position, Question::Win, control),
            Outcome::DRAW => self.keeping_move(position, Question::Draw, control),
            _ => self.stubborn_move(position, control),
        }
    }

    /// A move after which a question about this position is still answered with yes: the first of a strategy that wins,
    /// or that doesn't lose. The fastest win where distances are known, else what seems to need the least further work. `None`
    /// if no move does it.
    ///
    /// # Errors
    /// If it is told to stop, or the checkpoint can't be written.
    pub fn keeping_move(
        &self,
        position: &G::Position,
        question: Question,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Option<G::Move>, ProverError> {
        // No to the opponent's question is yes to ours.
        let theirs = question.flip();
        let is_kept = |child: &G::Position| theirs.answer(self.known(child)) == Some(false);
        let mut children: Vec<(G::Move, G::Position)> = self.children(position).collect();
        // What is already known comes first, so that nothing new has to be searched.
        let known = (0..children.len())
            .filter(|&index| is_kept(&children[index].1))
            .min_by_key(|&index| self.effort(&children[index].1, question));
        if let Some(index) = known {
            children[..=index].rotate_right(1);
        } else {
            let rank = |child: &(G::Move, G::Position)| {
                self.game().rank(question, position, child.0, &child.1)
            };
            children.sort_by_cached_key(rank);
        }
        let mut fastest: Option<(u32, G::Move)> = None;
        for (mv, child) in children {
            if self.decide(&child, theirs, control)? {
                continue;
            }
            match self.distance(&child, control)? {
                Some(distance) if question == Question::Win => {
                    if fastest.is_none_or(|(least, _)| distance < least) {
                        fastest = Some((distance, mv));
                    }
                }
                _ => return Ok(Some(mv)),
            }
        }
        Ok(fastest.map(|(_, mv)| mv))
    }

    /// How much there is still to show after a move that is known to keep a promise: the work that it was to prove, if
    /// bounds don't know it; then how many replies don't let the game be ended at once, and how many there are. A strategy of
    /// such moves is several times as short as one of moves in their usual order.
    fn effort(&self, child: &G::Position, question: Question) -> (u8, usize, usize) {
        let keeps = |value: Outcome| value.flip().is_within(question.yes());
        let work = if keeps(self.game().bounds(child)) { 0 } else { 1 + self.cost(child) };
        let (mut replies, mut longer) = (0, 0);
        for (_, reply) in self.children(child) {
            let ends = |after: &G::Position| self.game().finished(after).is_some_and(keeps);
            replies += 1;
            longer += usize::from(!self.children(&reply).any(|(_, after)| ends(&after)));
        }
        (work, longer, replies)
    }

    /// The move of a lost position that makes it most difficult.
    fn stubborn_move(
        &self,
        position: &G::Position,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Option<G::Move>, ProverError> {
        let mut stubborn: Option<(u64, G::Move)> = None;
        for (mv, child) in self.children(position) {
            let distance = self.distance(&child, control)?;
            let work = distance.map_or_else(|| u64::from(self.cost(&child)), u64::from);
            if stubborn.is_none_or(|(most, _)| work > most) {
                stubborn = Some((work, mv));
            }
        }
        Ok(stubborn.map(|(_, mv)| mv))
    }

    /// A game in which both sides play their best moves.
    ///
    /// # Errors
    /// If it is told to stop, or the checkpoint can't be written.
    pub fn line(
        &self,
        position: &G::Position,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Vec<G::Move>, ProverError> {
        let mut line = Vec::new();
        let mut position = position.clone();
        let mut seen = Vec::new();
        while self.game().finished(&position).is_none()
            && !seen.contains(&self.game().key(&position))
        {
            seen.push(self.game().key(&position));
            let Some(mv) = self.best_move(&position, control)? else { break };
            self.game().play(&mut position, mv);
            line.push(mv);
        }
        Ok(line)
    }
}
