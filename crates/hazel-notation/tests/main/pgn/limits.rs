//! Games that are too long, too deep or none at all.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use allocation_counter::measure;
use hazel_core::{Move, Position};
use hazel_notation::San;
use hazel_notation::pgn::{
    MAX_DEPTH, MOST_PROBLEMS, ProblemKind, Replay, Spectator, Style, Visitor, read_games,
    read_trees, write_game,
};

use super::trees;

#[test]
fn a_comment_of_ten_megabytes_is_read_and_written_whole() {
    let comment = "word ".repeat(2 << 20);
    let text = format!("1. e4 {{{comment}}} e5 *");
    let (games, problems) = trees(text.as_bytes());
    assert!(problems.is_empty());
    let node = games[0].main_line().next().unwrap();
    assert_eq!(games[0].text(node), comment.trim_end());
    let mut written = String::new();
    write_game(&games[0], Style::Export, &mut written);
    assert!(written.lines().all(|line| line.len() < 80));
    assert_eq!(trees(written.as_bytes()).0, games);
}

/// `1. e4 (1. d4 (1. e4 (…)))`.
fn nested(depth: usize) -> String {
    let mut text = String::from("1. e4 ");
    for level in 0..depth {
        write!(text, "(1. {} ", if level % 2 == 0 { "d4" } else { "e4" }).unwrap();
    }
    text + &")".repeat(depth) + " 1... e5 *"
}

#[test]
fn ten_thousand_nested_variations_are_read_and_written() {
    let (games, problems) = trees(nested(10_000).as_bytes());
    assert!(problems.is_empty());
    assert_eq!(games[0].len(), 10_002);
    assert_eq!(games[0].main_line().count(), 2);
    for style in [Style::Export, Style::Compact] {
        let mut written = String::new();
        write_game(&games[0], style, &mut written);
        assert_eq!(trees(written.as_bytes()).0, games);
    }
}

#[test]
fn what_is_nested_too_deep_is_told_once_and_skipped() {
    let (games, problems) = trees(nested(MAX_DEPTH + 1000).as_bytes());
    assert_eq!(games[0].main_line().count(), 2);
    let kinds: Vec<_> = problems.iter().map(|problem| &problem.kind).collect();
    assert_eq!(kinds, [&ProblemKind::TooDeep]);
}

#[test]
fn zeros_and_noise_are_no_moves_and_do_no_harm() {
    let (games, problems) = trees(&vec![0; 1 << 20]);
    assert_eq!(games.len(), 1);
    let expected = format!("found `{}…`, expected a move", "\u{FFFD}".repeat(40));
    assert_eq!(problems[0].kind.to_string(), expected);
    assert_eq!(problems.len(), 2, "and no result");
    assert!(trees(b"").0.is_empty());
    assert!(trees(b" \n\t \r\n").0.is_empty());
}

/// A game of 400 plies with tags, comments, signs and variations, which nobody wants.
fn long_game() -> String {
    let knights = "Nf3 {out} Nf6 $1 (Nc6 (d5) d4) Ng1! Ng8 ";
    format!("[White \"A\"]\n[Black \"B\"]\n\n{}1/2-1/2\n\n", knights.repeat(100))
}

#[test]
fn reading_allocates_nothing_that_the_listener_does_not() {
    struct Count(usize);
    impl Visitor for Count {
        fn san(&mut self, _san: San, _at: usize) -> ControlFlow<()> {
            self.0 += 1;
            ControlFlow::Continue(())
        }
    }
    impl Spectator for Count {
        fn play(&mut self, position: &mut Position, m: Move) {
            position.play_unchecked(m);
            self.0 += 1;
        }
    }
    let text = long_game().repeat(3);
    let mut tokens = Count(0);
    let allocated = measure(|| assert_eq!(read_games(text.as_bytes(), &mut tokens), 3));
    assert_eq!((tokens.0, allocated.count_total), (1200, 0));
    let mut replay = Replay::main_lines(Count(0));
    let allocated = measure(|| assert_eq!(read_games(text.as_bytes(), &mut replay), 3));
    assert_eq!((replay.spectator.0, allocated.count_total), (1200, 0));
}

/// What took quadratic time, or memory for every byte, in a reader that is careless.
#[test]
fn hostile_texts_are_read_in_one_pass() {
    const LENGTH: usize = 2 << 20;
    for (start, piece) in [
        ("1. e4 *", "\n\n{}"),
        ("1. e4 *", "\n\n;\n"),
        ("1. e4 {", "[%"),
        ("1. e4 {", "[%clk 0:00:01 ]"),
        ("", "\n\n[Event \"x\"]\n{"),
        ("1. e4 ", "$"),
        ("1. e4 ", ")"),
        ("1. e4 ", "()"),
        ("1. e4 (", "*"),
        ("1. e4 ", "(Ke3)"),
        ("", "("),
        ("", "["),
        ("", "\n["),
        ("[A \"", "\""),
        ("[A \"", "\\"),
    ] {
        let text = start.to_owned() + &piece.repeat(LENGTH / piece.len());
        let mut most = 0;
        read_trees(text.as_bytes(), |game| most = most.max(game.problems.len()));
        assert!(most <= MOST_PROBLEMS as usize + 1, "{start}{piece}: {most} problems in a game");
    }
}
