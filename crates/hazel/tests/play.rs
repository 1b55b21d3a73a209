//! Games against the solver, typed through a pipe.

use crate::program::{run, run_with_input};

/// What is shown when these lines are typed.
fn dialogue(command: &str, typed: &[&str]) -> String {
    let arguments: Vec<&str> = ["play"].into_iter().chain(command.split(' ')).collect();
    let input: String = typed.iter().flat_map(|line| [line, "\n"]).collect();
    let run = run_with_input(&arguments, input.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{command}: {}", run.stdout);
    run.stdout
}

/// The lines with one of these words, in order.
fn lines<'a>(shown: &'a str, words: &[&str]) -> Vec<&'a str> {
    shown.lines().filter(|line| words.iter().any(|word| line.contains(word))).collect()
}

#[test]
fn a_student_who_follows_the_hints_wins_in_as_many_plies() {
    // Each game begins alike, so the hints of one are typed into the next.
    let mut typed = vec!["Q@a1".to_owned()];
    for _ in 0..5 {
        let asked: Vec<&str> = typed.iter().map(String::as_str).chain(["hint"]).collect();
        let shown = dialogue("fork --student queen --teacher knight", &asked);
        let hint = shown.lines().rfind(|line| line.contains(": win")).expect("a win").to_owned();
        let (mv, judgement) = hint.split_once(": ").expect("a move and what it is worth");
        typed.push(mv.to_owned());
        if judgement == "win at once" {
            break;
        }
    }
    let typed: Vec<&str> = typed.iter().map(String::as_str).collect();
    let shown = dialogue("fork --student queen --teacher knight", &typed);
    assert!(shown.contains("The queen forks king and knight: the student wins.\n"), "{shown}");
}

#[test]
fn a_teacher_captures_and_a_teacher_walks_into_a_fork() {
    let command = "fork --role teacher --student knight --teacher queen";
    let shown = dialogue(command, &["K@b1 Q@d1"]);
    let [placed, step] = lines(&shown, &["plays"])[..] else { panic!("two moves: {shown}") };
    assert_eq!(placed, "The student plays N@a1");
    // Wherever the knight goes from the corner, the queen is there.
    let captures = step.replace("The student plays N", "Qx");
    let shown = dialogue(command, &["K@b1 Q@d1", &captures]);
    let end = "The knight is captured: the teacher wins.\nScore: student 0, teacher 1, draws 0.\n";
    assert!(shown.contains(end), "{shown}");
    let shown = dialogue(command, &["K@b3 Q@c2"]);
    assert!(shown.contains("The knight forks king and queen: the student wins.\n"), "{shown}");
}

#[test]
fn going_round_in_circles_is_a_draw() {
    let steps = ["R@a1", "Ra8", "Ra7", "Ra8", "Ra7", "Ra8"];
    let shown = dialogue("fork --student rook --teacher queen", &steps);
    let end = "The same position for the third time: a draw.\nScore: student 0, teacher 0, draws 1.\n\nGame 2\n";
    assert!(shown.contains(end), "{shown}");
}

#[test]
fn what_is_wrong_with_a_move_is_said() {
    let cases = [
        ("N@d4", "N@d4 can't be played: you have no knight."),
        ("Qd4", "Qd4 can't be played: first place your men."),
        ("Q@d9", "\"Q@d9\" is no move of the fork game: expected a step such as Nf3"),
        ("K@e1 Q@d4", "K@e1 Q@d4 can't be played"),
        ("forks?", "\"forks?\" is no move of the fork game"),
    ];
    for (typed, words) in cases {
        let shown = dialogue("fork", &[typed]);
        assert!(shown.contains(words), "{typed}: {shown}");
        assert!(shown.contains("There are 64 moves. Place your piece on any square"), "{shown}");
    }
    let shown = dialogue("fork", &["Q@d4", "Qb2", "Qe6", "Q@a1", "moves"]);
    assert!(shown.contains("Qb2 can't be played: a man of the teacher stands on b2"), "{shown}");
    assert!(shown.contains("Qe6 can't be played: the queen can't go to e6."), "{shown}");
    assert!(shown.contains("Q@a1 can't be played: all men are on the board."), "{shown}");
    assert_eq!(lines(&shown, &["Your moves: Qd1 "]).len(), 4, "{shown}");
    let teacher = "fork --role teacher --student rook --teacher knight --check";
    let shown = dialogue(teacher, &["K@a8 N@b1", "K@a1 N@a1"]);
    assert!(shown.contains("K@a8 N@b1 can't be played: the king would be attacked."), "{shown}");
    assert!(shown.contains("both men need a free square of their own."), "{shown}");
    let shown = dialogue("nim", &["1:4", "9:1", "two"]);
    assert_eq!(lines(&shown, &["that heap hasn't so many."]).len(), 2, "{shown}");
    assert!(shown.contains("Expected HEAP:COUNT such as 3:2"), "{shown}");
}

