//! The forms that games can be written in.

mod json;

use hazel_core::{Move, Position};
use hazel_notation::pgn::{Style, write_game};
use hazel_notation::{CastlingNotation, Epd, Operand, Operation, UciMove, to_fen, to_san};
use hazel_tape::tree::GameTree;

use crate::arguments::Target;
use crate::games::Sink;
use crate::report::Failure;

/// How games are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    pub(super) target: Target,
    /// For positions, which of them.
    pub(super) positions: Positions,
    /// For JSON, whether each move has the position after it.
    pub(super) fens: bool,
}

/// Which positions of a main line.
#[derive(Clone, Copy, Debug)]
pub(super) enum Positions {
    All,
    Last,
    After(usize),
}

/// A piece of what is written. Where it names the game, that is left open: in a chunk nobody knows how many games came
/// before.
pub(super) struct Record {
    text: String,
    /// The number of the game in its chunk, and what follows it.
    numbered: Option<(u64, String)>,
}

impl Record {
    /// Writes it, `before` being the number of games before its chunk.
    pub(super) fn put(&self, before: u64, sink: &mut Sink) -> Result<(), Failure> {
        sink.write(self.text.as_bytes())?;
        match &self.numbered {
            None => Ok(()),
            Some((game, rest)) => sink.write(format!("{}{rest}", game + before).as_bytes()),
        }
    }
}

impl Form {
    /// All of a game, which is the one with this number in its chunk.
    pub(super) fn write(&self, tree: &GameTree, game: u64, records: &mut Vec<Record>) {
        let mut text = String::new();
        match self.target {
            Target::Pgn => write_game(tree, Style::Export, &mut text),
            Target::Compact => write_game(tree, Style::Compact, &mut text),
            Target::Fen => self.positions(tree, |_, position, _| {
                text.push_str(&to_fen(position));
                text.push('\n');
            }),
            Target::Epd => {
                self.positions(tree, |ply, position, next| {
                    let text = format!("{} id \"", epd(position, next));
                    records.push(Record { text, numbered: Some((game, format!(".{ply}\";\n"))) });
                });
                return;
            }
            Target::Uci => uci(tree, &mut text),
            Target::Json => {
                json::write(tree, self.fens, &mut text);
                let numbered = Some((game, text));
                records.push(Record { text: "{\"game\":".to_owned(), numbered });
                return;
            }
        }
        records.push(Record { text, numbered: None });
    }

    /// The positions that are asked for, each with its ply and the move that was played there.
    fn positions(&self, tree: &GameTree, mut tell: impl FnMut(usize, &Position, Option<Move>)) {
        let mut position = *tree.start();
        let mut moves = tree.main_line().filter_map(|node| tree.move_at(node)).peekable();
        for ply in 0.. {
            let next = moves.peek().copied();
            let is_asked = match self.positions {
                Positions::All => true,
                Positions::Last => next.is_none(),
                Positions::After(asked) => asked == ply,
            };
            if is_asked {
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
