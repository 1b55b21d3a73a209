//! What a search has learned about how positions look, to order moves by.
//!
//! A game may tell which [patterns](crate::Game::patterns) it sees in a position: numbers, the same for what looks alike. Each
//! pattern has a weight for each question, and the sum of the weights is a guess: the logarithm of the odds that the answer is
//! yes. Every answer that took more than a few nodes corrects the weights of the patterns that were there (logistic
//! regression, one step an answer; a step is the shorter the more a weight has been corrected before, as in AdaGrad). So
//! nothing is fitted beforehand and nothing is stored in files: whoever solves a board learns from its first moments for
//! the rest. Weights from smaller boards were tried as a beginning and saved nothing.
//!
//! A guess decides nothing. It only makes a move be tried earlier or later, and on one thread it is the same in every run.
//! Threads share the weights; where two correct one at the same moment, one of the corrections is lost.
//!
//! How much work an answer will be was learned as well in a first version. That saved less than another order of learning by
//! chance does, and took as much memory again.

#![allow(clippy::cast_precision_loss, reason = "weights are guesses, and have few digits")]

use std::sync::atomic::{AtomicU32, Ordering};

use crate::Question;
use crate::table::prefetch;

/// The binary logarithm of the number of patterns that are told apart. More would be slower: they are to stay in the caches.
const BITS: u32 = 18;
/// The most patterns of one position.
const MOST: usize = 24;
/// The bits of a weight after the point, as it is stored.
const FRACTION: i32 = 12;
/// A weight of one, as it is stored.
const ONE: f32 = (1 << FRACTION) as f32;
/// A squared error of one, as it is stored.
const SQUARED: f32 = 64.0;
/// The length of a first step.
const STEP: f32 = 0.3;
/// How late a move is tried for each unit of `-ln(p)`, where `p` is the guess that it answers the question.
const LATER: f32 = 85.0;
/// The penalties by guess are kept for guesses of up to so much, in steps of a sixteenth.
const FARTHEST: i32 = 8;

/// The patterns that are seen in a position.
#[derive(Clone, Default, Debug)]
pub struct Patterns {
    count: usize,
    places: [u32; MOST],
}

impl Patterns {
    /// One more pattern. Two that aren't alike should have different numbers; the kind tells numbers that mean different
    /// things apart. More than 24 in one position are forgotten.
    #[inline]
    pub fn add(&mut self, kind: u8, number: u64) {
        if let Some(place) = self.places.get_mut(self.count) {
            let number = (number << 4) ^ (u64::from(kind) + 1);
            *place = (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - BITS)) as u32;
            self.count += 1;
        }
    }

    /// The places of the weights of what was added, in the same order.
    #[inline]
    pub fn places(&self) -> &[u32] {
        &self.places[..self.count]
    }
}

/// The weights of all patterns.
pub(crate) struct Experience {
    /// For each pattern and question the weight, and in the upper half how much it has been corrected.
    weights: Box<[[AtomicU32; 2]; 1 << BITS]>,
    /// How late a move is tried by the guess about what it leads to, in steps of a sixteenth.
    lateness: Box<[i32]>,
}

impl Experience {
    /// Answers that took fewer nodes aren't worth the time to learn from them.
    pub(crate) const LEAST_NODES: u64 = 4;

    /// Nothing is known yet: all answers are equally likely.
    pub(crate) fn new() -> Experience {
        let steps = -16 * FARTHEST..=16 * FARTHEST;
        let weights: Vec<_> = (0..1 << BITS).map(|_| [const { AtomicU32::new(0) }; 2]).collect();
        Experience {
            weights: weights.try_into().expect("as many as there are places"),
            lateness: steps
                .map(|step| (LATER * (step as f32 / 16.0).exp().ln_1p()) as i32)
                .collect(),
        }
    }

    /// How late to try a move that leads to a position in which these patterns are seen and of which this will be asked.
    /// The move is good if the answer is no.
    #[inline]
    pub(crate) fn lateness(&self, patterns: &Patterns, question: Question) -> i32 {
        let step = self.sum(patterns, question) >> (FRACTION - 4);
        let index = step.clamp(-16 * FARTHEST, 16 * FARTHEST) + 16 * FARTHEST;
        self.lateness[index as usize]
    }

    /// Says that the weights of these patterns will be looked at soon.
    #[inline]
    pub(crate) fn expect(&self, patterns: &Patterns, question: Question) {
        for place in patterns.places() {
            prefetch(self.weight(*place, question));
        }
    }

