//! Games as text: what is told of them, what is wrong with them, and that what is written is read back.

mod laws;
mod limits;
mod oddities;
mod told;

use std::ops::ControlFlow;

use hazel_notation::San;
use hazel_notation::pgn::{
    Problem, Skip, Style, TagValue, Text, Visitor, read_games, read_trees, result_text, write_game,
};
use hazel_tape::tree::{GameResult, GameTree, Nag};

/// What a reader tells, one line for each call.
#[derive(Default)]
struct Log {
    lines: Vec<String>,
    skips_moves: bool,
    skips_variations: bool,
}

impl Log {
    fn of(text: &str) -> Vec<String> {
        let mut log = Log::default();
        read_games(text.as_bytes(), &mut log);
        log.lines
    }

    fn push(&mut self, line: String) {
        self.lines.push(line);
    }
}

fn skip(skip: bool) -> Skip {
    if skip { Skip::Yes } else { Skip::No }
}

impl Visitor for Log {
    fn begin_game(&mut self, at: usize) {
        self.push(format!("game at {at}"));
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>, _at: usize) {
        self.push(format!("{} = {}", Text(name).decode(), value.decode()));
    }

    fn begin_moves(&mut self) -> Skip {
        self.push("moves".to_owned());
        skip(self.skips_moves)
    }

    fn san(&mut self, san: San, _at: usize) -> ControlFlow<()> {
        self.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn null_move(&mut self, _at: usize) -> ControlFlow<()> {
        self.push("--".to_owned());
        ControlFlow::Continue(())
    }

    fn nag(&mut self, Nag(number): Nag, _at: usize) {
        self.push(format!("${number}"));
    }

    fn comment(&mut self, comment: Text<'_>, _at: usize) {
        self.push(format!("{{{}}}", comment.decode()));
    }

    fn begin_variation(&mut self, _at: usize) -> Skip {
        self.push("(".to_owned());
        skip(self.skips_variations)
    }

    fn end_variation(&mut self) {
        self.push(")".to_owned());
    }

    fn result(&mut self, result: GameResult) {
        self.push(result_text(result).to_owned());
    }

    fn problem(&mut self, problem: Problem) {
        let word = if problem.kind.is_error() { "error" } else { "remark" };
        self.push(format!("{word} at {}: {}", problem.at, problem.kind));
    }

    fn end_game(&mut self, end: usize) {
        self.push(format!("end at {end}"));
    }
}

/// The games of a text, and all that is wrong with them.
fn trees(text: &[u8]) -> (Vec<GameTree>, Vec<Problem>) {
    let (mut trees, mut problems) = (Vec::new(), Vec::new());
    let games = read_trees(text, |game| {
        trees.push(game.tree.clone());
        problems.extend_from_slice(game.problems);
    });
    assert_eq!(games, trees.len());
    (trees, problems)
}

/// The only game of a text, and what is wrong with it, in words.
fn only(text: &str) -> (GameTree, Vec<String>) {
    let (mut trees, problems) = trees(text.as_bytes());
    assert_eq!(trees.len(), 1, "{text}");
    (trees.remove(0), problems.iter().map(|problem| problem.kind.to_string()).collect())
}

/// A game in the compact style.
fn compact(tree: &GameTree) -> String {
    let mut text = String::new();
    write_game(tree, Style::Compact, &mut text);
    text.trim_end().to_owned()
}
