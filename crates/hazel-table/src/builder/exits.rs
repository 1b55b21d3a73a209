//! The moves that leave the key: captures, promotions and pawn moves, for all positions of a pair of kings at once.
//!
//! What such a move is worth never changes while the table is built, so it is looked up once, in the tables of the
//! children. Each kind of move is a short rule from words of the child to words of the parent.

use std::cell::Cell;

use hazel_core::{Bitboard, Color, Square, attacks};

use super::child::Child;
use super::layout::{Kings, Layout, Placed};
use super::legality::reach;
use super::raw::RawTable;
use super::sets::Exits;
use super::ways::{Rule, Way, ways};
use crate::MaterialKey;

/// All ways out of a key for one side.
pub(crate) struct Leaving<'l, 'a> {
    layout: &'l Layout,
    side: Color,
    ways: Vec<Way<'a>>,
    /// Whether every exit that was looked up is exact.
    exact: Cell<bool>,
}

impl<'l, 'a> Leaving<'l, 'a> {
    /// The ways out, with what is unknown turned against one side.
    pub(crate) fn new(
        layout: &'l Layout,
        side: Color,
        against: Color,
        table: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
    ) -> Leaving<'l, 'a> {
        let ways = ways(layout, side, against, table);
        Leaving { layout, side, ways, exact: Cell::new(true) }
    }

    /// Only captures and promotions.
    pub(crate) fn without_pushes(mut self) -> Leaving<'l, 'a> {
        self.ways.retain(|way| !way.rule.is_push());
        self
    }

    /// Whether all exits that were looked up so far are exact. A table that no legal move enters is not missed.
    pub(crate) fn is_exact(&self) -> bool {
        self.exact.get()
    }

    /// Looks up all exits from a pair of kings. Words that are not legal are left alone; in others squares that are not legal
    /// may be set.
    pub(crate) fn look_up(&self, kings: Kings, legal: &[u64], out: &mut [Exits]) {
        out.fill(Exits::default());
        let own = kings[self.side.index()];
        let frame = self.layout.frame(kings);
        let occupied = frame.occupied();
        let mut slab = vec![];
        let after = |to: Square| {
            let mut moved = kings;
            moved[self.side.index()] = to;
            moved
        };
        for Way { rule, child, answers } in &self.ways {
            let exact = child.is_exact() && answers.iter().all(Child::is_exact);
            let scene = Scene { frame: occupied, legal, exact };
            match *rule {
                Rule::Pawn { empty } => {
                    if (occupied & empty).any() {
                        continue;
                    }
                    child.load(kings, &mut slab);
                    answer(child, answers, kings, &mut slab);
                    let mask = if self.layout.men.is_empty() { !0 } else { !empty.0 };
                    self.each(&scene, out, |word, placed, _| {
                        let blocked = placed.iter().any(|&(_, square)| empty.contains(square));
                        if blocked { Exits::default() } else { slab[word] & mask }
                    });
                }
                Rule::PawnTakes { victim, to } => {
                    if !occupied.contains(to) {
                        child.load(kings, &mut slab);
                        self.victim(victim, to, &slab, &scene, out);
                    }
                }
                Rule::KingTakes { victim } => {
                    for to in attacks::king(own) & !occupied {
                        child.load(after(to), &mut slab);
                        self.victim(victim, to, &slab, &scene, out);
                    }
                }
                Rule::KingTakesPawn { at } => {
                    if attacks::king(own).contains(at) {
                        child.load(after(at), &mut slab);
                        self.each(&scene, out, |word, _, _| slab[word]);
                    }
                }
                Rule::TakesPawn { taker, at } => {
                    child.load(kings, &mut slab);
                    self.each(&scene, out, |word, placed, occupied| {
                        self.takes_pawn(taker, at, &slab, word, placed, occupied)
                    });
                }
                Rule::Takes { taker, victim } => {
                    child.load(kings, &mut slab);
                    self.each(&scene, out, |_, placed, occupied| {
                        self.takes(taker, victim, &slab, placed, occupied)
                    });
                }
            }
        }
    }

