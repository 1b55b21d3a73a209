//! Packing places that leave a choice, with a dictionary of their own.
//!
//! Which symbol a place gets decides which phrases can be said there, and which phrases there are decides what is best for a
//! place. So phrases are learned from the runs that a [`Filler`] makes, then places are said in them, which gives other runs, and
//! phrases are learned from those. All this with a sample; at last all places are said.

use super::code;
use super::fill::{Filler, OneOf};
use super::model::Model;
use super::pairs::Phrases;
use super::parse::{Parser, Tree};
use super::runs::{Run, ShortRuns};
use super::stream::{Form, Stream};
use super::train::Numbers;
use super::write::Coded;

/// Shows places in their order, the same whenever it is called.
pub(crate) type Places<'a> = dyn Fn(&mut dyn FnMut(OneOf)) + 'a;

/// Phrases are learned so often.
const ROUNDS: usize = 2;
/// So many places are taken to the sample or left out.
const WINDOW: u64 = 1 << 14;
/// The sample has no more bytes than this, or than a sixth of all places.
const MOST_BYTES: u64 = 1 << 20;

/// Packs places: the dictionary if it needs one, and the stream with its body.
pub(crate) fn choose(places: &Places<'_>) -> (Option<Model>, Stream, Vec<u8>) {
    let mut sample = Sample::default();
    let mut filler = Filler::new();
    let mut known = 0_u8;
    places(&mut |place| {
        filler.push(place, |symbol, _| known |= 1 << symbol);
        sample.push(place);
    });
    filler.finish(|symbol, _| known |= 1 << symbol);
    let length = sample.seen;
    // Each place takes one of these at least.
    let symbols: Vec<u16> =
        (0..OneOf::SYMBOLS as u16).filter(|symbol| known >> symbol & 1 != 0).collect();
    if let [] | [_] = symbols.as_slice() {
        let form = Form::Constant(symbols.first().copied().unwrap_or(0));
        return (None, Stream { length, form, swap: None }, vec![]);
    }
    let (model, tree) = sample.learn(symbols);
    let mut coded = Coded::new(&model);
    let mut parser = Parser::new(&tree);
    places(&mut |place| parser.push(place, |phrase| coded.push(phrase)));
    parser.finish(|phrase| coded.push(phrase));
    drop(parser);
    let (stream, body) = coded.finish(length);
    (Some(model), stream, body)
}

/// Some of the places.
#[derive(Default)]
struct Sample {
    /// Runs of places that take the same symbols, which stand for them as a number.
    windows: Vec<ShortRuns>,
    /// Only every 2^thinning-th window is there.
    thinning: u32,
    /// How many bytes the windows have.
    bytes: u64,
    /// A run of the last window that may go on.
    run: Option<Run>,
    /// How many places have been there.
    seen: u64,
}

impl Sample {
    #[inline]
    fn push(&mut self, place: OneOf) {
        let (window, before) = (self.seen / WINDOW, self.seen % WINDOW);
        self.seen += 1;
        if before == 0 && self.wants(window) {
            self.close();
        }
        if !self.wants(window) {
            return;
        }
        if before == 0 {
            self.windows.push(ShortRuns::default());
        }
        match &mut self.run {
            Some(run) if run.symbol == u16::from(place.0) => run.length += 1,
            _ => {
                self.end_run();
                self.run = Some(Run { symbol: place.0.into(), length: 1 });
            }
        }
    }

    fn wants(&self, window: u64) -> bool {
        window & ((1 << self.thinning) - 1) == 0
    }

    fn end_run(&mut self) {
        if let (Some(run), Some(last)) = (self.run.take(), self.windows.last_mut()) {
            last.push(run);
        }
    }

    /// The last window is whole.
    fn close(&mut self) {
        self.end_run();
        let Some(last) = self.windows.last_mut() else { return };
        last.close();
        self.bytes += last.bytes() as u64;
        if self.bytes <= MOST_BYTES.max(self.seen / 6) {
            return;
        }
        // Every second one goes, and of those to come.
        self.thinning += 1;
        let mut number = 0;
        self.windows.retain(|_| {
            number += 1;
            number % 2 == 1
        });
        self.bytes = self.windows.iter().map(|window| window.bytes() as u64).sum();
    }

