//! Nim against its closed form, and the laws of its positions.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use hazel_games::Nim;
use hazel_games::nim::{LastTake, MOST_HEAPS, Take, TooManyHeaps};
use hazel_solve::{Control, Game, Options, Outcome, Prover, Retrograde};
use proptest::prelude::*;

fn nim(heaps: &[u8], last: LastTake) -> Nim {
    Nim::new(heaps, last).expect("they are few enough")
}

/// Small games of either kind.
fn games() -> impl Strategy<Value = Nim> {
    let last = prop::sample::select(vec![LastTake::Wins, LastTake::Loses]);
    (prop::collection::vec(0..6_u8, 0..=4), last).prop_map(|(heaps, last)| nim(&heaps, last))
}

fn moves(game: &Nim, position: &<Nim as Game>::Position) -> Vec<Take> {
    let mut moves = vec![];
    if game.finished(position).is_none() {
        game.moves(position, &mut moves);
    }
    moves
}

fn value(prover: &Prover<'_, Nim>, position: &<Nim as Game>::Position) -> Outcome {
    let mut control = Control { stop: &AtomicBool::new(false), report: &mut |_| () };
    prover.value(position, &mut control).expect("nobody stops it")
}

fn closed_form(game: &Nim, position: &<Nim as Game>::Position) -> Outcome {
    if game.is_win(position) { Outcome::WIN } else { Outcome::LOSS }
}

#[test]
fn backwards_solving_finds_the_closed_form() {
    for last in [LastTake::Wins, LastTake::Loses] {
        let game = nim(&[5, 5, 5, 5], last);
        let solved = Retrograde::new(&game, &game.start(), 1 << 20, &AtomicBool::new(false))
            .expect("there are 6 to the power of 4");
        assert_eq!(solved.positions(), 1296);
        for (heaps, value, _) in solved.solved() {
            assert_eq!(value, closed_form(&game, &heaps), "{heaps} {last:?}");
        }
    }
}

#[test]
fn searching_finds_the_closed_form_with_and_without_parts() {
    for last in [LastTake::Wins, LastTake::Loses] {
        let game = nim(&[7; 5], last);
        let options = Options { memory: 1 << 20, ..Options::default() };
        let with = Prover::new(&game, &options).expect("memory");
        let options = Options { uses_parts: false, ..options };
        let without = Prover::new(&game, &options).expect("memory");
        for heaps in (0..1 << 15).map(|heaps: u32| [0, 3, 6, 9, 12].map(|bit| heaps >> bit & 7)) {
            // The order makes no difference.
            if heaps.is_sorted() {
                let heaps = nim(&heaps.map(|heap| heap as u8), last).start();
                let expected = closed_form(&game, &heaps);
                assert_eq!(value(&with, &heaps), expected, "{heaps} {last:?}");
                assert_eq!(value(&without, &heaps), expected, "{heaps} {last:?}");
            }
        }
        // Misère play is no sum.
        let saves = 10 * with.nodes() < without.nodes();
        assert_eq!(saves, last == LastTake::Wins, "{} {}", with.nodes(), without.nodes());
    }
}

#[test]
fn heaps_with_more_parts_than_memory_are_searched() {
    let game = nim(&[100, 100], LastTake::Wins);
    let solve = |memory| {
        let options = Options { memory, ..Options::default() };
        let prover = Prover::new(&game, &options).expect("memory");
        (value(&prover, &game.start()), prover.nodes())
    };
    // Each size of a heap once, the empty one included.
    assert_eq!(solve(1 << 20), (Outcome::LOSS, 101));
    let (value, nodes) = solve(1 << 16);
    assert_eq!(value, Outcome::LOSS);
    assert!(nodes > 101, "{nodes}");
}

#[test]
fn known_positions_have_their_known_winners() {
    // Sums without carry by hand, and the ends of both kinds of play.
    for (heaps, normal, misere) in [
        (&[9, 5, 12][..], false, false),
        (&[1, 2, 3], false, false),
        (&[3, 4, 5], true, true),
        (&[1], true, false),
        (&[1, 1], false, true),
        (&[1, 1, 1], true, false),
        (&[2], true, true),
        (&[], false, true),
    ] {
        for (last, win) in [(LastTake::Wins, normal), (LastTake::Loses, misere)] {
            let game = nim(heaps, last);
            assert_eq!(game.is_win(&game.start()), win, "{heaps:?} {last:?}");
        }
    }
}

#[test]
fn a_move_takes_any_number_from_one_heap() {
    let game = nim(&[2, 0, 1], LastTake::Wins);
    let names: Vec<String> = moves(&game, &game.start()).iter().map(Take::to_string).collect();
    assert_eq!(names, ["1:1", "1:2", "3:1"]);
    let full = nim(&[255; 16], LastTake::Wins);
    assert_eq!(moves(&full, &full.start()).len(), 16 * 255);
}

