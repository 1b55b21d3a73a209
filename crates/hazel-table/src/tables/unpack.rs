//! From the order in which a table is stored to the order in which tables are built, for the parents of a stored table.
//!
//! Parents ask who wins and where there is no legal move; they don't ask for distances, and so none are here.

use std::collections::BTreeMap;

use hazel_core::{Bitboard, Board, Color, Role};

use super::pair::pair;
use super::{Entry, ProbeError, Tables};
use crate::builder::few::Few;
use crate::builder::layout::{Kings, Layout};
use crate::builder::raw::{Run, Side};
use crate::builder::taking::each_word;
use crate::file::{Content, Fault, Part};
use crate::{Exit, MaterialKey, Placement, PositionIndexer, RawTable, Wdl};

impl Tables {
    /// The table of a canonical key for those that are built from it, without distances, or `None` if there is none.
    /// The tables that captures and promotions lead to are needed to read it; those that are not known are read, too.
    ///
    /// # Errors
    /// If it is damaged, or a table that it was built from is gone.
    pub(crate) fn child<'a>(
        &self,
        key: &MaterialKey,
        known: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
    ) -> Result<Option<RawTable>, ProbeError> {
        let mut read = BTreeMap::new();
        self.read(key, known, &mut read)?;
        Ok(read.remove(key))
    }

    /// Reads a table, after those that are needed to read it; `false` if there is none.
    fn read<'a>(
        &self,
        key: &MaterialKey,
        known: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
        read: &mut BTreeMap<MaterialKey, RawTable>,
    ) -> Result<bool, ProbeError> {
        let (Some(entry), Some((_, table))) = (self.entry(key), self.find(key)) else {
            let Some(syzygy) = self.syzygy(key) else { return Ok(false) };
            read.insert(*key, syzygy.child(key)?);
            return Ok(true);
        };
        let leaves = |exit: &Exit| {
            (exit.taken.is_some() || exit.promoted.is_some()) && !exit.is_en_passant()
        };
        for exit in key.exits().into_iter().filter(leaves) {
            let child = exit.child.canonical().0;
            let is_there = known(&child).is_some() || read.contains_key(&child);
            let name = child.to_string();
            if !is_there
                && table.sources.iter().any(|source| source.key == name)
                && !self.read(&child, known, read)?
            {
                return Err(ProbeError::Missing { key: child });
            }
        }
        let layout = Layout::new(*key);
        let indexer = entry.indexer();
        let against = if table.is_exact() { &Color::ALL[..1] } else { &Color::ALL };
        let child = |key: &MaterialKey| known(key).or_else(|| read.get(key));
        let values = indexer.sides().iter().map(|&turn| self.values(entry, turn));
        let values = values.collect::<Result<Vec<_>, _>>()?;
        let runs = against.iter().map(|&against| run(indexer, &values, &layout, against, &child));
        let runs = runs.collect();
        read.insert(*key, RawTable { layout, runs });
        Ok(true)
    }

    /// Symbols of pairs of all positions of one side to move, in the order of slots.
    fn values(&self, entry: &Entry, turn: Color) -> Result<Vec<u8>, ProbeError> {
        let (path, file) = &self.files[entry.file];
        let table = &file.tables()[entry.table];
        let part = Part { content: Content::Wdl, turn };
        let damaged = |source| ProbeError::Damaged { path: path.clone(), source };
        let slots = entry.indexer().len() / entry.indexer().sides().len() as u64;
        if table.len(part) != Some(slots) {
            return Err(damaged(Fault::Missing { part: part.number(), index: slots - 1 }));
        }
        let swap = table.swap(part);
        let mut values = vec![0; slots as usize];
        let mut stored = 0;
        file.each_run(table, part, |symbol, count| {
            let symbol = symbol.min(u8::MAX.into()) as u8;
            for stored in stored..stored + count {
                values[swap.map_or(stored, |swap| swap.seen(stored)) as usize] = symbol;
            }
            stored += count;
        })
        .map_err(damaged)?;
        Ok(values)
    }
}

/// The values with everything unknown turned against a side.
fn run<'a>(
    indexer: &PositionIndexer,
    values: &[Vec<u8>],
    layout: &Layout,
    against: Color,
    child: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
) -> Run {
    let marks_ends = layout.key.can_follow_double_step();
    let side = |turn: Color| {
        let mut side = Filling::new(layout);
        each_word(layout, turn, against, child, |word, mut legal, exits| {
            while legal != 0 {
                let bit = legal.trailing_zeros() as usize;
                legal &= legal - 1;
                let place = layout.place(word, bit);
                let placement = placement(layout, place, turn);
                let transform = MaterialKey::from(&placement).canonical().1;
                let index = indexer.index_after(transform, &placement);
                let index = index.expect("a legal place has a slot");
                let stored = usize::from(index >= indexer.side_start(Color::Black));
                let start = indexer.side_start(Color::ALL[stored]);
                let value = values[stored.min(values.len() - 1)][(index - start) as usize];
                // What no builder writes counts as a draw.
                let (lower, upper) = pair(value.into()).unwrap_or((Wdl::Draw, Wdl::Draw));
                let value = if turn == against { lower } else { upper };
                let value = exits.best(bit).map_or(value, |best| value.max(best));
                let is_over = marks_ends
                    && value <= Wdl::Draw
                    && placement.position().is_ok_and(|p| !p.has_legal_move());
                side.put(place, value, is_over);
            }
        });
        side.finish()
    };
    [side(Color::White), side(Color::Black)]
}

/// The values of one side to move that are put in one by one.
pub(crate) struct Filling {
    side: Side,
    /// Where there is no legal move, if somebody asks for that.
    stuck: Option<Vec<u64>>,
}

impl Filling {
    /// Draws everywhere.
    pub(crate) fn new(layout: &Layout) -> Filling {
        let words = || vec![0; layout.len()];
        let stuck = layout.key.can_follow_double_step().then(words);
        let (won, lost, shape) = (words(), words(), layout.shape);
        let side = Side { shape, won, lost, cursed: None, stuck: None, distances: None };
        Filling { side, stuck }
    }

    /// Adds a value; `is_over` where there is no legal move.
    pub(crate) fn put(&mut self, place: usize, wdl: Wdl, is_over: bool) {
        let side = &mut self.side;
        let (word, bit) = side.shape.find(place);
        let bit = 1 << bit;
        if let Some(stuck) = self.stuck.as_mut().filter(|_| is_over) {
            stuck[word] |= bit;
        }
        match wdl {
            Wdl::Draw => return,
            Wdl::Win | Wdl::CursedWin => side.won[word] |= bit,
            Wdl::Loss | Wdl::BlessedLoss => side.lost[word] |= bit,
        }
        if matches!(wdl, Wdl::CursedWin | Wdl::BlessedLoss) {
            let words = side.won.len();
            side.cursed.get_or_insert_with(|| vec![0; words])[word] |= bit;
        }
    }

    /// All values.
    pub(crate) fn finish(self) -> Side {
        Side { stuck: self.stuck.map(|stuck| Few::of(&stuck)), ..self.side }
    }
}

/// The position of a place.
pub(crate) fn placement(layout: &Layout, place: usize, turn: Color) -> Placement {
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
