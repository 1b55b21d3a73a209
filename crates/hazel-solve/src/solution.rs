//! The whole answer about a position.

use crate::control::Control;
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
    pub fn solve(
        &self,
        position: &G::Position,
        all_first_moves: bool,
        control: &mut Control<'_, G::Move>,
    ) -> Result<Solution<G::Move>, ProverError> {
        let value = self.value(position, control)?;
        let mut first_moves = Vec::new();
        for (mv, child) in self.children(position) {
            let outcome =
                if all_first_moves { self.value(&child, control)? } else { self.known(&child) };
            first_moves.push((mv, outcome.flip()));
        }
        let line = self.line(position, control)?;
        let distance = self.distance(position, control)?;
        Ok(Solution { value, first_moves, line, distance })
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
        let mut children: Vec<(G::Move, G::Position)> = self.children(position).collect();
        if value == Outcome::LOSS {
            let mut stubborn: Option<(u64, G::Move)> = None;
            for (mv, child) in children {
                let distance = self.distance(&child, control)?;
                let work = distance.map_or_else(|| u64::from(self.cost(&child)), u64::from);
                if stubborn.is_none_or(|(most, _)| work > most) {
                    stubborn = Some((work, mv));
                }
            }
            return Ok(stubborn.map(|(_, mv)| mv));
        }
        // No to the opponent's question is yes to ours.
        let question = if value == Outcome::WIN { Question::Draw } else { Question::Win };
        let is_kept = |child: &G::Position| question.answer(self.known(child)) == Some(false);
        // What is already known comes first, so that nothing new has to be searched.
        children.sort_by_key(|(mv, child)| {
            (!is_kept(child), self.game().rank(question.flip(), position, *mv, child))
        });
        let mut fastest: Option<(u32, G::Move)> = None;
        for (mv, child) in children {
            if self.decide(&child, question, control)? {
                continue;
            }
            match self.distance(&child, control)? {
                Some(distance) if value == Outcome::WIN => {
                    if fastest.is_none_or(|(least, _)| distance < least) {
                        fastest = Some((distance, mv));
                    }
                }
                _ => return Ok(Some(mv)),
            }
        }
        Ok(fastest.map(|(_, mv)| mv))
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
