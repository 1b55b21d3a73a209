//! Progress that has no end in sight and is told in words.

use std::io::{IsTerminal, Write, stderr};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{BAR_AFTER, LINE_EVERY};

/// One line that changes on a terminal; elsewhere a line now and then.
pub(crate) struct Line {
    bar: Option<ProgressBar>,
    next: Instant,
}

impl Line {
    /// Begins.
    pub(crate) fn new() -> Line {
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{wide_msg}");
            ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        });
        let wait = if bar.is_some() { BAR_AFTER } else { LINE_EVERY };
        Line { bar, next: Instant::now() + wait }
    }

    /// Shows these words, if it is time to.
    pub(crate) fn show(&mut self, words: impl FnOnce() -> String) {
        let now = Instant::now();
        if now < self.next {
            return;
        }
        if let Some(bar) = &self.bar {
            if bar.is_hidden() {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            bar.set_message(words());
        } else {
            self.next = now + LINE_EVERY;
            // Progress that can't be shown is no reason to stop.
            let _ = writeln!(stderr(), "{}", words());
        }
    }
}

impl Drop for Line {
    /// Makes room for the answer.
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