#[test]
fn taking_back_leads_to_the_board_before() {
    let shown = dialogue("nim", &["back", "1:1", "back", "2:5", "back", "back"]);
    let start = " 1:   3 ooo\n 2:   5 ooooo\n 3:   7 ooooooo\n";
    assert_eq!(shown.matches(&format!("person> back\n{start}")).count(), 2, "{shown}");
    assert_eq!(lines(&shown, &["no move of yours"]).len(), 2, "{shown}");
}

#[test]
fn nim_is_won_by_the_last_object_or_lost_by_it() {
    let wins = dialogue("nim --heaps 1,3", &["2:2", "2:1"]);
    assert!(
        wins.ends_with("The last object is taken, and that wins: the person wins.\n"),
        "{wins}"
    );
    let loses = dialogue("nim --heaps 1,3 --misere", &["2:3"]);
    assert!(loses.ends_with("The last object is taken, and that loses: the person wins.\n"));
    let second = dialogue("nim --heaps 1,3 --role second", &["1:1", "2:1"]);
    assert!(second.ends_with("that wins: the machine wins.\n"), "{second}");
}

#[test]
fn peasants_are_played_by_the_names_of_squares() {
    // On one file nobody can pass.
    let shown = dialogue("peasants --files 1", &["a5", "hint", "a3a4"]);
    assert!(shown.contains("\"a5\" is no move here, expected one such as \"b4\""), "{shown}");
    assert!(shown.contains("a4: draw\n"), "{shown}");
    let shown = dialogue("peasants --files 1 --ranks 6", &[]);
    assert!(shown.ends_with("White has no move: a draw.\n"), "{shown}");
    let shown = dialogue("peasants --files 2 --role black --short --ascii", &["moves"]);
    assert_eq!(lines(&shown, &["plays"]).len(), 1, "{shown}");
    assert!(shown.contains("reach its last but one rank wins") && shown.contains("Your moves: "));
}

#[test]
fn a_peasant_that_is_let_through_wins() {
    let steps = ["a4", "a3", "b4", "b3", "b4", "a5", "axb6", "b7"];
    let shown = dialogue("peasants --files 2 --ascii", &steps);
    assert!(
        shown.contains("A pawn of Black has reached its goal: the black player wins.\n"),
        "{shown}"
    );
}

#[test]
fn leaving_is_always_possible() {
    for typed in [&["quit"][..], &["Q@a1", "EXIT"], &[], &["", "  "]] {
        let shown = dialogue("fork", typed);
        assert!(shown.ends_with("Score: student 0, teacher 0, draws 0.\nGoodbye.\n"), "{shown}");
    }
    let run = run_with_input(&["play", "nim"], b"\xFF\xFE\x00\x1B[2J\nquit");
    assert_eq!(run.code, 0);
    assert!(!run.stdout.contains('\x1B') && run.stdout.ends_with("Goodbye.\n"), "{run:?}");
}

#[test]
fn what_cannot_be_played_is_refused_before_the_first_line() {
    let cases: [(&[&str], &str); 9] = [
        (&["play", "peasants", "--files", "6"], "6 is not in 1..=5"),
        (&["play", "peasants", "--ranks", "5"], "5 is not in 6..=8"),
        (&["play", "fork", "--format", "json"], "a game is a dialogue and has no other format"),
        (&["play", "fork", "--student", "pawn"], "[possible values: queen, rook, bishop, knight]"),
        (&["play", "fork", "--clock", "5"], "minutes and seconds"),
        (&["play", "nim", "--heaps", "255,255,255"], "more than 1000000 positions"),
        (&["play", "nim", "--heaps", "1,2,x"], "expected a whole number"),
        (&["play", "nim", "--heaps", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1"], "at most 16 heaps"),
        (&["play", "chess"], "unrecognized subcommand 'chess'"),
    ];
    for (arguments, words) in cases {
        let run = run(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
}
