//! The program, run as its users run it.
#![cfg(unix)]

mod answers;
mod conditions;
mod counting;
mod docs;
mod duplicates;
mod engines;
mod games;
mod help;
mod outputs;
mod pictures;
mod play;
mod program;
mod rubbish;
mod solving;
mod syzygy;
mod tables;
mod tapes;
mod trouble;
