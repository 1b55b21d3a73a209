//! How much memory building a table takes at most, beside its children.
//!
//! What counts is what the operating system says: the peak of the process over what it had before. It knows no peak of a
//! thread or of a function, so this comes first, when next to nothing was freed that could be used again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context as _, Result};
use hazel_table::{BuildError, MaterialKey, Plan, PositionIndexer, RawTable};

use super::super::contest::print;

/// One with bounds, since nothing is known of its promotions and captures, and one of three pieces, exact.
const KEYS: [(&str, bool); 2] = [("KRb4c4vKRb5", false), ("KBlNvKN", true)];

/// Each key by itself, from its children in memory to what goes into a file.
pub(super) fn run() -> Result<()> {
    println!("tables: memory of building, beside the children\n");
    let mut rows = vec![
        ["key", "slots", "children MiB", "peak MiB", "bytes a slot"].map(str::to_owned).to_vec(),
    ];
    for (text, is_exact) in KEYS {
        let key: MaterialKey = text.parse()?;
        let before = resident("VmRSS")?;
        let children = if is_exact { children(&key)? } else { BTreeMap::new() };
        let with_children = resident("VmRSS")?;
        // From now on the peak is counted.
        fs::write("/proc/self/clear_refs", "5").context("the peak of memory can't be set back")?;
        let table = RawTable::build_for_file(key, |child| children.get(child), &|| false)?;
        let peak = resident("VmHWM")?.saturating_sub(with_children);
        drop(table);
        let indexer = PositionIndexer::new(key)?;
        let slots = indexer.len() * 2 / indexer.sides().len() as u64;
        rows.push(vec![
            key.to_string(),
            slots.to_string(),
            mebibytes(with_children.saturating_sub(before)),
            mebibytes(peak),
            format!("{:.2}", peak as f64 / slots as f64),
        ]);
    }
    print(&rows);
    Ok(())
}

/// The tables that a key is built from, without distances.
fn children(key: &MaterialKey) -> Result<BTreeMap<MaterialKey, RawTable>> {
    let wanted: BTreeSet<_> = key.child_keys().into_iter().collect();
    let mut tables = BTreeMap::new();
    Plan::closure(wanted.iter().copied(), |_| true).build(|table| {
        if wanted.contains(table.key()) {
            tables.insert(*table.key(), table.clone().without_distances());
        }
        Ok::<_, BuildError>(())
    })?;
    Ok(tables)
}

/// A line of what Linux says about the memory of this process, in bytes.
fn resident(name: &str) -> Result<u64> {
    let status = fs::read_to_string("/proc/self/status").context("this is measured on Linux")?;
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let number = line.and_then(|line| line.split_whitespace().next()).context("no such line")?;
    Ok(1024 * number.parse::<u64>()?)
}

fn mebibytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / f64::from(1 << 20))
}
