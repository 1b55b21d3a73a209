//! Keys to test with.

use hazel_core::{Bitboard, Color, Square};
use hazel_table::{Kind, MaterialKey};
use proptest::prelude::{Strategy, any, prop};

/// Every key with this many men, in every spelling, each once.
pub(crate) fn all_keys(men: u32) -> Vec<MaterialKey> {
    let mut keys = vec![MaterialKey::KINGS];
    for _ in 2..men {
        keys = keys.iter().flat_map(one_more).collect();
        keys.sort_unstable();
        keys.dedup();
    }
    keys
}

/// A key of up to `men` men, with pawns and pieces as they fall.
pub(crate) fn key(men: usize) -> impl Strategy<Value = MaterialKey> {
    prop::collection::vec((any::<bool>(), 0..5 + 48usize), 0..=men - 2).prop_map(|choices| {
        let mut key = MaterialKey::KINGS;
        for (white, choice) in choices {
            let color = if white { Color::White } else { Color::Black };
            key = with(&key, color, choice).unwrap_or(key);
        }
        key
    })
}

/// The keys with one man more, a pawn on each square and a piece of each kind.
fn one_more(key: &MaterialKey) -> Vec<MaterialKey> {
    let men = Color::ALL.into_iter().flat_map(|color| (0..5 + 48).map(move |man| (color, man)));
    men.filter_map(|(color, man)| with(key, color, man)).collect()
}

/// The key with a piece, or with a pawn from the number 5 on; `None` if a pawn stands there already.
fn with(key: &MaterialKey, color: Color, man: usize) -> Option<MaterialKey> {
    if let Some(&kind) = Kind::ALL.get(man) {
        return key.with(color, kind).ok();
    }
    let square = Square::from_index(man - 5 + 8)?;
    if key.pawns().contains(square) {
        return None;
    }
    let mut pawns: [Bitboard; 2] = Color::ALL.map(|color| key.pawn_bitboard(color));
    pawns[color.index()] |= square.bitboard();
    key.with_pawns(pawns).ok()
}
