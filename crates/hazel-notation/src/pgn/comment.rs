//! Comments: text, and the commands that programs put between.
//!
//! A command is written `[%name value]`. Those that are known and whose value is exactly what a part of a
//! [`Comment`] can hold become such parts: `%clk`, `%emt`, `%eval`, `%csl`, `%cal`. Everything else stays text, to the
//! letter.
//!
//! White space in text is kept, with two exceptions that let a writer break lines: it is cut off at both ends of a text,
//! and a single line break between two words is the same as a single blank.

use std::fmt::Write as _;

use hazel_core::Square;
use hazel_tape::tree::{
    Arrow, Clock, ColoredSquare, Comment, CommentPart, Evaluation, Paint, Score,
};

use crate::letters;

/// Reads what stands between the braces of a comment.
///
/// ```
/// use hazel_notation::pgn::{parse_comment, write_comment};
/// use hazel_tape::tree::{Clock, CommentPart};
///
/// let comment = parse_comment("best [%clk 0:01:30]");
/// assert_eq!(comment.parts[1], CommentPart::Clock(Clock(90_000)));
/// assert_eq!(write_comment(&comment), "best [%clk 0:01:30]");
/// ```
pub fn parse_comment(text: &str) -> Comment {
    let mut comment = Comment::default();
    // What is before `done` has become parts; before `searched` there is no command any more.
    let (mut done, mut searched) = (0, 0);
    while let Some(end) = text.get(searched..).and_then(|rest| rest.find(']')) {
        let end = searched + end;
        let slice = |start, end| text.get(start..end).unwrap_or_default();
        // A command holds no other, so it starts with the last sign before its end.
        if let Some(start) = slice(searched, end).rfind("[%") {
            let start = searched + start;
            if let Some(part) = parse_command(slice(start + 2, end)) {
                push_text(&mut comment, slice(done, start));
                comment.parts.push(part);
                done = end + 1;
            }
        }
        searched = end + 1;
    }
    push_text(&mut comment, text.get(done..).unwrap_or_default());
    comment
}

/// A comment as it stands between braces; what [`parse_comment`] reads back, if its texts hold no commands.
pub fn write_comment(comment: &Comment) -> String {
    let mut text = String::new();
    for part in &comment.parts {
        if !text.is_empty() {
            text.push(' ');
        }
        // Writing to a `String` does not fail.
        let _ = match part {
            CommentPart::Text(part) => text.write_str(part),
            CommentPart::Clock(clock) => write!(text, "[%clk {}]", time(*clock)),
            CommentPart::Elapsed(clock) => write!(text, "[%emt {}]", time(*clock)),
            CommentPart::Evaluation(evaluation) => {
                write!(text, "[%eval {}]", evaluation_text(*evaluation))
            }
            CommentPart::Squares(squares) => {
                let squares =
                    squares.iter().map(|mark| format!("{}{}", letter(mark.paint), mark.square));
                write!(text, "[%csl {}]", squares.collect::<Vec<_>>().join(","))
            }
            CommentPart::Arrows(arrows) => {
                let arrows = arrows
                    .iter()
                    .map(|arrow| format!("{}{}{}", letter(arrow.paint), arrow.from, arrow.to));
                write!(text, "[%cal {}]", arrows.collect::<Vec<_>>().join(","))
            }
        };
    }
    text
}

fn push_text(comment: &mut Comment, text: &str) {
    let text = text.trim();
    if !text.is_empty() {
        comment.parts.push(CommentPart::Text(without_breaks(text)));
    }
}

