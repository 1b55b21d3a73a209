//! The options that an engine declares, and which values they take.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use thiserror::Error;

/// An option that an engine declares in the handshake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// Its name; the case of letters does not matter.
    pub name: String,
    /// What values it takes.
    pub kind: OptionKind,
    /// The value it has unless it is set, as the engine wrote it. `<empty>` is read as the empty text that it means.
    pub default: Option<String>,
}

/// What values an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    /// A whole number.
    Spin {
        /// The smallest.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of these words.
    Combo(Vec<String>),
    /// No value: setting it does something.
    Button,
    /// Any text.
    String,
}

/// Why an option can't be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// The engine has not declared it.
    #[error("there is no option {name:?}: expected one of {}", list(known))]
    Unknown {
        /// The name that was given.
        name: String,
        /// The names that the engine declared.
        known: Vec<String>,
    },
    /// It does not take such a value.
    #[error("the option {name} does not take {value:?}: expected {expected}")]
    Value {
        /// The option.
        name: String,
        /// The value that was given.
        value: String,
        /// What it takes.
        expected: String,
    },
}

fn list(names: &[String]) -> String {
    if names.is_empty() {
        "the options that it declares, which are none".to_owned()
    } else {
        names.join(", ")
    }
}

impl EngineOption {
    /// Reads what follows the word `option`: `name <words> type <word> [default <words>] [min <n>] [max <n>] [var
    /// <words>]...`, in any order after the type. `None` if it isn't that.
    ///
    /// Names and values may hold spaces, so each runs until the next of these words; and since a default may
    /// itself hold such a word, `min`, `max` and `var` count only for the types that have them.
    pub fn parse(declaration: &str) -> Option<EngineOption> {
        let mut words = declaration.split_whitespace().peekable();
        if words.next()? != "name" {
            return None;
        }
        let name = phrase(&mut words, &["type"]);
        words.next()?;
        let (kind, keys): (_, &[&str]) = match words.next()? {
            "check" => (OptionKind::Check, &["default"]),
            "spin" => {
                (OptionKind::Spin { min: i64::MIN, max: i64::MAX }, &["default", "min", "max"])
            }
            "combo" => (OptionKind::Combo(Vec::new()), &["default", "var"]),
            "button" => (OptionKind::Button, &[]),
            "string" => (OptionKind::String, &["default"]),
            _ => return None,
        };
        let mut option = EngineOption { name, kind, default: None };
        while let Some(key) = words.next() {
            if !keys.contains(&key) {
                continue;
            }
            let stops = if option.kind == OptionKind::String { &[][..] } else { keys };
            let value = phrase(&mut words, stops);
            match (key, &mut option.kind) {
                ("default", _) if value == "<empty>" => option.default = Some(String::new()),
                ("default", _) => option.default = Some(value),
                ("min", OptionKind::Spin { min, .. }) => *min = value.parse().ok()?,
                ("max", OptionKind::Spin { max, .. }) => *max = value.parse().ok()?,
                ("var", OptionKind::Combo(words)) => words.push(value),
                _ => {}
            }
        }
        (!option.name.is_empty()).then_some(option)
    }

    /// Whether it goes by this name.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The command that sets it.
    ///
    /// # Errors
    /// It does not take such a value.
    pub fn command(&self, value: &str) -> Result<String, OptionError> {
        let expected = match &self.kind {
            OptionKind::Check if matches!(value, "true" | "false") => None,
            OptionKind::Check => Some("true or false".to_owned()),
            OptionKind::Spin { min, max }
                if value.parse().is_ok_and(|number: i64| (*min..=*max).contains(&number)) =>
            {
                None
            }
            OptionKind::Spin { min, max } => Some(format!("a whole number from {min} to {max}")),
            OptionKind::Combo(words)
                if words.iter().any(|word| word.eq_ignore_ascii_case(value)) =>
            {
                None
            }
            OptionKind::Combo(words) => Some(format!("one of {}", words.join(", "))),
            OptionKind::Button if value.is_empty() => None,
            OptionKind::Button => Some("no value".to_owned()),
            // A line break would start another command.
            OptionKind::String if !value.contains(['\n', '\r']) => None,
            OptionKind::String => Some("text of one line".to_owned()),
        };
        if let Some(expected) = expected {
            let (name, value) = (self.name.clone(), value.to_owned());
            return Err(OptionError::Value { name, value, expected });
        }
        Ok(match self.kind {
            OptionKind::Button => format!("setoption name {}", self.name),
            _ => format!("setoption name {} value {value}", self.name),
        })
    }
}

