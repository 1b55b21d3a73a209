//! Alterations: what a move does, in reversible steps of 16 bits.
//!
//! ```text
//!  15   12 11                    0
//! +-------+-----------------------+
//! | opcode|        payload        |
//! +-------+-----------------------+
//!   0 no-op                             all zero
//!   1 place     2 remove                piece (4), square (6)
//!   3 turn      4 unturn                -
//!   5 tick      6 untick                -
//!   7 reset     8 restore               the halfmove clock before the reset (12)
//!   9 en passant                        old file (4), new file (4); 0 is none, 1 the a-file
//!  10 grant    11 revoke                colour (1), side (1), rook file (3)
//! ```
//!
//! Whatever has state follows the stream by implementing [`Alter`]. There is one place that writes the stream for a move
//! ([`Position::compile`](crate::Position::compile)); a listener never learns what a move is. Each alteration carries
//! what its inverse needs, so a stream read backwards with every entry inverted takes any listener back.

use std::fmt;
use std::ops::Not;

use crate::{Color, File, Piece, Square};

/// Which way a king castles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// Towards the h-file: the king ends on the g-file.
    King,
    /// Towards the a-file: the king ends on the c-file.
    Queen,
}

impl Side {
    /// Kingside, then queenside.
    pub const ALL: [Side; 2] = [Side::King, Side::Queen];

    /// The file on which the king ends.
    pub const fn king_file(self) -> File {
        match self {
            Side::King => File::G,
            Side::Queen => File::C,
        }
    }

    /// The file on which the rook ends.
    pub const fn rook_file(self) -> File {
        match self {
            Side::King => File::F,
            Side::Queen => File::D,
        }
    }
}

/// A castling right: whose, which way, and with the rook of which file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CastlingRight {
    /// Whose right it is.
    pub color: Color,
    /// Which way the king goes.
    pub side: Side,
    /// Where the rook stands, on the first rank of its side.
    pub rook_file: File,
}

/// One reversible step, packed in 16 bits. `!a` is its inverse.
///
/// ```
/// use hazel_core::{Alteration, Color, Role, Square};
///
/// let place = Alteration::place(Role::Knight.of(Color::White), Square::F3);
/// assert_eq!(!place, Alteration::remove(Role::Knight.of(Color::White), Square::F3));
/// assert_eq!(!!place, place);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Alteration(u16);

const _: () = assert!(size_of::<Alteration>() == 2);

/// What an [`Alteration`] says, unpacked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// Nothing happens.
    Noop,
    /// A piece appears on an empty square.
    Place(Piece, Square),
    /// A piece vanishes from its square.
    Remove(Piece, Square),
    /// The other side is to move; the move number rises after Black's move.
    Turn,
    /// The inverse of [`Change::Turn`].
    Unturn,
    /// The halfmove clock goes on by one.
    Tick,
    /// The inverse of [`Change::Tick`].
    Untick,
    /// The halfmove clock is set to zero; it stood at this value.
    Reset(u16),
    /// The inverse of [`Change::Reset`].
    Restore(u16),
    /// The en-passant file changes.
    EnPassant {
        /// Before.
        old: Option<File>,
        /// After.
        new: Option<File>,
    },
    /// A castling right appears.
    Grant(CastlingRight),
    /// A castling right is lost.
    Revoke(CastlingRight),
}

const NOOP: u16 = 0;
const PLACE: u16 = 1;
const REMOVE: u16 = 2;
const TURN: u16 = 3;
const UNTURN: u16 = 4;
const TICK: u16 = 5;
const UNTICK: u16 = 6;
const RESET: u16 = 7;
const RESTORE: u16 = 8;
const EN_PASSANT: u16 = 9;
const GRANT: u16 = 10;
const REVOKE: u16 = 11;

impl Alteration {
    /// Nothing happens: all bits zero.
    pub const NOOP: Alteration = Alteration(NOOP);
    /// The other side is to move.
    pub const TURN: Alteration = Alteration(TURN << 12);
    /// The halfmove clock goes on by one.
    pub const TICK: Alteration = Alteration(TICK << 12);
    /// The highest halfmove clock that a reset can carry.
    pub const MAX_CLOCK: u16 = 0x0FFF;

    /// A piece appears on an empty square.
    #[inline(always)]
    pub const fn place(piece: Piece, square: Square) -> Alteration {
        Alteration(PLACE << 12 | (piece.code() as u16) << 6 | square as u16)
    }

    /// A piece vanishes from its square.
    #[inline(always)]
    pub const fn remove(piece: Piece, square: Square) -> Alteration {
        Alteration(REMOVE << 12 | (piece.code() as u16) << 6 | square as u16)
    }

