//! Where tapes come from: a game of a file of games, or a tape file.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use hazel_notation::pgn::{
    Chunk, Chunks, Input, InputError, Skip, Visitor, read_games, read_trees, result_text,
};
use hazel_tape::Tape;
use hazel_tape::tree::{GameTree, NodeId};

use crate::games::{Findings, hides_start, printable};
use crate::interrupt::Interrupt;
use crate::meter::{Meter, Work};
use crate::report::{Failure, note};

/// How a tape file begins.
const MAGIC: &[u8] = b"HZLTAPE";

/// A tape and what is known about the game.
pub(super) struct Loaded {
    pub(super) tape: Tape,
    /// Who played, where, and how it ended; nothing if it comes from a tape file.
    pub(super) title: Option<String>,
    /// Some of the game's moves couldn't be read.
    pub(super) has_errors: bool,
    /// How many bytes at the end of a tape file are left out, since they were never finished.
    pub(super) torn: u64,
}

/// The tape of a game of the file, counted from 1.
pub(super) fn load(path: &Path, game: u64) -> Result<Loaded, Failure> {
    if is_tape(path) { load_tape(path, game) } else { load_game(path, game) }
}

/// Whether the file begins like a tape. One that can't be read is told by whoever opens it next.
fn is_tape(path: &Path) -> bool {
    let mut head = [0; MAGIC.len()];
    // Only of a plain file, since what is read of a pipe is gone.
    path.is_file()
        && File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok()
        && head == MAGIC
}

fn load_tape(path: &Path, game: u64) -> Result<Loaded, Failure> {
    let name = path.display();
    if game != 1 {
        return Err(Failure::input(format!(
            "{name} is a tape of one game, there is no game {game}"
        )));
    }
    let bytes = std::fs::read(path)
        .map_err(|error| Failure::outside(format!("{name} can't be read: {error}")))?;
    let (tape, cut) =
        Tape::from_bytes(bytes).map_err(|error| Failure::outside(format!("{name}: {error}")))?;
    if let Some(cut) = &cut {
        let (kept, removed) = (cut.kept, cut.removed);
        note(&format!("{name}: the end is torn; {removed} bytes behind byte {kept} are left out"));
    }
    Ok(Loaded { tape, title: None, has_errors: false, torn: cut.map_or(0, |cut| cut.removed) })
}

fn load_game(path: &Path, wanted: u64) -> Result<Loaded, Failure> {
    let interrupt = Interrupt::install()?;
    let input = Input::open(path).map_err(|error| Failure::outside(error.to_string()))?;
    let (name, progress) = (input.name().to_owned(), input.progress());
    let meter = Meter::new(Work::Reading(input.size()));
    interrupt.tell_from(meter.tally());
    let mut before = 0;
    for chunk in Chunks::new(input) {
        if interrupt.is_asked() {
            return Err(interrupt.failure());
        }
        let chunk = match chunk {
            Ok(chunk) => chunk,
            // It counts, as everywhere.
            Err(error @ InputError::GameTooLong { .. }) if before + 1 != wanted => {
                note(&error.to_string());
                before += 1;
                continue;
            }
            Err(error) => return Err(Failure::outside(error.to_string())),
        };
        let games = read_games(&chunk.text, &mut OnlyTags) as u64;
        if before + games >= wanted {
            return game_of(&chunk, &name, wanted, wanted - before);
        }
        before += games;
        meter.has_read(progress.bytes(), before);
    }
    let games = if before == 1 { "game" } else { "games" };
    Err(Failure::input(format!("{name} has {before} {games}, there is no game {wanted}")))
}

/// Reads no move, so that the games before the one that is wanted cost little.
struct OnlyTags;

impl Visitor for OnlyTags {
    fn begin_moves(&mut self) -> Skip {
        Skip::Yes
    }
}

/// The game with this number in the file and in the chunk.
fn game_of(chunk: &Chunk, name: &str, game: u64, in_chunk: u64) -> Result<Loaded, Failure> {
    let mut number = 0;
    let mut found = (GameTree::default(), Vec::new());
    read_trees(&chunk.text, |read| {
        number += 1;
        if number == in_chunk {
            found = (std::mem::take(read.tree), read.problems.to_vec());
        }
    });
    let (tree, problems) = found;
    let mut findings = Findings::new(usize::MAX, false);
    for problem in &problems {
        findings.note(chunk, game, problem);
    }
    for finding in &mut findings.list {
        name.clone_into(&mut finding.file);
        note(&finding.to_string());
    }
    if problems.iter().any(hides_start) {
        return Err(Failure::no(format!("game {game} has no tape, since its start is not known")));
    }
    let last = tree.main_line().last().unwrap_or(NodeId::ROOT);
    Ok(Loaded {
        tape: tree.tape(last).unwrap_or_else(|_| Tape::new(*tree.start())),
        title: Some(title(&tree)),
        has_errors: findings.errors() > 0,
        torn: 0,
    })
}

/// `White - Black, Event, Date, Result`, as far as known.
fn title(tree: &GameTree) -> String {
    let tag = |name| printable(tree.tags.get(name).unwrap_or_default());
    let mut title = format!("{} - {}", tag("White"), tag("Black"));
    for name in ["Event", "Date"] {
        if !tree.tags.is_unknown(name) {
            title = format!("{title}, {}", tag(name));
        }
    }
    format!("{title}, {}", result_text(tree.result))
}
