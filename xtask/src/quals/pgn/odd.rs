//! Odd games beside python-chess.
//!
//! It is asked by a script of ours, which runs in an environment of its own. Games of other variants are a class by
//! themselves: we report an error and read no moves, while python-chess plays some of these variants.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use hazel_notation::pgn::{Chunks, Input};
use serde::Deserialize;
use xshell::cmd;

use super::Count;
use super::differences::{self, PYTHON_CHESS};
use super::game::{self, Game};
use crate::data::Data;
use crate::quals::Verdict;
use crate::{project, python};

const SCRIPT: &str = "xtask/src/quals/pgn/oracle.py";

/// Compares all games of all files.
pub(super) fn check(data: &Data) -> Result<Verdict> {
    let python = match python::ensure() {
        Ok(python) => python,
        Err(error) => return Ok(Verdict::Skipped(format!("no python-chess: {error:#}"))),
    };
    let files = super::files(data, &["pgn/odd/"])?;
    differences::check_table(PYTHON_CHESS, &files)?;
    let texts = files.iter().map(|file| text(data, file)).collect::<Result<Vec<_>>>()?;
    let paths = plain_files(data, &files, &texts)?;
    let theirs = ask(&python, &paths)?;
    let mut sum = Count::default();
    for ((file, text), theirs) in files.iter().zip(&texts).zip(theirs) {
        let (ours, theirs) = (game::read(text).into_iter(), theirs.into_iter());
        let count = differences::compare(file, ours.map(Ok), theirs.map(Ok), PYTHON_CHESS);
        sum += count.with_context(|| file.clone())?;
    }
    let listed = differences::listed(PYTHON_CHESS);
    Ok(Verdict::Passed(format!("{} files, {sum}; {listed} games listed", files.len())))
}

/// The whole text of a file, unpacked.
fn text(data: &Data, file: &str) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    for chunk in Chunks::new(Input::open(data.path(file))?) {
        text.extend(chunk?.text);
    }
    Ok(text)
}

/// Where a reader that can't unpack finds the texts.
fn plain_files(data: &Data, files: &[String], texts: &[Vec<u8>]) -> Result<Vec<PathBuf>> {
    let folder = project::target_dir().join("quals-pgn");
    fs::create_dir_all(&folder)?;
    let plain = files.iter().zip(texts).enumerate().map(|(number, (file, text))| {
        let path = data.path(file);
        if super::has_extension(&path, "pgn") {
            return Ok(path);
        }
        let path = folder.join(format!("{number}.pgn"));
        fs::write(&path, text)?;
        Ok(path)
    });
    plain.collect()
}

/// A line of the script's answer.
#[derive(Deserialize)]
struct Answer {
    /// The number of the file.
    file: usize,
    #[serde(flatten)]
    game: Game,
}

/// What python-chess reads in each file.
fn ask(python: &Path, files: &[PathBuf]) -> Result<Vec<Vec<Game>>> {
    let shell = project::shell()?;
    let names: Vec<_> = files.iter().map(|file| file.to_string_lossy()).collect();
    let answers = cmd!(shell, "{python} {SCRIPT}").quiet().stdin(names.join("\n")).read()?;
    let mut games = vec![Vec::new(); files.len()];
    for line in answers.lines() {
        let Answer { file, game } = serde_json::from_str(line)?;
        games.get_mut(file).context("an answer about no file")?.push(game);
    }
    Ok(games)
}
