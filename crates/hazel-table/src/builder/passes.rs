//! From exits and mates to the values of all positions, by passes over sets.
//!
//! Pass n finds the positions at distance n: won are those with a move to a position lost at n − 1, lost those without a move to
//! a position that is not won by then. A loss is found by complement, so nothing is counted and no move is
//! generated. What pass n reads is what pass n − 1 left, for both sides alike, so the distances are exact.
//!
//! Only rows next to a change are looked at again. Exits that the 50-move rule spoils enter at pass 101.

use hazel_core::Color;

use super::exits::Leaving;
use super::layout::Layout;
use super::moves::Moves;
use super::raw::{FAR, Run, Side};
use super::rows::Rows;
use super::sets::Exits;

/// The distance from which the 50-move rule makes wins cursed and losses blessed.
const CURSED: u16 = 101;

/// The values of all positions, given their exits.
pub(crate) fn solve(
    layout: &Layout,
    legal: &[Vec<u64>; 2],
    moves: &[Moves<'_>; 2],
    leaving: &[Leaving<'_, '_>; 2],
) -> Run {
    let mut halves = Color::ALL.map(|side| {
        let mut half = Half::new(layout, &legal[side.index()]);
        half.begin(layout, &legal[(!side).index()], &moves[side.index()], &leaving[side.index()]);
        half
    });
    let mut distance = 0;
    loop {
        let [white, black] = &mut halves;
        let found = white.settle(distance) | black.settle(distance);
        if !found && distance > 0 {
            // Nothing follows but what waits for the 50-move rule.
            if distance >= CURSED || halves.iter().all(|half| half.late.is_none()) {
                break;
            }
            distance = CURSED - 1;
        }
        distance += 1;
        let [white, black] = &mut halves;
        white.pass(distance, black, &moves[0]);
        black.pass(distance, white, &moves[1]);
    }
    halves.map(Half::finish)
}

/// One side to move: what is known, and what the last pass found.
struct Half<'a> {
    /// Words in a row.
    row: usize,
    /// Bits of a place's number that are the number of a bit.
    shift: u32,
    legal: &'a [u64],
    /// Legal and not won as far as is known.
    open: Vec<u64>,
    lost: Vec<u64>,
    /// Never lost: a move out of the key holds, or it is stalemate.
    held: Vec<u64>,
    /// What is won and lost at once by leaving the key; gone after pass 1.
    early: Option<Early>,
    late: Option<Late>,
    /// What the last pass found, and what the pass in work finds; of wins the last pass's rows are all that is asked for.
    /// Only the rows that are named mean anything.
    last_lost: Vec<u64>,
    last_lost_rows: Rows,
    last_won_rows: Rows,
    lost_now: Vec<u64>,
    lost_rows: Rows,
    won_now: Vec<u64>,
    won_rows: Rows,
    /// The rows that the pass in work looks at.
    looked: Rows,
    distances: Vec<u8>,
    far: Vec<(u64, u16)>,
    cursed: Option<Vec<u64>>,
}

struct Early {
    won: Vec<u64>,
    lost: Vec<u64>,
}

/// What the 50-move rule delays: cursed wins, and what is held by nothing but a blessed loss.
struct Late {
    cursed: Vec<u64>,
    blessed: Vec<u64>,
}

