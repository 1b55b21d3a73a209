//! A position of a pawn game in 128 bits.

use super::Rules;

/// The first file: one square in every row.
const FIRST_FILE: u64 = 0x0101010101010101;
/// The last file.
const LAST_FILE: u64 = FIRST_FILE << 7;
/// Where the pawns of the side to move can stand: neither on its own first row nor on the last.
const PAWNS: u64 = !(0xFF | 0xFF << 56);
/// Stands for pawns of both sides that were taken off the board because they can never do anything again.
const FIXED: u64 = 1 << 63;

/// A position of a pawn game, as the side to move sees it: its pawns go up.
///
/// Squares are those of a chess board, eight to a row, on smaller boards too. On its first row, where it never has
/// pawns, the side to move keeps the file of a pawn that it can capture en passant; the key is thus all of the position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board {
    /// The pawns of the side to move, on the first row the file to capture on en passant, and the mark `FIXED`.
    mine: u64,
    theirs: u64,
}

impl Board {
    /// The rows of both sides at the beginning.
    pub(super) fn start(rules: Rules) -> Board {
        let mine = (1..=u32::from(rules.rows)).map(row).fold(0, |rows, row| rows | row);
        let mine = mine & files(0xFF >> (8 - rules.files));
        Board { mine, theirs: flip(mine, rules) }
    }

    /// A position from its pawns, `mine` going up, and the file of a pawn that can be captured en passant. A right to
    /// capture that can't be used is left out. `None` if there is no such position.
    pub fn new(rules: &Rules, mine: u64, theirs: u64, en_passant: Option<u8>) -> Option<Board> {
        let rows = u32::from(rules.ranks);
        // Mine are above their first row and below the goal; theirs the same from the other side, or on their goal.
        let goal = u32::from(rules.goal) - 1;
        let below_goal = (1 << (8 * goal)) - 1;
        let squares = files(0xFF >> (8 - rules.files)) & below_goal & !row(0);
        let their_goal = files(0xFF >> (8 - rules.files)) & row(rows - 1 - goal);
        let fits = mine & !squares == 0 && theirs & !(flip(squares, *rules) | their_goal) == 0;
        if !fits || mine & theirs != 0 || en_passant.is_some_and(|file| file >= rules.files) {
            return None;
        }
        let board = Board { mine, theirs };
        let Some(file) = en_passant else { return Some(board) };
        let file = files(1 << file);
        let (pawn, over, from) = (row(rows - 4), row(rows - 3), row(rows - 2));
        let is_double_step = rules.double_step
            && rules.en_passant
            && theirs & file & pawn != 0
            && (mine | theirs) & file & (over | from) == 0;
        let can_capture = beside(file & pawn) & mine != 0;
        is_double_step.then(|| if can_capture { board.with_en_passant(file) } else { board })
    }

    /// The pawns of the side to move.
    #[inline]
    pub fn mine(&self) -> u64 {
        self.mine & PAWNS
    }

    /// The pawns of the other side.
    #[inline]
    pub fn theirs(&self) -> u64 {
        self.theirs
    }

    /// The file on which the side to move can capture en passant.
    pub fn en_passant(&self) -> Option<u8> {
        let file = (self.mine & 0xFF).trailing_zeros();
        (file < 8).then_some(file as u8)
    }

    /// The square that such a capture goes to, as a set.
    #[inline]
    pub(super) fn en_passant_target(&self, rules: Rules) -> u64 {
        (self.mine & 0xFF) << (8 * (u32::from(rules.ranks) - 3))
    }

    /// Whether both sides also have pawns that can never do anything again and aren't shown.
    #[inline]
    pub fn has_fixed(&self) -> bool {
        self.mine & FIXED != 0
    }

    /// Both halves as they are, to be turned around.
    #[inline]
    pub(super) fn halves(&self) -> (u64, u64) {
        (self.mine & !FIXED, self.theirs)
    }

    #[inline]
    pub(super) fn from_halves(mine: u64, theirs: u64, has_fixed: bool) -> Board {
        Board { mine: mine | if has_fixed { FIXED } else { 0 }, theirs }
    }

