//! Positions and their numbers.

use fastrand::Rng;
use hazel_core::{Board, Color, Position, Role, Square};
use hazel_table::{Family, IndexerError, Kind, MaterialKey, Placement, PositionIndexer, Transform};
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

use crate::{book, sample};

#[test]
fn all_positions_of_three_men_have_one_number_and_back() {
    for family in ["KvK", "KQvK", "KRvK", "KBvK", "KNvK", "KPvK"] {
        for key in family.parse::<Family>().unwrap().canonical_keys() {
            check_all(key);
        }
    }
}

/// Keys with each sort of symmetry: none, a mirror, exchanged sides, exchanged sides in a mirror, both, four or eight
/// of the board; with equal men and with bishops of all colours.
#[test]
fn all_positions_of_four_men_and_more_have_one_number_and_back() {
    for text in [
        "Kb2c4vK",
        "Kc4f4vK",
        "Kc4vKd5",
        "Kc4vKc5",
        "Kc4vKf5",
        "Kc4f4vKc5f5",
        "Kd4e4vK",
        "KNa5vK",
        "KBle4vK",
        "KBlvKBl",
        "KBlvKBd",
        "KBdBlvK",
        "KBlBlvK",
        "KRRvK",
        "KQc3f3vK",
        "KBlc4vKBlf5",
    ] {
        check_all(text.parse::<MaterialKey>().unwrap().canonical().0);
    }
}

#[test]
fn numbers_of_slots_are_known() {
    for (text, slots) in [
        ("KvK", 462),
        ("KQvK", 2 * 462 * 62),
        ("KQvKR", 2 * 462 * 62 * 61),
        ("KRvKR", 462 * 62 * 61),
        ("KNNvK", 2 * 462 * (62 * 61 / 2)),
        ("Ka2vK", 2 * 3496),
        ("Ka4vKa5", 3612 - 4 * 58),
        ("KQa2vK", 2 * 3496 * 61),
    ] {
        let indexer = PositionIndexer::new(text.parse().unwrap()).unwrap();
        assert_eq!(indexer.len(), slots, "{text}");
        assert_eq!(indexer.position(slots), None, "{text}");
        assert_eq!(indexer.sides().len() == 1, indexer.key().stabilizer().any(Transform::swaps));
    }
}

/// The book's examples.
#[test]
fn the_book_tells_the_numbers() {
    let rows = book::rows("canonical key", "number");
    assert!(rows.len() >= 10);
    for row in rows {
        let placement = book::placement(row[0]);
        let (canonical, transform) = MaterialKey::from(&placement).canonical();
        assert_eq!(canonical.to_string(), row[1], "{}", row[0]);
        let indexer = PositionIndexer::new(canonical).unwrap();
        assert_eq!(indexer.len().to_string(), row[3], "{}", row[0]);
        let number = indexer.index_after(transform, &placement).expect("it has a number");
        assert_eq!(number.to_string(), row[2], "{}", row[0]);
    }
}

#[test]
fn walking_visits_the_slots_in_order() {
    for text in ["KvK", "KQvK", "KBdBlvK", "KBlvKBl", "KNNvK", "KBlBlvK", "KRRRa4vKa5", "Ka4vKNNa5"]
    {
        let key: MaterialKey = text.parse().unwrap();
        let indexer = PositionIndexer::new(key.canonical().0).unwrap();
        let groups: Vec<_> = indexer.groups().collect();
        for &turn in indexer.sides() {
            for (pair, kings) in indexer.kings().iter().enumerate().step_by(29) {
                let mut index = indexer.side_start(turn) + indexer.pair_start(pair);
                indexer.for_each_slot(pair, |squares| {
                    let placement = squares.map(|squares| Placement {
                        board: board(indexer.key(), &groups, *kings, squares),
                        turn,
                    });
                    assert_eq!(placement, indexer.position(index), "{text} {index}");
                    index += 1;
                });
                let next = if pair + 1 < indexer.kings().len() {
                    indexer.pair_start(pair + 1)
                } else {
                    indexer.len() / indexer.sides().len() as u64
                };
                assert_eq!(index, indexer.side_start(turn) + next, "{text}");
            }
        }
    }
}

#[test]
fn foreign_positions_have_no_number() {
    let indexer = PositionIndexer::new("KQvK".parse().unwrap()).unwrap();
    let other = |text: &str| {
        PositionIndexer::new(text.parse().unwrap()).unwrap().position(0).expect("it is used")
    };
    for text in ["KvK", "KRvK", "KQQvK", "KQRvK", "Ka2vK", "KQa2vK"] {
        assert_eq!(indexer.index(&other(text)), None, "{text}");
    }
    assert_eq!(indexer.index(&Placement::from(&Position::initial())), None);
    let with_pawn = PositionIndexer::new("Ka2vK".parse().unwrap()).unwrap();
    assert_eq!(with_pawn.index(&other("Ka3vK")), None);
    let placement = other("Ka2vK");
    assert!(with_pawn.index_after(Transform::IDENTITY, &placement).is_some());
    assert_eq!(with_pawn.index_after(Transform::TRANSPOSE, &placement), None);
}

