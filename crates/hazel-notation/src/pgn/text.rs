//! Pieces of text as they stand in a file, and what they say.
//!
//! PGN was defined in Latin-1, and is written in UTF-8 today; a file doesn't say which. Each piece is read on its own:
//! what is valid UTF-8 is that, and anything else is Latin-1, in the form that Windows made of it, where the codes from
//! 80 to 9F are printed signs. Text in Latin-1 that happens to be valid UTF-8 is very rare.

use std::borrow::Cow;

/// A piece of text, borrowed from the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text<'t>(pub &'t [u8]);

impl<'t> Text<'t> {
    /// The bytes as they stand there.
    pub fn bytes(self) -> &'t [u8] {
        self.0
    }

    /// What it says. Allocates only for what isn't UTF-8.
    pub fn decode(self) -> Cow<'t, str> {
        match str::from_utf8(self.0) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.0.iter().map(|&byte| latin1(byte)).collect()),
        }
    }
}

/// The value of a tag, without its quotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TagValue<'t>(pub Text<'t>);

impl<'t> TagValue<'t> {
    /// The bytes as they stand there, escapes included.
    pub fn bytes(self) -> &'t [u8] {
        self.0.bytes()
    }

    /// What it says: `\"` is a quote and `\\` a backslash. Allocates only where there is one, or where it isn't UTF-8.
    pub fn decode(self) -> Cow<'t, str> {
        let text = self.0.decode();
        if text.contains('\\') { Cow::Owned(unescape(&text)) } else { text }
    }
}

/// A backslash before anything but a quote or another one stands for itself.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match characters.peek() {
            Some(&next @ ('"' | '\\')) if character == '\\' => {
                plain.push(next);
                characters.next();
            }
            _ => plain.push(character),
        }
    }
    plain
}

/// The codes of Windows-1252 from 80 to 9F; the five that it leaves open are the control codes of Latin-1.
const SIGNS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

fn latin1(byte: u8) -> char {
    match byte {
        0x80..=0x9F => SIGNS.get(usize::from(byte - 0x80)).copied().unwrap_or(char::from(byte)),
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_is_borrowed_and_latin1_decoded() {
        assert!(matches!(Text("Réti".as_bytes()).decode(), Cow::Borrowed("Réti")));
        assert_eq!(Text(b"R\xE9ti \x93x\x94").decode(), "Réti “x”");
    }

    #[test]
    fn escapes_are_undone_once() {
        let value = |text: &'static str| TagValue(Text(text.as_bytes())).decode();
        assert_eq!(value(r#"a \"b\" \\ \n \"#), r#"a "b" \ \n \"#);
        assert_eq!(value(r"\\\\"), r"\\");
        assert!(matches!(value("plain"), Cow::Borrowed("plain")));
    }
}
