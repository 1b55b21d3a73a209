//! Nim: heaps of objects, and each move takes some from one heap.
//!
//! Who wins is known in closed form since Bouton's paper of 1901 ("Nim, a game with a complete mathematical theory"), for
//! both rules about the last object. That is why Nim is here: a solver that knows nothing of it has to find the same.
//! [`Nim::is_win`] is that closed form. No search asks it; it judges them, and it may play against a person. That heaps can
//! be solved one by one in normal play is all that solvers are told, and they can be asked not to use it.
//!
//! A position is sixteen bytes, one a heap, which are its key at the same time.

use std::array;
use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use hazel_solve::{Game, Outcome};

/// How many heaps there can be.
pub const MOST_HEAPS: usize = 16;

/// The rules of Nim and the heaps it starts with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nim {
    start: Heaps,
    last: LastTake,
}

/// What taking the last object of all means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LastTake {
    /// Normal play: whoever takes it wins.
    #[default]
    Wins,
    /// Misère play: whoever takes it loses.
    Loses,
}

/// How many objects are left in each heap: a position.
///
/// It is shown with one line a heap, its number first, up to the last heap that isn't empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heaps([u8; MOST_HEAPS]);

/// Takes some objects from one heap: a move.
///
/// It is written as the number of the heap, counted from 1, and the number of objects: `3:2` takes two from the third.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take {
    heap: u8,
    count: NonZeroU8,
}

/// More heaps than a position can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected at most {MOST_HEAPS} heaps, but there are {given}")]
pub struct TooManyHeaps {
    /// How many were given.
    pub given: usize,
}

/// A text that isn't a move of Nim.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "expected HEAP:COUNT such as 3:2, heaps from 1 to {MOST_HEAPS} and counts from 1 to 255, but read {0:?}"
)]
pub struct TakeError(String);

/// A text that isn't the line of a game of Nim.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a game such as `nim heaps=3,4,5 last=wins` or `last=loses`, but read {0:?}")]
pub struct NimError(String);

impl Nim {
    /// Nim with heaps of these sizes, which may be empty.
    ///
    /// # Errors
    ///
    /// If there are more than [`MOST_HEAPS`].
    pub fn new(heaps: &[u8], last: LastTake) -> Result<Nim, TooManyHeaps> {
        let mut start = Heaps([0; MOST_HEAPS]);
        let places = start.0.get_mut(..heaps.len()).ok_or(TooManyHeaps { given: heaps.len() })?;
        places.copy_from_slice(heaps);
        Ok(Nim { start, last })
    }

    /// Whether the side to move wins, in closed form: the sizes of the heaps, added in binary without carry, aren't zero.
    /// In misère play it is the other way round once no heap has more than one object.
    pub fn is_win(&self, heaps: &Heaps) -> bool {
        let sum = heaps.0.iter().fold(0, |sum, heap| sum ^ heap);
        let turned = self.last == LastTake::Loses && heaps.0.iter().all(|&heap| heap <= 1);
        (sum != 0) != turned
    }
}

impl Game for Nim {
    type Position = Heaps;
    type Move = Take;
    type Undo = ();
    /// From which heap each heap of the canonical form came.
    type Transform = [u8; MOST_HEAPS];

    fn start(&self) -> Heaps {
        self.start
    }

    fn finished(&self, heaps: &Heaps) -> Option<Outcome> {
        let over = heaps.0.iter().all(|&heap| heap == 0);
        // The other side took the last object.
        over.then_some(match self.last {
            LastTake::Wins => Outcome::LOSS,
            LastTake::Loses => Outcome::WIN,
        })
    }

    fn moves(&self, heaps: &Heaps, moves: &mut Vec<Take>) {
        for (heap, &size) in (0..).zip(&heaps.0) {
            moves.extend((1..=size).filter_map(NonZeroU8::new).map(|count| Take { heap, count }));
        }
    }

    fn play(&self, heaps: &mut Heaps, take: Take) {
        heaps.0[take.heap as usize] -= take.count.get();
    }

    fn unplay(&self, heaps: &mut Heaps, take: Take, (): ()) {
        heaps.0[take.heap as usize] += take.count.get();
    }

    fn key(&self, heaps: &Heaps) -> u128 {
        u128::from_le_bytes(heaps.0)
    }

    /// Also knows positions that differ from those that can come up by the order of the heaps, as canonical ones do.
    fn position(&self, key: u128) -> Option<Heaps> {
        let heaps = Heaps(key.to_le_bytes());
        let mut left = heaps.0;
        let mut most = self.start.0;
        left.sort_unstable();
        most.sort_unstable();
        left.iter().zip(&most).all(|(left, most)| left <= most).then_some(heaps)
    }

