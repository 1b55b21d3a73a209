//! Keys of positions.

use hazel_core::{Color, Move, MoveKind, Position, Square};
use hazel_table::MaterialKey;

#[test]
fn a_pawn_move_changes_the_key_and_a_piece_move_does_not() {
    let mut position = Position::initial();
    let before = MaterialKey::from_position(&position);
    position.play(Move::new(Square::G1, Square::F3, MoveKind::Quiet));
    assert_eq!(MaterialKey::from_position(&position), before);
    position.play(Move::new(Square::E7, Square::E5, MoveKind::Quiet));
    let after = MaterialKey::from_position(&position);
    assert_eq!(
        after.pawn_bitboard(Color::Black) ^ before.pawn_bitboard(Color::Black),
        Square::E7.bitboard() | Square::E5.bitboard()
    );
}
