//! The forms that games can be written in.

mod json;
mod strip;

use std::fmt::Write as _;
use std::path::PathBuf;

use hazel_core::{Move, Position};
use hazel_notation::pgn::{ReadTree, Style, write_game};
use hazel_notation::{CastlingNotation, Epd, Operand, Operation, UciMove, to_fen, to_san};
use hazel_tape::tree::GameTree;
use serde_json::Value;

use crate::arguments::{Details, Ornament, Target};
use crate::games::{Sink, hides_start, printable};
use crate::report::Failure;

/// How games are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form<'a> {
    pub(super) target: Target,
    /// For positions, which of them.
    pub(super) positions: Positions,
    /// For JSON, whether each move has the position after it.
    pub(super) fens: bool,
    /// What is left out.
    without: &'a [Ornament],
}

/// Which positions of a main line.
#[derive(Clone, Copy, Debug)]
pub(super) enum Positions {
    All,
    Last,
    After(u32),
}

/// What the games of a chunk become. Where it names a game, that is left open: in a chunk nobody knows how many games
/// came before.
#[derive(Default)]
pub(super) struct Records {
    text: String,
    /// Where the name of a game belongs, and its number in the chunk.
    names: Vec<(usize, u64)>,
    /// How many games have something in the text.
    pub(super) games: u64,
}

impl Records {
    /// Writes all, with `before` games before the chunk and `label` before the number of each game.
    pub(super) fn put(&self, label: &str, before: u64, sink: &mut Sink) -> Result<(), Failure> {
        let mut done = 0;
        for &(at, game) in &self.names {
            sink.write(&self.text.as_bytes()[done..at])?;
            sink.write(format!("{label}{}", game + before).as_bytes())?;
            done = at;
        }
        sink.write(&self.text.as_bytes()[done..])
    }

    fn name(&mut self, game: u64) {
        self.names.push((self.text.len(), game));
    }
}

impl<'a> Form<'a> {
    /// The form that is asked for.
    pub(super) fn new(target: Target, details: &'a Details) -> Result<Form<'a>, Failure> {
        let Details { last, ply, fens, ref without } = *details;
        if !matches!(target, Target::Fen | Target::Epd) && (last || ply.is_some()) {
            return Err(Failure::input(
                "--last and --ply choose positions, so they need --to fen or epd",
            ));
        }
        if fens && target != Target::Json {
            return Err(Failure::input("--fens needs --to json"));
        }
        if !without.is_empty() && matches!(target, Target::Fen | Target::Epd | Target::Uci) {
            return Err(Failure::input("--without needs --to pgn, compact or json"));
        }
        let positions = match (last, ply) {
            (true, _) => Positions::Last,
            (false, Some(ply)) => Positions::After(ply),
            (false, None) => Positions::All,
        };
        Ok(Form { target, positions, fens, without })
    }

    /// Whether games become much longer.
    pub(super) fn expands(&self) -> bool {
        !matches!(self.target, Target::Pgn | Target::Compact | Target::Uci)
    }

    /// What stands before the number of a game, for each file: its name, where there are several.
    pub(super) fn labels(&self, files: &[PathBuf]) -> Vec<String> {
        let several = files.len() > 1;
        let label = |file: &PathBuf| {
            let file = file.display().to_string();
            match self.target {
                Target::Json if several => format!("\"file\":{},\"game\":", Value::from(file)),
                Target::Json => "\"game\":".to_owned(),
                // A quote would end the operand.
                _ if several => format!("{}:", printable(&file).replace('"', "'")),
                _ => String::new(),
            }
        };
        files.iter().map(label).collect()
    }

    /// All of a game, which is the one with this number in its chunk. Of one whose start isn't known there are no
    /// positions and no moves. `matches` are the plies of the only positions that are wanted, if not all are.
    pub(super) fn write(
        &self,
        read: &mut ReadTree<'_>,
        matches: Option<&[u32]>,
        game: u64,
        records: &mut Records,
    ) {
        if !self.without.is_empty() {
            strip::strip(read.tree, self.without);
        }
        let tree = &*read.tree;
        let has_start = !read.problems.iter().any(hides_start);
        let before = records.text.len();
        let text = &mut records.text;
        match self.target {
            Target::Pgn => write_game(tree, Style::Export, text),
            Target::Compact => write_game(tree, Style::Compact, text),
            Target::Json => {
                text.push('{');
                records.name(game);
                json::write(tree, has_start, self.fens, &mut records.text);
            }
            _ if !has_start => {}
            Target::Fen => self.positions(tree, matches, |_, position, _| {
                text.push_str(&to_fen(position));
                text.push('\n');
            }),
            Target::Epd => self.positions(tree, matches, |ply, position, next| {
                // Writing to a `String` does not fail.
                let _ = write!(records.text, "{} id \"", epd(position, next));
                records.name(game);
                let _ = writeln!(records.text, ".{ply}\";");
            }),
            Target::Uci => uci(tree, text),
        }
        records.games += u64::from(records.text.len() > before);
    }

    /// The positions that are asked for, each with its ply and the move that was played there.
    fn positions(
        &self,
        tree: &GameTree,
        matches: Option<&[u32]>,
        mut tell: impl FnMut(u32, &Position, Option<Move>),
    ) {
        let mut position = *tree.start();
        let mut moves = tree.main_line().filter_map(|node| tree.move_at(node)).peekable();
        for ply in 0.. {
            let next = moves.peek().copied();
            let is_asked = match self.positions {
                Positions::All => true,
                Positions::Last => next.is_none(),
                Positions::After(asked) => asked == ply,
            };
            if is_asked && matches.is_none_or(|plies| plies.binary_search(&ply).is_ok()) {
                tell(ply, &position, next);
            }
            let Some(m) = moves.next() else { return };
            play(&mut position, m);
        }
    }
}

/// Plays a move of a tree, which may be a pass.
fn play(position: &mut Position, m: Move) {
    if m == Move::NONE {
        // A side in check has no null move in a tree.
        let _ = position.try_pass();
    } else {
        position.play_unchecked(m);
    }
}

/// A position with the move that was played.
fn epd(position: &Position, next: Option<Move>) -> Epd {
    let supplied = next.filter(|&m| m != Move::NONE).map(|m| Operation {
        opcode: "sm".to_owned(),
        operands: vec![Operand::Bare(to_san(position, m))],
    });
    Epd { position: *position, operations: supplied.into_iter().collect() }
}

/// The command that sets up an engine's board.
fn uci(tree: &GameTree, text: &mut String) {
    let mut position = *tree.start();
    if position == Position::initial() {
        text.push_str("position startpos");
    } else {
        text.push_str("position fen ");
        text.push_str(&to_fen(&position));
    }
    let notation = CastlingNotation::of(&position);
    for (ply, m) in tree.main_line().filter_map(|node| tree.move_at(node)).enumerate() {
        text.push_str(if ply == 0 { " moves " } else { " " });
        text.push_str(&move_text(&position, m, notation));
        play(&mut position, m);
    }
    text.push('\n');
}

/// A move as engines write it; a pass is `0000`.
fn move_text(position: &Position, m: Move, notation: CastlingNotation) -> String {
    if m == Move::NONE {
        return "0000".to_owned();
    }
    UciMove::from_move(position, m, notation).to_string()
}
