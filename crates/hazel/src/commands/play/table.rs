//! What the dialogue has to know about a game besides its rules.

use std::fmt::Display;
use std::str::FromStr;

use hazel_solve::Game;

/// A game as it lies before two players. The sides are 0, which moves first, and 1.
pub(super) trait Table {
    /// Its rules. Moves can be written and read.
    type Rules: Game<Move: Display + FromStr<Err: Display>>;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// What the side is called, in small letters.
    fn side(&self, side: usize) -> &'static str;

    /// The board, with line breaks at the end of all its lines.
    fn draw(&self, position: &Position<Self>) -> String;

    /// How a move is written, with an example that suits the position.
    fn grammar(&self, position: &Position<Self>) -> String;

    /// Why a move that can be read can't be played; empty if there is nothing to say.
    fn objection(&self, position: &Position<Self>, mv: Move<Self>) -> String;

    /// How a finished game has ended, as a sentence without its full stop.
    fn ending(&self, position: &Position<Self>) -> String;
}

/// A position on a table.
pub(super) type Position<T> = <<T as Table>::Rules as Game>::Position;
/// A move on a table.
pub(super) type Move<T> = <<T as Table>::Rules as Game>::Move;
