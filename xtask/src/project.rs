//! Where things are, and how other programs are started.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

/// The root of the workspace. Cargo says where this package lies; started by hand, it is where it was built.
pub(crate) fn root() -> PathBuf {
    let package = env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    package.parent().map_or_else(|| PathBuf::from("."), Path::to_owned)
}

/// Where cargo builds.
pub(crate) fn target_dir() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A shell in the root of the workspace.
pub(crate) fn shell() -> Result<Shell> {
    let shell = Shell::new()?;
    shell.change_dir(root());
    Ok(shell)
}

/// Runs this program again with these arguments, built with the lab in it and by this profile.
pub(crate) fn in_the_lab(
    profile: &str,
    arguments: impl IntoIterator<Item = impl Into<OsString>>,
) -> Result<()> {
    let shell = shell()?;
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    cmd!(shell, "cargo run --quiet --profile {profile} --package xtask --features lab --")
        .args(arguments)
        .quiet()
        .run()?;
    Ok(())
}

/// Makes sure that `cargo NAME` can be called, installing the package `cargo-NAME` where it can't.
pub(crate) fn ensure_cargo_command(shell: &Shell, name: &str) -> Result<()> {
    let package = format!("cargo-{name}");
    if cmd!(shell, "cargo {name} --version").quiet().ignore_stdout().ignore_stderr().run().is_ok() {
        return Ok(());
    }
    println!("{package} is not installed: installing it");
    // Flags meant for our crates would only make the tool less portable.
    let _native = shell.push_env("RUSTFLAGS", "");
    cmd!(shell, "cargo install --locked {package}")
        .run()
        .with_context(|| format!("cannot install {package}: `cargo install {package}` failed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_has_the_workspace_manifest() {
        let manifest = std::fs::read_to_string(root().join("Cargo.toml"));
        assert!(manifest.is_ok_and(|text| text.contains("[workspace]")));
    }
}
