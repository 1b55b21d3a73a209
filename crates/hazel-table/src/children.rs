//! How a key is left, and which keys are entered.
//!
//! Kings and pieces that move without taking stay in the key. Every other move is an [`Exit`]: a push, a promotion, a
//! capture. Exits are grouped by what decides the child: for a pawn its move, for a capture by any other man only what
//! is taken, so that a builder can treat all positions of a group as one set.
//!
//! An exit is listed if pawns and kinds of pieces allow it somewhere in the table: squares of pawns are respected,
//! bishops keep their colour, a king takes nothing that a pawn guards. Whether kings and pieces can stand so that the
//! move is legal is not asked, with the consequence that where pawns leave hardly any room, an exit can be listed that
//! no legal position has. No legal move is ever missing.

use std::collections::BTreeSet;

use hazel_core::{Bitboard, Color, Rank, Role, Square, attacks};

use crate::{Kind, MaterialKey};

/// A group of moves that leave a key for the same other key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Exit {
    /// Who moves.
    pub color: Color,
    /// From where to where a pawn moves; `None` where the king or a piece takes.
    pub pawn: Option<(Square, Square)>,
    /// What is taken.
    pub taken: Option<Taken>,
    /// What the pawn becomes.
    pub promoted: Option<Kind>,
    /// The key that is entered, in the orientation of the key that is left.
    pub child: MaterialKey,
}

/// A man that is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Taken {
    /// A piece of this kind, by a pawn on the square to which it moves, by other men anywhere.
    Piece(Kind),
    /// The pawn on this square.
    Pawn(Square),
}

impl Exit {
    /// Whether a pawn takes another that has just moved two squares. Positions of the table have no such right, so that
    /// this exit is open only to the probe of a position that has it, and as a reply to a double push.
    pub fn is_en_passant(&self) -> bool {
        match (self.pawn, self.taken) {
            (Some((_, to)), Some(Taken::Pawn(taken))) => taken != to,
            _ => false,
        }
    }
}

impl MaterialKey {
    /// The ways to leave the key, each once; en passant is among them.
    pub fn exits(&self) -> Vec<Exit> {
        let mut exits = Vec::new();
        for color in Color::ALL {
            let list = &mut List { key: self, color, exits: &mut exits };
            list.captures_by_pieces();
            for from in self.pawn_bitboard(color) {
                list.pushes(from);
                list.captures_by_pawn(from);
                list.en_passant(from);
            }
        }
        exits
    }

    /// The canonical form of every key that one legal move can lead to, ascending, without this key itself.
    ///
    /// ```
    /// use hazel_table::MaterialKey;
    ///
    /// let key: MaterialKey = "Ka7vK".parse()?;
    /// let children: Vec<String> = key.child_keys().iter().map(ToString::to_string).collect();
    /// assert_eq!(children, ["KvK", "KNvK", "KBlvK", "KRvK", "KQvK"]);
    /// # Ok::<(), hazel_table::ParseKeyError>(())
    /// ```
    pub fn child_keys(&self) -> Vec<MaterialKey> {
        let children: BTreeSet<_> =
            self.exits().iter().map(|exit| exit.child.canonical().0).collect();
        children.into_iter().collect()
    }

    /// What falls with every exit.
    pub fn potential(&self) -> Potential {
        let distance =
            |(color, square): (Color, Square)| 7 - color.rank(square.rank()).index() as u32;
        let pawns = Color::ALL
            .into_iter()
            .flat_map(|color| self.pawn_bitboard(color).into_iter().map(move |s| (color, s)));
        Potential {
            men: self.men(),
            pawns: self.pawns().len(),
            distance: pawns.map(distance).sum(),
        }
    }
}

/// A measure of keys that every exit lowers: a capture takes a man, a promotion a pawn, a push a step.
///
/// In ascending order each key comes after all its children, and keys of equal potential don't need each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Potential {
    /// The number of men.
    pub men: u32,
    /// The number of pawns.
    pub pawns: u32,
    /// How many single steps all pawns are from promoting.
    pub distance: u32,
}

/// Collects the exits of one side.
struct List<'a> {
    key: &'a MaterialKey,
    color: Color,
    exits: &'a mut Vec<Exit>,
}