    /// How likely the answer is yes where these patterns are seen.
    #[inline]
    pub(crate) fn guess(&self, patterns: &Patterns, question: Question) -> f32 {
        let odds = self.sum(patterns, question) as f32 / ONE;
        1.0 / (1.0 + (-odds).exp())
    }

    /// Learns that where these patterns are seen the question was answered so.
    #[inline]
    pub(crate) fn learn(&self, patterns: &Patterns, question: Question, answer: bool) {
        let error = self.guess(patterns, question) - f32::from(u8::from(answer));
        let step = STEP * ONE * error / (patterns.count as f32).sqrt();
        for place in patterns.places() {
            let weight = self.weight(*place, question);
            let (old, corrected) = unpack(weight.load(Ordering::Relaxed));
            let corrected = corrected as f32 + SQUARED * error * error;
            let new = old as f32 - step / (1.0 + corrected / SQUARED).sqrt();
            weight.store(pack(new, corrected), Ordering::Relaxed);
        }
    }

    #[inline]
    fn sum(&self, patterns: &Patterns, question: Question) -> i32 {
        let weights = patterns.places().iter();
        weights.map(|place| unpack(self.weight(*place, question).load(Ordering::Relaxed)).0).sum()
    }

    #[inline]
    fn weight(&self, place: u32, question: Question) -> &AtomicU32 {
        // Every place is one; said here, nothing needs to be checked.
        &self.weights[place as usize % (1 << BITS)][question as usize]
    }
}

/// The weight, and how much it has been corrected.
#[inline]
fn unpack(stored: u32) -> (i32, u32) {
    (i32::from(stored as i16), stored >> 16)
}

/// Both as near as can be stored. Ties are rounded the way that processors have an instruction for.
#[inline]
fn pack(weight: f32, corrected: f32) -> u32 {
    let weight = weight.round_ties_even() as i16;
    u32::from(weight as u16) | u32::from(corrected.round_ties_even() as u16) << 16
}

#[cfg(test)]
mod tests {
    use super::{Experience, MOST, Patterns, pack, unpack};
    use crate::Question;

    fn seen(numbers: &[u64]) -> Patterns {
        let mut patterns = Patterns::default();
        for number in numbers {
            patterns.add(0, *number);
        }
        patterns
    }

    #[test]
    fn what_was_answered_yes_for_the_other_side_is_tried_later() {
        let experience = Experience::new();
        let lateness = |number| experience.lateness(&seen(&[number]), Question::Win);
        let before = lateness(3);
        for _ in 0..20 {
            experience.learn(&seen(&[1]), Question::Win, true);
            experience.learn(&seen(&[2]), Question::Win, false);
        }
        assert!(lateness(1) > before && before > lateness(2));
        assert_eq!(lateness(3), before, "nothing was learned about it");
    }

    #[test]
    fn what_is_learned_holds_for_whatever_shares_a_pattern() {
        let experience = Experience::new();
        let lateness = || experience.lateness(&seen(&[1, 8, 9]), Question::Draw);
        let before = lateness();
        for other in 10..30 {
            experience.learn(&seen(&[1, other]), Question::Draw, false);
        }
        assert!(lateness() < before);
    }

    #[test]
    fn each_question_is_learned_by_itself() {
        let experience = Experience::new();
        let lateness = |question| experience.lateness(&seen(&[1]), question);
        let before = lateness(Question::Win);
        experience.learn(&seen(&[1]), Question::Draw, true);
        assert_eq!(lateness(Question::Win), before);
        assert!(lateness(Question::Draw) > before);
    }

    /// The weights come to where the guess is right, not to one of the ends.
    #[test]
    fn a_guess_settles_at_how_often_the_answer_is_yes() {
        let experience = Experience::new();
        for round in 0..4000 {
            experience.learn(&seen(&[1, 2]), Question::Win, round % 4 == 0);
        }
        let likely = experience.guess(&seen(&[1, 2]), Question::Win);
        assert!((likely - 0.25).abs() < 0.05, "{likely}");
    }

    #[test]
    fn the_same_number_of_another_kind_is_another_pattern_and_too_many_are_forgotten() {
        let mut patterns = Patterns::default();
        for kind in 0..16 {
            patterns.add(kind, 7);
        }
        let mut places = patterns.places().to_vec();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 16);
        for number in 0..30 {
            patterns.add(0, number);
        }
        assert_eq!(patterns.places().len(), MOST);
    }

    #[test]
    fn what_is_too_large_is_stored_as_the_largest() {
        assert_eq!(unpack(pack(-123.4, 7.6)), (-123, 8));
        assert_eq!(unpack(pack(1e9, 1e9)), (32767, 65535));
        assert_eq!(unpack(pack(-1e9, 0.0)), (-32768, 0));
    }
}
