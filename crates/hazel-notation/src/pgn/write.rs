//! From game trees to text.

use std::fmt::Write as _;

use hazel_core::{Color, Move, Position};
use hazel_tape::tree::{Annotations, Comment, GameTree, NodeId};

use super::comment::write_comment;
use super::start::Start;
use super::symbol::result_text;
use crate::{san, to_fen};

/// How a game is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// As the standard exports games: all seven tags of the roster first, then the others, then the moves in lines of
    /// less than 80 characters.
    #[default]
    Export,
    /// As short as it can be without leaving anything out: only tags that say something, and the moves in one line.
    Compact,
}

/// The most characters in a line of moves.
const WIDTH: usize = 79;

/// Writes a game and an empty line after it.
///
/// Reading it again gives an equal tree, if the tree was read from a text or could have been: names of tags without
/// blanks, values and comments without stray control characters. What can't be written is made to fit: a line break in
/// a tag is a blank, and so is one in a comment that holds a closing brace (which must be written with a semicolon).
///
/// Where the tags don't say the tree's start, SetUp and FEN are written that do, and in Chess960 Variant.
pub fn write_game(tree: &GameTree, style: Style, text: &mut String) {
    let start = text.len();
    write_tags(tree, style, text);
    if text.len() > start {
        text.push('\n');
    }
    let width = if style == Style::Export { WIDTH } else { usize::MAX };
    let mut moves = Moves { text, width, column: 0, style, needs_number: true, is_open: false };
    moves.write(tree);
    moves.word(result_text(tree.result));
    text.push_str("\n\n");
}

fn write_tags(tree: &GameTree, style: Style, text: &mut String) {
    // The tags may say another start than the tree has, if it was not made from them.
    let says_start = start_of(tree) == *tree.start();
    let is_start = |name: &str| matches!(name, "SetUp" | "FEN");
    for (name, value) in tree.tags.iter() {
        let is_wanted = style == Style::Export || !tree.tags.is_unknown(name);
        if is_wanted && (says_start || !is_start(name)) {
            write_tag(name, value, text);
        }
    }
    if !says_start {
        write_tag("SetUp", "1", text);
        write_tag("FEN", &to_fen(tree.start()), text);
        if tree.start().is_chess960() && tree.tags.get("Variant").is_none() {
            write_tag("Variant", "Chess960", text);
        }
    }
}

/// Where a game with these tags starts when it is read.
fn start_of(tree: &GameTree) -> Position {
    let mut start = Start::default();
    for (name, value) in tree.tags.iter() {
        // A start that can't be read is as it was.
        let _ = start.tag(name.as_bytes(), value);
    }
    start.position()
}

fn write_tag(name: &str, value: &str, text: &mut String) {
    text.push('[');
    text.push_str(name);
    text.push_str(" \"");
    for character in value.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            '\n' | '\r' => text.push(' '),
            _ => text.push(character),
        }
    }
    text.push_str("\"]\n");
}

/// Writes words into lines.
struct Moves<'t> {
    text: &'t mut String,
    width: usize,
    /// Characters in the line so far.
    column: usize,
    style: Style,
    /// Whether Black's next move needs a number too.
    needs_number: bool,
    /// Whether a parenthesis has just been opened, after which no blank comes.
    is_open: bool,
}

/// What is still to be written.
enum Task {
    /// What follows a node, at whose position it starts.
    Line(NodeId, Position),
    /// A variation that starts with a node; the position is the one before it.
    Variation(NodeId, Position),
    /// The end of a variation.
    Close,
}

