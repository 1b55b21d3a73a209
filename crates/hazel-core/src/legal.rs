//! Whether one given move is legal, for any sixteen bits.
//!
//! A move from elsewhere (a hash table, a file, a person) is asked about one at a time, which is much cheaper than
//! generating all moves. The answer is found another way than the generator's: is the shape of the move right, and is
//! the king out of reach in what would stand afterwards. Tests compare the two on all 65,536 values.

use crate::{
    Bitboard, Castling, Color, Move, MoveKind, Position, Query, Rank, Role, Side, Square, attacks,
};

impl Position {
    /// Whether `m` is one of the legal moves here.
    pub fn is_legal(&self, m: Move) -> bool {
        let (board, us) = (self.board(), self.turn());
        let (from, to, kind) = (m.from(), m.to(), m.kind());
        let (own, enemies) = (board.color(us), board.color(!us));
        let Some(role) = board.role_at(from) else { return false };
        match kind {
            MoveKind::Castling => return self.king(us) == from && self.is_legal_castling(from, to),
            MoveKind::EnPassant => {
                return self.en_passant_square() == Some(to)
                    && self.setup().en_passant_captures().contains(from);
            }
            _ => {}
        }
        // A capture takes an enemy, any other move goes to an empty square, and pawns promote on the last rank. One
        // test for all, since each of them alone could go either way.
        let last = us.rank(Rank::Eighth).bitboard();
        let promotes = (role == Role::Pawn) & last.contains(to);
        let fits = own.contains(from)
            & !own.contains(to)
            & (kind.is_capture() == enemies.contains(to))
            & (kind.promoted().is_some() == promotes);
        let occupied = own.plus(enemies);
        if !fits || !reach(us, role, from, occupied, kind).contains(to) {
            return false;
        }
        // What would stand afterwards: a slider is stopped by the mover on its new square, and the man taken is gone.
        let after = (occupied ^ from.bitboard()) | to.bitboard();
        let king = if role == Role::King { to } else { self.king(us) };
        (board.attackers(king, !us, after) - to.bitboard()).is_empty()
    }

    fn is_legal_castling(&self, king: Square, to: Square) -> bool {
        let (board, us) = (self.board(), self.turn());
        let Some(side) = Side::ALL
            .into_iter()
            .find(|side| to == Square::new(side.king_file(), us.rank(Rank::First)))
        else {
            return false;
        };
        let Some(rook) = self.castling().rook(us, side, king) else { return false };
        let rook_to = Castling::rook_square(us, side.rook_file());
        let others = board.occupied() ^ king.bitboard() ^ rook.bitboard();
        let king_path = attacks::path(king, to);
        if ((king_path | attacks::path(rook, rook_to)) & others).any() || self.is_check() {
            return false;
        }
        let attacked = |square, occupied| board.attackers(square, !us, occupied).any();
        // On the way the rook has not moved yet; at the end it stands beside the king.
        !king_path.into_iter().any(|square| attacked(square, others.plus(rook.bitboard())))
            && !attacked(to, others.plus(rook_to.bitboard()))
    }
}

/// Where a man can go by the shape of its moves. A pawn's depend on whether it captures.
#[inline(always)]
fn reach(us: Color, role: Role, from: Square, occupied: Bitboard, kind: MoveKind) -> Bitboard {
    match role {
        Role::Pawn if kind.is_capture() => attacks::pawn(us, from),
        Role::Pawn => {
            let forward = |set: Bitboard| match us {
                Color::White => set.north(),
                Color::Black => set.south(),
            };
            let step = forward(from.bitboard()) - occupied;
            step.plus(forward(step & us.rank(Rank::Third).bitboard()) - occupied)
        }
        Role::Knight => attacks::knight(from),
        Role::Bishop => attacks::bishop(from, occupied),
        Role::Rook => attacks::rook(from, occupied),
        Role::Queen => attacks::queen(from, occupied),
        Role::King => attacks::king(from),
    }
}
