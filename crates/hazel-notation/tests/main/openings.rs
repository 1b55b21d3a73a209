//! Names of openings: well-known ones, other orders of moves, and following a game.

use hazel_core::{Castling, Position, Zobrist};
use hazel_notation::{Opening, OpeningFinder, opening_of, parse_san, parse_uci};
use proptest::prelude::{Strategy, any, prop_assert_eq, proptest};
use proptest::{collection, sample};

/// Codes as the encyclopaedia has them (Wikipedia, "List of chess openings").
const FAMOUS: [(&str, &str); 22] = [
    ("A04", "Nf3"),
    ("A10", "c4"),
    ("A57", "d4 Nf6 c4 c5 d5 b5"),
    ("B01", "e4 d5"),
    ("B02", "e4 Nf6"),
    ("B10", "e4 c6"),
    ("B20", "e4 c5"),
    ("B33", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5"),
    ("B70", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6"),
    ("B90", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"),
    ("C00", "e4 e6"),
    ("C30", "e4 e5 f4"),
    ("C42", "e4 e5 Nf3 Nf6"),
    ("C50", "e4 e5 Nf3 Nc6 Bc4"),
    ("C60", "e4 e5 Nf3 Nc6 Bb5"),
    ("C89", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5"),
    ("D06", "d4 d5 c4"),
    ("D20", "d4 d5 c4 dxc4"),
    ("D80", "d4 Nf6 c4 g6 Nc3 d5"),
    ("E12", "d4 Nf6 c4 e6 Nf3 b6"),
    ("E20", "d4 Nf6 c4 e6 Nc3 Bb4"),
    ("E60", "d4 Nf6 c4 g6"),
];

fn after(moves: &str) -> Position {
    let mut position = Position::initial();
    for san in moves.split(' ') {
        let m = parse_san(&position, san).unwrap_or_else(|error| panic!("{moves}: {error}"));
        position.play(m);
    }
    position
}

/// What a finder has found after each of these positions.
fn followed(positions: &[Position]) -> Vec<Option<Opening>> {
    let mut finder = OpeningFinder::default();
    let see = |position| {
        finder.see(Zobrist::of(position), position);
        finder.found()
    };
    positions.iter().map(see).collect()
}

#[test]
fn famous_openings_have_their_codes() {
    for (eco, moves) in FAMOUS {
        assert_eq!(opening_of(&after(moves)).map(|found| found.eco), Some(eco), "{moves}");
    }
}

#[test]
fn an_opening_is_shown_with_code_and_name() {
    let najdorf = opening_of(&after("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6")).unwrap();
    assert_eq!(najdorf.to_string(), "B90 Sicilian: Najdorf");
}

#[test]
fn the_start_position_has_no_name() {
    assert_eq!(opening_of(&Position::initial()), None);
}

#[test]
fn the_order_of_moves_does_not_matter() {
    let gruenfeld = opening_of(&after("d4 Nf6 c4 g6 Nc3 d5"));
    assert!(gruenfeld.is_some());
    assert_eq!(opening_of(&after("c4 g6 Nc3 Nf6 d4 d5")), gruenfeld);
}

#[test]
fn clocks_do_not_matter_and_castling_rights_do() {
    let sicilian = opening_of(&after("e4 c5"));
    assert!(sicilian.is_some());
    assert_eq!(opening_of(&after("e4 c5 Nf3 Nc6 Ng1 Nb8")), sicilian);
    let mut setup = *after("e4 c5").setup();
    setup.state.castling = Castling::NONE;
    assert_eq!(opening_of(&setup.validate().unwrap()), None);
}

#[test]
fn the_last_name_stays_where_positions_have_none() {
    let named = after("e4 e5 Nf3 Nc6 Bb5");
    let nameless = after("e4 e5 Nf3 Nc6 Bb5 h6");
    let found = followed(&[Position::initial(), after("e4"), named, nameless]);
    assert_eq!(found[0], None);
    assert_eq!(found[1].unwrap().eco, "B00");
    assert_eq!(found[2].unwrap().eco, "C60");
    assert_eq!(found[3], found[2]);
}

#[test]
fn a_hash_alone_finds_nothing() {
    let mut finder = OpeningFinder::default();
    finder.see(Zobrist::of(&after("e4 c5")), &Position::initial());
    assert_eq!(finder.found(), None);
}

#[test]
fn a_finder_is_done_once_too_few_men_are_left() {
    let mut finder = OpeningFinder::default();
    let endgame = hazel_notation::parse_fen("8/8/4k3/8/8/3QK3/8/8 w - - 0 1").unwrap();
    for (position, done) in [(after("e4"), false), (endgame, true)] {
        finder.see(Zobrist::of(&position), &position);
        assert_eq!(finder.is_done(), done);
    }
    assert_eq!(finder.found(), opening_of(&after("e4")));
}

/// Lines of the table, each with what random play makes of it.
fn games() -> impl Strategy<Value = Vec<Position>> {
    let text = include_str!("../../data/openings.tsv");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    (sample::select(lines), collection::vec(any::<u16>(), 0..120)).prop_map(|(line, choices)| {
        let mut game = vec![Position::initial()];
        let mut position = Position::initial();
        for uci in line.split('\t').next_back().unwrap().split(' ') {
            position.play(parse_uci(&position, uci).unwrap());
            game.push(position);
        }
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[usize::from(choice) % moves.len()]);
            game.push(position);
        }
        game
    })
}

proptest! {
    #[test]
    fn following_a_game_equals_asking_about_every_position(game in games()) {
        let mut last = None;
        let asked: Vec<_> = game
            .iter()
            .map(|position| {
                last = opening_of(position).or(last);
                last
            })
            .collect();
        prop_assert_eq!(followed(&game), asked);
    }
}
