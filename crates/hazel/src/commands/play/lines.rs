//! Lines to and from the person.

use std::io::{BufRead, Read, Write};

use crate::report::Failure;

/// A longer line is read as several, so that none fills the memory.
const LONGEST: u64 = 1000;

/// Where lines come from and go to. What comes from a pipe is echoed, so that what is printed reads like a dialogue.
pub(super) struct Lines<R, W> {
    input: R,
    output: W,
    echoes: bool,
}

impl<R: BufRead, W: Write> Lines<R, W> {
    pub(super) fn new(input: R, output: W, echoes: bool) -> Lines<R, W> {
        Lines { input, output, echoes }
    }

    /// Writes text as it is.
    pub(super) fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.output.write_all(text.as_bytes()).map_err(|error| Failure::output(&error))
    }

    /// The next line without blanks around it, `None` at the end of the input.
    pub(super) fn ask(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        self.say(prompt)?;
        self.output.flush().map_err(|error| Failure::output(&error))?;
        let mut bytes = Vec::new();
        let mut input = self.input.by_ref().take(LONGEST);
        let read = input
            .read_until(b'\n', &mut bytes)
            .map_err(|error| Failure::outside(format!("standard input can't be read: {error}")))?;
        // Whatever is no text is no move either, and control characters don't reach the terminal.
        let line: String = String::from_utf8_lossy(&bytes).chars().map(printable).collect();
        let line = line.trim();
        if self.echoes || read == 0 {
            self.say(&format!("{line}\n"))?;
        }
        Ok((read > 0).then(|| line.to_owned()))
    }
}

fn printable(letter: char) -> char {
    if letter.is_control() { ' ' } else { letter }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_harmless_and_the_end_is_told() {
        let mut output = Vec::new();
        let mut lines = Lines::new(&b"  Nf3 \r\n\xFF\x1B[31m\nlast"[..], &mut output, true);
        let asked: Vec<Option<String>> = (0..4).map(|_| lines.ask("> ").expect("a line")).collect();
        assert_eq!(asked[0].as_deref(), Some("Nf3"));
        assert_eq!(asked[1].as_deref(), Some("\u{FFFD} [31m"));
        assert_eq!((asked[2].as_deref(), asked[3].as_deref()), (Some("last"), None));
        let shown = String::from_utf8(output).expect("text");
        assert_eq!(shown, "> Nf3\n> \u{FFFD} [31m\n> last\n> \n");
    }
}
