//! The cells of boards of all sizes, and how boards are turned.

use std::fmt;
use std::str::FromStr;

/// How many files and how many ranks there can be.
pub const MOST_SIDE: u8 = 5;

/// The cell that the side to move marks: a move. It is written as on a chess board, from `a1` to `e5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(u8);

/// How a board is turned: its files mirrored, then its ranks, then both exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The last file, if files are mirrored.
    mirror_files: Option<u8>,
    /// The last rank, if ranks are mirrored.
    mirror_ranks: Option<u8>,
    exchange: bool,
}

/// A text that isn't a cell.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a cell from a1 to e5, but read {0:?}")]
pub struct CellError(String);

impl Cell {
    pub(super) const fn at(file: u8, rank: u8) -> Cell {
        Cell(rank * MOST_SIDE + file)
    }

    pub(super) const fn file(self) -> u8 {
        self.0 % MOST_SIDE
    }

    pub(super) const fn rank(self) -> u8 {
        self.0 / MOST_SIDE
    }

    pub(super) const fn bit(self) -> u32 {
        1 << self.0
    }
}

impl Turn {
    /// The ways to turn a board that leave it on the same cells: four, or eight if it is a square.
    pub(super) fn all(files: u8, ranks: u8) -> impl Iterator<Item = Turn> {
        let exchanges = if files == ranks { &[false, true][..] } else { &[false] };
        exchanges.iter().flat_map(move |&exchange| {
            [None, Some(files - 1)].into_iter().flat_map(move |mirror_files| {
                [None, Some(ranks - 1)].map(|mirror_ranks| Turn {
                    mirror_files,
                    mirror_ranks,
                    exchange,
                })
            })
        })
    }

    /// Where a cell comes to.
    pub(super) fn to(self, cell: Cell) -> Cell {
        let cell = self.mirrored(cell);
        if self.exchange { Cell::at(cell.rank(), cell.file()) } else { cell }
    }

    /// Which cell comes to this one.
    pub(super) fn back(self, cell: Cell) -> Cell {
        self.mirrored(if self.exchange { Cell::at(cell.rank(), cell.file()) } else { cell })
    }

    fn mirrored(self, cell: Cell) -> Cell {
        let mirror = |last: Option<u8>, line: u8| last.map_or(line, |last| last - line);
        Cell::at(mirror(self.mirror_files, cell.file()), mirror(self.mirror_ranks, cell.rank()))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl FromStr for Cell {
    type Err = CellError;

    /// Reads what is shown, and doesn't ask whether the cell is on a board or free.
    fn from_str(text: &str) -> Result<Cell, CellError> {
        let line = |byte: u8, first: u8| byte.checked_sub(first).filter(|&line| line < MOST_SIDE);
        match *text.as_bytes() {
            [file, rank] => line(file, b'a').zip(line(rank, b'1')),
            _ => None,
        }
        .map(|(file, rank)| Cell::at(file, rank))
        .ok_or_else(|| CellError(text.to_owned()))
    }
}

/// The cells of a board, rank by rank.
pub(super) fn cells(files: u8, ranks: u8) -> impl Iterator<Item = Cell> {
    (0..ranks).flat_map(move |rank| (0..files).map(move |file| Cell::at(file, rank)))
}

/// The cells that are set in these bits.
pub(super) fn cells_of(bits: u32) -> impl Iterator<Item = Cell> {
    (0..MOST_SIDE * MOST_SIDE).map(Cell).filter(move |cell| bits & cell.bit() != 0)
}
