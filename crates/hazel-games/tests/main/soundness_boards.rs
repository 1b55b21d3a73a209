//! The [soundness](super::soundness) of small boards, with everything, and of others in samples. The others as a whole
//! take minutes: `cargo xtask quals solve`.

use std::collections::HashSet;

use hazel_games::pawns::{Board, Ending, Rules, Shortcuts};
use hazel_solve::{Game, Outcome};

use super::naive::Position;
use super::reference::{OnDemand, Reference, samples, scattered};
use super::soundness::{Case, Failure, Setting, Whole, board, cases, game};
use super::soundness_laws::Laws;

const MEMORY: usize = 8 << 20;

#[test]
fn every_setting_finds_every_value_of_four_by_six_with_one_row() -> Result<(), Failure> {
    let reference = Whole::ONE_ROW_4X6.solve()?;
    Laws::new(reference.rules).check(reference.positions())?;
    check(reference.rules, &cases(&reference)?)
}

#[test]
fn every_setting_finds_values_of_four_by_seven_with_one_row() -> Result<(), Failure> {
    let reference = Whole::ONE_ROW_4X7.solve()?;
    Laws::new(reference.rules).check(reference.positions())?;
    let cases: Vec<Case> = cases(&reference)?.into_iter().step_by(8).collect();
    check(reference.rules, &cases)
}

#[test]
fn every_setting_finds_sampled_values_of_two_rows() -> Result<(), Failure> {
    for rules in [
        Whole::PEASANTS_4X6.rules,
        Whole::SHORT_3X8.rules,
        Whole::PEASANTS_3X8.rules,
        Rules::peasants(4, 7),
    ] {
        let mut positions = samples(rules, 1, 3_000);
        // With more pawns it takes long without shortcuts.
        positions.retain(|position| board(position).mine().count_ones() < 5);
        check_samples(rules, positions)?;
    }
    Ok(())
}

#[test]
fn every_setting_finds_values_by_other_rules() -> Result<(), Failure> {
    for no_move in Ending::ALL {
        for no_pawns in Ending::ALL {
            let rules = Rules { no_move, no_pawns, ..Rules::one_row(3, 6) };
            let others = [
                rules,
                Rules { en_passant: false, ..rules },
                Rules { double_step: false, ..rules },
                Rules { goal: 5, ..rules },
                Rules { goal: 4, ..rules },
            ];
            for rules in others {
                let reference = Reference::new(rules);
                Laws::new(rules).check(reference.positions())?;
                let cases: Vec<Case> = cases(&reference)?.into_iter().step_by(5).collect();
                check(rules, &cases)?;
            }
        }
    }
    Ok(())
}

#[test]
fn every_setting_finds_values_of_pawns_put_anywhere() -> Result<(), Failure> {
    for seed in 1..=40 {
        let (rules, positions) = scattered(seed, 200);
        check_samples(rules, positions)?;
    }
    Ok(())
}

/// The pawn on a3 has arrived: it can't be left out with the one that it blocks.
#[test]
fn a_pawn_on_its_goal_stays_on_the_board() {
    let rules = Rules { goal: 5, ..Rules::one_row(7, 7) };
    let board = Board::new(&rules, 1 << 8 | 1 << 18, 1 << 16, None).expect("a position");
    let game = game(rules, Shortcuts::ALL);
    assert_eq!(game.finished(&board), Some(Outcome::LOSS));
    assert_eq!(game.finished(&game.canonical(&board).0), Some(Outcome::LOSS));
}

#[test]
fn values_on_demand_are_those_of_plain_minimax() {
    let reference = Reference::new(Rules::one_row(4, 6));
    let mut on_demand = OnDemand::default();
    for (position, outcome) in reference.positions() {
        assert_eq!(on_demand.value(&position), outcome, "{position}");
    }
}

#[test]
fn samples_are_different_and_each_is_the_position_of_its_key() {
    let rules = Rules::peasants(4, 7);
    let samples = samples(rules, 1, 10_000);
    let keys: HashSet<u64> = samples.iter().map(Position::key).collect();
    assert_eq!(keys.len(), samples.len());
    for position in samples {
        assert_eq!(Position::of_key(rules, position.key()), position, "{position}");
    }
}

fn check(rules: Rules, cases: &[Case]) -> Result<(), Failure> {
    Setting::backwards().check(rules, cases)?;
    search(rules, cases)
}

fn search(rules: Rules, cases: &[Case]) -> Result<(), Failure> {
    for setting in Setting::searching(MEMORY) {
        setting.check(rules, cases)?;
    }
    Ok(())
}

fn check_samples(rules: Rules, positions: Vec<Position>) -> Result<(), Failure> {
    let mut reference = OnDemand::default();
    let known: Vec<(Position, Outcome)> =
        positions.into_iter().map(|position| (position, reference.value(&position))).collect();
    let cases: Vec<Case> =
        known.iter().map(|(position, outcome)| (board(position), *outcome)).collect();
    Laws::new(rules).check(known)?;
    search(rules, &cases)
}
