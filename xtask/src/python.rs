//! A Python with python-chess, apart from whatever the system has.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use xshell::cmd;

use crate::project;

/// The release that our claims are about.
const CHESS: &str = "chess==1.11.2";

/// The path of a Python that has python-chess. It lives in a virtual environment where cargo builds, and is made where
/// it isn't there.
pub(crate) fn ensure() -> Result<PathBuf> {
    let folder = project::target_dir().join("python");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let shell = project::shell()?;
    let is_there = || {
        let release = "import chess; print('chess==' + chess.__version__)";
        let found = cmd!(shell, "{python} -c {release}").quiet().ignore_stderr().read();
        found.is_ok_and(|found| found == CHESS)
    };
    if !is_there() {
        println!("{CHESS} is not there: installing it in {}", folder.display());
        cmd!(shell, "python3 -m venv {folder}").quiet().run().context("python3 makes no venv")?;
        cmd!(shell, "{python} -m pip install --quiet {CHESS}").quiet().run().context("no pip")?;
    }
    Ok(python)
}
