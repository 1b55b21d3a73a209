//! Laws of notation.

use std::collections::HashSet;

use hazel_core::{Move, Position};
use hazel_notation::{
    CastlingNotation, CastlingStyle, Epd, EpdError, Fen, San, SanError, UciError, UciMove,
    parse_fen, parse_fen_strict, parse_san, parse_uci, to_san, to_uci,
};

use crate::laws::valid;

/// A line as a FEN.
///
/// # Panics
/// If a law is broken.
pub fn fen(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let lenient = Fen::parse(&text);
    match (Fen::parse_strict(&text), &lenient) {
        (Ok(strict), Ok(lenient)) => {
            assert_eq!(strict.setup(), lenient.setup(), "both readers read alike");
        }
        (Ok(_), Err(error)) => panic!("only the strict reader takes it: {error}"),
        (Err(error), _) => inside(&text, error.column(), &error),
    }
    let position = match lenient.and_then(|fen| fen.position()) {
        Ok(position) => position,
        Err(error) => return inside(&text, error.column(), &error),
    };
    valid(&position);
    for style in [CastlingStyle::XFen, CastlingStyle::Shredder] {
        let mut written = String::new();
        hazel_notation::fen::write(&position, style, &mut written).expect("a string takes all");
        assert_eq!(parse_fen_strict(&written), Ok(position), "{written}");
        assert_eq!(parse_fen(&written), Ok(position), "{written}");
    }
}

/// A line as an EPD.
///
/// # Panics
/// If a law is broken.
pub fn epd(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    match Epd::parse(&text) {
        Ok(epd) => {
            let written = epd.to_string();
            assert_eq!(Epd::parse(&written), Ok(epd), "{written}");
        }
        Err(EpdError::Position(error)) => inside(&text, error.column(), &error),
        Err(error @ (EpdError::Syntax { column, .. } | EpdError::Clock { column, .. })) => {
            inside(&text, column, &error);
        }
        Err(error @ EpdError::Move { .. }) => panic!("reading asks for no move: {error}"),
    }
}

/// A FEN up to the end of the line, then a move in SAN.
///
/// # Panics
/// If a law is broken.
pub fn san(input: &[u8]) {
    let (position, rest) = position_and_rest(input);
    let mut seen = HashSet::new();
    for &m in &position.legal_moves() {
        let written = to_san(&position, m);
        assert_eq!(parse_san(&position, &written), Ok(m), "{written} in {position:?}");
        assert!(seen.insert(written), "{m:?} is written like another in {position:?}");
    }
    let text = String::from_utf8_lossy(rest);
    match San::parse(&text) {
        Ok(san) => {
            let written = san.to_string();
            assert_eq!(San::parse(&written), Ok(san), "{written}");
            match san.to_move(&position) {
                Ok(m) => assert_legal(&position, m),
                Err(SanError::Ambiguous { candidates, .. }) => {
                    assert!(candidates.len() > 1, "{san} is one of {candidates:?}");
                    assert!(candidates.iter().all(|candidate| seen.contains(candidate)), "{san}");
                }
                Err(SanError::Illegal { .. }) => {}
                Err(error @ SanError::Syntax { .. }) => panic!("the text was read: {error}"),
            }
        }
        Err(error) => match error {
            SanError::Syntax { column, .. } => inside(&text, column, &error),
            _ => panic!("no position was asked: {error}"),
        },
    }
}

/// A FEN up to the end of the line, then a move as engines write it.
///
/// # Panics
/// If a law is broken.
pub fn uci(input: &[u8]) {
    let (position, rest) = position_and_rest(input);
    for &m in &position.legal_moves() {
        for notation in [CastlingNotation::KingTwoSquares, CastlingNotation::KingTakesRook] {
            let written = to_uci(&position, m, notation);
            assert_eq!(parse_uci(&position, &written), Ok(m), "{written} in {position:?}");
        }
    }
    let text = String::from_utf8_lossy(rest);
    match UciMove::parse(&text) {
        Ok(uci) => {
            assert_eq!(UciMove::parse(&uci.to_string()), Ok(uci), "{uci}");
            match uci.to_move(&position) {
                Ok(m) => {
                    assert_legal(&position, m);
                    assert_eq!((m.from(), m.promotion()), (uci.from, uci.promotion), "{uci}");
                }
                Err(UciError::Illegal { possible, .. }) => {
                    assert!(!possible.contains(&uci.to_string()), "{uci} is one of {possible:?}");
                }
                Err(error) => panic!("the text was read: {error}"),
            }
        }
        Err(UciError::Null) => assert_eq!(text, "0000"),
        Err(error) => match error {
            UciError::Syntax { column, .. } => inside(&text, column, &error),
            _ => panic!("no position was asked: {error}"),
        },
    }
}

/// The position of the first line, or the start array where it is none, and what comes after the line.
pub(crate) fn position_and_rest(input: &[u8]) -> (Position, &[u8]) {
    let end = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    let position = std::str::from_utf8(&input[..end]).ok().and_then(|text| parse_fen(text).ok());
    (position.unwrap_or_default(), input.get(end + 1..).unwrap_or_default())
}

fn assert_legal(position: &Position, m: Move) {
    assert!(position.is_legal(m), "{m:?} in {position:?}");
}

/// An error names a column of the text, counted from 1, or the one after its end.
pub(crate) fn inside(text: &str, column: usize, error: &dyn std::error::Error) {
    let message = error.to_string();
    assert!(!message.is_empty() && !message.ends_with('.'), "`{message}` is no message");
    assert!((1..=text.chars().count() + 1).contains(&column), "{message} is not in `{text}`");
}
