//! What CI runs, step by step. It stops at the first step that fails.

use std::time::Instant;

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

use crate::project;

/// A step: its name and what it does.
type Step = (&'static str, fn(&Shell) -> Result<()>);

const STEPS: [Step; 6] = [
    ("formatting", formatting),
    ("lints", lints),
    ("docs", docs),
    ("tests", tests),
    ("portable build", portable_build),
    ("quals", quals),
];

/// Runs every step.
pub(crate) fn run() -> Result<()> {
    let shell = project::shell()?;
    let start = Instant::now();
    for (number, (name, step)) in STEPS.into_iter().enumerate() {
        println!("== {} of {}: {name}", number + 1, STEPS.len());
        let start = Instant::now();
        step(&shell).with_context(|| format!("ci: {name} failed"))?;
        println!("== {name}: passed in {:.1} s", start.elapsed().as_secs_f64());
    }
    println!("== ci: all passed in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn formatting(shell: &Shell) -> Result<()> {
    Ok(cmd!(shell, "cargo fmt --all --check").run()?)
}

fn lints(shell: &Shell) -> Result<()> {
    let clippy = cmd!(shell, "cargo clippy --workspace --all-targets --features xtask/lab");
    Ok(clippy.args(["--", "-D", "warnings"]).run()?)
}

fn docs(shell: &Shell) -> Result<()> {
    let _denied = shell.push_env("RUSTDOCFLAGS", "-D warnings");
    Ok(cmd!(shell, "cargo doc --workspace --no-deps").run()?)
}

fn tests(shell: &Shell) -> Result<()> {
    Ok(cmd!(shell, "cargo test --workspace --features xtask/lab").run()?)
}

/// The core without the instructions of this machine, so that the magic-number sliders are really used. Its builds are
/// kept apart, so that neither makes the other stale.
fn portable_build(shell: &Shell) -> Result<()> {
    if !cfg!(target_arch = "x86_64") {
        println!("not an x86-64 machine: the ordinary build is the portable one already");
        return Ok(());
    }
    let target_dir = project::target_dir().join("portable");
    let _portable = shell.push_env("RUSTFLAGS", "-C target-cpu=x86-64");
    Ok(cmd!(shell, "cargo test --package hazel-core --target-dir {target_dir}").run()?)
}

fn quals(_: &Shell) -> Result<()> {
    project::in_the_lab("release", ["quals"])
}
