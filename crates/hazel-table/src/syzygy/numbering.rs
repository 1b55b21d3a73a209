//! The number that Syzygy gives to a position.
//!
//! The men come in groups. The leading group is where symmetry is used up: the pawns of one side, or the two kings, or
//! three men that are each the only one of their sort. The other groups are equal men, ranked as combinations among the
//! squares that those before them leave. A file says in which order the groups count, so each has a factor.
//!
//! With pawns the leading one, of those nearest to an edge the lowest, is brought to the files a to d, and each of these
//! files has a numbering of its own.

mod squares;

use arrayvec::ArrayVec;
use hazel_core::{Board, Color, Piece, Role};

use super::material::Material;
use squares::{binomial, king_pair, pawn_file_size, pawns, three, turn_to_triangle};

/// The squares of all men, in the order of a numbering.
type Squares = ArrayVec<u8, 7>;

/// How the positions of a file, of one side to move and of one file of the leading pawn are numbered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Numbering {
    /// In the file's colours. Equal men are neighbours.
    men: ArrayVec<Piece, 7>,
    lead: Lead,
    /// The leading group first.
    groups: ArrayVec<Group, 7>,
    size: u64,
}

/// What the leading group is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lead {
    Pawns,
    Kings,
    Three,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Group {
    length: usize,
    factor: u64,
}

/// Which pawns lead: how many there are, and how many the other side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pawns {
    pub(super) lead: Color,
    pub(super) counts: [usize; 2],
}

impl Pawns {
    /// The pawns of the side with fewer lead, or of the only one that has some.
    pub(super) fn of(material: Material) -> Option<Pawns> {
        let [white, black] = Color::ALL.map(|color| material.count(Role::Pawn.of(color)) as usize);
        match (white, black) {
            (0, 0) => None,
            (_, 0) => Some(Pawns { lead: Color::White, counts: [white, 0] }),
            (0, _) => Some(Pawns { lead: Color::Black, counts: [black, 0] }),
            _ if white > black => Some(Pawns { lead: Color::Black, counts: [black, white] }),
            _ => Some(Pawns { lead: Color::White, counts: [white, black] }),
        }
    }
}

impl Numbering {
    /// Reads the order of groups and the men of one side to move; `orders` are those of the leading group and of the other
    /// side's pawns, `file` that of the leading pawn. `None` if they are not those of the material.
    pub(super) fn new(
        material: Material,
        orders: [u8; 2],
        men: ArrayVec<Piece, 7>,
        file: usize,
    ) -> Option<Numbering> {
        let count = |man: Piece| men.iter().filter(|other| **other == man).count() as u32;
        if Piece::all().any(|man| count(man) != material.count(man)) {
            return None;
        }
        let pawns = Pawns::of(material);
        let singles = Piece::all().filter(|&man| material.count(man) == 1).count();
        let (lead, first) = match pawns {
            Some(pawns) => (Lead::Pawns, pawns.counts[0]),
            None if singles == 2 => (Lead::Kings, 2),
            None => (Lead::Three, 3),
        };
        let others = pawns.map_or(0, |pawns| pawns.counts[1]);
        let is_lead = |man: &Piece| match (lead, pawns) {
            (Lead::Pawns, Some(pawns)) => *man == Role::Pawn.of(pawns.lead),
            (Lead::Kings, _) => man.role == Role::King,
            _ => material.count(*man) == 1,
        };
        let is_other = |man: &Piece| man.role == Role::Pawn;
        if !men.get(..first)?.iter().all(is_lead)
            || !men.get(first..first + others)?.iter().all(is_other)
        {
            return None;
        }
        let lead_size = match lead {
            Lead::Pawns => pawn_file_size(first, file),
            Lead::Kings => 462,
            Lead::Three => 31_332,
        };
        // The groups after the pawns or kings, and their sizes.
        let mut lengths = ArrayVec::<usize, 7>::new();
        let mut rest = &men[first + others..];
        while let Some(man) = rest.first() {
            let length = rest.iter().take_while(|other| *other == man).count();
            // Men of one sort stand together, or their squares would be counted twice.
            if length as u32 != material.count(*man) {
                return None;
            }
            lengths.push(length);
            rest = &rest[length..];
        }
        let mut groups = ArrayVec::<Group, 7>::new();
        groups.push(Group { length: first, factor: 0 });
        if others > 0 {
            groups.push(Group { length: others, factor: 0 });
        }
        let fixed = groups.len();
        groups.extend(lengths.iter().map(|&length| Group { length, factor: 0 }));
        let (mut factor, mut next, mut free) = (1u64, fixed, 64 - first - others);
        let mut placed = [false; 2];
        for order in 0..16 {
            let (group, size) = if order == orders[0] {
                placed[0] = true;
                (0, lead_size)
            } else if order == orders[1] && others > 0 {
                placed[1] = true;
                (1, binomial(48 - first, others))
            } else if let Some(group) = groups.get(next) {
                let size = binomial(free, group.length);
                free -= group.length;
                next += 1;
                (next - 1, size)
            } else {
                continue;
            };
            groups[group].factor = factor;
            factor = factor.checked_mul(size)?;
        }
        let is_complete = placed[0] && (placed[1] || others == 0) && next == groups.len();
        is_complete.then_some(Numbering { men, lead, groups, size: factor })
    }

    /// How many numbers there are.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// The number of a board, which must have the men of the file, with the colours exchanged or not. `None` if it has
    /// none, because the kings touch.
    #[inline]
    pub(super) fn number(&self, board: &Board, is_swapped: bool) -> Option<u64> {
        let mut squares = self.squares(board, is_swapped)?;
        let first = self.groups[0].length;
        let lead = match self.lead {
            Lead::Pawns => pawns(&mut squares, first),
            Lead::Kings => {
                turn_to_triangle(&mut squares, first);
                king_pair(squares[0], squares[1])?
            }
            Lead::Three => {
                turn_to_triangle(&mut squares, first);
                three(squares[0], squares[1], squares[2])
            }
        };
        let mut number = lead * self.groups[0].factor;
        let mut done = first;
        for group in &self.groups[1..] {
            let (before, rest) = squares.split_at_mut(done);
            let men = &mut rest[..group.length];
            men.sort_unstable();
            // The pawns of the other side have no first rank.
            let below = if self.men[done].role == Role::Pawn { 8 } else { 0 };
            let mut rank = 0;
            for (place, &square) in men.iter().enumerate() {
                let skipped = before.iter().filter(|other| **other < square).count();
                rank += binomial(usize::from(square) - skipped - below, place + 1);
            }
            number += rank * group.factor;
            done += group.length;
        }
        Some(number)
    }

    /// Where the men stand. With pawns, exchanged colours flip the board.
    #[inline]
    fn squares(&self, board: &Board, is_swapped: bool) -> Option<Squares> {
        let flip = if is_swapped && self.lead == Lead::Pawns { 0x38 } else { 0 };
        let mut squares = Squares::new();
        while let Some(man) = self.men.get(squares.len()) {
            let color = if is_swapped { !man.color } else { man.color };
            let men = board.men(color, man.role);
            if men.is_empty() || squares.len() + men.len() as usize > self.men.len() {
                return None;
            }
            squares.extend(men.into_iter().map(|square| square.index() as u8 ^ flip));
        }
        Some(squares)
    }
}

/// The file, from a or h inwards, of the pawn that leads.
#[inline]
pub(super) fn leading_file(board: &Board, lead: Color) -> usize {
    let files = board.men(lead, Role::Pawn).into_iter().map(|square| square.file().index());
    files.map(|file| file.min(7 - file)).min().unwrap_or(0)
}
