//! What the dialogue has to know about a game besides its rules.

use hazel_solve::Game;

/// A game as it lies before two players. The sides are 0, which moves first, and 1; where one is given with a position,
/// it is the side to move.
pub(super) trait Table {
    /// Its rules.
    type Rules: Game;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// What the side is called, in small letters.
    fn side(&self, side: usize) -> &'static str;

    /// The board, with line breaks at the end of all its lines.
    fn draw(&self, position: &Position<Self>, side: usize) -> String;

    /// How a move is written, as a sentence with an example that suits the position.
    fn grammar(&self, position: &Position<Self>, side: usize) -> String;

    /// The name of a legal move.
    fn name(&self, mv: Move<Self>, side: usize) -> String;

    /// The legal move that the person means, or what is wrong with it, as a sentence without its full stop.
    fn read(
        &self,
        position: &Position<Self>,
        side: usize,
        text: &str,
    ) -> Result<Move<Self>, String>;

    /// How a finished game has ended, as a sentence without its full stop.
    fn ending(&self, position: &Position<Self>, side: usize) -> String;
}

/// A position on a table.
pub(super) type Position<T> = <<T as Table>::Rules as Game>::Position;
/// A move on a table.
pub(super) type Move<T> = <<T as Table>::Rules as Game>::Move;

/// The legal moves of a game that isn't over.
pub(super) fn legal<G: Game>(rules: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    rules.moves(position, &mut moves);
    moves
}
