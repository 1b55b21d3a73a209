//! From the order in which a table is stored to the order in which tables are built, for the parents of a stored table.
//!
//! Parents ask who wins and where there is no legal move; they don't ask for distances, and so none are here.

use hazel_core::{Bitboard, Board, Color, Rank, Role};

use super::{Entry, ProbeError, Tables};
use crate::builder::layout::{Kings, Layout};
use crate::builder::legality;
use crate::builder::raw::{Run, Side};
use crate::file::{Content, Part};
use crate::{MaterialKey, Placement, RawTable, Wdl};

impl Tables {
    /// The table of a canonical key for those that are built from it, or `None` if there is none. Its distances are
    /// not right.
    ///
    /// # Errors
    /// If it is damaged.
    pub(crate) fn child(&self, key: &MaterialKey) -> Result<Option<RawTable>, ProbeError> {
        let Some(entry) = self.entries.get(key) else { return Ok(None) };
        let layout = Layout::new(*key);
        let has_second = [Color::White, Color::Black].iter().any(|&turn| {
            let part = Part { content: Content::Wdl, turn, is_second: true };
            self.find(key).is_some_and(|(_, table)| table.len(part).is_some())
        });
        let runs = if has_second { &[false, true][..] } else { &[false][..] };
        let runs = runs.iter().map(|&is_second| self.run(entry, &layout, is_second));
        let runs = runs.collect::<Result<_, _>>()?;
        Ok(Some(RawTable { layout, runs }))
    }

    fn run(&self, entry: &Entry, layout: &Layout, is_second: bool) -> Result<Run, ProbeError> {
        let indexer = entry.indexer(&layout.key);
        let mut values = vec![];
        for &turn in indexer.sides() {
            values.push(self.values(entry, turn, is_second)?);
        }
        let marks_ends = can_follow_double_step(&layout.key);
        let side = |turn: Color| {
            let mut side = Side::empty(layout);
            for (word, mut legal) in legality::legal(layout, turn).into_iter().enumerate() {
                while legal != 0 {
                    let bit = legal.trailing_zeros() as usize;
                    legal &= legal - 1;
                    let place = word << side.shift | bit;
                    let placement = placement(layout, place, turn);
                    let transform = MaterialKey::from(&placement).canonical().1;
                    let index = indexer.index_after(transform, &placement);
                    let index = index.expect("a legal place has a slot");
                    let stored = usize::from(index >= indexer.side_start(Color::Black));
                    let start = indexer.side_start(Color::ALL[stored]);
                    let value = values[stored.min(values.len() - 1)][(index - start) as usize];
                    let is_over = marks_ends
                        && value <= Wdl::Draw
                        && placement.position().is_ok_and(|p| p.legal_moves().is_empty());
                    side.put(place, value, is_over);
                }
            }
            side
        };
        Ok([side(Color::White), side(Color::Black)])
    }

    /// Who wins in all positions of one side to move, in the order of slots.
    fn values(&self, entry: &Entry, turn: Color, is_second: bool) -> Result<Vec<Wdl>, ProbeError> {
        let (path, file) = &self.files[entry.file];
        let table = &file.tables()[entry.table];
        let part = Part { content: Content::Wdl, turn, is_second };
        let mut values = vec![Wdl::Draw; table.len(part).unwrap_or(0) as usize];
        let wdl = |symbol: u16| Wdl::ALL.get(usize::from(symbol)).copied().unwrap_or(Wdl::Draw);
        file.each(table, part, |index, symbol| values[index as usize] = wdl(symbol))
            .map_err(|source| ProbeError::Damaged { path: path.clone(), source })?;
        Ok(values)
    }
}

impl Side {
    /// Draws everywhere.
    fn empty(layout: &Layout) -> Side {
        let shift = if layout.men.is_empty() { 0 } else { 6 };
        let words = vec![0; layout.len()];
        let distances = vec![0; layout.len() << shift];
        Side { shift, won: words.clone(), lost: words, cursed: None, distances, far: vec![] }
    }

    /// Adds a value; `is_over` where there is no legal move.
    fn put(&mut self, place: usize, wdl: Wdl, is_over: bool) {
        let (word, bit) = (place >> self.shift, 1 << (place & ((1 << self.shift) - 1)));
        match wdl {
            Wdl::Draw => {
                self.distances[place] = u8::from(is_over);
                return;
            }
            Wdl::Win | Wdl::CursedWin => self.won[word] |= bit,
            Wdl::Loss | Wdl::BlessedLoss => self.lost[word] |= bit,
        }
        if matches!(wdl, Wdl::CursedWin | Wdl::BlessedLoss) {
            let words = self.won.len();
            self.cursed.get_or_insert_with(|| vec![0; words])[word] |= bit;
        }
        self.distances[place] = u8::from(!is_over);
    }
}

/// The position of a place.
fn placement(layout: &Layout, place: usize, turn: Color) -> Placement {
    let men = layout.men.len();
    let [white, black]: Kings = layout.kings[place >> (6 * men)];
    let mut roles = [Bitboard::EMPTY; 6];
    roles[Role::King.index()] = white.bitboard() | black.bitboard();
    roles[Role::Pawn.index()] = layout.key.pawns();
    let mut black_men = black.bitboard() | layout.key.pawn_bitboard(Color::Black);
    for (number, man) in layout.men.iter().enumerate() {
        let square = Bitboard(1 << (place >> (6 * (men - 1 - number)) & 63));
        roles[man.kind.role().index()] |= square;
        if man.color == Color::Black {
            black_men |= square;
        }
    }
    let board = Board::from_sets(roles, black_men).expect("men of a legal place stand apart");
    Placement { board, turn }
}

/// Whether the last move may have been a double step that can be answered en passant. Only then somebody asks which
/// positions have no legal moves.
fn can_follow_double_step(key: &MaterialKey) -> bool {
    [(Color::White, Rank::Fourth), (Color::Black, Rank::Fifth)].into_iter().any(|(color, rank)| {
        let stepped = key.pawn_bitboard(color) & rank.bitboard();
        let beside = stepped.east() | stepped.west();
        !(beside & key.pawn_bitboard(!color)).is_empty()
    })
}
