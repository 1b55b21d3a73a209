//! What is made of proofs: counts by two generators, lines of best play, certificates and journals.

use std::sync::atomic::{AtomicBool, Ordering};

use hazel_games::Nim;
use hazel_games::nim::LastTake;
use hazel_games::pawns::{Rules, Shortcuts};
use hazel_solve::certificate::{self, Certificate};
use hazel_solve::{Control, Game, Journal, Method, Options, Outcome, Prover, ProverError, check};

use super::naive::Position;
use super::reference::Reference;
use super::soundness::{Whole, game};
use super::soundness_perft::{PEASANTS, perft};

/// Small boards with the values that the reference gives them.
const BOARDS: [(Rules, Outcome); 6] = [
    (Whole::ONE_ROW_4X6.rules, Outcome::DRAW),
    (Whole::ONE_ROW_4X7.rules, Outcome::DRAW),
    (Whole::SHORT_3X8.rules, Outcome::DRAW),
    (Rules::one_row(2, 4), Outcome::WIN),
    (Rules::one_row(2, 6), Outcome::LOSS),
    (Rules::one_row(2, 8), Outcome::LOSS),
];

/// Large enough that a search without order lasts until somebody asks how far it is.
const LONG: Rules = Rules::peasants(4, 8).short();

#[test]
fn peasants_chess_has_as_many_lines_by_both_generators() {
    let rules = Rules::peasants(8, 8);
    let library = game(rules, Shortcuts::ALL);
    for (depth, expected) in (1..=6).zip(PEASANTS) {
        assert_eq!(perft(&library, &library.start(), depth), expected, "depth {depth}");
        assert_eq!(Position::start(rules).perft(depth), expected, "depth {depth}, on squares");
    }
}

#[test]
fn the_smallest_boards_have_the_values_of_the_reference() {
    for (rules, value) in BOARDS.into_iter().filter(|(rules, _)| rules.files == 2) {
        assert_eq!(Reference::new(rules).start().outcome, value, "{rules}");
    }
}

#[test]
fn lines_of_best_play_end_with_the_value() {
    for (rules, value) in BOARDS {
        for method in [Method::AlphaBeta, Method::ProofNumber, Method::Retrograde] {
            // A solver that goes backwards has no room for the larger boards in a test.
            if method == Method::Retrograde && rules.rows > 1 {
                continue;
            }
            let game = game(rules, Shortcuts::ALL);
            let prover = prover(&game, method);
            let stop = AtomicBool::new(false);
            let mut control = Control { stop: &stop, report: &mut |_| {} };
            let start = game.start();
            let solution = prover.solve(&start, true, &mut control).expect("nobody stops it");
            assert_eq!(solution.value, value, "{rules}");
            let best = solution.first_moves.iter().map(|(_, outcome)| *outcome).max();
            assert_eq!(best, Some(value), "{rules}");

            let mut position = start;
            let mut moves = Vec::new();
            for &mv in &solution.line {
                assert_eq!(game.finished(&position), None, "{rules}");
                moves.clear();
                game.moves(&position, &mut moves);
                assert!(moves.contains(&mv), "{rules}");
                game.play(&mut position, mv);
            }
            let end = game.finished(&position).expect("the line goes to the end");
            let end = if solution.line.len() % 2 == 0 { end } else { end.flip() };
            assert_eq!(end, value, "{rules}");
        }
    }
}

#[test]
fn certificates_of_proofs_are_confirmed() {
    for (rules, value) in BOARDS {
        let game = game(rules, Shortcuts::ALL);
        let prover = prover(&game, Method::AlphaBeta);
        let stop = AtomicBool::new(false);
        let mut control = Control { stop: &stop, report: &mut |_| {} };
        let mut file = Vec::new();
        let start = game.start();
        let positions = certificate::write(
            &game,
            &rules.to_string(),
            &start,
            value,
            &mut file,
            |position, question| {
                let found = prover.keeping_move(position, question, &mut control)?;
                Ok::<_, ProverError>(found.expect("it is proven that there is one"))
            },
        )
        .expect("the strategies hold");

        // Whoever checks it knows no shortcuts.
        let certificate = Certificate::read(file.as_slice()).expect("it was just written");
        let plain = game.with_shortcuts(Shortcuts::NONE);
        assert_eq!(certificate.header().description, rules.to_string());
        let checked = check(&plain, &start, certificate, |_| true).expect("it is confirmed");
        assert_eq!((checked.claim, checked.positions), (value, positions), "{rules}");
    }
}

#[test]
fn a_proof_that_is_stopped_again_and_again_goes_on_with_its_journal() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof.journal");
    let shortcuts = Shortcuts::ALL.without("order").and_then(|others| others.without("races"));
    let game = game(LONG, shortcuts.expect("names of shortcuts"));
    let expected = {
        let game = game.with_shortcuts(Shortcuts::ALL);
        let stop = AtomicBool::new(false);
        let mut control = Control { stop: &stop, report: &mut |_| {} };
        prover(&game, Method::AlphaBeta).value(&game.start(), &mut control).expect("a value")
    };
    let mut known_before = 0;
    for stops in 0.. {
        let (journal, proven) = Journal::open(&path, &LONG.to_string()).expect("a journal");
        assert!(proven.len() >= known_before, "nothing is lost");
        known_before = proven.len();
        let prover = prover(&game, Method::AlphaBeta).with_journal(journal, &proven);
        let stop = AtomicBool::new(false);
        // A little later every time, so that it comes to an end however slow the machine is.
        let mut reports = 0;
        let mut report = |_: &_| {
            reports += 1;
            stop.store(reports > stops * stops, Ordering::Relaxed);
        };
        match prover.value(&game.start(), &mut Control { stop: &stop, report: &mut report }) {
            Err(ProverError::Stopped) => {}
            value => {
                assert_eq!(value.expect("a value"), expected);
                assert!(
                    stops > 0 && known_before > 0,
                    "it was never stopped with something proven"
                );
                return;
            }
        }
    }
}

#[test]
fn every_method_finds_the_closed_form_of_nim() {
    let all_heaps = (0..1 << 15).map(|heaps| [0, 3, 6, 9, 12].map(|bit| (heaps >> bit & 7) as u8));
    for last in [LastTake::Wins, LastTake::Loses] {
        let game = Nim::new(&[7; 5], last).expect("five heaps");
        for method in [Method::AlphaBeta, Method::ProofNumber, Method::Retrograde] {
            let prover = prover(&game, method);
            let stop = AtomicBool::new(false);
            let mut control = Control { stop: &stop, report: &mut |_| {} };
            // The order of heaps makes no difference.
            for heaps in all_heaps.clone().filter(|heaps| heaps.is_sorted()) {
                let heaps = Nim::new(&heaps, last).expect("five heaps").start();
                let expected = if game.is_win(&heaps) { Outcome::WIN } else { Outcome::LOSS };
                let value = prover.value(&heaps, &mut control).expect("nobody stops it");
                assert_eq!(value, expected, "{method:?}, {last:?}: {heaps}");
            }
        }
    }
}

fn prover<G: Game>(game: &G, method: Method) -> Prover<'_, G> {
    let options = Options { method, memory: 64 << 20, ..Options::default() };
    Prover::new(game, &options).expect("there is memory")
}