    #[inline]
    pub(super) fn with_en_passant(self, file: u64) -> Board {
        Board { mine: self.mine | file & 0xFF, ..self }
    }

    #[inline]
    pub(super) fn key(&self) -> u128 {
        u128::from(self.mine) << 64 | u128::from(self.theirs)
    }

    pub(super) fn from_key(key: u128, rules: Rules) -> Option<Board> {
        let (half, theirs) = ((key >> 64) as u64, key as u64);
        let en_passant = half & 0xFF;
        if en_passant.count_ones() > 1 {
            return None;
        }
        let file = (en_passant != 0).then(|| en_passant.trailing_zeros() as u8);
        let board = Board::new(&rules, half & !0xFF & !FIXED, theirs, file)?;
        let board = Board { mine: board.mine | half & FIXED, ..board };
        (board.key() == key).then_some(board)
    }
}

/// A row of squares, the first from below is 0.
#[inline]
pub(super) const fn row(index: u32) -> u64 {
    0xFF << (8 * index)
}

/// All squares of the files that are in a set of eight.
#[inline]
pub(super) const fn files(set: u64) -> u64 {
    (set & 0xFF).wrapping_mul(FIRST_FILE)
}

/// The files with anything on them, as a set of eight.
#[inline]
pub(super) const fn files_of(squares: u64) -> u64 {
    let x = squares | squares >> 32;
    let x = x | x >> 16;
    (x | x >> 8) & 0xFF
}

/// Seen from the other side of the board.
#[inline]
pub(super) const fn flip(squares: u64, rules: Rules) -> u64 {
    squares.swap_bytes() >> (8 * (8 - rules.ranks as u32))
}

/// What pawns that go up attack to the left.
#[inline]
pub(super) const fn up_left(pawns: u64) -> u64 {
    (pawns & !FIRST_FILE) << 7
}

/// And to the right.
#[inline]
pub(super) const fn up_right(pawns: u64) -> u64 {
    (pawns & !LAST_FILE) << 9
}

/// What pawns that go up attack.
#[inline]
pub(super) const fn up_attacks(pawns: u64) -> u64 {
    up_left(pawns) | up_right(pawns)
}

/// What pawns that go down attack to the left, as seen from below.
#[inline]
pub(super) const fn down_left(pawns: u64) -> u64 {
    (pawns & !FIRST_FILE) >> 9
}

/// And to the right.
#[inline]
pub(super) const fn down_right(pawns: u64) -> u64 {
    (pawns & !LAST_FILE) >> 7
}

/// What pawns that go down attack.
#[inline]
pub(super) const fn down_attacks(pawns: u64) -> u64 {
    down_left(pawns) | down_right(pawns)
}

/// The squares before pawns that go down, to the end of their files.
#[inline]
pub(super) const fn below(pawns: u64) -> u64 {
    let x = pawns >> 8;
    let x = x | x >> 8;
    let x = x | x >> 16;
    x | x >> 32
}

/// The same for pawns that go up.
#[inline]
pub(super) const fn above(pawns: u64) -> u64 {
    let x = pawns << 8;
    let x = x | x << 8;
    let x = x | x << 16;
    x | x << 32
}

/// The squares to the left and right.
#[inline]
pub(super) const fn beside(squares: u64) -> u64 {
    (squares & !FIRST_FILE) >> 1 | (squares & !LAST_FILE) << 1
}

/// The files in reverse order on a board of this width.
#[inline]
pub(super) const fn mirror(squares: u64, width: u32) -> u64 {
    let x = squares;
    let x = x >> 1 & 0x5555555555555555 | (x & 0x5555555555555555) << 1;
    let x = x >> 2 & 0x3333333333333333 | (x & 0x3333333333333333) << 2;
    (x >> 4 & 0x0F0F0F0F0F0F0F0F | (x & 0x0F0F0F0F0F0F0F0F) << 4) >> (8 - width)
}
