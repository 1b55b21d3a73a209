//! Which crate may use which, as data, and the check that the manifests keep to it.
//!
//! Layers without a check rot. Every dependency between our crates must be in the table, dev- and build-dependencies
//! included; a few outside crates may be named only where their weight or licence belongs.

use cargo_metadata::DependencyKind;

/// Our crates under `crates/`, from the bottom up, and which of our crates each may use.
const CRATES: [(&str, &[&str]); 13] = [
    ("hazel-core", &[]),
    ("hazel-tape", &["hazel-core"]),
    ("hazel-notation", &["hazel-core", "hazel-tape"]),
    ("hazel-solve", &[]),
    ("hazel-games", &["hazel-core", "hazel-tape", "hazel-solve"]),
    ("hazel-table", &["hazel-core", "hazel-solve", "hazel-tape", "hazel-notation"]),
    ("hazel-uci", &["hazel-core", "hazel-notation"]),
    ("hazel-engine", &["hazel-core", "hazel-notation", "hazel-solve", "hazel-table", "hazel-uci"]),
    (
        "hazel-race",
        &["hazel-core", "hazel-tape", "hazel-notation", "hazel-uci", "hazel-table", "hazel-solve"],
    ),
    ("hazel-store", &["hazel-core", "hazel-tape", "hazel-notation", "hazel-table", "hazel-solve"]),
    (
        "hazel-witch",
        &[
            "hazel-store",
            "hazel-engine",
            "hazel-table",
            "hazel-notation",
            "hazel-tape",
            "hazel-core",
            "hazel-uci",
            "hazel-solve",
        ],
    ),
    ("hazel-tui", ALL_ABOVE),
    ("hazel", ALL_ABOVE),
];

/// Stands for every crate that comes earlier in the table.
const ALL_ABOVE: &[&str] = &["*"];

/// Packages outside `crates/`, which may use all of ours and which none may use: name and folder.
const AUTOMATION: [(&str, &str); 2] = [("xtask", "xtask"), ("hazel-fuzz", "fuzz")];

/// Outside crates, by the start of their names, and the only packages that may name them.
const RESERVED: [(&str, &[&str]); 5] = [
    ("arrow", &["hazel-store", "hazel-witch"]),
    ("ballista", &["hazel-witch"]),
    ("datafusion", &["hazel-store", "hazel-witch"]),
    ("parquet", &["hazel-store", "hazel-witch"]),
    ("ratatui", &["hazel-tui"]),
];

/// Outside chess crates under the GPL: oracles for tests, never part of what we ship.
const ORACLES: [&str; 3] = ["shakmaty", "shakmaty-syzygy", "pgn-reader"];

struct Package {
    name: String,
    /// Relative to the root of the workspace, with `/`.
    folder: String,
    dependencies: Vec<(String, DependencyKind)>,
}

fn violations(packages: &[Package]) -> Vec<String> {
    packages.iter().flat_map(violations_of).collect()
}

fn violations_of(package: &Package) -> Vec<String> {
    let name = package.name.as_str();
    let mut found = Vec::new();
    let place = CRATES.iter().position(|&(listed, _)| listed == name);
    let folder = AUTOMATION
        .iter()
        .find(|(tool, _)| *tool == name)
        .map_or_else(|| format!("crates/{name}"), |&(_, folder)| folder.to_owned());
    if place.is_none() && !is_automation(name) {
        found.push(format!("{name} is not in the table of crates"));
    }
    if package.folder != folder {
        found.push(format!("{name} lies in {}, not in {folder}", package.folder));
    }
    for (dependency, kind) in &package.dependencies {
        let ours = CRATES.iter().position(|(listed, _)| listed == dependency);
        let allowed = match (place, ours) {
            _ if is_automation(dependency) => false,
            (Some(user), Some(used)) if CRATES[user].1 == ALL_ABOVE => used < user,
            (Some(user), Some(_)) => CRATES[user].1.contains(&dependency.as_str()),
            (None, Some(_)) => is_automation(name),
            (_, None) => !dependency.starts_with("hazel"),
        };
        if !allowed {
            found.push(format!("{name} may not use {dependency}"));
        }
        for (prefix, users) in RESERVED {
            if dependency.starts_with(prefix) && !users.contains(&name) {
                found.push(format!("{name} may not name {dependency}"));
            }
        }
        let is_oracle = ORACLES.contains(&dependency.as_str());
        if is_oracle && *kind != DependencyKind::Development && name != "xtask" {
            found.push(format!("{name} may use {dependency} only as a dev-dependency"));
        }
    }
    found
}

