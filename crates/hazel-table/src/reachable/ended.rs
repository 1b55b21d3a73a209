//! Why no more is found out about a position.

use crate::MaterialKey;

/// Why a [`Solver`](super::Solver) goes no further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The value is exact.
    Exact,
    /// Tables that would tell more don't fit into the memory.
    Memory {
        /// The most useful key that is left out.
        key: MaterialKey,
        /// With so many bytes in all it goes on with this key: there is room for it and for the part of what lies below it that
        /// comes next. None if these are too many tables to be counted.
        needed: Option<u64>,
    },
    /// There are more structures of pawns than fit into the memory.
    Structures {
        /// How many do.
        most: usize,
    },
    /// All that is open has more pieces than a table can have.
    Pieces,
}
