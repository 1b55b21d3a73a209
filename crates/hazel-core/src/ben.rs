//! BEN: a position in 32 bytes.
//!
//! ```text
//! byte  0..8    occupied squares, bit i = square i, little-endian
//!       8..24   four planes of 32 bits, little-endian: bit k of plane p is bit p of the code of the k-th man,
//!               counting occupied squares from a1
//!      24       version, 1
//!      25       bit 0: 1 if Black is to move; bits 1..5: en-passant file, 0 none, 1 the a-file; others zero
//!      26..28   halfmove clock, little-endian, at most 4095
//!      28..30   move number, little-endian
//!      30..32   zero
//! ```
//!
//! A man's code is its role (pawn 0, knight 1, bishop 2, rook 3, queen 4, king 5), 6 for a rook that may still castle,
//! and 8 more for Black. Bit planes instead of nibbles, because with BMI2 a plane is one instruction. Unused bits are
//! zero, so equal positions have equal bytes, and the bytes can be compared and hashed as they are.

use std::fmt;

use crate::{
    Alter, Alteration, Bitboard, Castling, Color, File, Piece, Position, Query, Role, Setup,
    SetupError, State, bits,
};

/// A position packed in 32 bytes: the currency inside and on disk. Chess960 included, nothing lost.
///
/// A `Ben` is well-formed (its version is known and no stray bit is set), but whether it is a valid position is only
/// known once it is unpacked.
///
/// ```
/// use hazel_core::{Ben, Position};
///
/// let ben = Ben::from(&Position::initial());
/// assert_eq!(Ben::from_bytes(*ben.as_bytes()), Ok(ben));
/// assert_eq!(ben.position(), Ok(Position::initial()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Ben([u8; 32]);

const VERSION: u8 = 1;
const CASTLING_ROOK: u8 = 6;

impl Ben {
    /// The bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The position with these bytes, if they are well-formed.
    ///
    /// # Errors
    /// An unknown version, more than 32 men, codes that no man has, castling rooks off the back ranks, or a bit set
    /// that has no meaning.
    pub fn from_bytes(bytes: [u8; 32]) -> Result<Ben, BenError> {
        let ben = Ben(bytes);
        let occupied = ben.occupied();
        if bytes[24] != VERSION {
            return Err(BenError::Version(bytes[24]));
        }
        if occupied.len() > 32 {
            return Err(BenError::TooManyMen(occupied.len()));
        }
        if bytes[25] >> 1 > 8 {
            return Err(BenError::EnPassant(bytes[25] >> 1));
        }
        if ben.state().halfmoves > Alteration::MAX_CLOCK {
            return Err(BenError::Clock(ben.state().halfmoves));
        }
        if let Some(byte) = [30, 31].into_iter().find(|&byte| bytes[byte] != 0) {
            return Err(BenError::StrayBit(byte));
        }
        let past_the_last_man = (!0u64 << occupied.len()) as u32;
        for plane in 0..4 {
            if occupied.len() < 32 && ben.plane(plane) & past_the_last_man != 0 {
                return Err(BenError::StrayBit(8 + 4 * plane));
            }
        }
        for (square, code) in ben.codes() {
            let off_back_rank = !Bitboard::BACK_RANKS.contains(square);
            if code & 7 == 7 || (code & 7 == CASTLING_ROOK && off_back_rank) {
                return Err(BenError::Man { code, square });
            }
        }
        Ok(ben)
    }

    /// The setup with these men and metadata, unchecked.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup { state: self.state(), ..Setup::default() };
        let mut castling_rooks = Bitboard::EMPTY;
        for (square, code) in self.codes() {
            let role = if code & 7 == CASTLING_ROOK {
                castling_rooks |= square.bitboard();
                Role::Rook
            } else {
                Role::ALL[code as usize & 7]
            };
            let color = if code & 8 == 0 { Color::White } else { Color::Black };
            setup.board.alter(Alteration::place(Piece { color, role }, square));
        }
        setup.state.castling = Castling::new(castling_rooks);
        setup
    }

    /// The position.
    ///
    /// # Errors
    /// The rule that it breaks, if it isn't a valid one.
    pub fn position(&self) -> Result<Position, SetupError> {
        self.setup().validate()
    }

    /// The same position with both clocks at zero: what the rules on repetition compare.
    pub(crate) fn without_clocks(mut self) -> Ben {
        self.0[26..30].fill(0);
        self
    }

    fn occupied(&self) -> Bitboard {
        Bitboard(u64::from_le_bytes(self.field(0)))
    }

    fn plane(&self, plane: usize) -> u32 {
        u32::from_le_bytes(self.field(8 + 4 * plane))
    }

    fn state(&self) -> State {
        State {
            castling: Castling::NONE,
            turn: Color::ALL[self.0[25] as usize & 1],
            en_passant: File::from_index((self.0[25] as usize >> 1).wrapping_sub(1)),
            halfmoves: u16::from_le_bytes(self.field(26)),
            number: u16::from_le_bytes(self.field(28)),
        }
    }

    /// The occupied squares with the codes of their men.
    fn codes(&self) -> impl Iterator<Item = (crate::Square, u8)> {
        let planes = [0, 1, 2, 3].map(|plane| self.plane(plane));
        self.occupied().into_iter().enumerate().map(move |(man, square)| {
            let bit = |plane: usize| (planes[plane] >> man & 1) as u8;
            (square, bit(0) | bit(1) << 1 | bit(2) << 2 | bit(3) << 3)
        })
    }

    fn field<const N: usize>(&self, start: usize) -> [u8; N] {
        std::array::from_fn(|byte| self.0[start + byte])
    }
}

