//! Segments: the fixed-size pieces of which tapes are made and which they share.
//!
//! A segment is sixteen rows of 29 entries, exactly one block of a tape file. Beside the entries it keeps what finds
//! things without replaying: the hash at the start of each row, a set of the entries that end a ply, and the class of
//! each entry as four planes of bits. All of that follows from the entries and is kept up to date by [`Segment::push`]
//! alone; no other code writes to a segment.

use std::ops::Range;

use hazel_core::Alter;

use crate::{Interest, Step};

/// Entries in a row: as many as fit in 64 bytes beside a mark and a checksum.
pub(crate) const ROW: usize = 29;
/// Rows in a segment.
pub(crate) const ROWS: usize = 16;
/// Entries in a segment.
pub(crate) const ENTRIES: usize = ROW * ROWS;

const WORDS: usize = ENTRIES.div_ceil(64);

#[derive(Clone, Debug)]
pub(crate) struct Segment<A> {
    /// Plies before the first entry.
    plies: u64,
    /// The hash after the last entry.
    hash: u64,
    /// The hash before each row that has begun.
    row_hashes: [u64; ROWS],
    len: usize,
    entries: [A; ENTRIES],
    /// The entries that are not no-ops.
    real: [u64; WORDS],
    /// The entries that end a ply.
    ends: [u64; WORDS],
    planes: [[u64; 4]; WORDS],
}

impl<A: Step> Segment<A> {
    /// A segment without entries, before which the tape has this hash and so many plies.
    pub(crate) fn new(hash: u64, plies: u64) -> Segment<A> {
        Segment {
            plies,
            hash,
            row_hashes: [hash; ROWS],
            len: 0,
            entries: [A::NOOP; ENTRIES],
            real: [0; WORDS],
            ends: [0; WORDS],
            planes: [[0; 4]; WORDS],
        }
    }

    /// A segment that begins like this one and has only its first `len` entries.
    pub(crate) fn cut(&self, len: usize) -> Segment<A> {
        let mut cut = Segment::new(self.row_hashes[0], self.plies);
        self.entries[..len].iter().for_each(|&entry| cut.push(entry));
        cut
    }

    /// Appends an entry. The segment must not be full.
    #[inline]
    pub(crate) fn push(&mut self, a: A) {
        let n = self.len;
        if n.is_multiple_of(ROW) {
            self.row_hashes[n / ROW] = self.hash;
        }
        self.entries[n] = a;
        self.len = n + 1;
        if a == A::NOOP {
            return;
        }
        let (word, bit) = (n / 64, n % 64);
        self.real[word] |= 1 << bit;
        self.ends[word] |= u64::from(a.ends_ply()) << bit;
        let class = a.class();
        for (p, plane) in self.planes[word].iter_mut().enumerate() {
            *plane |= u64::from(class >> p & 1) << bit;
        }
        self.hash ^= a.key();
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn is_full(&self) -> bool {
        self.len == ENTRIES
    }

    pub(crate) fn entries(&self) -> &[A] {
        &self.entries[..self.len]
    }

    /// The hash after the last entry.
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash before entry `n`, or after the last one.
    pub(crate) fn hash_at(&self, n: usize) -> u64 {
        if n == self.len {
            return self.hash;
        }
        let row = n / ROW;
        self.entries[row * ROW..n].iter().fold(self.row_hashes[row], |hash, a| hash ^ a.key())
    }

    /// Plies before the first entry.
    pub(crate) fn plies(&self) -> u64 {
        self.plies
    }

    /// Plies that have ended before entry `n`, in the whole tape.
    pub(crate) fn plies_at(&self, n: usize) -> u64 {
        self.plies + words(0..n).map(|(w, within)| count(self.ends[w] & within)).sum::<u64>()
    }

    /// Where ply `ply` of the whole tape has ended; it must end here.
    pub(crate) fn end_of_ply(&self, ply: u64) -> Option<usize> {
        let mut left = ply.checked_sub(self.plies + 1)?;
        for (w, &word) in self.ends.iter().enumerate() {
            if left < count(word) {
                let without_earlier = (0..left).fold(word, |word, _| word & (word - 1));
                return Some(w * 64 + without_earlier.trailing_zeros() as usize + 1);
            }
            left -= count(word);
        }
        None
    }

    /// Whether the last entry before `n` that is no no-op ends a ply; `None` if there is none.
    pub(crate) fn ends_ply_before(&self, n: usize) -> Option<bool> {
        words(0..n).rev().find_map(|(w, within)| {
            let last = (self.real[w] & within).checked_ilog2()?;
            Some(self.ends[w] >> last & 1 == 1)
        })
    }

    /// Tells `listener` the entries in `range` that are of `interest`; how many it was.
    #[inline]
    pub(crate) fn tell<S: Alter<A> + ?Sized>(
        &self,
        range: Range<usize>,
        interest: Interest,
        listener: &mut S,
    ) -> u64 {
        let mut told = 0;
        for (w, within) in words(range) {
            let mut wanted = self.wanted(w, interest) & within;
            told += count(wanted);
            if wanted == within {
                for &a in &self.entries[bounds(w, within)] {
                    listener.alter(a);
                }
                continue;
            }
            while wanted != 0 {
                listener.alter(self.entries[w * 64 + wanted.trailing_zeros() as usize]);
                wanted &= wanted - 1;
            }
        }
        told
    }

    /// [`Segment::tell`] backwards: the entries inverted, the last one first.
    #[inline]
    pub(crate) fn tell_back<S: Alter<A> + ?Sized>(
        &self,
        range: Range<usize>,
        interest: Interest,
        listener: &mut S,
    ) -> u64 {
        let mut told = 0;
        for (w, within) in words(range).rev() {
            let mut wanted = self.wanted(w, interest) & within;
            told += count(wanted);
            if wanted == within {
                for &a in self.entries[bounds(w, within)].iter().rev() {
                    listener.alter(!a);
                }
                continue;
            }
            while wanted != 0 {
                let bit = wanted.ilog2();
                listener.alter(!self.entries[w * 64 + bit as usize]);
                wanted ^= 1 << bit;
            }
        }
        told
    }

    fn wanted(&self, word: usize, interest: Interest) -> u64 {
        interest.select(self.planes[word]) & self.real[word]
    }
}

/// The words that hold the bits of a range, each with the bits in it that belong to the range.
fn words(range: Range<usize>) -> impl DoubleEndedIterator<Item = (usize, u64)> {
    (range.start / 64..range.end.div_ceil(64)).map(move |word| {
        let first = range.start.saturating_sub(word * 64);
        let past = (range.end - word * 64).min(64);
        // A word is only visited if the range has something in it, unless the range is empty.
        let within = if past > first { u64::MAX >> (64 - (past - first)) << first } else { 0 };
        (word, within)
    })
}

/// The entries of a run of bits in a word.
fn bounds(word: usize, run: u64) -> Range<usize> {
    let start = word * 64 + run.trailing_zeros() as usize % 64;
    start..start + run.count_ones() as usize
}

fn count(word: u64) -> u64 {
    u64::from(word.count_ones())
}

#[cfg(test)]
mod tests {
    use hazel_core::{Alteration, Color, Role, Square};

