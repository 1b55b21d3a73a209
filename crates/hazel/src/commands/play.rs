//! `hazel play`: a person against the solver.
//!
//! A dialogue of lines, so that it works in any terminal and through a pipe. What is the same in all games is here once:
//! `dialogue` asks and answers, `session` plays games in a row, `clock` measures. A game adds a `Table`, which draws and
//! explains it, and an `Opponent`, which knows the value of every position.

mod clock;
mod dialogue;
mod fork;
mod lines;
mod nim;
mod opponent;
mod peasants;
mod session;
mod table;

use std::io::IsTerminal;
use std::process::ExitCode;

use self::clock::RealTime;
use self::lines::Lines;
use crate::arguments::{Format, Play, PlayCommand};
use crate::report::Failure;

/// Plays until the person has enough.
pub(crate) fn run(arguments: &Play, format: Format) -> Result<ExitCode, Failure> {
    if format != Format::Table {
        let message = "a game is a dialogue and has no other format";
        return Err(Failure::input(message).help("leave --format out"));
    }
    let input = std::io::stdin();
    // What a person types is on the screen already; what comes from a pipe isn't.
    let echoes = !input.is_terminal();
    let mut lines = Lines::new(input.lock(), anstream::stdout().lock(), echoes);
    let time = RealTime::new();
    match &arguments.game {
        PlayCommand::Fork(options) => fork::run(options, &time, &mut lines)?,
        PlayCommand::Peasants(options) => peasants::run(options, &time, &mut lines)?,
        PlayCommand::Nim(options) => nim::run(options, &time, &mut lines)?,
    }
    Ok(ExitCode::SUCCESS)
}
