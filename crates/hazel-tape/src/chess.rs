//! Chess as a game that can be taped.
//!
//! The sixteen classes are the twelve pieces (White's pawn, knight, bishop, rook, queen and king are 0 to 5, Black's 6
//! to 11), the turn (12), the halfmove clock (13), en passant (14) and castling rights (15).

use hazel_core::{Alteration, Ben, Change, Color, Hashed, Move, Piece, Position, Role, Zobrist};

use crate::{Interest, Step, Tape};

const TURN: u8 = 12;
const CLOCK: u8 = 13;
const EN_PASSANT: u8 = 14;
const CASTLING: u8 = 15;

impl Step for Alteration {
    type Start = Position;

    const ALPHABET: [u8; 8] = *b"CHESS\0\0\0";
    const NOOP: Alteration = Alteration::NOOP;

    #[inline]
    fn bits(self) -> u16 {
        self.bits()
    }

    #[inline]
    fn from_bits(bits: u16) -> Option<Alteration> {
        Alteration::from_bits(bits).ok()
    }

    #[inline]
    fn key(self) -> u64 {
        Position::key(self)
    }

    #[inline]
    fn ends_ply(self) -> bool {
        self == Alteration::TURN
    }

    #[inline]
    fn class(self) -> u8 {
        CLASSES[usize::from(self.bits() >> CLASSLESS)]
    }

    fn start_hash(start: &Position) -> u64 {
        Zobrist::<Position>::of(start).bits()
    }

    fn write_start(start: &Position) -> [u8; 32] {
        *Ben::from(start).as_bytes()
    }

    /// Only bytes of valid positions, and only those that a position is written as: no en-passant file without a
    /// capture.
    fn read_start(bytes: [u8; 32]) -> Option<Position> {
        let position = Ben::from_bytes(bytes).ok()?.position().ok()?;
        (Alteration::write_start(&position) == bytes).then_some(position)
    }
}

/// What a follower of chess can be interested in.
impl Interest {
    /// Changes of turn: one for each ply.
    pub const TURN: Interest = Interest::class(TURN);
    /// The halfmove clock.
    pub const CLOCK: Interest = Interest::class(CLOCK);
    /// The en-passant file.
    pub const EN_PASSANT: Interest = Interest::class(EN_PASSANT);
    /// Castling rights.
    pub const CASTLING: Interest = Interest::class(CASTLING);
    /// Everything but the men.
    pub const METADATA: Interest =
        Interest::TURN.with(Interest::CLOCK).with(Interest::EN_PASSANT).with(Interest::CASTLING);
    /// The men of both sides.
    pub const MEN: Interest = Interest::color(Color::White).with(Interest::color(Color::Black));

    /// Men of one role and colour.
    pub const fn piece(piece: Piece) -> Interest {
        Interest::class(class_of(piece))
    }

    /// Men of one role, both colours.
    pub const fn role(role: Role) -> Interest {
        Interest::piece(role.of(Color::White)).with(Interest::piece(role.of(Color::Black)))
    }

    /// The men of one side.
    pub const fn color(color: Color) -> Interest {
        let mut all = Interest::NONE;
        let mut role = 0;
        while role < Role::ALL.len() {
            all = all.with(Interest::piece(Role::ALL[role].of(color)));
            role += 1;
        }
        all
    }
}

impl Tape {
    /// Appends what a legal move does in `position`, which must be the one at the end of the tape. [`Move::NONE`] is
    /// passing. Where the position is played on anyway, let the tape follow it instead: it is a listener
    /// ([`Position::play_with`]).
    pub fn record(&mut self, position: &Position, m: Move) {
        self.extend(position.stream(m).iter().copied());
    }

    /// Where the game began, packed: the bytes with which a file of this tape begins it.
    pub fn start_ben(&self) -> Ben {
        Ben::from(self.start())
    }
}

/// The low bits of an alteration, which have no part in its class: a square, or part of what else there is.
const CLASSLESS: u32 = 6;

/// The class of an alteration by its other bits. Alterations come in no order that a processor could foresee, so that
/// asking what they change costs more than looking it up.
static CLASSES: [u8; 1 << (16 - CLASSLESS)] = {
    let mut classes = [0; 1 << (16 - CLASSLESS)];
    let mut high = 0;
    while high < classes.len() {
        // Of each class of valid bits there are some whose low ones are zero.
        if let Ok(a) = Alteration::from_bits((high as u16) << CLASSLESS) {
            classes[high] = class_of_change(a.change());
        }
        high += 1;
    }
    classes
};

const fn class_of_change(change: Change) -> u8 {
    match change {
        Change::Noop => 0,
        Change::Place(piece, _) | Change::Remove(piece, _) => class_of(piece),
        Change::Turn | Change::Unturn => TURN,
        Change::Tick | Change::Untick | Change::Reset(_) | Change::Restore(_) => CLOCK,
        Change::EnPassant { .. } => EN_PASSANT,
        Change::Grant(_) | Change::Revoke(_) => CASTLING,
    }
}

const fn class_of(piece: Piece) -> u8 {
    piece.color as u8 * 6 + piece.role as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alteration_is_a_lawful_step() {
        let mut classes = Interest::NONE;
        for a in (0..=u16::MAX).filter_map(<Alteration as Step>::from_bits) {
            assert_eq!((Step::key(a), a.class()), (Step::key(!a), (!a).class()), "{a:?}");
            assert_eq!(<Alteration as Step>::from_bits(Step::bits(a)), Some(a));
            assert_eq!(a.ends_ply(), a.change() == Change::Turn);
            assert!(a.class() < 16);
            assert_eq!(a.class(), class_of_change(a.change()), "{a:?}");
            classes |= Interest::class(a.class());
        }
        assert_eq!(classes, Interest::ALL, "each class has a member");
        assert_eq!(Interest::MEN | Interest::METADATA, Interest::ALL);
    }

    #[test]
    fn classes_tell_what_an_interest_names() {
        let knight = Role::Knight.of(Color::Black);
        let place = Alteration::place(knight, hazel_core::Square::C6);
        for (interest, wanted) in [
            (Interest::piece(knight), true),
            (Interest::role(Role::Knight), true),
            (Interest::color(Color::Black), true),
            (Interest::color(Color::White), false),
            (Interest::role(Role::Pawn), false),
            (Interest::METADATA, false),
        ] {
            assert_eq!(interest.contains(place.class()), wanted, "{interest:?}");
        }
    }

    #[test]
    fn a_start_is_read_only_as_it_is_written() {
        let start = Position::initial();
        let bytes = Alteration::write_start(&start);
        assert_eq!(Alteration::read_start(bytes), Some(start));
        assert_eq!(Tape::new(start).start_ben().as_bytes(), &bytes);
        assert_eq!(Alteration::start_hash(&start), Zobrist::<Position>::of(&start).bits());
        // The a-file as en-passant file, where no capture is.
        let mut other = bytes;
        other[25] |= 2;
        assert_eq!(Alteration::read_start(other), None);
        assert_eq!(Alteration::read_start([0; 32]), None);
    }
}
