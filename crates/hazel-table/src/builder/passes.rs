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
use super::few::Few;
use super::fills::Row;
use super::layout::Layout;
use super::legality;
use super::log::Log;
use super::moves::Moves;
use super::news::News;
use super::raw::{Run, Side};
use super::rows::Rows;
use super::seeds::{Losses, Wins, look_up};
use super::{Kept, Stopped};

/// The values of all positions, given their exits, and whether those are exact.
pub(crate) fn solve(
    layout: &Layout,
    moves: &[Moves<'_>; 2],
    leaving: [Leaving<'_, '_>; 2],
    kept: Kept,
    stop: &dyn Fn() -> bool,
) -> Result<(Run, bool), Stopped> {
    let [white, black] = Color::ALL.map(|side| look_up(layout, side, &leaving[side.index()], stop));
    let ((white_wins, white_losses), (black_wins, black_losses)) = (white?, black?);
    let is_exact = leaving.iter().all(Leaving::is_exact);
    // It keeps a set for each double step that can be answered.
    drop(leaving);
    // What is found first stays while the rest is looked for, so it should be little.
    let is_white_first = white_wins.count() < black_wins.count();
    let half = |winner: Color, wins: Wins, losses: Losses| {
        Half::new(layout, moves, winner, wins, losses, kept)
    };
    let white = half(Color::White, white_wins, black_losses);
    let black = half(Color::Black, black_wins, white_losses);
    let (white, black) = if is_white_first {
        let white = white.solve(stop)?;
        (white, black.solve(stop)?)
    } else {
        let black = black.solve(stop)?;
        (white.solve(stop)?, black)
    };
    let run = [
        Side::new(layout, white.won, black.lost, black.stuck),
        Side::new(layout, black.won, white.lost, white.stuck),
    ];
    Ok((run, is_exact))
}

/// Everything that one side wins: its wins, and the losses of the other side.
struct Found {
    won: Log,
    lost: distances::Losses,
    /// Where the other side has no legal move, if somebody asks for that.
    stuck: Option<Few>,
}

/// What one side wins, as far as it is known. While it waits for its turn, only what was looked up is there.
struct Half<'a> {
    layout: &'a Layout,
    winner: Color,
    kept: Kept,
    /// Of the winner, and of the loser.
    moves: [&'a Moves<'a>; 2],
    /// The winner is to move, and hasn't won as far as is known.
    open: Vec<u64>,
    /// The loser is to move, and no move out of the key holds. Those that are known to be lost are gone.
    loose: Vec<u64>,
    /// What the last pass found.
    won: News,
    lost: News,
    /// Where leaving the key wins in the next pass.
    enters: Option<Vec<u64>>,
    /// The rows with such positions, and those of `loose` in which leaving the key holds no longer.
    enter_rows: [Rows; 2],
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
        let mut half = Half {
            layout,
            winner,
            kept,
            moves: [winner, !winner].map(|side| &moves[side.index()]),
            open: legality::legal(layout, winner),
            loose: losses.loose,
            won: News::new(layout.rows()),
            lost: News::new(layout.rows()),
            enters: Some(wins.won),
            enter_rows: [rows(), rows()],
            late: is_late.then_some(Late { won: wins.cursed, loose: losses.blessed }),
            looked: rows(),
            found: Found { won: Log::new(0), lost: distances::Losses::new(0, kept), stuck: None },
        };
        half.begin(&losses.leaves);
        half.open = vec![];
        half
    }

    /// Before the first pass: finds mates, and what enters. It is known where the loser can leave the key.
    fn begin(&mut self, leaves: &[u64]) {
        let row = self.layout.row();
        let enters = self.enters.as_deref().unwrap_or(&[]);
        mark(enters, row, &mut self.enter_rows[0]);
        let asks = self.layout.key.can_follow_double_step();
        let mut ends = asks.then(|| vec![0; self.layout.len()]);
        let (mut quiet, mut mates) = ([0; 64], [0; 64]);
        let (quiet, mates) = (&mut quiet[..row], &mut mates[..row]);
        for number in 0..self.layout.rows() {
            self.moves[1].row(number, self.open.as_slice(), quiet);
            for ((word, quiet), mate) in (number * row..).zip(&*quiet).zip(&mut *mates) {
                let leaves = leaves[word];
                let pinned = self.loose[word] & !quiet;
                let stuck = pinned & !leaves;
                // Who stands in check is who could be taken if it were the other side's move.
                *mate = stuck & !self.open[word];
                self.loose[word] &= !stuck;
                // All moves leave the key, and none holds.
                if pinned & leaves != 0 {
                    self.enter_rows[1].insert(number);
                }
                if let Some(ends) = &mut ends {
                    ends[word] = stuck;
                }
            }
            self.lost.push(number, mates);
        }
        self.found.stuck = ends.map(|ends| Few::of(&ends));
    }

    fn solve(mut self, stop: &dyn Fn() -> bool) -> Result<Found, Stopped> {
        let words = self.layout.len();
        self.open = legality::legal(self.layout, self.winner);
        self.found.won = Log::new(words);
        self.found.lost = distances::Losses::new(words, self.kept);
        let mut distance = 0;
        self.note_losses(distance);
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
            mark(&won, row, &mut self.enter_rows[0]);
            self.enters = Some(won);
        }
        if let Some(loose) = late.loose {
            self.loose.iter_mut().zip(&loose).for_each(|(all, more)| *all |= more);
            mark(&loose, row, &mut self.enter_rows[1]);
        }
    }

    /// Finds what is won and lost at a distance. Whether there was anything.
    fn pass(&mut self, distance: u16) -> bool {
        let row = self.layout.row();
        let won = self.find_wins();
        // The wins of this pass come from the losses of the last, which are needed no more.
        self.find_losses();
        self.note_losses(distance);
        note(&mut self.found.won, distance, &won, row);
        // The losses of this pass come from the wins of the last, so those of this pass are known only now.
        for (number, won) in won.iter(row) {
            let open = &mut self.open[number * row..(number + 1) * row];
            open.iter_mut().zip(won).for_each(|(open, won)| *open &= !won);
        }
        self.won = won;
        !self.won.is_empty() || !self.lost.is_empty()
    }

    /// Finds the positions with a move to one that is newly lost, and those that enter.
    fn find_wins(&mut self) -> News {
        let row = self.layout.row();
        let mut found = News::new(self.layout.rows());
        self.enter_rows[0].iter().for_each(|row| self.looked.insert(row));
        self.lost.rows().iter().for_each(|row| self.moves[0].sources(row, &mut self.looked));
        let mut from = [0; 64];
        let from = &mut from[..row];
        let enters = self.enters.take();
        for number in self.looked.iter() {
            let span = number * row..(number + 1) * row;
            self.moves[0].row(number, &self.lost, from);
            if let Some(enters) = &enters {
                from.iter_mut().zip(&enters[span.clone()]).for_each(|(from, enter)| *from |= enter);
            }
            from.iter_mut().zip(&self.open[span]).for_each(|(from, open)| *from &= open);
            found.push(number, from);
        }
        self.enter_rows[0].clear();
        self.looked.clear();
        found
    }

    /// Finds the positions that have no escape any more, in rows next to the last wins and where something enters.
    fn find_losses(&mut self) {
        let row = self.layout.row();
        self.enter_rows[1].iter().for_each(|row| self.looked.insert(row));
        self.enter_rows[1].clear();
        self.won.rows().iter().for_each(|row| self.moves[1].sources(row, &mut self.looked));
        self.lost = News::new(self.layout.rows());
        let mut escapes = [0; 64];
        let escapes = &mut escapes[..row];
        for number in self.looked.iter() {
            let loose = &mut self.loose[number * row..(number + 1) * row];
            if loose.iter().all(|&word| word == 0) {
                continue;
            }
            self.moves[1].row(number, self.open.as_slice(), escapes);
            for (loose, escapes) in loose.iter_mut().zip(&mut *escapes) {
                let lost = *loose & !*escapes;
                *loose &= *escapes;
                *escapes = lost;
            }
            self.lost.push(number, escapes);
        }
        self.looked.clear();
    }

    /// Writes down what the pass has found to be lost.
    fn note_losses(&mut self, distance: u16) {
        let row = self.layout.row();
        let (lost, blessed) = match &mut self.found.lost {
            distances::Losses::Log(log) => return note(log, distance, &self.lost, row),
            distances::Losses::Sets { lost, blessed } => (lost, blessed),
        };
        let words = lost.len();
        let late = (distance >= CURSED && !self.lost.is_empty())
            .then(|| blessed.get_or_insert_with(|| vec![0; words]));
        for set in [lost].into_iter().chain(late) {
            for (number, found) in self.lost.iter(row) {
                let all = &mut set[number * row..(number + 1) * row];
                all.iter_mut().zip(found).for_each(|(all, more)| *all |= more);
            }
        }
    }
}

/// Adds the rows in which a set has a position.
fn mark(set: &[u64], row: usize, rows: &mut Rows) {
    let some = set.iter().enumerate().filter(|(_, word)| **word != 0);
    some.for_each(|(word, _)| rows.insert(word / row));
}

/// Writes down what was found.
fn note(log: &mut Log, distance: u16, news: &News, row: usize) {
    let mut news = news.iter(row).peekable();
    while let Some((number, words)) = news.next() {
        let block = number * row / 64;
        if let Ok(found) = words.try_into() {
            log.push(block, distance, found);
            continue;
        }
        let mut found: Row = [0; 64];
        let mut add = |number: usize, words: &[u64]| {
            found[number * row - 64 * block..][..row].copy_from_slice(words);
        };
        add(number, words);
        while let Some((number, words)) = news.next_if(|(number, _)| number * row / 64 == block) {
            add(number, words);
        }
        log.push(block, distance, &found);
    }
}
