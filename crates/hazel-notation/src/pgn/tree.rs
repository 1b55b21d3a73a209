//! From text to game trees.

use std::ops::Range;

use hazel_core::{Move, Position};
use hazel_tape::tree::{Comment, GameResult, GameTree, Nag, NodeId};

use super::comment::parse_comment;
use super::problem::Problem;
use super::read::read_games;
use super::replay::{Replay, Spectator};
use super::text::{TagValue, Text};
use super::visit::Skip;

/// A game as it was read.
pub struct ReadTree<'t> {
    /// The game. It may be taken away; otherwise its memory serves the next one.
    pub tree: &'t mut GameTree,
    /// What wasn't as it should be.
    pub problems: &'t [Problem],
    /// Where the game stands in the text.
    pub span: Range<usize>,
}

/// Reads all games of a text as trees, and returns how many there are.
///
/// ```
/// use hazel_notation::pgn::{read_trees, write_game, Style};
///
/// let text = "[White \"Morphy\"]\n\n1. e4 e5 (1... c5 $5) 2. Nf3 {theory} *\n";
/// let mut copy = String::new();
/// read_trees(text.as_bytes(), |game| write_game(game.tree, Style::Compact, &mut copy));
/// assert_eq!(copy, "[White \"Morphy\"]\n\n1.e4 e5 (1...c5 $5) 2.Nf3 {theory} *\n\n");
/// ```
pub fn read_trees(text: &[u8], take: impl FnMut(ReadTree<'_>)) -> usize {
    read_games(text, &mut Replay::new(TreeBuilder::new(take)))
}

/// Builds a tree of each game that it watches, and hands it over when the game is over.
pub struct TreeBuilder<F> {
    take: F,
    tree: GameTree,
    /// The last move of the line that is being read.
    node: NodeId,
    /// The same of the lines around it.
    outer: Vec<NodeId>,
    /// What stands before the first move of a variation: it belongs to that move.
    before: Vec<Comment>,
    nags: Vec<Nag>,
    is_line_start: bool,
    problems: Vec<Problem>,
    begin: usize,
}

impl<F: FnMut(ReadTree<'_>)> TreeBuilder<F> {
    /// Hands the games over to `take`.
    pub fn new(take: F) -> TreeBuilder<F> {
        TreeBuilder {
            take,
            tree: GameTree::new(Position::initial()),
            node: NodeId::ROOT,
            outer: Vec::new(),
            before: Vec::new(),
            nags: Vec::new(),
            is_line_start: false,
            problems: Vec::new(),
            begin: 0,
        }
    }

    #[inline]
    fn at(&mut self, node: NodeId) {
        self.node = node;
        if self.is_line_start {
            self.start_line();
        }
    }

    /// Gives the first move of a variation what stood before it.
    #[cold]
    fn start_line(&mut self) {
        self.is_line_start = false;
        if self.before.is_empty() && self.nags.is_empty() {
            return;
        }
        if let Ok(annotations) = self.tree.annotations_mut(self.node) {
            annotations.before.append(&mut self.before);
            annotations.nags.append(&mut self.nags);
        }
    }
}

impl<F: FnMut(ReadTree<'_>)> Spectator for TreeBuilder<F> {
    fn begin_game(&mut self, at: usize) {
        self.tree.clear(Position::initial());
        self.node = NodeId::ROOT;
        self.outer.clear();
        self.is_line_start = false;
        self.problems.clear();
        self.begin = at;
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>, _at: usize) {
        self.tree.tags.push(&Text(name).decode(), &value.decode());
    }

    fn begin_moves(&mut self, start: &Position) -> Skip {
        self.tree.set_start(*start);
        Skip::No
    }

    #[inline]
    fn play(&mut self, position: &mut Position, m: Move) {
        let node = self.tree.push_legal(self.node, m, position);
        self.at(node);
    }

    fn pass(&mut self, position: &mut Position) {
        let node = self.tree.push_pass(self.node, position);
        self.at(node);
    }

    fn nag(&mut self, nag: Nag) {
        if self.is_line_start {
            self.nags.push(nag);
        } else if let Ok(annotations) = self.tree.annotations_mut(self.node) {
            annotations.nags.push(nag);
        }
    }

    fn comment(&mut self, comment: Text<'_>) {
        let comment = parse_comment(&comment.decode());
        if comment.parts.is_empty() {
            return;
        }
        if self.is_line_start {
            self.before.push(comment);
        } else if let Ok(annotations) = self.tree.annotations_mut(self.node) {
            annotations.after.push(comment);
        }
    }

    fn begin_variation(&mut self) -> Skip {
        let Some(parent) = self.tree.parent(self.node) else { return Skip::Yes };
        self.outer.push(self.node);
        self.node = parent;
        self.is_line_start = true;
        Skip::No
    }

    fn end_variation(&mut self) {
        if let Some(node) = self.outer.pop() {
            self.node = node;
        }
        // A variation without a move leaves its comments to the move that it would have replaced.
        self.is_line_start = false;
        if !self.before.is_empty() || !self.nags.is_empty() {
            let (mut before, mut nags) =
                (std::mem::take(&mut self.before), std::mem::take(&mut self.nags));
            if let Ok(annotations) = self.tree.annotations_mut(self.node) {
                annotations.after.append(&mut before);
                annotations.nags.append(&mut nags);
            }
        }
    }

    fn result(&mut self, result: GameResult) {
        self.tree.result = result;
    }

    fn problem(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    fn end_game(&mut self, _last: &Position, end: usize) {
        let span = self.begin..end;
        (self.take)(ReadTree { tree: &mut self.tree, problems: &self.problems, span });
    }
}
