//! The moves that leave the key: captures, promotions and pawn moves, for all positions of a pair of kings at once.
//!
//! What such a move is worth never changes while the table is built, so it is looked up once, in the tables of the
//! children. Each kind of move is a short rule from words of the child to words of the parent.

use std::cell::Cell;

use hazel_core::{Bitboard, Color, Rank, Role, Square, attacks};

use super::child::{Child, Exits};
use super::layout::{Kings, Layout, Man, Placed};
use super::legality::reach;
use super::raw::RawTable;
use crate::{Kind, MaterialKey};

/// All ways out of a key for one side.
pub(crate) struct Leaving<'l, 'a> {
    layout: &'l Layout,
    side: Color,
    ways: Vec<(Way, Child<'a>)>,
    /// For ways that allow en passant: the answers.
    answers: Vec<Vec<Child<'a>>>,
    /// Whether every exit that was looked up is exact.
    exact: Cell<bool>,
}

/// A kind of move that leaves the key. Pieces are numbered as in the layout.
#[derive(Clone, Copy)]
enum Way {
    /// A pawn moves or takes a pawn; `empty` must be.
    Pawn { empty: Bitboard },
    /// A pawn takes a piece on `to`.
    PawnTakes { victim: usize, to: Square },
    /// The king takes a piece.
    KingTakes { victim: usize },
    /// The king takes a pawn.
    KingTakesPawn { at: Square },
    /// A piece takes a pawn.
    TakesPawn { taker: usize, at: Square },
    /// A piece takes a piece.
    Takes { taker: usize, victim: usize },
}

impl<'l, 'a> Leaving<'l, 'a> {
    /// The ways out, with what is unknown turned against one side.
    pub(crate) fn new(
        layout: &'l Layout,
        side: Color,
        against: Color,
        table: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
    ) -> Leaving<'l, 'a> {
        let mut leaving =
            Leaving { layout, side, ways: vec![], answers: vec![], exact: Cell::new(true) };
        let pawns = Color::ALL.map(|color| layout.key.pawn_bitboard(color));
        let promoting = |men: Vec<Man>, at: Option<Square>, pawns, turn| {
            Child::new(men, at.as_slice(), pawns, turn, against, table)
        };
        let child = |men: Vec<Man>, pawns, turn| promoting(men, None, pawns, turn);
        let enemy = !side;
        let all = 0..layout.men.len();
        for victim in all.clone().filter(|&i| layout.men[i].color == enemy) {
            let rest = || layout.without(victim);
            leaving.add(Way::KingTakes { victim }, child(rest(), pawns, enemy));
            for taker in all.clone().filter(|&i| layout.men[i].color == side) {
                let mut men = rest();
                if victim + 1 == layout.men.len() {
                    // The taker comes to stand where the bits are.
                    let taker = men.remove(taker);
                    men.push(taker);
                }
                leaving.add(Way::Takes { taker, victim }, child(men, pawns, enemy));
            }
        }
        for at in pawns[enemy.index()] {
            let mut left = pawns;
            left[enemy.index()] = left[enemy.index()] & !at.bitboard();
            let men = || layout.men.clone();
            leaving.add(Way::KingTakesPawn { at }, child(men(), left, enemy));
            for taker in all.clone().filter(|&i| layout.men[i].color == side) {
                leaving.add(Way::TakesPawn { taker, at }, child(men(), left, enemy));
            }
        }
        for from in pawns[side.index()] {
            leaving.add_pawn(from, pawns, &promoting);
        }
        leaving
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
        for (index, (way, child)) in self.ways.iter().enumerate() {
            let exact = child.is_exact() && self.answers[index].iter().all(Child::is_exact);
            let scene = Scene { frame: occupied, legal, exact };
            match *way {
                Way::Pawn { empty } => {
                    if (occupied & empty).any() {
                        continue;
                    }
                    child.load(kings, &mut slab);
                    self.answer(index, child, kings, &mut slab);
                    let mask = if self.layout.men.is_empty() { !0 } else { !empty.0 };
                    self.each(&scene, out, |word, placed, _| {
                        let blocked = placed.iter().any(|&(_, square)| empty.contains(square));
                        if blocked { Exits::default() } else { slab[word] & mask }
                    });
                }
                Way::PawnTakes { victim, to } => {
                    if !occupied.contains(to) {
                        child.load(kings, &mut slab);
                        self.victim(victim, to, &slab, &scene, out);
                    }
                }
                Way::KingTakes { victim } => {
                    for to in attacks::king(own) & !occupied {
                        child.load(after(to), &mut slab);
                        self.victim(victim, to, &slab, &scene, out);
                    }
                }
                Way::KingTakesPawn { at } => {
                    if attacks::king(own).contains(at) {
                        child.load(after(at), &mut slab);
                        self.each(&scene, out, |word, _, _| slab[word]);
                    }
                }
                Way::TakesPawn { taker, at } => {
                    child.load(kings, &mut slab);
                    self.each(&scene, out, |word, placed, occupied| {
                        self.takes_pawn(taker, at, &slab, word, placed, occupied)
                    });
                }
                Way::Takes { taker, victim } => {
                    child.load(kings, &mut slab);
                    self.each(&scene, out, |_, placed, occupied| {
                        self.takes(taker, victim, &slab, placed, occupied)
                    });
                }
            }
        }
    }