    /// A piece on `to` is taken by the king or a pawn; the slab is of the other pieces.
    fn victim(
        &self,
        victim: usize,
        to: Square,
        slab: &[Exits],
        scene: &Scene<'_>,
        out: &mut [Exits],
    ) {
        let last = self.layout.men.len() - 1;
        self.each(scene, out, |_, placed, _| {
            if victim == last {
                // The others are all placed; the last of them is on the child's bits.
                let (word, bit) = match placed.split_last() {
                    Some(((_, bit), rest)) => (word_of(rest.iter().map(|man| man.1)), bit.index()),
                    None => (0, 0),
                };
                return slab[word].spread(bit) & to.bitboard().0;
            }
            if placed[victim].1 != to {
                return Exits::default();
            }
            let others = placed.iter().enumerate().filter(|(i, _)| *i != victim);
            slab[word_of(others.map(|(_, man)| man.1))]
        });
    }

    fn takes_pawn(
        &self,
        taker: usize,
        at: Square,
        slab: &[Exits],
        word: usize,
        placed: &Placed,
        occupied: Bitboard,
    ) -> Exits {
        let role = self.layout.men[taker].kind.role();
        if taker + 1 == self.layout.men.len() {
            return slab[word].spread(at.index()) & reach(role, at, occupied).0;
        }
        let from = placed[taker].1;
        if !reach(role, from, occupied).contains(at) {
            return Exits::default();
        }
        let squares = placed.iter().enumerate().map(|(i, man)| if i == taker { at } else { man.1 });
        slab[word_of(squares)] & !attacks::between(from, at).0
    }

    fn takes(
        &self,
        taker: usize,
        victim: usize,
        slab: &[Exits],
        placed: &Placed,
        occupied: Bitboard,
    ) -> Exits {
        let last = self.layout.men.len() - 1;
        let role = self.layout.men[taker].kind.role();
        let others = |but: usize| {
            let others = placed.iter().enumerate().filter(move |(i, _)| *i != but);
            word_of(others.map(|(_, man)| man.1))
        };
        if victim == last {
            return slab[others(taker)] & reach(role, placed[taker].1, occupied).0;
        }
        let at = placed[victim].1;
        if taker == last {
            return slab[others(victim)].spread(at.index()) & reach(role, at, occupied).0;
        }
        let from = placed[taker].1;
        if !reach(role, from, occupied).contains(at) {
            return Exits::default();
        }
        // Of three pieces one takes another and neither is on the bits.
        slab[at.index()] & !attacks::between(from, at).0
    }

    /// Adds what a rule says to every legal word.
    fn each(
        &self,
        scene: &Scene<'_>,
        out: &mut [Exits],
        rule: impl Fn(usize, &Placed, Bitboard) -> Exits,
    ) {
        let mut any = 0;
        let placed = &self.layout.placed;
        for (word, ((legal, out), placed)) in scene.legal.iter().zip(out).zip(placed).enumerate() {
            if *legal != 0 {
                let occupied = placed.iter().fold(scene.frame, |set, man| set | man.1.bitboard());
                let exits = rule(word, placed, occupied);
                any |= exits.any & legal;
                *out |= exits;
            }
        }
        if any != 0 && !scene.exact {
            self.exact.set(false);
        }
    }
}

/// A pair of kings whose exits are looked up one way.
struct Scene<'a> {
    /// Kings and pawns.
    frame: Bitboard,
    legal: &'a [u64],
    exact: bool,
}

/// Lets the other side answer a double step en passant.
fn answer(child: &Child<'_>, answers: &[Child<'_>], kings: Kings, slab: &mut [Exits]) {
    let mut answers = answers.iter();
    let Some(first) = answers.next() else { return };
    let mut best = vec![];
    first.load(kings, &mut best);
    let mut more = vec![];
    for other in answers {
        // The other side chooses the better of its captures: either may be all there is.
        other.load(kings, &mut more);
        for (best, more) in best.iter_mut().zip(&more) {
            *best |= *more;
        }
    }
    let mut stuck = vec![];
    child.load_stuck(kings, &mut stuck);
    for ((exits, best), stuck) in slab.iter_mut().zip(best).zip(stuck) {
        *exits = exits.answered(best.flip(), stuck);
    }
}

/// The number of the word with men on these squares.
fn word_of(squares: impl Iterator<Item = Square>) -> usize {
    squares.fold(0, |word, square| word << 6 | square.index())
}
