//! Positions: setups that are known to be valid, and how they change.

use std::fmt;

use arrayvec::ArrayVec;

use crate::{
    Alter, Alteration, Bitboard, Board, Castling, Color, File, Move, Piece, Query, Role, Setup,
    Square, State,
};

/// A valid position: 80 bytes, `Copy`. It changes only by legal moves.
///
/// It keeps no hash and no history: whoever wants one lets it follow the same alterations (see
/// [`Position::play_with`]), and whoever doesn't pays nothing.
///
/// ```
/// use hazel_core::{Move, MoveKind, Position, Square};
///
/// let mut position = Position::initial();
/// position.play(Move::new(Square::E2, Square::E4, MoveKind::Quiet));
/// assert_eq!(position.legal_moves().len(), 20);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    setup: Setup,
}

impl Position {
    /// The start of an ordinary game.
    pub fn initial() -> Position {
        Position::new_unchecked(Setup::initial())
    }

    /// A position from a setup that is known to be valid, such as one that followed the alterations of legal moves.
    /// Use [`Setup::validate`] for any other. With an invalid setup, later answers are wrong or panic.
    pub fn new_unchecked(setup: Setup) -> Position {
        debug_assert_eq!(crate::validate::validate(&setup), Ok(()));
        Position { setup }
    }

    /// The men and the metadata together.
    #[inline(always)]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Where the men stand.
    #[inline(always)]
    pub const fn board(&self) -> &Board {
        &self.setup.board
    }

    /// The metadata.
    #[inline(always)]
    pub const fn state(&self) -> &State {
        &self.setup.state
    }

    /// Whose move it is.
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.setup.state.turn
    }

    /// Who may still castle, and with which rooks.
    #[inline(always)]
    pub const fn castling(&self) -> Castling {
        self.setup.state.castling
    }

    /// The square on which a pawn can legally take en passant.
    #[inline]
    pub fn en_passant_square(&self) -> Option<Square> {
        self.setup.state.en_passant_square()
    }

    /// Plies since the last capture or pawn move. It stops at 4,095.
    pub const fn halfmove_clock(&self) -> u16 {
        self.setup.state.halfmoves
    }

    /// The number of the move, as a score sheet counts. After 65,535 it starts again at 1.
    pub const fn move_number(&self) -> u16 {
        self.setup.state.number
    }

    /// The king's square of `color`.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.setup.king(color)
    }

    /// The men that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.setup.checkers()
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Plays a legal move. See [`try_play`](Position::try_play) and [`play_unchecked`](Position::play_unchecked).
    ///
    /// # Panics
    /// If the move is not legal here.
    pub fn play(&mut self, m: Move) {
        self.try_play(m).expect("the move is legal");
    }

    /// Plays a move if it is legal. See also [`play`](Position::play).
    ///
    /// # Errors
    /// If it isn't; the position stays as it was.
    pub fn try_play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(m) {
            return Err(IllegalMove(m));
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// Plays a move that is known to be legal, such as one of [`legal_moves`](Position::legal_moves). With any other,
    /// the position may become invalid, and later answers wrong.
    #[inline(always)]
    pub fn play_unchecked(&mut self, m: Move) {
        let before = *self;
        before.compile(m, &mut self.setup);
    }

    /// The position after a move that is known to be legal; the twin of
    /// [`play_unchecked`](Position::play_unchecked) that leaves this position alone.
    #[inline(always)]
    pub fn after(&self, m: Move) -> Position {
        let mut next = *self;
        next.play_unchecked(m);
        next
    }

    /// Plays a move that is known to be legal and lets `follower` follow it: a hash, an accumulator, a tape.
    #[inline]
    pub fn play_with(&mut self, m: Move, follower: &mut impl Alter) {
        let before = *self;
        before.compile(m, &mut (&mut self.setup, follower));
    }

    /// Passes: a null move, which games with annotations and searches have but the rules don't. The side to move changes
    /// and nothing else but the clock and en passant.
    ///
    /// # Errors
    /// A side in check can't pass, for its king could be taken; the position stays as it was.
    pub fn try_pass(&mut self) -> Result<(), IllegalMove> {
        if self.is_check() {
            return Err(IllegalMove(Move::NONE));
        }
        let before = *self;
        before.compile_pass(&mut self.setup);
        Ok(())
    }

    /// Whether ordinary notation of castling could mean something else here: some right belongs to a rook that isn't in
    /// a corner, or to a king that isn't on the e-file.
    pub fn is_chess960(&self) -> bool {
        let corners = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect();
        (self.castling().rooks() - corners).any()
            || Color::ALL.into_iter().any(|color| {
                self.castling().rooks_of(color).any() && self.king(color).file() != File::E
            })
    }

    /// What a legal move does here, to be applied and reverted. [`Move::NONE`] is passing.
    pub fn stream(&self, m: Move) -> Stream {
        let mut record = Record::default();
        if m == Move::NONE {
            self.compile_pass(&mut record);
        } else {
            self.compile(m, &mut record);
        }
        Stream(record.0)
    }

    /// Takes back the move that `stream` was made of. It must have been the last one: otherwise the position may become
    /// invalid, and later answers wrong.
    pub fn unplay(&mut self, stream: &Stream) {
        stream.revert(&mut self.setup);
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::initial()
    }
}

