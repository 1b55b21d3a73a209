//! Phrases by pairs: the two neighbours that are worth most become one phrase, again and again.
//!
//! Each round counts all pairs of neighbours and makes phrases of the best ones at once, as long as they can't
//! overlap: no phrase is the end of one pair and the beginning of another. That is a little worse than one pair a
//! round and a hundred times faster. Sequences are shown as runs, and runs are cut into powers of two before the
//! first round, because that is what the first rounds would do, on a sequence many times as long.

use super::model::Parts;
use super::runs::Run;
use super::{MOST_PHRASES, MOST_SYMBOLS};

/// What a phrase costs in the dictionary, in bits: two numbers and a code length.
const PHRASE_BITS: i64 = 28;
/// Pairs seen less often are never worth it.
const LEAST_COUNT: u32 = 4;
/// Fractions of a bit are counted in so many binary digits.
const FRACTION: u32 = 8;
/// No more different phrases than this are counted in a square table.
const SQUARE: usize = 512;

/// Phrases and the order in which they were made, which is the order in which a sequence is rewritten.
pub(super) struct Phrases {
    /// For each symbol the phrases that repeat it 1, 2, 4, ... times.
    powers: Vec<Vec<u16>>,
    parts: Vec<Parts>,
    /// Symbols of each phrase, the single ones included.
    spans: Vec<u32>,
    /// How many phrases there are after each round.
    rounds: Vec<usize>,
}

impl Phrases {
    /// Learns phrases from a sequence over so many symbols, and says it in them.
    pub(super) fn learn(symbols: usize, runs: Vec<Run>) -> (Phrases, Vec<u16>) {
        let mut phrases = Phrases {
            powers: (0..symbols as u16).map(|symbol| vec![symbol]).collect(),
            parts: Vec::new(),
            spans: vec![1; symbols],
            rounds: Vec::new(),
        };
        phrases.learn_powers(&runs);
        phrases.rounds.push(phrases.spans.len());
        let mut sequence = phrases.of_runs(runs.iter().copied());
        drop(runs);
        let mut counter = Counter::default();
        while phrases.learn_round(&sequence, &mut counter) {
            phrases.rewrite(&mut sequence, phrases.rounds.len() - 1);
        }
        (phrases, sequence)
    }

    /// The shortest way to say a sequence in these phrases that rewriting it round by round finds.
    pub(super) fn say(&self, runs: impl Iterator<Item = Run>) -> Vec<u16> {
        let mut sequence = self.of_runs(runs);
        (1..self.rounds.len()).for_each(|round| self.rewrite(&mut sequence, round));
        sequence
    }

    pub(super) fn spans(&self) -> &[u32] {
        &self.spans
    }

    pub(super) fn parts(&self) -> &[Parts] {
        &self.parts
    }

    fn add(&mut self, left: u16, right: u16) -> u16 {
        self.parts.push(Parts::new(left, right));
        self.spans.push(self.spans[usize::from(left)] + self.spans[usize::from(right)]);
        (self.spans.len() - 1) as u16
    }

    /// A power of a symbol is a phrase if cutting the runs into powers would use it often enough.
    fn learn_powers(&mut self, runs: &[Run]) {
        let highest = MOST_SYMBOLS.ilog2();
        let mut uses = vec![[0_u64; MOST_SYMBOLS.ilog2() as usize + 1]; self.powers.len()];
        for run in runs {
            let power = run.length.ilog2().min(highest);
            uses[usize::from(run.symbol)][power as usize] += u64::from(run.length >> power);
        }
        for (symbol, uses) in uses.iter().enumerate() {
            let Some(last) = uses.iter().rposition(|&uses| uses >= u64::from(LEAST_COUNT)) else {
                continue;
            };
            for _ in 0..last {
                if self.spans.len() >= MOST_PHRASES / 2 {
                    return;
                }
                let half = self.powers[symbol].last().copied().unwrap_or(symbol as u16);
                let power = self.add(half, half);
                self.powers[symbol].push(power);
            }
        }
    }

    fn of_runs(&self, runs: impl Iterator<Item = Run>) -> Vec<u16> {
        let mut sequence = Vec::new();
        for run in runs {
            let powers = &self.powers[usize::from(run.symbol)];
            let mut left = run.length;
            for (power, &phrase) in powers.iter().enumerate().rev() {
                for _ in 0..left >> power {
                    sequence.push(phrase);
                }
                left &= (1 << power) - 1;
            }
        }
        sequence
    }