impl From<&Position> for Ben {
    fn from(position: &Position) -> Ben {
        let (board, state) = (position.board(), position.state());
        let occupied = board.occupied();
        let role = |role| board.role(role);
        let castling = state.castling.rooks();
        let planes = [
            role(Role::Knight) | (role(Role::Rook) - castling) | role(Role::King),
            role(Role::Bishop) | role(Role::Rook),
            role(Role::Queen) | role(Role::King) | castling,
            board.color(Color::Black),
        ];
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
        for (plane, set) in planes.into_iter().enumerate() {
            let gathered = bits::gather(set.0, occupied.0) as u32;
            bytes[8 + 4 * plane..12 + 4 * plane].copy_from_slice(&gathered.to_le_bytes());
        }
        bytes[24] = VERSION;
        bytes[25] = state.turn as u8 | state.en_passant.map_or(0, |file| file as u8 + 1) << 1;
        bytes[26..28].copy_from_slice(&state.halfmoves.to_le_bytes());
        bytes[28..30].copy_from_slice(&state.number.to_le_bytes());
        Ben(bytes)
    }
}

/// The bytes in hexadecimal.
impl fmt::Debug for Ben {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Why 32 bytes are not a BEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BenError {
    /// The version is not one that this reader knows.
    Version(u8),
    /// More than 32 squares are occupied.
    TooManyMen(u32),
    /// The en-passant field names no file.
    EnPassant(u8),
    /// The halfmove clock is above 4095.
    Clock(u16),
    /// A man's code is none that exists, or stands where it can't.
    Man {
        /// The code.
        code: u8,
        /// Where it stands.
        square: crate::Square,
    },
    /// A bit that has no meaning is set in this byte or in the three after it.
    StrayBit(usize),
}

impl fmt::Display for BenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BenError::Version(version) => {
                write!(f, "byte 24: version {version}, expected {VERSION}")
            }
            BenError::TooManyMen(men) => write!(f, "byte 0: {men} men, expected at most 32"),
            BenError::EnPassant(file) => {
                write!(f, "byte 25: en-passant file {file}, expected 0 to 8")
            }
            BenError::Clock(clock) => {
                write!(f, "byte 26: halfmove clock {clock}, expected at most 4095")
            }
            BenError::Man { code, square } => {
                write!(f, "byte 8: the man on {square} has the code {code}, which is none there")
            }
            BenError::StrayBit(byte) => write!(f, "byte {byte}: a bit is set that has no meaning"),
        }
    }
}

impl std::error::Error for BenError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    #[test]
    fn the_initial_position_has_the_documented_bytes() {
        let ben = Ben::from(&Position::initial());
        assert_eq!(ben.as_bytes()[..8], [0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF]);
        // On the first rank the codes are 6 1 2 4 5 2 1 6: bit 0 is set for b, e and g.
        assert_eq!(ben.as_bytes()[8], 0b0101_0010);
        assert_eq!(ben.as_bytes()[12], 0b1010_0101);
        assert_eq!(ben.as_bytes()[16], 0b1001_1001);
        assert_eq!(ben.as_bytes()[20..24], [0, 0, 0xFF, 0xFF]);
        assert_eq!(ben.as_bytes()[24..], [1, 0, 0, 0, 1, 0, 0, 0]);
        assert_eq!(ben.position(), Ok(Position::initial()));
        assert_eq!(&format!("{ben:?}")[..16], "ffff00000000ffff");
    }

    #[test]
    fn metadata_survives() {
        let mut setup = Setup::initial();
        setup.state.halfmoves = 4095;
        setup.state.number = 65535;
        setup.state.turn = Color::Black;
        let position = setup.validate().expect("a legal position");
        let ben = Ben::from(&position);
        assert_eq!(ben.position(), Ok(position));
        assert_eq!(ben.setup(), setup);
        let bare = ben.without_clocks().setup().state;
        assert_eq!((bare.halfmoves, bare.number, bare.turn), (0, 0, Color::Black));
    }

    #[test]
    fn malformed_bytes_are_refused_with_the_place() {
        let good = *Ben::from(&Position::initial()).as_bytes();
        let with = |byte: usize, value: u8| {
            let mut bytes = good;
            bytes[byte] = value;
            Ben::from_bytes(bytes).map_err(|error| error.to_string())
        };
        assert_eq!(with(24, 1).map(|ben| *ben.as_bytes()), Ok(good));
        let error = |byte, value| with(byte, value).unwrap_err();
        assert_eq!(error(24, 2), "byte 24: version 2, expected 1");
        assert_eq!(error(3, 1), "byte 0: 33 men, expected at most 32");
        assert_eq!(error(25, 18), "byte 25: en-passant file 9, expected 0 to 8");
        assert_eq!(error(27, 16), "byte 26: halfmove clock 4096, expected at most 4095");
        assert_eq!(error(31, 1), "byte 31: a bit is set that has no meaning");
        // With a man fewer, the last man's bits are left over.
        assert_eq!(error(1, 0xFE), "byte 12: a bit is set that has no meaning");
        // The pawn on a2 becomes a rook that may castle, then a code that is no man.
        let mut bytes = good;
        bytes[13] |= 1;
        bytes[17] |= 1;
        let error = Ben::from_bytes(bytes).unwrap_err();
        assert_eq!(error, BenError::Man { code: 6, square: Square::A2 });
        assert_eq!(error.to_string(), "byte 8: the man on a2 has the code 6, which is none there");
        bytes[9] |= 1;
        let error = Ben::from_bytes(bytes).unwrap_err();
        assert_eq!(error, BenError::Man { code: 7, square: Square::A2 });
    }
}