impl Query for Position {
    #[inline]
    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.setup.board.piece_at(square)
    }

    #[inline]
    fn pieces(&self, piece: Piece) -> Bitboard {
        self.setup.board.pieces(piece)
    }

    #[inline(always)]
    fn occupied(&self) -> Bitboard {
        self.setup.board.occupied()
    }
}

/// The alterations of one move, in order.
///
/// ```
/// use hazel_core::{Move, MoveKind, Position, Square};
///
/// let mut position = Position::initial();
/// let e4 = Move::new(Square::E2, Square::E4, MoveKind::Quiet);
/// let stream = position.stream(e4);
/// position.play(e4);
/// position.unplay(&stream);
/// assert_eq!(position, Position::initial());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stream(ArrayVec<Alteration, { Stream::CAPACITY }>);

impl Stream {
    /// No move makes more alterations: en passant, four for castling or three for a capture, three rights, clock, turn.
    const CAPACITY: usize = 10;

    /// Lets `listener` follow the move.
    pub fn apply(&self, listener: &mut impl Alter) {
        self.0.iter().for_each(|&alteration| listener.alter(alteration));
    }

    /// Lets `listener` follow the move back: inverted, in reverse order.
    pub fn revert(&self, listener: &mut impl Alter) {
        self.0.iter().rev().for_each(|&alteration| listener.alter(!alteration));
    }
}

impl std::ops::Deref for Stream {
    type Target = [Alteration];

    fn deref(&self) -> &[Alteration] {
        &self.0
    }
}

/// Keeps what it is told.
#[derive(Default)]
struct Record(ArrayVec<Alteration, { Stream::CAPACITY }>);

impl Alter for Record {
    #[inline]
    fn alter(&mut self, alteration: Alteration) {
        self.0.push(alteration);
    }
}

/// A move that can't be played in the position at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(
    /// The move, as it was given.
    pub Move,
);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move {:?}", self.0)
    }
}

impl std::error::Error for IllegalMove {}

/// The role that a legal move is made with.
#[inline(always)]
pub(crate) fn mover(board: &Board, m: Move) -> Role {
    board.role_at(m.from()).expect("a legal move starts from a man")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MoveKind;

    #[test]
    fn a_position_is_eighty_bytes() {
        assert_eq!(size_of::<Position>(), 80);
    }

    #[test]
    fn an_illegal_move_is_handed_back_and_changes_nothing() {
        let mut position = Position::initial();
        let m = Move::new(Square::E2, Square::E5, MoveKind::Quiet);
        assert_eq!(position.try_play(m), Err(IllegalMove(m)));
        assert_eq!(position, Position::default());
        assert_eq!(IllegalMove(m).to_string(), "illegal move e2e5:Quiet");
    }

    #[test]
    fn passing_changes_the_turn_and_can_be_taken_back() {
        let mut setup = Setup::initial();
        setup.board.alter(Alteration::remove(Role::Pawn.of(Color::Black), Square::D7));
        setup.board.alter(Alteration::place(Role::Pawn.of(Color::Black), Square::D4));
        let mut position = setup.validate().expect("a legal position");
        position.play(Move::new(Square::E2, Square::E4, MoveKind::Quiet));
        assert_eq!(position.en_passant_square(), Some(Square::E3));
        let before = position;
        let stream = position.stream(Move::NONE);
        position.try_pass().expect("no check");
        let state = position.state();
        assert_eq!((state.turn, state.en_passant, state.halfmoves), (Color::White, None, 1));
        assert_eq!((state.number, position.board()), (2, before.board()));
        position.unplay(&stream);
        assert_eq!(position, before);
    }

    #[test]
    fn a_side_in_check_cannot_pass() {
        let mut setup = Setup::initial();
        for (square, at) in [(Square::E2, Role::Pawn), (Square::E7, Role::Pawn)] {
            let color = if square == Square::E2 { Color::White } else { Color::Black };
            setup.board.alter(Alteration::remove(at.of(color), square));
        }
        setup.board.alter(Alteration::place(Role::Rook.of(Color::Black), Square::E5));
        let mut position = setup.validate().expect("a legal position");
        let before = position;
        assert_eq!(position.try_pass(), Err(IllegalMove(Move::NONE)));
        assert_eq!(position, before);
    }

    #[test]
    #[should_panic(expected = "the move is legal")]
    fn playing_an_illegal_move_panics() {
        Position::initial().play(Move::NONE);
    }
}
