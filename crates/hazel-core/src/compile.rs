//! What a move does: the one place that knows.
//!
//! A move is compiled into alterations, and everything that has state follows them. The compiler is generic over its
//! listener, so where that is a position (in perft, in a search) nothing is packed, stored or unpacked: it all
//! dissolves into the few exclusive-ors that a hand-written `make` would have.
//!
//! The order is fixed: en passant, removals, placements, castling rights, clock, turn. Removals come before placements
//! because in Chess960 a king may castle onto its rook's square. Each kind of metadata changes at most once.

use crate::position::mover;
use crate::setup::en_passant_is_safe;
use crate::{
    Alter, Alteration, Castling, File, Move, MoveKind, Position, Query, Role, Side, Square, attacks,
};

impl Position {
    /// Tells `listener` what a legal move does, step by step. With a move that isn't legal here, it may panic or tell
    /// nonsense.
    #[inline(always)]
    pub fn compile<A: Alter + ?Sized>(&self, m: Move, listener: &mut A) {
        let role = mover(self.board(), m);
        if m.kind() == MoveKind::Castling {
            self.compile_castling(m, listener);
        } else {
            self.compile_ordinary(role, m, listener);
        }
        listener.alter(Alteration::TURN);
    }

    /// Tells `listener` what passing does: the right to take en passant is gone, the clock goes on, the turn changes.
    /// A side that is in check can't pass; [`Position::try_pass`] asks.
    #[inline]
    pub fn compile_pass<A: Alter + ?Sized>(&self, listener: &mut A) {
        self.compile_en_passant(None, listener);
        self.compile_tick(listener);
        listener.alter(Alteration::TURN);
    }

    #[inline(always)]
    fn compile_ordinary<A: Alter + ?Sized>(&self, role: Role, m: Move, listener: &mut A) {
        let us = self.turn();
        let (from, to, kind) = (m.from(), m.to(), m.kind());
        let new_file = if role == Role::Pawn && (from as u8 ^ to as u8) == 16 {
            self.en_passant_after(from, to)
        } else {
            None
        };
        self.compile_en_passant(new_file, listener);
        if kind.is_capture() {
            // The pawn taken en passant stands beside the start and behind the target, one rank from it.
            let (taken, at) = if kind == MoveKind::EnPassant {
                (Role::Pawn, Square::wrapping(to as u8 ^ 8))
            } else {
                (self.board().role_at(to).expect("a capture takes a man"), to)
            };
            listener.alter(Alteration::remove(taken.of(!us), at));
        }
        listener.alter(Alteration::remove(role.of(us), from));
        listener.alter(Alteration::place(kind.promoted().unwrap_or(role).of(us), to));

        let castling = self.castling();
        let mut lost = castling.rooks() & (from.bitboard() | to.bitboard());
        if role == Role::King {
            lost |= castling.rooks_of(us);
        }
        for rook in lost {
            let owner = if self.board().color(us).contains(rook) { us } else { !us };
            listener.alter(Alteration::revoke(Castling::right(rook, self.king(owner))));
        }
        if role == Role::Pawn || kind.is_capture() {
            listener.alter(Alteration::reset(self.halfmove_clock()));
        } else {
            self.compile_tick(listener);
        }
    }

    #[inline]
    fn compile_castling<A: Alter + ?Sized>(&self, m: Move, listener: &mut A) {
        let us = self.turn();
        let (king, rook) = (Role::King.of(us), Role::Rook.of(us));
        let side = if m.to().file() == Side::King.king_file() { Side::King } else { Side::Queen };
        let rook_from = self.castling().rook(us, side, m.from()).expect("castling needs its rook");
        let rook_to = Castling::rook_square(us, side.rook_file());

        self.compile_en_passant(None, listener);
        listener.alter(Alteration::remove(king, m.from()));
        listener.alter(Alteration::remove(rook, rook_from));
        listener.alter(Alteration::place(king, m.to()));
        listener.alter(Alteration::place(rook, rook_to));
        for rook in self.castling().rooks_of(us) {
            listener.alter(Alteration::revoke(Castling::right(rook, m.from())));
        }
        self.compile_tick(listener);
    }

    #[inline(always)]
    fn compile_en_passant<A: Alter + ?Sized>(&self, new: Option<File>, listener: &mut A) {
        let old = self.state().en_passant;
        if old.is_some() || new.is_some() {
            listener.alter(Alteration::en_passant(old, new));
        }
    }

    /// The clock stops at the highest value that a reset can carry.
    #[inline(always)]
    fn compile_tick<A: Alter + ?Sized>(&self, listener: &mut A) {
        if self.halfmove_clock() < Alteration::MAX_CLOCK {
            listener.alter(Alteration::TICK);
        }
    }

    /// The en-passant file after a double step, if some capture will then be legal.
    #[inline(always)]
    fn en_passant_after(&self, from: Square, to: Square) -> Option<File> {
        let board = self.board();
        let neighbours = to.bitboard().east() | to.bitboard().west();
        if (neighbours & board.men(!self.turn(), Role::Pawn)).is_empty() {
            return None;
        }
        self.en_passant_beside(from, to)
    }

    /// [`en_passant_after`](Position::en_passant_after), once there is a pawn that could take: rare, so out of line.
    #[cold]
    fn en_passant_beside(&self, from: Square, to: Square) -> Option<File> {
        let (board, us) = (self.board(), self.turn());
        let target = Square::wrapping((from as u8).midpoint(to as u8));
        let takers = attacks::pawn(us, target) & board.men(!us, Role::Pawn);
        let legal = takers.into_iter().any(|taker| {
            // The pawn has left its square and is gone from its new one; the taker stands on the target.
            let occupied =
                (board.occupied() ^ from.bitboard() ^ taker.bitboard()) | target.bitboard();
            en_passant_is_safe(board, self.king(!us), us, from.bitboard(), occupied)
        });
        legal.then(|| to.file())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Move, MoveKind, Setup, Square};

    #[test]
    fn the_clock_stops_at_the_highest_value_that_can_be_taken_back() {
        for (before, after) in [(4093, 4094), (4094, 4095), (4095, 4095)] {
            let mut setup = Setup::initial();
            setup.state.halfmoves = before;
            let mut position = setup.validate().expect("a legal position");
            let m = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
            let stream = position.stream(m);
            position.play(m);
            assert_eq!(position.halfmove_clock(), after);
            position.unplay(&stream);
            assert_eq!(position.halfmove_clock(), before);
        }
    }
}
