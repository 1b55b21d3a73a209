//! What a board is called here, and to the program.

use std::fmt;
use std::str::FromStr;

/// A pawn game: `peasants-5x8`, `peasants-5x8-short`, `pawns-6x8-no-en-passant`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    peasants: bool,
    pub(super) files: u8,
    ranks: u8,
    short: bool,
    en_passant: bool,
}

/// Peasants' Chess from one file to five, to the last rank and to the one before.
pub(super) fn defaults() -> Vec<Board> {
    let board = |files, short| Board { peasants: true, files, ranks: 8, short, en_passant: true };
    (1..=5).flat_map(|files| [board(files, false), board(files, true)]).collect()
}

impl Board {
    /// The words behind `hazel solve`.
    pub(super) fn arguments(&self) -> Vec<String> {
        let game = if self.peasants { "peasants" } else { "pawns" };
        let mut words = vec![game.to_owned(), "--files".to_owned(), self.files.to_string()];
        if self.ranks != 8 {
            words.extend(["--ranks".to_owned(), self.ranks.to_string()]);
        }
        if self.short {
            words.push("--short".to_owned());
        }
        if !self.en_passant {
            words.push("--no-en-passant".to_owned());
        }
        words
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = if self.peasants { "peasants" } else { "pawns" };
        let short = if self.short { SHORT } else { "" };
        let en_passant = if self.en_passant { "" } else { NO_EN_PASSANT };
        write!(f, "{game}-{}x{}{short}{en_passant}", self.files, self.ranks)
    }
}

impl FromStr for Board {
    type Err = String;

    fn from_str(name: &str) -> Result<Board, String> {
        let wrong = || {
            format!(
                "{name:?} is no board, expected such as peasants-5x8, peasants-5x8-short or pawns-6x8-no-en-passant"
            )
        };
        let (rest, en_passant) = without(name, NO_EN_PASSANT);
        let (rest, short) = without(rest, SHORT);
        let (game, size) = rest.split_once('-').ok_or_else(wrong)?;
        let (files, ranks) = size.split_once('x').ok_or_else(wrong)?;
        let number = |text: &str| text.parse().map_err(|_| wrong());
        let peasants = match game {
            "peasants" => true,
            "pawns" => false,
            _ => return Err(wrong()),
        };
        let (files, ranks) = (number(files)?, number(ranks)?);
        Ok(Board { peasants, files, ranks, short, en_passant: !en_passant })
    }
}

const SHORT: &str = "-short";
const NO_EN_PASSANT: &str = "-no-en-passant";

/// The text before an ending, and whether it was there.
fn without<'a>(text: &'a str, ending: &str) -> (&'a str, bool) {
    text.strip_suffix(ending).map_or((text, false), |rest| (rest, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        let pawns = ["pawns-2x8", "pawns-7x8-no-en-passant", "peasants-7x7-short-no-en-passant"];
        let names =
            defaults().into_iter().map(|board| board.to_string()).chain(pawns.map(str::to_owned));
        for name in names {
            assert_eq!(name.parse().map(|board: Board| board.to_string()), Ok(name));
        }
        for wrong in ["", "peasants", "peasants-5", "chess-5x8", "pawns-5x8-long", "pawns-x8"] {
            assert!(wrong.parse::<Board>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_program_is_told_what_differs_from_its_defaults() {
        let words = |name: &str| name.parse::<Board>().expect("a board").arguments().join(" ");
        assert_eq!(words("peasants-7x7-short"), "peasants --files 7 --ranks 7 --short");
        assert_eq!(words("pawns-2x8-no-en-passant"), "pawns --files 2 --no-en-passant");
    }
}
