//! Hazel, a chess machine: the program.
//!
//! It reads arguments, asks a library and prints the answer; what it knows itself is how answers look. Every command
//! goes the same way: `arguments` says what can be asked, a module of `commands` asks it and returns an `Answer`, and
//! `output` prints that as a table, JSON or CSV. Whatever goes wrong is a `Failure`, which `report` alone prints and
//! turns into an exit code, so that bad input looks the same everywhere and nobody ever sees a panic.

mod arguments;
mod board;
mod commands;
mod file;
mod games;
mod interrupt;
mod meter;
mod output;
mod position;
mod report;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Arguments, Command};
use crate::report::Failure;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let arguments = match Arguments::try_parse_from(&words) {
        Ok(arguments) => arguments,
        Err(error) => return report::usage(&error, &words),
    };
    match run(arguments, &words) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn run(arguments: Arguments, words: &[OsString]) -> Result<ExitCode, Failure> {
    let format = arguments.format;
    // Without quotes, the side to move and all that follows would be files.
    if let (Command::Pgn(_), Some(advice)) = (&arguments.command, report::quotes(words)) {
        return Err(Failure::input("a FEN is one argument").help(advice));
    }
    match arguments.command {
        Command::Show(show) => commands::show::run(&show, format),
        Command::Moves(moves) => commands::moves::run(&moves, format),
        Command::Perft(perft) => commands::perft::run(&perft, format),
        Command::Pgn(pgn) => commands::pgn::run(&pgn.command, format),
        Command::Tape(tape) => commands::tape::run(&tape, format),
        Command::Table(table) => commands::table::run(&table.command, format),
        Command::Solve(solve) => commands::solve::run(&solve.command, format),
        Command::Play(play) => commands::play::run(&play, format),
    }
}
