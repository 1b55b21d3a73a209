//! Which kinds of moves leave a key, and where they lead.

use hazel_core::{Bitboard, Color, Rank, Role, Square, attacks};

use super::child::Child;
use super::layout::{Layout, Man};
use super::raw::RawTable;
use crate::{Kind, MaterialKey};

/// A kind of move that leaves the key.
pub(crate) struct Way<'a> {
    pub(crate) rule: Rule,
    pub(crate) child: Child<'a>,
    /// For double steps: where the other side's en-passant captures lead.
    pub(crate) answers: Vec<Child<'a>>,
}

/// Who moves and what is taken. Pieces are numbered as in the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
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

impl Rule {
    /// Whether a pawn moves forward and stays a pawn.
    pub(crate) fn is_push(self) -> bool {
        match self {
            Rule::Pawn { empty } => empty.any() && !(empty & Bitboard::BACK_RANKS).any(),
            _ => false,
        }
    }
}

/// The ways out for one side, with what is unknown turned against one side.
pub(crate) fn ways<'a>(
    layout: &Layout,
    side: Color,
    against: Color,
    table: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
) -> Vec<Way<'a>> {
    let mut list = List { layout, side, ways: vec![] };
    let pawns = Color::ALL.map(|color| layout.key.pawn_bitboard(color));
    let promoting = |men: Vec<Man>, at: Option<Square>, pawns, turn| {
        Child::new(&men, at.as_slice(), pawns, turn, against, table)
    };
    let child = |men: Vec<Man>, pawns, turn| promoting(men, None, pawns, turn);
    let enemy = !side;
    let all = 0..layout.men.len();
    for victim in all.clone().filter(|&i| layout.men[i].color == enemy) {
        let rest = || layout.without(victim);
        list.add(Rule::KingTakes { victim }, child(rest(), pawns, enemy));
        for taker in all.clone().filter(|&i| layout.men[i].color == side) {
            let mut men = rest();
            if victim + 1 == layout.men.len() {
                // The taker comes to stand where the bits are.
                let taker = men.remove(taker);
                men.push(taker);
            }
            list.add(Rule::Takes { taker, victim }, child(men, pawns, enemy));
        }
    }
    for at in pawns[enemy.index()] {
        let mut left = pawns;
        left[enemy.index()] = left[enemy.index()] & !at.bitboard();
        let men = || layout.men.clone();
        list.add(Rule::KingTakesPawn { at }, child(men(), left, enemy));
        for taker in all.clone().filter(|&i| layout.men[i].color == side) {
            list.add(Rule::TakesPawn { taker, at }, child(men(), left, enemy));
        }
    }
    for from in pawns[side.index()] {
        list.add_pawn(from, pawns, &promoting);
    }
    list.ways
}

/// Collects the ways of one side.
struct List<'l, 'a> {
    layout: &'l Layout,
    side: Color,
    ways: Vec<Way<'a>>,
}

impl<'a> List<'_, 'a> {
    fn add(&mut self, rule: Rule, child: Child<'a>) {
        // Whatever a pawn becomes, what is not known of it is the same.
        if let Some(last) = self.ways.last()
            && last.rule == rule
            && child.is_alike(&last.child)
        {
            return;
        }
        self.ways.push(Way { rule, child, answers: vec![] });
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
                let rule = Rule::Pawn { empty: step.bitboard() };
                self.add(rule, child(men, promoted, after(step), enemy));
            }
            let two = step
                .offset(0, forward)
                .filter(|two| from.rank() == side.rank(Rank::Second) && !taken.contains(*two));
            if let Some(two) = two {
                let empty = step.bitboard() | two.bitboard();
                let men = || self.layout.men.clone();
                let rule = Rule::Pawn { empty };
                let child_after = child(men(), None, after(two), enemy);
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
                let answers: Vec<_> = answers.collect();
                let is_answered = !answers.is_empty();
                let child = if is_answered { child_after.after_double_step() } else { child_after };
                self.ways.push(Way { rule, child, answers });
            }
        }
        for to in attacks::pawn(side, from) {
            for piece in pieces(to) {
                let promoted = piece.map(|_| to);
                if pawns[enemy.index()].contains(to) {
                    let men = with(piece, self.layout.men.clone());
                    let rule = Rule::Pawn { empty: Bitboard::EMPTY };
                    self.add(rule, child(men, promoted, after(to), enemy));
                } else if !taken.contains(to) {
                    for victim in 0..self.layout.men.len() {
                        let man = self.layout.men[victim];
                        // A bishop of the other colour can't be there.
                        if man.color == enemy && man.kind.squares().contains(to) {
                            let men = with(piece, self.layout.without(victim));
                            let rule = Rule::PawnTakes { victim, to };
                            self.add(rule, child(men, promoted, after(to), enemy));
                        }
                    }
                }
            }
        }
    }
}
