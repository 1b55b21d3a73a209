//! Where the men stand: the board as bitboards, the board as 64 squares, and what can be asked of either.

use std::fmt;

use crate::{Alter, Alteration, Bitboard, Change, Color, Piece, Role, Square, attacks};

/// What can be asked of a board, however it keeps its men.
pub trait Query {
    /// The piece on `square`, if any.
    fn piece_at(&self, square: Square) -> Option<Piece>;

    /// The squares on which `piece` stands.
    fn pieces(&self, piece: Piece) -> Bitboard {
        Square::all().filter(|&square| self.piece_at(square) == Some(piece)).collect()
    }

    /// The occupied squares.
    fn occupied(&self) -> Bitboard {
        Square::all().filter(|&square| self.piece_at(square).is_some()).collect()
    }

    /// Whether an alteration fits this board: what it places goes to an empty square, what it removes is there.
    /// Alterations of the metadata always fit.
    fn admits(&self, alteration: Alteration) -> bool {
        match alteration.change() {
            Change::Place(_, square) => self.piece_at(square).is_none(),
            Change::Remove(piece, square) => self.piece_at(square) == Some(piece),
            _ => true,
        }
    }
}

/// The men as one set of squares per role and one per colour. Two kings on a square, or a man without colour, can't be
/// expressed through its methods.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Board {
    roles: [Bitboard; 6],
    colors: [Bitboard; 2],
}

impl Board {
    /// No man at all.
    pub const EMPTY: Board = Board { roles: [Bitboard::EMPTY; 6], colors: [Bitboard::EMPTY; 2] };

    /// The men at the start of an ordinary game.
    pub(crate) const INITIAL: Board = Board {
        roles: [
            Bitboard(0x00FF00000000FF00),
            Bitboard(0x4200000000000042),
            Bitboard(0x2400000000000024),
            Bitboard(0x8100000000000081),
            Bitboard(0x0800000000000008),
            Bitboard(0x1000000000000010),
        ],
        colors: [Bitboard(0x000000000000FFFF), Bitboard(0xFFFF000000000000)],
    };

    /// The board with these men of each role, pawns first, of which those of `black` are Black's. `None` if two roles
    /// share a square or a square of `black` is empty.
    pub fn from_sets(roles: [Bitboard; 6], black: Bitboard) -> Option<Board> {
        let (mut all, mut shared) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for set in roles {
            shared |= all & set;
            all |= set;
        }
        let fits = shared.plus(black - all).is_empty();
        fits.then_some(Board { roles, colors: [all - black, black] })
    }

    /// The men of one role, both colours.
    #[inline(always)]
    pub const fn role(&self, role: Role) -> Bitboard {
        self.roles[role as usize]
    }

    /// The men of one colour.
    #[inline(always)]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// The men of one role and colour.
    #[inline(always)]
    pub const fn men(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.roles[role as usize].0 & self.colors[color as usize].0)
    }

    /// Bishops and queens of `color`.
    #[inline(always)]
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.role(Role::Bishop) | self.role(Role::Queen)) & self.color(color)
    }

    /// Rooks and queens of `color`.
    #[inline(always)]
    pub fn orthogonal_sliders(&self, color: Color) -> Bitboard {
        (self.role(Role::Rook) | self.role(Role::Queen)) & self.color(color)
    }

    /// The role of the man on `square`, if any.
    #[inline(always)]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        // Arithmetic instead of a search, since which role it is can't be predicted.
        let is = |role: Role| (self.roles[role as usize].0 >> square as u8 & 1) as usize;
        let occupied = (self.colors[0] | self.colors[1]).contains(square);
        let index = is(Role::Knight)
            + 2 * is(Role::Bishop)
            + 3 * is(Role::Rook)
            + 4 * is(Role::Queen)
            + 5 * is(Role::King);
        occupied.then(|| Role::ALL[index])
    }

    /// The men of `color` that attack `square`, where `occupied` are the squares that stop sliders.
    #[inline(always)]
    pub fn attackers(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        (attacks::pawn(!color, square) & self.men(color, Role::Pawn))
            | (attacks::knight(square) & self.men(color, Role::Knight))
            | (attacks::king(square) & self.men(color, Role::King))
            | (attacks::bishop(square, occupied) & self.diagonal_sliders(color))
            | (attacks::rook(square, occupied) & self.orthogonal_sliders(color))
    }

    /// The board seen from the other side: colours exchanged, ranks reversed.
    pub fn flipped(&self) -> Board {
        Board {
            roles: self.roles.map(Bitboard::flip_ranks),
            colors: [self.colors[1].flip_ranks(), self.colors[0].flip_ranks()],
        }
    }

    /// The board in a mirror: files reversed.
    pub fn mirrored(&self) -> Board {
        Board {
            roles: self.roles.map(Bitboard::flip_files),
            colors: self.colors.map(Bitboard::flip_files),
        }
    }
}

impl Query for Board {
    #[inline]
    fn piece_at(&self, square: Square) -> Option<Piece> {
        let color =
            if self.color(Color::Black).contains(square) { Color::Black } else { Color::White };
        self.role_at(square).map(|role| role.of(color))
    }

    #[inline]
    fn pieces(&self, piece: Piece) -> Bitboard {
        self.men(piece.color, piece.role)
    }

    #[inline(always)]
    fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }
}

