//! How much memory making a table takes at most, beside its children: building, packing and writing it.
//!
//! What counts is what the operating system says: the peak of the process over what it had before. It knows no peak of a
//! thread or of a function, so this comes first, when next to nothing was freed that could be used again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, Result};
use hazel_table::{BuildError, Generator, MaterialKey, Plan, PositionIndexer, RawTable};

use super::super::contest::print;

/// One with bounds, since nothing is known of its promotions and captures, and one of three pieces, exact.
const KEYS: [(&str, bool); 2] = [("KRb4c4vKRb5", false), ("KBlNvKN", true)];

/// Each key by itself, from the files of its children to its own.
pub(super) fn run() -> Result<()> {
    println!("tables: memory of making one, beside the children\n");
    let mut rows = vec![
        ["key", "slots", "children MiB", "peak MiB", "bytes a slot"].map(str::to_owned).to_vec(),
    ];
    for (text, is_exact) in KEYS {
        let key: MaterialKey = text.parse()?;
        let before = resident("VmRSS")?;
        let children = if is_exact { children(&key)? } else { BTreeMap::new() };
        let children_size = resident("VmRSS")?.saturating_sub(before);
        let folder = tempfile::tempdir()?;
        let stop = AtomicBool::new(false);
        let generator = Generator::new(folder.path(), &stop);
        generator.run(&Plan::closure(children.keys().copied(), |_| true), &|_| ())?;
        let with_children = resident("VmRSS")?;
        // From now on the peak is counted. The children are read once more.
        fs::write("/proc/self/clear_refs", "5").context("the peak of memory can't be set back")?;
        generator.run(&Plan::of_keys([key]), &|_| ())?;
        let peak = resident("VmHWM")?.saturating_sub(with_children + children_size);
        drop(children);
        let indexer = PositionIndexer::new(key)?;
        let slots = indexer.len() * 2 / indexer.sides().len() as u64;
        rows.push(vec![
            key.to_string(),
            slots.to_string(),
            mebibytes(children_size),
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
