//! Who looks on while long work is done: tables planned or checked, a position solved.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::ReachableError;

/// Looks on while work is done: says when to stop, and hears how far it has come. A flag is one that only stops.
pub trait Watch: Sync {
    /// Whether to stop. It is asked many times a second, by any thread.
    fn is_over(&self) -> bool;

    /// Hears how far the work has come, from any thread.
    fn hear(&self, progress: Progress) {
        let _ = progress;
    }
}

impl dyn Watch + '_ {
    /// An error if it is over, for those who only go on otherwise.
    pub(crate) fn check(&self) -> Result<(), ReachableError> {
        if self.is_over() { Err(ReachableError::Stopped) } else { Ok(()) }
    }
}

impl Watch for AtomicBool {
    fn is_over(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

/// How far work has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Progress {
    /// Play is followed; so many structures of pawns were found.
    Following {
        /// How many there are so far.
        structures: usize,
    },
    /// Structures of pawns are solved.
    Solving {
        /// How many are done.
        done: usize,
        /// How many there are.
        total: usize,
    },
    /// Tables are built.
    Building {
        /// How many are done.
        done: usize,
        /// How many there are in this round.
        total: usize,
    },
    /// The keys that tables need are looked for.
    Planning {
        /// How many were found so far.
        found: usize,
    },
    /// The slots of a table are looked at, by many threads: so many more are done.
    Checking {
        /// How many were done since somebody said so last.
        more: u64,
    },
}
