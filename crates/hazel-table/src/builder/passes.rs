//! From exits and mates to the values of all positions, by passes over sets.
//!
//! What one side wins is found apart from what the other wins. Neither needs to know of the other: who can win has a move
//! that keeps from losing. So only half of the sets are there at a time.
//!
//! Pass n finds the positions at distance n: won are those with a move to a position lost at n − 1, lost those without a move to
//! a position that is not won by then. A loss is found by complement, so nothing is counted and no move is
//! generated. What pass n reads is what pass n − 1 left, so the distances are exact.
//!
//! Only rows next to a change are looked at again. Exits that the 50-move rule spoils enter at pass 101.

use hazel_core::Color;

use super::distances::{self, CURSED};
use super::exits::Leaving;
use super::fills::Row;
use super::layout::Layout;
use super::legality;
use super::log::Log;
use super::moves::Moves;
use super::raw::{Run, Side};
use super::rows::Rows;
use super::seeds::{Losses, Wins, look_up};
use super::{Kept, Stopped};

/// The values of all positions, given their exits.
pub(crate) fn solve(
    layout: &Layout,
    moves: &[Moves<'_>; 2],
    leaving: &[Leaving<'_, '_>; 2],
    kept: Kept,
    stop: &dyn Fn() -> bool,
) -> Result<Run, Stopped> {
    let [white, black] = Color::ALL.map(|side| look_up(layout, side, &leaving[side.index()], stop));
    let ((white_wins, white_losses), (black_wins, black_losses)) = (white?, black?);
    let half = |winner: Color, wins: Wins, losses: Losses| {
        Half::new(layout, moves, winner, wins, losses, kept).solve(stop)
    };
    // What is found first stays while the rest is looked for, so it should be little.
    let (white, black) = if white_wins.count() < black_wins.count() {
        let white = half(Color::White, white_wins, black_losses)?;
        (white, half(Color::Black, black_wins, white_losses)?)
    } else {
        let black = half(Color::Black, black_wins, white_losses)?;
        (half(Color::White, white_wins, black_losses)?, black)
    };
    Ok([
        Side::new(layout, white.won, black.lost, black.stuck),
        Side::new(layout, black.won, white.lost, white.stuck),
    ])
}

/// Everything that one side wins: its wins, and the losses of the other side.
struct Found {
    won: Log,
    lost: distances::Losses,
    /// Where the other side has no legal move, if somebody asks for that.
    stuck: Option<Vec<u64>>,
}

/// What one side wins, as far as it is known.
struct Half<'a> {
    layout: &'a Layout,
    /// Of the winner, and of the loser.
    moves: [&'a Moves<'a>; 2],
    /// The winner is to move, and hasn't won as far as is known.
    open: Vec<u64>,
    /// The loser is to move, and no move out of the key holds. Those that are known to be lost are gone.
    loose: Vec<u64>,
    /// What the last pass found, or what enters in the next. Only the rows that are named mean anything.
    won: Vec<u64>,
    won_rows: Rows,
    lost: Vec<u64>,
    lost_rows: Rows,
    /// The rows of `won` in which leaving the key wins in the next pass, and those of `loose` in which it holds no longer.
    enters: [Rows; 2],
    /// What enters when the 50-move rule has made it what it is.
    late: Option<Late>,
    /// Empty but while rows are looked at.
    looked: Rows,
    found: Found,
}

/// Exits that the 50-move rule spoils.
struct Late {
    won: Option<Vec<u64>>,
    loose: Option<Vec<u64>>,
}

