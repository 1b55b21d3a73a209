//! The fork game of all pairs of pieces, in one table.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use hazel_core::Role;
use hazel_games::fork::{Folded, ForkGame, Rules};
use hazel_solve::{Game, Outcome, Retrograde, RetrogradeError};
use serde::Serialize;

use crate::arguments::{ForkRules, Format};
use crate::interrupt::Interrupt;
use crate::output::{self, Answer, facts, grouped, table, time};
use crate::report::Failure;

/// More positions than any fork game has.
const POSITIONS: usize = 100_000;

/// All pairs under the same rules.
#[derive(Serialize)]
struct Overview {
    check: bool,
    pairs: Vec<Pair>,
    nodes: u64,
    seconds: f64,
}

/// What is known of one pair.
#[derive(Serialize)]
struct Pair {
    student: String,
    teacher: String,
    /// For the student, who moves first.
    value: String,
    winner: Option<&'static str>,
    /// Plies from the empty board, if the winner hurries and the loser delays.
    distance: Option<u32>,
    /// The most plies of all positions that are won or lost.
    longest: u32,
    positions: usize,
}

/// Solves every pair.
pub(super) fn all(rules: &ForkRules, format: Format) -> Result<ExitCode, Failure> {
    let interrupt = Interrupt::install()?;
    let started = Instant::now();
    let roles: Vec<[Role; 2]> = Rules::PIECES
        .into_iter()
        .flat_map(|student| Rules::PIECES.map(|teacher| [student, teacher]))
        .collect();
    let (next, solved) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from).min(roles.len()) {
            scope.spawn(|| {
                while let Some(roles) = roles.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let pair = solve(*roles, rules.check, &interrupt);
                    solved.lock().expect("no thread panics with it").push((*roles, pair));
                }
            });
        }
    });
    let mut solved = solved.into_inner().expect("no thread panics with it");
    solved
        .sort_by_key(|(roles, _)| roles.map(|role| Rules::PIECES.iter().position(|r| *r == role)));
    let pairs: Vec<Pair> =
        solved.into_iter().map(|(_, pair)| pair).collect::<Result<_, Failure>>()?;
    let nodes = pairs.iter().map(|pair| pair.positions as u64).sum();
    let seconds = started.elapsed().as_secs_f64();
    output::print(&Overview { check: rules.check, pairs, nodes, seconds }, format)?;
    Ok(ExitCode::SUCCESS)
}

fn solve(
    [student, teacher]: [Role; 2],
    check: bool,
    interrupt: &Interrupt,
) -> Result<Pair, Failure> {
    let rules = Rules::new(student, teacher).map_err(|error| Failure::input(error.to_string()))?;
    let game = Folded(ForkGame::new(rules.heeding_check(check)));
    let start = game.start();
    let solved =
        Retrograde::new(&game, &start, POSITIONS, interrupt.flag()).map_err(
            |error| match error {
                RetrogradeError::Stopped => interrupt.failure(),
                RetrogradeError::TooManyPositions { .. } => Failure::outside(error.to_string()),
            },
        )?;
    let value = solved.value(&start).expect("it was solved from there");
    let winner = match value {
        Outcome::WIN => Some("student"),
        Outcome::LOSS => Some("teacher"),
        _ => None,
    };
    Ok(Pair {
        student: student.to_string(),
        teacher: teacher.to_string(),
        value: value.to_string(),
        winner,
        distance: solved.distance(&start),
        longest: solved.solved().filter_map(|(_, _, plies)| plies).max().unwrap_or(0),
        positions: solved.positions(),
    })
}

impl Answer for Overview {
    fn text(&self, _colors: bool) -> String {
        let rows = self.pairs.iter().map(|pair| {
            let plies = pair.distance.map_or("-".to_owned(), |plies| plies.to_string());
            let winner = pair.winner.unwrap_or("draw").to_owned();
            let longest = pair.longest.to_string();
            vec![pair.student.clone(), pair.teacher.clone(), winner, plies, longest]
        });
        let header = ["student", "teacher", "winner", "plies", "longest"];
        let check = if self.check { "binds the king" } else { "doesn't bind the king" };
        let rows = table(&header, rows, &[3, 4]);
        let facts = facts(&[
            ("check", check.to_owned()),
            ("positions", grouped(self.nodes)),
            ("time", time(self.seconds)),
        ]);
        rows + &facts
    }

    fn rows(&self) -> impl Iterator<Item = Vec<String>> {
        let header = ["student", "teacher", "value", "distance", "longest", "positions"];
        let rows = self.pairs.iter().map(|pair| {
            vec![
                pair.student.clone(),
                pair.teacher.clone(),
                pair.value.clone(),
                pair.distance.map_or(String::new(), |plies| plies.to_string()),
                pair.longest.to_string(),
                pair.positions.to_string(),
            ]
        });
        std::iter::once(header.map(str::to_owned).to_vec()).chain(rows)
    }
}
