//! Tic-tac-toe against published counts, known values and plain minimax.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use hazel_games::TicTacToe;
use hazel_games::tictactoe::{Cell, Marks, TicTacToeError};
use hazel_solve::{Game, Outcome, Retrograde};

fn board(files: u8, ranks: u8, in_a_row: u8) -> TicTacToe {
    TicTacToe::new(files, ranks, in_a_row).expect("the rules make a game")
}

fn moves(game: &TicTacToe, marks: &Marks) -> Vec<Cell> {
    let mut moves = vec![];
    if game.finished(marks).is_none() {
        game.moves(marks, &mut moves);
    }
    moves
}

fn after(game: &TicTacToe, marks: &Marks, cell: Cell) -> Marks {
    let mut after = *marks;
    game.play(&mut after, cell);
    after
}

fn play(game: &TicTacToe, cells: &str) -> Marks {
    cells
        .split(' ')
        .fold(game.start(), |marks, cell| after(game, &marks, cell.parse().expect("it is a cell")))
}

/// All positions that can be reached, by the number of marks.
fn by_ply(game: &TicTacToe) -> Vec<HashSet<Marks>> {
    let mut plies = vec![HashSet::from([game.start()])];
    loop {
        let last = plies.last().expect("there is a first ply");
        let next: HashSet<Marks> = last
            .iter()
            .flat_map(|marks| moves(game, marks).into_iter().map(|cell| after(game, marks, cell)))
            .collect();
        if next.is_empty() {
            return plies;
        }
        plies.push(next);
    }
}

/// Plain minimax, which only remembers what it has seen.
fn minimax(game: &TicTacToe, marks: &Marks, seen: &mut HashMap<Marks, Outcome>) -> Outcome {
    if let Some(&value) = seen.get(marks) {
        return value;
    }
    let value = game.finished(marks).unwrap_or_else(|| {
        let children = moves(game, marks).into_iter().map(|cell| after(game, marks, cell));
        children.map(|child| minimax(game, &child, seen).flip()).max().expect("there is a move")
    });
    seen.insert(*marks, value);
    value
}

fn games(game: &TicTacToe, marks: &Marks) -> u64 {
    let moves = moves(game, marks);
    if moves.is_empty() {
        return 1;
    }
    moves.into_iter().map(|cell| games(game, &after(game, marks, cell))).sum()
}

