//! Which positions a slice has, and their numbers.

use hazel_core::{
    Bitboard, Board, Castling, Color, Position, Query, Role, Setup, Square, State, attacks,
};

use super::Slices;
use crate::{Kind, MaterialKey, Potential};

/// All positions of a key in which the same rooks may castle, with kings on the same squares.
///
/// Slices are not canonical: what may castle stands where the board says, and one look at a position is enough to
/// know its slice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Slice {
    key: MaterialKey,
    /// The rooks that may castle.
    rooks: Bitboard,
    /// The kings that may.
    kings: [Option<Square>; 2],
}

impl Slice {
    /// The slice of a position; `None` if nobody may castle.
    pub(super) fn of(position: &Position) -> Option<Slice> {
        let castling = position.castling();
        castling.rooks().any().then(|| Slice {
            key: MaterialKey::from_position(position),
            rooks: castling.rooks(),
            kings: Color::ALL
                .map(|color| castling.rooks_of(color).any().then(|| position.king(color))),
        })
    }

    /// The key of its positions.
    pub(super) fn key(&self) -> &MaterialKey {
        &self.key
    }

    /// Whether few enough men can move to solve it.
    pub(super) fn is_small(&self) -> bool {
        let pinned = self.rooks.len() as usize + self.kings.iter().flatten().count();
        2 + self.key.pieces() as usize <= pinned + Slices::MOST_FREE
    }

    /// What falls with every move out of it.
    pub(super) fn rank(&self) -> (Potential, u32) {
        (self.key.potential(), self.rooks.len())
    }
}

/// A man that can move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Man {
    color: Color,
    role: Role,
    /// Where it can stand: a bishop keeps its colour.
    squares: Bitboard,
}

/// Numbers for the positions of a slice: the squares of the men that can move, and whose turn it is. Equal men stand in
/// ascending order, other numbers have no position.
#[derive(Debug)]
pub(super) struct Numbering {
    slice: Slice,
    /// The men that can move, equal ones beside each other.
    men: Vec<Man>,
    /// The squares of pawns and of what may castle.
    fixed: Bitboard,
}

/// The squares of the men that can move.
type Squares = [Square; Slices::MOST_FREE];

impl Numbering {
    pub(super) fn new(slice: Slice) -> Numbering {
        let Slice { key, rooks, kings } = slice;
        let mut men = vec![];
        for color in Color::ALL {
            if kings[color.index()].is_none() {
                men.push(Man { color, role: Role::King, squares: Bitboard::FULL });
            }
            for kind in Kind::ALL {
                let pinned = match kind {
                    Kind::Rook => Castling::new(rooks).rooks_of(color).len() as u8,
                    _ => 0,
                };
                let man = Man { color, role: kind.role(), squares: kind.squares() };
                men.extend((pinned..key.count(color, kind)).map(|_| man));
            }
        }
        let kings = kings.into_iter().flatten();
        let fixed = kings.fold(key.pawns() | rooks, |fixed, king| fixed | king.bitboard());
        Numbering { slice, men, fixed }
    }

    /// Numbers are smaller than this.
    pub(super) fn len(&self) -> usize {
        2 << (6 * self.men.len())
    }

    /// The number of a position of the slice; en passant is not looked at.
    pub(super) fn number(&self, position: &Position) -> usize {
        self.number_of(self.squares(position), position.turn())
    }

    /// The position with this number, if it is a legal one.
    pub(super) fn position(&self, number: usize) -> Option<Position> {
        let Slice { key, rooks, kings } = self.slice;
        let mut roles = [Bitboard::EMPTY; 6];
        let mut sides = Color::ALL.map(|color| {
            let king = kings[color.index()].map_or(Bitboard::EMPTY, Square::bitboard);
            roles[Role::King.index()] |= king;
            king | Castling::new(rooks).rooks_of(color) | key.pawn_bitboard(color)
        });
        roles[Role::Rook.index()] |= rooks;
        roles[Role::Pawn.index()] |= key.pawns();
        let mut occupied = self.fixed;
        let mut before: Option<(Man, Square)> = None;
        for (n, &man) in self.men.iter().enumerate() {
            let square = Square::from_index(number >> (1 + 6 * n) & 63)?;
            let is_in_order = before.is_none_or(|(other, at)| other != man || at < square);
            if !is_in_order || !(man.squares - occupied).contains(square) {
                return None;
            }
            before = Some((man, square));
            occupied |= square.bitboard();
            roles[man.role.index()] |= square.bitboard();
            sides[man.color.index()] |= square.bitboard();
        }
        let board = Board::from_sets(roles, sides[Color::Black.index()])?;
        let turn = if number & 1 == 0 { Color::White } else { Color::Black };
        let state = State { turn, castling: Castling::new(rooks), ..State::INITIAL };
        Setup { board, state }.validate().ok()
    }

    /// Shows the numbers of all places from which one move within the slice may have led to a position; not all of them have
    /// a legal one.
    pub(super) fn each_before(&self, position: &Position, mut show: impl FnMut(usize)) {
        let squares = self.squares(position);
        let occupied = position.board().occupied();
        let moved = !position.turn();
        for (n, man) in self.men.iter().enumerate().filter(|(_, man)| man.color == moved) {
            let from = match man.role {
                Role::King => attacks::king(squares[n]),
                Role::Queen => attacks::queen(squares[n], occupied),
                Role::Rook => attacks::rook(squares[n], occupied),
                Role::Bishop => attacks::bishop(squares[n], occupied),
                Role::Knight => attacks::knight(squares[n]),
                Role::Pawn => unreachable!("pawns are fixed"),
            } - occupied;
            for square in from {
                let mut squares = squares;
                squares[n] = square;
                show(self.number_of(squares, moved));
            }
        }
    }

    fn squares(&self, position: &Position) -> Squares {
        let mut squares = [Square::A1; Slices::MOST_FREE];
        let mut left = Bitboard::EMPTY;
        for (n, man) in self.men.iter().enumerate() {
            if n == 0 || self.men[n - 1] != *man {
                left = (position.board().men(man.color, man.role) & man.squares) - self.fixed;
            }
            squares[n] = left.first().expect("the position is of the slice");
            left ^= squares[n].bitboard();
        }
        squares
    }

    fn number_of(&self, mut squares: Squares, turn: Color) -> usize {
        for group in equal(&self.men) {
            squares[group].sort_unstable();
        }
        let men = squares[..self.men.len()].iter().enumerate();
        men.map(|(n, square)| square.index() << (1 + 6 * n)).sum::<usize>() | turn.index()
    }
}

/// The men that are equal to each other, as ranges.
fn equal(men: &[Man]) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut end = 0;
    men.chunk_by(|a, b| a == b).map(move |group| {
        end += group.len();
        end - group.len()..end
    })
}
