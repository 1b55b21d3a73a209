//! Hashes that follow alterations.
//!
//! A Zobrist hash is the exclusive-or of one random key per fact. Since every change of a fact is an alteration, a hash
//! is wholly described by the key of each alteration ([`Hashed::key`]), and `a` and `!a` have the same. The type says
//! what was hashed, so that a pawn hash can't be looked up where positions are kept.
//!
//! Keys come from a fixed seed at compile time: hashes are the same on every machine and may be stored.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use crate::{
    Alter, Alteration, Ben, Bitboard, Change, Color, File, Piece, Position, Role, Setup, Square,
};

/// A thing that can be hashed by following alterations.
pub trait Hashed {
    /// What the hash stands for, in full: equal things have equal witnesses, different things different ones.
    type Witness: Copy + Eq + fmt::Debug;

    /// What an alteration changes in the hash. For every `a`, the keys of `a` and `!a` are the same.
    fn key(alteration: Alteration) -> u64;

    /// What the hash of `position` stands for.
    fn witness(position: &Position) -> Self::Witness;
}

/// Men, turn, castling rights and en passant (which a position has only where a capture is legal), but no clocks: what
/// the rules on repetition call the same position.
impl Hashed for Position {
    type Witness = Ben;

    #[inline(always)]
    fn key(alteration: Alteration) -> u64 {
        match alteration.change() {
            Change::Place(piece, square) | Change::Remove(piece, square) => man_key(piece, square),
            Change::Turn | Change::Unturn => KEYS.turn,
            Change::EnPassant { old, new } => en_passant_key(old) ^ en_passant_key(new),
            Change::Grant(right) | Change::Revoke(right) => {
                KEYS.castling[right.color.index()][right.rook_file.index()]
            }
            _ => 0,
        }
    }

    fn witness(position: &Position) -> Ben {
        Ben::from(position).without_clocks()
    }
}

/// The pawns of both sides and nothing else: what a [`Zobrist<Pawns>`](Zobrist) is a hash of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pawns {}

impl Hashed for Pawns {
    type Witness = [Bitboard; 2];

    #[inline(always)]
    fn key(alteration: Alteration) -> u64 {
        match alteration.change() {
            Change::Place(piece, square) | Change::Remove(piece, square)
                if piece.role == Role::Pawn =>
            {
                man_key(piece, square)
            }
            _ => 0,
        }
    }

    fn witness(position: &Position) -> [Bitboard; 2] {
        Color::ALL.map(|color| position.board().men(color, Role::Pawn))
    }
}

/// A hash of a `T`, kept up to date by following alterations.
///
/// ```
/// use hazel_core::{Move, MoveKind, Position, Square, Zobrist};
///
/// let mut position = Position::initial();
/// let mut hash = Zobrist::<Position>::of(&position);
/// position.play_with(Move::new(Square::G1, Square::F3, MoveKind::Quiet), &mut hash);
/// assert_eq!(hash, Zobrist::of(&position));
/// ```
pub struct Zobrist<T> {
    bits: u64,
    of: PhantomData<fn() -> T>,
}

impl<T: Hashed> Zobrist<T> {
    /// The hash of an empty board with White to move.
    pub const EMPTY: Zobrist<T> = Zobrist { bits: 0, of: PhantomData };

    /// The hash of a position, from scratch.
    pub fn of(position: &Position) -> Zobrist<T> {
        Zobrist::of_setup(position.setup())
    }

    /// The hash of a setup, from scratch.
    pub fn of_setup(setup: &Setup) -> Zobrist<T> {
        let mut hash = Zobrist::EMPTY;
        setup.build(&mut hash);
        hash
    }

    /// The 64 bits.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// A hash with these bits, such as one that was stored.
    pub const fn from_bits(bits: u64) -> Zobrist<T> {
        Zobrist { bits, of: PhantomData }
    }
}

impl<T: Hashed> Alter for Zobrist<T> {
    #[inline(always)]
    fn alter(&mut self, alteration: Alteration) {
        self.bits ^= T::key(alteration);
    }
}

// Written by hand, since deriving would ask the same of `T`, which is only a name here.
impl<T> Clone for Zobrist<T> {
    fn clone(&self) -> Zobrist<T> {
        *self
    }
}

impl<T> Copy for Zobrist<T> {}

impl<T> PartialEq for Zobrist<T> {
    fn eq(&self, other: &Zobrist<T>) -> bool {
        self.bits == other.bits
    }
}

impl<T> Eq for Zobrist<T> {}

impl<T> Hash for Zobrist<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }
}

impl<T> fmt::Debug for Zobrist<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.bits)
    }
}

