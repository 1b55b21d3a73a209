//! Where tapes come from: a game of a file of games, or a tape file.

use std::fs::File;
use std::io::{self, Cursor, Read};
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
    let unreadable =
        |error: io::Error| Failure::outside(format!("{} can't be read: {error}", path.display()));
    let is_standard = path == Path::new("-");
    let mut source: Box<dyn Read + Send> = if is_standard {
        Box::new(io::stdin())
    } else if path.is_file() {
        Box::new(File::open(path).map_err(unreadable)?)
    } else {
        Box::new(io::empty())
    };
    // What a file is, its first bytes say; what was read of a pipe is put back before the rest.
    let mut head = Vec::new();
    source.by_ref().take(HEAD).read_to_end(&mut head).map_err(unreadable)?;
    if Tape::is_tape(&head) {
        source.read_to_end(&mut head).map_err(unreadable)?;
        return load_tape(path, head, game);
    }
    let input = if is_standard {
        Input::from_reader("standard input", Cursor::new(head).chain(source))
    } else {
        Input::open(path)
    };
    load_game(input.map_err(|error| Failure::outside(error.to_string()))?, game)
}

/// So many bytes tell a tape from anything else.
const HEAD: u64 = 16;

fn load_tape(path: &Path, bytes: Vec<u8>, game: u64) -> Result<Loaded, Failure> {
    let name = path.display();
    if game != 1 {
        return Err(Failure::input(format!(
            "{name} is a tape of one game, there is no game {game}"
        )));
    }
    let (tape, cut) =
        Tape::from_bytes(bytes).map_err(|error| Failure::outside(format!("{name}: {error}")))?;
    if let Some(cut) = &cut {
        let (kept, removed) = (cut.kept, cut.removed);
        note(&format!("{name}: the end is torn; {removed} bytes behind byte {kept} are left out"));
    }
    Ok(Loaded { tape, title: None, has_errors: false, torn: cut.map_or(0, |cut| cut.removed) })
}

fn load_game(input: Input, wanted: u64) -> Result<Loaded, Failure> {
    let interrupt = Interrupt::install()?;
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
