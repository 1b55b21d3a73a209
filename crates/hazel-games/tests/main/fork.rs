//! The fork game solved for every pair of pieces, and again by a reference that shares no code with the crate.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use hazel_core::Square;
use hazel_games::fork::{Folded, ForkGame, Move, Position, Rules, Side, Symmetry};
use hazel_solve::{Game, Outcome, Retrograde};
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::select;

use crate::fork_reference::{PIECES, Plain, Solved, Verdict};

fn all_rules() -> impl Iterator<Item = Rules> {
    [false, true].into_iter().flat_map(|heeds_check| {
        let pairs = PIECES.into_iter().flat_map(|student| PIECES.map(|teacher| (student, teacher)));
        pairs.map(move |(student, teacher)| rules(student, teacher, heeds_check))
    })
}

fn rules(student: char, teacher: char, heeds_check: bool) -> Rules {
    let rules: Rules = format!("{student}vK{teacher}").parse().expect("rules");
    rules.heeding_check(heeds_check)
}

fn solve(game: &Folded) -> Retrograde<'_, Folded> {
    Retrograde::new(game, &game.start(), 80_000, &AtomicBool::new(false)).expect("it fits")
}

/// How many positions of the board a canonical one stands for.
fn images(position: Position) -> u32 {
    let images = Symmetry::ALL.map(|symmetry| position.image(symmetry));
    images.iter().enumerate().filter(|(n, image)| !images[..*n].contains(image)).count() as u32
}

/// A row of the tables in `docs/games/fork.md`.
fn row(rules: Rules) -> String {
    let game = Folded(ForkGame::new(rules));
    let solved = solve(&game);
    let winner = match (solved.value(&game.start()), solved.distance(&game.start())) {
        (Some(Outcome::WIN), Some(plies)) => format!("student, {plies} plies"),
        (Some(Outcome::LOSS), Some(plies)) => format!("teacher, {plies} plies"),
        _ => "nobody".to_owned(),
    };
    // Won by the student, by nobody, by the teacher: once the student has placed, and once both have.
    let (mut first, mut both) = ([0u32; 3], [0u32; 3]);
    // The longest fights that the student and the teacher win, once both have placed.
    let mut longest = [None; 3];
    for (position, value, distance) in solved.solved() {
        let of_student = if position.turn() == Side::Student { value } else { value.flip() };
        let index = 2 - of_student.bits().ilog2() as usize;
        match (position.student(), position.teacher(), position.turn()) {
            (Some(_), None, _) => first[index] += images(position),
            (Some(_), Some(_), Side::Student) => {
                both[index] += images(position);
                longest[index] = longest[index].max(distance);
            }
            _ => {}
        }
    }
    let counts = |counts: [u32; 3]| counts.map(|count| count.to_string()).join(" / ");
    let [student, _, teacher] =
        longest.map(|plies| plies.map_or("-".to_owned(), |plies| plies.to_string()));
    let (first, both) = (counts(first), counts(both));
    format!("| `{rules}` | {winner} | {first} | {both} | {student} | {teacher} |")
}

#[test]
fn the_page_has_what_the_solver_finds_for_every_pair() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/games/fork.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let rows: Vec<&str> =
        page.lines().filter(|line| line.contains("vK") && line.starts_with('|')).collect();
    let found: Vec<String> = all_rules().map(row).collect();
    assert_eq!(rows, found, "the rows are:\n{}", found.join("\n"));
}

