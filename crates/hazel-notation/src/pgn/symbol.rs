//! The short tokens: results, null moves, signs.

use hazel_tape::tree::{GameResult, Nag};

/// Results as they are written, the standard ones first, and longer ones before those that they start with.
const RESULTS: [(&[u8], GameResult); 11] = [
    (b"1-0", GameResult::WhiteWins),
    (b"0-1", GameResult::BlackWins),
    (b"1/2-1/2", GameResult::Draw),
    (b"*", GameResult::Unknown),
    (b"1/2 - 1/2", GameResult::Draw),
    (b"1 - 0", GameResult::WhiteWins),
    (b"0 - 1", GameResult::BlackWins),
    (b"1/2", GameResult::Draw),
    ("½-½".as_bytes(), GameResult::Draw),
    ("1–0".as_bytes(), GameResult::WhiteWins),
    ("0–1".as_bytes(), GameResult::BlackWins),
];

/// The result that a tag's value names.
pub(super) fn result(value: &[u8]) -> Option<GameResult> {
    RESULTS.iter().find(|(text, _)| *text == value).map(|&(_, result)| result)
}

/// The result that a text starts with, and its length.
pub(super) fn result_prefix(text: &[u8]) -> Option<(GameResult, usize)> {
    // `0-1` is no start of `0-1-0`, nor `1-0` of `1-00`; `1/2` is taken only if the longer one isn't there.
    let is_end = |rest: &[u8]| {
        !rest
            .first()
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'/'))
    };
    RESULTS.iter().find_map(|&(symbol, result)| {
        let rest = text.strip_prefix(symbol)?;
        (symbol == b"*" || is_end(rest)).then_some((result, symbol.len()))
    })
}

/// How a result is written: `1-0`, `0-1`, `1/2-1/2` or `*`.
pub fn result_text(result: GameResult) -> &'static str {
    match result {
        GameResult::WhiteWins => "1-0",
        GameResult::BlackWins => "0-1",
        GameResult::Draw => "1/2-1/2",
        GameResult::Unknown => "*",
    }
}

/// The length of the null move that a text starts with.
pub(super) fn null_move(text: &[u8]) -> Option<usize> {
    const WRITTEN: [&[u8]; 4] = [b"--", b"Z0", b"0000", b"@@@@"];
    WRITTEN.iter().find(|symbol| text.starts_with(symbol)).map(|symbol| symbol.len())
}

/// The sign that one or two of `!` and `?` make, and how many they are.
pub(super) fn marks(first: u8, second: u8) -> (Nag, usize) {
    match (first, second) {
        (b'!', b'!') => (Nag::BRILLIANT, 2),
        (b'!', b'?') => (Nag::INTERESTING, 2),
        (b'?', b'!') => (Nag::DUBIOUS, 2),
        (b'?', b'?') => (Nag::BLUNDER, 2),
        (b'!', _) => (Nag::GOOD, 1),
        _ => (Nag::MISTAKE, 1),
    }
}

/// Signs that some programs print instead of their numbers. Longer ones stand before those that they start with.
const SIGNS: [(&str, u8); 22] = [
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("+--", 20),
    ("--+", 21),
    ("+-", 18),
    ("-+", 19),
    ("+=", 14),
    ("=+", 15),
    ("=", 10),
    ("±", 16),
    ("∓", 17),
    ("⩲", 14),
    ("⩱", 15),
    ("∞", 13),
    ("~", 13),
    ("□", 7),
    ("⊕", 138),
    ("⟳", 32),
    ("→", 40),
    ("↑", 36),
];

/// The sign that a text starts with, and its length.
pub(super) fn sign(text: &[u8]) -> Option<(Nag, usize)> {
    SIGNS
        .iter()
        .find(|(sign, _)| text.starts_with(sign.as_bytes()))
        .map(|&(sign, number)| (Nag(number), sign.len()))
}

/// The length of what is written beside moves and says nothing here: `e.p.`, a mark of check that stands alone, the
/// dots of a move number as one character.
pub(super) fn ignored(text: &[u8]) -> Option<usize> {
    ["e.p.", "ep", "…", "+", "#"]
        .iter()
        .find(|written| text.starts_with(written.as_bytes()))
        .map(|written| written.len())
}

/// The sign that a whole token of letters is.
pub(super) fn letter_sign(token: &[u8]) -> Option<Nag> {
    match token {
        b"N" => Some(Nag(146)),
        b"D" => Some(Nag(220)),
        b"RR" => Some(Nag(145)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_with_blanks_around_the_dash() {
        for (text, result, length) in [
            ("1/2 - 1/2\n", GameResult::Draw, 9),
            ("1/2 - x", GameResult::Draw, 3),
            ("1 - 0", GameResult::WhiteWins, 5),
            ("0 - 1 ", GameResult::BlackWins, 5),
        ] {
            assert_eq!(result_prefix(text.as_bytes()), Some((result, length)), "{text}");
        }
        assert_eq!(result_prefix(b"1 - 00"), None);
    }
}