#[test]
fn the_last_object_decides() {
    for (last, value) in [(LastTake::Wins, Outcome::LOSS), (LastTake::Loses, Outcome::WIN)] {
        let game = nim(&[0, 1], last);
        let mut heaps = game.start();
        assert_eq!(game.finished(&heaps), None);
        game.play(&mut heaps, "2:1".parse().expect("it is a move"));
        assert_eq!(game.finished(&heaps), Some(value));
    }
}

#[test]
fn seventeen_heaps_are_too_many() {
    let error = Nim::new(&[1; 17], LastTake::Wins);
    assert_eq!(error, Err(TooManyHeaps { given: 17 }));
    assert_eq!(
        TooManyHeaps { given: 17 }.to_string(),
        "expected at most 16 heaps, but there are 17"
    );
    assert!(Nim::new(&[1; MOST_HEAPS], LastTake::Wins).is_ok());
}

#[test]
fn keys_of_positions_that_cant_come_up_are_refused() {
    let game = nim(&[1, 3], LastTake::Wins);
    // In two heaps: eight positions, and four more whose heaps are turned round.
    let known = (0..1 << 16).filter(|&key| game.position(key).is_some()).count();
    assert_eq!(known, 12);
    assert_eq!(game.position(0x0202), None);
    assert_eq!(game.position(0x0004), None);
    assert!(game.position(0x03 << 120).is_some());
}

#[test]
fn heaps_are_drawn_and_moves_are_read_again() {
    let game = nim(&[3, 0, 12, 0], LastTake::Wins);
    assert_eq!(game.start().to_string(), " 1:   3 ooo\n 2:   0\n 3:  12 oooooooooooo");
    assert_eq!(nim(&[0], LastTake::Wins).start().to_string(), "nothing left");
    for take in moves(&game, &game.start()) {
        assert_eq!(take.to_string().parse(), Ok(take));
    }
    for text in ["", "3", "0:1", "17:1", "1:0", "1:256", "a:1", "1:1:1", "1: 1"] {
        let error = text.parse::<Take>().expect_err("it isn't a move").to_string();
        assert!(error.starts_with("expected HEAP:COUNT such as 3:2"), "{error}");
        assert!(error.ends_with(&format!("{text:?}")), "{error}");
    }
    assert!("16:255".parse::<Take>().is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sixteen_heaps_are_solved_part_by_part(heaps: [u8; 16], lost: bool) {
        let mut heaps = heaps;
        if lost {
            heaps[15] = heaps[..15].iter().fold(0, |sum, heap| sum ^ heap);
        }
        let game = nim(&heaps, LastTake::Wins);
        let options = Options { memory: 1 << 20, ..Options::default() };
        let prover = Prover::new(&game, &options).expect("memory");
        prop_assert_eq!(value(&prover, &game.start()), closed_form(&game, &game.start()));
        prop_assert!(prover.nodes() <= 256, "a heap of each size, not all of them together");
    }

    #[test]
    fn moves_are_taken_back_and_keys_name_positions(game in games(), picks: [prop::sample::Index; 8]) {
        let mut heaps = game.start();
        for pick in picks {
            prop_assert_eq!(game.position(game.key(&heaps)), Some(heaps));
            let moves = moves(&game, &heaps);
            prop_assert_eq!(moves.is_empty(), game.finished(&heaps).is_some());
            for &take in &moves {
                let mut after = heaps;
                game.play(&mut after, take);
                prop_assert_ne!(after, heaps);
                game.unplay(&mut after, take, ());
                prop_assert_eq!(after, heaps);
            }
            if moves.is_empty() {
                break;
            }
            game.play(&mut heaps, *pick.get(&moves));
        }
    }

    #[test]
    fn the_order_of_heaps_makes_no_difference(game in games(), turn in 0..4_usize) {
        let mut sizes = *game.start().sizes();
        sizes.rotate_left(turn);
        let (canonical, from) = game.canonical(&game.start());
        let turned = nim(&sizes, LastTake::Wins);
        prop_assert_eq!(turned.canonical(&turned.start()).0, canonical);
        prop_assert!(canonical.sizes().is_sorted_by(|a, b| a >= b));
        prop_assert_eq!(game.canonical(&canonical).0, canonical);
        prop_assert_eq!(game.is_win(&canonical), game.is_win(&game.start()));
        prop_assert_eq!(game.position(game.key(&canonical)), Some(canonical));

        // Moves of the canonical form are the moves of the position, and lead to the same.
        let mut restored = HashSet::new();
        for take in moves(&game, &canonical) {
            let (mut here, mut there) = (game.start(), canonical);
            game.play(&mut there, take);
            game.play(&mut here, game.restore(&from, take));
            prop_assert_eq!(game.canonical(&here).0, game.canonical(&there).0);
            restored.insert(game.restore(&from, take));
        }
        prop_assert_eq!(restored, moves(&game, &game.start()).into_iter().collect());
    }
}
