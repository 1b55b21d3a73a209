//! What files are about, in one line: a game, and the moves that lead to the position in question.

use std::fmt;
use std::str::FromStr;

use hazel_games::fork::ForkGame;
use hazel_games::pawns::Pawns;
use hazel_games::{Nim, TicTacToe};

use super::named::Named;
use crate::report::Failure;

/// What comes before the moves.
const AFTER: &str = " after=";

/// A game of any kind.
#[derive(Debug)]
pub(super) enum AnyGame {
    Pawns(Pawns),
    Nim(Nim),
    Fork(ForkGame),
    TicTacToe(TicTacToe),
}

impl FromStr for AnyGame {
    type Err = String;

    /// Reads the description of a game.
    fn from_str(line: &str) -> Result<AnyGame, String> {
        fn words(error: impl fmt::Display) -> String {
            error.to_string()
        }
        match line.split(' ').next().unwrap_or_default() {
            "pawns" => {
                let rules = line.parse().map_err(words)?;
                Pawns::new(rules).map(AnyGame::Pawns).map_err(words)
            }
            "nim" => line.parse().map(AnyGame::Nim).map_err(words),
            "tictactoe" => line.parse().map(AnyGame::TicTacToe).map_err(words),
            "fork" => {
                let rules = line.strip_prefix("fork rules=").unwrap_or_default();
                rules.parse().map(|rules| AnyGame::Fork(ForkGame::new(rules))).map_err(words)
            }
            other => Err(format!("{other:?} is no game, expected pawns, nim, fork or tictactoe")),
        }
    }
}

/// The line about the position after some moves.
pub(super) fn line(description: &str, moves: &[String]) -> String {
    if moves.is_empty() {
        return description.to_owned();
    }
    format!("{description}{AFTER}{}", moves.join(","))
}

/// The description of the game and the moves, with blanks between them, out of such a line.
pub(super) fn parts(line: &str) -> (&str, String) {
    let (description, moves) = line.split_once(AFTER).unwrap_or((line, ""));
    (description, moves.replace(',', " "))
}

/// Where some moves lead.
pub(super) struct Place<G: Named> {
    pub(super) position: G::Position,
    /// The names of the moves.
    pub(super) moves: Vec<String>,
}

impl<G: Named> Place<G> {
    /// Plays moves with blanks between them, from the start. Numbers such as `2.` do no harm.
    pub(super) fn after(game: &G, text: &str) -> Result<Place<G>, Failure> {
        let mut place = Place { position: game.start(), moves: Vec::new() };
        let mut column = 1;
        for piece in text.split_inclusive(char::is_whitespace) {
            let word = piece.trim_end();
            let is_number = word.ends_with('.')
                && word.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit());
            if !word.is_empty() && !is_number {
                place.play(game, word).map_err(|error| Failure::input(error).at(text, column))?;
            }
            column += piece.chars().count();
        }
        Ok(place)
    }

    /// The side to move.
    pub(super) fn side(&self) -> usize {
        self.moves.len() % 2
    }

    fn play(&mut self, game: &G, word: &str) -> Result<(), String> {
        if game.finished(&self.position).is_some() {
            return Err(format!("{word:?} comes after the end of the game"));
        }
        let mv = game.read(&self.position, self.side(), word)?;
        self.moves.push(game.name(mv, self.side()));
        game.play(&mut self.position, mv);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_made_again_from_its_description() {
        let described = |line: &str| match line.parse().expect("a game") {
            AnyGame::Pawns(game) => game.description(),
            AnyGame::Nim(game) => game.description(),
            AnyGame::Fork(game) => game.description(),
            AnyGame::TicTacToe(game) => game.description(),
        };
        for line in [
            "pawns files=3 ranks=8 rows=2 double-step=yes en-passant=no no-move=draw no-pawns=loss goal=7",
            "nim heaps=3,4,5 last=loses",
            "tictactoe files=4 ranks=3 in-a-row=3",
            "fork rules=NvKR,check",
        ] {
            assert_eq!(described(line), line);
        }
        let error = "chess".parse::<AnyGame>().expect_err("not yet");
        assert_eq!(error, "\"chess\" is no game, expected pawns, nim, fork or tictactoe");
        for line in ["", "fork NvKR", "fork rules=KvKR", "nim", "pawns", "tictactoe files=3"] {
            assert!(line.parse::<AnyGame>().is_err(), "{line}");
        }
    }

    #[test]
    fn moves_stand_behind_the_game_and_come_back() {
        let moves = ["b2".to_owned(), "a1".to_owned()];
        let about = line("tictactoe files=3 ranks=3 in-a-row=3", &moves);
        assert_eq!(about, "tictactoe files=3 ranks=3 in-a-row=3 after=b2,a1");
        let (description, text) = parts(&about);
        assert_eq!((description, text.as_str()), ("tictactoe files=3 ranks=3 in-a-row=3", "b2 a1"));
        let place = Place::after(&TicTacToe::default(), "1. b2 a1").expect("legal moves");
        assert_eq!((place.moves.as_slice(), place.side()), (&moves[..], 0));
        assert_eq!(parts("nim heaps=1 last=wins"), ("nim heaps=1 last=wins", String::new()));
    }
}
