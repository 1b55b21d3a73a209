//! Children against the ordinary move generator.

use std::collections::BTreeSet;

use fastrand::Rng;
use hazel_core::{Board, Color, Position, Rank, Setup, Square, State};
use hazel_table::{MaterialKey, Taken};
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

use crate::sample;

/// Three and four men are walked through completely.
#[test]
fn small_keys_have_the_children_that_moves_lead_to() {
    for text in [
        "KvK", "KQvK", "Ka2vK", "Ke7vK", "KBlb7vK", "Ka7vKBd", "Ke5vKd5", "Kd4vKe5", "Ka2vKa3",
        "Kh2vKg4", "Kd2vKRd3", "KNa2vKb7",
    ] {
        let key: MaterialKey = text.parse().unwrap();
        let mut children = BTreeSet::new();
        sample::every_board(&key, &mut |board| add_children(&key, board, &mut children));
        assert_eq!(children, listed(&key), "{text}");
    }
}

/// Larger tables are sampled, always in the same way, until each child has surely been seen.
#[test]
fn larger_keys_have_the_children_that_moves_lead_to() {
    let mut rng = Rng::with_seed(5);
    for text in [
        "KQvKR",
        "KQb7c7vKRg2",
        "KRf4g4vKRg5",
        "KBlf4g4vKNh5",
        "KBdNa7vKQBlb2",
        "Ka2b2vKa7b7",
        "Kd4e5vKd5e6",
        "Kd4e5f4vKd5e6f5",
        "Kb5d5vKc5a4",
        "KBde4vKBdd5e5f5",
    ] {
        let key: MaterialKey = text.parse().unwrap();
        let mut children = BTreeSet::new();
        for _ in 0..100_000 {
            if let Some(board) = sample::random_board(&key, &mut rng) {
                add_children(&key, board, &mut children);
            }
        }
        assert_eq!(children, listed(&key), "{text}");
    }
}

#[test]
fn a_guarded_pawn_is_no_prey_of_a_lone_king_and_walled_pawns_of_no_one() {
    let prey = |text: &str| {
        let key: MaterialKey = text.parse().unwrap();
        let taken = key.exits().into_iter().filter(|exit| exit.pawn.is_none());
        taken.filter_map(|exit| exit.taken).collect::<Vec<Taken>>()
    };
    let pawns = |squares: &[Square]| squares.iter().map(|s| Taken::Pawn(*s)).collect::<Vec<_>>();
    assert_eq!(prey("Kd4e5vKd5e6"), pawns(&[Square::E6, Square::D4]));
    // A rook takes the guarded pawn, a bishop only one on its colour.
    assert_eq!(prey("KRd4e5vKd5e6")[..2], pawns(&[Square::D5, Square::E6]));
    assert_eq!(prey("KBdd4e5vKd5e6")[..1], pawns(&[Square::E6]));
    // From both sides the way of the bishop to a5 is closed.
    assert_eq!(prey("KBdb4vKa5b6")[..1], pawns(&[Square::B6]));
}

proptest! {
    #[test]
    fn every_exit_lowers_the_potential(key in sample::key(10)) {
        for exit in key.exits() {
            prop_assert!(exit.child.potential() < key.potential(), "{:?}", exit);
            prop_assert!(exit.child.men() + 1 >= key.men());
        }
    }

    #[test]
    fn images_have_equal_children_and_potential(key in sample::key(10)) {
        for image in key.images() {
            prop_assert_eq!(image.child_keys(), key.child_keys());
            prop_assert_eq!(image.potential(), key.potential());
        }
    }
}

fn listed(key: &MaterialKey) -> BTreeSet<MaterialKey> {
    key.exits().iter().map(|exit| exit.child).collect()
}

/// Adds the keys that moves from these men lead to, for both sides and with every en-passant right.
fn add_children(key: &MaterialKey, board: Board, children: &mut BTreeSet<MaterialKey>) {
    for turn in Color::ALL {
        let passed = key.pawn_bitboard(!turn) & (!turn).rank(Rank::Fourth).bitboard();
        let rights = passed.into_iter().map(|square| Some(square.file()));
        for en_passant in rights.chain([None]) {
            let state = State { turn, en_passant, ..State::INITIAL };
            let Ok(position) = (Setup { board, state }).validate() else { continue };
            if position.state().en_passant != en_passant {
                continue;
            }
            children.extend(positions_after(&position).filter(|child| child != key));
        }
    }
}

fn positions_after(position: &Position) -> impl Iterator<Item = MaterialKey> {
    let moves = position.legal_moves();
    moves.into_iter().map(|m| MaterialKey::from_position(&position.after(m)))
}
