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

mod bytes;
mod child;
pub(crate) mod distances;
pub(crate) mod evading;
mod exits;
pub(crate) mod few;
mod fills;
pub(crate) mod layout;
pub(crate) mod legality;
mod log;
pub(crate) mod moves;
mod news;
mod passes;
pub(crate) mod raw;
mod rows;
mod seeds;
mod sets;
pub(crate) mod shape;
mod symmetry;
pub(crate) mod taking;
mod ways;

use hazel_core::Color;

pub use raw::RawTable;

use crate::MaterialKey;
use exits::Leaving;
use layout::{Layout, stored_places};
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
    /// Somebody asked to stop.
    #[error("the table of {key} was stopped before the end")]
    Stopped {
        /// The key that was asked for.
        key: MaterialKey,
    },
}

/// Somebody asked to stop.
pub(crate) struct Stopped;

/// Which distances a table keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kept {
    All,
    /// What goes into a file.
    Wins,
}

impl RawTable {
    /// The most pieces besides kings and pawns.
    pub const MAX_PIECES: u32 = 3;

    /// Estimates from above how many bytes it takes to build the table of a key and to write it, without its children: one
    /// for each side to move, pair of kings and squares of pieces that is stored, whether they can stand so or not, and for
    /// what doesn't grow with a table two mebibytes, of which small tables take less.
    pub(crate) fn estimated_bytes(key: &MaterialKey) -> u64 {
        let places = stored_places(key).saturating_mul(2);
        let others = places.saturating_mul(3).saturating_add(1 << 20).min(2 << 20);
        places.saturating_add(others)
    }

    /// Estimates from above how many bytes the table of a key takes as a child: half a byte for each of these,
    /// and half a mebibyte.
    pub(crate) fn estimated_child_bytes(key: &MaterialKey) -> u64 {
        stored_places(key).saturating_add(1 << 19)
    }

    /// Builds the table of a key from the tables of its children, which are asked for by their canonical keys. Where one
    /// is missing, its values count as unknown.
    ///
    /// # Errors
    /// If the key has more than [`MAX_PIECES`](RawTable::MAX_PIECES) pieces.
    pub fn build<'a>(
        key: MaterialKey,
        child: impl Fn(&MaterialKey) -> Option<&'a RawTable>,
    ) -> Result<RawTable, BuildError> {
        RawTable::build_unless(key, child, &|| false)
    }

    /// As [`build`](RawTable::build), but it is asked now and then whether to stop, many times a second.
    ///
    /// # Errors
    /// If the key has more than [`MAX_PIECES`](RawTable::MAX_PIECES) pieces, or if it was stopped.
    pub(crate) fn build_unless<'a>(
        key: MaterialKey,
        child: impl Fn(&MaterialKey) -> Option<&'a RawTable>,
        stop: &dyn Fn() -> bool,
    ) -> Result<RawTable, BuildError> {
        RawTable::build_kept(key, &child, Kept::All, stop, &mut |_, _, _| ())
    }

    /// As [`build_unless`](RawTable::build_unless), for a file: without distances of losses, which no file has, since they
    /// follow from moves. Every loss has the smallest distance of its kind.
    ///
    /// The table is shown after each run, with what everything unknown was turned against, and whether nothing was unknown:
    /// then there is no other run. Who takes the distances out makes room for the next run.
    ///
    /// # Errors
    /// As [`build_unless`](RawTable::build_unless).
    pub(crate) fn build_for_file<'a>(
        key: MaterialKey,
        child: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
        stop: &dyn Fn() -> bool,
        show: &mut dyn FnMut(&mut RawTable, Color, bool),
    ) -> Result<RawTable, BuildError> {
        RawTable::build_kept(key, child, Kept::Wins, stop, show)
    }

    fn build_kept<'a>(
        key: MaterialKey,
        child: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
        kept: Kept,
        stop: &dyn Fn() -> bool,
        show: &mut dyn FnMut(&mut RawTable, Color, bool),
    ) -> Result<RawTable, BuildError> {
        if key.pieces() > RawTable::MAX_PIECES {
            return Err(BuildError::TooManyPieces { key });
        }
        let mut table = RawTable { layout: Layout::new(key), runs: vec![] };
        for against in Color::ALL {
            let layout = &table.layout;
            let moves = Color::ALL.map(|side| Moves::new(layout, side));
            let leaving = Color::ALL.map(|side| Leaving::new(layout, side, against, child));
            let run = passes::solve(layout, &moves, leaving, kept, stop);
            let (run, is_exact) = run.map_err(|Stopped| BuildError::Stopped { key })?;
            drop(moves);
            table.runs.push(run);
            show(&mut table, against, is_exact);
            if is_exact {
                break;
            }
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn build(text: &str, tables: &BTreeMap<MaterialKey, RawTable>) -> RawTable {
        let key = text.parse().expect("a key");
        RawTable::build(key, |child| tables.get(child)).expect("few pieces")
    }

    #[test]
    fn exits_that_the_fifty_move_rule_spoils_count_from_a_hundred_and_one_and_decide_the_same() {
        let mut tables = BTreeMap::from([(MaterialKey::KINGS, build("KvK", &BTreeMap::new()))]);
        for text in ["KQvK", "KRvK"] {
            let mut table = build(text, &tables);
            // Everything takes a hundred plies more than it does.
            for side in table.runs.iter_mut().flatten() {
                let decided = side.won.iter().zip(&side.lost).map(|(won, lost)| won | lost);
                side.cursed = Some(decided.collect());
            }
            table = table.without_distances();
            tables.insert(*table.key(), table);
        }
        let table = build("KQvKR", &tables);
        assert!(table.is_exact());
        let [white, black] = Color::ALL.map(|turn| table.counts(turn));
        // All wins of the real table are still wins but for the rule, mates that nothing delays even with it.
        assert_eq!(white[3] + white[4], 8863768);
        assert_eq!(black[0] + black[1], 7062680);
        assert!(white[4] > 0 && white[3] > 10 * white[4], "{white:?}");
        assert!(black[0] > 0 && black[1] > 10 * black[0], "{black:?}");
        let run = &table.runs[0];
        let distances = |side: &raw::Side| -> Vec<u16> {
            (0..64 * side.won.len()).map(|place| side.value(place).distance()).collect()
        };
        assert!(run.iter().all(|side| distances(side).iter().any(|&distance| distance > 101)));
        assert!(!run.iter().any(|side| distances(side).iter().any(|d| (60..=100).contains(d))));
    }
}
