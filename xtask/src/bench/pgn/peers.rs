//! How the others read.

use std::fs::{self, File};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use pgn_reader::{Reader, SanPlus, Visitor};
use serde::Deserialize;
use shakmaty::{Chess, Position as _};
use xshell::cmd;

use super::Count;
use crate::{package, project, python};

const SCRIPT: &str = "xtask/src/bench/pgn/python_chess.py";

/// Counts the moves of main lines as tokens. A buffer of 0 is that of pgn-reader itself.
pub(super) fn tokenise(file: &Path, buffer: usize) -> Result<Count> {
    let mut tokens = Tokens(Count::default());
    reader(file, buffer)?.visit_all_games(&mut tokens)?;
    Ok(tokens.0)
}

/// Counts the legal moves of main lines.
pub(super) fn validate(file: &Path, buffer: usize) -> Result<Count> {
    let mut moves = Moves(Count::default());
    reader(file, buffer)?.visit_all_games(&mut moves)?;
    Ok(moves.0)
}

/// The CPU time that pgn-extract takes to check all games.
pub(super) fn pgn_extract(file: &Path) -> Result<Duration> {
    let program = package::ensure("pgn-extract")?;
    let shell = project::shell()?;
    let before = time_of_children()?;
    let command = cmd!(shell, "{program} -r -s {file}").quiet().ignore_stdout().ignore_stderr();
    command.run()?;
    Ok(time_of_children()?.saturating_sub(before))
}

/// What python-chess counts, and the CPU time that it takes.
pub(super) fn python_chess(file: &Path, what: &str) -> Result<(Count, Duration)> {
    #[derive(Deserialize)]
    struct Answer {
        games: u64,
        plies: u64,
        seconds: f64,
    }
    let python = python::ensure()?;
    let shell = project::shell()?;
    let answer = cmd!(shell, "{python} {SCRIPT} {what} {file}").quiet().read()?;
    let Answer { games, plies, seconds } = serde_json::from_str(&answer)?;
    Ok((Count { games, plies }, Duration::from_secs_f64(seconds)))
}

fn reader(file: &Path, buffer: usize) -> Result<Reader<File>> {
    Ok(Reader::build(File::open(file)?).set_supported_comment_length(buffer).finish())
}

/// The CPU time of all processes that were started here and have ended, in steps of 10 ms.
fn time_of_children() -> Result<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").context("this system has no /proc")?;
    // The name of the program is the only field with blanks, and ends with a parenthesis.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks: u64 =
        fields.split_whitespace().skip(13).take(2).filter_map(|f| f.parse::<u64>().ok()).sum();
    Ok(Duration::from_millis(10 * ticks))
}

struct Tokens(Count);

impl Visitor for Tokens {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        black_box(san);
        self.0.plies += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {
        self.0.games += 1;
    }
}

struct Moves(Count);

impl Visitor for Moves {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        if let Ok(m) = san.san.to_move(position) {
            position.play_unchecked(m);
            self.0.plies += 1;
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _position: Chess) {
        self.0.games += 1;
    }
}
