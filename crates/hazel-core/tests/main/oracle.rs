//! shakmaty, as a reader of FEN and as the judge.

use hazel_core::{
    Bitboard, Board, Castling, Color, Ending, File, Move, Position, Role, Setup, Side, Square,
    State,
};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, PositionError};

/// A position of shakmaty's, however odd.
pub(crate) fn read(fen: &str) -> Chess {
    let setup = fen.parse::<Fen>().expect("a well-formed FEN").into_setup();
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .expect("a legal position")
}

/// The position of a FEN, read by shakmaty and validated by us.
pub(crate) fn position(fen: &str) -> Position {
    setup(&fen.parse::<Fen>().expect("a well-formed FEN").into_setup())
        .validate()
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn setup(theirs: &shakmaty::Setup) -> Setup {
    let board: Board =
        theirs.board.clone().into_iter().map(|(at, p)| (square(at), piece(p))).collect();
    Setup {
        board,
        state: State {
            castling: Castling::new(Bitboard(theirs.castling_rights.0)),
            turn: color(theirs.turn),
            en_passant: theirs.ep_square.map(|at| File::ALL[at as usize & 7]),
            halfmoves: u16::try_from(theirs.halfmoves).expect("a clock that we can hold"),
            number: u16::try_from(u32::from(theirs.fullmoves)).expect("a number that we can hold"),
        },
    }
}

fn square(theirs: shakmaty::Square) -> Square {
    Square::from_index(theirs as usize).expect("both count from a1 to h8")
}

fn color(theirs: shakmaty::Color) -> Color {
    theirs.fold_wb(Color::White, Color::Black)
}

fn piece(theirs: shakmaty::Piece) -> hazel_core::Piece {
    role(theirs.role).of(color(theirs.color))
}

fn role(theirs: shakmaty::Role) -> Role {
    Role::ALL[theirs as usize - 1]
}

/// A move of shakmaty's as from, to and promotion, castling with the king's destination.
fn parts(theirs: shakmaty::Move) -> (Square, Square, Option<Role>) {
    let from = square(theirs.from().expect("nothing is dropped in chess"));
    let to = match theirs.castling_side() {
        Some(side) => {
            let side = if side.is_king_side() { Side::King } else { Side::Queen };
            Square::new(side.king_file(), from.rank())
        }
        None => square(theirs.to()),
    };
    (from, to, theirs.promotion().map(role))
}

/// Our moves must be theirs, of the right kind, and lead to the same positions. Returns theirs in our order.
pub(crate) fn compare(ours: &Position, theirs: &Chess) -> Vec<(Move, Chess)> {
    use shakmaty::Position as _;
    let expected = theirs.legal_moves();
    let moves = ours.legal_moves();
    assert_eq!(moves.len(), expected.len(), "{ours:?}");
    assert_eq!(ours.count_legal_moves(), moves.len(), "{ours:?}");
    let status = ours.status(&[]);
    assert_eq!(status.check, theirs.is_check());
    assert_eq!(status.ending == Some(Ending::Checkmate), theirs.is_checkmate());
    assert_eq!(status.ending == Some(Ending::Stalemate), theirs.is_stalemate());
    assert_eq!(ours.is_insufficient_material(), theirs.is_insufficient_material());
    moves
        .iter()
        .map(|&m| {
            let same: Vec<_> = expected
                .iter()
                .filter(|other| {
                    parts(**other) == (m.from(), m.to(), m.promotion())
                        && other.is_castle() == (m.kind() == hazel_core::MoveKind::Castling)
                })
                .collect();
            let [other] = same[..] else { panic!("{m:?} in {ours:?} is {same:?} of theirs") };
            assert_eq!(m.is_capture(), other.is_capture());
            assert_eq!(m.kind() == hazel_core::MoveKind::EnPassant, other.is_en_passant());
            let next = theirs.clone().play(*other).expect("their own legal move");
            let mut expected = setup(&next.to_setup(EnPassantMode::Legal));
            // Our clock stops where an alteration can't carry more.
            expected.state.halfmoves = expected.state.halfmoves.min(4095);
            assert_eq!(*ours.after(m).setup(), expected, "{m:?} in {ours:?}");
            (m, next)
        })
        .collect()
}
