//! Lines from an engine, as far as they are understood.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use hazel_notation::UciMove;
use thiserror::Error;

use crate::EngineOption;

/// One line from an engine.
///
/// The protocol wants a line that isn't known to be ignored, so banners, `info` and blank lines are
/// [`Other`](Message::Other). A line that starts like a known one and then isn't is an error: it would be worse to miss
/// a count than to stop.
///
/// `go perft` is no part of the protocol, and engines answer it in slightly different words. A count is a move, then a
/// colon, a dash or nothing, then a number: `e2e4: 20`. The total is one of `Nodes searched`, `Total nodes`, `Nodes` and
/// `Total`, in any case of letters, then a colon or nothing, then a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// `id name <text>`.
    Name(String),
    /// `id author <text>`.
    Author(String),
    /// `option name <declaration>`.
    Option(EngineOption),
    /// `uciok`: the handshake is over.
    UciOk,
    /// `readyok`: everything that was sent before `isready` is done.
    ReadyOk,
    /// How many leaves follow a move in `go perft`.
    Count {
        /// The move.
        uci: UciMove,
        /// The leaves.
        nodes: u64,
    },
    /// How many leaves there are in all: the end of `go perft`.
    Total(u64),
    /// Anything else.
    Other,
}

/// A line that starts like a known one and then isn't.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected {expected}")]
pub struct MessageError {
    /// What the line should have been, in words.
    pub expected: &'static str,
}

impl Message {
    /// Reads a line.
    ///
    /// # Errors
    /// The line starts like a known one and then isn't.
    pub fn parse(line: &str) -> Result<Message, MessageError> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (first, rest.trim_start()) {
            ("uciok", "") => Ok(Message::UciOk),
            ("readyok", "") => Ok(Message::ReadyOk),
            ("id", rest) => Ok(identity(rest)),
            ("option", rest) => {
                EngineOption::parse(rest).map(Message::Option).ok_or(MessageError {
                    expected: "`option name <words> type <check|spin|combo|button|string> ...`",
                })
            }
            ("info", _) => Ok(Message::Other),
            (first, rest) => {
                count(first, rest).or_else(|| total(line)).unwrap_or(Ok(Message::Other))
            }
        }
    }
}

fn identity(text: &str) -> Message {
    match text.split_once(char::is_whitespace) {
        Some(("name", name)) => Message::Name(name.trim_start().to_owned()),
        Some(("author", author)) => Message::Author(author.trim_start().to_owned()),
        _ => Message::Other,
    }
}

/// `None` if the line isn't a count at all.
fn count(first: &str, rest: &str) -> Option<Result<Message, MessageError>> {
    let (name, number) = match first.strip_suffix(':') {
        Some(name) => (name, rest),
        None => {
            (first, [": ", "- "].iter().find_map(|sign| rest.strip_prefix(sign)).unwrap_or(rest))
        }
    };
    let uci = UciMove::parse(name).ok()?;
    Some(match number.trim_start().parse() {
        Ok(nodes) => Ok(Message::Count { uci, nodes }),
        Err(_) => Err(MessageError { expected: "a number of nodes after the move" }),
    })
}

/// `None` if the line isn't a total at all.
fn total(line: &str) -> Option<Result<Message, MessageError>> {
    let words = line.to_ascii_lowercase();
    let rest = ["nodes searched", "total nodes", "nodes", "total"]
        .into_iter()
        .find_map(|prefix| words.strip_prefix(prefix))?;
    let number = rest.trim_start().strip_prefix(':').unwrap_or(rest).trim();
    match number.parse() {
        Ok(nodes) => Some(Ok(Message::Total(nodes))),
        // "Total time: 3 ms" and the like are remarks; only digits that don't fit are worth an alarm.
        Err(_) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(Err(MessageError { expected: "a number of nodes below 2^64" }))
        }
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

    use super::*;
    use proptest::prelude::{any, proptest};

    #[test]
    fn known_lines_are_read() {
        let count =
            |uci, nodes| Message::Count { uci: UciMove::parse(uci).expect("a move"), nodes };
        let cases = [
            ("uciok", Message::UciOk),
            (" readyok \r", Message::ReadyOk),
            ("id name Stockfish 15.1", Message::Name("Stockfish 15.1".into())),
            (
                "id author the Stockfish developers",
                Message::Author("the Stockfish developers".into()),
            ),
            ("id", Message::Other),
            ("e2e4: 20", count("e2e4", 20)),
            ("a7a8q: 18446744073709551615", count("a7a8q", u64::MAX)),
            ("e2e4 20", count("e2e4", 20)),
            ("e2e4 : 20", count("e2e4", 20)),
            ("e2e4 - 20", count("e2e4", 20)),
            ("Nodes searched: 400", Message::Total(400)),
            ("Total: 400", Message::Total(400)),
            ("nodes 400", Message::Total(400)),
            ("total nodes : 400", Message::Total(400)),
            ("Nodes/second: 400", Message::Other),
            ("Total time (ms): 12", Message::Other),
            ("", Message::Other),
            ("info string e2e4: 20", Message::Other),
            ("Stockfish 15.1 by the Stockfish developers", Message::Other),
            ("uciok then more", Message::Other),
        ];
        for (line, expected) in cases {
            assert_eq!(Message::parse(line), Ok(expected), "{line:?}");
        }
        let Ok(Message::Option(option)) = Message::parse("option name Clear Hash type button")
        else {
            panic!("an option");
        };
        assert_eq!(option.name, "Clear Hash");
    }

    #[test]
    fn a_known_beginning_with_another_end_is_an_error() {
        let cases = [
            ("e2e4: many", "expected a number of nodes after the move"),
            ("e2e4:", "expected a number of nodes after the move"),
            ("e2e4: -1", "expected a number of nodes after the move"),
            ("e2e4 -1", "expected a number of nodes after the move"),
            ("e2e4: 18446744073709551616", "expected a number of nodes after the move"),
            ("Nodes searched: 18446744073709551616", "expected a number of nodes below 2^64"),
            (
                "option type",
                "expected `option name <words> type <check|spin|combo|button|string> ...`",
            ),
        ];
        for (line, message) in cases {
            assert_eq!(Message::parse(line).expect_err(line).to_string(), message, "{line:?}");
        }
    }

    proptest! {
        #[test]
        fn no_line_is_too_odd_to_be_answered(line in any::<String>()) {
            let _ = Message::parse(&line);
        }

        #[test]
        fn a_count_comes_back_as_it_was_written(nodes in any::<u64>()) {
            let uci = UciMove::parse("g7h8n").expect("a move");
            assert_eq!(Message::parse(&format!("g7h8n: {nodes}")), Ok(Message::Count { uci, nodes }));
            assert_eq!(Message::parse(&format!("Nodes searched: {nodes}")), Ok(Message::Total(nodes)));
        }
    }
}