struct Keys {
    /// By [`Piece::code`] and square; the codes that no piece has stay zero.
    men: [[u64; 64]; 16],
    castling: [[u64; 8]; 2],
    en_passant: [u64; 8],
    turn: u64,
}

static KEYS: Keys = make_keys(0x4841_5A45_4C20_4B45);

#[inline(always)]
fn man_key(piece: Piece, square: Square) -> u64 {
    KEYS.men[piece.code() as usize & 15][square.index()]
}

#[inline(always)]
fn en_passant_key(file: Option<File>) -> u64 {
    file.map_or(0, |file| KEYS.en_passant[file.index()])
}

const fn make_keys(seed: u64) -> Keys {
    let mut keys = Keys { men: [[0; 64]; 16], castling: [[0; 8]; 2], en_passant: [0; 8], turn: 0 };
    let mut state = seed;
    let mut code = 0;
    while code < 16 {
        let mut square = 0;
        while square < 64 && Piece::from_code(code as u8).is_some() {
            keys.men[code][square] = split_mix(&mut state);
            square += 1;
        }
        code += 1;
    }
    let mut file = 0;
    while file < 8 {
        keys.castling[0][file] = split_mix(&mut state);
        keys.castling[1][file] = split_mix(&mut state);
        keys.en_passant[file] = split_mix(&mut state);
        file += 1;
    }
    keys.turn = split_mix(&mut state);
    keys
}

/// The `SplitMix64` generator of Steele, Lea and Flood (OOPSLA 2014).
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E3779B97F4A7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D049BB133111EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::hash::BuildHasher;

    use super::*;
    use crate::Rank;

    #[test]
    fn an_alteration_and_its_inverse_have_the_same_key() {
        for bits in 0..=u16::MAX {
            if let Ok(a) = Alteration::from_bits(bits) {
                assert_eq!(Position::key(a), Position::key(!a), "{a:?}");
                assert_eq!(Pawns::key(a), Pawns::key(!a), "{a:?}");
            }
        }
    }

    #[test]
    fn facts_have_different_keys_and_clocks_none() {
        let mut keys = HashSet::new();
        for bits in 0..=u16::MAX {
            let Ok(a) = Alteration::from_bits(bits) else { continue };
            let clock = matches!(
                a.change(),
                Change::Noop
                    | Change::Tick
                    | Change::Untick
                    | Change::Reset(_)
                    | Change::Restore(_)
            );
            let unchanged = matches!(a.change(), Change::EnPassant { old, new } if old == new);
            assert_eq!(Position::key(a) == 0, clock || unchanged, "{a:?}");
            keys.insert(Position::key(a));
        }
        // Zero; 768 men; turn; 8 files and 28 pairs of files; 16 rooks.
        assert_eq!(keys.len(), 1 + 768 + 1 + 8 + 28 + 16);
    }

    #[test]
    fn the_first_number_of_the_generator_is_the_published_one() {
        // Seed 1234567, first output, as given by the reference implementation's test vectors.
        assert_eq!(split_mix(&mut 1234567), 6457827717110365317);
    }

    #[test]
    fn the_witness_of_a_pawn_hash_is_the_pawns() {
        let pawns = Pawns::witness(&Position::initial());
        assert_eq!(pawns, [Rank::Second, Rank::Seventh].map(Rank::bitboard));
    }

    #[test]
    fn hashes_can_be_keys_of_the_standard_library() {
        let state = std::hash::RandomState::new();
        let hashed = |bits| state.hash_one(Zobrist::<Pawns>::from_bits(bits));
        assert_eq!(hashed(1), hashed(1));
        assert_ne!(hashed(1), hashed(2));
    }

    #[test]
    fn only_pawns_matter_to_the_pawn_hash() {
        let setup = Setup::initial();
        let hash = Zobrist::<Pawns>::of_setup(&setup);
        assert_ne!(hash, Zobrist::EMPTY);
        let mut without_knight = setup;
        without_knight.alter(Alteration::remove(Role::Knight.of(Color::White), Square::B1));
        without_knight.state.turn = Color::Black;
        assert_eq!(Zobrist::of_setup(&without_knight), hash);
        let mut without_pawn = setup;
        without_pawn.alter(Alteration::remove(Role::Pawn.of(Color::White), Square::B2));
        assert_ne!(Zobrist::of_setup(&without_pawn), hash);
        assert_eq!(Zobrist::<Pawns>::from_bits(hash.bits()), hash);
        assert_eq!(format!("{:?}", Zobrist::<Pawns>::from_bits(0xAB)), "00000000000000ab");
    }
}
