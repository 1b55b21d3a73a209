//! Phrases by pairs: the two neighbours that are worth most become one phrase, again and again.
//!
//! Each round counts all pairs of neighbours and makes phrases of the best ones at once, as long as they can't
//! overlap: no phrase is the end of one pair and the beginning of another. That is a little worse than one pair a
//! round and a hundred times faster. Sequences are shown as runs, and runs are cut into powers of two before the
//! first round, because that is what the first rounds would do, on a sequence many times as long.
//!
//! The sequence is a list of windows: as one piece it would be there beside all of the runs that it is made from.

use super::model::Parts;
use super::runs::{Run, ShortRuns};
use super::train::Numbers;
use super::{MOST_PHRASES, MOST_SYMBOLS};

/// What a phrase costs in the dictionary, in bits: two numbers and a code length.
const PHRASE_BITS: i64 = 28;
/// Pairs seen less often are never worth it.
const LEAST_COUNT: u32 = 4;
/// Fractions of a bit are counted in so many binary digits.
const FRACTION: u32 = 8;
/// No more different phrases than this are counted in a square table.
const SQUARE: usize = 512;
/// The binary logarithm of how many places pairs share.
const SHARED: u32 = 19;

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
    /// Learns phrases from a sequence over so many symbols, which have these numbers, and says how often each stands in it
    /// then. The runs are taken window by window, as phrases take their place.
    pub(super) fn learn(
        numbers: &Numbers,
        symbols: usize,
        windows: Vec<ShortRuns>,
        thinning: u32,
    ) -> (Phrases, Vec<u32>) {
        let mut phrases = Phrases {
            powers: (0..symbols as u16).map(|symbol| vec![symbol]).collect(),
            parts: Vec::new(),
            spans: vec![1; symbols],
            rounds: Vec::new(),
        };
        phrases.learn_powers(windows.iter().flat_map(ShortRuns::iter).map(|run| numbers.of(run)));
        phrases.rounds.push(phrases.spans.len());
        let mut said = Vec::new();
        let cut = |window: ShortRuns| {
            said.clear();
            window.iter().for_each(|run| phrases.cut(numbers.of(run), &mut said));
            said.as_slice().to_vec()
        };
        let mut sequence: Vec<Vec<u16>> = windows.into_iter().map(cut).collect();
        while phrases.learn_round(&sequence, thinning) {
            phrases.rewrite(&mut sequence, phrases.rounds.len() - 1);
            sequence.retain(|window| !window.is_empty());
            let shrunk =
                sequence.iter_mut().filter(|window| 4 * window.len() < 3 * window.capacity());
            shrunk.for_each(Vec::shrink_to_fit);
        }
        let counts = count_each(&sequence, phrases.spans.len());
        (phrases, counts)
    }

    /// Says a run in powers of its symbol.
    #[inline]
    pub(super) fn cut(&self, run: Run, into: &mut Vec<u16>) {
        let mut left = run.length;
        for (power, &phrase) in self.powers[usize::from(run.symbol)].iter().enumerate().rev() {
            for _ in 0..left >> power {
                into.push(phrase);
            }
            left &= (1 << power) - 1;
        }
    }

    /// Says runs that are cut the shortest way that rewriting them round by round finds.
    pub(super) fn shorten(&self, sequence: &mut Vec<u16>) {
        let sequence = std::slice::from_mut(sequence);
        (1..self.rounds.len()).for_each(|round| self.rewrite(sequence, round));
    }

    pub(super) fn parts(&self) -> &[Parts] {
        &self.parts
    }

    /// The runs of each phrase, in these symbols.
    pub(super) fn spelled(&self, symbols: &[u16]) -> Vec<Vec<Run>> {
        let mut all: Vec<Vec<Run>> =
            symbols.iter().map(|&symbol| vec![Run { symbol, length: 1 }]).collect();
        for parts in &self.parts {
            let mut runs = all[usize::from(parts.left)].clone();
            for &run in &all[usize::from(parts.right)] {
                match runs.last_mut() {
                    Some(last) if last.symbol == run.symbol => last.length += run.length,
                    _ => runs.push(run),
                }
            }
            all.push(runs);
        }
        all
    }

    fn add(&mut self, left: u16, right: u16) -> u16 {
        self.parts.push(Parts::new(left, right));
        self.spans.push(self.spans[usize::from(left)] + self.spans[usize::from(right)]);
        (self.spans.len() - 1) as u16
    }

    /// A power of a symbol is a phrase if cutting the runs into powers would use it often enough.
    fn learn_powers(&mut self, runs: impl Iterator<Item = Run>) {
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

    /// Makes phrases of the best pairs; `false` if none is worth it.
    fn learn_round(&mut self, sequence: &[Vec<u16>], thinning: u32) -> bool {
        let known = self.spans.len();
        let counts = count_each(sequence, known);
        let total = bits_of(sequence.iter().map(|window| window.len() as u64).sum());
        let cost = |count: u64| (total - bits_of(count)).max(1 << FRACTION);
        let mut pairs = Vec::new();
        count_pairs(sequence, known, |left, right, count| {
            let [a, b] = [usize::from(left), usize::from(right)];
            if count < LEAST_COUNT || self.spans[a] + self.spans[b] > MOST_SYMBOLS {
                return;
            }
            let before = cost(u64::from(counts[a])) + cost(u64::from(counts[b]));
            let saved = (i64::from(count) * (before - cost(u64::from(count)))) >> FRACTION;
            if saved << thinning > PHRASE_BITS {
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

    /// Replaces the pairs that became phrases in this round. No window is empty, but one may become so: a pair that two
    /// of them share is replaced in the first.
    fn rewrite(&self, sequence: &mut [Vec<u16>], round: usize) {
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
        // How many phrases of the window were taken with the one before it.
        let mut taken = 0;
        for number in 0..sequence.len() {
            let after = sequence.get(number + 1).and_then(|window| window.first().copied());
            let window = &mut sequence[number];
            let (mut read, mut write) = (taken, 0);
            while read < window.len() {
                let mut phrase = window[read];
                read += 1;
                let mut candidate = heads[usize::from(phrase)];
                if candidate != NONE
                    && let Some(right) = window.get(read).copied().or(after)
                {
                    while candidate != NONE {
                        if self.parts[usize::from(candidate) - symbols].right == right {
                            phrase = candidate;
                            read += 1;
                            break;
                        }
                        candidate = nexts[usize::from(candidate) - from];
                    }
                }
                window[write] = phrase;
                write += 1;
            }
            taken = read - window.len();
            window.truncate(write);
        }
    }
}

/// Counts the pairs of a sequence over so many phrases and shows each that was seen often enough, and perhaps others, in no
/// order that matters. Of three equal neighbours only one pair counts, since the other overlaps it.
fn count_pairs(sequence: &[Vec<u16>], known: usize, mut show: impl FnMut(u16, u16, u32)) {
    if known <= SQUARE {
        let mut square = vec![0_u32; known * known];
        each_pair(sequence, |a, b| square[usize::from(a) * known + usize::from(b)] += 1);
        for (place, &count) in square.iter().enumerate().filter(|(_, count)| **count > 0) {
            show((place / known) as u16, (place % known) as u16, count);
        }
        return;
    }
    // Most pairs are seen a few times only. Those that share a place here are counted together, which is no less than each
    // is seen, and none needs a place of its own where all of them together are seen too seldom.
    let mut shared = vec![0_u8; 1 << SHARED];
    let shared_place = |pair: u32| (hash(pair) >> (32 - SHARED)) as usize;
    each_pair(sequence, |a, b| {
        let count = &mut shared[shared_place(join(a, b))];
        *count = count.saturating_add(1);
    });
    let is_often = |count: u8| u32::from(count) >= LEAST_COUNT;
    let often = shared.iter().filter(|&&count| is_often(count)).count();
    // Pairs with their counts, found by hashing; a count of zero is a free place.
    let mut places = vec![(0, 0); (2 * often).next_power_of_two().max(1 << 12)];
    let mut different = 0;
    each_pair(sequence, |a, b| {
        let pair = join(a, b);
        if !is_often(shared[shared_place(pair)]) {
            return;
        }
        let place = find(&places, pair);
        different += usize::from(places[place].1 == 0);
        places[place].0 = pair;
        places[place].1 += 1;
        if 4 * different > 3 * places.len() {
            places = doubled(&places);
        }
    });
    for &(pair, count) in places.iter().filter(|place| place.1 > 0) {
        show((pair >> 16) as u16, pair as u16, count);
    }
}

/// Twice as many places.
#[cold]
fn doubled(places: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut more = vec![(0, 0); 2 * places.len()];
    for &(pair, count) in places.iter().filter(|place| place.1 > 0) {
        let place = find(&more, pair);
        more[place] = (pair, count);
    }
    more
}

/// Two phrases in one number.
#[inline]
fn join(left: u16, right: u16) -> u32 {
    u32::from(left) << 16 | u32::from(right)
}

#[inline]
fn hash(pair: u32) -> u32 {
    pair.wrapping_mul(0x9E37_79B1)
}

/// Where a pair is, or the free place where it belongs. The number of places is a power of two, and one is free.
#[inline]
fn find(places: &[(u32, u32)], pair: u32) -> usize {
    let shift = 32 - places.len().ilog2();
    let mut place = (hash(pair) >> shift) as usize;
    while places[place].1 > 0 && places[place].0 != pair {
        place = (place + 1) & (places.len() - 1);
    }
    place
}

fn each_pair(sequence: &[Vec<u16>], mut show: impl FnMut(u16, u16)) {
    let mut counted_equal = false;
    let mut pair = |left: u16, right: u16| {
        let overlaps = counted_equal && left == right;
        counted_equal = left == right && !overlaps;
        if !overlaps {
            show(left, right);
        }
    };
    let mut before = None;
    for window in sequence {
        if let (Some(before), Some(&first)) = (before, window.first()) {
            pair(before, first);
        }
        window.windows(2).for_each(|two| pair(two[0], two[1]));
        before = window.last().copied().or(before);
    }
}

/// How often each of so many phrases stands in a sequence.
fn count_each(sequence: &[Vec<u16>], known: usize) -> Vec<u32> {
    let mut counts = vec![0; known];
    for &phrase in sequence.iter().flatten() {
        counts[usize::from(phrase)] += 1;
    }
    counts
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
