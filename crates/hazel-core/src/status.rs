//! How a game stands: check, the ways it is over, and the draws that can be claimed.

use crate::{Bitboard, Position, Role, Zobrist};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The side to move is in check and has no move: it has lost.
    Checkmate,
    /// The side to move is not in check and has no move.
    Stalemate,
    /// Neither side has the men to mate, however the other plays.
    InsufficientMaterial,
    /// The position has occurred for the fifth time.
    FivefoldRepetition,
    /// 75 moves by each side without a capture or a pawn move.
    SeventyFiveMoves,
}

/// How a game stands in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Status {
    /// The side to move is in check.
    pub check: bool,
    /// The game is over, and this is why; where several reasons hold, the first in the order of [`Ending`].
    pub ending: Option<Ending>,
    /// A draw can be claimed: the position has occurred at least three times.
    pub threefold_repetition: bool,
    /// A draw can be claimed: 50 moves by each side without a capture or a pawn move.
    pub fifty_moves: bool,
}

impl Position {
    /// How the game stands, given the hashes of the earlier positions of the game in order, this one not included.
    /// Without them (`&[]`), nothing is known of repetitions.
    ///
    /// ```
    /// use hazel_core::{Ending, Move, MoveKind, Position, Square};
    ///
    /// let mut position = Position::initial();
    /// for (from, to) in
    ///     [(Square::F2, Square::F3), (Square::E7, Square::E5), (Square::G2, Square::G4), (Square::D8, Square::H4)]
    /// {
    ///     position.play(Move::new(from, to, MoveKind::Quiet));
    /// }
    /// assert_eq!(position.status(&[]).ending, Some(Ending::Checkmate));
    /// ```
    pub fn status(&self, earlier: &[Zobrist<Position>]) -> Status {
        let check = self.is_check();
        let occurrences = self.occurrences(earlier);
        let ending = if !self.has_legal_move() {
            Some(if check { Ending::Checkmate } else { Ending::Stalemate })
        } else if self.is_insufficient_material() {
            Some(Ending::InsufficientMaterial)
        } else if occurrences >= 5 {
            Some(Ending::FivefoldRepetition)
        } else if self.halfmove_clock() >= 150 {
            Some(Ending::SeventyFiveMoves)
        } else {
            None
        };
        Status {
            check,
            ending,
            threefold_repetition: occurrences >= 3,
            fifty_moves: self.halfmove_clock() >= 100,
        }
    }

    /// How often this position has occurred, the present time included. Positions with equal hashes are taken for the
    /// same.
    pub fn occurrences(&self, earlier: &[Zobrist<Position>]) -> usize {
        let hash = Zobrist::of(self);
        // Nothing from before the last capture or pawn move can come again, and only every second ply has the same
        // side to move.
        let reversible = earlier.len().min(self.halfmove_clock() as usize);
        let same_side = earlier.iter().rev().take(reversible).skip(1).step_by(2);
        1 + same_side.filter(|&&other| other == hash).count()
    }

    /// Whether neither side can mate, whatever both play: bare kings, one minor piece, or bishops that all stand on
    /// squares of one colour. Other dead positions, such as locked pawn chains, are not found.
    pub fn is_insufficient_material(&self) -> bool {
        let role = |role| self.board().role(role);
        if (role(Role::Pawn) | role(Role::Rook) | role(Role::Queen)).any() {
            return false;
        }
        let (knights, bishops) = (role(Role::Knight), role(Role::Bishop));
        let on_one_colour =
            (bishops & Bitboard::DARK).is_empty() || (bishops & Bitboard::LIGHT).is_empty();
        !(knights | bishops).several() || (knights.is_empty() && on_one_colour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Alter, Alteration, Color, Move, MoveKind, Setup, Square};

    /// Kings on e1 and e8 and these men.
    fn with(men: &[(Role, Color, Square)]) -> Position {
        let mut setup = Setup::default();
        let kings =
            [(Role::King, Color::White, Square::E1), (Role::King, Color::Black, Square::E8)];
        for &(role, color, square) in kings.iter().chain(men) {
            setup.alter(Alteration::place(role.of(color), square));
        }
        setup.validate().expect("a legal position")
    }

    #[test]
    fn insufficient_material_is_what_the_rules_of_thumb_say() {
        use Color::{Black, White};
        use Role::{Bishop, Knight, Pawn, Queen, Rook};
        let dead = |men: &[_]| with(men).is_insufficient_material();
        assert!(dead(&[]));
        assert!(dead(&[(Knight, White, Square::A3)]));
        assert!(dead(&[(Bishop, Black, Square::A3)]));
        // a3 and c1 are dark, a4 is light.
        assert!(dead(&[(Bishop, Black, Square::A3), (Bishop, White, Square::C1)]));
        assert!(!dead(&[(Bishop, Black, Square::A4), (Bishop, White, Square::C1)]));
        assert!(!dead(&[(Knight, White, Square::A3), (Knight, White, Square::A4)]));
        assert!(!dead(&[(Knight, White, Square::A3), (Bishop, Black, Square::A4)]));
        assert!(!dead(&[(Knight, White, Square::A3), (Bishop, White, Square::C1)]));
        for role in [Pawn, Rook, Queen] {
            assert!(!dead(&[(role, White, Square::A3)]), "{role}");
        }
    }

    #[test]
    fn clocks_end_games_only_at_75_moves() {
        let mut setup = *with(&[(Role::Rook, Color::White, Square::A1)]).setup();
        let at = |setup: &mut Setup, clock| {
            setup.state.halfmoves = clock;
            setup.validate().expect("a legal position").status(&[])
        };
        assert!(!at(&mut setup, 99).fifty_moves);
        let fifty = at(&mut setup, 100);
        assert_eq!((fifty.fifty_moves, fifty.ending), (true, None));
        assert_eq!(at(&mut setup, 149).ending, None);
        assert_eq!(at(&mut setup, 150).ending, Some(Ending::SeventyFiveMoves));
    }

    #[test]
    fn repetitions_are_counted_from_the_hashes_given() {
        let mut position = Position::initial();
        let mut hashes = vec![];
        let tour = [
            (Square::G1, Square::F3),
            (Square::G8, Square::F6),
            (Square::F3, Square::G1),
            (Square::F6, Square::G8),
        ];
        let mut seen = vec![];
        for (from, to) in tour.into_iter().cycle().take(16) {
            hashes.push(Zobrist::of(&position));
            position.play(Move::new(from, to, MoveKind::Quiet));
            let status = position.status(&hashes);
            seen.push((position.occurrences(&hashes), status.threefold_repetition, status.ending));
        }
        assert_eq!(seen[3], (2, false, None));
        assert_eq!(seen[7], (3, true, None));
        assert_eq!(seen[11], (4, true, None));
        assert_eq!(seen[15], (5, true, Some(Ending::FivefoldRepetition)));
        assert_eq!(seen[14], (4, true, None));
    }
}