impl<'a> Half<'a> {
    fn new(
        layout: &'a Layout,
        moves: &'a [Moves<'a>; 2],
        winner: Color,
        wins: Wins,
        losses: Losses,
        kept: Kept,
    ) -> Half<'a> {
        let rows = || Rows::new(layout.rows());
        let is_late = wins.cursed.is_some() || losses.blessed.is_some();
        let found = Found {
            won: Log::new(layout.len()),
            lost: distances::Losses::new(layout.len(), kept),
            stuck: layout.key.can_follow_double_step().then(|| vec![0; layout.len()]),
        };
        let mut half = Half {
            layout,
            moves: [winner, !winner].map(|side| &moves[side.index()]),
            open: legality::legal(layout, winner),
            loose: losses.loose,
            won: wins.won,
            won_rows: rows(),
            lost: losses.leaves,
            lost_rows: rows(),
            enters: [rows(), rows()],
            late: is_late.then_some(Late { won: wins.cursed, loose: losses.blessed }),
            looked: rows(),
            found,
        };
        half.begin();
        half
    }

    /// Before the first pass: finds mates, in place of where the loser can leave the key, and what enters.
    fn begin(&mut self) {
        let row = self.layout.row();
        let mut quiet = [0; 64];
        let quiet = &mut quiet[..row];
        for number in 0..self.layout.rows() {
            self.moves[1].row(number, &self.open, None, quiet);
            for (word, quiet) in (number * row..).zip(&*quiet) {
                let leaves = self.lost[word];
                let pinned = self.loose[word] & !quiet;
                let stuck = pinned & !leaves;
                // Who stands in check is who could be taken if it were the other side's move.
                let mate = stuck & !self.open[word];
                self.loose[word] &= !stuck;
                self.lost[word] = mate;
                if mate != 0 {
                    self.lost_rows.insert(number);
                }
                if self.won[word] != 0 {
                    self.enters[0].insert(number);
                }
                // All moves leave the key, and none holds.
                if pinned & leaves != 0 {
                    self.enters[1].insert(number);
                }
                if let Some(plane) = &mut self.found.stuck {
                    plane[word] = stuck;
                }
            }
        }
        self.note_losses(0);
    }

    fn solve(mut self, stop: &dyn Fn() -> bool) -> Result<Found, Stopped> {
        let mut distance = 0;
        loop {
            if stop() {
                return Err(Stopped);
            }
            distance += 1;
            if distance == CURSED {
                self.enter_late();
            }
            if self.pass(distance) {
                continue;
            }
            // Nothing follows but what waits for the 50-move rule.
            match self.late {
                Some(_) => distance = CURSED - 1,
                None => return Ok(self.found),
            }
        }
    }

    fn enter_late(&mut self) {
        let row = self.layout.row();
        let Some(late) = self.late.take() else { return };
        if let Some(won) = late.won {
            self.won = won;
            mark(&self.won, row, &mut self.enters[0]);
        }
        if let Some(loose) = late.loose {
            self.loose.iter_mut().zip(&loose).for_each(|(all, more)| *all |= more);
            mark(&loose, row, &mut self.enters[1]);
        }
    }

    /// Finds what is won and lost at a distance. Whether there was anything.
    fn pass(&mut self, distance: u16) -> bool {
        let row = self.layout.row();
        let won_rows = self.find_wins();
        // The wins of this pass come from the losses of the last, which are needed no more.
        self.find_losses();
        self.note_losses(distance);
        note(&mut self.found.won, distance, &self.won, &won_rows, row);
        // The losses of this pass come from the wins of the last, so those of this pass are known only now.
        for span in won_rows.iter().map(|number| number * row..(number + 1) * row) {
            let known = self.open[span.clone()].iter_mut().zip(&self.won[span]);
            known.for_each(|(open, won)| *open &= !won);
        }
        self.won_rows = won_rows;
        !self.won_rows.is_empty() || !self.lost_rows.is_empty()
    }

    /// Finds the positions with a move to one that is newly lost, and those that enter.
    fn find_wins(&mut self) -> Rows {
        let row = self.layout.row();
        let mut found = Rows::new(self.layout.rows());
        self.enters[0].iter().for_each(|row| self.looked.insert(row));
        self.lost_rows.iter().for_each(|row| self.moves[0].sources(row, &mut self.looked));
        let mut from = [0; 64];
        let from = &mut from[..row];
        for number in self.looked.iter() {
            let span = number * row..(number + 1) * row;
            self.moves[0].row(number, &self.lost, Some(&self.lost_rows), from);
            if self.enters[0].contains(number) {
                let enter = &self.won[span.clone()];
                from.iter_mut().zip(enter).for_each(|(from, enter)| *from |= enter);
            }
            let mut any = 0;
            let known = self.open[span.clone()].iter().zip(&*from);
            for (won, (open, from)) in self.won[span].iter_mut().zip(known) {
                *won = open & from;
                any |= *won;
            }
            if any != 0 {
                found.insert(number);
            }
        }
        self.enters[0].clear();
        self.looked.clear();
        found
    }

    /// Finds the positions that have no escape any more, in rows next to the last wins and where something enters.
    fn find_losses(&mut self) {
        let row = self.layout.row();
        self.enters[1].iter().for_each(|row| self.looked.insert(row));
        self.enters[1].clear();
        self.won_rows.iter().for_each(|row| self.moves[1].sources(row, &mut self.looked));
        self.lost_rows.clear();
        let mut escapes = [0; 64];
        let escapes = &mut escapes[..row];
        for number in self.looked.iter() {
            let span = number * row..(number + 1) * row;
            if self.loose[span.clone()].iter().all(|&word| word == 0) {
                continue;
            }
            self.moves[1].row(number, &self.open, None, escapes);
            let mut any = 0;
            let loose = self.loose[span.clone()].iter_mut();
            for ((lost, loose), escapes) in self.lost[span].iter_mut().zip(loose).zip(&*escapes) {
                *lost = *loose & !escapes;
                *loose &= escapes;
                any |= *lost;
            }
            if any != 0 {
                self.lost_rows.insert(number);
            }
        }
        self.looked.clear();
    }
}