impl Alter for Board {
    #[inline(always)]
    fn alter(&mut self, alteration: Alteration) {
        debug_assert!(self.admits(alteration), "{alteration:?} does not fit\n{self:?}");
        if let Change::Place(piece, square) | Change::Remove(piece, square) = alteration.change() {
            self.roles[piece.role.index()] ^= square.bitboard();
            self.colors[piece.color.index()] ^= square.bitboard();
        }
    }
}

impl FromIterator<(Square, Piece)> for Board {
    /// A board with these pieces; where a square is named twice, the first one stays.
    fn from_iter<I: IntoIterator<Item = (Square, Piece)>>(pieces: I) -> Board {
        let mut board = Board::EMPTY;
        for (square, piece) in pieces {
            if board.piece_at(square).is_none() {
                board.alter(Alteration::place(piece, square));
            }
        }
        board
    }
}

/// Draws the board, the eighth rank on top, White in capitals.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw(self, f)
    }
}

/// The men as an array of 64 squares: slow to search, and so simple that there is nothing to get wrong. It follows the
/// same stream of alterations as [`Board`] and serves as its check.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mailbox([Option<Piece>; 64]);

impl Mailbox {
    /// No man at all.
    pub const EMPTY: Mailbox = Mailbox([None; 64]);
}

impl<Q: Query> From<&Q> for Mailbox {
    fn from(board: &Q) -> Mailbox {
        let mut squares = [None; 64];
        for square in Square::all() {
            squares[square.index()] = board.piece_at(square);
        }
        Mailbox(squares)
    }
}

impl Query for Mailbox {
    #[inline]
    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }
}

impl Alter for Mailbox {
    #[inline]
    fn alter(&mut self, alteration: Alteration) {
        debug_assert!(self.admits(alteration), "{alteration:?} does not fit\n{self:?}");
        match alteration.change() {
            Change::Place(piece, square) => self.0[square.index()] = Some(piece),
            Change::Remove(_, square) => self.0[square.index()] = None,
            _ => {}
        }
    }
}

/// Draws the board, the eighth rank on top, White in capitals.
impl fmt::Debug for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw(self, f)
    }
}

fn draw(board: &impl Query, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for index in 0..64u8 {
        let square = Square::wrapping(index ^ 56);
        let letter = board.piece_at(square).map_or('.', |piece| {
            let letter = ['p', 'n', 'b', 'r', 'q', 'k'][piece.role.index()];
            if piece.color == Color::White { letter.to_ascii_uppercase() } else { letter }
        });
        write!(f, "{letter}{}", if index & 7 == 7 { "\n" } else { " " })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Board {
        Piece::all().enumerate().map(|(i, piece)| (Square::wrapping(i as u8 * 5), piece)).collect()
    }

    #[test]
    fn both_boards_answer_alike() {
        let board = sample();
        let mailbox = Mailbox::from(&board);
        assert_eq!(board.occupied(), mailbox.occupied());
        for piece in Piece::all() {
            assert_eq!(board.pieces(piece), mailbox.pieces(piece));
            assert_eq!(board.pieces(piece).len(), 1);
        }
        for square in Square::all() {
            assert_eq!(board.piece_at(square), mailbox.piece_at(square));
            assert_eq!(board.role_at(square), mailbox.piece_at(square).map(|p| p.role));
        }
        assert_eq!(format!("{board:?}"), format!("{mailbox:?}"));
        assert!(format!("{board:?}").ends_with("P . . . . N . .\n"));
    }

    #[test]
    fn an_alteration_is_admitted_only_where_it_fits() {
        let board = sample();
        let pawn = Role::Pawn.of(Color::White);
        assert!(!board.admits(Alteration::place(pawn, Square::A1)));
        assert!(board.admits(Alteration::remove(pawn, Square::A1)));
        assert!(!board.admits(Alteration::remove(Role::Pawn.of(Color::Black), Square::A1)));
        assert!(board.admits(Alteration::place(pawn, Square::B1)));
        assert!(!board.admits(Alteration::remove(pawn, Square::B1)));
        assert!(board.admits(Alteration::TURN));
    }

    #[test]
    fn symmetric_images_move_every_man() {
        let board = sample();
        for square in Square::all() {
            let piece = board.piece_at(square);
            let other = piece.map(|p| p.role.of(!p.color));
            assert_eq!(board.flipped().piece_at(square.flip_rank()), other);
            assert_eq!(board.mirrored().piece_at(square.flip_file()), piece);
        }
    }

    #[test]
    fn sets_make_a_board_only_if_they_fit() {
        let board = sample();
        let roles = Role::ALL.map(|role| board.role(role));
        assert_eq!(Board::from_sets(roles, board.color(Color::Black)), Some(board));
        assert_eq!(Board::from_sets(roles, Square::B1.bitboard()), None);
        let mut shared = roles;
        shared[5] |= roles[0];
        assert_eq!(Board::from_sets(shared, board.color(Color::Black)), None);
    }

    #[test]
    fn the_first_piece_named_for_a_square_stays() {
        let [first, second] = [Role::Rook.of(Color::White), Role::King.of(Color::Black)];
        let board: Board = [(Square::C3, first), (Square::C3, second)].into_iter().collect();
        assert_eq!(board.piece_at(Square::C3), Some(first));
    }
}
