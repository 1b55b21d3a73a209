//! Values of conditions on games.

use std::ops::RangeInclusive;

use hazel_core::{Board, Color, Role};
use hazel_tape::tree::GameResult;

use crate::games::days;

/// A condition on one tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Comparison {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) kind: Comparing,
}

/// How a tag is compared with a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparing {
    Is,
    IsNot,
    Has,
}

/// A position that is looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Looked {
    pub(crate) board: Board,
    /// Either side, if there is none.
    pub(crate) turn: Option<Color>,
}

pub(super) fn tag(text: &str) -> Result<Comparison, String> {
    let at = text.find(['=', '~']).filter(|&at| at > 0);
    let at = at.ok_or("expected NAME=VALUE, NAME!=VALUE or NAME~TEXT, such as ECO=B90")?;
    let (name, value) = (&text[..at], text[at + 1..].to_owned());
    let (name, kind) = match (name.strip_suffix('!'), &text[at..=at]) {
        (Some(name), "=") if !name.is_empty() => (name, Comparing::IsNot),
        (_, "~") => (name, Comparing::Has),
        _ => (name, Comparing::Is),
    };
    Ok(Comparison { name: name.to_owned(), value, kind })
}

pub(super) fn result(text: &str) -> Result<GameResult, String> {
    let all = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];
    let found = all.into_iter().find(|&result| hazel_notation::pgn::result_text(result) == text);
    found.ok_or_else(|| "expected 1-0, 0-1, 1/2-1/2 or *".to_owned())
}

/// Both ends of a range of codes, as they are compared: `B9` is from `B90` to `B99`.
pub(super) fn eco(text: &str) -> Result<RangeInclusive<String>, String> {
    let text = text.to_ascii_uppercase();
    let (from, to) = text.split_once('-').unwrap_or((&text, &text));
    let is_code = |code: &str| {
        let mut letters = code.bytes();
        letters.next().is_some_and(|letter| (b'A'..=b'E').contains(&letter))
            && code.len() <= 3
            && letters.all(|digit| digit.is_ascii_digit())
    };
    if !is_code(from) || !is_code(to) {
        return Err(
            "expected a letter from A to E and up to two digits, or two of them as B20-B99"
                .to_owned(),
        );
    }
    let codes = format!("{from:0<3}")..=format!("{to:9<3}");
    if codes.is_empty() {
        return Err(format!("{to} comes before {from}"));
    }
    Ok(codes)
}

pub(super) fn fen(text: &str) -> Result<Looked, String> {
    let has_turn = text.split_whitespace().nth(1).is_some();
    let read = hazel_notation::parse_fen(text);
    // Without a side, the position may be one for Black only.
    let other = || hazel_notation::parse_fen(&format!("{text} b"));
    let read = read.or_else(|error| if has_turn { Err(error) } else { other().map_err(|_| error) });
    let position = read.map_err(|error| error.to_string())?;
    Ok(Looked { board: *position.board(), turn: has_turn.then(|| position.turn()) })
}

/// The men of both sides by role.
pub(super) fn material(text: &str) -> Result<[[u8; 6]; 2], String> {
    let expected =
        || "expected the men of both sides, each with its king, such as KRPvKR".to_owned();
    let (one, other) = text.split_once(['v', 'V']).ok_or_else(expected)?;
    let side = |men: &str| {
        let mut counts = [0u8; 6];
        for man in men.chars() {
            let role = match man.to_ascii_uppercase() {
                'P' => Role::Pawn,
                'N' => Role::Knight,
                'B' => Role::Bishop,
                'R' => Role::Rook,
                'Q' => Role::Queen,
                'K' => Role::King,
                _ => return None,
            };
            counts[role.index()] += 1;
        }
        (counts[Role::King.index()] == 1 && men.len() <= 16).then_some(counts)
    };
    Ok([side(one).ok_or_else(expected)?, side(other).ok_or_else(expected)?])
}

pub(super) fn first_day(text: &str) -> Result<u32, String> {
    date(text).map(|(first, _)| first)
}

pub(super) fn last_day(text: &str) -> Result<u32, String> {
    date(text).map(|(_, last)| last)
}

fn date(text: &str) -> Result<(u32, u32), String> {
    let expected = || "expected YYYY, YYYY.MM or YYYY.MM.DD, a day that there is".to_owned();
    let (first, last) = days(text).filter(|_| !text.contains('?')).ok_or_else(expected)?;
    let (year, month, day) = (first / 10_000, first / 100 % 100, first % 100);
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let longest = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    if day > longest { Err(expected()) } else { Ok((first, last)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_ranges() {
        let range =
            |text: &str| eco(text).map(|range| format!("{}-{}", range.start(), range.end()));
        assert_eq!(range("B90").as_deref(), Ok("B90-B90"));
        assert_eq!(range("b9").as_deref(), Ok("B90-B99"));
        assert_eq!(range("A-B5").as_deref(), Ok("A00-B59"));
        for bad in ["", "F00", "B900", "B9x", "B90-", "B90-C00-D00", "é", "B99-B20"] {
            assert!(eco(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn dates_are_days_that_there_are() {
        assert_eq!(date("2024-02-29"), Ok((20_240_229, 20_240_229)));
        assert_eq!(first_day("1992"), Ok(19_920_000));
        assert_eq!(last_day("1992.05"), Ok(19_920_531));
        for bad in ["1992.??", "soon", "2023.02.29", "1900.02.29", "2024.04.31", "2024.13"] {
            assert!(date(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_position_without_a_side_is_one_of_either() {
        let turn = |text| fen(text).map(|looked| looked.turn);
        assert_eq!(turn("8/8/k1P2K2/8/7p/8/8/8"), Ok(None));
        assert_eq!(turn("8/8/k1P2K2/8/7p/8/8/8 b"), Ok(Some(Color::Black)));
        // White could take the king.
        assert_eq!(turn("4k3/8/8/8/8/8/4R3/4K3"), Ok(None));
        assert!(fen("4k3/8/8/8/8/8/4R3/4K3 w").is_err() && fen("8/8").is_err());
    }

    #[test]
    fn material_needs_both_kings() {
        assert_eq!(material("KRPvKR"), Ok([[1, 0, 0, 1, 0, 1], [0, 0, 0, 1, 0, 1]]));
        for bad in ["KRP", "RvK", "KKvK", "KXvK", "v", "KPPPPPPPPPPPPPPPPvK", "KvKvK"] {
            assert!(material(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn tags_are_compared_as_a_whole_or_in_part() {
        let read = |text| tag(text).map(|tag| (tag.name, tag.kind, tag.value));
        let expected =
            |name: &str, kind, value: &str| Ok((name.to_owned(), kind, value.to_owned()));
        assert_eq!(read("ECO=B9~"), expected("ECO", Comparing::Is, "B9~"));
        assert_eq!(read("ECO!=B90"), expected("ECO", Comparing::IsNot, "B90"));
        assert_eq!(read("Site~a=b"), expected("Site", Comparing::Has, "a=b"));
        assert!(tag("ECO").is_err() && tag("=x").is_err());
    }
}