    /// The greatest heap first, the empty ones last.
    fn canonical(&self, heaps: &Heaps) -> (Heaps, [u8; MOST_HEAPS]) {
        let mut from: [u8; MOST_HEAPS] = array::from_fn(|heap| heap as u8);
        from.sort_by_key(|&heap| u8::MAX - heaps.0[heap as usize]);
        (Heaps(from.map(|heap| heaps.0[heap as usize])), from)
    }

    fn restore(&self, from: &[u8; MOST_HEAPS], take: Take) -> Take {
        Take { heap: from[take.heap as usize], count: take.count }
    }

    /// Each heap that isn't empty; none in misère play, where whoever can't move has won.
    fn parts(&self, heaps: &Heaps) -> Vec<Heaps> {
        let part = |heap: &u8| {
            let mut part = [0; MOST_HEAPS];
            part[0] = *heap;
            Heaps(part)
        };
        match self.last {
            LastTake::Wins => heaps.0.iter().filter(|heap| **heap > 0).map(part).collect(),
            LastTake::Loses => Vec::new(),
        }
    }
}

impl Heaps {
    /// The sizes of the heaps; those beyond the last of the game are empty.
    pub fn sizes(&self) -> &[u8; MOST_HEAPS] {
        &self.0
    }
}

impl fmt::Display for Nim {
    /// One line that [`FromStr`] reads, such as `nim heaps=3,4,5 last=wins`. Empty heaps at the end are left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes = &self.start.0;
        let used = sizes.iter().rposition(|&size| size > 0).map_or(1, |last| last + 1);
        let heaps: Vec<String> = sizes[..used].iter().map(u8::to_string).collect();
        write!(f, "nim heaps={} last={}", heaps.join(","), self.last.word())
    }
}

impl FromStr for Nim {
    type Err = NimError;

    /// Reads exactly what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Nim, NimError> {
        let read = || {
            let (heaps, last) = text.strip_prefix("nim heaps=")?.split_once(" last=")?;
            let heaps: Vec<u8> =
                heaps.split(',').map(|size| size.parse().ok()).collect::<Option<_>>()?;
            let last = [LastTake::Wins, LastTake::Loses].into_iter().find(|l| l.word() == last)?;
            // Only one spelling is read: `03` is not.
            Nim::new(&heaps, last).ok().filter(|nim| nim.to_string() == text)
        };
        read().ok_or_else(|| NimError(text.to_owned()))
    }
}

impl LastTake {
    const fn word(self) -> &'static str {
        match self {
            LastTake::Wins => "wins",
            LastTake::Loses => "loses",
        }
    }
}

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used = self.0.iter().rposition(|&size| size > 0).map_or(0, |last| last + 1);
        if used == 0 {
            return f.write_str("nothing left");
        }
        for (heap, &size) in (1..=used).zip(&self.0) {
            let objects = "o".repeat(size as usize);
            let newline = if heap == 1 { "" } else { "\n" };
            write!(f, "{newline}{}", format!("{heap:>2}: {size:>3} {objects}").trim_end())?;
        }
        Ok(())
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.heap + 1, self.count)
    }
}

impl FromStr for Take {
    type Err = TakeError;

    /// Reads what is shown, and doesn't ask whether the move is legal anywhere. Signs and zeros before a number do no harm:
    /// `+3:02` is `3:2`.
    fn from_str(text: &str) -> Result<Take, TakeError> {
        let read = || {
            let (heap, count) = text.split_once(':')?;
            let heap = heap.parse::<u8>().ok()?.checked_sub(1)?;
            let count = count.parse().ok()?;
            ((heap as usize) < MOST_HEAPS).then_some(Take { heap, count })
        };
        read().ok_or_else(|| TakeError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::any, prop_assert_eq, proptest};

    use super::{LastTake, Nim};

    proptest! {
        #[test]
        fn the_line_of_a_game_is_read_back(
            heaps in proptest::collection::vec(any::<u8>(), 0..=16),
            loses: bool,
        ) {
            let last = if loses { LastTake::Loses } else { LastTake::Wins };
            let nim = Nim::new(&heaps, last).expect("at most 16 heaps");
            prop_assert_eq!(nim.to_string().parse(), Ok(nim));
        }
    }

    #[test]
    fn each_game_has_one_line() {
        let nim = Nim::new(&[3, 0, 5, 0], LastTake::Loses).expect("heaps");
        assert_eq!(nim.to_string(), "nim heaps=3,0,5 last=loses");
        let many = format!("nim heaps={} last=wins", ["1"; 17].join(","));
        for line in [
            "",
            "nim",
            "nim heaps= last=wins",
            "nim heaps=03 last=wins",
            "nim heaps=3,0 last=wins",
            "nim heaps=256 last=wins",
            "nim heaps=3 last=draws",
            "nim heaps=3 last=wins ",
            &many,
        ] {
            let error = line.parse::<Nim>().expect_err("no such line").to_string();
            assert!(error.ends_with(&format!("but read {line:?}")), "{error}");
        }
    }
}
