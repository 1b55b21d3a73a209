//! Which squares a man attacks, and the geometry of lines.

mod rays;
mod sliders;

use crate::{Bitboard, Color, Role, Square};

/// The squares that a king on `square` attacks.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares that a knight on `square` attacks.
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares that a pawn of `color` on `square` attacks.
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares that a bishop on `square` attacks; it stops at the first occupied one, which is included.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(sliders::bishop(square as u8, occupied.0))
}

/// The squares that a rook on `square` attacks; it stops at the first occupied one, which is included.
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(sliders::rook(square as u8, occupied.0))
}

/// The squares that a queen on `square` attacks.
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares that a piece on `square` attacks on an empty board. Pawns, whose attacks depend on their colour, have
/// none here.
#[inline(always)]
pub fn unobstructed(role: Role, square: Square) -> Bitboard {
    UNOBSTRUCTED[role.index()][square.index()]
}

/// The squares attacked by any pawn of a set.
#[inline(always)]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let forward = match color {
        Color::White => pawns.north(),
        Color::Black => pawns.south(),
    };
    forward.east() | forward.west()
}

/// The squares strictly between two squares of one rank, file or diagonal; empty where they share none.
///
/// ```
/// use hazel_core::{attacks, Square};
///
/// assert_eq!(attacks::between(Square::A1, Square::D4).into_iter().collect::<Vec<_>>(), [Square::B2, Square::C3]);
/// assert!(attacks::between(Square::A1, Square::B3).is_empty());
/// ```
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The squares that are passed from one square to another on the same line, and the other itself.
#[inline(always)]
pub(crate) fn path(from: Square, to: Square) -> Bitboard {
    between(from, to).plus(to.bitboard())
}

/// The whole rank, file or diagonal through two squares, edge to edge; empty where they share none or are the same.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

static KING: [Bitboard; 64] =
    leaper([(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
static KNIGHT: [Bitboard; 64] =
    leaper([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static PAWN: [[Bitboard; 64]; 2] = [leaper([(-1, 1), (1, 1)]), leaper([(-1, -1), (1, -1)])];
static UNOBSTRUCTED: [[Bitboard; 64]; 6] = unobstructed_table();
static BETWEEN: [[Bitboard; 64]; 64] = lines(false);
static LINE: [[Bitboard; 64]; 64] = lines(true);

const fn leaper<const N: usize>(steps: [(i8, i8); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < N {
            if let Some(to) = Square::wrapping(square as u8).offset(steps[step].0, steps[step].1) {
                table[square].0 |= to.bitboard().0;
            }
            step += 1;
        }
        square += 1;
    }
    table
}

const fn unobstructed_table() -> [[Bitboard; 64]; 6] {
    let mut table = [[Bitboard::EMPTY; 64]; 6];
    let mut square = 0;
    while square < 64 {
        let (diagonal, straight) = (rays::slider(square, 0, true), rays::slider(square, 0, false));
        let index = square as usize;
        table[Role::Knight as usize][index] = KNIGHT[index];
        table[Role::Bishop as usize][index] = Bitboard(diagonal);
        table[Role::Rook as usize][index] = Bitboard(straight);
        table[Role::Queen as usize][index] = Bitboard(diagonal | straight);
        table[Role::King as usize][index] = KING[index];
        square += 1;
    }
    table
}

const fn lines(whole: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut index = 0;
    while index < 2 * 64 * 64 {
        let (a, b, diagonal) = ((index >> 6 & 63) as u8, (index & 63) as u8, index >= 64 * 64);
        let (at_a, at_b) = (1 << a, 1 << b);
        if a != b && rays::slider(a, 0, diagonal) & at_b != 0 {
            table[a as usize][b as usize].0 = if whole {
                rays::slider(a, 0, diagonal) & rays::slider(b, 0, diagonal) | at_a | at_b
            } else {
                rays::slider(a, at_b, diagonal) & rays::slider(b, at_a, diagonal)
            };
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leapers_attack_what_their_steps_reach() {
        for from in Square::all() {
            for to in Square::all() {
                let files = (from as i8 & 7) - (to as i8 & 7);
                let ranks = (from as i8 >> 3) - (to as i8 >> 3);
                let king_step = files.abs().max(ranks.abs()) == 1;
                assert_eq!(king(from).contains(to), king_step);
                assert_eq!(knight(from).contains(to), files.abs() * ranks.abs() == 2);
                let white = files.abs() == 1 && ranks == -1;
                let black = files.abs() == 1 && ranks == 1;
                assert_eq!(pawn(Color::White, from).contains(to), white);
                assert_eq!(pawn(Color::Black, from).contains(to), black);
                assert_eq!(pawns(Color::White, from.bitboard()).contains(to), white);
                assert_eq!(pawns(Color::Black, from.bitboard()).contains(to), black);
            }
        }
    }

    #[test]
    fn on_an_empty_board_nothing_obstructs() {
        for square in Square::all() {
            let reach = |role| unobstructed(role, square);
            assert_eq!(reach(Role::Pawn), Bitboard::EMPTY);
            assert_eq!(reach(Role::Knight), knight(square));
            assert_eq!(reach(Role::Bishop), bishop(square, Bitboard::EMPTY));
            assert_eq!(reach(Role::Rook), rook(square, Bitboard::EMPTY));
            assert_eq!(reach(Role::Queen), queen(square, Bitboard::EMPTY));
            assert_eq!(reach(Role::King), king(square));
        }
    }

    #[test]
    fn lines_agree_with_stepping_from_one_square_to_the_other() {
        for a in Square::all() {
            for b in Square::all() {
                let files = (b as i8 & 7) - (a as i8 & 7);
                let ranks = (b as i8 >> 3) - (a as i8 >> 3);
                let aligned = a != b && (files == 0 || ranks == 0 || files.abs() == ranks.abs());
                if !aligned {
                    assert!(between(a, b).is_empty() && line(a, b).is_empty());
                    continue;
                }
                let step = (files.signum(), ranks.signum());
                let walk = |from: Square, (df, dr): (i8, i8)| {
                    std::iter::successors(Some(from), move |s| s.offset(df, dr))
                };
                let inner: Bitboard = walk(a, step).skip(1).take_while(|&s| s != b).collect();
                let whole: Bitboard = walk(a, step).chain(walk(a, (-step.0, -step.1))).collect();
                assert_eq!(between(a, b), inner, "{a} {b}");
                assert_eq!(line(a, b), whole, "{a} {b}");
            }
        }
    }
}