    /// The halfmove clock is set to zero; `old` is what it showed, of which the low twelve bits are kept.
    #[inline(always)]
    pub const fn reset(old: u16) -> Alteration {
        Alteration(RESET << 12 | old & Alteration::MAX_CLOCK)
    }

    /// The en-passant file changes from `old` to `new`.
    #[inline(always)]
    pub const fn en_passant(old: Option<File>, new: Option<File>) -> Alteration {
        Alteration(EN_PASSANT << 12 | pack_file(old) << 4 | pack_file(new))
    }

    /// A castling right appears.
    pub const fn grant(right: CastlingRight) -> Alteration {
        Alteration(GRANT << 12 | pack_right(right))
    }

    /// A castling right is lost.
    #[inline(always)]
    pub const fn revoke(right: CastlingRight) -> Alteration {
        Alteration(REVOKE << 12 | pack_right(right))
    }

    /// The alteration with these bits.
    ///
    /// # Errors
    /// The opcodes 12 to 15, pieces and files that do not exist and bits set outside the payload are refused.
    pub const fn from_bits(bits: u16) -> Result<Alteration, UnknownAlteration> {
        let payload = bits & 0x0FFF;
        let valid = match bits >> 12 {
            NOOP | TURN | UNTURN | TICK | UNTICK => payload == 0,
            PLACE | REMOVE => Piece::from_code((payload >> 6) as u8).is_some(),
            RESET | RESTORE => true,
            EN_PASSANT => payload >> 4 <= 8 && payload & 15 <= 8,
            GRANT | REVOKE => payload < 32,
            _ => false,
        };
        if valid { Ok(Alteration(bits)) } else { Err(UnknownAlteration { bits }) }
    }

    /// The 16 bits.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// What it says.
    #[inline(always)]
    pub const fn change(self) -> Change {
        let payload = self.0 & 0x0FFF;
        match self.0 >> 12 {
            PLACE => Change::Place(self.piece(), self.square()),
            REMOVE => Change::Remove(self.piece(), self.square()),
            TURN => Change::Turn,
            UNTURN => Change::Unturn,
            TICK => Change::Tick,
            UNTICK => Change::Untick,
            RESET => Change::Reset(payload),
            RESTORE => Change::Restore(payload),
            EN_PASSANT => {
                Change::EnPassant { old: unpack_file(payload >> 4), new: unpack_file(payload & 15) }
            }
            GRANT => Change::Grant(unpack_right(payload)),
            REVOKE => Change::Revoke(unpack_right(payload)),
            _ => Change::Noop,
        }
    }

    #[inline(always)]
    const fn piece(self) -> Piece {
        match Piece::from_code((self.0 >> 6 & 15) as u8) {
            Some(piece) => piece,
            None => unreachable!(),
        }
    }

    #[inline(always)]
    const fn square(self) -> Square {
        Square::wrapping(self.0 as u8)
    }
}

impl From<Change> for Alteration {
    fn from(change: Change) -> Alteration {
        match change {
            Change::Noop => Alteration::NOOP,
            Change::Place(piece, square) => Alteration::place(piece, square),
            Change::Remove(piece, square) => Alteration::remove(piece, square),
            Change::Turn => Alteration::TURN,
            Change::Unturn => !Alteration::TURN,
            Change::Tick => Alteration::TICK,
            Change::Untick => !Alteration::TICK,
            Change::Reset(old) => Alteration::reset(old),
            Change::Restore(old) => !Alteration::reset(old),
            Change::EnPassant { old, new } => Alteration::en_passant(old, new),
            Change::Grant(right) => Alteration::grant(right),
            Change::Revoke(right) => Alteration::revoke(right),
        }
    }
}

impl Not for Alteration {
    type Output = Alteration;

    /// The alteration that takes this one back.
    #[inline(always)]
    fn not(self) -> Alteration {
        let payload = self.0 & 0x0FFF;
        Alteration(match self.0 >> 12 {
            NOOP => self.0,
            EN_PASSANT => EN_PASSANT << 12 | (payload & 15) << 4 | payload >> 4,
            // The others come in pairs: an odd opcode and the even one after it, or for rights the other way round.
            opcode @ (GRANT | REVOKE) => (opcode ^ 1) << 12 | payload,
            opcode => (((opcode - 1) ^ 1) + 1) << 12 | payload,
        })
    }
}

/// What it says, for people who debug.
impl fmt::Debug for Alteration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.change().fmt(f)
    }
}

/// Whatever has state and follows the stream of alterations. `A` is another game's kind of alteration where one is meant.
pub trait Alter<A = Alteration> {
    /// Follows one step.
    fn alter(&mut self, alteration: A);
}

/// Nobody listens.
impl<A> Alter<A> for () {
    #[inline(always)]
    fn alter(&mut self, _: A) {}
}