fn is_automation(name: &str) -> bool {
    AUTOMATION.iter().any(|(tool, _)| *tool == name)
}

#[cfg(test)]
mod tests {
    use DependencyKind::{Build, Development, Normal};
    use cargo_metadata::MetadataCommand;

    use super::*;

    #[test]
    fn the_workspace_keeps_to_the_table() {
        let metadata = MetadataCommand::new().no_deps().exec().expect("cargo metadata answers");
        let packages: Vec<Package> = metadata
            .packages
            .iter()
            .map(|package| {
                let folder = package.manifest_path.parent().expect("a manifest lies in a folder");
                let folder = folder.strip_prefix(&metadata.workspace_root).unwrap_or(folder);
                let dependencies = package.dependencies.iter().map(|d| (d.name.clone(), d.kind));
                Package {
                    name: package.name.to_string(),
                    folder: folder.as_str().replace('\\', "/"),
                    dependencies: dependencies.collect(),
                }
            })
            .collect();
        assert!(packages.iter().any(|package| package.name == "hazel-core"), "the graph is empty");
        assert_eq!(violations(&packages), [""; 0]);
    }

    fn found(name: &str, folder: &str, dependencies: &[(&str, DependencyKind)]) -> Vec<String> {
        let dependencies = dependencies.iter().map(|&(to, kind)| (to.to_owned(), kind)).collect();
        violations(&[Package { name: name.to_owned(), folder: folder.to_owned(), dependencies }])
    }

    #[test]
    fn what_the_table_has_is_allowed() {
        let uses = [("hazel-core", Normal), ("proptest", Development), ("shakmaty", Development)];
        assert_eq!(found("hazel-notation", "crates/hazel-notation", &uses), [""; 0]);
        let uses = [("hazel-tui", Normal), ("hazel-core", Normal), ("clap", Normal)];
        assert_eq!(found("hazel", "crates/hazel", &uses), [""; 0]);
        let uses = [("hazel-core", Normal), ("shakmaty", Normal)];
        assert_eq!(found("xtask", "xtask", &uses), [""; 0]);
        assert_eq!(found("hazel-tui", "crates/hazel-tui", &[("ratatui", Normal)]), [""; 0]);
    }

    #[test]
    fn an_edge_that_the_table_lacks_is_found_whatever_its_kind() {
        for kind in [Normal, Development, Build] {
            assert_eq!(
                found("hazel-core", "crates/hazel-core", &[("hazel-notation", kind)]),
                ["hazel-core may not use hazel-notation"]
            );
        }
        assert_eq!(
            found("hazel-race", "crates/hazel-race", &[("hazel-engine", Normal)]),
            ["hazel-race may not use hazel-engine"]
        );
        assert_eq!(
            found("hazel-tui", "crates/hazel-tui", &[("hazel", Normal)]),
            ["hazel-tui may not use hazel"]
        );
        assert_eq!(
            found("hazel", "crates/hazel", &[("xtask", Development)]),
            ["hazel may not use xtask"]
        );
        assert_eq!(
            found("hazel", "crates/hazel", &[("hazel-secret", Normal)]),
            ["hazel may not use hazel-secret"]
        );
    }

    #[test]
    fn an_unlisted_crate_or_a_wrong_folder_is_found() {
        assert_eq!(
            found("hazel-misc", "crates/hazel-misc", &[]),
            ["hazel-misc is not in the table of crates"]
        );
        assert_eq!(
            found("hazel-core", "crates/core", &[]),
            ["hazel-core lies in crates/core, not in crates/hazel-core"]
        );
        assert_eq!(found("xtask", "tools/xtask", &[]), ["xtask lies in tools/xtask, not in xtask"]);
    }

    #[test]
    fn heavy_and_gpl_crates_are_found_where_they_do_not_belong() {
        assert_eq!(
            found("hazel-table", "crates/hazel-table", &[("arrow-array", Normal)]),
            ["hazel-table may not name arrow-array"]
        );
        assert_eq!(
            found("hazel-store", "crates/hazel-store", &[("ratatui", Development)]),
            ["hazel-store may not name ratatui"]
        );
        assert_eq!(
            found("hazel-core", "crates/hazel-core", &[("shakmaty", Normal)]),
            ["hazel-core may use shakmaty only as a dev-dependency"]
        );
        assert_eq!(
            found("hazel", "crates/hazel", &[("pgn-reader", Build)]),
            ["hazel may use pgn-reader only as a dev-dependency"]
        );
    }
}
