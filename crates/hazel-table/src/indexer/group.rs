//! Groups of equal pieces, ranked among free squares.

use hazel_core::{Bitboard, Board, Color, Role, Square};

use crate::{Kind, MaterialKey, Transform};

/// All pieces of one kind and colour.
#[derive(Clone, Debug)]
pub(super) struct Group {
    color: Color,
    kind: Kind,
    count: u8,
    role: Role,
    /// The squares on which the pieces stand before a transform that keeps the colours of squares, and one that
    /// doesn't.
    sources: [Bitboard; 2],
    /// In how many ways the pieces can stand, by the number of kings on light squares.
    sizes: [u64; 3],
}

/// The groups of a key in the order of their weight: bishops first, so that the number of their free squares is known.
pub(super) fn of_key(key: &MaterialKey) -> Box<[Group]> {
    const ORDER: [Kind; 5] =
        [Kind::DarkBishop, Kind::LightBishop, Kind::Queen, Kind::Rook, Kind::Knight];
    let men = ORDER.into_iter().flat_map(|kind| Color::ALL.map(|color| (color, kind)));
    let mut groups: Vec<Group> = Vec::new();
    for (color, kind) in men.filter(|(color, kind)| key.count(*color, *kind) > 0) {
        let count = key.count(color, kind);
        let sizes = [0, 1, 2].map(|lights| {
            let squares = kind.squares();
            let kings = match kind {
                Kind::DarkBishop => 2 - lights,
                Kind::LightBishop => lights,
                _ => 2,
            };
            let earlier: u32 = groups
                .iter()
                .filter(|group| (group.kind.squares() & squares).any())
                .map(|group| u32::from(group.count))
                .sum();
            let taken = (key.pawns() & squares).len() + kings + earlier;
            binomial(squares.len().saturating_sub(taken), count)
        });
        let sources = [kind, Transform::MIRROR.kind(kind)].map(Kind::squares);
        groups.push(Group { color, kind, count, role: kind.role(), sources, sizes });
    }
    groups.into()
}

impl Group {
    /// The squares on which the pieces can stand, whatever else does.
    pub(super) fn squares(&self) -> Bitboard {
        self.kind.squares()
    }

    /// Whose the pieces are, what they are and how many.
    pub(super) fn men(&self) -> (Color, Kind, u8) {
        (self.color, self.kind, self.count)
    }

    /// In how many ways the pieces can stand.
    #[inline(always)]
    pub(super) fn size(&self, lights: usize) -> u64 {
        self.sizes[lights]
    }

    /// The squares to which a transform leads the pieces, or `None` if there are more or fewer.
    #[inline(always)]
    pub(super) fn image(&self, board: &Board, transform: Transform) -> Option<Bitboard> {
        let source = self.sources[usize::from(transform.exchanges_square_colors())];
        let men = board.men(transform.color(self.color), self.role) & source;
        if self.count == 1 {
            let man = men.first().filter(|_| !men.several())?;
            return Some(transform.square(man).bitboard());
        }
        let fits = men.len() == u32::from(self.count);
        fits.then(|| men.into_iter().map(|square| transform.square(square)).collect())
    }

    /// The rank of the pieces among the squares that aren't occupied.
    #[inline(always)]
    pub(super) fn rank(&self, men: Bitboard, occupied: Bitboard) -> u64 {
        let free = self.kind.squares() - occupied;
        if self.count == 1 {
            return u64::from((free & Bitboard(men.0.wrapping_sub(1))).len());
        }
        let squares = men.into_iter().zip(1..);
        squares.map(|(square, chosen)| binomial((free & below(square)).len(), chosen)).sum()
    }

    /// The squares with this rank among those that aren't occupied.
    pub(super) fn unrank(&self, mut rank: u64, occupied: Bitboard) -> Bitboard {
        let free = self.kind.squares() - occupied;
        if self.count == 1 {
            return nth(free, rank as u32);
        }
        let mut set = Bitboard::EMPTY;
        let mut limit = free.len();
        for chosen in (1..=self.count).rev() {
            // The highest square comes first: the largest binomial that fits.
            let (mut low, mut high) = (0, limit);
            while low + 1 < high {
                let middle = u32::midpoint(low, high);
                if binomial(middle, chosen) <= rank {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            rank -= binomial(low, chosen);
            set |= nth(free, low);
            limit = low;
        }
        set
    }
}

/// The square of `set` that has `rank` squares of the set before it: halves of the rest are left out or passed by,
/// until one square remains.
#[inline]
pub(super) fn nth(set: Bitboard, mut rank: u32) -> Bitboard {
    let (mut bits, mut shift) = (set.0, 0);
    for width in [32, 16, 8, 4, 2, 1] {
        let low = (bits & ((1 << width) - 1)).count_ones();
        let above = u32::from(rank >= low);
        rank -= low * above;
        bits >>= width * above;
        shift += width * above;
    }
    Bitboard(1 << shift)
}

/// The squares before `square`.
#[inline(always)]
pub(super) fn below(square: Square) -> Bitboard {
    Bitboard(square.bitboard().0 - 1)
}

/// In how many ways `chosen` of up to 64 squares can be chosen, for up to 15.
#[inline(always)]
fn binomial(squares: u32, chosen: u8) -> u64 {
    BINOMIALS[squares as usize][chosen as usize & 15]
}

static BINOMIALS: [[u64; 16]; 65] = binomials();

const fn binomials() -> [[u64; 16]; 65] {
    let mut table = [[0; 16]; 65];
    let mut n = 0;
    while n <= 64 {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < 16 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_of_a_set_are_found_by_their_rank() {
        for set in [Bitboard::FULL, Bitboard::LIGHT, Bitboard(0x8000_0010_0100_0801)] {
            for (rank, square) in (0..).zip(set) {
                assert_eq!(nth(set, rank), square.bitboard());
                assert_eq!((set & below(square)).len(), rank);
            }
        }
    }
}
