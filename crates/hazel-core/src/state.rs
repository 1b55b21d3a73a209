//! What a position is besides the men: whose turn, castling rights, en passant, clocks.

use crate::{Alter, Alteration, Bitboard, CastlingRight, Change, Color, File, Rank, Side, Square};

/// The metadata of a position. It follows the stream of alterations like everything else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State {
    /// Who may still castle.
    pub castling: Castling,
    /// Whose move it is.
    pub turn: Color,
    /// The file of a pawn that has just moved two squares, where it can be taken for it.
    pub en_passant: Option<File>,
    /// Plies since the last capture or pawn move. Played on, it stops at 4,095.
    pub halfmoves: u16,
    /// The number of the move, as a score sheet counts: up by one after each of Black's. After 65,535
    /// it starts again at 1.
    pub number: u16,
}

impl State {
    /// White to move, no rights, clocks at the start of a game.
    pub const INITIAL: State = State {
        castling: Castling::NONE,
        turn: Color::White,
        en_passant: None,
        halfmoves: 0,
        number: 1,
    };

    /// The square that the pawn passed over and on which the capture ends.
    #[inline(always)]
    pub fn en_passant_square(&self) -> Option<Square> {
        self.en_passant.map(|file| Square::new(file, (!self.turn).rank(Rank::Third)))
    }
}

impl Default for State {
    fn default() -> State {
        State::INITIAL
    }
}

impl Alter for State {
    #[inline(always)]
    fn alter(&mut self, alteration: Alteration) {
        match alteration.change() {
            Change::Noop | Change::Place(..) | Change::Remove(..) => {}
            Change::Turn => {
                self.number = self.number.wrapping_add(self.turn as u16).max(1);
                self.turn = !self.turn;
            }
            Change::Unturn => {
                self.turn = !self.turn;
                let before = self.number.wrapping_sub(self.turn as u16);
                self.number = if before == 0 { u16::MAX } else { before };
            }
            Change::Tick => self.halfmoves = self.halfmoves.wrapping_add(1),
            Change::Untick => self.halfmoves = self.halfmoves.wrapping_sub(1),
            Change::Reset(_) => self.halfmoves = 0,
            Change::Restore(old) => self.halfmoves = old,
            Change::EnPassant { new, .. } => self.en_passant = new,
            Change::Grant(right) | Change::Revoke(right) => {
                self.castling.rooks ^=
                    Castling::rook_square(right.color, right.rook_file).bitboard();
            }
        }
    }
}

/// Castling rights as the set of rooks that may still castle.
///
/// A rook on the first rank is White's, on the eighth Black's; the file is what Chess960 needs, and a move that leaves
/// or captures such a rook is found with one `&`. Which way a rook castles follows from where the king stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Castling {
    rooks: Bitboard,
}

impl Castling {
    /// Nobody may castle.
    pub const NONE: Castling = Castling { rooks: Bitboard::EMPTY };

    /// The rights of these rooks; squares off the first and eighth ranks are left out.
    pub const fn new(rooks: Bitboard) -> Castling {
        Castling { rooks: Bitboard(rooks.0 & Bitboard::BACK_RANKS.0) }
    }

    /// The rooks that may castle, both colours.
    #[inline(always)]
    pub const fn rooks(self) -> Bitboard {
        self.rooks
    }

    /// The rooks of `color` that may castle.
    #[inline(always)]
    pub fn rooks_of(self, color: Color) -> Bitboard {
        self.rooks & color.rank(Rank::First).bitboard()
    }

    /// The rook with which a king of `color` on `king` may castle to `side`.
    #[inline(always)]
    pub fn rook(self, color: Color, side: Side, king: Square) -> Option<Square> {
        let right_of_king = Bitboard(!0 << king as u8);
        let there = match side {
            Side::King => right_of_king,
            Side::Queen => !right_of_king,
        };
        (self.rooks_of(color) & there).first()
    }

    /// The square of the rook that castles for `color` from `file`.
    #[inline(always)]
    pub const fn rook_square(color: Color, file: File) -> Square {
        Square::new(file, color.rank(Rank::First))
    }

    /// The right of the rook on `rook` to castle with the king on `king`; the colour is read off the rank.
    #[inline(always)]
    pub(crate) fn right(rook: Square, king: Square) -> CastlingRight {
        CastlingRight {
            color: if rook.rank() == Rank::First { Color::White } else { Color::Black },
            side: if rook > king { Side::King } else { Side::Queen },
            rook_file: rook.file(),
        }
    }
}

impl std::fmt::Debug for Castling {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.rooks).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alteration_is_undone_by_its_inverse() {
        let start = State {
            castling: Castling::new(Square::H1.bitboard()),
            en_passant: Some(File::C),
            halfmoves: 7,
            number: u16::MAX,
            turn: Color::Black,
        };
        for bits in 0..=u16::MAX {
            let Ok(alteration) = Alteration::from_bits(bits) else { continue };
            // Those that state what was before are applied where it is so.
            let fits = match alteration.change() {
                Change::Reset(old) => old == start.halfmoves,
                Change::Restore(_) => false,
                Change::EnPassant { old, .. } => old == start.en_passant,
                _ => true,
            };
            if fits {
                let mut state = start;
                state.alter(alteration);
                state.alter(!alteration);
                assert_eq!(state, start, "{alteration:?}");
            }
        }
    }

    #[test]
    fn the_move_number_rises_after_black() {
        let mut state = State::INITIAL;
        let numbers = [1, 1, 2, 2, 3].map(|expected| {
            let number = state.number;
            state.alter(Alteration::TURN);
            number == expected
        });
        assert_eq!(numbers, [true; 5]);
        for _ in 0..5 {
            state.alter(!Alteration::TURN);
        }
        assert_eq!(state, State::INITIAL);
    }

    #[test]
    fn after_the_highest_move_number_comes_the_first() {
        let last = State { turn: Color::Black, number: u16::MAX, ..State::INITIAL };
        let mut state = last;
        state.alter(Alteration::TURN);
        assert_eq!(state.number, 1);
        state.alter(!Alteration::TURN);
        assert_eq!(state, last);
    }

    #[test]
    fn rooks_are_found_by_colour_and_side() {
        let rooks = [Square::B1, Square::H1, Square::A8, Square::E4].into_iter().collect();
        let castling = Castling::new(rooks);
        assert!(!castling.rooks().contains(Square::E4));
        assert_eq!(castling.rook(Color::White, Side::King, Square::E1), Some(Square::H1));
        assert_eq!(castling.rook(Color::White, Side::Queen, Square::E1), Some(Square::B1));
        assert_eq!(castling.rook(Color::Black, Side::King, Square::E8), None);
        assert_eq!(castling.rook(Color::Black, Side::Queen, Square::E8), Some(Square::A8));
        let right = Castling::right(Square::B1, Square::E1);
        assert_eq!(
            (right.color, right.side, right.rook_file),
            (Color::White, Side::Queen, File::B)
        );
        assert_eq!(format!("{castling:?}"), "[B1, H1, A8]");
        let right = Castling::right(Square::H8, Square::E8);
        assert_eq!((right.color, right.side, right.rook_file), (Color::Black, Side::King, File::H));
    }
}
