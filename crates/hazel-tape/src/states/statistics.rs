//! Where each piece spent the game.

use hazel_core::{Alter, Alteration, Board, Change, Piece, Position, Query as _, Square};

use crate::{Follower, Interest};

/// For each piece and square, how many plies such a piece has stood there.
///
/// Nothing is done for men that stay: with `t` plies played, a man that comes takes `t` off the sum of its square and
/// one that leaves adds it, so a sum is right once `t` is added for whoever stands there now. Turning comes last in a
/// ply, and back first, so a stay is undone with the very `t` with which it was counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceSquareStatistics {
    plies: u64,
    board: Board,
    /// By [`Piece::code`] and square, modulo 2⁶⁴.
    sums: Box<[[u64; 64]; 16]>,
}

impl PieceSquareStatistics {
    /// How many plies a `piece` has stood on `square`, whichever one it was.
    pub fn plies_on(&self, piece: Piece, square: Square) -> u64 {
        let sum = self.sums[piece.code() as usize][square.index()];
        let stands = self.board.pieces(piece).contains(square);
        if stands { sum.wrapping_add(self.plies) } else { sum }
    }

    /// How many plies have been played: no man can have stood anywhere longer.
    pub fn plies(&self) -> u64 {
        self.plies
    }
}

impl Alter for PieceSquareStatistics {
    #[inline]
    fn alter(&mut self, alteration: Alteration) {
        match alteration.change() {
            Change::Turn => self.plies = self.plies.wrapping_add(1),
            Change::Unturn => self.plies = self.plies.wrapping_sub(1),
            Change::Place(piece, square) => {
                let sum = &mut self.sums[piece.code() as usize][square.index()];
                *sum = sum.wrapping_sub(self.plies);
            }
            Change::Remove(piece, square) => {
                let sum = &mut self.sums[piece.code() as usize][square.index()];
                *sum = sum.wrapping_add(self.plies);
            }
            _ => {}
        }
        self.board.alter(alteration);
    }
}

impl Follower for PieceSquareStatistics {
    const INTEREST: Interest = Interest::MEN.with(Interest::TURN);

    fn at_start(start: &Position) -> PieceSquareStatistics {
        PieceSquareStatistics { plies: 0, board: *start.board(), sums: Box::new([[0; 64]; 16]) }
    }
}
