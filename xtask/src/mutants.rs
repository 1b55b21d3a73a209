//! Mutation testing: cargo-mutants changes one thing at a time in the exact parts, and the tests must notice.
//!
//! What is mutated, which tests run and what is left out with which reason stands in `.cargo/mutants.toml`. It takes
//! hours on two cores, so it is no part of CI; `--shard K/N` runs one N-th of it.

use anyhow::Result;
use xshell::cmd;

use crate::project;

/// Runs cargo-mutants with the project's settings.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let shell = project::shell()?;
    project::ensure_cargo_command(&shell, "mutants")?;
    // Each job works in a copy of its own; in a shared target directory they would undo each other's builds.
    Ok(cmd!(shell, "cargo mutants --workspace --jobs 2 {arguments...}")
        .env_remove("CARGO_TARGET_DIR")
        .run()?)
}
