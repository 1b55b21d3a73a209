//! The solvers and the pawn games beside plain minimax on squares, whole boards at once.
//!
//! What they are held against is in the tests of `hazel-games`, which look at smaller boards and at samples of these: it
//! shares nothing with the library but the rules as data.

#[path = "../../../crates/hazel-games/tests/main/naive.rs"]
mod naive;
#[path = "../../../crates/hazel-games/tests/main/reference.rs"]
mod reference;
#[path = "../../../crates/hazel-games/tests/main/soundness.rs"]
mod soundness;
#[path = "../../../crates/hazel-games/tests/main/soundness_laws.rs"]
mod soundness_laws;
#[path = "../../../crates/hazel-games/tests/main/soundness_perft.rs"]
mod soundness_perft;

use anyhow::{Result, anyhow, ensure};
use hazel_games::pawns::{Ending, Rules, Shortcuts};
use hazel_solve::{Game as _, Outcome};
use rayon::iter::{IntoParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};
use rayon::slice::ParallelSlice as _;

use super::{Tally, Verdict};
use naive::Position;
use reference::{OnDemand, Reference, samples, scattered};
use soundness::{Case, Failure, Setting, Whole, board, cases, game};
use soundness_laws::Laws;
use soundness_perft::{PEASANTS, perft};

/// Bytes for the table of one prover: it holds all positions of the largest board.
const MEMORY: usize = 256 << 20;
/// For boards of a few thousand positions.
const SMALL_MEMORY: usize = 8 << 20;
/// Positions whose laws one thread looks at.
const CHUNK: usize = 50_000;
/// Positions of 4x7 with two rows.
const SAMPLES: usize = 100_000;
/// Games with pawns put anywhere, each by other rules, and positions of each.
const SCATTERED: (u64, usize) = (500, 300);

pub(super) fn run(tally: &mut Tally) {
    tally.check("solve: perft of 8x8 Peasants' Chess by both generators", perft_by_both);
    for whole in [
        Whole::ONE_ROW_4X6,
        Whole::ONE_ROW_4X7,
        Whole::SHORT_3X8,
        Whole::PEASANTS_4X6,
        Whole::PEASANTS_3X8,
    ] {
        tally.check(&format!("solve: all of {}", whole.rules), || whole_board(&whole));
    }
    tally.check("solve: 4x6 with one row by other rules", other_rules);
    tally.check("solve: pawns put anywhere", put_anywhere);
    tally.check("solve: samples of 4x7 with two rows", sampled);
}

fn perft_by_both() -> Result<Verdict> {
    let rules = Rules::peasants(8, 8);
    let library = game(rules, Shortcuts::ALL);
    // The shallow counts from the start, the others from the positions after two plies, in parallel.
    let start = Position::start(rules);
    let replies =
        |position: Position| position.moves().into_iter().map(move |mv| position.play(mv));
    let after_two: Vec<Position> = replies(start).flat_map(replies).collect();
    for (depth, expected) in (1..).zip(PEASANTS) {
        let (ours, on_squares) = if depth <= 2 {
            (perft(&library, &library.start(), depth), start.perft(depth))
        } else {
            let count = |position: &Position| {
                (perft(&library, &board(position), depth - 2), position.perft(depth - 2))
            };
            let add = |a: (u64, u64), b: (u64, u64)| (a.0 + b.0, a.1 + b.1);
            after_two.par_iter().map(count).reduce(|| (0, 0), add)
        };
        ensure!(
            [ours, on_squares] == [expected; 2],
            "depth {depth}: {ours} and {on_squares}, not {expected}"
        );
    }
    Ok(Verdict::Passed(format!("{} plies", PEASANTS.len())))
}

fn whole_board(whole: &Whole) -> Result<Verdict> {
    let reference = whole.solve().map_err(failed)?;
    check_laws(&reference)?;
    let cases = cases(&reference).map_err(failed)?;
    let positions = reference.values.len();
    drop(reference);
    check_values(whole.rules, &cases)?;
    Ok(Verdict::Passed(format!("{positions} positions, {} for the side to move", cases.len())))
}

fn check_laws(reference: &Reference) -> Result<()> {
    let keys: Vec<u64> = reference.values.keys().copied().collect();
    let laws = Laws::new(reference.rules);
    keys.par_chunks(CHUNK).try_for_each(|keys| {
        let positions = keys
            .iter()
            .map(|&key| (Position::of_key(reference.rules, key), reference.values[&key].outcome));
        laws.check(positions).map_err(failed)
    })
}

fn check_values(rules: Rules, cases: &[Case]) -> Result<()> {
    let mut settings = Setting::searching(MEMORY);
    settings.push(Setting::backwards());
    settings.into_par_iter().try_for_each(|setting| setting.check(rules, cases).map_err(failed))
}

fn other_rules() -> Result<Verdict> {
    let mut all = Vec::new();
    for (no_move, no_pawns) in Ending::ALL.into_iter().flat_map(|a| Ending::ALL.map(|b| (a, b))) {
        for goal in 3..=6 {
            for (double_step, en_passant) in [(true, true), (true, false), (false, false)] {
                let rules = Rules::one_row(4, 6);
                all.push(Rules { double_step, en_passant, no_move, no_pawns, goal, ..rules });
            }
        }
    }
    let positions = all.par_iter().map(|&rules| {
        let reference = Reference::new(rules);
        Laws::new(rules).check(reference.positions()).map_err(failed)?;
        let cases = cases(&reference).map_err(failed)?;
        // The values of a few are enough, since bounds and canonical forms of all are looked at.
        let few: Vec<Case> = cases.into_iter().step_by(20).collect();
        search(rules, &few)?;
        anyhow::Ok(reference.values.len())
    });
    let positions = positions.try_reduce(|| 0, |a, b| Ok(a + b))?;
    Ok(Verdict::Passed(format!("{} rules, {positions} positions", all.len())))
}

fn put_anywhere() -> Result<Verdict> {
    let (games, count) = SCATTERED;
    (1..=games).into_par_iter().try_for_each(|seed| {
        let (rules, positions) = scattered(seed, count);
        let known = valued(positions);
        let cases: Vec<Case> = known.iter().map(|(p, outcome)| (board(p), *outcome)).collect();
        Laws::new(rules).check(known).map_err(failed)?;
        search(rules, &cases)
    })?;
    Ok(Verdict::Passed(format!("{games} rules, {} positions", games as usize * count)))
}

fn sampled() -> Result<Verdict> {
    let rules = Rules::peasants(4, 7);
    let known = valued(samples(rules, 1, SAMPLES));
    let cases: Vec<Case> = known.iter().map(|(p, outcome)| (board(p), *outcome)).collect();
    let laws = Laws::new(rules);
    known
        .par_chunks(CHUNK / 10)
        .try_for_each(|chunk| laws.check(chunk.to_vec()).map_err(failed))?;
    let settings = Setting::searching(MEMORY).into_par_iter();
    settings.try_for_each(|setting| setting.check(rules, &cases).map_err(failed))?;
    Ok(Verdict::Passed(format!("{SAMPLES} positions")))
}

fn search(rules: Rules, cases: &[Case]) -> Result<()> {
    for setting in Setting::searching(SMALL_MEMORY) {
        setting.check(rules, cases).map_err(failed)?;
    }
    Ok(())
}

fn valued(positions: Vec<Position>) -> Vec<(Position, Outcome)> {
    let mut reference = OnDemand::default();
    positions.into_iter().map(|position| (position, reference.value(&position))).collect()
}

fn failed(Failure(what): Failure) -> anyhow::Error {
    anyhow!(what)
}
