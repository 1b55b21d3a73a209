//! Laws of positions and moves as bits.

use hazel_core::{Ben, Material, Move, Pawns, Position, Zobrist};

use crate::text::position_and_rest;

/// Thirty-two bytes as a BEN; shorter input is filled up with zeros.
///
/// # Panics
/// If a law is broken.
pub fn ben(input: &[u8]) {
    let mut bytes = [0; 32];
    for (byte, &given) in bytes.iter_mut().zip(input) {
        *byte = given;
    }
    let Ok(ben) = Ben::from_bytes(bytes) else { return };
    assert_eq!(*ben.as_bytes(), bytes, "a BEN keeps its bytes");
    let Ok(position) = ben.position() else { return };
    let again = Ben::from(&position);
    assert_eq!(again.position(), Ok(position), "a position comes back");
    // A position drops an en-passant file without a legal capture; apart from that, the bytes are the same.
    assert_eq!(again == ben, ben.setup() == *position.setup(), "equal positions have equal bytes");
    valid(&position);
}

/// A FEN up to the end of the line, then moves as two bytes each, which are played where they are legal.
///
/// # Panics
/// If a law is broken.
pub fn moves(input: &[u8]) {
    let (mut position, rest) = position_and_rest(input);
    // Asking about every value costs more than all the rest, so that is left to inputs without moves.
    if rest.is_empty() {
        every_value(&position);
    }
    let mut hashes = (Zobrist::<Position>::of(&position), Zobrist::<Pawns>::of(&position));
    let mut material = Material::of(&position);
    for pair in rest.chunks_exact(2) {
        let bits = u16::from_le_bytes([pair[0], pair[1]]);
        let Ok(m) = Move::from_bits(bits) else {
            assert!(bits & 15 > 11, "{bits:#06x} is a move");
            continue;
        };
        let before = position;
        let legal = position.is_legal(m);
        assert_eq!(legal, before.legal_moves().contains(&m), "{m:?} in {before:?}");
        assert_eq!(position.try_play(m).is_ok(), legal, "{m:?} in {before:?}");
        if !legal {
            assert_eq!(position, before, "an illegal move changes nothing");
            continue;
        }
        let stream = before.stream(m);
        stream.apply(&mut (&mut hashes.0, (&mut hashes.1, &mut material)));
        assert_eq!(hashes.0, Zobrist::of(&position), "{m:?} in {before:?}");
        assert_eq!(hashes.1, Zobrist::of(&position), "{m:?} in {before:?}");
        assert_eq!(material, Material::of(&position), "{m:?} in {before:?}");
        let mut back = position;
        back.unplay(&stream);
        assert_eq!(back, before, "{m:?} is taken back");
        valid(&position);
    }
}

/// `is_legal` and the generator agree on each of the 65,536 values.
fn every_value(position: &Position) {
    let mut generated: Vec<Move> = position.legal_moves().to_vec();
    generated.sort_unstable();
    let asked = (0..=u16::MAX)
        .filter_map(|bits| Move::from_bits(bits).ok())
        .filter(|&m| position.is_legal(m));
    assert!(asked.eq(generated.iter().copied()), "in {position:?}");
}

/// What is true of every position.
pub(crate) fn valid(position: &Position) {
    assert_eq!(position.setup().validate(), Ok(*position), "a position is valid");
    assert_eq!(Ben::from(position).position(), Ok(*position), "BEN loses nothing");
    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.count_legal_moves(), "in {position:?}");
    assert_eq!(moves.is_empty(), !position.has_legal_move(), "in {position:?}");
    for &m in &moves {
        assert!(position.is_legal(m), "{m:?} in {position:?}");
        let after = position.after(m);
        assert_eq!(after.setup().validate(), Ok(after), "{m:?} in {position:?}");
    }
}
