//! From exits and mates to the values of all positions, by passes over sets.
//!
//! Pass n finds the positions at distance n: won are those with a move to a position lost at n − 1, lost those without a move to
//! a position that is not won by then. A loss is found by complement, so nothing is counted and no move is
//! generated. What pass n reads is what pass n − 1 left, for both sides alike, so the distances are exact.
//!
//! Only rows next to a change are looked at again. Exits that the 50-move rule spoils enter at pass 101.

use hazel_core::Color;

use super::child::Exits;
use super::exits::Leaving;
use super::layout::Layout;
use super::moves::Moves;
use super::raw::{FAR, Run, Side};

/// The distance from which the 50-move rule makes wins cursed and losses blessed.
const CURSED: u16 = 101;

/// The values of all positions, given their exits.
pub(crate) fn solve(layout: &Layout, legal: &[Vec<u64>; 2], leaving: &[Leaving<'_, '_>; 2]) -> Run {
    let moves = Color::ALL.map(|side| Moves::new(layout, side));
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
    /// What the last pass found, as far as anybody asks.
    last_lost: Vec<u64>,
    last_won_rows: Vec<bool>,
    last_lost_rows: Vec<bool>,
    /// What the pass in work finds. Only marked rows mean anything.
    won: Vec<u64>,
    new_lost: Vec<u64>,
    won_rows: Vec<bool>,
    lost_rows: Vec<bool>,
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
        let rows = || vec![false; layout.len() / layout.row()];
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
            last_won_rows: rows(),
            last_lost_rows: rows(),
            won: plane(),
            new_lost: plane(),
            won_rows: rows(),
            lost_rows: rows(),
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
                self.new_lost[word] = mate;
                self.lost_rows[word / self.row] |= mate != 0;
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
        let len = self.row;
        let mut from = [0; 64];
        let from = &mut from[..len];
        for row in 0..self.won_rows.len() {
            let span = row * len..row * len + len;
            let mut won = moves.touch(row, &other.last_lost_rows);
            if won {
                moves.row(row, &other.last_lost, Some(&other.last_lost_rows), from);
            } else {
                from.fill(0);
            }
            for seeds in
                [early.as_ref().map(|early| &early.won), late.as_ref().map(|late| &late.cursed)]
            {
                if let Some(seeds) = seeds {
                    from.iter_mut()
                        .zip(&seeds[span.clone()])
                        .for_each(|(from, seed)| *from |= seed);
                    won = true;
                }
            }
            if won {
                let mut any = 0;
                for (word, from) in span.clone().zip(&*from) {
                    let found = from & self.open[word] & !self.lost[word];
                    self.won[word] = found;
                    any |= found;
                }
                self.won_rows[row] = any != 0;
            }
            let mut lost = moves.touch(row, &other.last_won_rows);
            if let Some(late) = &late {
                for word in span.clone() {
                    self.held[word] &= !late.blessed[word];
                    lost |= late.blessed[word] != 0;
                }
            }
            if let Some(early) = &early {
                self.new_lost[span.clone()].copy_from_slice(&early.lost[span.clone()]);
                self.lost_rows[row] = early.lost[span].iter().any(|&word| word != 0);
            } else if lost {
                let mut any = 0;
                for word in span.clone() {
                    let left = self.open[word] & !self.lost[word] & !self.held[word];
                    self.new_lost[word] = left;
                    any |= left;
                }
                if any == 0 {
                    continue;
                }
                moves.row(row, &other.open, None, from);
                any = 0;
                for (word, escape) in span.zip(&*from) {
                    let found = self.new_lost[word] & !escape;
                    self.new_lost[word] = found;
                    any |= found;
                }
                self.lost_rows[row] = any != 0;
            }
        }
    }

    /// Makes what the pass in work found known. Whether it found anything.
    fn settle(&mut self, distance: u16) -> bool {
        let mut found = false;
        for row in 0..self.won_rows.len() {
            if !self.won_rows[row] && !self.lost_rows[row] {
                continue;
            }
            found = true;
            for word in row * self.row..(row + 1) * self.row {
                let (won, lost) = (
                    if self.won_rows[row] { self.won[word] } else { 0 },
                    if self.lost_rows[row] { self.new_lost[word] } else { 0 },
                );
                if won | lost != 0 {
                    self.open[word] &= !won;
                    self.lost[word] |= lost;
                    self.mark(word, won | lost, distance);
                    if distance >= CURSED {
                        let len = self.open.len();
                        self.cursed.get_or_insert_with(|| vec![0; len])[word] |= won | lost;
                    }
                }
            }
        }
        std::mem::swap(&mut self.last_lost, &mut self.new_lost);
        std::mem::swap(&mut self.last_lost_rows, &mut self.lost_rows);
        std::mem::swap(&mut self.last_won_rows, &mut self.won_rows);
        self.lost_rows.fill(false);
        self.won_rows.fill(false);
        found
    }

    /// Writes a distance for positions of a word.
    fn mark(&mut self, word: usize, set: u64, distance: u16) {
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
