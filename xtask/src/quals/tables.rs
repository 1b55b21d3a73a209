//! Endgame tables: all of three and four men, and KBNvKN, built, packed, stored and asked.
//!
//! Two things are held against them. The rules of chess: every move of a position is made by the ordinary move generator, and
//! the best of what the tables say about the positions after them must be what they say about the position. And Syzygy's
//! tables, read by our code and by other people's: the five values and the distances. The first needs no data.
//! Bounds, which Syzygy doesn't have, are held against exact tables.
//!
//! Unless all positions are asked for, a slot of so many is looked at, in every table.

mod beside;
mod bounds;
mod castling;
mod en_passant;
mod histories;

use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, Result, bail};
use hazel_notation::to_fen;
use hazel_table::{MaterialKey, Syzygy, Tables};

use super::{Tally, Verdict};
use crate::data::{ABSENT, Data};
use crate::small_tables::{self, SmallTables};
use crate::syzygy;
use beside::{Readers, beside, readers};

const FOLDER: &str = "syzygy";
/// The one table of five men that the data has.
const FIVE_MEN: &str = "KBNvKN";

/// Of how many slots one is asked of both readers of Syzygy's files: a prime.
const BY_TWO_READERS: u64 = 211;

/// Nothing stops the work.
static NEVER: AtomicBool = AtomicBool::new(false);

/// Of how many slots one is looked at, if not all are (primes meet men on all squares), and how many histories of folders there
/// are.
struct Steps {
    by_moves: u64,
    small: u64,
    five_men: u64,
    histories: u64,
}

impl Steps {
    const ALL: Steps = Steps { by_moves: 1, small: 1, five_men: 1, histories: 200 };
    const FEW: Steps = Steps { by_moves: 211, small: 23, five_men: 1009, histories: 16 };
}

pub(super) fn run(tally: &mut Tally, data: Option<&Data>, all: bool) {
    let steps = if all { Steps::ALL } else { Steps::FEW };
    tally.check("tables: bounds of five men", bounds::hold);
    let mut made = None;
    tally.check("tables: built", || {
        let (verdict, tables, five_men) = build()?;
        made = Some((tables, five_men));
        Ok(verdict)
    });
    let Some((SmallTables { tables, .. }, five_men)) = &made else { return };
    tally.check("tables: by their moves", || by_moves(tables, steps.by_moves));
    let against = |check: &dyn Fn(&Readers) -> Result<Verdict>| match data {
        Some(data) => {
            let folder = data.path(FOLDER);
            check(&Readers { ours: Syzygy::open([&folder])?, theirs: syzygy::open(&folder)? })
        }
        None => Ok(Verdict::Skipped(ABSENT.to_owned())),
    };
    tally.check("tables: Syzygy by two readers", || {
        against(&|both| {
            let mut keys = small_tables::keys()?;
            keys.insert(*five_men);
            readers(both, &keys, BY_TWO_READERS)
        })
    });
    tally.check("tables: three and four men beside Syzygy", || {
        against(&|both| beside(tables, &both.ours, &small_tables::keys()?, steps.small))
    });
    tally.check("tables: en passant beside Syzygy", || {
        against(&|both| en_passant::beside(tables, both))
    });
    tally.check("tables: castling beside other people's moves and Syzygy", || {
        against(&|both| castling::beside(tables, &both.theirs))
    });
    tally.check("tables: folders of any history", || match data {
        Some(data) => histories::hold(tables, &data.path(FOLDER), steps.histories),
        None => Ok(Verdict::Skipped(ABSENT.to_owned())),
    });
    tally.check(&format!("tables: {FIVE_MEN} beside Syzygy"), || {
        against(&|both| beside(tables, &both.ours, &[*five_men].into(), steps.five_men))
    });
}

fn build() -> Result<(Verdict, SmallTables, MaterialKey)> {
    let five_men = small_tables::canonical_keys(FIVE_MEN)?;
    let &[key] = five_men.as_slice() else { bail!("{FIVE_MEN} has {} keys", five_men.len()) };
    let made = SmallTables::generate(&five_men)?;
    for (path, file) in made.tables.files() {
        file.verify().with_context(|| format!("{}", path.display()))?;
    }
    Ok((Verdict::Passed(format!("{} keys", made.tables.len())), made, key))
}

/// What the tables say of a position beside what they say of the positions after its moves.
fn by_moves(tables: &Tables, every: u64) -> Result<Verdict> {
    let mut positions = 0;
    for key in tables.keys() {
        let verified = tables.verify(&key, every, &NEVER)?;
        if let Some(mistake) = verified.mistakes.first() {
            let fen = to_fen(&mistake.position);
            bail!("{fen}: {:?}, by its moves {:?}", mistake.stored, mistake.expected);
        }
        positions += verified.positions;
    }
    Ok(Verdict::Passed(format!("{positions} positions of {} keys", tables.len())))
}
