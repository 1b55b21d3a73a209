//! Tic-tac-toe on boards of up to 5 x 5 cells, with any number in a row to win.
//!
//! Small enough to be solved in every way and to be counted by others, so it tests solvers on what Nim lacks: draws, and
//! a board with symmetries. Its rules are data, since only the size of the board and the length of a row differ between
//! the relatives of the game.
//!
//! Cells are numbered as on a board of 5 x 5 whatever the size, so that cells, marks and their names need no board.
//! Rows are a list of masks: shifts would be quicker, but would have to care for the edges of each size.

mod cell;

use std::fmt;
use std::str::FromStr;

pub use cell::{Cell, CellError, MOST_SIDE, Turn};
use cell::{cells, cells_of};
use hazel_solve::{Game, Outcome};

/// The rules: how large the board is and how many marks in a row win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TicTacToe {
    files: u8,
    ranks: u8,
    in_a_row: u8,
    /// The cells of the board as bits.
    board: u32,
    /// All that win, as bits.
    rows: Vec<u32>,
}

/// Which cells hold a cross, a nought or nothing: a position. Crosses begin.
///
/// It is drawn as a board with the names of files and ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Marks {
    crosses: u32,
    noughts: u32,
    free: u32,
}

/// Rules that make no game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TicTacToeError {
    /// The board is too small or too large.
    #[error("expected a board from 1x1 to {MOST_SIDE}x{MOST_SIDE}, but it is {files}x{ranks}")]
    Board {
        /// How many files were asked for.
        files: u8,
        /// How many ranks were asked for.
        ranks: u8,
    },
    /// No row of this length fits on the board.
    #[error("expected from 1 to {longest} in a row to win on this board, but it is {in_a_row}")]
    Row {
        /// How many marks in a row were asked for.
        in_a_row: u8,
        /// How many cells the longest row has.
        longest: u8,
    },
}

/// A line that isn't the text of the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseTicTacToeError {
    /// It is written otherwise.
    #[error("expected a game such as `tictactoe files=3 ranks=3 in-a-row=3`, but read {0:?}")]
    Text(String),
    /// There is no such game.
    #[error(transparent)]
    Rules(#[from] TicTacToeError),
}

impl Default for TicTacToe {
    /// The game that everybody knows: 3 x 3 cells, three in a row.
    fn default() -> TicTacToe {
        TicTacToe::new(3, 3, 3).expect("three in a row fit on 3 x 3 cells")
    }
}

impl TicTacToe {
    /// The game on a board of this many files and ranks, won by whoever has this many marks in a row first: along a file,
    /// a rank or a diagonal. A board without a free cell is a draw.
    ///
    /// # Errors
    ///
    /// If the board has no cells or is beyond [`MOST_SIDE`], or no such row fits on it.
    pub fn new(files: u8, ranks: u8, in_a_row: u8) -> Result<TicTacToe, TicTacToeError> {
        let sides = 1..=MOST_SIDE;
        if !sides.contains(&files) || !sides.contains(&ranks) {
            return Err(TicTacToeError::Board { files, ranks });
        }
        let longest = files.max(ranks);
        if in_a_row == 0 || in_a_row > longest {
            return Err(TicTacToeError::Row { in_a_row, longest });
        }
        let board = cells(files, ranks).fold(0, |board, cell| board | cell.bit());
        let mut rows = vec![];
        for first in cells(files, ranks) {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let row = (0..in_a_row as i8).try_fold(0, |row, step| {
                    let file = first.file().checked_add_signed(step * right)?;
                    let rank = first.rank().checked_add_signed(step * up)?;
                    (file < files && rank < ranks).then(|| row | Cell::at(file, rank).bit())
                });
                rows.extend(row);
            }
        }
        // A row of one is found in every direction.
        rows.sort_unstable();
        rows.dedup();
        Ok(TicTacToe { files, ranks, in_a_row, board, rows })
    }

    fn has_row(&self, marks: u32) -> bool {
        self.rows.iter().any(|row| marks & row == *row)
    }
}

impl Game for TicTacToe {
    type Position = Marks;
    type Move = Cell;
    type Undo = ();
    type Transform = Turn;

    fn start(&self) -> Marks {
        Marks { crosses: 0, noughts: 0, free: self.board }
    }

    fn finished(&self, marks: &Marks) -> Option<Outcome> {
        // A row is only ever completed by the side that has just moved.
        if self.has_row(marks.waiting()) {
            Some(Outcome::LOSS)
        } else {
            (marks.free == 0).then_some(Outcome::DRAW)
        }
    }

    fn moves(&self, marks: &Marks, moves: &mut Vec<Cell>) {
        moves.extend(cells_of(marks.free));
    }

    fn play(&self, marks: &mut Marks, cell: Cell) {
        marks.free ^= cell.bit();
        if marks.crosses_wait() {
            marks.noughts ^= cell.bit();
        } else {
            marks.crosses ^= cell.bit();
        }
    }

    fn unplay(&self, marks: &mut Marks, cell: Cell, (): ()) {
        marks.free ^= cell.bit();
        marks.crosses &= !cell.bit();
        marks.noughts &= !cell.bit();
    }

    fn key(&self, marks: &Marks) -> u128 {
        u128::from(marks.crosses) | u128::from(marks.noughts) << 32
    }

