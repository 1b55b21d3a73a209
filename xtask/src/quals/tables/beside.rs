//! Values beside Syzygy's, and Syzygy's files read by two readers.
//!
//! The tables are compared with what our own reader finds in the files, and that is compared with what shakmaty-syzygy
//! finds: who wins, and the distance, which both give as the file has it. How far a rounded distance can be from the exact
//! one is known to our reader alone; the other one forgets it where moves tie.

use std::collections::BTreeSet;

use anyhow::{Result, bail, ensure};
use hazel_core::Position;
use hazel_notation::to_fen;
use hazel_table::{MaterialKey, PositionIndexer, Syzygy, Tables};
use rayon::iter::{IntoParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};
use shakmaty::Chess;
use shakmaty_syzygy::{MaybeRounded, Tablebase};

use super::{NEVER, Verdict};
use crate::syzygy;

/// Both readers of the same files.
pub(super) struct Readers {
    pub(super) ours: Syzygy,
    pub(super) theirs: Tablebase<Chess>,
}

/// Compares one of so many slots of these tables, where it has a legal position.
pub(super) fn beside(
    tables: &Tables,
    syzygy: &Syzygy,
    keys: &BTreeSet<MaterialKey>,
    every: u64,
) -> Result<Verdict> {
    let (mut positions, mut rounded) = (0, 0);
    for key in keys {
        let compared = tables.compare(key, syzygy, every, &NEVER)?;
        if let Some(found) = compared.differences.first() {
            let (fen, there) = (to_fen(&found.position), found.syzygy);
            bail!("{fen}: {:?}, but Syzygy has {there}", found.stored);
        }
        positions += compared.positions;
        rounded += compared.rounded;
    }
    Ok(Verdict::Passed(format!("{positions} positions, {rounded} of them rounded there")))
}

/// Asks both readers about one of so many slots of these keys.
pub(super) fn readers(
    readers: &Readers,
    keys: &BTreeSet<MaterialKey>,
    every: u64,
) -> Result<Verdict> {
    let counts = keys.par_iter().map(|key| {
        let indexer = PositionIndexer::new(*key)?;
        // Another slot of each key is the first.
        let first = key.pawns().0 % every;
        let slots = (first..indexer.len()).step_by(every as usize);
        let mut positions = slots.filter_map(|slot| indexer.position(slot)?.position().ok());
        positions.try_fold(0u64, |count, position| agree(readers, &position).map(|()| count + 1))
    });
    let count = counts.try_reduce(|| 0, |a, b| anyhow::Ok(a + b))?;
    Ok(Verdict::Passed(format!("{count} positions of {} keys", keys.len())))
}

/// Compares these positions with both readers.
pub(super) fn positions(
    tables: &Tables,
    readers: &Readers,
    positions: &[Position],
) -> Result<Verdict> {
    positions.into_par_iter().try_for_each(|position| {
        agree(readers, position)?;
        let (value, there) = (tables.probe(position)?, readers.ours.probe(position)?);
        let is_same = value.exact().is_some_and(|value| there.agrees(value));
        ensure!(is_same, "{}: {value:?}, but Syzygy has {there}", to_fen(position));
        Ok(())
    })?;
    Ok(Verdict::Passed(format!("{} positions", positions.len())))
}

/// It is an error if the readers don't say the same.
fn agree(readers: &Readers, position: &Position) -> Result<()> {
    let ours = readers.ours.probe(position)?;
    let other = syzygy::position(position)?;
    let wdl = readers.theirs.probe_wdl_after_zeroing(&other)? as i32;
    let (MaybeRounded::Rounded(dtz) | MaybeRounded::Precise(dtz)) =
        readers.theirs.probe_dtz(&other)?;
    ensure!(
        i32::from(ours.wdl.number()) == wdl && ours.dtz() == dtz.0,
        "{}: {ours}, but the other reader has {wdl} and {}",
        to_fen(position),
        dtz.0
    );
    Ok(())
}
