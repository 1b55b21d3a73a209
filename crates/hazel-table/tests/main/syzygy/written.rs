//! A writer of small Syzygy files, so that tests need none of anybody's.
//!
//! It numbers the positions of three different men by walking through them in Syzygy's order, not by a formula, so that
//! the reader's formula is compared with something else. All codes have the same length, and some symbols stand for two
//! equal values.

use std::fs;
use std::path::Path;

use hazel_core::{Bitboard, Board, Color, Piece, Role, Square};
use hazel_table::{MaterialKey, Placement, Plan, RawTable, Value, Wdl};

/// What a file says about one side to move.
pub(crate) enum Side {
    /// The same of every position.
    Constant(u8),
    /// A value for each number, after the flags that say how they are meant.
    Values { flags: u8, values: Vec<u16> },
}

/// Wins and losses in plies.
const IN_PLIES: u8 = 4 | 8;

/// Writes both files of a piece and a king against a king, with the values of a table.
pub(crate) fn write(folder: &Path, role: Role, table: &RawTable, in_plies: bool) {
    let name = table.key().to_string();
    let men = [Role::King.of(Color::White), role.of(Color::White), Role::King.of(Color::Black)];
    let placements = |turn| triples().into_iter().map(move |squares| place(men, squares, turn));
    let value = |placement: Option<Placement>| {
        let legal = placement.filter(|placement| placement.position().is_ok());
        legal.map_or(Value::DRAW, |placement| table.value(&placement).expect("it is exact"))
    };
    let wdl = Color::ALL.map(|turn| Side::Values {
        flags: 0,
        values: placements(turn).map(|p| (value(p).wdl().number() + 2) as u16).collect(),
    });
    let bytes = file([0x71, 0xE8, 0x23, 0x5D], men, &wdl);
    fs::write(folder.join(format!("{name}.rtbw")), bytes).expect("the folder can be written");
    let distance = |value: Value| match value.wdl() {
        Wdl::Draw => 0,
        _ if in_plies => value.dtz().unsigned_abs() as u16 - 1,
        _ => (value.dtz().unsigned_abs() as u16 - 1) / 2,
    };
    let dtz = Side::Values {
        flags: if in_plies { IN_PLIES } else { 0 },
        values: placements(Color::White).map(|placement| distance(value(placement))).collect(),
    };
    let bytes = file([0xD7, 0x66, 0x0C, 0xA5], men, &[dtz]);
    fs::write(folder.join(format!("{name}.rtbz")), bytes).expect("the folder can be written");
}

/// Writes the files of a knight against a bare king, in which every position is a draw.
pub(crate) fn write_draws(folder: &Path) {
    let men =
        [Role::King.of(Color::White), Role::Knight.of(Color::White), Role::King.of(Color::Black)];
    let sides = [Side::Constant(2), Side::Constant(2)];
    fs::write(folder.join("KNvK.rtbw"), file([0x71, 0xE8, 0x23, 0x5D], men, &sides))
        .expect("the folder can be written");
    fs::write(folder.join("KNvK.rtbz"), file([0xD7, 0x66, 0x0C, 0xA5], men, &sides[..1]))
        .expect("the folder can be written");
}

/// The table of a key, with all that it needs.
pub(crate) fn built(key: &str) -> RawTable {
    let key: MaterialKey = key.parse().expect("a key");
    let mut table = None;
    let plan = Plan::closure([key], |_| true);
    let done = |built: &RawTable| {
        if *built.key() == key {
            table = Some(built.clone());
        }
        Ok::<_, hazel_table::BuildError>(())
    };
    plan.build(done).expect("few pieces");
    table.expect("the plan has the key")
}

/// The squares of three different men in the order of their numbers.
fn triples() -> Vec<[usize; 3]> {
    let corner = [1, 2, 3, 10, 11, 19];
    let diagonal = [0, 9, 18, 27, 36, 45, 54, 63];
    let below: Vec<_> = (0..64).filter(|square| square / 8 < square % 8).collect();
    let all: Vec<_> = (0..64).collect();
    let classes: [[&[usize]; 3]; 4] = [
        [&corner, &all, &all],
        [&diagonal[..4], &below, &all],
        [&diagonal[..4], &diagonal, &below],
        [&diagonal[..4], &diagonal, &diagonal],
    ];
    let mut triples = vec![];
    for [first, second, third] in classes {
        for &a in first {
            for &b in second.iter().filter(|b| **b != a) {
                triples.extend(third.iter().filter(|c| **c != a && **c != b).map(|&c| [a, b, c]));
            }
        }
    }
    triples
}

