//! Moves in 16 bits, and a list of them that lives on the stack.
//!
//! ```text
//!  15        10 9          4 3      0
//! +------------+------------+--------+
//! |    from    |     to     |  kind  |
//! +------------+------------+--------+
//! ```
//!
//! A move stores no colour: a promotion yields a [`Role`], and whoever plays it supplies the side. Castling names the
//! king's destination (g or c file), in Chess960 too; which rook goes with it is a matter of the position.

use std::fmt;

use arrayvec::ArrayVec;

use crate::{Role, Square};

/// What sort of move it is: the low four bits of a [`Move`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// Neither capture, nor castling, nor promotion.
    Quiet = 0,
    /// A capture that isn't one of the kinds below.
    Capture = 1,
    /// A pawn takes the pawn that has just passed it.
    EnPassant = 2,
    /// King and rook together; `to` is where the king ends.
    Castling = 3,
    /// Promotion to a queen, without capture.
    PromoteQueen = 4,
    /// Promotion to a rook, without capture.
    PromoteRook = 5,
    /// Promotion to a knight, without capture.
    PromoteKnight = 6,
    /// Promotion to a bishop, without capture.
    PromoteBishop = 7,
    /// Capture with promotion to a queen.
    CapturePromoteQueen = 8,
    /// Capture with promotion to a rook.
    CapturePromoteRook = 9,
    /// Capture with promotion to a knight.
    CapturePromoteKnight = 10,
    /// Capture with promotion to a bishop.
    CapturePromoteBishop = 11,
}

impl MoveKind {
    /// All twelve kinds, in the order of their numbers.
    pub const ALL: [MoveKind; 12] = [
        MoveKind::Quiet,
        MoveKind::Capture,
        MoveKind::EnPassant,
        MoveKind::Castling,
        MoveKind::PromoteQueen,
        MoveKind::PromoteRook,
        MoveKind::PromoteKnight,
        MoveKind::PromoteBishop,
        MoveKind::CapturePromoteQueen,
        MoveKind::CapturePromoteRook,
        MoveKind::CapturePromoteKnight,
        MoveKind::CapturePromoteBishop,
    ];

    /// The kind with this number, or `None` from 12 on.
    pub const fn from_index(index: usize) -> Option<MoveKind> {
        if index < 12 { Some(MoveKind::ALL[index]) } else { None }
    }

    /// The kind of a promotion; `None` for a pawn or a king.
    pub const fn promotion(role: Role, capture: bool) -> Option<MoveKind> {
        let base = match role {
            Role::Queen => 4,
            Role::Rook => 5,
            Role::Knight => 6,
            Role::Bishop => 7,
            Role::Pawn | Role::King => return None,
        };
        MoveKind::from_index(if capture { base + 4 } else { base })
    }

    /// What the pawn becomes, if this is a promotion.
    #[inline]
    pub const fn promoted(self) -> Option<Role> {
        if (self as u8) < 4 { None } else { Some(Role::PROMOTIONS[self as usize & 3]) }
    }

    /// Whether a man of the other side is taken, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        matches!(self, MoveKind::Capture | MoveKind::EnPassant) || self as u8 >= 8
    }
}

/// A move: from, to and kind in 16 bits. It means something only together with a position.
///
/// ```
/// use hazel_core::{Move, MoveKind, Square};
///
/// let m = Move::new(Square::E2, Square::E4, MoveKind::Quiet);
/// assert_eq!(m.bits(), 0b001100_011100_0000);
/// assert_eq!(Move::from_bits(m.bits()), Ok(m));
/// assert!(Move::from_bits(0x000F).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(u16);

const _: () = assert!(size_of::<Move>() == 2);

impl Move {
    /// All bits zero: "no move". It is never legal.
    pub const NONE: Move = Move(0);

    /// A move from its parts.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        Move((from as u16) << 10 | (to as u16) << 4 | kind as u16)
    }

    /// The move with these bits.
    ///
    /// # Errors
    /// Kinds 12 to 15 do not exist.
    pub const fn from_bits(bits: u16) -> Result<Move, UnknownMoveKind> {
        if bits & 15 < 12 { Ok(Move(bits)) } else { Err(UnknownMoveKind { bits }) }
    }

    /// The 16 bits, most significant first: from (6), to (6), kind (4).
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Where the moving man starts.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::wrapping((self.0 >> 10) as u8)
    }

    /// Where it ends; for castling, where the king ends.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::wrapping((self.0 >> 4) as u8)
    }

    /// What sort of move it is.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        MoveKind::ALL[(self.0 & 15) as usize]
    }

    /// What the pawn becomes, if this is a promotion. The colour is the mover's.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        self.kind().promoted()
    }

    /// Whether a man of the other side is taken, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.kind().is_capture()
    }
}

/// From, to and kind, for people who debug.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}:{:?}", self.from(), self.to(), self.kind())
    }
}

/// Sixteen bits that name a kind of move that does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownMoveKind {
    /// The bits that were read.
    pub bits: u16,
}

impl fmt::Display for UnknownMoveKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown move kind {} in {:#06x}: expected 0 to 11", self.bits & 15, self.bits)
    }
}

impl std::error::Error for UnknownMoveKind {}

/// The moves of one position, without allocation.
///
/// A side has at most 16 men and a queen at most 27 moves, so 512 places hold whatever a valid position allows.
pub type MoveList = ArrayVec<Move, 512>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_round_trip_and_unknown_kinds_are_refused() {
        for bits in 0..=u16::MAX {
            match Move::from_bits(bits) {
                Ok(m) => {
                    assert!(bits & 15 < 12);
                    assert_eq!(m.bits(), bits);
                    assert_eq!(Move::new(m.from(), m.to(), m.kind()), m);
                }
                Err(error) => {
                    assert!(bits & 15 >= 12);
                    assert_eq!(error.bits, bits);
                }
            }
        }
        let message = Move::from_bits(0x001D).unwrap_err().to_string();
        assert_eq!(message, "unknown move kind 13 in 0x001d: expected 0 to 11");
    }

    #[test]
    fn kinds_say_what_they_are() {
        use MoveKind::{
            Capture, CapturePromoteBishop, CapturePromoteKnight, CapturePromoteQueen,
            CapturePromoteRook, EnPassant,
        };
        let captures: Vec<MoveKind> =
            MoveKind::ALL.into_iter().filter(|kind| kind.is_capture()).collect();
        assert_eq!(
            captures,
            [
                Capture,
                EnPassant,
                CapturePromoteQueen,
                CapturePromoteRook,
                CapturePromoteKnight,
                CapturePromoteBishop
            ]
        );
        for (index, kind) in MoveKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, index);
            assert_eq!(MoveKind::from_index(index), Some(kind));
            if let Some(role) = kind.promoted() {
                assert_eq!(MoveKind::promotion(role, kind.is_capture()), Some(kind));
            } else {
                assert!(index < 4);
            }
        }
        assert_eq!(MoveKind::from_index(12), None);
        assert_eq!(MoveKind::promotion(Role::King, false), None);
        assert_eq!(MoveKind::promotion(Role::Pawn, true), None);
        let m = Move::new(Square::B7, Square::A8, CapturePromoteKnight);
        assert_eq!((m.promotion(), m.is_capture()), (Some(Role::Knight), true));
        assert_eq!(format!("{m:?}"), "b7a8:CapturePromoteKnight");
    }
}