#[test]
fn boards_have_the_published_numbers_of_positions_and_games() {
    let game = TicTacToe::default();
    let plies = by_ply(&game);
    // 5,477 without the empty board: https://www.e-learn.cn/qa/answer/576910/1493621.html
    assert_eq!(plies.iter().map(HashSet::len).sum::<usize>(), 5478);
    // Up to symmetry by the number of marks, 765 in all: https://oeis.org/A008907
    let canonical: Vec<HashSet<Marks>> =
        plies.iter().map(|ply| ply.iter().map(|marks| game.canonical(marks).0).collect()).collect();
    let counts: Vec<usize> = canonical.iter().map(HashSet::len).collect();
    assert_eq!(counts, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    // Of these 91 are won by crosses, 44 by noughts, and 3 drawn: https://codegolf.stackexchange.com/questions/123058
    let ends = |crosses_wait, value| {
        let all = canonical.iter().flatten();
        let over = all.filter(|marks| game.finished(marks) == Some(value));
        over.filter(|marks| marks.crosses_wait() == crosses_wait).count()
    };
    assert_eq!([ends(true, Outcome::LOSS), ends(false, Outcome::LOSS)], [91, 44]);
    assert_eq!([ends(true, Outcome::DRAW), ends(false, Outcome::DRAW)], [3, 0]);
    // 255,168 games, and 29 positions on 2 x 2 cells: https://math.stackexchange.com/questions/469371
    assert_eq!(games(&game, &game.start()), 255_168);
    assert_eq!(by_ply(&board(2, 2, 2)).iter().map(HashSet::len).sum::<usize>(), 29);
}

#[test]
fn backwards_solving_finds_the_values_of_minimax() {
    // Values: https://en.wikipedia.org/wiki/M,n,k-game, and by hand where a row is shorter than three.
    for (game, value) in [
        (TicTacToe::default(), Outcome::DRAW),
        (board(4, 3, 3), Outcome::WIN),
        (board(3, 3, 2), Outcome::WIN),
        (board(5, 2, 3), Outcome::DRAW),
        (board(1, 5, 2), Outcome::WIN),
        (board(1, 1, 1), Outcome::WIN),
    ] {
        let solved = Retrograde::new(&game, &game.start(), 1 << 20, &AtomicBool::new(false))
            .expect("there are fewer than 3 to the power of 12");
        let mut seen = HashMap::new();
        assert_eq!(minimax(&game, &game.start(), &mut seen), value, "{game:?}");
        assert_eq!(solved.positions(), seen.len());
        for (marks, value, _) in solved.solved() {
            assert_eq!(Some(&value), seen.get(&marks), "{marks}");
        }
    }
}

#[test]
fn positions_obey_the_laws_of_games() {
    for game in [TicTacToe::default(), board(4, 2, 3), board(2, 3, 2)] {
        let mut values = HashMap::new();
        minimax(&game, &game.start(), &mut values);
        for marks in by_ply(&game).into_iter().flatten() {
            assert_eq!(game.position(game.key(&marks)), Some(marks));
            let (canonical, turn) = game.canonical(&marks);
            assert_eq!(game.canonical(&canonical).0, canonical, "{marks}");
            assert_eq!(values.get(&canonical), values.get(&marks), "{marks}");
            let here = moves(&game, &marks);
            let mut restored = vec![];
            for cell in moves(&game, &canonical) {
                let mut next = after(&game, &canonical, cell);
                restored.push(game.restore(&turn, cell));
                let image = after(&game, &marks, game.restore(&turn, cell));
                assert_eq!(game.canonical(&next).0, game.canonical(&image).0, "{marks}");
                game.unplay(&mut next, cell, ());
                assert_eq!(next, canonical);
            }
            assert_eq!(
                restored.into_iter().collect::<HashSet<_>>(),
                here.into_iter().collect::<HashSet<_>>()
            );
        }
    }
}

#[test]
fn a_row_in_any_direction_wins() {
    let game = TicTacToe::default();
    for lines in ["a1 b1 a2 b2 a3", "a1 a2 b1 b2 c1", "a1 a2 b2 b1 c3", "a3 a2 b2 b1 c1"] {
        assert_eq!(game.finished(&play(&game, lines)), Some(Outcome::LOSS), "{lines}");
    }
    let draw = play(&game, "a1 b2 a2 a3 c1 b1 b3 c2 c3");
    assert_eq!(game.finished(&draw), Some(Outcome::DRAW));
    // The edge of the board isn't passed: d1, e1 and a2 are no row.
    let wide = board(5, 5, 3);
    assert_eq!(wide.finished(&play(&wide, "d1 d5 e1 c5 a2")), None);
}

#[test]
fn keys_that_no_game_comes_to_are_refused() {
    let game = TicTacToe::default();
    let key = |crosses: u128, noughts: u128| crosses | noughts << 32;
    assert_eq!(game.position(key(0b1, 0b10)), Some(play(&game, "a1 b1")));
    let bad = [
        ("the noughts have more", key(0, 0b1)),
        ("the crosses have two more", key(0b11, 0)),
        ("two marks on one cell", key(0b11, 0b1)),
        ("beside the board", key(0b1000, 0)),
        ("beyond all boards", key(1 << 30, 0)),
        ("beyond all keys", 1 << 64),
        ("went on after a row", key(0b111, 0b1100010)),
    ];
    for (why, key) in bad {
        assert_eq!(game.position(key), None, "{why}");
    }
}

#[test]
fn rules_that_make_no_game_are_refused() {
    for (files, ranks) in [(0, 3), (3, 0), (6, 3), (3, 6)] {
        assert_eq!(TicTacToe::new(files, ranks, 3), Err(TicTacToeError::Board { files, ranks }));
    }
    for in_a_row in [0, 5] {
        let error = TicTacToeError::Row { in_a_row, longest: 4 };
        assert_eq!(TicTacToe::new(3, 4, in_a_row), Err(error));
    }
    let errors = [TicTacToe::new(6, 3, 3), TicTacToe::new(3, 3, 4)];
    assert_eq!(
        errors.map(|error| error.expect_err("it is no game").to_string()),
        [
            "expected a board from 1x1 to 5x5, but it is 6x3",
            "expected from 1 to 3 in a row to win on this board, but it is 4"
        ]
    );
}

#[test]
fn boards_are_drawn_and_cells_are_read_again() {
    let game = board(4, 3, 3);
    let marks = play(&game, "b2 a1 d3");
    assert_eq!(marks.to_string(), "3 . . . x\n2 . x . .\n1 o . . .\n  a b c d");
    assert!(marks.crosses_wait() && !game.start().crosses_wait());
    let wide = board(5, 5, 5);
    let cells = moves(&wide, &wide.start());
    assert_eq!(cells.len(), 25);
    for cell in cells {
        assert_eq!(cell.to_string().parse(), Ok(cell));
    }
    for text in ["", "a", "a0", "a6", "f1", "A1", "a11", "1a", "ä1"] {
        let error = text.parse::<Cell>().expect_err("it isn't a cell").to_string();
        assert_eq!(error, format!("expected a cell from a1 to e5, but read {text:?}"));
    }
}
