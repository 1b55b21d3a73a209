//! Keys and families as the user writes them.

use hazel_table::{Family, MaterialKey};

use crate::report::Failure;

/// All canonical keys of these keys and families, each once and in the order in which they are named.
pub(super) fn read(names: &[String]) -> Result<Vec<MaterialKey>, Failure> {
    let mut keys = vec![];
    for name in names {
        let family: Family = name.parse().map_err(|error: hazel_table::ParseKeyError| {
            Failure::input(error.to_string())
                .at(name, error.column)
                .help("a key looks like this: KQb7c7vKRg2; a family like this: KQPPvKRP")
        })?;
        keys.extend(family.canonical_keys());
    }
    let mut seen = std::collections::HashSet::new();
    keys.retain(|key| seen.insert(*key));
    Ok(keys)
}
