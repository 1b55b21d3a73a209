//! Values beside Syzygy's.
//!
//! Syzygy stores distances of some tables in moves, not in plies, so that they may be one ply too small. It does so only
//! where that can't change a value.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result, ensure};
use hazel_core::Position;
use hazel_notation::to_fen;
use hazel_table::{MaterialKey, PositionIndexer, Tables};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use shakmaty::{Chess, Position as _};
use shakmaty_syzygy::{MaybeRounded, Tablebase};

use super::Verdict;
use crate::syzygy;

/// Slots that one thread takes at once.
const CHUNK: u64 = 1 << 16;

/// Compares one of so many slots of these tables, where it has a legal position.
pub(super) fn beside(
    tables: &Tables,
    syzygy: &Tablebase<Chess>,
    keys: &BTreeSet<MaterialKey>,
    every: u64,
) -> Result<Verdict> {
    let mut seen = Seen::default();
    for key in keys {
        let indexer = PositionIndexer::new(*key)?;
        let chunks = (0..indexer.len().div_ceil(CHUNK)).into_par_iter().map(|chunk| {
            let end = indexer.len().min((chunk + 1) * CHUNK);
            let slots = (chunk * CHUNK..end).filter(|slot| slot.is_multiple_of(every));
            let mut positions = slots.filter_map(|slot| indexer.position(slot)?.position().ok());
            positions.try_fold(Seen::default(), |seen, position| {
                Ok(seen + compare(tables, syzygy, &position)?)
            })
        });
        seen = seen + chunks.try_reduce(Seen::default, |a, b| anyhow::Ok(a + b))?;
    }
    Ok(seen.verdict())
}

/// How many positions were compared.
#[derive(Clone, Copy, Default)]
pub(super) struct Seen {
    positions: u64,
    /// Those in which Syzygy's distance is one less, because it is rounded.
    rounded: u64,
}

impl Seen {
    pub(super) fn verdict(self) -> Verdict {
        let Seen { positions, rounded } = self;
        Verdict::Passed(format!("{positions} positions, in {rounded} their distance is rounded"))
    }
}

impl std::ops::Add for Seen {
    type Output = Seen;

    fn add(self, other: Seen) -> Seen {
        Seen { positions: self.positions + other.positions, rounded: self.rounded + other.rounded }
    }
}

/// Asks both about a position. It is an error if they don't agree.
pub(super) fn compare(
    tables: &Tables,
    syzygy: &Tablebase<Chess>,
    position: &Position,
) -> Result<Seen> {
    let fen = || to_fen(position);
    let value = tables.probe(position)?.exact().with_context(|| format!("{}: not exact", fen()))?;
    let theirs = syzygy::position(position)?;
    let (dtz, may_be_rounded) = match syzygy.probe_dtz(&theirs)? {
        MaybeRounded::Rounded(dtz) => (dtz.0, true),
        MaybeRounded::Precise(dtz) => (dtz.0, false),
    };
    let wdl = match dtz.abs() {
        0 => 0,
        // Rounding may hide on which side of the 50-move rule it is.
        99..=102 => syzygy.probe_wdl_after_zeroing(&theirs)? as i32,
        1..99 => 2 * dtz.signum(),
        _ => dtz.signum(),
    };
    let is_one_more = dtz != 0 && value.dtz() - dtz == dtz.signum();
    let is_rounded = is_one_more && (may_be_rounded || a_move_is_rounded(&theirs, dtz, syzygy)?);
    ensure!(
        i32::from(value.wdl().number()) == wdl && (value.dtz() == dtz || is_rounded),
        "{}: {value}, but Syzygy has {wdl} and {dtz}",
        fen()
    );
    Ok(Seen { positions: 1, rounded: u64::from(is_rounded) })
}

/// Whether a move's distance decides and may be rounded. Where moves tie, the reader forgets that one of them may be.
fn a_move_is_rounded(position: &Chess, dtz: i32, syzygy: &Tablebase<Chess>) -> Result<bool> {
    for m in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(m);
        let value = syzygy.probe_dtz(&after)?;
        if matches!(value, MaybeRounded::Rounded(rounded) if -rounded.0 + dtz.signum() == dtz) {
            return Ok(true);
        }
    }
    Ok(false)
}
