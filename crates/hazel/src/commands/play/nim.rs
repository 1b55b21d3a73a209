//! Nim on a table.

use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;

use hazel_games::nim::{Heaps, LastTake, Nim, Take};
use hazel_solve::{Game, Retrograde};

use super::clock::{Clocks, Time};
use super::lines::Lines;
use super::session::Session;
use super::table::Table;
use crate::arguments::{NimRole, PlayNim};
use crate::report::Failure;

/// No larger games are solved; this takes a few seconds.
const POSITIONS: usize = 1_000_000;

/// Plays one game of Nim.
pub(super) fn run(
    options: &PlayNim,
    time: &dyn Time,
    lines: &mut Lines<impl BufRead, impl Write>,
) -> Result<(), Failure> {
    let last = if options.misere { LastTake::Loses } else { LastTake::Wins };
    let nim = Nim::new(&options.heaps, last).map_err(|error| Failure::input(error.to_string()))?;
    let positions =
        options.heaps.iter().fold(1u64, |all, &heap| all.saturating_mul(heap as u64 + 1));
    if positions > POSITIONS as u64 {
        let message = format!("these heaps make more than {POSITIONS} positions");
        return Err(Failure::input(message).help("give --heaps fewer or smaller heaps"));
    }
    let mut opponent = Retrograde::new(&nim, &nim.start(), POSITIONS, &AtomicBool::new(false))
        .map_err(|error| Failure::outside(format!("this Nim isn't solved: {error}")))?;
    let person = match options.role {
        NimRole::First => 0,
        NimRole::Second => 1,
    };
    let table = NimTable { nim: &nim, person, last };
    lines.say(&format!(
        "Whoever takes the last object {}. Type a move, or help.\n\n",
        if options.misere { "loses" } else { "wins" }
    ))?;
    let session = Session {
        table: &table,
        opponent: &mut opponent,
        clocks: Clocks::new(time, [options.clock.clock; 2], options.clock.increment),
        person,
        stake: None,
    };
    session.play(lines)
}

struct NimTable<'a> {
    nim: &'a Nim,
    person: usize,
    last: LastTake,
}

impl Table for NimTable<'_> {
    type Rules = Nim;

    fn rules(&self) -> &Nim {
        self.nim
    }

    fn side(&self, side: usize) -> &'static str {
        if side == self.person { "person" } else { "machine" }
    }

    fn draw(&self, heaps: &Heaps) -> String {
        format!("{heaps}\n")
    }

    fn grammar(&self, heaps: &Heaps) -> String {
        let heap = heaps.sizes().iter().position(|&size| size > 0).map_or(1, |heap| heap + 1);
        format!("A move is a heap and how many to take from it, as in {heap}:1.")
    }

    fn objection(&self, _: &Heaps, _: Take) -> String {
        "that heap hasn't so many".to_owned()
    }

    fn ending(&self, _: &Heaps) -> String {
        match self.last {
            LastTake::Wins => "The last object is taken, and that wins".to_owned(),
            LastTake::Loses => "The last object is taken, and that loses".to_owned(),
        }
    }
}
