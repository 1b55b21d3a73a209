//! Makes the table of `docs/results.md`: games solved by the program, as anybody can do it.
//!
//! Each board is solved twice. First the value alone, for nodes and seconds; the proof searches no more than it needs.
//! Then all first moves, which goes on from what the first run has proven, and writes a certificate, which a third run
//! checks. A row is printed as soon as it is there, since the next one may take hours.

mod board;
mod page;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use xshell::{Shell, cmd};

use self::board::{Board, defaults};
use crate::{Effort, project};

/// Solves these boards, or the usual ones.
pub(crate) fn run(names: &[String], effort: &Effort) -> Result<()> {
    let named: Vec<Board> =
        names.iter().map(|name| name.parse().map_err(anyhow::Error::msg)).collect::<Result<_>>()?;
    let boards = if named.is_empty() { defaults() } else { named };
    let shell = project::shell()?;
    cmd!(shell, "cargo build --quiet --profile dist --package hazel").quiet().run()?;
    let laboratory = Laboratory {
        program: project::target_dir()
            .join("dist")
            .join(format!("hazel{}", std::env::consts::EXE_SUFFIX)),
        folder: project::target_dir().join("results"),
        shell,
        effort,
    };
    laboratory.shell.create_dir(&laboratory.folder)?;
    println!("{}", page::HEAD);
    for board in &boards {
        let row = laboratory.row(board).with_context(|| format!("{board} is not solved"))?;
        println!("{row}");
        if effort.write {
            page::put(&project::root().join("docs/results.md"), board, &row)?;
        }
    }
    Ok(())
}

/// What runs the program.
struct Laboratory<'a> {
    shell: Shell,
    program: PathBuf,
    /// For checkpoints and certificates.
    folder: PathBuf,
    effort: &'a Effort,
}

impl Laboratory<'_> {
    /// Solves a board and makes its row.
    fn row(&self, board: &Board) -> Result<String> {
        let Effort { memory, threads, .. } = self.effort;
        let checkpoint = self.folder.join(format!("{board}.journal"));
        // The figures are those of the whole work.
        self.shell.remove_path(&checkpoint)?;
        let words = [
            board.arguments(),
            vec![
                "--memory".to_owned(),
                memory.to_string(),
                "--threads".to_owned(),
                threads.to_string(),
                "--checkpoint".to_owned(),
                checkpoint.display().to_string(),
            ],
        ]
        .concat();
        let alone: Solved = self.ask(&words)?;
        let certificate = (board.files <= self.effort.certificates)
            .then(|| self.folder.join(format!("{board}.hzc")));
        let mut words = words;
        words.push("--first-moves".to_owned());
        if let Some(file) = &certificate {
            words.extend(["--certificate".to_owned(), file.display().to_string()]);
        }
        let moves: Solved = self.ask(&words)?;
        ensure!(
            (&moves.game, &moves.value) == (&alone.game, &alone.value),
            "it is a {} of {} at first and a {} of {} then",
            alone.value,
            alone.game,
            moves.value,
            moves.game
        );
        let checked = certificate.map(|file| self.check(&file, &alone)).transpose()?;
        self.shell.remove_path(&checkpoint)?;
        page::row(board, &alone, &moves, checked.as_ref())
    }

    fn check(&self, file: &Path, solved: &Solved) -> Result<Checked> {
        let checked: Checked = self.ask(&["check".to_owned(), file.display().to_string()])?;
        ensure!(
            (&checked.game, &checked.value) == (&solved.game, &solved.value),
            "the certificate proves a {} of {}",
            checked.value,
            checked.game
        );
        Ok(checked)
    }

    /// The answer of `hazel solve`; what it tells meanwhile goes to the screen.
    fn ask<T: DeserializeOwned>(&self, words: &[String]) -> Result<T> {
        let program = &self.program;
        let text = cmd!(self.shell, "{program} solve {words...} --format json").quiet().read()?;
        serde_json::from_str(&text).with_context(|| format!("this is no answer: {text}"))
    }
}

/// What is read of the answer of `hazel solve`.
#[derive(Deserialize)]
struct Solved {
    game: String,
    value: String,
    winner: Option<String>,
    first_moves: Vec<FirstMove>,
    nodes: u64,
    seconds: f64,
    threads: usize,
    /// In bytes.
    memory: u64,
    certificate: Option<Certificate>,
}

#[derive(Deserialize)]
struct FirstMove {
    #[serde(rename = "move")]
    name: String,
    value: String,
}

#[derive(Deserialize)]
struct Certificate {
    bytes: u64,
}

/// What is read of the answer of `hazel solve check`.
#[derive(Deserialize)]
struct Checked {
    game: String,
    value: String,
    positions: u64,
    seconds: f64,
}
