//! What the visitor is told, call by call.

use hazel_notation::pgn::read_games;

use super::Log;

#[test]
fn a_game_is_told_in_the_order_of_the_text() {
    let text =
        "[Event \"A\"]\n[White \"B\"]\n\n{c} 1. e4! $7 e5 (1... c5 {d} 2. Nf3) 2. Nf3+ 1-0\n";
    assert_eq!(
        Log::of(text),
        [
            "game at 0",
            "Event = A",
            "White = B",
            "{c}",
            "moves",
            "e4",
            "$1",
            "$7",
            "e5",
            "(",
            "c5",
            "{d}",
            "Nf3",
            ")",
            "Nf3",
            "1-0",
            "end at 74"
        ]
    );
}

#[test]
fn every_sort_of_move_is_told() {
    let text =
        "1.e4 1...Nf6 2 .Nbxd7 R1e2# exd8=Q+ e8Q O-O O-O-O 0-0 0-0-0+ Ng1f3 e2e4 Pe4 -- Z0 e.p. *";
    assert_eq!(
        Log::of(text)[2..],
        [
            "e4",
            "Nf6",
            "Nbxd7",
            "R1e2",
            "exd8=Q",
            "e8=Q",
            "O-O",
            "O-O-O",
            "O-O",
            "O-O-O",
            "Ng1f3",
            "e2e4",
            "e4",
            "--",
            "--",
            "*",
            "end at 88"
        ]
    );
}

#[test]
fn signs_are_told_by_their_numbers() {
    let text = "1. e4!! e5?? 2. d4!? d5?! 3. c4? c5! $255 4. a3 = +- -+ ± ∞ += N 4... a6+- *";
    let told: Vec<String> =
        Log::of(text).into_iter().filter(|line| line.starts_with('$')).collect();
    assert_eq!(
        told,
        [
            "$3", "$4", "$5", "$6", "$2", "$1", "$255", "$10", "$18", "$19", "$16", "$13", "$14",
            "$146", "$18"
        ]
    );
}

#[test]
fn results_are_told_however_they_are_written() {
    for (text, result) in [
        ("1. e4 1-0", "1-0"),
        ("1. e4 0-1", "0-1"),
        ("1. e4 1/2-1/2", "1/2-1/2"),
        ("1. e4 1/2", "1/2-1/2"),
        ("1. e4 ½-½", "1/2-1/2"),
        ("1. e4 1–0", "1-0"),
        ("1. e4*", "*"),
        ("*", "*"),
    ] {
        let log = Log::of(text);
        assert_eq!(log[log.len() - 2], result, "{text}: {log:?}");
        assert!(log.iter().all(|line| !line.contains("remark")), "{text}: {log:?}");
    }
}

#[test]
fn comments_belong_to_the_game_beside_them() {
    // Behind the result, on its line or the next: to the game before. After a blank line: to the one after.
    let log = Log::of("1. e4 * {a}\n;b\n\n{c}\n1. d4 *");
    assert_eq!(
        log,
        [
            "game at 0",
            "moves",
            "e4",
            "*",
            "{a}",
            "{b}",
            "end at 14",
            "game at 16",
            "{c}",
            "moves",
            "d4",
            "*",
            "end at 27"
        ]
    );
    // Where a file may be cut, and at the end, to the one before, if there is one.
    let log = Log::of("{a}\n\n[Event \"A\"]\n\n*\n\n{b}\n\n[Event \"B\"]\n\n*\n\n{c}");
    assert_eq!(
        log,
        [
            "game at 0",
            "{a}",
            "Event = A",
            "moves",
            "*",
            "{b}",
            "end at 24",
            "game at 26",
            "Event = B",
            "moves",
            "*",
            "{c}",
            "end at 45"
        ]
    );
}

#[test]
fn what_is_skipped_is_not_told_but_read() {
    let text = "1. e4 (1. d4 {)} (1. c4 ;)\n) x 1-0) 1... e5 0-1\n\n1. d4 1-0";
    let mut log = Log { skips_variations: true, ..Log::default() };
    assert_eq!(read_games(text.as_bytes(), &mut log), 2);
    assert_eq!(
        log.lines,
        [
            "game at 0",
            "moves",
            "e4",
            "(",
            "e5",
            "0-1",
            "end at 47",
            "game at 49",
            "moves",
            "d4",
            "1-0",
            "end at 58"
        ]
    );
    let mut log = Log { skips_moves: true, ..Log::default() };
    assert_eq!(read_games(text.as_bytes(), &mut log), 2);
    assert_eq!(
        log.lines,
        ["game at 0", "moves", "0-1", "end at 47", "game at 49", "moves", "1-0", "end at 58"]
    );
}

#[test]
fn a_text_of_comments_is_a_game_without_moves() {
    assert_eq!(
        Log::of("{a}\n\n;b"),
        [
            "game at 0",
            "{a}",
            "{b}",
            "moves",
            "remark at 7: no result after the moves",
            "*",
            "end at 7"
        ]
    );
}