#[test]
fn only_canonical_keys_of_a_size_have_an_indexer() {
    let error = |text: &str| PositionIndexer::new(text.parse().unwrap()).unwrap_err();
    let canonical: MaterialKey = "KQvK".parse().unwrap();
    let key: MaterialKey = "KvKQ".parse().unwrap();
    assert_eq!(error("KvKQ"), IndexerError::NotCanonical { key, canonical });
    let many = format!("K{0}vK{0}", "QQQRRRNNN");
    assert_eq!(error(&many), IndexerError::TooLarge(many.parse().unwrap()));
    assert_eq!(error("KvKQ").to_string(), "KvKQ is not canonical, expected KQvK");
}

proptest! {
    #[test]
    fn all_images_of_a_position_have_one_number(
        key in sample::key(8),
        seed in any::<u64>(),
        black in any::<bool>(),
    ) {
        let (canonical, transform) = key.canonical();
        let indexer = PositionIndexer::new(canonical).unwrap();
        let mut rng = Rng::with_seed(seed);
        let turn = if black { Color::Black } else { Color::White };
        let boards = (0..20).filter_map(|_| sample::random_board(&key, &mut rng));
        for board in boards {
            let placement = Placement { board, turn };
            let index = indexer.index_after(transform, &placement);
            prop_assert_eq!(index, indexer.index(&placement.image(transform)));
            if placement.position().is_ok() {
                prop_assert!(index.is_some());
            }
            for symmetry in Transform::of_key(&key) {
                let image = placement.image(symmetry);
                let (same, back) = MaterialKey::from(&image).canonical();
                prop_assert_eq!(same, canonical);
                prop_assert_eq!(indexer.index_after(back, &image), index);
            }
            let Some(index) = index else { continue };
            let stored = indexer.position(index).expect("a number leads to a used slot");
            prop_assert_eq!(indexer.index(&stored), Some(index));
            prop_assert!(Transform::of_key(&key).any(|t| placement.image(t) == stored));
        }
    }
}

/// Every used slot is the number of its position and of all images of it, and these are all positions that there are.
fn check_all(key: MaterialKey) {
    let indexer = PositionIndexer::new(key).unwrap();
    let stabilizer: Vec<Transform> = key.stabilizer().collect();
    let mut positions = 0;
    for index in 0..indexer.len() {
        let Some(placement) = indexer.position(index) else { continue };
        assert_eq!(indexer.index(&placement), Some(index), "{key} {placement:?}");
        let mut same = 0;
        for &transform in &stabilizer {
            let number = indexer.index_after(transform, &placement);
            assert_eq!(number, Some(index), "{key} {placement:?} {transform:?}");
            // Making the image is slow, and seldom do both kings stay.
            let stays = |color| {
                let king = placement.king(color);
                king.map(|square| transform.square(square)) == king && !transform.swaps()
            };
            let kings_stay = Color::ALL.into_iter().all(stays);
            same += usize::from(kings_stay && placement.image(transform) == placement);
        }
        // Each different image comes as often as the position itself.
        positions += stabilizer.len() / same;
    }
    assert_eq!(positions, 2 * distinct_boards(&key), "{key}");
}

/// How many boards have the men of the key and kings apart.
fn distinct_boards(key: &MaterialKey) -> usize {
    let mut boards = 0;
    sample::every_board(key, &mut |board| {
        let placement = Placement { board, turn: Color::White };
        let [white, black] = Color::ALL.map(|color| placement.king(color).expect("it has one"));
        boards += usize::from(!hazel_core::attacks::king(white).contains(black));
    });
    let orders = |count: u8| (1..=usize::from(count)).product::<usize>();
    let equal: usize =
        Color::ALL.into_iter().flat_map(|color| key.counts(color)).map(orders).product();
    boards / equal
}

/// The board with the squares of a walk.
fn board(
    key: &MaterialKey,
    groups: &[(Color, Kind, u8)],
    kings: [Square; 2],
    squares: &[Square],
) -> Board {
    let pieces = groups.iter().flat_map(|&(color, kind, count)| {
        std::iter::repeat_n(kind.role().of(color), usize::from(count))
    });
    let pawns = Color::ALL.into_iter().flat_map(|color| {
        key.pawn_bitboard(color).into_iter().map(move |square| (square, Role::Pawn.of(color)))
    });
    let kings = kings.into_iter().zip(Color::ALL.map(|color| Role::King.of(color)));
    squares.iter().copied().zip(pieces).chain(pawns).chain(kings).collect()
}