fn place(men: [Piece; 3], squares: [usize; 3], turn: Color) -> Option<Placement> {
    let mut roles = [Bitboard::EMPTY; 6];
    let mut black = Bitboard::EMPTY;
    for (man, square) in men.iter().zip(squares) {
        let square = Square::from_index(square)?.bitboard();
        roles[man.role.index()] |= square;
        if man.color == Color::Black {
            black |= square;
        }
    }
    Some(Placement { board: Board::from_sets(roles, black)?, turn })
}

/// The bytes of a file.
fn file(mark: [u8; 4], men: [Piece; 3], sides: &[Side]) -> Vec<u8> {
    let mut bytes = mark.to_vec();
    // Two sides to move, and no pawns; the leading group, which is the only one, counts first.
    bytes.extend([1, 0]);
    bytes.extend(men.map(|man| (man.code() + 1) * 0x11));
    bytes.resize(bytes.len().next_multiple_of(2), 0);
    let coded: Vec<_> = sides.iter().filter_map(|side| side.head(&mut bytes)).collect();
    bytes.extend(coded.iter().flat_map(|coded| &coded.index));
    bytes.extend(coded.iter().flat_map(|coded| &coded.lengths));
    for coded in &coded {
        bytes.resize(bytes.len().next_multiple_of(64), 0);
        bytes.extend(&coded.blocks);
    }
    bytes.resize(bytes.len().next_multiple_of(64) + 16, 0);
    bytes
}

/// The three parts of compressed values.
struct Coded {
    index: Vec<u8>,
    lengths: Vec<u8>,
    blocks: Vec<u8>,
}

/// A block has 64 bytes, and the index an entry for 1,024 values.
const BLOCK: usize = 64;
const SPAN: usize = 1 << 10;

impl Side {
    /// Adds what is said about the values, and hands back the values themselves.
    fn head(&self, bytes: &mut Vec<u8>) -> Option<Coded> {
        let (flags, values) = match self {
            Side::Constant(value) => {
                bytes.extend([0x80, *value]);
                return None;
            }
            Side::Values { flags, values } => (*flags, values),
        };
        let leaves = 1 + *values.iter().max().expect("there are positions");
        let bits = (leaves + 1).next_power_of_two().trailing_zeros() as usize;
        let symbols = 1 << bits;
        let mut starts = vec![];
        let mut blocks = vec![];
        let mut next = 0;
        while next < values.len() {
            starts.push(next);
            let mut block = [0u8; BLOCK];
            for place in 0..BLOCK * 8 / bits {
                let Some(&value) = values.get(next) else { break };
                let pair = leaves + value;
                let is_pair = values.get(next + 1) == Some(&value) && pair < symbols;
                next += if is_pair { 2 } else { 1 };
                let symbol = if is_pair { pair } else { value };
                for bit in 0..bits {
                    let at = place * bits + bit;
                    let is_set = symbol >> (bits - 1 - bit) & 1 != 0;
                    block[at / 8] |= u8::from(is_set) << (7 - at % 8);
                }
            }
            blocks.extend(block);
        }
        bytes.extend([flags, 6, 10, 0]);
        bytes.extend((starts.len() as u32).to_le_bytes());
        bytes.extend([bits as u8, bits as u8, 0, 0]);
        bytes.extend(symbols.to_le_bytes());
        for symbol in 0..symbols {
            let value = symbol.checked_sub(leaves).unwrap_or(symbol);
            let right = if symbol < leaves { 0xFFF } else { value };
            let three = [value & 0xFF, value >> 8 | (right & 15) << 4, right >> 4];
            bytes.extend(three.map(|byte| byte as u8));
        }
        let mut index = vec![];
        for middle in (SPAN / 2..values.len() + SPAN / 2).step_by(SPAN) {
            let block = starts.partition_point(|&start| start <= middle) - 1;
            index.extend((block as u32).to_le_bytes());
            index.extend(((middle - starts[block]) as u16).to_le_bytes());
        }
        let ends = starts.iter().skip(1).copied().chain([values.len()]);
        let lengths = starts.iter().zip(ends);
        let lengths = lengths.flat_map(|(start, end)| ((end - start - 1) as u16).to_le_bytes());
        Some(Coded { index, lengths: lengths.collect(), blocks })
    }
}
