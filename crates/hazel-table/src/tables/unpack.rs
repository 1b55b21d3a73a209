//! From the order in which a table is stored to the order in which tables are built, for the parents of a stored table.
//!
//! Parents ask who wins and where there is no legal move; they don't ask for distances, and so none are here.

use std::collections::BTreeMap;

use hazel_core::{Bitboard, Board, Color, Role};

use super::{Entry, ProbeError, Tables};
use crate::builder::evading::told_by_evasions;
use crate::builder::few::Few;
use crate::builder::layout::{Kings, Layout};
use crate::builder::legality;
use crate::builder::moves::Moves;
use crate::builder::raw::{Run, Side};
use crate::builder::taking::each_word;
use crate::file::{Content, Fault, Id, Part};
use crate::{Exit, MaterialKey, Placement, PositionIndexer, RawTable, Wdl};

impl Tables {
    /// The table of a canonical key for those that are built from it, without distances, or `None` if there is none.
    /// The tables that captures and promotions lead to are needed to read it; those that are not known by their ids are read, too.
    ///
    /// # Errors
    /// If it is damaged, or if a table that it was built from is gone or another one.
    pub(crate) fn child<'a>(
        &self,
        key: &MaterialKey,
        known: &dyn Fn(&MaterialKey, Id) -> Option<&'a RawTable>,
    ) -> Result<Option<RawTable>, ProbeError> {
        let mut read = BTreeMap::new();
        self.read(key, known, &mut read)?;
        Ok(read.remove(key))
    }

    /// Reads a table, if there is one, after those that are needed to read it.
    fn read<'a>(
        &self,
        key: &MaterialKey,
        known: &dyn Fn(&MaterialKey, Id) -> Option<&'a RawTable>,
        read: &mut BTreeMap<MaterialKey, RawTable>,
    ) -> Result<(), ProbeError> {
        let (Some(entry), Some((_, table))) = (self.entry(key), self.find(key)) else {
            let Some(syzygy) = self.syzygy(key) else { return Ok(()) };
            read.insert(*key, syzygy.child(key)?);
            return Ok(());
        };
        let sources = &entry.sources;
        let is_exact = table.is_exact();
        let leaves = |exit: &Exit| {
            (exit.taken.is_some() || exit.promoted.is_some()) && !exit.is_en_passant()
        };
        for exit in key.exits().into_iter().filter(leaves) {
            let child = exit.child.canonical().0;
            let Some(&id) = sources.get(&child) else { continue };
            if known(&child, id).is_some() || read.contains_key(&child) {
                continue;
            }
            // To read it with another one would make something else of it, which has no name.
            if !self.stands_for(&child, id, is_exact) {
                return Err(ProbeError::Changed { key: child, table: *key });
            }
            self.read(&child, known, read)?;
        }
        let layout = Layout::new(*key);
        let indexer = entry.indexer();
        let child = |key: &MaterialKey| {
            let &id = sources.get(key)?;
            known(key, id).or_else(|| read.get(key).filter(|_| self.stands_for(key, id, is_exact)))
        };
        let values = indexer.sides().iter().map(|&turn| self.values(entry, turn));
        let values = values.collect::<Result<Vec<_>, _>>()?;
        // Where values of positions in check are left out, for each side to move.
        let told = Color::ALL
            .map(|turn| if table.lacks_checks { told_by_evasions(&layout, turn) } else { vec![] });
        let stored = Stored { indexer, values: &values, told: &told };
        let runs = stored.runs(&layout, is_exact, &child);
        read.insert(*key, RawTable { layout, runs });
        Ok(())
    }

    /// Who wins all positions of one side to move at least and at most, in the order of slots.
    fn values(&self, entry: &Entry, turn: Color) -> Result<Vec<Pair>, ProbeError> {
        let slots = entry.indexer().len() / entry.indexer().sides().len() as u64;
        let mut values = vec![Pair(0); slots as usize];
        let is_exact = entry.is_exact;
        self.each_value(entry, Part { content: Content::Wdl, turn }, |slot, symbol| {
            values[slot].0 |= if is_exact { symbol | symbol << 4 } else { symbol };
        })?;
        if !is_exact {
            self.each_value(entry, Part { content: Content::LowerWdl, turn }, |slot, symbol| {
                values[slot].0 |= symbol << 4;
            })?;
        }
        Ok(values)
    }

    /// Shows each slot of a part with its symbol.
    fn each_value(
        &self,
        entry: &Entry,
        part: Part,
        mut show: impl FnMut(usize, u8),
    ) -> Result<(), ProbeError> {
        let (path, file) = &self.files[entry.file];
        let table = &file.tables()[entry.table];
        let damaged = |source| ProbeError::Damaged { path: path.clone(), source };
        let slots = entry.indexer().len() / entry.indexer().sides().len() as u64;
        if table.len(part) != Some(slots) {
            return Err(damaged(Fault::Missing { part: part.number(), index: slots - 1 }));
        }
        let swap = table.swap(part);
        let mut stored = 0;
        file.each_run(table, part, |symbol, count| {
            let symbol = symbol.min(0xF) as u8;
            for stored in stored..stored + count {
                show(swap.map_or(stored, |swap| swap.seen(stored)) as usize, symbol);
            }
            stored += count;
        })
        .map_err(damaged)
    }
}

/// Who wins at least (the upper half of the bits) and at most, as symbols.
#[derive(Clone, Copy)]
struct Pair(u8);

impl Pair {
    /// What no builder writes counts as a draw.
    fn wdl(self) -> (Wdl, Wdl) {
        let wdl = |symbol: u8| Wdl::ALL.get(usize::from(symbol)).copied().unwrap_or(Wdl::Draw);
        (wdl(self.0 >> 4), wdl(self.0 & 0xF))
    }
}