impl<'a> Half<'a> {
    fn new(layout: &Layout, legal: &'a [u64]) -> Half<'a> {
        let shift = if layout.men.is_empty() { 0 } else { 6 };
        let plane = || vec![0; layout.len()];
        let rows = || Rows::new(layout.len() / layout.row());
        Half {
            row: layout.row(),
            shift,
            legal,
            open: legal.to_vec(),
            lost: plane(),
            held: plane(),
            early: None,
            late: None,
            last_lost: plane(),
            last_lost_rows: rows(),
            last_won_rows: rows(),
            lost_now: plane(),
            lost_rows: rows(),
            won_now: plane(),
            won_rows: rows(),
            looked: rows(),
            distances: vec![0; layout.len() << shift],
            far: vec![],
            cursed: None,
        }
    }

    /// Before the first pass: finds mates and stalemates, and what leaving the key is worth.
    fn begin(
        &mut self,
        layout: &Layout,
        other: &[u64],
        moves: &Moves<'_>,
        leaving: &Leaving<'_, '_>,
    ) {
        let words = layout.words;
        let mut early = Early { won: vec![0; layout.len()], lost: vec![0; layout.len()] };
        let mut exits = vec![Exits::default(); words];
        let mut quiet = vec![0; words];
        for (pair, &kings) in layout.kings.iter().enumerate() {
            let start = pair * words;
            leaving.look_up(kings, &self.legal[start..start + words], &mut exits);
            for first in (0..words).step_by(self.row) {
                let row = (start + first) / self.row;
                moves.row(row, other, None, &mut quiet[first..first + self.row]);
            }
            for (word, (exits, quiet)) in (start..).zip(exits.iter().zip(&quiet)) {
                let legal = self.legal[word];
                let exits = *exits & legal;
                let pinned = legal & !quiet;
                let stuck = pinned & !exits.any;
                // Who stands in check is who could be taken if it were the other side's move.
                let mate = stuck & !other[word];
                let stalemate = stuck & other[word];
                let blessed = exits.blessed & !exits.hold;
                self.lost_now[word] = mate;
                if mate != 0 {
                    self.lost_rows.insert(word / self.row);
                }
                self.held[word] = exits.hold | blessed | stalemate;
                early.won[word] = exits.win;
                early.lost[word] = pinned & exits.any & !exits.hold & !blessed;
                self.mark(word, stalemate, 1);
                if (exits.cursed | blessed) != 0 {
                    let late = self.late.get_or_insert_with(|| Late {
                        cursed: vec![0; layout.len()],
                        blessed: vec![0; layout.len()],
                    });
                    late.cursed[word] = exits.cursed;
                    late.blessed[word] = blessed;
                }
            }
        }
        self.early = Some(early);
    }

    /// Finds what is won and lost at a distance.
    fn pass(&mut self, distance: u16, other: &Half<'_>, moves: &Moves<'_>) {
        let early = if distance == 1 { self.early.take() } else { None };
        let late = if distance == CURSED { self.late.take() } else { None };
        let seeds =
            early.as_ref().map(|early| &early.won).or(late.as_ref().map(|late| &late.cursed));
        self.find_wins(other, moves, seeds.map(Vec::as_slice));
        if let Some(early) = early {
            // Nothing is won yet, so nothing else can be lost.
            self.lost_now = early.lost;
            for (word, _) in self.lost_now.iter().enumerate().filter(|(_, lost)| **lost != 0) {
                self.lost_rows.insert(word / self.row);
            }
            return;
        }
        let mut looked = std::mem::replace(&mut self.looked, Rows::new(0));
        if let Some(late) = late {
            for (word, blessed) in late.blessed.into_iter().enumerate() {
                self.held[word] &= !blessed;
                if blessed != 0 {
                    looked.insert(word / self.row);
                }
            }
        }
        other.last_won_rows.iter().for_each(|row| moves.sources(row, &mut looked));
        looked.iter().for_each(|row| self.find_losses(row, other, moves));
        looked.clear();
        self.looked = looked;
    }

    /// Finds the positions with a move to one that is newly lost, and those of the seeds.
    fn find_wins(&mut self, other: &Half<'_>, moves: &Moves<'_>, seeds: Option<&[u64]>) {
        if seeds.is_some() {
            self.looked.fill();
        }
        other.last_lost_rows.iter().for_each(|row| moves.sources(row, &mut self.looked));
        let mut from = [0; 64];
        let from = &mut from[..self.row];
        for row in self.looked.iter() {
            let span = row * self.row..(row + 1) * self.row;
            moves.row(row, &other.last_lost, Some(&other.last_lost_rows), from);
            if let Some(seeds) = seeds {
                from.iter_mut().zip(&seeds[span.clone()]).for_each(|(from, seed)| *from |= seed);
            }
            let known = self.open[span.clone()].iter().zip(&self.lost[span.clone()]);
            let mut any = 0;
            for ((now, from), (open, lost)) in self.won_now[span].iter_mut().zip(&*from).zip(known)
            {
                *now = from & open & !lost;
                any |= *now;
            }
            if any != 0 {
                self.won_rows.insert(row);
            }
        }
        self.looked.clear();
    }

    /// Finds the positions of a row that have no escape any more.
    fn find_losses(&mut self, row: usize, other: &Half<'_>, moves: &Moves<'_>) {
        let span = row * self.row..(row + 1) * self.row;
        let mut any = 0;
        for word in span.clone() {
            let left = self.open[word] & !self.lost[word] & !self.held[word];
            self.lost_now[word] = left;
            any |= left;
        }
        if any == 0 {
            return;
        }
        let mut escapes = [0; 64];
        let escapes = &mut escapes[..self.row];
        moves.row(row, &other.open, None, escapes);
        any = 0;
        for (lost, escapes) in self.lost_now[span].iter_mut().zip(escapes) {
            *lost &= !*escapes;
            any |= *lost;
        }
        if any != 0 {
            self.lost_rows.insert(row);
        }
    }

    /// Makes what the pass in work found known. Whether it found anything.
    fn settle(&mut self, distance: u16) -> bool {
        let len = self.row;
        let won_rows = std::mem::replace(&mut self.won_rows, Rows::new(0));
        for word in won_rows.iter().flat_map(|row| row * len..(row + 1) * len) {
            let won = self.won_now[word];
            self.open[word] &= !won;
            self.mark(word, won, distance);
        }
        let lost_rows = std::mem::replace(&mut self.lost_rows, Rows::new(0));
        for word in lost_rows.iter().flat_map(|row| row * len..(row + 1) * len) {
            let lost = self.lost_now[word];
            self.lost[word] |= lost;
            self.mark(word, lost, distance);
        }
        let found = !won_rows.is_empty() || !lost_rows.is_empty();
        self.won_rows = std::mem::replace(&mut self.last_won_rows, won_rows);
        self.won_rows.clear();
        self.lost_rows = std::mem::replace(&mut self.last_lost_rows, lost_rows);
        self.lost_rows.clear();
        std::mem::swap(&mut self.last_lost, &mut self.lost_now);
        found
    }

    /// Writes a distance for positions of a word.
    fn mark(&mut self, word: usize, set: u64, distance: u16) {
        if set != 0 && distance >= CURSED {
            let len = self.open.len();
            self.cursed.get_or_insert_with(|| vec![0; len])[word] |= set;
        }
        let mut left = set;
        while left != 0 {
            let place = word << self.shift | left.trailing_zeros() as usize;
            left &= left - 1;
            if distance < FAR as u16 {
                self.distances[place] = distance as u8;
            } else {
                self.distances[place] = FAR;
                self.far.push((place as u64, distance));
            }
        }
    }

    fn finish(mut self) -> Side {
        self.far.sort_unstable();
        let mut won = self.open;
        won.iter_mut().zip(self.legal).for_each(|(open, legal)| *open ^= legal);
        Side {
            shift: self.shift,
            won,
            lost: self.lost,
            cursed: self.cursed,
            distances: self.distances,
            far: self.far,
        }
    }
}
