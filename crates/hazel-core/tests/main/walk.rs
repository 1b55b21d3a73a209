//! Positions to try things on: the suite, and random games from many starts.

use hazel_core::{Move, Position};

use crate::oracle;

/// The lines of the suite that hold positions.
pub(crate) fn suite() -> impl Iterator<Item = &'static str> {
    include_str!("perft.epd").lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The FENs of the suite.
pub(crate) fn fens() -> impl Iterator<Item = &'static str> {
    suite().map(|line| line.split(" ;").next().expect("a line begins with its FEN"))
}

/// A small generator, so that a failing game can be played again.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as usize * limit) >> 32
    }
}

/// The positions of a random game from the FEN with this index, with the move that was played in each.
pub(crate) fn game(
    start: usize,
    seed: u64,
    plies: usize,
) -> impl Iterator<Item = (Position, Move)> {
    let fens: Vec<_> = fens().collect();
    let mut random = Random(seed | 1);
    let mut position = oracle::position(fens[start % fens.len()]);
    (0..plies).map_while(move |_| {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        let m = moves[random.below(moves.len())];
        let before = position;
        position.play(m);
        Some((before, m))
    })
}
