//! The finished table in the order in which it was built.

use hazel_core::{Bitboard, Color, Rank};

use super::distances::{CURSED, Distances};
use super::few::Few;
use super::layout::Layout;
use super::legality;
use super::shape::Shape;
use crate::{Bounds, Kind, MaterialKey, Placement, Value, Wdl};

/// The values of all positions of a key, uncompressed: two bits for each stored place, and a few for each win and loss.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawTable {
    pub(crate) layout: Layout,
    /// What is known with everything unknown turned against White, and against Black. Only one if nothing is unknown.
    pub(crate) runs: Vec<Run>,
}

/// Values for both sides to move.
pub(crate) type Run = [Side; 2];

/// The values of all positions with one side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Side {
    /// Where places are found in the words.
    pub(crate) shape: Shape,
    pub(crate) won: Vec<u64>,
    pub(crate) lost: Vec<u64>,
    /// Which of those wins and losses the 50-move rule changes to draws, if any.
    pub(crate) cursed: Option<Vec<u64>>,
    /// Where there is no legal move; only if [`MaterialKey::can_follow_double_step`], since nobody else asks.
    pub(crate) stuck: Option<Few>,
    /// None if the table is there for its parents alone, which don't ask for them.
    pub(crate) distances: Option<Distances>,
}

impl Side {
    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        let sets = [Some(&self.won), Some(&self.lost), self.cursed.as_ref()];
        let sets: usize = sets.into_iter().flatten().map(|set| size_of_val(set.as_slice())).sum();
        let few = self.stuck.as_ref().map_or(0, Few::bytes);
        sets + few + self.distances.as_ref().map_or(0, Distances::bytes)
    }

    /// Whether a place is in a set of places.
    #[inline]
    pub(crate) fn is_in(&self, set: &[u64], place: usize) -> bool {
        let (word, bit) = self.shape.find(place);
        set[word] >> bit & 1 != 0
    }

    /// Who wins at a place.
    #[inline]
    pub(crate) fn wdl(&self, place: usize) -> Wdl {
        let is_cursed = self.cursed.as_ref().is_some_and(|cursed| self.is_in(cursed, place));
        match () {
            () if self.is_in(&self.won, place) => {
                if is_cursed {
                    Wdl::CursedWin
                } else {
                    Wdl::Win
                }
            }
            () if self.is_in(&self.lost, place) => {
                if is_cursed {
                    Wdl::BlessedLoss
                } else {
                    Wdl::Loss
                }
            }
            () => Wdl::Draw,
        }
    }

    /// The value at a place, with the smallest distance of its kind if its distance isn't known.
    #[inline]
    pub(crate) fn value(&self, place: usize) -> Value {
        let (word, bit) = self.shape.find(place);
        let bit = 1 << bit;
        let (won, lost) = (self.won[word], self.lost[word]);
        if (won | lost) & bit == 0 {
            return Value::DRAW;
        }
        let kept =
            self.distances.as_ref().and_then(|all| all.get(word, bit, &self.won, &self.lost));
        let is_cursed = || self.cursed.as_ref().is_some_and(|cursed| cursed[word] & bit != 0);
        let distance = kept.unwrap_or_else(|| if is_cursed() { CURSED } else { 1 });
        if won & bit != 0 { Value::win(distance) } else { Value::loss(distance) }
    }
}

impl RawTable {
    /// The key whose positions these are.
    pub fn key(&self) -> &MaterialKey {
        &self.layout.key
    }

    /// Whether every value is exact: nothing was missing when the table was built.
    pub fn is_exact(&self) -> bool {
        self.runs.len() == 1
    }

    /// The value of a position, which may be of the key itself only, not of an image of it. `None` if it has another key, if
    /// the kings touch, or if the table is not exact. Of a position that is not legal otherwise nothing is said.
    #[inline]
    pub fn value(&self, position: &Placement) -> Option<Value> {
        match self.runs.as_slice() {
            [run] => Some(run[position.turn.index()].value(self.place(position)?)),
            _ => None,
        }
    }

    /// What is known of a position, which may be of the key itself only, not of an image of it. `None` if it has another
    /// key, or if the kings touch.
    pub fn bounds(&self, position: &Placement) -> Option<Bounds> {
        let place = self.place(position)?;
        let turn = position.turn;
        let value = |against: Color| self.run(against)[turn.index()].value(place);
        Some(Bounds { lower: value(turn), upper: value(!turn) })
    }

