//! Numbers for positions: the slots of a table.
//!
//! A position of a canonical key is numbered by, in this order of weight, the side to move, the pair of kings, and each
//! group of equal pieces among the squares that are still free. Kings come first because symmetry is used up on them:
//! they are never equal to each other, so a look into a table of 4,096 pairs tells which transforms make the pair
//! smallest. Bishops come before other pieces: how many squares of a colour are free then depends on kings and pawns
//! alone, and every other group has the same number of free squares wherever the men before it stand. So every slot is
//! a position, and no square is wasted on men that stand on each other or on a bishop of the wrong colour.
//!
//! Where the key is its own image, the position takes the transform after which its number is smallest. If the colours
//! can be exchanged, only positions with White to move have numbers. Where a reflection in a diagonal leaves both kings
//! in place, two slots belong to one position and the higher one stays unused.
//!
//! Slots of positions in which the side that isn't to move is in check exist: leaving them out would cost more at every
//! probe than it saves in a compressed file.

mod group;
mod pairs;
mod walk;

use hazel_core::{Bitboard, Board, Color, Query, Role, Square};

use self::group::Group;
use self::pairs::Pairs;
pub(crate) use self::walk::Window;
use crate::packed::{Section, Swap};
use crate::{Kind, MaterialKey, Placement, Transform};

/// The bijection between the positions of a canonical key, as far as they are stored, and their numbers.
///
/// ```
/// use hazel_core::{Color, Square};
/// use hazel_table::PositionIndexer;
///
/// let indexer = PositionIndexer::new("KQvK".parse()?)?;
/// assert_eq!(indexer.len(), 2 * 462 * 62);
/// let placement = indexer.position(1000).expect("the slot is used");
/// assert_eq!(indexer.index(&placement), Some(1000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PositionIndexer {
    key: MaterialKey,
    men: u32,
    /// For each transform, the pawns that it leads to those of the key.
    pawns: [[Bitboard; 2]; 16],
    /// A transform that leads the key to itself and exchanges the sides.
    swap: Option<Transform>,
    pairs: Pairs,
    groups: Box<[Group]>,
    /// How many slots a pair of kings has, by the number of kings on light squares.
    block: [u64; 3],
    /// Where the slots of these pairs begin.
    base: [u64; 3],
    /// How many slots each side to move has.
    half: u64,
}

impl PositionIndexer {
    /// The indexer of a canonical key.
    ///
    /// # Errors
    /// If the key is not canonical, or has more positions than 64 bits can number.
    pub fn new(key: MaterialKey) -> Result<PositionIndexer, IndexerError> {
        let (canonical, _) = key.canonical();
        if canonical != key {
            return Err(IndexerError::NotCanonical { key, canonical });
        }
        let pairs = Pairs::new(&key);
        let groups = group::of_key(&key);
        let (block, base, half) = sizes(&pairs, &groups).ok_or(IndexerError::TooLarge(key))?;
        let swap = key.stabilizer().find(|transform| transform.swaps());
        let mut pawns = [[Bitboard::FULL; 2]; 16];
        for transform in Transform::of_key(&key) {
            let source = transform.inverse().key(&key);
            pawns[transform.index()] = Color::ALL.map(|color| source.pawn_bitboard(color));
        }
        Ok(PositionIndexer { key, men: key.men(), pawns, swap, pairs, groups, block, base, half })
    }

    /// The key whose positions are numbered.
    pub fn key(&self) -> &MaterialKey {
        &self.key
    }

    /// How many slots there are. Numbers are smaller than this.
    pub fn len(&self) -> u64 {
        if self.swap.is_some() { self.half } else { 2 * self.half }
    }

    /// Whether the pawns leave no room for the other men.
    pub fn is_empty(&self) -> bool {
        self.half == 0
    }

