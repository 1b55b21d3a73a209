//! The two yes/no questions by which a value of three is found.

use crate::Outcome;

/// Asked about a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// Is it at least a draw?
    Draw,
    /// Is it a win?
    Win,
}

impl Question {
    /// The outcomes that mean yes.
    pub const fn yes(self) -> Outcome {
        match self {
            Question::Draw => Outcome::WIN_OR_DRAW,
            Question::Win => Outcome::WIN,
        }
    }

    /// The outcomes that mean no.
    pub const fn no(self) -> Outcome {
        match self {
            Question::Draw => Outcome::LOSS,
            Question::Win => Outcome::DRAW_OR_LOSS,
        }
    }

    /// The answer that follows from what is known, if one does.
    pub const fn answer(self, known: Outcome) -> Option<bool> {
        if known.is_within(self.yes()) {
            Some(true)
        } else if known.is_within(self.no()) {
            Some(false)
        } else {
            None
        }
    }

    /// What to ask about a position after a move: no there is yes here.
    pub const fn flip(self) -> Question {
        match self {
            Question::Draw => Question::Win,
            Question::Win => Question::Draw,
        }
    }
}