/// The text with a blank for each single line break between words.
fn without_breaks(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    if !text.contains('\n') {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    let mut last = ' ';
    while let Some(character) = characters.next() {
        let alone = !last.is_whitespace() && !characters.peek().is_none_or(|c| c.is_whitespace());
        plain.push(if character == '\n' && alone { ' ' } else { character });
        last = character;
    }
    plain
}

/// The part that a command stands for, if all of it is understood.
fn parse_command(command: &str) -> Option<CommentPart> {
    let (name, value) = command.split_once(char::is_whitespace)?;
    let value = value.trim();
    match name {
        "clk" => parse_time(value).map(CommentPart::Clock),
        "emt" => parse_time(value).map(CommentPart::Elapsed),
        "eval" => parse_evaluation(value).map(CommentPart::Evaluation),
        "csl" => parse_list(value, |mark| {
            let (paint, squares) = parse_mark(mark)?;
            let [square] = squares.as_slice() else { return None };
            Some(ColoredSquare { paint, square: *square })
        })
        .map(CommentPart::Squares),
        "cal" => parse_list(value, |mark| {
            let (paint, squares) = parse_mark(mark)?;
            let [from, to] = squares.as_slice() else { return None };
            Some(Arrow { paint, from: *from, to: *to })
        })
        .map(CommentPart::Arrows),
        _ => None,
    }
}

/// `1:23:45`, `23:45` or `45`, the seconds perhaps with up to three decimals.
fn parse_time(text: &str) -> Option<Clock> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let millis = match fraction.len() {
        0..=3 if fraction.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{fraction:0<3}").parse::<u64>().ok()?
        }
        _ => return None,
    };
    let fields: Option<Vec<u64>> = whole.split(':').map(number).collect();
    let seconds = match fields?.as_slice() {
        [seconds] => *seconds,
        [minutes, seconds] if *seconds < 60 => minutes.checked_mul(60)?.checked_add(*seconds)?,
        [hours, minutes, seconds] if *minutes < 60 && *seconds < 60 => {
            hours.checked_mul(3600)?.checked_add(minutes * 60 + seconds)?
        }
        _ => return None,
    };
    seconds.checked_mul(1000)?.checked_add(millis).map(Clock)
}

/// Digits and nothing else.
fn number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

fn time(Clock(millis): Clock) -> String {
    let (seconds, millis) = (millis / 1000, millis % 1000);
    let mut text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if millis > 0 {
        // As above.
        let _ = write!(text, ".{millis:03}");
        text.truncate(text.trim_end_matches('0').len());
    }
    text
}

/// `0.35`, `-1.5`, `#3` or `#-3`, perhaps with a depth: `0.35,22`.
fn parse_evaluation(text: &str) -> Option<Evaluation> {
    let (score, depth) = match text.split_once(',') {
        Some((score, depth)) => (score, Some(u32::try_from(number(depth.trim())?).ok()?)),
        None => (text, None),
    };
    let score = match score.strip_prefix('#') {
        Some(moves) => {
            let moves = moves.strip_prefix('+').unwrap_or(moves);
            let (negative, digits) = signed(moves);
            let number = i32::try_from(number(digits)?).ok().filter(|_| !digits.is_empty())?;
            if number == 0 && negative {
                return None;
            }
            Score::Mate(if negative { -number } else { number })
        }
        None => Score::Centipawns(parse_pawns(score)?),
    };
    Some(Evaluation { score, depth })
}

/// Hundredths of what is written with at most two decimals.
fn parse_pawns(text: &str) -> Option<i32> {
    let (negative, digits) = signed(text.strip_prefix('+').unwrap_or(text));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() || fraction.len() > 2 {
        return None;
    }
    let hundredths = number(&format!("{fraction:0<2}"))?;
    let sum = number(whole)?.checked_mul(100)?.checked_add(hundredths)?;
    let sum = i32::try_from(sum).ok()?;
    Some(if negative { -sum } else { sum })
}

fn signed(text: &str) -> (bool, &str) {
    text.strip_prefix('-').map_or((false, text), |digits| (true, digits))
}

fn evaluation_text(evaluation: Evaluation) -> String {
    let mut text = match evaluation.score {
        Score::Mate(moves) => format!("#{moves}"),
        Score::Centipawns(hundredths) => {
            let sign = if hundredths < 0 { "-" } else { "" };
            let hundredths = hundredths.unsigned_abs();
            format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100)
        }
    };
    if let Some(depth) = evaluation.depth {
        // As above.
        let _ = write!(text, ",{depth}");
    }
    text
}

