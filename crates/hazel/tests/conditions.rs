//! Choosing games, and what is written of those that are chosen.

use crate::games::sample;
use crate::program::{json, run, run_with_input};

/// How many games are chosen.
fn chosen(conditions: &[&str]) -> u64 {
    let sample = sample();
    let answer = json(&[&["pgn", "filter", "--count", &sample], conditions].concat());
    answer["written"].as_u64().expect("a number")
}

#[test]
fn conditions_choose_games() {
    let cases: [(&[&str], u64); 26] = [
        (&[], 8),
        (&["--player", "MORPHY"], 2),
        (&["--white", "réti"], 2),
        (&["--black", "rook_lift"], 1),
        (&["--player", "rook_lift"], 2),
        (&["--event", "casual", "--site", "paris"], 2),
        (&["--date-from", "1858", "--date-to", "1858.06"], 1),
        (&["--date-from", "1910.05.01", "--date-to", "2024.05.01"], 3),
        (&["--min-elo", "1500"], 2),
        (&["--min-elo", "1600"], 1),
        (&["--max-elo", "1650"], 1),
        (&["--tag", "ECO=C41"], 1),
        (&["--tag", "ECO=C4"], 0),
        (&["--tag", "TimeControl~180"], 2),
        (&["--result", "1-0"], 5),
        (&["--min-plies", "33"], 3),
        (&["--min-plies", "5", "--max-plies", "13"], 2),
        (&["--eco", "C41"], 2),
        (&["--eco", "c"], 4),
        (&["--eco", "B10-C30"], 2),
        (&["--opening", "caro-kann"], 1),
        (&["--fen", "8/8/k1P2K2/8/7p/8/8/8 b"], 1),
        (&["--fen", "8/8/k1P2K2/8/7p/8/8/8 w"], 0),
        (&["--material", "KPvKP", "--held", "9"], 1),
        (&["--ends", "checkmate"], 6),
        (&["--ends", "checkmate", "--player", "morphy", "--invert"], 6),
    ];
    for (conditions, games) in cases {
        assert_eq!(chosen(conditions), games, "{conditions:?}");
    }
    // The other colour, and as long as it lasts: king and pawn against king and pawn for ten positions.
    assert_eq!(chosen(&["--material", "KPvKP", "--held", "10"]), 1);
    assert_eq!(chosen(&["--material", "KPvKP", "--held", "11"]), 0);
    assert_eq!(chosen(&["--material", "KvKQP"]), chosen(&["--material", "KPQvK"]));
}

#[test]
fn transpositions_are_found() {
    let games = b"1. d4 Nf6 2. c4 e6 *\n\n1. c4 e6 2. d4 Nf6 *\n\n1. d4 e6 *\n";
    let fen = "rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w";
    let run = run_with_input(&["pgn", "filter", "--fen", fen, "--to", "uci", "-"], games);
    assert_eq!(
        run.stdout,
        "position startpos moves d2d4 g8f6 c2c4 e7e6\nposition startpos moves c2c4 e7e6 d2d4 g8f6\n"
    );
}

#[test]
fn several_values_of_an_option_are_alternatives() {
    assert_eq!(chosen(&["--result", "1-0", "--result", "0-1"]), 6);
    assert_eq!(chosen(&["--eco", "C41", "--eco", "B"]), 3);
    assert_eq!(chosen(&["--player", "morphy", "--player", "tartakower"]), 3);
    assert_eq!(chosen(&["--white", "hazelnut", "--white", "réti"]), 3);
}

#[test]
fn tags_are_asked_in_any_spelling_and_all_that_there_are() {
    assert_eq!(chosen(&["--tag", "eco=C41"]), 1);
    assert_eq!(chosen(&["--tag", "ECO!=C41"]), 7);
    let twice = b"[Annotator \"A\"]\n[Annotator \"B\"]\n\n1. e4 *\n";
    for (condition, is_chosen) in [("Annotator=B", true), ("Annotator!=B", false)] {
        let run = run_with_input(&["pgn", "filter", "--tag", condition, "-"], twice);
        assert_eq!(!run.stdout.is_empty(), is_chosen, "{condition}");
    }
}

#[test]
fn a_position_without_a_side_is_found_with_either() {
    assert_eq!(chosen(&["--fen", "8/8/k1P2K2/8/7p/8/8/8"]), 1);
}

#[test]
fn what_nothing_can_fulfil_is_refused() {
    let sample = sample();
    let cases: [(&[&str], &str); 12] = [
        (&["--min-elo", "2000", "--max-elo", "1000"], "nothing is between --min-elo and --max-elo"),
        (&["--date-from", "2024", "--date-to", "2023.12.31"], "--date-from and --date-to"),
        (&["--min-plies", "9", "--max-plies", "8"], "--min-plies and --max-plies"),
        (&["--eco", "B99-B20"], "B20 comes before B99"),
        (&["--date-from", "2024.02.31"], "a day that there is"),
        (&["--material", "KPvKP", "--held", "0"], "expected a whole number, 1 or more"),
        (&["--min-elo", "high"], "expected a whole number, 0 or more"),
        (&["--matches"], "--to <TO>"),
        (&["--matches", "--to", "fen"], "--matches needs --fen or --material"),
        (&["--last"], "need --to"),
        (&["-", "-"], "standard input can be read only once"),
        (
            &["--fen", "8/8/k1P2K2/8/7p/8/8/8", "b", "-", "-"],
            "help: this looks like a FEN without quotes",
        ),
    ];
    for (conditions, words) in cases {
        let run = run(&[&["pgn", "filter", &sample], conditions].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{conditions:?}: {}", run.stderr);
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
}

#[test]
fn the_positions_that_were_found_can_be_written() {
    let sample = sample();
    let filter = |more: &[&str]| run(&[&["pgn", "filter", &sample, "--to", "epd"], more].concat());
    let found = filter(&["--fen", "8/8/k1P2K2/8/7p/8/8/8", "--matches"]).stdout;
    assert_eq!(found, "8/8/k1P2K2/8/7p/8/8/8 b - - hmvc 1; fmvn 2; sm Kb6; id \"5.3\";\n");
    let found = filter(&["--material", "KPvKP", "--matches"]).stdout;
    assert_eq!(found.lines().count(), 10);
    let last = filter(&["--player", "morphy", "--last"]).stdout;
    assert_eq!(last.lines().count(), 2);
}

#[test]
fn errors_of_games_in_another_form_are_reported_once() {
    let games = b"[White \"A\"]\n\n1. e4 (1. Ke4) e5 2. Ke4 *\n\n[White \"B\"]\n\n1. Ke3 *\n";
    for conditions in [&["--white", "A"][..], &["--white", "A", "--min-plies", "1"]] {
        let arguments = [&["pgn", "filter", "--to", "uci", "-"], conditions].concat();
        let run = run_with_input(&arguments, games);
        let places: Vec<&str> = run.stderr.lines().map(|line| &line[..20]).collect();
        assert_eq!(places, ["standard input:3:11:", "standard input:3:22:"], "{}", run.stderr);
        assert_eq!(run.code, 1);
    }
}