    /// How many legal positions with `turn` to move have each value, on the whole board and in the order of [`Wdl::ALL`](crate::Wdl::ALL).
    /// Where the table is not exact, lower bounds are counted.
    ///
    /// Equal pieces don't make positions different, and a key without pawns is counted with all images of its
    /// positions that are of the key, not of its mirror image.
    pub fn counts(&self, turn: Color) -> [u64; 5] {
        let side = &self.run(turn)[turn.index()];
        let legal = legality::legal(&self.layout, turn);
        let mut counts = [0; 5];
        for (word, &legal) in legal.iter().enumerate() {
            let (won, lost) = (legal & side.won[word], legal & side.lost[word]);
            let cursed = side.cursed.as_ref().map_or(0, |cursed| cursed[word]);
            let sets =
                [lost & !cursed, lost & cursed, legal & !won & !lost, won & cursed, won & !cursed];
            let weight = self.weight(word / self.layout.stored(0).len());
            for (count, set) in counts.iter_mut().zip(sets) {
                *count += weight * u64::from(set.count_ones());
            }
        }
        let orders = self.orders();
        counts.map(|count| count * self.layout.shape.copies() / orders)
    }

    /// The same table for its parents, which ask who wins and not how soon: a quarter of a byte for each place. Every
    /// distance is the smallest of its kind from now on.
    #[must_use]
    pub fn without_distances(mut self) -> RawTable {
        self.runs.iter_mut().flatten().for_each(|side| side.distances = None);
        self
    }

    /// Whether distances are known, and not only who wins.
    pub(crate) fn has_distances(&self) -> bool {
        self.runs.iter().flatten().all(|side| side.distances.is_some())
    }

    /// The values with everything unknown turned against a side.
    pub(crate) fn run(&self, against: Color) -> &Run {
        if self.is_exact() { &self.runs[0] } else { &self.runs[against.index()] }
    }

    /// The number of a position.
    #[inline]
    fn place(&self, position: &Placement) -> Option<usize> {
        if MaterialKey::from(position) != self.layout.key {
            return None;
        }
        let kings = [position.king(Color::White)?, position.king(Color::Black)?];
        let (pair, transform) = self.layout.pair(kings)?;
        let mut place = pair;
        let mut taken = Bitboard::EMPTY;
        for man in &self.layout.men {
            let men = position.board.men(man.color, man.kind.role()) & man.kind.squares() & !taken;
            let square = men.into_iter().next()?;
            taken |= square.bitboard();
            place = place << 6 | transform.square(square).index();
        }
        Some(place)
    }

    /// How many pairs of kings on the whole board a stored pair stands for.
    fn weight(&self, pair: usize) -> u64 {
        if self.layout.key.has_pawns() {
            return 1;
        }
        let on_diagonal = self.layout.kings[pair].iter().all(|king| king.index() % 9 == 0);
        if on_diagonal { 4 } else { 8 }
    }

    /// How many places each position has: in all orders of equal pieces, and where bishops may stand on either colour with
    /// both readings of the colours, one of which is the mirrored key's.
    fn orders(&self) -> u64 {
        let key = &self.layout.key;
        let counts = Color::ALL.into_iter().flat_map(|color| key.counts(color));
        let orders: u64 = counts.map(|count| (1..=u64::from(count)).product::<u64>()).product();
        let bishops = Color::ALL.into_iter().any(|color| {
            key.count(color, Kind::DarkBishop) + key.count(color, Kind::LightBishop) > 0
        });
        if bishops && !key.has_pawns() { 2 * orders } else { orders }
    }
}

impl MaterialKey {
    /// Whether the last move may have been a double step that can be answered en passant. Only then somebody asks which
    /// positions have no legal move.
    pub(crate) fn can_follow_double_step(&self) -> bool {
        [(Color::White, Rank::Fourth), (Color::Black, Rank::Fifth)].into_iter().any(
            |(color, rank)| {
                let stepped = self.pawn_bitboard(color) & rank.bitboard();
                let beside = stepped.east() | stepped.west();
                (beside & self.pawn_bitboard(!color)).any()
            },
        )
    }
}
