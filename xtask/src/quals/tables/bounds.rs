//! Bounds of five men: with tables withheld at random, the truth lies within what is left, and more tables only narrow it.
//!
//! Three pieces of any kind, and two with a pawn that promotes soon: the truth of all that lies below is built as well, and
//! it is right if what the other quals compare with Syzygy is. The keys that are drawn are the same in every run.

use anyhow::{Context as _, Result, ensure};
use fastrand::Rng;
use hazel_core::{Bitboard, Color, Square};
use hazel_notation::to_fen;
use hazel_table::{Bounds, BuildError, Kind, MaterialKey, Plan, PositionIndexer, RawTable};

use super::Verdict;

/// How many keys without a pawn are drawn.
const KEYS: usize = 2;
/// Of so many slots one is looked at: a prime.
const EVERY: usize = 1009;

pub(super) fn hold() -> Result<Verdict> {
    let mut random = Rng::with_seed(5);
    let mut keys: Vec<_> = (0..KEYS).map(|_| key(3, &mut random)).collect::<Result<_>>()?;
    // All that a pawn can become stands beside both pieces: equal ones make less of it.
    let pawn = Square::A7.bitboard();
    let piece = MaterialKey::KINGS.with(Color::White, Kind::DarkBishop)?;
    let pieces = piece.with(Color::Black, Kind::DarkBishop)?;
    keys.push(pieces.with_pawns([pawn, Bitboard::EMPTY])?.canonical().0);
    let mut positions = 0;
    for &key in &keys {
        positions += check(key, &mut random).with_context(|| key.to_string())?;
    }
    let names: Vec<_> = keys.iter().map(MaterialKey::to_string).collect();
    Ok(Verdict::Passed(format!("{positions} positions of {}", names.join(", "))))
}

/// A canonical key of so many pieces.
fn key(pieces: usize, random: &mut Rng) -> Result<MaterialKey> {
    let mut key = MaterialKey::KINGS;
    for _ in 0..pieces {
        key =
            key.with(Color::ALL[random.usize(..2)], Kind::ALL[random.usize(..Kind::ALL.len())])?;
    }
    Ok(key.canonical().0)
}

/// Builds a table from few of those below it, from more, and from all. Returns how many positions were compared.
fn check(key: MaterialKey, random: &mut Rng) -> Result<u64> {
    let below: Vec<_> = Plan::closure([key], |_| true).keys().copied().collect();
    let few: Vec<_> = below.iter().copied().filter(|_| random.bool()).collect();
    let more: Vec<_> =
        below.iter().copied().filter(|key| few.contains(key) || random.bool()).collect();
    let [few, more] = [few, more].map(|below| build(key, below));
    let more = more?;
    let mut positions = narrows(&few?, &more)?;
    let truth = build(key, below)?;
    ensure!(truth.is_exact(), "not exact, though nothing was missing");
    positions += narrows(&more, &truth)?;
    Ok(positions)
}

/// The table of a key, after those below it that are there.
fn build(key: MaterialKey, below: Vec<MaterialKey>) -> Result<RawTable> {
    let mut found = None;
    Plan::of_keys(below.into_iter().chain([key])).build(|table| {
        if *table.key() == key {
            found = Some(table.clone());
        }
        Ok::<_, BuildError>(())
    })?;
    found.context("it was not built")
}

/// It is an error if the second bounds are not within the first.
fn narrows(wide: &RawTable, narrow: &RawTable) -> Result<u64> {
    let indexer = PositionIndexer::new(*wide.key())?;
    let mut positions = 0;
    for slot in (0..indexer.len()).step_by(EVERY) {
        let Some(placement) = indexer.position(slot) else { continue };
        let Ok(position) = placement.position() else { continue };
        let bounds = |table: &RawTable| table.bounds(&placement).context("not of the key");
        let (wide, narrow) = (bounds(wide)?, bounds(narrow)?);
        let is_within = wide.lower <= narrow.lower
            && narrow.lower <= narrow.upper
            && narrow.upper <= wide.upper;
        let outcomes = [Bounds::outcome, Bounds::outcome_without_rule];
        let are_within = outcomes.iter().all(|of| of(narrow).is_within(of(wide)));
        ensure!(is_within && are_within, "{}: {narrow:?} in {wide:?}", to_fen(&position));
        positions += 1;
    }
    Ok(positions)
}
