//! What is wrong with games, and where.

use std::fmt;

use hazel_notation::pgn::{Chunk, Place, Problem};
use serde::Serialize;

/// A message is no longer than this; what it quotes may be a whole file.
const LONGEST: usize = 240;

/// One problem, with its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Finding {
    pub(crate) file: String,
    pub(crate) line: u64,
    pub(crate) column: u64,
    /// The number of the game in the file, from 1. There is none before the first.
    pub(crate) game: Option<u64>,
    /// `error` or `remark`.
    pub(crate) kind: &'static str,
    pub(crate) text: String,
}

impl Finding {
    pub(crate) fn is_error(&self) -> bool {
        self.kind == ERROR
    }
}

const ERROR: &str = "error";
const REMARK: &str = "remark";

/// As compilers write it, so that editors find the place.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: ", self.file, self.line, self.column)?;
        if let Some(game) = self.game {
            write!(f, "game {game}: ")?;
        }
        write!(f, "{}: {}", self.kind, self.text)
    }
}

/// The problems of a chunk: all are counted, the first are kept.
#[derive(Debug)]
pub(crate) struct Findings {
    pub(crate) errors: u64,
    pub(crate) remarks: u64,
    pub(crate) list: Vec<Finding>,
    pub(crate) limit: usize,
    lists_remarks: bool,
}

impl Findings {
    pub(crate) fn new(limit: usize, lists_remarks: bool) -> Findings {
        Findings { errors: 0, remarks: 0, list: Vec::new(), limit, lists_remarks }
    }

    /// A problem of the chunk's game with this number, from 1; 0 is before the first.
    pub(crate) fn note(&mut self, chunk: &Chunk, game: u64, problem: &Problem) {
        if problem.kind.is_error() {
            // The place is searched for only if it is shown.
            if self.list.len() < self.limit {
                self.push(chunk.place(problem.at), game, ERROR, &problem.kind.to_string());
            }
            self.errors += 1;
        } else {
            if self.lists_remarks && self.list.len() < self.limit {
                self.push(chunk.place(problem.at), game, REMARK, &problem.kind.to_string());
            }
            self.remarks += 1;
        }
    }

    /// An error.
    pub(crate) fn add(&mut self, place: Place, game: u64, text: &str) {
        if self.list.len() < self.limit {
            self.push(place, game, ERROR, text);
        }
        self.errors += 1;
    }

    fn push(&mut self, place: Place, game: u64, kind: &'static str, text: &str) {
        self.list.push(Finding {
            file: String::new(),
            line: place.line,
            column: place.column,
            game: Some(game).filter(|&game| game > 0),
            kind,
            text: printable(text),
        });
    }
}

/// One line without control characters, which would talk to the terminal, and not too long.
fn printable(text: &str) -> String {
    let shown = |c: char| if c.is_control() { '·' } else { c };
    let mut line: String = text.chars().take(LONGEST).map(shown).collect();
    if text.chars().nth(LONGEST).is_some() {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use hazel_notation::pgn::ProblemKind;

    #[test]
    fn all_are_counted_and_the_first_are_kept() {
        let chunk = Chunk { text: b"1. e4\nx y".to_vec(), number: 0, offset: 0, line: 1 };
        let mut findings = Findings::new(1, false);
        let problem = |kind| Problem { at: 6, kind };
        findings.note(&chunk, 1, &problem(ProblemKind::NoResult));
        findings.note(&chunk, 1, &problem(ProblemKind::Token("x\u{1b}".into())));
        findings.note(&chunk, 1, &problem(ProblemKind::TooDeep));
        assert_eq!((findings.errors, findings.remarks, findings.list.len()), (2, 1, 1));
        let text = findings.list[0].to_string();
        assert_eq!(text, ":2:1: game 1: error: found `x·`, expected a move");
    }

    #[test]
    fn long_messages_are_cut() {
        assert_eq!(printable(&"é".repeat(500)).chars().count(), LONGEST + 1);
    }
}
