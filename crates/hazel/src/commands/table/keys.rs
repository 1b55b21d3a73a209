//! Keys and families as the user writes them.

use std::collections::HashSet;

use hazel_table::{Family, MaterialKey, Plan};

use crate::output::grouped;
use crate::report::Failure;

/// All canonical keys of these keys and families, each once and in the order in which they are named.
pub(super) fn read(names: &[String]) -> Result<Vec<MaterialKey>, Failure> {
    let (mut keys, mut seen) = (vec![], HashSet::new());
    for name in names {
        let family: Family = name.parse().map_err(|error: hazel_table::ParseKeyError| {
            Failure::input(error.to_string())
                .at(name, error.column)
                .help("a key looks like this: KQb7c7vKRg2; a family like this: KQPPvKRP")
        })?;
        for key in family.canonical_keys().filter(|key| seen.insert(*key)) {
            if keys.len() == Plan::MOST_KEYS {
                let most = grouped(Plan::MOST_KEYS as u64);
                return Err(Failure::input(format!("{name} has more than {most} keys"))
                    .help("name squares of pawns: KPPvKe7 has fewer keys than KPPvKP"));
            }
            keys.push(key);
        }
    }
    Ok(keys)
}
