//! The short tokens: results, null moves, signs.

use hazel_tape::tree::{GameResult, Nag};

/// The result that a tag's value names.
pub(super) fn result(value: &[u8]) -> Option<GameResult> {
    result_prefix(value).filter(|&(_, length)| length == value.len()).map(|(result, _)| result)
}

/// The result that a text starts with, and its length: `*`, or two halves with a dash of any length between and perhaps
/// blanks around it, in UTF-8 or Latin-1. `1/2` alone is a draw too.
pub(super) fn result_prefix(text: &[u8]) -> Option<(GameResult, usize)> {
    if text.starts_with(b"*") {
        return Some((GameResult::Unknown, 1));
    }
    let (white, rest) = half(text)?;
    let both = dash(rest.trim_ascii_start()).and_then(|rest| half(rest.trim_ascii_start()));
    let (result, rest) = match (white, both) {
        (Half::Win, Some((Half::Loss, rest))) => (GameResult::WhiteWins, rest),
        (Half::Loss, Some((Half::Win, rest))) => (GameResult::BlackWins, rest),
        (Half::Draw, Some((Half::Draw, rest))) => (GameResult::Draw, rest),
        (Half::Draw, None) => (GameResult::Draw, rest),
        _ => return None,
    };
    // `0-1` is no start of `0-1-0`, nor `1-0` of `1-00`.
    let goes_on = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'/');
    (!rest.first().is_some_and(goes_on)).then(|| (result, text.len() - rest.len()))
}

/// What one side got.
#[derive(Clone, Copy)]
enum Half {
    Win,
    Draw,
    Loss,
}

fn half(text: &[u8]) -> Option<(Half, &[u8])> {
    const WRITTEN: [(&[u8], Half); 5] = [
        (b"1/2", Half::Draw),
        ("½".as_bytes(), Half::Draw),
        (b"\xBD", Half::Draw),
        (b"1", Half::Win),
        (b"0", Half::Loss),
    ];
    WRITTEN.iter().find_map(|&(written, half)| Some((half, text.strip_prefix(written)?)))
}

fn dash(text: &[u8]) -> Option<&[u8]> {
    const WRITTEN: [&[u8]; 5] = [b"-", "–".as_bytes(), "—".as_bytes(), b"\x96", b"\x97"];
    WRITTEN.iter().find_map(|written| text.strip_prefix(*written))
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
const SIGNS: [(&[u8], u8); 23] = [
    (b"+/-", 16),
    (b"-/+", 17),
    (b"+/=", 14),
    (b"=/+", 15),
    (b"+--", 20),
    (b"--+", 21),
    (b"+-", 18),
    (b"-+", 19),
    (b"+=", 14),
    (b"=+", 15),
    (b"=", 10),
    ("±".as_bytes(), 16),
    // The same in Latin-1.
    (b"\xB1", 16),
    ("∓".as_bytes(), 17),
    ("⩲".as_bytes(), 14),
    ("⩱".as_bytes(), 15),
    ("∞".as_bytes(), 13),
    (b"~", 13),
    ("□".as_bytes(), 7),
    ("⊕".as_bytes(), 138),
    ("⟳".as_bytes(), 32),
    ("→".as_bytes(), 40),
    ("↑".as_bytes(), 36),
];

/// The sign that a text starts with, and its length.
pub(super) fn sign(text: &[u8]) -> Option<(Nag, usize)> {
    SIGNS
        .iter()
        .find(|(sign, _)| text.starts_with(sign))
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
