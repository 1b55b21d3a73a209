//! What holds of any text.

use hazel_notation::San;
use hazel_notation::pgn::{Skip, Style, Visitor, read_games, write_game};
use hazel_tape::tree::{GameResult, GameTree};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::{Log, skip, trees};

/// Pieces that games are made of, and what comes between them in bad ones.
const PIECES: [&str; 60] = [
    "[Event \"A\"]",
    "[White \"B \\\" C\"]",
    "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]",
    "[Result \"1-0\"]",
    "[White \"x",
    "[a]",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    " ",
    " ",
    "1.",
    "2...",
    "e4",
    "e5",
    "d4",
    "Nf3",
    "Nf6",
    "O-O",
    "Ke2",
    "exd5",
    "--",
    "!",
    "?!",
    "$1",
    "$300",
    "(",
    "(",
    ")",
    ")",
    "{a}",
    "{ [%clk 0:00:01] b  c\n\nd }",
    ";e}\n",
    "{[%csl Ra1][%eval #-2]}",
    "{",
    "}",
    "%f\n",
    "1-0",
    "0-1",
    "1/2-1/2",
    "*",
    "*\n\n",
    "x",
    "\u{0}",
    "\u{FEFF}",
    "é",
    "…",
    "N",
    "=",
    "e8=Q",
    "e7e8q",
    "Z0",
    "[Event \"D\"]\n\n1. e4 e5 (1... c5) 2. Nf3 *\n\n",
    "1. e4 ",
    "1... e5 ",
    "2. Bc4 ",
    "2... Bc5 ",
    "Qh5",
    "{long comment that goes on and on, with [%foo bar] in it, for more than a line}",
];

/// Where games begin and end, and with which result.
#[derive(Default)]
struct Games {
    spans: Vec<(usize, usize, Option<GameResult>)>,
    skips_moves: bool,
    skips_variations: bool,
}

impl Visitor for Games {
    fn begin_game(&mut self, at: usize) {
        self.spans.push((at, at, None));
    }

    fn begin_moves(&mut self) -> Skip {
        skip(self.skips_moves)
    }

    fn begin_variation(&mut self, _at: usize) -> Skip {
        skip(self.skips_variations)
    }

    fn result(&mut self, result: GameResult) {
        self.spans.last_mut().unwrap().2 = Some(result);
    }

    fn end_game(&mut self, end: usize) {
        self.spans.last_mut().unwrap().1 = end;
    }
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    let pieces = vec(select(&PIECES[..]), 0..60).prop_map(|pieces| pieces.concat().into_bytes());
    let noise = vec(any::<u8>(), 0..200);
    prop_oneof![4 => pieces, 1 => noise]
}

fn written(trees: &[GameTree], style: Style) -> String {
    let mut text = String::new();
    for tree in trees {
        write_game(tree, style, &mut text);
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_written_is_read_back_and_written_alike(text in text()) {
        let (first, _) = trees(&text);
        for style in [Style::Export, Style::Compact] {
            let text = written(&first, style);
            let (second, problems) = trees(text.as_bytes());
            prop_assert_eq!(&first, &second, "{}", text);
            prop_assert_eq!(&text, &written(&second, style));
            // Whatever could not be read is gone, unless the game can't be started.
            let fresh = problems.iter().find(|problem| {
                let kind = &problem.kind;
                kind.is_error() && !matches!(kind, hazel_notation::pgn::ProblemKind::Fen(_))
            });
            prop_assert_eq!(fresh, None);
        }
    }

    #[test]
    fn problems_and_games_have_their_places_in_the_text(text in text()) {
        let (_, problems) = trees(&text);
        prop_assert!(problems.iter().all(|problem| problem.at <= text.len()));
        let mut spans = Vec::new();
        hazel_notation::pgn::read_trees(&text, |game| spans.push(game.span));
        prop_assert!(spans.iter().all(|span| span.start < span.end && span.end <= text.len()));
        prop_assert!(spans.is_sorted_by(|a, b| a.end <= b.start));
    }

    #[test]
    fn skipping_finds_the_same_games_and_results(text in text()) {
        let summary = |skips_moves, skips_variations| {
            let mut games = Games { skips_moves, skips_variations, ..Games::default() };
            read_games(&text, &mut games);
            games.spans
        };
        let all = summary(false, false);
        prop_assert_eq!(&all, &summary(true, false));
        prop_assert_eq!(&all, &summary(false, true));
    }

    #[test]
    fn short_ways_of_reading_moves_agree_with_the_long_one(
        san in "[KQRBNPa-hO0x][a-h1-8x=+#-]{0,6}",
        tail in select(&["", " ", " x", "\n", "+ ", "# e5 e5 e5", "!", ")", " e5 e5 e5 e5"][..]),
    ) {
        let told = Log::of(&format!("{san}{tail}"));
        if let (Ok(expected), Some(first)) = (San::parse(&san), told.get(2)) {
            prop_assert_eq!(first, &expected.to_string(), "{:?}", told);
        }
    }
}
