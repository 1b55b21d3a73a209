//! Keys and boards to test with.

use fastrand::Rng;
use hazel_core::{Bitboard, Board, Color, Role, Square};
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

/// The men besides pawns, each with its squares.
fn movable(key: &MaterialKey) -> Vec<(Color, Role, Bitboard)> {
    let mut men = Vec::new();
    for color in Color::ALL {
        men.push((color, Role::King, Bitboard::FULL));
        for kind in Kind::ALL {
            for _ in 0..key.count(color, kind) {
                men.push((color, kind.role(), kind.squares()));
            }
        }
    }
    men
}

fn pawns_of(key: &MaterialKey) -> ([Bitboard; 6], Bitboard) {
    let mut roles = [Bitboard::EMPTY; 6];
    roles[Role::Pawn.index()] = key.pawns();
    (roles, key.pawn_bitboard(Color::Black))
}

/// Every way in which the men of a key can stand. Equal men on exchanged squares come twice.
pub(crate) fn every_board(key: &MaterialKey, visit: &mut impl FnMut(Board)) {
    let (roles, black) = pawns_of(key);
    place(&movable(key), roles, black, visit);
}

fn place(
    men: &[(Color, Role, Bitboard)],
    roles: [Bitboard; 6],
    black: Bitboard,
    visit: &mut impl FnMut(Board),
) {
    let Some(((color, role, squares), rest)) = men.split_first() else {
        return visit(Board::from_sets(roles, black).expect("men stand apart"));
    };
    let taken = roles.into_iter().fold(Bitboard::EMPTY, |all, set| all | set);
    for square in *squares - taken {
        let (mut roles, mut black) = (roles, black);
        roles[role.index()] |= square.bitboard();
        if *color == Color::Black {
            black |= square.bitboard();
        }
        place(rest, roles, black, visit);
    }
}

/// Men on random squares, or nothing if two fell on one.
pub(crate) fn random_board(key: &MaterialKey, rng: &mut Rng) -> Option<Board> {
    let (mut roles, mut black) = pawns_of(key);
    let mut occupied = key.pawns();
    for (color, role, squares) in movable(key) {
        let square =
            Square::from_index(rng.usize(0..64)).filter(|s| (squares - occupied).contains(*s))?;
        occupied |= square.bitboard();
        roles[role.index()] |= square.bitboard();
        if color == Color::Black {
            black |= square.bitboard();
        }
    }
    Board::from_sets(roles, black)
}