impl List<'_> {
    fn captures_by_pieces(&mut self) {
        for kind in self.enemy_kinds() {
            self.add(None, Some(Taken::Piece(kind)), None);
        }
        for square in self.key.pawn_bitboard(!self.color) {
            if self.can_be_taken_by_a_piece(square) {
                self.add(None, Some(Taken::Pawn(square)), None);
            }
        }
    }

    fn pushes(&mut self, from: Square) {
        let Some(to) = ahead(self.color, from) else { return };
        if self.key.pawns().contains(to) {
            return;
        }
        self.add_pawn_move(from, to, None);
        let start = self.color.rank(Rank::Second);
        let double = ahead(self.color, to).filter(|_| from.rank() == start);
        if let Some(to) = double.filter(|to| !self.key.pawns().contains(*to)) {
            self.add(Some((from, to)), None, None);
        }
    }

    fn captures_by_pawn(&mut self, from: Square) {
        for to in attacks::pawn(self.color, from) {
            if self.key.pawn_bitboard(!self.color).contains(to) {
                self.add_pawn_move(from, to, Some(Taken::Pawn(to)));
            } else if !self.key.pawns().contains(to) {
                for kind in self.enemy_kinds().filter(|kind| kind.squares().contains(to)) {
                    self.add_pawn_move(from, to, Some(Taken::Piece(kind)));
                }
            }
        }
    }

    fn en_passant(&mut self, from: Square) {
        if from.rank() != self.color.rank(Rank::Fifth) {
            return;
        }
        for to in attacks::pawn(self.color, from) {
            let passed = Square::new(to.file(), from.rank());
            let start = Square::new(to.file(), self.color.rank(Rank::Seventh));
            let way = to.bitboard() | start.bitboard();
            let enemy = self.key.pawn_bitboard(!self.color);
            if enemy.contains(passed) && (way & self.key.pawns()).is_empty() {
                self.add(Some((from, to)), Some(Taken::Pawn(passed)), None);
            }
        }
    }

    /// A pawn's move with all promotions, if it is one.
    fn add_pawn_move(&mut self, from: Square, to: Square, taken: Option<Taken>) {
        if to.rank() != self.color.rank(Rank::Eighth) {
            return self.add(Some((from, to)), taken, None);
        }
        for kind in Role::PROMOTIONS.into_iter().filter_map(|role| Kind::of(role, to)) {
            self.add(Some((from, to)), taken, Some(kind));
        }
    }

    fn add(
        &mut self,
        pawn: Option<(Square, Square)>,
        taken: Option<Taken>,
        promoted: Option<Kind>,
    ) {
        let (us, them) = (self.color, !self.color);
        let mut pawns = Color::ALL.map(|color| self.key.pawn_bitboard(color));
        let mut child = *self.key;
        if let Some((from, to)) = pawn {
            pawns[us.index()] ^= from.bitboard();
            if promoted.is_none() {
                pawns[us.index()] ^= to.bitboard();
            }
        }
        match taken {
            Some(Taken::Pawn(square)) => pawns[them.index()] ^= square.bitboard(),
            Some(Taken::Piece(kind)) => child = child.without(them, kind).unwrap_or(child),
            None => {}
        }
        let child = child.with_pawns(pawns).and_then(|child| match promoted {
            Some(kind) => child.with(us, kind),
            None => Ok(child),
        });
        let child = child.expect("a move adds no man and leads no pawn to a back rank");
        self.exits.push(Exit { color: us, pawn, taken, promoted, child });
    }

    fn enemy_kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        let counts = self.key.counts(!self.color);
        Kind::ALL.into_iter().filter(move |kind| counts[kind.index()] > 0)
    }

    /// Whether the king or a piece can take the pawn on `square`, for all that pawns say.
    fn can_be_taken_by_a_piece(&self, square: Square) -> bool {
        let pawns = self.key.pawns();
        let guards = self.key.pawn_bitboard(!self.color);
        let guarded = attacks::pawns(!self.color, guards).contains(square);
        let king = !guarded && (attacks::king(square) - pawns).any();
        king || Kind::ALL.into_iter().any(|kind| {
            self.key.count(self.color, kind) > 0
                && kind.squares().contains(square)
                && (reach(kind.role(), square) - pawns).any()
        })
    }
}

/// Squares from which a piece attacks `square`; of a slider the nearest ones, since farther ones need those free.
fn reach(role: Role, square: Square) -> Bitboard {
    match role {
        Role::Bishop => attacks::bishop(square, Bitboard::FULL),
        Role::Rook => attacks::rook(square, Bitboard::FULL),
        Role::Queen => attacks::queen(square, Bitboard::FULL),
        role => attacks::unobstructed(role, square),
    }
}

/// The square before a pawn, if there is one.
fn ahead(color: Color, square: Square) -> Option<Square> {
    square.offset(0, if color == Color::White { 1 } else { -1 })
}
