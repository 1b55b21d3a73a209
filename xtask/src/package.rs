//! Finds programs of others, or installs them with the system's package manager.

use std::env;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use xshell::{Shell, cmd};

use crate::project;

/// Where Debian and its kin put games, which is not always on the path.
const GAMES: &str = "/usr/games";

/// The path of a program; installs the package of the same name where there is none.
pub(crate) fn ensure(program: &str) -> Result<PathBuf> {
    if let Some(path) = find(program) {
        return Ok(path);
    }
    let shell = project::shell()?;
    println!("{program} is not installed: installing it with apt-get");
    install(&shell, program).with_context(|| {
        format!(
            "{program} is missing and could not be installed: \
             install it (Debian: `apt-get install {program}`) so that it is on the path"
        )
    })?;
    find(program).with_context(|| {
        format!("apt-get installed {program}, but it is neither on the path nor in {GAMES}")
    })
}

fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain([PathBuf::from(GAMES)])
        .map(|folder| folder.join(format!("{program}{}", env::consts::EXE_SUFFIX)))
        .find(|file| file.is_file())
}

fn install(shell: &Shell, package: &str) -> Result<()> {
    if cmd!(shell, "apt-get --version").quiet().ignore_stdout().ignore_stderr().run().is_err() {
        bail!("this system has no apt-get");
    }
    // Questions on standard input would hang a run without one.
    let _quiet = shell.push_env("DEBIAN_FRONTEND", "noninteractive");
    let root = cmd!(shell, "id -u").quiet().read().is_ok_and(|id| id.trim() == "0");
    let sudo: &[&str] = if root { &[] } else { &["sudo", "--non-interactive"] };
    let get = |arguments: &[&str]| {
        let line: Vec<&str> = [sudo, &["apt-get"], arguments].concat();
        shell.cmd(line[0]).args(&line[1..]).run()
    };
    // Package lists may be old or missing; with good ones, an update that fails does no harm.
    if let Err(error) = get(&["update"]) {
        println!("{error}; trying to install all the same");
    }
    get(&["install", "--yes", "--no-install-recommends", package])?;
    Ok(())
}
