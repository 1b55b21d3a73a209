//! Building tables of two pieces without pawns, on one core.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use hazel_core::Color;
use hazel_table::{BuildError, MaterialKey, Plan, PositionIndexer, RawTable};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use super::super::contest::{best_times, contender, geometric_mean, print};
use crate::small_tables::keys;

/// Each key by itself, from its children in memory to all values and distances.
pub(super) fn run() -> Result<()> {
    println!("tables: building keys of two pieces, values and distances; CPU time of one thread\n");
    let keys: BTreeSet<_> =
        keys()?.into_iter().filter(|key| key.pieces() == 2 && !key.has_pawns()).collect();
    let mut children = BTreeMap::new();
    Plan::closure(keys.iter().flat_map(MaterialKey::child_keys), |_| true).build(|table| {
        children.insert(*table.key(), table.clone());
        Ok::<_, BuildError>(())
    })?;
    let mut built = Vec::new();
    for &key in &keys {
        let table = RawTable::build(key, |child| children.get(child))?;
        ensure!(table.is_exact(), "{key} is not exact, though nothing was missing");
        let whole_board = Color::ALL.into_iter().flat_map(|turn| table.counts(turn)).sum();
        let work = || RawTable::build(key, |child| children.get(child)).is_ok().into();
        let time = best_times(&[contender("hazel", work)], 1)?[0];
        built.push(Built { key, positions: legal_positions(key)?, whole_board, time });
    }
    built.sort_by(|a, b| a.speed().total_cmp(&b.speed()));
    let mean = |speed: fn(&Built) -> f64| geometric_mean(built.iter().map(speed));
    let sum = |count: fn(&Built) -> u64| built.iter().map(count).sum::<u64>().to_string();
    let time: Duration = built.iter().map(|built| built.time).sum();
    let head = ["key", "positions", "whole board", "ms", "M/s", "whole board M/s"];
    print(&[
        head.map(str::to_owned).to_vec(),
        built.first().context("no keys")?.row("slowest"),
        built[built.len() / 2].row("median"),
        built.last().context("no keys")?.row("fastest"),
        vec![
            format!("geometric mean of {}", built.len()),
            sum(|built| built.positions),
            sum(|built| built.whole_board),
            format!("{:.1}", time.as_secs_f64() * 1e3),
            format!("{:.0}", mean(Built::speed)),
            format!("{:.0}", mean(Built::whole_board_speed)),
        ],
    ]);
    Ok(())
}

struct Built {
    key: MaterialKey,
    /// Legal positions, of those that are images of each other one.
    positions: u64,
    /// Legal positions with all images.
    whole_board: u64,
    time: Duration,
}

impl Built {
    /// Millions a second.
    fn speed(&self) -> f64 {
        self.positions as f64 / 1e6 / self.time.as_secs_f64()
    }

    fn whole_board_speed(&self) -> f64 {
        self.whole_board as f64 / 1e6 / self.time.as_secs_f64()
    }

    fn row(&self, name: &str) -> Vec<String> {
        vec![
            format!("{name}: {}", self.key),
            self.positions.to_string(),
            self.whole_board.to_string(),
            format!("{:.1}", self.time.as_secs_f64() * 1e3),
            format!("{:.0}", self.speed()),
            format!("{:.0}", self.whole_board_speed()),
        ]
    }
}

fn legal_positions(key: MaterialKey) -> Result<u64> {
    let indexer = PositionIndexer::new(key)?;
    let slots = (0..indexer.len()).into_par_iter();
    let is_legal =
        |&slot: &u64| indexer.position(slot).is_some_and(|placement| placement.position().is_ok());
    Ok(slots.filter(is_legal).count() as u64)
}