impl Moves<'_> {
    /// Writes all lines of a tree. The tasks stand in a list, not on the stack, which deep variations would overflow.
    fn write(&mut self, tree: &GameTree) {
        self.annotations(tree.annotations(NodeId::ROOT));
        let mut tasks = vec![Task::Line(NodeId::ROOT, *tree.start())];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Line(node, position) => {
                    let mut children = tree.children(node);
                    let Some(main) = children.next() else { continue };
                    let mut after = position;
                    self.node(tree, main, &mut after);
                    tasks.push(Task::Line(main, after));
                    // The last task is done first.
                    let variations: Vec<NodeId> = children.collect();
                    let variations = variations.into_iter().rev();
                    tasks.extend(variations.map(|child| Task::Variation(child, position)));
                }
                Task::Variation(node, position) => {
                    self.open();
                    let mut after = position;
                    self.node(tree, node, &mut after);
                    tasks.push(Task::Close);
                    tasks.push(Task::Line(node, after));
                }
                Task::Close => self.close(),
            }
        }
    }

    /// Writes a move with what belongs to it, and plays it.
    fn node(&mut self, tree: &GameTree, node: NodeId, position: &mut Position) {
        let Some(m) = tree.move_at(node) else { return };
        let annotations = tree.annotations(node);
        annotations.before.iter().for_each(|comment| self.comment(comment));
        let mut word = String::new();
        let is_white = position.turn() == Color::White;
        if is_white || self.needs_number {
            let points = if is_white { "." } else { "..." };
            // Writing to a `String` does not fail.
            let _ = write!(word, "{}{points}", position.move_number());
            if self.style == Style::Export {
                self.word(&word);
                word.clear();
            }
        }
        if m == Move::NONE {
            word.push_str("--");
            // A side in check has no null move in a tree.
            let _ = position.try_pass();
        } else {
            // As above.
            let _ = san::write(position, m, &mut word);
            position.play_unchecked(m);
        }
        self.word(&word);
        self.needs_number = false;
        self.annotations(annotations);
    }

    /// Signs and comments after a move.
    fn annotations(&mut self, annotations: &Annotations) {
        for nag in &annotations.nags {
            self.word(&format!("${}", nag.0));
        }
        annotations.after.iter().for_each(|comment| self.comment(comment));
    }

    fn open(&mut self) {
        self.word("(");
        self.is_open = true;
        self.needs_number = true;
    }

    fn close(&mut self) {
        if self.column >= self.width {
            self.text.push('\n');
            self.column = 0;
        }
        self.text.push(')');
        self.column += 1;
        self.needs_number = true;
    }

    fn comment(&mut self, comment: &Comment) {
        let comment = write_comment(comment);
        self.needs_number = true;
        if comment.contains('}') {
            self.line_comment(&comment);
            return;
        }
        // Lines break only at single blanks, which are read as such again, and not before what some readers take for a
        // command at the start of a line.
        let mut word = String::from("{");
        let mut characters = comment.chars().peekable();
        let mut last = ' ';
        while let Some(character) = characters.next() {
            let next = characters.peek().copied().unwrap_or(' ');
            if character == ' ' && !last.is_whitespace() && !next.is_whitespace() && next != '%' {
                self.word(&word);
                if is_event(&word) {
                    self.text.push('\n');
                    self.column = 0;
                }
                word.clear();
            } else {
                word.push(character);
            }
            last = character;
        }
        word.push('}');
        self.word(&word);
    }

    /// A comment with a closing brace goes to the end of its line.
    fn line_comment(&mut self, comment: &str) {
        self.word(";");
        self.text.push_str(&comment.replace(['\n', '\r'], " "));
        self.text.push('\n');
        self.column = 0;
    }

    /// Writes a word, after a blank or on a new line.
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        let opened = std::mem::take(&mut self.is_open);
        if self.column > 0 && self.column + length + usize::from(!opened) > self.width {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 && !opened {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        // A comment may have line breaks of its own.
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + length,
        };
    }
}

/// Whether a word of a comment ends like the start of a game, after a blank line. A line break then keeps readers from
/// taking it for one.
fn is_event(word: &str) -> bool {
    word.contains('\n') && matches!(word.rsplit('\n').next(), Some("[" | "[Event"))
}
