//! Learning a model from the streams that will share it.

use super::NO_SYMBOL;
use super::code;
use super::model::Model;
use super::pairs::Phrases;
use super::runs::{Run, Runs, ShortRuns, each_whole_run};
use super::write::Encoder;

/// Runs are kept or left out in windows of this many.
const WINDOW: usize = 1 << 12;
/// At most so many windows are learned from.
const MOST_WINDOWS: usize = 1 << 8;

/// Is shown streams and learns a model for them.
///
/// ```
/// use hazel_table::packed::{Trainer, runs_of};
///
/// let runs = runs_of(&[2, 2, 2, 4, 4, 4, 4, 0, 2, 2, 2, 4, 4, 4, 4, 0]);
/// let mut trainer = Trainer::new();
/// trainer.add(&runs);
/// let encoder = trainer.finish().expect("more than one symbol");
/// let (stream, body) = encoder.encode(&runs);
/// assert_eq!(stream.get(&body, Some(encoder.model()), 7), Some(0));
/// ```
///
/// It keeps a sample of bounded size, taken evenly, so that streams may be as long as they like. The same streams in
/// the same order always give the same model.
pub struct Trainer {
    /// For every symbol, whether it was seen, sampled or not: a stream must be able to say each of them.
    symbols: Vec<bool>,
    /// Windows of runs.
    sample: Vec<ShortRuns>,
    /// Runs seen so far.
    seen: usize,
    /// Only every 2^thinning-th window is kept.
    thinning: u32,
}

impl Trainer {
    /// One that has seen nothing.
    pub fn new() -> Trainer {
        Trainer { symbols: vec![false; 1 << 16], sample: Vec::new(), seen: 0, thinning: 0 }
    }

    /// Shows it a stream.
    pub fn add(&mut self, runs: &Runs<'_>) {
        each_whole_run(runs, |run| {
            self.symbols[usize::from(run.symbol)] = true;
            let (window, place) = (self.seen / WINDOW, self.seen % WINDOW);
            self.seen += 1;
            if window & ((1 << self.thinning) - 1) != 0 {
                return;
            }
            if place == 0 {
                self.sample.push(ShortRuns::default());
            }
            let Some(last) = self.sample.last_mut() else { return };
            last.push(run);
            if place == WINDOW - 1 {
                last.close();
                self.thin();
            }
        });
    }

    /// Learns. `None` if no stream had two different symbols: then there is nothing to learn, since each is
    /// [constant](super::Form::Constant) or all are different constants.
    ///
    /// # Panics
    /// Never: what is learned makes a model.
    pub fn finish(self) -> Option<Encoder> {
        let was_seen = |symbol: &u16| self.symbols[usize::from(*symbol)];
        let symbols: Vec<u16> = (0..NO_SYMBOL).filter(was_seen).collect();
        if symbols.len() < 2 {
            return None;
        }
        let numbers = Numbers::new(&symbols);
        let (phrases, mut counts) =
            Phrases::learn(&numbers, symbols.len(), self.sample, self.thinning);
        // A phrase without a code is said by its parts, but somewhere that must end.
        counts[..symbols.len()].iter_mut().for_each(|count| *count = (*count).max(1));
        let lengths = code::lengths(&counts);
        let model = Model::new(symbols, phrases.parts().to_vec(), lengths)
            .expect("symbols ascend, phrases refer back and the code is complete");
        let expected: Vec<u64> =
            counts.iter().map(|&count| u64::from(count) << self.thinning).collect();
        Some(Encoder::new(model, phrases, numbers, &expected))
    }

    /// Leaves out every second window if there are too many.
    fn thin(&mut self) {
        if self.sample.len() < MOST_WINDOWS {
            return;
        }
        self.thinning += 1;
        let mut number = 0;
        self.sample.retain(|_| {
            number += 1;
            number % 2 == 1
        });
    }
}

impl Default for Trainer {
    fn default() -> Trainer {
        Trainer::new()
    }
}

/// The number of each symbol of a model.
pub(super) struct Numbers(Vec<u16>);

impl Numbers {
    pub(super) fn new(symbols: &[u16]) -> Numbers {
        let mut numbers = vec![NO_SYMBOL; symbols.last().map_or(0, |&last| usize::from(last) + 1)];
        for (number, &symbol) in symbols.iter().enumerate() {
            numbers[usize::from(symbol)] = number as u16;
        }
        Numbers(numbers)
    }

    /// The run with the number of its symbol, which must have one.
    pub(super) fn of(&self, run: Run) -> Run {
        let number = self.0.get(usize::from(run.symbol)).filter(|&&number| number != NO_SYMBOL);
        Run { symbol: *number.expect("the trainer was shown every symbol"), ..run }
    }
}

#[cfg(test)]
mod tests {
    use super::Trainer;
    use crate::packed::runs_of;

    #[test]
    fn there_is_nothing_to_learn_from_one_symbol() {
        let mut trainer = Trainer::new();
        trainer.add(&runs_of(&[7, 7, 7]));
        assert!(trainer.finish().is_none());
    }

    #[test]
    fn a_sample_stays_bounded_and_every_symbol_can_be_said() {
        let mut trainer = Trainer::new();
        trainer.add(&runs_of(&[0, 1].repeat(3_000_000)));
        trainer.add(&runs_of(&[9]));
        assert!(trainer.sample.len() < super::MOST_WINDOWS);
        assert_eq!(trainer.finish().expect("two symbols").model().symbols(), [0, 1, 9]);
    }
}
