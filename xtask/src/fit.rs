//! Fits the positional score of the pawn games, and measures what it is worth to the order of moves.
//!
//! 1. Positions are reached by play on small boards, partly at random and partly by the moves that a search would try
//!    first, and valued exactly by a prover. Those that the game settles at once are left out: a search never orders them.
//! 2. The weights are those with the least sum of squared errors, found by the normal equations.
//! 3. How well the score predicts values is told by the correlation, on the boards of the fit and on a larger one; beside
//!    it that of what the search itself has learned about patterns, which does order moves.
//! 4. Boards are solved with the score weighted in several ways in the order of moves and nothing learned, and nodes are
//!    compared.
#![expect(clippy::cast_precision_loss, reason = "figures are shown with four digits")]

mod least_squares;
mod weighted;

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, anyhow};
use fastrand::Rng;
use hazel_games::pawns::{Board, Pawns, Rules};
use hazel_solve::{Control, Game, Options, Outcome, Prover, ProverError, Question};

use least_squares::{correlation, least_squares};
use weighted::Weighted;

const COUNTS: usize = Pawns::COUNTS.len();
/// Positions of each board of the fit.
const POSITIONS: usize = 20_000;
/// Positions of the larger board. Its values take long.
const HELD_OUT_POSITIONS: usize = 3_000;
const SEED: u64 = 1;

/// A position's counts, its value for the side to move, and what a search that has solved the board would guess it to be.
struct Sample {
    counts: [f64; COUNTS],
    value: i8,
    guess: f64,
}

/// Fits, and prints weights, correlations and ratios of nodes.
pub(crate) fn run() -> Result<()> {
    let small = [(3, 8), (4, 7), (5, 7)].map(|(files, ranks)| Rules::peasants(files, ranks));
    let small = small.into_iter().flat_map(|rules| [rules.short(), rules]);
    let mut boards = Vec::new();
    for rules in small {
        boards.push((rules, samples(rules, POSITIONS, 4, 20, 256)?));
    }
    let all = boards.iter().flat_map(|(_, samples)| samples);
    let weights = least_squares(all.map(|sample| (sample.counts, f64::from(sample.value))))
        .ok_or_else(|| anyhow!("the counts depend on each other, so no weights are the best"))?;
    println!("count         thousandths of a win");
    for (name, weight) in Pawns::COUNTS.iter().zip(weights) {
        println!("{name:<13} {:>8.1}", 1000.0 * weight);
    }
    let held_out = Rules::peasants(5, 8).short();
    boards.push((held_out, samples(held_out, HELD_OUT_POSITIONS, 12, 24, 2048)?));
    println!("\ncorrelation of the score and of what a search has learned with values");
    println!("(the last board is not part of the fit; each search has learned from its own board)");
    println!("board           positions   won  drawn   lost        score      learned");
    for (rules, samples) in &boards {
        let share = |value| samples.iter().filter(|sample| sample.value == value).count();
        let score = |sample: &Sample| sample.counts.iter().zip(weights).map(|(c, w)| c * w).sum();
        let scored = correlation(samples.iter().map(|s| (score(s), f64::from(s.value))));
        let learned = correlation(samples.iter().map(|s| (s.guess, f64::from(s.value))));
        println!(
            "{:<15} {:>9} {:>5} {:>6} {:>6} {scored:>12.3} {learned:>12.3}",
            name(*rules),
            samples.len(),
            share(1),
            share(0),
            share(-1)
        );
    }
    ratios()
}

/// Nodes with the score weighted in several ways, for the question whether it is at least a draw and whether it is a win.
fn ratios() -> Result<()> {
    let boards = [
        Rules::peasants(4, 8).short(),
        Rules::peasants(5, 7).short(),
        Rules::peasants(4, 8),
        Rules::one_row(6, 8),
        Rules::peasants(8, 6).short(),
        Rules::peasants(6, 7).short(),
    ];
    let ways = [[0, 1], [0, 3], [1, 0], [1, 1], [4, 4]];
    println!("\nnodes, and their ratio with the score added so many times (for a draw, for a win)");
    print!("board               nodes");
    for [draw, win] in ways {
        print!("   {draw}, {win}");
    }
    println!();
    for rules in boards {
        let base = nodes(rules, [0, 0])?;
        print!("{:<15} {base:>9}", name(rules));
        for added in ways {
            print!(" {:>6.3}", nodes(rules, added)? as f64 / base as f64);
        }
        println!();
    }
    Ok(())
}

fn nodes(rules: Rules, added: [i32; 2]) -> Result<u64> {
    let game = Weighted { game: Pawns::new(rules)?, added };
    let prover = Prover::new(&game, &Options { memory: 1 << 30, ..Options::default() })?;
    never_stopping(|control| prover.value(&game.start(), control))?;
    Ok(prover.nodes())
}

/// Different positions, reached by play of `least` to `most` plies, with their values.
fn samples(
    rules: Rules,
    wanted: usize,
    least: usize,
    most: usize,
    mib: usize,
) -> Result<Vec<Sample>> {
    let game = Pawns::new(rules)?;
    let prover = Prover::new(&game, &Options { memory: mib << 20, ..Options::default() })?;
    let mut random = Rng::with_seed(SEED);
    let mut seen = HashSet::new();
    let mut samples = Vec::new();
    never_stopping(|control| {
        prover.value(&game.start(), control)?;
        while samples.len() < wanted {
            let plies = random.usize(least..=most);
            let Some(board) = played(&game, plies, &mut random) else { continue };
            let settled = game.bounds(&board).is_exact();
            if settled || !seen.insert(game.key(&game.canonical(&board).0)) {
                continue;
            }
            let value = match prover.value(&board, control)? {
                Outcome::WIN => 1,
                Outcome::LOSS => -1,
                _ => 0,
            };
            // The guesses of both answers together go from -1, a loss, to 1, a win.
            let [draw, win] = [Question::Draw, Question::Win].map(|ask| prover.guess(&board, ask));
            let counts = game.counts(&board).map(f64::from);
            samples.push(Sample { counts, value, guess: draw + win - 1.0 });
        }
        Ok(samples)
    })
}

/// Where a game comes to in so many plies, if it isn't over before. Some games are all at random, in others up to three
/// moves of four are the first by the order of moves.
fn played(game: &Pawns, plies: usize, random: &mut Rng) -> Option<Board> {
    let mut board = game.start();
    let sense = random.u8(0..4);
    let mut moves = Vec::new();
    for _ in 0..plies {
        if game.finished(&board).is_some() {
            return None;
        }
        moves.clear();
        game.moves(&board, &mut moves);
        random.shuffle(&mut moves);
        if random.u8(0..4) < sense {
            moves.sort_by_key(|mv| {
                let mut after = board;
                game.play(&mut after, *mv);
                game.rank(Question::Draw, &board, *mv, &after)
            });
        }
        game.play(&mut board, moves[0]);
    }
    Some(board)
}

/// Runs work that nobody watches.
fn never_stopping<M, T>(
    work: impl FnOnce(&mut Control<'_, M>) -> Result<T, ProverError>,
) -> Result<T> {
    let mut report = |_: &_| {};
    let mut control = Control { stop: &AtomicBool::new(false), report: &mut report };
    Ok(work(&mut control)?)
}

/// For example `5x8 short`.
fn name(rules: Rules) -> String {
    let rows = if rules.rows == 1 { " one row" } else { "" };
    let short = if rules.goal < rules.ranks { " short" } else { "" };
    format!("{}x{}{rows}{short}", rules.files, rules.ranks)
}