impl Half<'_> {
    /// Writes down what the pass has found to be lost.
    fn note_losses(&mut self, distance: u16) {
        let row = self.layout.row();
        let (lost, blessed) = match &mut self.found.lost {
            distances::Losses::Log(log) => {
                return note(log, distance, &self.lost, &self.lost_rows, row);
            }
            distances::Losses::Sets { lost, blessed } => (lost, blessed),
        };
        let words = lost.len();
        let late = (distance >= CURSED && !self.lost_rows.is_empty())
            .then(|| blessed.get_or_insert_with(|| vec![0; words]));
        for set in [lost].into_iter().chain(late) {
            for span in self.lost_rows.iter().map(|number| number * row..(number + 1) * row) {
                let found = set[span.clone()].iter_mut().zip(&self.lost[span]);
                found.for_each(|(all, more)| *all |= more);
            }
        }
    }
}

/// Adds the rows in which a set has a position.
fn mark(set: &[u64], row: usize, rows: &mut Rows) {
    let some = set.iter().enumerate().filter(|(_, word)| **word != 0);
    some.for_each(|(word, _)| rows.insert(word / row));
}

/// Writes down what was found in the rows that are named.
fn note(log: &mut Log, distance: u16, set: &[u64], rows: &Rows, row: usize) {
    let mut named = rows.iter().peekable();
    while let Some(number) = named.next() {
        let block = number * row / 64;
        let first = 64 * block;
        if let Some(found) = set[first..].first_chunk().filter(|_| row == 64) {
            log.push(block, distance, found);
            continue;
        }
        let mut found: Row = [0; 64];
        let mut add = |number: usize| {
            let words = number * row..(number + 1) * row;
            found[words.start - first..words.end - first].copy_from_slice(&set[words]);
        };
        add(number);
        while let Some(number) = named.next_if(|number| number * row < first + 64) {
            add(number);
        }
        log.push(block, distance, &found);
    }
}