    use super::*;

    /// A full segment in which every third entry ends a ply and every seventh is a no-op.
    fn sample() -> Segment<Alteration> {
        let mut segment = Segment::new(7, 100);
        for n in 0..ENTRIES {
            let square = Square::from_index(n % 64).expect("below 64");
            segment.push(match n {
                n if n % 7 == 6 => Alteration::NOOP,
                n if n % 3 == 2 => Alteration::TURN,
                n => Alteration::place(Role::ALL[n % 6].of(Color::ALL[n / 6 % 2]), square),
            });
        }
        segment
    }

    struct Heard(Vec<Alteration>);

    impl Alter for Heard {
        fn alter(&mut self, a: Alteration) {
            self.0.push(a);
        }
    }

    #[test]
    fn hashes_and_plies_are_those_of_counting() {
        let segment = sample();
        let (mut hash, mut plies) = (7, 100);
        for (n, &a) in segment.entries().iter().enumerate() {
            assert_eq!((segment.hash_at(n), segment.plies_at(n)), (hash, plies), "{n}");
            let before = &segment.entries()[..n];
            let last = before.iter().rev().find(|&&a| a != Alteration::NOOP);
            assert_eq!(segment.ends_ply_before(n), last.map(|a| a.ends_ply()), "{n}");
            hash ^= Step::key(a);
            if a.ends_ply() {
                plies += 1;
                assert_eq!(segment.end_of_ply(plies), Some(n + 1));
            }
        }
        assert!(segment.is_full());
        assert_eq!((segment.hash(), segment.hash_at(ENTRIES)), (hash, hash));
        assert_eq!(segment.plies_at(ENTRIES), plies);
        assert_eq!((segment.end_of_ply(100), segment.end_of_ply(plies + 1)), (None, None));
    }

    #[test]
    fn telling_is_filtering_one_by_one_in_both_directions() {
        let segment = sample();
        let interests = [Interest::ALL, Interest::NONE, Interest::TURN, Interest::role(Role::Pawn)];
        let ends = [0, 1, 29, 63, 64, 65, 128, 200, 448, ENTRIES];
        for interest in interests {
            for start in ends {
                for end in ends.into_iter().filter(|&end| end >= start) {
                    let wanted = |a: &Alteration| {
                        *a != Alteration::NOOP && interest.contains(Step::class(*a))
                    };
                    let entries = segment.entries()[start..end].iter().copied();
                    let expected: Vec<_> = entries.filter(wanted).collect();
                    let mut heard = Heard(Vec::new());
                    let told = segment.tell(start..end, interest, &mut heard);
                    assert_eq!((told, &heard.0), (expected.len() as u64, &expected));
                    heard.0.clear();
                    let told = segment.tell_back(start..end, interest, &mut heard);
                    let back: Vec<_> = expected.iter().rev().map(|&a| !a).collect();
                    assert_eq!((told, heard.0), (expected.len() as u64, back));
                }
            }
        }
    }

    #[test]
    fn a_cut_segment_is_one_that_was_never_longer() {
        let segment = sample();
        for len in [0, 28, 29, 30, 463, ENTRIES] {
            let cut = segment.cut(len);
            assert_eq!((cut.len(), cut.entries()), (len, &segment.entries()[..len]));
            assert_eq!(cut.hash(), segment.hash_at(len));
            assert_eq!(cut.plies_at(len), segment.plies_at(len));
            assert_eq!(cut.end_of_ply(cut.plies_at(len) + 1), None);
        }
    }
}
