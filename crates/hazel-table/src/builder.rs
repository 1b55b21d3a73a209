//! Building the table of a key, set by set.
//!
//! Backwards from mates and from the tables of the children, 64 positions to a word: where the last piece stands is the
//! number of a bit. Sets of positions move as a whole, so nothing generates the moves of a position, and no position
//! counts its moves; a loss is what is left when every position with an escape is taken away. The usual ways, counters for
//! each position or lists of moves taken back, touch memory in no order and were several times slower.
//!
//! Pieces stay within the key; captures and pawn moves lead out of it, into tables that must be there already. Where one is
//! missing the table is built twice, with everything unknown turned against White and against Black, and says what is certain.
//!
//! Positions have no en-passant right and no castling rights. That a double step can be answered en passant is looked at.

mod child;
mod exits;
mod fills;
mod layout;
mod legality;
mod moves;
mod passes;
mod raw;
mod rows;
mod sets;
mod symmetry;
mod ways;

use hazel_core::Color;

pub use raw::RawTable;

use crate::MaterialKey;
use exits::Leaving;
use layout::Layout;
use moves::Moves;

/// Why a table is not built.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BuildError {
    /// There are too many pieces.
    #[error("{key} has {} pieces besides kings and pawns, expected at most {}", key.pieces(), RawTable::MAX_PIECES)]
    TooManyPieces {
        /// The key that was asked for.
        key: MaterialKey,
    },
}

impl RawTable {
    /// The most pieces besides kings and pawns.
    pub const MAX_PIECES: u32 = 3;

    /// Builds the table of a key from the tables of its children, which are asked for by their canonical keys. Where one
    /// is missing, its values count as unknown.
    ///
    /// # Errors
    /// If the key has more than [`MAX_PIECES`](RawTable::MAX_PIECES) pieces.
    pub fn build<'a>(
        key: MaterialKey,
        child: impl Fn(&MaterialKey) -> Option<&'a RawTable>,
    ) -> Result<RawTable, BuildError> {
        if key.pieces() > RawTable::MAX_PIECES {
            return Err(BuildError::TooManyPieces { key });
        }
        let layout = Layout::new(key);
        let legal = Color::ALL.map(|turn| legality::legal(&layout, turn));
        let moves = Color::ALL.map(|side| Moves::new(&layout, side));
        let mut runs = vec![];
        for against in Color::ALL {
            let leaving = Color::ALL.map(|side| Leaving::new(&layout, side, against, &child));
            runs.push(passes::solve(&layout, &legal, &moves, &leaving));
            if leaving.iter().all(Leaving::is_exact) {
                break;
            }
        }
        Ok(RawTable { layout, runs })
    }
}