    fn add(&mut self, way: Way, child: Child<'a>) {
        self.ways.push((way, child));
        self.answers.push(vec![]);
    }

    /// The ways of one pawn.
    fn add_pawn(
        &mut self,
        from: Square,
        pawns: [Bitboard; 2],
        child: &dyn Fn(Vec<Man>, Option<Square>, [Bitboard; 2], Color) -> Child<'a>,
    ) {
        let (side, enemy) = (self.side, !self.side);
        let forward = if side == Color::White { 1 } else { -1 };
        let taken = pawns[0] | pawns[1];
        let after = |to: Square| {
            let mut moved = pawns.map(|pawns| pawns & !to.bitboard());
            let promotes = Bitboard::BACK_RANKS.contains(to);
            let arrived = if promotes { Bitboard::EMPTY } else { to.bitboard() };
            moved[side.index()] = moved[side.index()] & !from.bitboard() | arrived;
            moved
        };
        let step = from.offset(0, forward).expect("a pawn is never on its last rank");
        // What the pawn is after it has come to a square: itself, or one of four pieces.
        let pieces = |to: Square| -> Vec<Option<Man>> {
            if !Bitboard::BACK_RANKS.contains(to) {
                return vec![None];
            }
            let kinds = Role::PROMOTIONS.into_iter().filter_map(|role| Kind::of(role, to));
            kinds.map(|kind| Some(Man { kind, color: side })).collect()
        };
        let with = |promoted: Option<Man>, mut men: Vec<Man>| {
            men.splice(0..0, promoted);
            men
        };
        if !taken.contains(step) {
            for piece in pieces(step) {
                let promoted = piece.map(|_| step);
                let men = with(piece, self.layout.men.clone());
                let way = Way::Pawn { empty: step.bitboard() };
                self.add(way, child(men, promoted, after(step), enemy));
            }
            let two = step
                .offset(0, forward)
                .filter(|two| from.rank() == side.rank(Rank::Second) && !taken.contains(*two));
            if let Some(two) = two {
                let empty = step.bitboard() | two.bitboard();
                let men = || self.layout.men.clone();
                let way = (Way::Pawn { empty }, child(men(), None, after(two), enemy));
                let answers = attacks::pawn(side, from)
                    .into_iter()
                    .filter_map(|beside| beside.offset(0, forward))
                    .filter(|&beside| pawns[enemy.index()].contains(beside))
                    .map(|beside| {
                        let mut left = pawns;
                        left[side.index()] = left[side.index()] & !from.bitboard();
                        left[enemy.index()] =
                            left[enemy.index()] & !beside.bitboard() | step.bitboard();
                        child(men(), None, left, side)
                    });
                let answers = answers.collect();
                self.ways.push(way);
                self.answers.push(answers);
            }
        }
        for to in attacks::pawn(side, from) {
            for piece in pieces(to) {
                let promoted = piece.map(|_| to);
                if pawns[enemy.index()].contains(to) {
                    let men = with(piece, self.layout.men.clone());
                    let way = Way::Pawn { empty: Bitboard::EMPTY };
                    self.add(way, child(men, promoted, after(to), enemy));
                } else if !taken.contains(to) {
                    for victim in 0..self.layout.men.len() {
                        let man = self.layout.men[victim];
                        // A bishop of the other colour can't be there.
                        if man.color == enemy && man.kind.squares().contains(to) {
                            let men = with(piece, self.layout.without(victim));
                            let way = Way::PawnTakes { victim, to };
                            self.add(way, child(men, promoted, after(to), enemy));
                        }
                    }
                }
            }
        }
    }

    /// Lets the other side answer a double step en passant.
    fn answer(&self, index: usize, child: &Child<'a>, kings: Kings, slab: &mut [Exits]) {
        let mut answers = self.answers[index].iter();
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

/// The number of the word with men on these squares.
fn word_of(squares: impl Iterator<Item = Square>) -> usize {
    squares.fold(0, |word, square| word << 6 | square.index())
}