    /// Learns phrases for these symbols.
    fn learn(mut self, symbols: Vec<u16>) -> (Model, Tree) {
        self.close();
        let numbers = Numbers::new(&symbols);
        let all = symbols.iter().fold(0, |all, symbol| all | 1 << symbol);
        let mut windows: Vec<_> = self.windows.iter().map(|window| filled(window, all)).collect();
        for _ in 1..ROUNDS {
            let (phrases, counts) = Phrases::learn(&numbers, symbols.len(), windows, self.thinning);
            windows = self.say(&phrases.spelled(&symbols), counts, symbols.len()).0;
        }
        let (phrases, counts) = Phrases::learn(&numbers, symbols.len(), windows, self.thinning);
        let spelled = phrases.spelled(&symbols);
        let (_, mut counts) = self.say(&spelled, counts, symbols.len());
        let lengths = lengths(&mut counts, symbols.len());
        let tree = Tree::new(&spelled, &lengths);
        let model = Model::new(symbols, phrases.parts().to_vec(), lengths)
            .expect("symbols ascend, phrases refer back and the code is complete");
        (model, tree)
    }

    /// Says all windows in phrases that are said about so often: the runs that this makes, and how often each is said.
    fn say(
        &self,
        phrases: &[Vec<Run>],
        mut counts: Vec<u32>,
        symbols: usize,
    ) -> (Vec<ShortRuns>, Vec<u32>) {
        let tree = Tree::new(phrases, &expected(&lengths(&mut counts, symbols)));
        counts.fill(0);
        let said = self.windows.iter().map(|window| {
            let mut runs = ShortRuns::default();
            let mut parser = Parser::new(&tree);
            let mut show = |phrase| {
                counts[usize::from(phrase)] += 1;
                phrases[usize::from(phrase)].iter().for_each(|&run| runs.push(run));
            };
            each_place(window, |place| parser.push(place, &mut show));
            parser.finish(show);
            runs
        });
        (said.collect(), counts)
    }
}

/// The lengths of codes for phrases that are said so often. Single symbols always have one, so that everything can be said.
fn lengths(counts: &mut [u32], symbols: usize) -> Vec<u8> {
    counts[..symbols].iter_mut().for_each(|count| *count = (*count).max(1));
    code::lengths(counts)
}

/// What phrases cost as long as it isn't sure that nobody says those that have no code.
fn expected(lengths: &[u8]) -> Vec<u8> {
    let most = code::LONGEST as u8 + 1;
    lengths.iter().map(|&length| if length == 0 { most } else { length }).collect()
}

/// Runs of a window of places, in these symbols.
fn filled(window: &ShortRuns, symbols: u8) -> ShortRuns {
    let mut runs = ShortRuns::default();
    let mut filler = Filler::new();
    let mut push = |symbol, length: u64| runs.push(Run { symbol, length: length as u32 });
    each_place(window, |OneOf(place)| filler.push(OneOf(place & symbols), &mut push));
    filler.finish(&mut push);
    runs
}

fn each_place(window: &ShortRuns, mut show: impl FnMut(OneOf)) {
    for run in window.iter() {
        (0..run.length).for_each(|_| show(OneOf(run.symbol as u8)));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Just, Strategy, prop, prop_assert, prop_oneof, proptest};

    use super::{OneOf, choose};
    use crate::packed::Takes;

    /// Patterns that come back, some of them with a choice.
    fn places() -> impl Strategy<Value = Vec<OneOf>> {
        let one = prop_oneof![
            4 => (0_u8..5).prop_map(|symbol| OneOf(1 << symbol)),
            2 => (1_u8..32).prop_map(OneOf),
            1 => Just(OneOf::ANY),
        ];
        let runs = prop::collection::vec((one, 1_usize..40), 1..12);
        (runs, 1_usize..200).prop_map(|(runs, times)| {
            let pattern = runs.into_iter().flat_map(|(place, count)| vec![place; count]);
            pattern.collect::<Vec<_>>().repeat(times)
        })
    }

    proptest! {
        #[test]
        fn every_place_gets_a_symbol_that_it_takes(places in places()) {
            let (model, stream, body) = choose(&|show| places.iter().copied().for_each(show));
            prop_assert!(stream.length == places.len() as u64);
            for (index, place) in places.iter().enumerate() {
                let symbol = stream.get(&body, model.as_ref(), index as u64);
                prop_assert!(symbol.is_some_and(|symbol| place.takes(symbol)), "{index}: {symbol:?}");
            }
        }
    }

    #[test]
    fn what_is_the_same_everywhere_takes_no_bytes() {
        let (model, stream, body) = choose(&|show| (0..50_000).for_each(|_| show(OneOf(0b110))));
        assert!(model.is_none() && body.is_empty());
        assert_eq!(stream.get(&body, None, 49_999), Some(2));
        assert!(choose(&|_| ()).2.is_empty());
    }
}