    /// Makes phrases of the best pairs; `false` if none is worth it.
    fn learn_round(&mut self, sequence: &[u16], counter: &mut Counter) -> bool {
        let known = self.spans.len();
        let mut counts = vec![0_u32; known];
        for &phrase in sequence {
            counts[usize::from(phrase)] += 1;
        }
        let total = bits_of(sequence.len() as u64);
        let cost = |count: u64| (total - bits_of(count)).max(1 << FRACTION);
        let mut pairs = Vec::new();
        counter.count(sequence, known, |left, right, count| {
            let [a, b] = [usize::from(left), usize::from(right)];
            if count < LEAST_COUNT || self.spans[a] + self.spans[b] > MOST_SYMBOLS {
                return;
            }
            let before = cost(u64::from(counts[a])) + cost(u64::from(counts[b]));
            let saved = (i64::from(count) * (before - cost(u64::from(count)))) >> FRACTION;
            if saved > PHRASE_BITS {
                pairs.push((saved, left, right));
            }
        });
        pairs.sort_unstable_by(|a, b| b.0.cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let best = pairs.first().map_or(0, |pair| pair.0);
        let (mut begins, mut ends) = (vec![false; known], vec![false; known]);
        for (saved, left, right) in pairs {
            if saved < best / 2 || self.spans.len() >= MOST_PHRASES {
                break;
            }
            let [a, b] = [usize::from(left), usize::from(right)];
            let is_apart = !ends[a] && !begins[b] && (a != b || (!begins[a] && !ends[b]));
            if is_apart {
                (begins[a], ends[b]) = (true, true);
                self.add(left, right);
            }
        }
        self.rounds.push(self.spans.len());
        self.spans.len() > known
    }

    /// Replaces the pairs that became phrases in this round.
    fn rewrite(&self, sequence: &mut Vec<u16>, round: usize) {
        const NONE: u16 = u16::MAX;
        let symbols = self.powers.len();
        let (from, to) = (self.rounds[round - 1], self.rounds[round]);
        // By its left part, the first phrase of the round; by that, the next one with the same.
        let mut heads = vec![NONE; from];
        let mut nexts = vec![NONE; to - from];
        for phrase in (from..to).rev() {
            let head = &mut heads[usize::from(self.parts[phrase - symbols].left)];
            nexts[phrase - from] = std::mem::replace(head, phrase as u16);
        }
        let (mut read, mut write) = (0, 0);
        while read < sequence.len() {
            let mut phrase = sequence[read];
            read += 1;
            if let Some(&right) = sequence.get(read) {
                let mut candidate = heads[usize::from(phrase)];
                while candidate != NONE {
                    if self.parts[usize::from(candidate) - symbols].right == right {
                        phrase = candidate;
                        read += 1;
                        break;
                    }
                    candidate = nexts[usize::from(candidate) - from];
                }
            }
            sequence[write] = phrase;
            write += 1;
        }
        sequence.truncate(write);
    }
}

/// Counts pairs, with memory that is used again.
#[derive(Default)]
struct Counter {
    square: Vec<u32>,
    /// Pairs with their counts, found by hashing; a count of zero is a free place.
    places: Vec<(u32, u32)>,
}

impl Counter {
    /// Counts the pairs of a sequence over so many phrases and shows each, in no order that matters. Of three equal
    /// neighbours only one pair counts, since the other overlaps it.
    fn count(&mut self, sequence: &[u16], known: usize, mut show: impl FnMut(u16, u16, u32)) {
        if known <= SQUARE {
            self.square.clear();
            self.square.resize(known * known, 0);
            each_pair(sequence, |a, b| self.square[usize::from(a) * known + usize::from(b)] += 1);
            for (place, &count) in self.square.iter().enumerate().filter(|(_, count)| **count > 0) {
                show((place / known) as u16, (place % known) as u16, count);
            }
            return;
        }
        self.places.fill((0, 0));
        self.places.resize(self.places.len().max(1 << 12), (0, 0));
        let mut different = 0;
        each_pair(sequence, |a, b| {
            let pair = u32::from(a) << 16 | u32::from(b);
            let place = find(&self.places, pair);
            different += usize::from(self.places[place].1 == 0);
            self.places[place].0 = pair;
            self.places[place].1 += 1;
            if 2 * different > self.places.len() {
                self.grow();
            }
        });
        for &(pair, count) in self.places.iter().filter(|place| place.1 > 0) {
            show((pair >> 16) as u16, pair as u16, count);
        }
    }

    /// Doubles the places. How many different pairs there are isn't known before: far fewer than pairs.
    #[cold]
    fn grow(&mut self) {
        let mut places = vec![(0, 0); 2 * self.places.len()];
        for &(pair, count) in self.places.iter().filter(|place| place.1 > 0) {
            let place = find(&places, pair);
            places[place] = (pair, count);
        }
        self.places = places;
    }
}

/// Where a pair is, or the free place where it belongs. The number of places is a power of two, and one is free.
#[inline]
fn find(places: &[(u32, u32)], pair: u32) -> usize {
    let shift = 32 - places.len().ilog2();
    let mut place = (pair.wrapping_mul(0x9E37_79B1) >> shift) as usize;
    while places[place].1 > 0 && places[place].0 != pair {
        place = (place + 1) & (places.len() - 1);
    }
    place
}

fn each_pair(sequence: &[u16], mut show: impl FnMut(u16, u16)) {
    let mut counted_equal = false;
    for pair in sequence.windows(2) {
        let overlaps = counted_equal && pair[0] == pair[1];
        counted_equal = pair[0] == pair[1] && !overlaps;
        if !overlaps {
            show(pair[0], pair[1]);
        }
    }
}

/// The binary logarithm with [`FRACTION`] digits, in integers so that it is the same on every machine.
fn bits_of(count: u64) -> i64 {
    let whole = count.max(1).ilog2();
    // One digit at a time: squaring a number between 1 and 2 doubles its logarithm.
    let mut rest = (u128::from(count.max(1)) << 32 >> whole) as u64;
    let mut bits = i64::from(whole);
    for _ in 0..FRACTION {
        rest = ((u128::from(rest) * u128::from(rest)) >> 32) as u64;
        let digit = rest >> 33;
        rest >>= digit;
        bits = bits << 1 | digit as i64;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::{FRACTION, bits_of};

    #[test]
    fn logarithms_are_right_to_the_last_digit() {
        for count in (1..2000).chain([1 << 20, 3 << 30, 12_345_678_901]) {
            #[allow(clippy::cast_precision_loss, reason = "small enough")]
            let exact = (count as f64).log2() * f64::from(1 << FRACTION);
            #[allow(clippy::cast_precision_loss, reason = "small enough")]
            let ours = bits_of(count) as f64;
            assert!((exact - ours).abs() < 1.01, "{count}: {ours} for {exact}");
        }
    }
}
