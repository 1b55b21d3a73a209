//! Keys and their text.

use hazel_core::{Color, Move, MoveKind, Position, Square};
use hazel_table::{Family, KeyProblem, MaterialKey, ParseKeyError};
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

use crate::sample;

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

#[test]
fn any_spelling_is_read_and_one_is_written() {
    for (text, written) in [
        ("KvK", "KvK"),
        ("KQb7c7vKRg2", "KQb7c7vKRg2"),
        ("Kc7b7QvKg2R", "KQb7c7vKRg2"),
        ("KRRvK", "KRRvK"),
        ("KvKRR", "KvKRR"),
        ("KNBlBdQRvK", "KQRBdBlNvK"),
        ("KBdd4vKBl", "KBdd4vKBl"),
        ("KBdBdvK", "KBdBdvK"),
        ("KBdvK", "KBdvK"),
    ] {
        assert_eq!(text.parse::<MaterialKey>().unwrap().to_string(), written, "{text}");
    }
    let initial = MaterialKey::from_position(&Position::initial());
    assert_eq!(initial.to_string(), "KQRRBdBlNNa2b2c2d2e2f2g2h2vKQRRBdBlNNa7b7c7d7e7f7g7h7");
}

#[test]
fn each_mistake_is_named_with_its_column() {
    use Color::{Black, White};
    use KeyProblem as P;
    for (text, column, problem) in [
        ("", 1, P::MissingKing(White)),
        ("QvK", 1, P::MissingKing(White)),
        ("KQv", 4, P::MissingKing(Black)),
        ("KQvR", 4, P::MissingKing(Black)),
        ("KKvK", 2, P::SecondKing(White)),
        ("KvKK", 4, P::SecondKing(Black)),
        ("KQ", 3, P::MissingSide),
        ("KvKvK", 4, P::ThirdSide),
        ("Ke9vK", 2, P::MalformedSquare("e9".into())),
        ("KevK", 2, P::MalformedSquare("ev".into())),
        ("KvKQe", 5, P::MalformedSquare("e".into())),
        ("Ki4vK", 2, P::MalformedSquare("i4".into())),
        ("Ke1vK", 2, P::PawnOnBackRank(Square::E1)),
        ("KvKh8", 4, P::PawnOnBackRank(Square::H8)),
        ("Ke4d4e4vK", 6, P::DuplicatePawn(White, Square::E4)),
        ("Ke4vKd5e4", 8, P::TwoPawns(Square::E4)),
        ("KQQQQQQQQQQQQQQQQvK", 17, P::TooManyMen(White)),
        ("KvKa2a3a4a5a6a7b2b3b4b5b6b7c2c3c4c5", 34, P::TooManyMen(Black)),
        ("KBvK", 2, P::BishopWithoutColor),
        ("KBd4vKB", 2, P::BishopWithoutColor),
        ("KQPBvK", 3, P::PawnWithoutSquare),
        ("KQ vK", 3, P::UnknownMan(' ')),
        ("KéQvK", 2, P::UnknownMan('é')),
        ("KvKé", 4, P::UnknownMan('é')),
        ("KvK4", 4, P::UnknownMan('4')),
    ] {
        assert_eq!(text.parse::<MaterialKey>(), Err(ParseKeyError { column, problem }), "{text}");
    }
    let error = "KBd4vK".parse::<MaterialKey>().unwrap_err();
    assert_eq!(error.to_string(), "column 2: a bishop without a colour, expected `Bd` or `Bl`");
}

#[test]
fn a_family_mixes_what_is_open_with_what_is_fixed() {
    for (text, written) in
        [("KPBvK", "KBPvK"), ("KBd4PvKBl", "KBPd4vKBl"), ("KBBdNvKB", "KBdBNvKB")]
    {
        assert_eq!(text.parse::<Family>().unwrap().to_string(), written);
    }
    let family: Family = "KBPd4vKR".parse().unwrap();
    for (key, inside) in [
        ("KBlc3d4vKR", true),
        ("KBdd4h7vKR", true),
        ("KBdc3d5vKR", false),
        ("KBdd4vKR", false),
        ("KBdBlc3d4vKR", false),
        ("KRvKBdc3d4", false),
    ] {
        assert_eq!(family.contains(&key.parse().unwrap()), inside, "{key}");
    }
    assert!("KPvKé".parse::<Family>().is_err());
}

proptest! {
    #[test]
    fn text_round_trips(key in sample::key(20)) {
        let text = key.to_string();
        prop_assert_eq!(text.parse::<MaterialKey>(), Ok(key));
        let family: Family = text.parse().unwrap();
        prop_assert!(family.contains(&key));
        prop_assert_eq!(family.to_string(), text);
    }

    #[test]
    fn whatever_is_read_is_written_and_read_again(text in "K[KQRBNPdlv1-9a-h]{0,9}vK[QRBNPdla-h2-7]{0,9}") {
        match text.parse::<Family>() {
            Ok(family) => prop_assert_eq!(family.to_string().parse::<Family>(), Ok(family)),
            Err(error) => prop_assert!((1..=text.chars().count() + 1).contains(&error.column)),
        }
    }
}
