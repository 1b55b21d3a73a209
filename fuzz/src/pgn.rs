//! Laws of PGN.

use std::io::Cursor;

use hazel_notation::pgn::{
    Chunks, Input, ProblemKind, Skip, Style, Visitor, read_games, read_trees, write_game,
};
use hazel_tape::tree::GameTree;

/// A text as games.
///
/// # Panics
/// If a law is broken.
pub fn pgn(input: &[u8]) {
    let (trees, _) = read(input);
    for style in [Style::Export, Style::Compact] {
        let text = written(&trees, style);
        let (again, errors) = read(text.as_bytes());
        assert_eq!(trees, again, "what is written is read back:\n{text}");
        assert_eq!(text, written(&again, style), "and written alike");
        assert_eq!(errors, 0, "what could not be read is gone:\n{text}");
    }
    let mut skipper = Skipper;
    assert_eq!(read_games(input, &mut skipper), trees.len(), "skipping finds the same games");
    in_pieces(input);
}

/// The games of a text and how many errors there are, but for games that can't be started, which stay so.
fn read(text: &[u8]) -> (Vec<GameTree>, usize) {
    let mut trees = Vec::new();
    let (mut errors, mut last) = (0, 0);
    read_trees(text, |game| {
        assert!(last <= game.span.start && game.span.start < game.span.end, "games follow games");
        last = game.span.end;
        for problem in game.problems {
            assert!(problem.at <= text.len(), "problems lie in the text");
            let stays = matches!(problem.kind, ProblemKind::Fen(_) | ProblemKind::Variant(_));
            errors += usize::from(problem.kind.is_error() && !stays);
        }
        trees.push(game.tree.clone());
    });
    assert!(last <= text.len());
    (trees, errors)
}

fn written(trees: &[GameTree], style: Style) -> String {
    let mut text = String::new();
    for tree in trees {
        write_game(tree, style, &mut text);
    }
    text
}

/// The same text among games, long enough for a stream to be cut, and read in one piece and in several.
fn in_pieces(text: &[u8]) {
    let games = b"[Event \"x\"]\n\n1. e4 *\n\n".repeat(30);
    let moves = b"1. e4 e5 *\n\n".repeat(60);
    for filler in [games, moves] {
        let text = [&filler, text, b"\n\n", &filler].concat();
        let stream = Input::from_reader("fuzz", Cursor::new(text.clone())).expect("it is text");
        let mut trees = Vec::new();
        for chunk in Chunks::new(stream).with_size(64) {
            let Ok(chunk) = chunk else { return };
            trees.append(&mut read(&chunk.text).0);
        }
        assert_eq!(trees, read(&text).0, "cuts change nothing");
    }
}

struct Skipper;

impl Visitor for Skipper {
    fn begin_moves(&mut self) -> Skip {
        Skip::Yes
    }
}
