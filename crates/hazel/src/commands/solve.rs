//! `hazel solve`: who wins a game, with proof.
//!
//! What is the same in all games is here once: `prove` solves and answers, `certify` writes what others can `check`,
//! `perft` counts. A game adds how its moves and sides are called (`named`), and `subject` is the line by which files
//! say what they are about.

mod answer;
mod certify;
mod check;
mod fork;
mod memory;
mod named;
mod perft;
mod plan;
mod prove;
mod subject;
mod watch;

use std::process::ExitCode;

use hazel_games::pawns::Shortcuts;

use self::plan::Plan;
use self::prove::prove;
use crate::arguments::{Format, PawnRules, SolveCommand, SolvePawns};
use crate::report::Failure;

/// Solves, checks or counts.
pub(crate) fn run(command: &SolveCommand, format: Format) -> Result<ExitCode, Failure> {
    match command {
        SolveCommand::Peasants(options) => pawns(options, PawnRules::peasants, format),
        SolveCommand::Pawns(options) => pawns(options, PawnRules::one_row, format),
        SolveCommand::Nim(options) => {
            let mut plan = Plan::searching(&options.effort, &options.search, false)?;
            for name in &options.without {
                plan.without(name);
            }
            prove(&options.rules.game()?, "", &plan, format)
        }
        SolveCommand::TicTacToe(options) => {
            let plan = Plan::searching(&options.effort, &options.search, false)?;
            prove(&options.rules.game()?, &options.rules.moves, &plan, format)
        }
        SolveCommand::Fork(options) if options.all => fork::all(&options.rules, format),
        SolveCommand::Fork(options) => {
            prove(&options.rules.game()?, "", &Plan::backwards(&options.effort)?, format)
        }
        SolveCommand::Check(options) => check::run(options, format),
        SolveCommand::Perft(options) => perft::run(&options.game, format),
    }
}

fn pawns(
    options: &SolvePawns,
    game: fn(&PawnRules) -> Result<hazel_games::pawns::Pawns, Failure>,
    format: Format,
) -> Result<ExitCode, Failure> {
    let game = game(&options.rules)?;
    let is_small = game.rules().files <= 4;
    let mut plan = Plan::searching(&options.effort, &options.search, is_small)?;
    let mut shortcuts = Shortcuts::ALL;
    for name in &options.without {
        // What isn't an idea of the game is one of the search.
        shortcuts = match name.as_str() {
            "all" => Shortcuts::NONE,
            name => shortcuts.without(name).unwrap_or(shortcuts),
        };
        plan.without(name);
    }
    prove(&game.with_shortcuts(shortcuts), &options.rules.moves, &plan, format)
}
