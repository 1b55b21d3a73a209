//! Tables that quals and benchmarks make in a folder that goes when they end: mostly all of three and four men.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, ensure};
use hazel_table::{Family, Generator, MaterialKey, Plan, Tables};
use tempfile::TempDir;

/// How many keys of three and of four men there are.
const KEYS: usize = 28 + 1_426;

/// Stored tables, and the folder they are in.
pub(crate) struct SmallTables {
    pub(crate) tables: Tables,
    _folder: TempDir,
}

impl SmallTables {
    /// Makes the tables of three and four men and those of these keys besides, with all they need, on all cores.
    pub(crate) fn generate(others: &[MaterialKey]) -> Result<SmallTables> {
        SmallTables::closure(keys()?.into_iter().chain(others.iter().copied()))
    }

    /// Makes the tables of these keys and all that they need.
    pub(crate) fn closure(roots: impl IntoIterator<Item = MaterialKey>) -> Result<SmallTables> {
        let folder = tempfile::tempdir()?;
        let plan = Plan::closure(roots, |_| true);
        let stop = AtomicBool::new(false);
        Generator::new(folder.path(), &stop).run(&plan, &|_| ())?;
        let tables = Tables::open(folder.path())?;
        let inexact = tables.keys().into_iter().find(|key| {
            let found = tables.find(key);
            found.is_none_or(|(_, table)| !table.is_exact())
        });
        if let Some(key) = inexact {
            anyhow::bail!("{key} is not exact, though nothing was missing");
        }
        Ok(SmallTables { tables, _folder: folder })
    }
}

/// The canonical keys of three and four men.
pub(crate) fn keys() -> Result<BTreeSet<MaterialKey>> {
    let mut keys = BTreeSet::new();
    for a in ["Q", "R", "B", "N", "P"] {
        keys.extend(canonical_keys(&format!("K{a}vK"))?);
        for b in ["Q", "R", "B", "N", "P"] {
            for family in [format!("K{a}{b}vK"), format!("K{a}vK{b}")] {
                keys.extend(canonical_keys(&family)?);
            }
        }
    }
    ensure!(keys.len() == KEYS, "there are {} keys of three and four men, not {KEYS}", keys.len());
    Ok(keys)
}

/// The canonical keys of a family, such as `KBPvK`.
pub(crate) fn canonical_keys(family: &str) -> Result<Vec<MaterialKey>> {
    Ok(family.parse::<Family>()?.canonical_keys().collect())
}