/// The words up to the next one of `stops`, with single spaces.
fn phrase<'a>(
    words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
    stops: &[&str],
) -> String {
    let mut phrase = String::new();
    while let Some(word) = words.next_if(|word| !stops.contains(word)) {
        if !phrase.is_empty() {
            phrase.push(' ');
        }
        phrase.push_str(word);
    }
    phrase
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

    use super::*;

    /// Declarations as the protocol's specification (Stefan-Meyer Kahlen, 2006) and Stockfish 15.1 write them.
    #[test]
    fn declarations_of_every_type_are_read() {
        let option = |name: &str, kind, default: Option<&str>| {
            Some(EngineOption { name: name.into(), kind, default: default.map(Into::into) })
        };
        let cases = [
            (
                "name Nullmove type check default true",
                option("Nullmove", OptionKind::Check, Some("true")),
            ),
            (
                "name Move Overhead type spin default 10 min 0 max 5000",
                option("Move Overhead", OptionKind::Spin { min: 0, max: 5000 }, Some("10")),
            ),
            (
                "name Style type combo default Normal var Solid var Normal var Very Risky",
                option(
                    "Style",
                    OptionKind::Combo(vec!["Solid".into(), "Normal".into(), "Very Risky".into()]),
                    Some("Normal"),
                ),
            ),
            ("name Clear Hash type button", option("Clear Hash", OptionKind::Button, None)),
            (
                "name NalimovPath type string default c:\\my files\\max",
                option("NalimovPath", OptionKind::String, Some("c:\\my files\\max")),
            ),
            (
                "name SyzygyPath type string default <empty>",
                option("SyzygyPath", OptionKind::String, Some("")),
            ),
            (
                "name Debug Log File type string default",
                option("Debug Log File", OptionKind::String, Some("")),
            ),
            ("type check name X", None),
            ("name X type tristate", None),
            ("name X type spin min a max b", None),
            ("name type check", None),
            ("name X", None),
            ("", None),
        ];
        for (declaration, expected) in cases {
            assert_eq!(EngineOption::parse(declaration), expected, "{declaration}");
        }
    }

    #[test]
    fn a_value_is_checked_before_it_is_sent() {
        let option = |declaration| EngineOption::parse(declaration).expect("a declaration");
        let check = option("name Ponder type check default false");
        let spin = option("name Hash type spin default 16 min 1 max 1024");
        let combo = option("name Style type combo default Solid var Solid var Risky");
        let button = option("name Clear Hash type button");
        let string = option("name Path type string default <empty>");
        let accepted = [
            (&check, "true", "setoption name Ponder value true"),
            (&spin, "1024", "setoption name Hash value 1024"),
            (&combo, "risky", "setoption name Style value risky"),
            (&button, "", "setoption name Clear Hash"),
            (&string, "a b", "setoption name Path value a b"),
        ];
        for (option, value, command) in accepted {
            assert_eq!(option.command(value).as_deref(), Ok(command));
        }
        let refused = [
            (&check, "yes", "the option Ponder does not take \"yes\": expected true or false"),
            (
                &spin,
                "0",
                "the option Hash does not take \"0\": expected a whole number from 1 to 1024",
            ),
            (
                &spin,
                "1025",
                "the option Hash does not take \"1025\": expected a whole number from 1 to 1024",
            ),
            (
                &spin,
                "big",
                "the option Hash does not take \"big\": expected a whole number from 1 to 1024",
            ),
            (
                &combo,
                "Wild",
                "the option Style does not take \"Wild\": expected one of Solid, Risky",
            ),
            (&button, "now", "the option Clear Hash does not take \"now\": expected no value"),
            (
                &string,
                "a\nquit",
                "the option Path does not take \"a\\nquit\": expected text of one line",
            ),
        ];
        for (option, value, message) in refused {
            assert_eq!(option.command(value).unwrap_err().to_string(), message);
        }
        assert!(spin.is_named("hash") && !spin.is_named("hash "));
    }
}
