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
        let Some(role) = board.role_at(from) else { return false };
        if !board.color(us).contains(from) {
            return false;
        }
        match kind {
            MoveKind::Castling => return role == Role::King && self.is_legal_castling(from, to),
            MoveKind::EnPassant => {
                return role == Role::Pawn
                    && self.en_passant_square() == Some(to)
                    && self.setup().en_passant_captures().contains(from);
            }
            _ => {}
        }
        // A capture takes an enemy, any other move goes to an empty square.
        let occupied = board.occupied();
        let target_fits =
            if kind.is_capture() { board.color(!us).contains(to) } else { !occupied.contains(to) };
        if !target_fits {
            return false;
        }
        if role == Role::Pawn {
            let promotes = to.rank() == us.rank(Rank::Eighth);
            if promotes != kind.promoted().is_some() || !pawn_reaches(us, from, to, kind, occupied)
            {
                return false;
            }
        } else if kind.promoted().is_some() || !reaches(role, from, to, occupied) {
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
        let king_path = attacks::between(king, to) | king.bitboard() | to.bitboard();
        let path = king_path | attacks::between(rook, rook_to) | rook_to.bitboard();
        if (path & others).any() {
            return false;
        }
        let attacked = |square, occupied| board.attackers(square, !us, occupied).any();
        // On the way the rook has not moved yet; at the end it stands beside the king.
        !king_path.into_iter().any(|square| attacked(square, others | rook.bitboard()))
            && !attacked(to, others | rook_to.bitboard())
    }
}

fn reaches(role: Role, from: Square, to: Square, occupied: Bitboard) -> bool {
    let targets = match role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => attacks::knight(from),
        Role::Bishop => attacks::bishop(from, occupied),
        Role::Rook => attacks::rook(from, occupied),
        Role::Queen => attacks::queen(from, occupied),
        Role::King => attacks::king(from),
    };
    targets.contains(to)
}

fn pawn_reaches(us: Color, from: Square, to: Square, kind: MoveKind, occupied: Bitboard) -> bool {
    if kind.is_capture() {
        return attacks::pawn(us, from).contains(to);
    }
    let up = if us == Color::White { 1 } else { -1 };
    let step = from.offset(0, up);
    step == Some(to)
        || (from.rank() == us.rank(Rank::Second)
            && from.offset(0, 2 * up) == Some(to)
            && step.is_some_and(|square| !occupied.contains(square)))
}
