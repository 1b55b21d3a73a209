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

#[cfg(test)]
mod tests {
    use super::Question;
    use crate::Outcome;

    const QUESTIONS: [Question; 2] = [Question::Draw, Question::Win];

    #[test]
    fn every_outcome_means_either_yes_or_no() {
        for question in QUESTIONS {
            assert_eq!(question.yes().meet(question.no()), None);
            assert_eq!(question.yes().bits() | question.no().bits(), Outcome::ANY.bits());
            assert!(question.yes().worst() > question.no().best());
        }
    }

    #[test]
    fn two_questions_tell_all_three_values_apart() {
        let answers = [Outcome::LOSS, Outcome::DRAW, Outcome::WIN]
            .map(|value| QUESTIONS.map(|question| question.answer(value)));
        assert_eq!(
            answers,
            [[Some(false), Some(false)], [Some(true), Some(false)], [Some(true), Some(true)]]
        );
    }

    #[test]
    fn a_set_answers_where_all_its_members_answer_alike() {
        for question in QUESTIONS {
            for known in Outcome::ALL {
                let yes = known.meet(question.yes()).is_some();
                let no = known.meet(question.no()).is_some();
                assert_eq!(
                    question.answer(known),
                    (yes != no).then_some(yes),
                    "{question:?} {known}"
                );
            }
        }
    }

    #[test]
    fn no_for_the_other_side_is_yes_for_this_one() {
        for question in QUESTIONS {
            assert_ne!(question.flip(), question);
            assert_eq!(question.flip().flip(), question);
            assert_eq!(question.yes().flip(), question.flip().no());
            assert_eq!(question.no().flip(), question.flip().yes());
            for known in Outcome::ALL {
                let there = question.flip().answer(known.flip());
                assert_eq!(question.answer(known), there.map(|yes| !yes), "{question:?} {known}");
            }
        }
    }
}