    /// Refuses what no game comes to because of the turn or because it would have gone on after a row. Other positions
    /// that can't be reached, with two rows far from each other, are known.
    fn position(&self, key: u128) -> Option<Marks> {
        let (crosses, noughts) = (key as u32, (key >> 32) as u32);
        let marks = Marks { crosses, noughts, free: self.board & !(crosses | noughts) };
        let on_board = key >> 64 == 0 && (crosses | noughts) & !self.board == 0;
        let more_crosses = crosses.count_ones().checked_sub(noughts.count_ones());
        let valid =
            on_board && crosses & noughts == 0 && more_crosses.is_some_and(|more| more <= 1);
        (valid && !self.has_row(marks.moving())).then_some(marks)
    }

    /// The image with the smallest key.
    fn canonical(&self, marks: &Marks) -> (Marks, Turn) {
        Turn::all(self.files, self.ranks)
            .map(|turn| (marks.turned(turn), turn))
            .min_by_key(|(image, _)| self.key(image))
            .expect("there is at least the way to turn nothing")
    }

    fn restore(&self, turn: &Turn, cell: Cell) -> Cell {
        turn.back(cell)
    }
}

impl Marks {
    /// Whether the crosses moved last, so that the noughts are to move.
    pub fn crosses_wait(&self) -> bool {
        self.crosses.count_ones() > self.noughts.count_ones()
    }

    /// The marks of the side that moved last.
    fn waiting(&self) -> u32 {
        if self.crosses_wait() { self.crosses } else { self.noughts }
    }

    /// The marks of the side to move.
    fn moving(&self) -> u32 {
        if self.crosses_wait() { self.noughts } else { self.crosses }
    }

    fn turned(&self, turn: Turn) -> Marks {
        let image = |marks| cells_of(marks).fold(0, |image, cell| image | turn.to(cell).bit());
        let (crosses, noughts) = (image(self.crosses), image(self.noughts));
        // A turn leaves the board on the same cells.
        let free = (self.crosses | self.noughts | self.free) & !(crosses | noughts);
        Marks { crosses, noughts, free }
    }
}

impl fmt::Display for TicTacToe {
    /// One line that [`FromStr`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TicTacToe { files, ranks, in_a_row, .. } = self;
        write!(f, "tictactoe files={files} ranks={ranks} in-a-row={in_a_row}")
    }
}

impl FromStr for TicTacToe {
    type Err = ParseTicTacToeError;

    /// Reads exactly what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<TicTacToe, ParseTicTacToeError> {
        let numbers = || {
            let rest = text.strip_prefix("tictactoe files=")?;
            let (files, rest) = rest.split_once(" ranks=")?;
            let (ranks, in_a_row) = rest.split_once(" in-a-row=")?;
            // Only one spelling is read: `03` is not.
            let number = |word: &str| word.parse().ok().filter(|n: &u8| n.to_string() == word);
            Some((number(files)?, number(ranks)?, number(in_a_row)?))
        };
        let (files, ranks, in_a_row) =
            numbers().ok_or_else(|| ParseTicTacToeError::Text(text.to_owned()))?;
        Ok(TicTacToe::new(files, ranks, in_a_row)?)
    }
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The board is all its cells; the last of them is its far corner.
        let board = self.crosses | self.noughts | self.free;
        let corner = cells_of(board).last().unwrap_or(Cell::at(0, 0));
        for rank in (0..=corner.rank()).rev() {
            write!(f, "{}", rank + 1)?;
            for cell in (0..=corner.file()).map(|file| Cell::at(file, rank)) {
                let mark = match cell.bit() {
                    bit if self.crosses & bit != 0 => 'x',
                    bit if self.noughts & bit != 0 => 'o',
                    _ => '.',
                };
                write!(f, " {mark}")?;
            }
            writeln!(f)?;
        }
        f.write_str(" ")?;
        (0..=corner.file()).try_for_each(|file| write!(f, " {}", char::from(b'a' + file)))
    }
}

#[cfg(test)]
mod tests {
    use super::{ParseTicTacToeError, TicTacToe, TicTacToeError};

    #[test]
    fn the_line_of_every_game_is_read_back() {
        for (files, ranks, in_a_row) in
            (0..=6).flat_map(|f| (0..=6).flat_map(move |r| (0..=6).map(move |n| (f, r, n))))
        {
            let line = format!("tictactoe files={files} ranks={ranks} in-a-row={in_a_row}");
            let expected =
                TicTacToe::new(files, ranks, in_a_row).map_err(ParseTicTacToeError::Rules);
            assert_eq!(line.parse(), expected);
            if let Ok(game) = expected {
                assert_eq!(game.to_string(), line);
            }
        }
    }

    #[test]
    fn a_wrong_line_says_what_was_expected() {
        for line in [
            "",
            "tictactoe",
            "tictactoe files=3 ranks=3",
            "tictactoe files=03 ranks=3 in-a-row=3",
            "tictactoe files=3 ranks=3 in-a-row=3 ",
            "tictactoe files=3 ranks=3 in-a-row=256",
        ] {
            let error = line.parse::<TicTacToe>().expect_err("no such line");
            assert_eq!(error, ParseTicTacToeError::Text(line.to_owned()));
        }
        let error = "tictactoe files=3 ranks=3 in-a-row=4".parse::<TicTacToe>();
        assert_eq!(error, Err(TicTacToeError::Row { in_a_row: 4, longest: 3 }.into()));
    }
}
