//! A game as one line of JSON.
//!
//! It is written by hand rather than from types: a tree is as deep as its variations are nested, and what recurses over
//! it overflows the stack where somebody nests ten thousand.

use hazel_core::{Move, Position};
use hazel_notation::pgn::{result_text, write_comment};
use hazel_notation::{CastlingNotation, to_fen, to_san};
use hazel_tape::tree::{Annotations, Clock, Comment, CommentPart, GameTree, NodeId, Score};
use serde_json::{Map, Value, json};

use super::{move_text, play};
use crate::output::ratio;

/// Everything after the number of the game, up to the end of the line.
pub(super) fn write(tree: &GameTree, has_start: bool, fens: bool, text: &mut String) {
    field(text, "tags", &tags(tree));
    field(text, "start", &json!(has_start.then(|| to_fen(tree.start()))));
    field(text, "result", &json!(result_text(tree.result)));
    let annotations = tree.annotations(NodeId::ROOT);
    comments(text, "comments", &annotations.after);
    text.push_str(",\"moves\":");
    let notation = CastlingNotation::of(tree.start());
    Moves { tree, text, fens, notation }.write();
    text.push_str("}\n");
}

/// As an object; what is there several times is a list.
fn tags(tree: &GameTree) -> Value {
    let mut tags = Map::new();
    for (name, value) in tree.tags.iter() {
        let value = Value::from(value);
        match tags.get_mut(name) {
            None => {
                tags.insert(name.to_owned(), value);
            }
            Some(Value::Array(values)) => values.push(value),
            Some(first) => *first = Value::Array(vec![first.take(), value]),
        }
    }
    Value::Object(tags)
}

struct Moves<'a> {
    tree: &'a GameTree,
    text: &'a mut String,
    fens: bool,
    notation: CastlingNotation,
}

/// What is still to be written.
enum Task {
    /// A move, at whose position, and all that follow it; the first has no comma before it.
    Line { node: NodeId, position: Position, is_first: bool },
    /// A variation, as a list of its own.
    Variation { node: NodeId, position: Position, is_first: bool },
    /// These characters.
    Text(&'static str),
}

impl Moves<'_> {
    fn write(&mut self) {
        let start = *self.tree.start();
        let mut tasks = vec![Task::Text("]")];
        let first = self.tree.first_child(NodeId::ROOT);
        tasks.extend(first.map(|node| Task::Line { node, position: start, is_first: true }));
        self.text.push('[');
        while let Some(task) = tasks.pop() {
            match task {
                Task::Text(text) => self.text.push_str(text),
                Task::Variation { node, position, is_first } => {
                    self.text.push_str(if is_first { "[" } else { ",[" });
                    tasks.push(Task::Text("]"));
                    tasks.push(Task::Line { node, position, is_first: true });
                }
                Task::Line { node, position, is_first } => {
                    self.text.push_str(if is_first { "{" } else { ",{" });
                    let mut after = position;
                    self.node(node, &mut after);
                    if let Some(next) = self.tree.first_child(node) {
                        tasks.push(Task::Line { node: next, position: after, is_first: false });
                    }
                    let variations: Vec<NodeId> = self.tree.variations(node).collect();
                    if variations.is_empty() {
                        self.text.push('}');
                        continue;
                    }
                    self.text.push_str(",\"variations\":[");
                    tasks.push(Task::Text("]}"));
                    let last = variations.len() - 1;
                    // The last task is done first.
                    tasks.extend(variations.into_iter().rev().enumerate().map(|(index, node)| {
                        Task::Variation { node, position, is_first: index == last }
                    }));
                }
            }
        }
    }

    /// The fields of a move, which is played.
    fn node(&mut self, node: NodeId, position: &mut Position) {
        let Some(m) = self.tree.move_at(node) else { return };
        let san = if m == Move::NONE { "--".to_owned() } else { to_san(position, m) };
        let text = &mut *self.text;
        text.push_str("\"san\":");
        text.push_str(&Value::from(san).to_string());
        field(text, "uci", &json!(move_text(position, m, self.notation)));
        play(position, m);
        if self.fens {
            field(text, "fen", &json!(to_fen(position)));
        }
        let annotations = self.tree.annotations(node);
        annotate(text, annotations);
    }
}

/// What stands beside a move.
fn annotate(text: &mut String, annotations: &Annotations) {
    if !annotations.nags.is_empty() {
        let numbers: Vec<u8> = annotations.nags.iter().map(|nag| nag.0).collect();
        field(text, "nags", &json!(numbers));
    }
    let mut seen = [false; 3];
    for part in annotations.parts() {
        let (index, name, value) = match part {
            CommentPart::Clock(clock) => (0, "clock", seconds(*clock)),
            CommentPart::Elapsed(clock) => (1, "elapsed", seconds(*clock)),
            CommentPart::Evaluation(evaluation) => {
                let (name, number) = match evaluation.score {
                    Score::Centipawns(number) => ("centipawns", number),
                    Score::Mate(number) => ("mate", number),
                };
                (2, "evaluation", json!({ name: number, "depth": evaluation.depth }))
            }
            _ => continue,
        };
        // Where there are several, the comments have them all.
        if !std::mem::replace(&mut seen[index], true) {
            field(text, name, &value);
        }
    }
    comments(text, "comments_before", &annotations.before);
    comments(text, "comments", &annotations.after);
}

/// Comments as they are written, commands such as `[%clk 0:01:00]` included.
fn comments(text: &mut String, name: &str, comments: &[Comment]) {
    if !comments.is_empty() {
        let comments: Vec<String> = comments.iter().map(write_comment).collect();
        field(text, name, &json!(comments));
    }
}

fn seconds(clock: Clock) -> Value {
    json!(ratio(clock.0, 1000))
}

fn field(text: &mut String, name: &str, value: &Value) {
    text.push_str(",\"");
    text.push_str(name);
    text.push_str("\":");
    text.push_str(&value.to_string());
}
