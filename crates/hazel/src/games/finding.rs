//! What is wrong with games, and where.

use std::fmt;

use hazel_notation::pgn::{Chunk, Place, Problem, ProblemKind};
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
    fn new(file: &str, place: Place, game: u64, kind: &'static str, text: &str) -> Finding {
        Finding {
            file: file.to_owned(),
            line: place.line,
            column: place.column,
            game: Some(game).filter(|&game| game > 0),
            kind,
            text: printable(text),
        }
    }

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

/// Whether after this problem nobody knows where the game starts.
pub(crate) fn hides_start(problem: &Problem) -> bool {
    matches!(problem.kind, ProblemKind::Fen(_) | ProblemKind::Variant(_))
}

/// Problems: all are counted, the first of either kind are kept, so that remarks don't crowd out errors.
#[derive(Debug)]
pub(crate) struct Findings {
    pub(crate) list: Vec<Finding>,
    errors: Count,
    remarks: Count,
}

/// Problems of a kind.
#[derive(Debug)]
struct Count {
    all: u64,
    listed: usize,
    limit: usize,
}

impl Count {
    fn new(limit: usize) -> Count {
        Count { all: 0, listed: 0, limit }
    }

    /// Counts one; whether it is listed is returned.
    fn add(&mut self) -> bool {
        self.all += 1;
        let is_listed = self.listed < self.limit;
        self.listed += usize::from(is_listed);
        is_listed
    }
}

impl Findings {
    /// Lists so many of either kind; of remarks none if they aren't asked for.
    pub(crate) fn new(limit: usize, lists_remarks: bool) -> Findings {
        let remarks = Count::new(if lists_remarks { limit } else { 0 });
        Findings { list: Vec::new(), errors: Count::new(limit), remarks }
    }

    pub(crate) fn errors(&self) -> u64 {
        self.errors.all
    }

    pub(crate) fn remarks(&self) -> u64 {
        self.remarks.all
    }

    pub(crate) fn hidden_errors(&self) -> u64 {
        self.errors.all - self.errors.listed as u64
    }

    /// None where none was to be listed.
    pub(crate) fn hidden_remarks(&self) -> u64 {
        if self.remarks.limit == 0 { 0 } else { self.remarks.all - self.remarks.listed as u64 }
    }

    /// A problem of the chunk's game with this number, from 1; 0 is before the first.
    pub(crate) fn note(&mut self, chunk: &Chunk, game: u64, problem: &Problem) {
        let is_error = problem.kind.is_error();
        let count = if is_error { &mut self.errors } else { &mut self.remarks };
        // The place is searched for only if it is shown.
        if count.add() {
            let kind = if is_error { ERROR } else { REMARK };
            let text = problem.kind.to_string();
            self.list.push(Finding::new("", chunk.place(problem.at), game, kind, &text));
        }
    }

    /// An error in the game with this number.
    pub(super) fn add(&mut self, file: &str, place: Place, game: u64, text: &str) {
        if self.errors.add() {
            self.list.push(Finding::new(file, place, game, ERROR, text));
        }
    }

    /// Takes those of a chunk, before which so many games of the file came.
    pub(super) fn take(&mut self, more: Findings, file: &str, games: u64) {
        for (count, more) in [(&mut self.errors, &more.errors), (&mut self.remarks, &more.remarks)]
        {
            count.all += more.all;
        }
        for mut finding in more.list {
            let count = if finding.is_error() { &mut self.errors } else { &mut self.remarks };
            if count.listed < count.limit {
                count.listed += 1;
                finding.game = finding.game.map(|game| game + games);
                file.clone_into(&mut finding.file);
                self.list.push(finding);
            }
        }
    }
}

/// One line without control characters, which would talk to the terminal, and not too long.
pub(crate) fn printable(text: &str) -> String {
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

    #[test]
    fn all_are_counted_and_the_first_are_kept() {
        let chunk = Chunk { text: b"1. e4\nx y".to_vec(), number: 0, offset: 0, line: 1 };
        let mut findings = Findings::new(1, false);
        let problem = |kind| Problem { at: 6, kind };
        findings.note(&chunk, 1, &problem(ProblemKind::NoResult));
        findings.note(&chunk, 1, &problem(ProblemKind::Token("x\u{1b}".into())));
        findings.note(&chunk, 1, &problem(ProblemKind::TooDeep));
        assert_eq!((findings.errors(), findings.remarks(), findings.list.len()), (2, 1, 1));
        assert_eq!((findings.hidden_errors(), findings.hidden_remarks()), (1, 0));
        let text = findings.list[0].to_string();
        assert_eq!(text, ":2:1: game 1: error: found `x·`, expected a move");
    }

    #[test]
    fn long_messages_are_cut() {
        assert_eq!(printable(&"é".repeat(500)).chars().count(), LONGEST + 1);
    }
}