    /// The sides to move that have slots: White alone where the key is its own image with the sides exchanged. The
    /// slots of Black come after those of White and in the same order.
    pub fn sides(&self) -> &'static [Color] {
        if self.swap.is_some() { &Color::ALL[..1] } else { &Color::ALL }
    }

    /// The pairs of kings that have slots, White's first, in the order of their slots. All slots of a pair and a side
    /// to move are neighbours.
    pub fn kings(&self) -> &[[Square; 2]] {
        self.pairs.kings()
    }

    /// The first slot of a side to move.
    #[inline(always)]
    pub fn side_start(&self, side: Color) -> u64 {
        if side == Color::White { 0 } else { self.half }
    }

    /// The first slot of a pair of kings, counted from the first one of the side to move. The pair is given by its
    /// place in [`kings`](PositionIndexer::kings).
    #[inline(always)]
    pub fn pair_start(&self, pair: usize) -> u64 {
        let lights = self.pairs.lights(pair);
        self.base[lights] + self.pairs.number_among_equals(pair) * self.block[lights]
    }

    /// The groups of equal pieces in the order of their weight: the last one changes from slot to slot. Each is ranked
    /// among the squares that pawns, kings and earlier groups leave free: one piece by its square, several by the
    /// highest of their squares first.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = (Color, Kind, u8)> + '_ {
        self.groups.iter().map(Group::men)
    }

    /// Dimensions that may change places in a file: two pieces with each other, the kings with all pieces, and kings and
    /// first piece with the last one. Which is best depends on the pieces: what moves farthest should change from slot
    /// to slot. With bishops, pairs of kings have different numbers of slots, and so the table has sections.
    pub(crate) fn swaps(&self) -> Vec<Swap> {
        type Sizes = fn(u64, &[u64]) -> Option<(u64, u64)>;
        let last_two: Sizes = |_, sizes| match sizes {
            [.., one, two] => Some((*one, *two)),
            _ => None,
        };
        let kings_and_all: Sizes = |kings, sizes| match sizes {
            [_] | [_, _] => Some((kings, sizes.iter().product())),
            _ => None,
        };
        let kings_and_last: Sizes = |kings, sizes| match sizes {
            [one, two] => Some((kings * one, *two)),
            _ => None,
        };
        let swap = |dimensions: Sizes| {
            let used = (0..3).filter(|&lights| self.pairs.count(lights) * self.block[lights] > 0);
            let sections = used.map(|lights| {
                let kings = self.pairs.count(lights);
                let sizes: Vec<u64> = self.groups.iter().map(|group| group.size(lights)).collect();
                let (rows, columns) = dimensions(kings, &sizes)?;
                Some(Section {
                    length: kings * self.block[lights],
                    rows: u32::try_from(rows).ok()?,
                    columns: u32::try_from(columns).ok()?,
                })
            });
            Swap::new(&sections.collect::<Option<Vec<_>>>()?)
        };
        [last_two, kings_and_all, kings_and_last].into_iter().filter_map(swap).collect()
    }

    /// The number of a position of the key, or `None` if its men are others or its kings touch.
    #[inline]
    pub fn index(&self, placement: &Placement) -> Option<u64> {
        self.index_after(Transform::IDENTITY, placement)
    }

    /// The number of the image of a position under `transform`, without making the image: what a probe asks that has a
    /// position of any key and the transform to its canonical key. `None` if the image has no number.
    #[inline]
    pub fn index_after(&self, transform: Transform, placement: &Placement) -> Option<u64> {
        let board = &placement.board;
        let mut transform = transform;
        if let (Some(swap), Color::Black) = (self.swap, transform.color(placement.turn)) {
            transform = transform.then(swap);
        }
        let pawns = self.pawns[transform.index()];
        if board.occupied().len() != self.men
            || board.men(Color::White, Role::Pawn) != pawns[0]
            || board.men(Color::Black, Role::Pawn) != pawns[1]
        {
            return None;
        }
        let king = |color| Some(transform.square(placement.king(transform.color(color))?));
        let pair = self.pairs.find(king(Color::White)?, king(Color::Black)?)?;
        let (number, to_pair) = (pair.number(), transform.then(pair.transform()));
        let king = |color| Some(to_pair.square(placement.king(to_pair.color(color))?).bitboard());
        let frame = self.key.pawns() | king(Color::White)? | king(Color::Black)?;
        let mut rank = self.rank(board, to_pair, number, frame)?;
        if pair.is_reflected() {
            let reflected = to_pair.then(self.pairs.diagonal(number));
            rank = rank.min(self.rank(board, reflected, number, frame)?);
        }
        let side = self.side_start(transform.color(placement.turn));
        Some(side + self.pair_start(number) + rank)
    }

    /// The position with this number, or `None` if the slot is unused or there is none.
    pub fn position(&self, index: u64) -> Option<Placement> {
        if index >= self.len() {
            return None;
        }
        let turn = if index < self.half { Color::White } else { Color::Black };
        let within = index % self.half;
        let lights =
            (0..3).rev().find(|&lights| within >= self.base[lights] && self.block[lights] > 0)?;
        let number = (within - self.base[lights]) / self.block[lights];
        let pair = self.pairs.start(lights) + number as usize;
        let rank = (within - self.base[lights]) % self.block[lights];
        let placement = Placement { board: self.unrank(pair, lights, rank), turn };
        let used = self.pairs.reflection(pair).is_none() || self.index(&placement) == Some(index);
        used.then_some(placement)
    }

    /// The rank of the pieces' image among all of its pair of kings, or `None` if they are not the key's. `occupied` are
    /// the squares of kings and pawns.
    #[inline(always)]
    fn rank(
        &self,
        board: &Board,
        transform: Transform,
        pair: usize,
        mut occupied: Bitboard,
    ) -> Option<u64> {
        let lights = self.pairs.lights(pair);
        let mut rank = 0;
        for group in &self.groups {
            let men = group.image(board, transform)?;
            rank = rank * group.size(lights) + group.rank(men, occupied);
            occupied |= men;
        }
        Some(rank)
    }

    /// The squares of the pawns and of a pair of kings.
    #[inline(always)]
    fn occupied(&self, pair: usize) -> Bitboard {
        let [white, black] = self.kings()[pair];
        self.key.pawns() | white.bitboard() | black.bitboard()
    }

    fn unrank(&self, pair: usize, lights: usize, mut rank: u64) -> Board {
        let mut ranks = [0; 10];
        for (group, slot) in self.groups.iter().zip(&mut ranks).rev() {
            *slot = rank % group.size(lights);
            rank /= group.size(lights);
        }
        let [white, black] = self.kings()[pair].map(Square::bitboard);
        let mut roles = [Bitboard::EMPTY; 6];
        roles[Role::Pawn.index()] = self.key.pawns();
        roles[Role::King.index()] = white | black;
        let mut blacks = self.key.pawn_bitboard(Color::Black) | black;
        let mut occupied = self.occupied(pair);
        for (group, rank) in self.groups.iter().zip(ranks) {
            let (color, kind, _) = group.men();
            let set = group.unrank(rank, occupied);
            occupied |= set;
            roles[kind.role().index()] |= set;
            if color == Color::Black {
                blacks |= set;
            }
        }
        Board::from_sets(roles, blacks).expect("each group stands on free squares")
    }
}

/// Why there is no indexer for a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IndexerError {
    /// Only canonical keys have tables.
    #[error("{key} is not canonical, expected {canonical}")]
    NotCanonical {
        /// The key as it was given.
        key: MaterialKey,
        /// The one that speaks for it.
        canonical: MaterialKey,
    },
    /// There are more positions than 64 bits can number.
    #[error("{0} has too many positions to number them")]
    TooLarge(MaterialKey),
}

/// By the number of kings on light squares: the slots of a pair, and where those of all such pairs begin; and how many
/// slots there are in all.
fn sizes(pairs: &Pairs, groups: &[Group]) -> Option<([u64; 3], [u64; 3], u64)> {
    let (mut block, mut base, mut half) = ([0; 3], [0; 3], 0u64);
    for lights in 0..3 {
        block[lights] = groups
            .iter()
            .try_fold(1u64, |product, group| product.checked_mul(group.size(lights)))?;
        base[lights] = half;
        half = half.checked_add(pairs.count(lights).checked_mul(block[lights])?)?;
    }
    half.checked_mul(2)?;
    Some((block, base, half))
}
