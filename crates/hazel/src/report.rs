//! The one place where trouble is told and turned into an exit code.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};

use crate::position;

/// The answer is there.
pub(crate) const DONE: u8 = 0;
/// The answer is no.
pub(crate) const DIFFERS: u8 = 1;
/// The question can't be understood.
const BAD_INPUT: u8 = 2;
/// Trouble outside the program.
pub(crate) const OUTSIDE: u8 = 3;
/// Stopped by the user, as shells number it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why there is no answer.
#[derive(Debug)]
pub(crate) struct Failure {
    code: u8,
    message: String,
    excerpt: Option<Excerpt>,
    help: Option<String>,
}

/// The text in which the trouble is, and the column (from 1, in characters) at which it is.
#[derive(Debug)]
struct Excerpt {
    text: String,
    column: usize,
}

impl Failure {
    /// The question can't be understood.
    pub(crate) fn input(message: impl Into<String>) -> Failure {
        Failure { code: BAD_INPUT, message: message.into(), excerpt: None, help: None }
    }

    /// The answer is no.
    pub(crate) fn no(message: impl Into<String>) -> Failure {
        Failure { code: DIFFERS, ..Failure::input(message) }
    }

    /// Trouble outside the program.
    pub(crate) fn outside(message: impl Into<String>) -> Failure {
        Failure { code: OUTSIDE, ..Failure::input(message) }
    }

    /// Stopped by the user; `message` says what was done until then.
    pub(crate) fn interrupted(message: impl Into<String>) -> Failure {
        Failure { code: INTERRUPTED, ..Failure::input(message) }
    }

    /// Standard output can't be written. A reader that has seen enough, such as `head`, is no trouble at all.
    pub(crate) fn output(error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure { code: DONE, ..Failure::input("") },
            _ => Failure::outside(format!("standard output can't be written: {error}")),
        }
    }

    /// Shows the text and points at the column.
    pub(crate) fn at(self, text: &str, column: usize) -> Failure {
        Failure { excerpt: Some(Excerpt { text: text.to_owned(), column }), ..self }
    }

    /// Adds what can be done about it.
    pub(crate) fn help(self, help: impl Into<String>) -> Failure {
        Failure { help: Some(help.into()), ..self }
    }

    /// What is wrong, without an excerpt.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The exit code that belongs to it.
    pub(crate) fn code(&self) -> u8 {
        self.code
    }

    /// Tells it on standard error.
    pub(crate) fn report(&self) -> ExitCode {
        if self.code != DONE {
            // If even standard error is closed, the exit code still speaks.
            let _ = anstream::stderr().write_all(self.text().as_bytes());
        }
        ExitCode::from(self.code)
    }

    fn text(&self) -> String {
        let error = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
        let help = Style::new().fg_color(Some(AnsiColor::Green.into())).bold();
        let word = if self.code == INTERRUPTED { "interrupted" } else { "error" };
        let mut text = format!("{error}{word}:{error:#} {}\n", self.message);
        if let Some(excerpt) = &self.excerpt {
            excerpt.write(&mut text);
        }
        if let Some(advice) = &self.help {
            let _ = writeln!(text, "{help}help:{help:#} {advice}");
        }
        text
    }
}

impl Excerpt {
    /// So much is shown on either side of the column.
    const REACH: usize = 70;

    /// The line and a caret below it; of a very long line only the neighbourhood. Control characters are shown as dots,
    /// so that they neither move the caret nor talk to the terminal.
    fn write(&self, out: &mut String) {
        let skipped = self.column.saturating_sub(Excerpt::REACH);
        let shown: String = self
            .text
            .chars()
            .skip(skipped)
            .take(2 * Excerpt::REACH)
            .map(|c| if c.is_control() { '·' } else { c })
            .collect();
        let caret = " ".repeat(self.column.saturating_sub(skipped + 1));
        let _ = writeln!(out, "  | {shown}\n  | {caret}^");
    }
}

/// Tells a line on standard error that is no failure of the program.
pub(crate) fn note(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Tells what clap says about the arguments, and adds what it can't know: that a FEN wants quotes.
pub(crate) fn usage(error: &clap::Error, words: &[OsString]) -> ExitCode {
    let _ = error.print();
    if error.use_stderr()
        && let Some(advice) = quotes(words)
    {
        let help = Style::new().fg_color(Some(AnsiColor::Green.into())).bold();
        let _ = writeln!(anstream::stderr(), "\n{help}help:{help:#} {advice}");
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(BAD_INPUT))
}

/// What can be done about a FEN among the arguments that wants quotes.
pub(crate) fn quotes(words: &[OsString]) -> Option<String> {
    let fen = position::unquoted(words)?;
    Some(format!("this looks like a FEN without quotes; write it as \"{fen}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(failure: &Failure) -> String {
        anstream::adapter::strip_str(&failure.text()).to_string()
    }

    #[test]
    fn a_failure_points_at_its_place() {
        let failure = Failure::input("rank 8 is wrong").at("8x/8 w", 2).help("write 8");
        assert_eq!(plain(&failure), "error: rank 8 is wrong\n  | 8x/8 w\n  |  ^\nhelp: write 8\n");
    }

    #[test]
    fn of_a_long_line_the_neighbourhood_is_shown() {
        let line = format!("{}x{}", "a".repeat(1000), "b".repeat(1000));
        let text = plain(&Failure::input("x").at(&line, 1001));
        let lines: Vec<&str> = text.lines().collect();
        let caret = lines[2].find('^').expect("a caret");
        assert_eq!(&lines[1][caret..=caret], "x");
        assert!(lines[1].len() < 160, "{}", lines[1].len());
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        let text = plain(&Failure::input("x").at("8/\u{1b}[31m8", 4));
        assert_eq!(text, "error: x\n  | 8/·[31m8\n  |    ^\n");
    }

    #[test]
    fn a_reader_that_has_seen_enough_is_no_trouble() {
        assert_eq!(Failure::output(&io::ErrorKind::BrokenPipe.into()).code, DONE);
        assert_eq!(Failure::output(&io::ErrorKind::StorageFull.into()).code, OUTSIDE);
    }
}
