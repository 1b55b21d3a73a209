//! The moves that leave a structure of pawns.

use hazel_core::{Bitboard, Color, Rank, Square, attacks};

use super::rows::{Pawns, Rows};
use crate::{Kind, MaterialKey};

/// All moves of one kind out of a structure, from whichever pairs of kings allow them.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Who moves.
    pub(crate) color: Color,
    pub(crate) way: Way,
    /// The pawns that are left.
    pub(crate) pawns: Pawns,
    /// What the pawn becomes, and where.
    pub(crate) promoted: Option<(Kind, Square)>,
    /// The pawns after each capture en passant with which the other side can answer.
    pub(crate) answers: Vec<Pawns>,
}

/// Where the kings are in a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// They stand still, none of them on these squares. Those on which men stand afterwards needn't be among them.
    Pawn { empty: Bitboard },
    /// The mover's takes the pawn on this square.
    King(Square),
}

impl Step {
    /// The moves of a side, whichever pairs of kings allow them.
    pub(crate) fn list(pawns: Pawns, color: Color) -> Vec<Step> {
        let [own, enemy] = [color, !color].map(|color| pawns[color.index()]);
        let list = &mut List { color, own, enemy, steps: vec![] };
        for at in enemy - attacks::pawns(!color, enemy) {
            list.add(Way::King(at), own, enemy - at.bitboard());
        }
        for from in own {
            let rest = own - from.bitboard();
            list.pushes(from, rest);
            for at in attacks::pawn(color, from) & enemy {
                let way = Way::Pawn { empty: Bitboard::EMPTY };
                list.add(way, rest | at.bitboard(), enemy - at.bitboard());
            }
        }
        std::mem::take(&mut list.steps)
    }

    /// The key after the move.
    pub(crate) fn child(&self) -> MaterialKey {
        let mut counts = [[0; 5]; 2];
        if let Some((kind, _)) = self.promoted {
            counts[self.color.index()][kind.index()] = 1;
        }
        MaterialKey::new(counts, self.pawns).expect("a move leads from a key to a key")
    }

    /// The pairs of kings that are legal after the move.
    pub(crate) fn legal(&self) -> Rows {
        let piece = self.promoted.map_or(Bitboard::EMPTY, |(_, at)| at.bitboard());
        Rows::legal(self.pawns, piece, !self.color)
    }

    /// From pairs after the move to those before it, which need not be legal.
    pub(crate) fn back(&self, after: &Rows, before: &mut Rows) {
        match self.way {
            Way::Pawn { empty } => {
                for king in !empty {
                    *before.row_mut(king.index()) |= after.row(king.index()) & !empty.0;
                }
            }
            Way::King(at) => match self.color {
                Color::White => {
                    for king in attacks::king(at) {
                        *before.row_mut(king.index()) |= after.row(at.index());
                    }
                }
                Color::Black => {
                    for king in 0..64 {
                        if after.row(king) >> at.index() & 1 != 0 {
                            *before.row_mut(king) |= attacks::king(at).0;
                        }
                    }
                }
            },
        }
    }

    /// From pairs before the move to those after it, which need not be legal.
    pub(crate) fn forward(&self, before: &Rows) -> Rows {
        let mut after = Rows::EMPTY;
        match self.way {
            Way::Pawn { empty } => {
                for king in !empty {
                    *after.row_mut(king.index()) = before.row(king.index()) & !empty.0;
                }
            }
            Way::King(at) => match self.color {
                Color::White => {
                    for king in attacks::king(at) {
                        *after.row_mut(at.index()) |= before.row(king.index());
                    }
                }
                Color::Black => {
                    for king in 0..64 {
                        if before.row(king) & attacks::king(at).0 != 0 {
                            *after.row_mut(king) = at.bitboard().0;
                        }
                    }
                }
            },
        }
        after
    }
}

/// Collects the moves of a side.
struct List {
    color: Color,
    own: Bitboard,
    enemy: Bitboard,
    steps: Vec<Step>,
}

impl List {
    fn pushes(&mut self, from: Square, rest: Bitboard) {
        let pawns = self.own | self.enemy;
        let Some(to) = self.ahead(from).filter(|to| !pawns.contains(*to)) else { return };
        if to.rank() == self.color.rank(Rank::Eighth) {
            let kinds = Kind::ALL.into_iter().filter(|kind| kind.squares().contains(to));
            for kind in kinds {
                self.add(Way::Pawn { empty: Bitboard::EMPTY }, rest, self.enemy);
                let step = self.steps.last_mut().expect("one was just added");
                step.promoted = Some((kind, to));
            }
            return;
        }
        self.add(Way::Pawn { empty: Bitboard::EMPTY }, rest | to.bitboard(), self.enemy);
        let passed = to;
        let double = self.ahead(to).filter(|to| !pawns.contains(*to));
        if let Some(to) = double.filter(|_| from.rank() == self.color.rank(Rank::Second)) {
            self.add(Way::Pawn { empty: passed.bitboard() }, rest | to.bitboard(), self.enemy);
            let takers = attacks::pawn(self.color, passed) & self.enemy;
            let answer = |taker: Square| {
                self.by_color(rest, (self.enemy - taker.bitboard()) | passed.bitboard())
            };
            let answers = takers.into_iter().map(answer).collect();
            self.steps.last_mut().expect("one was just added").answers = answers;
        }
    }

    fn add(&mut self, way: Way, own: Bitboard, enemy: Bitboard) {
        let pawns = self.by_color(own, enemy);
        self.steps.push(Step { color: self.color, way, pawns, promoted: None, answers: vec![] });
    }

    fn by_color(&self, own: Bitboard, enemy: Bitboard) -> Pawns {
        match self.color {
            Color::White => [own, enemy],
            Color::Black => [enemy, own],
        }
    }

    fn ahead(&self, square: Square) -> Option<Square> {
        square.offset(0, if self.color == Color::White { 1 } else { -1 })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn steps_lead_to_the_keys_that_exits_lead_to() {
        for text in ["Ka2b5vKb7h2", "Kd4e5vKd5e6", "Kb2d2g7vKc4", "Kf2g2h2vKf7g7h7"] {
            let key: MaterialKey = text.parse().unwrap();
            let pawns = Color::ALL.map(|color| key.pawn_bitboard(color));
            let steps = Color::ALL.into_iter().flat_map(|color| Step::list(pawns, color));
            let children: BTreeSet<_> = steps.map(|step| (step.color, step.child())).collect();
            let exits = key.exits().into_iter().filter(|exit| !exit.is_en_passant());
            let expected: BTreeSet<_> = exits.map(|exit| (exit.color, exit.child)).collect();
            assert_eq!(children, expected, "{text}");
        }
    }
}
