//! Whatever is thrown at the readers, they answer; and when they refuse, they point into the text or just past it.

use hazel_core::Position;
use hazel_notation::{
    Epd, EpdError, Fen, San, SanError, SquareError, UciError, UciMove, parse_fen, parse_fen_strict,
    parse_san, parse_square, parse_uci,
};
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::proptest;
use proptest::sample::select;

use crate::games::{SPECIAL, special};

/// Reads a text as everything and checks where errors point.
fn read_as_everything(text: &str) {
    let end = text.chars().count() + 1;
    let points_inside = |column: usize| {
        assert!((1..=end).contains(&column), "column {column} of {text:?}");
    };
    for read in [parse_fen, parse_fen_strict] {
        if let Err(error) = read(text) {
            points_inside(error.column());
            assert!(error.to_string().starts_with("FEN "));
        }
    }
    if let Ok(fen) = Fen::parse(text) {
        // What could be read is written in a form that is read as the same.
        assert_eq!(Fen::parse(&fen.to_string()).map(|again| *again.setup()), Ok(*fen.setup()));
    }
    match Epd::parse(text) {
        Ok(epd) => assert_eq!(Epd::parse(&epd.to_string()), Ok(epd)),
        Err(EpdError::Position(error)) => points_inside(error.column()),
        Err(EpdError::Syntax { column, .. } | EpdError::Clock { column, .. }) => {
            points_inside(column);
        }
        Err(EpdError::Move { .. }) => unreachable!("moves are not read yet"),
    }
    if let Err(SquareError { column, .. }) = parse_square(text) {
        points_inside(column);
    }
    let position = Position::initial();
    match parse_san(&position, text) {
        Ok(m) => assert!(position.is_legal(m)),
        Err(SanError::Syntax { column, .. }) => points_inside(column),
        Err(SanError::Illegal { possible, others, .. }) => {
            assert_ne!(possible.is_empty(), others.is_empty(), "{text}");
        }
        Err(SanError::Ambiguous { candidates, .. }) => assert!(candidates.len() > 1),
    }
    match parse_uci(&position, text) {
        Ok(m) => assert!(position.is_legal(m)),
        Err(UciError::Syntax { column, .. }) => points_inside(column),
        Err(UciError::Null | UciError::Illegal { .. }) => {}
    }
}

/// Every prefix of a text, and the text with each character replaced, removed or doubled.
fn mutations(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let mut texts = Vec::new();
    for at in 0..characters.len() {
        let (before, after) = (&characters[..at], &characters[at + 1..]);
        texts.push(before.iter().collect());
        texts.push(before.iter().chain(after).collect());
        texts.push(characters[..=at].iter().chain(&characters[at..]).collect());
        for replacement in "/190 _-kKqPbwx+=#;\"é♞\0\t".chars() {
            texts.push(before.iter().chain([&replacement]).chain(after).collect());
        }
    }
    texts
}

proptest! {
    #[test]
    fn any_text_is_answered(text in any::<String>()) {
        read_as_everything(&text);
    }

    #[test]
    fn texts_of_chess_characters_are_answered(
        characters in vec(select("rnbqkpRNBQKP12345678/ w-abcdefghxO0=+#!?.;\"é".chars().collect::<Vec<_>>()), 0..40)
    ) {
        read_as_everything(&characters.into_iter().collect::<String>());
    }

    #[test]
    fn any_bytes_are_answered(bytes in vec(any::<u8>(), 0..12)) {
        let _ = San::parse_bytes(&bytes);
        let _ = UciMove::parse_bytes(&bytes);
        if let Ok((_, length)) = San::parse_prefix(&bytes) {
            assert!(length <= bytes.len());
        }
    }
}

#[test]
fn mutated_fens_and_records_are_answered() {
    for fen in SPECIAL.into_iter().take(6) {
        for text in mutations(fen) {
            read_as_everything(&text);
        }
    }
    let record = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\"; hmvc 5;";
    for text in mutations(record) {
        read_as_everything(&text);
    }
}

#[test]
fn mutated_moves_are_answered_in_all_special_positions() {
    let texts =
        ["Nf3", "exd6 e.p.", "O-O-O", "bxa8=Q#", "Na4c3", "e2e4", "Ng1-f3!?", "e1g1", "g2xh1(N)"];
    for text in texts.into_iter().flat_map(mutations) {
        read_as_everything(&text);
        for position in special() {
            for answer in [parse_san(&position, &text).ok(), parse_uci(&position, &text).ok()] {
                assert!(answer.is_none_or(|m| position.is_legal(m)), "{text}");
            }
        }
    }
}