/// Every position with three men and every placement is worth the same to both.
fn agree(student: char, teacher: char, heed_check: bool) {
    let plain = Plain { student, teacher, heed_check };
    let reference = Solved::new(plain);
    let game = Folded(ForkGame::new(rules(student, teacher, heed_check)));
    let solved = solve(&game);
    let ours = |position: &Position| {
        let wins = if position.turn() == Side::Student { Outcome::WIN } else { Outcome::LOSS };
        match (solved.value(position), solved.distance(position)) {
            (Some(value), Some(plies)) if value == wins => Verdict::Student(plies as u16),
            (Some(_), Some(plies)) => Verdict::Teacher(plies as u16),
            (value, _) => {
                assert_eq!(value, Some(Outcome::DRAW), "{position}");
                Verdict::Open
            }
        }
    };
    let square = |index: usize| Square::from_index(index).expect("a square");
    assert_eq!(ours(&game.start()), reference.start());
    let mut seen = 0;
    for s in 0..64 {
        let alone = Position::new(Some(square(s)), None, Side::Teacher).expect("a position");
        assert_eq!(ours(&alone), reference.placed(s), "{alone}");
        for (k, p) in plain.placements(s) {
            let men = Some([square(k), square(p)]);
            for (turn, side) in [Side::Student, Side::Teacher].into_iter().enumerate() {
                let position = Position::new(Some(square(s)), men, side).expect("a position");
                // With the teacher to move, not every position can come about.
                if turn == 0 || solved.value(&position).is_some() {
                    assert_eq!(ours(&position), reference.at(turn, s, k, p), "{position}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 100_000, "{seen} positions");
}

#[test]
fn a_queen_that_wins_agrees_with_the_reference() {
    agree('Q', 'R', false);
}

#[test]
fn a_rook_that_draws_agrees_with_the_reference() {
    agree('R', 'N', false);
}

#[test]
fn a_bishop_on_its_colour_agrees_with_the_reference() {
    agree('B', 'N', false);
}

#[test]
fn a_knight_that_loses_agrees_with_the_reference() {
    agree('N', 'R', false);
}

#[test]
fn a_king_that_heeds_check_agrees_with_the_reference() {
    agree('Q', 'N', true);
    agree('N', 'Q', true);
}

/// A position that comes about by playing moves, each chosen by a number.
fn play_out(game: ForkGame, choices: &[usize]) -> Vec<(Position, Move)> {
    let (mut position, mut played) = (game.start(), Vec::new());
    for choice in choices {
        let mut moves = Vec::new();
        if game.finished(&position).is_some() {
            break;
        }
        game.moves(&position, &mut moves);
        let mv = moves[choice % moves.len()];
        played.push((position, mv));
        game.play(&mut position, mv);
    }
    played
}

fn games() -> impl Strategy<Value = (ForkGame, Vec<usize>)> {
    let rules = select(all_rules().collect::<Vec<_>>());
    (rules, proptest::collection::vec(any::<usize>(), 1..12))
        .prop_map(|(rules, choices)| (ForkGame::new(rules), choices))
}

proptest! {
    #[test]
    fn moves_are_taken_back_and_text_and_keys_come_back((game, choices) in games()) {
        for (position, mv) in play_out(game, &choices) {
            let mut after = position;
            let undo = game.play(&mut after, mv);
            prop_assert!(after.turn() != position.turn());
            prop_assert_eq!(game.position(game.key(&after)), Some(after));
            prop_assert_eq!(after.to_string().parse(), Ok(after));
            prop_assert_eq!(mv.to_string().parse(), Ok(mv));
            game.unplay(&mut after, mv, undo);
            prop_assert_eq!(after, position);
        }
    }

    #[test]
    fn images_end_alike_and_have_the_images_moves((game, choices) in games()) {
        for (position, _) in play_out(game, &choices) {
            let (canonical, transform) = game.canonical(&position);
            prop_assert_eq!(position.image(transform), canonical);
            let sorted = |position: &Position, restore: &dyn Fn(Move) -> Move| {
                let mut moves = Vec::new();
                game.moves(position, &mut moves);
                let mut moves: Vec<String> =
                    moves.into_iter().map(|mv| restore(mv).to_string()).collect();
                moves.sort();
                moves
            };
            let here = sorted(&position, &|mv| mv);
            prop_assert_eq!(here, sorted(&canonical, &|mv| game.restore(&transform, mv)));
            for symmetry in Symmetry::ALL {
                let image = position.image(symmetry);
                prop_assert_eq!(game.finished(&image), game.finished(&position));
                prop_assert_eq!(game.canonical(&image).0, canonical);
                prop_assert_eq!(Folded(game).key(&image), game.key(&canonical));
            }
        }
    }
}
