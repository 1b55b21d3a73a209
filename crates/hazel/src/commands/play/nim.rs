//! Nim on a table.

use std::io::{BufRead, Write};

use hazel_games::nim::{Heaps, LastTake, Nim, Take, TakeError};

use super::clock::{Clocks, Time};
use super::lines::Lines;
use super::opponent::Backwards;
use super::session::Session;
use super::table::{Table, legal};
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
    let mut opponent = Backwards::new(&nim, POSITIONS)?;
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

    fn draw(&self, heaps: &Heaps, _: usize) -> String {
        format!("{heaps}\n")
    }

    fn grammar(&self, heaps: &Heaps, _: usize) -> String {
        let heap = heaps.sizes().iter().position(|&size| size > 0).map_or(1, |heap| heap + 1);
        format!("A move is a heap and how many to take from it, as in {heap}:1.")
    }

    fn name(&self, take: Take, _: usize) -> String {
        take.to_string()
    }

    fn read(&self, heaps: &Heaps, _: usize, text: &str) -> Result<Take, String> {
        let take: Take = text.parse().map_err(|error: TakeError| error.to_string())?;
        let is_legal = legal(self.nim, heaps).contains(&take);
        is_legal.then_some(take).ok_or_else(|| format!("{take}: that heap hasn't so many"))
    }

    fn ending(&self, _: &Heaps, _: usize) -> String {
        match self.last {
            LastTake::Wins => "The last object is taken, and that wins".to_owned(),
            LastTake::Loses => "The last object is taken, and that loses".to_owned(),
        }
    }
}