/// All of a list with commas between, or nothing.
fn parse_list<T>(text: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    text.split(',').map(|item| parse(item.trim())).collect()
}

/// A colour and the squares after it.
fn parse_mark(text: &str) -> Option<(Paint, Vec<Square>)> {
    let mut bytes = text.bytes();
    let paint = match bytes.next()? {
        b'G' => Paint::Green,
        b'R' => Paint::Red,
        b'Y' => Paint::Yellow,
        b'B' => Paint::Blue,
        _ => return None,
    };
    let mut squares = Vec::new();
    while let Some(file) = bytes.next() {
        squares.push(Square::new(letters::file(file)?, letters::rank(bytes.next()?)?));
    }
    Some((paint, squares))
}

fn letter(paint: Paint) -> char {
    match paint {
        Paint::Green => 'G',
        Paint::Red => 'R',
        Paint::Yellow => 'Y',
        Paint::Blue => 'B',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(text: &str) -> String {
        let comment = parse_comment(text);
        let written = write_comment(&comment);
        assert_eq!(parse_comment(&written), comment, "{text}");
        written
    }

    #[test]
    fn known_commands_are_understood_and_printed_in_one_form() {
        for (written, printed) in [
            ("[%clk 1:02:03]", "[%clk 1:02:03]"),
            ("[%clk 05:30]", "[%clk 0:05:30]"),
            ("[%clk 0:00:01.500]", "[%clk 0:00:01.5]"),
            ("[%emt 2.345]", "[%emt 0:00:02.345]"),
            ("[%eval -0.5]", "[%eval -0.50]"),
            ("[%eval +1.25,20]", "[%eval 1.25,20]"),
            ("[%eval #-3]", "[%eval #-3]"),
            ("[%csl Ra1, Gh8]", "[%csl Ra1,Gh8]"),
            ("[%cal Ye2e4][%eval 0.1]", "[%cal Ye2e4] [%eval 0.10]"),
            ("  a  b\t[%clk 0:00:01]c ", "a  b [%clk 0:00:01] c"),
        ] {
            assert_eq!(round(written), printed);
            let commands = |part: &&CommentPart| !matches!(part, CommentPart::Text(_));
            assert!(parse_comment(written).parts.iter().any(|part| commands(&part)), "{written}");
        }
    }

    #[test]
    fn what_is_not_understood_to_the_letter_stays_text() {
        for text in [
            "[%clk 0:60:00]",
            "[%clk 1:2:3:4]",
            "[%clk -0:01]",
            "[%clk 0:00:01.2345]",
            "[%clk]",
            "[%eval 0.123]",
            "[%eval #-0]",
            "[%eval #]",
            "[%eval .5]",
            "[%csl Xa1]",
            "[%csl Ra1a2]",
            "[%csl ]",
            "[%cal Ra1]",
            "[%cal Ra1b",
            "[%foo bar] [%clk",
            "[%foo [%bar]",
            "[%foo [%clk 0:00:0x]",
            "[%emt 99999999999999999999]",
        ] {
            let comment = parse_comment(text);
            assert_eq!(comment, Comment::from_text(text), "{text}");
            assert_eq!(round(text), text);
        }
        let mixed = parse_comment("[%foo] [%[%clk 0:00:01]");
        let clock = CommentPart::Clock(Clock(1000));
        assert_eq!(mixed.parts, [CommentPart::Text("[%foo] [%".to_owned()), clock]);
    }

    #[test]
    fn single_line_breaks_are_blanks_and_other_space_stays() {
        assert_eq!(round("one\ntwo\r\nthree"), "one two three");
        assert_eq!(round(" a\n\nb  c \nd\n"), "a\n\nb  c \nd");
        assert_eq!(round("a\r\r\nb\rc"), "a\n\nb c");
        assert_eq!(parse_comment(" \n"), Comment::default());
    }
}
