//! Runs the fuzz targets of `fuzz/`, each for a given time. A finding stops the run and is printed with its input.

use anyhow::{Context as _, Result, ensure};
use xshell::cmd;

use crate::project;

/// Fuzzes `targets`, or all of them, for `seconds` each.
pub(crate) fn run(seconds: u32, targets: &[String]) -> Result<()> {
    let shell = project::shell()?;
    ensure!(
        cmd!(shell, "cargo +nightly --version").quiet().ignore_stdout().run().is_ok(),
        "fuzzing needs a nightly toolchain: `rustup toolchain install nightly`"
    );
    project::ensure_cargo_command(&shell, "fuzz")?;
    let listed = cmd!(shell, "cargo +nightly fuzz list").quiet().read()?;
    let all: Vec<&str> = listed.lines().collect();
    for target in targets {
        let known = all.join(", ");
        ensure!(all.contains(&target.as_str()), "no fuzz target `{target}`; there are {known}");
    }
    // Built apart: the sanitizer's builds share nothing with ours.
    let target_dir = project::target_dir().join("fuzz");
    for target in all.into_iter().filter(|t| targets.is_empty() || targets.iter().any(|u| u == t)) {
        println!("== {target}: {seconds} s");
        // What is found worth keeping goes to the first folder, which is not checked in.
        let corpus = [format!("fuzz/corpus/{target}"), format!("fuzz/seeds/{target}")];
        shell.create_dir(&corpus[0])?;
        let limits = [format!("-max_total_time={seconds}"), "-print_final_stats=1".to_owned()];
        cmd!(shell, "cargo +nightly fuzz run --features libfuzzer --target-dir {target_dir}")
            .arg(target)
            .args(corpus)
            .arg("--")
            .args(limits)
            .run()
            .with_context(|| format!("fuzz: {target} has a finding"))?;
    }
    println!("== fuzz: no finding");
    Ok(())
}