/// What a file says of a table.
struct Stored<'a> {
    indexer: &'a PositionIndexer,
    /// Values by the side to move, in the order of slots; of both if one stands for both.
    values: &'a [Vec<Pair>],
    /// By the side to move, where values follow from the moves out of check; empty if none are left out.
    told: &'a [Vec<u64>; 2],
}

impl Stored<'_> {
    /// The values with everything unknown turned against White, and against Black; once if nothing is unknown.
    fn runs<'a>(
        &self,
        layout: &Layout,
        is_exact: bool,
        child: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
    ) -> Vec<Run> {
        let whole = |[white, black]: [(Side, Option<LeftOut>); 2]| {
            let mut run = [white.0, black.0];
            if let (Some(white), Some(black)) = (white.1, black.1) {
                add_left_out(&mut run, layout, &[white, black]);
            }
            run
        };
        let upper = Color::ALL.map(|turn| self.side(layout, turn, !turn, None, child));
        if is_exact {
            return vec![whole(upper)];
        }
        let lower = Color::ALL.map(|turn| {
            let most = &upper[turn.index()].0;
            self.side(layout, turn, turn, Some(most), child)
        });
        let ([white_upper, black_upper], [white_lower, black_lower]) = (upper, lower);
        [[white_lower, black_upper], [white_upper, black_lower]].map(whole).into()
    }

    /// The values of one side to move, without those that are left out, and none above those that are the most.
    fn side<'a>(
        &self,
        layout: &Layout,
        turn: Color,
        against: Color,
        most: Option<&Side>,
        child: &dyn Fn(&MaterialKey) -> Option<&'a RawTable>,
    ) -> (Side, Option<LeftOut>) {
        let marks_ends = layout.key.can_follow_double_step();
        let told = &self.told[turn.index()];
        let mut left_out = (!told.is_empty())
            .then(|| LeftOut { all: vec![0; told.len()], held: vec![0; told.len()] });
        let mut side = Filling::new(layout);
        each_word(layout, turn, against, child, |word, mut legal, exits| {
            while legal != 0 {
                let bit = legal.trailing_zeros() as usize;
                legal &= legal - 1;
                let place = layout.place(word, bit);
                let placement = placement(layout, place, turn);
                let stored = self.pair(&placement);
                let value = if turn == against { stored.0 } else { stored.1 };
                let best = exits.best(bit);
                let mut value = best.map_or(value, |best| value.max(best));
                value = most.map_or(value, |most| value.min(most.wdl(place)));
                if let Some(left_out) = &mut left_out {
                    let (word, bit) = layout.shape.find(place);
                    if told[word] >> bit & 1 != 0
                        && !stored.0.is_spoiled()
                        && !stored.1.is_spoiled()
                    {
                        left_out.all[word] |= 1 << bit;
                        // A capture that wins settles it; the rest waits as a draw for the moves within the key.
                        let is_held = best >= Some(Wdl::Draw);
                        left_out.held[word] |= u64::from(is_held) << bit;
                        value = best.filter(|&best| best == Wdl::Win).unwrap_or(Wdl::Draw);
                    }
                }
                let is_over = marks_ends
                    && value <= Wdl::Draw
                    && placement.position().is_ok_and(|p| !p.has_legal_move());
                side.put(place, value, is_over);
            }
        });
        (side.finish(), left_out)
    }

    /// What is stored of a legal position.
    fn pair(&self, placement: &Placement) -> (Wdl, Wdl) {
        let indexer = self.indexer;
        let transform = MaterialKey::from(placement).canonical().1;
        let index = indexer.index_after(transform, placement).expect("a legal place has a slot");
        let stored = usize::from(index >= indexer.side_start(Color::Black));
        let start = indexer.side_start(Color::ALL[stored]);
        self.values[stored.min(self.values.len() - 1)][(index - start) as usize].wdl()
    }
}

/// Positions in check of one side to move whose values were left out, and follow from the moves.
struct LeftOut {
    all: Vec<u64>,
    /// A capture or promotion wins or draws.
    held: Vec<u64>,
}

/// Adds the values that were left out. They follow from values that were not, since no move out of these checks gives check.
fn add_left_out(run: &mut Run, layout: &Layout, left_out: &[LeftOut; 2]) {
    let row = layout.row();
    let (mut winning, mut holding) = ([0; 64], [0; 64]);
    let (winning, holding) = (&mut winning[..row], &mut holding[..row]);
    for turn in Color::ALL {
        let LeftOut { all, held } = &left_out[turn.index()];
        let other = &run[(!turn).index()];
        let mut lost = other.lost.clone();
        if let Some(cursed) = &other.cursed {
            lost.iter_mut().zip(cursed).for_each(|(lost, cursed)| *lost &= !cursed);
        }
        let mut not_won = legality::legal(layout, !turn);
        not_won.iter_mut().zip(&other.won).for_each(|(not_won, won)| *not_won &= !won);
        let moves = Moves::new(layout, turn);
        let side = &mut run[turn.index()];
        for number in (0..layout.rows())
            .filter(|row_number| all[row_number * row..][..row].iter().any(|&word| word != 0))
        {
            moves.row(number, lost.as_slice(), winning);
            moves.row(number, not_won.as_slice(), holding);
            for (word, (winning, holding)) in (number * row..).zip(winning.iter().zip(&*holding)) {
                side.won[word] |= all[word] & winning;
                side.lost[word] |= all[word] & !(side.won[word] | held[word] | holding);
            }
        }
    }
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