impl<A, S: Alter<A> + ?Sized> Alter<A> for &mut S {
    #[inline(always)]
    fn alter(&mut self, alteration: A) {
        (**self).alter(alteration);
    }
}

/// Both listen, the first one first.
impl<A: Copy, S: Alter<A>, T: Alter<A>> Alter<A> for (S, T) {
    #[inline(always)]
    fn alter(&mut self, alteration: A) {
        self.0.alter(alteration);
        self.1.alter(alteration);
    }
}

/// Sixteen bits that are no alteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownAlteration {
    /// The bits that were read.
    pub bits: u16,
}

impl fmt::Display for UnknownAlteration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown alteration {:#06x}: expected opcode 0 to 11 with its payload", self.bits)
    }
}

impl std::error::Error for UnknownAlteration {}

#[inline(always)]
const fn pack_file(file: Option<File>) -> u16 {
    match file {
        None => 0,
        Some(file) => file as u16 + 1,
    }
}

#[inline(always)]
const fn unpack_file(bits: u16) -> Option<File> {
    File::from_index((bits as usize).wrapping_sub(1))
}

#[inline(always)]
const fn pack_right(right: CastlingRight) -> u16 {
    (right.color as u16) << 4 | (right.side as u16) << 3 | right.rook_file as u16
}

#[inline(always)]
const fn unpack_right(payload: u16) -> CastlingRight {
    CastlingRight {
        color: Color::ALL[(payload >> 4 & 1) as usize],
        side: Side::ALL[(payload >> 3 & 1) as usize],
        rook_file: File::ALL[(payload & 7) as usize],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every alteration that exists.
    fn all() -> impl Iterator<Item = Alteration> {
        (0..=u16::MAX).filter_map(|bits| Alteration::from_bits(bits).ok())
    }

    #[test]
    fn inverting_twice_is_identity_and_stays_within_the_valid_ones() {
        for a in all() {
            assert_eq!(!!a, a);
            assert_eq!(Alteration::from_bits((!a).bits()), Ok(!a));
            let is_own_inverse = match a.change() {
                Change::Noop => true,
                Change::EnPassant { old, new } => old == new,
                _ => false,
            };
            assert_eq!(!a == a, is_own_inverse, "{a:?}");
        }
    }

    #[test]
    fn packing_and_unpacking_are_inverse() {
        for a in all() {
            assert_eq!(Alteration::from(a.change()), a, "{:#06x}", a.bits());
        }
    }

    #[test]
    fn there_are_exactly_as_many_as_the_payloads_allow() {
        // no-op, turn, tick and their inverses; 12 pieces on 64 squares; 4096 clocks; 9 files; 32 rights.
        assert_eq!(all().count(), 5 + 2 * 12 * 64 + 2 * 4096 + 9 * 9 + 2 * 32);
        for bits in [0x0001, 0x1180, 0x3001, 0x5001, 0x9090, 0x9009, 0xA020, 0xC000, 0xFFFF] {
            assert!(Alteration::from_bits(bits).is_err(), "{bits:#06x}");
        }
        assert_eq!(
            Alteration::from_bits(0xC001).unwrap_err().to_string(),
            "unknown alteration 0xc001: expected opcode 0 to 11 with its payload"
        );
    }

    #[test]
    fn inverses_are_the_named_opposites() {
        let piece = crate::Role::Rook.of(Color::Black);
        let right = CastlingRight { color: Color::White, side: Side::Queen, rook_file: File::B };
        let pairs = [
            (Change::Place(piece, Square::C7), Change::Remove(piece, Square::C7)),
            (Change::Turn, Change::Unturn),
            (Change::Tick, Change::Untick),
            (Change::Reset(99), Change::Restore(99)),
            (Change::Grant(right), Change::Revoke(right)),
            (
                Change::EnPassant { old: None, new: Some(File::H) },
                Change::EnPassant { old: Some(File::H), new: None },
            ),
        ];
        for (forward, backward) in pairs {
            assert_eq!((!Alteration::from(forward)).change(), backward);
            assert_eq!((!Alteration::from(backward)).change(), forward);
        }
    }

    #[test]
    fn debug_says_what_it_does() {
        assert_eq!(format!("{:?}", Alteration::reset(7)), "Reset(7)");
    }

    #[test]
    fn listeners_can_be_paired() {
        struct Count(u32);
        impl Alter for Count {
            fn alter(&mut self, _: Alteration) {
                self.0 += 1;
            }
        }
        let mut pair = (Count(0), ((), Count(0)));
        pair.alter(Alteration::TURN);
        Alter::alter(&mut &mut pair, Alteration::TICK);
        assert_eq!((pair.0.0, pair.1.1.0), (2, 2));
    }
}
