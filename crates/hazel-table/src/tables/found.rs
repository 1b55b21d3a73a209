//! Where the value of a position is: which table has it, and in which slot.

use hazel_core::{Color, Position};

use super::{Entry, ProbeError, Tables};
use crate::file::{Content, Fault, Part, Table, TableFile};
use crate::{MaterialKey, Placement, PositionIndexer, Transform, Wdl};

/// A table that has the value of a position.
pub(super) struct Found<'a> {
    tables: &'a Tables,
    pub(super) entry: &'a Entry,
    /// Leads the position to the key of the table.
    transform: Transform,
}

impl<'a> Found<'a> {
    /// Why distances can't be told, if they can't.
    pub(super) fn fault(&self) -> Option<ProbeError> {
        self.entry.standing(self.tables).fault(self.entry.key)
    }

    /// Where the value of the position is.
    #[inline]
    pub(super) fn place(&self, position: &Position) -> Place<'a> {
        let indexer = self.entry.indexer();
        let index = indexer.index_after(self.transform, &Placement::from(position));
        let index = index.expect("the table is of its key");
        let black = indexer.side_start(Color::Black);
        let turn = if index < black { Color::White } else { Color::Black };
        let (tables, entry) = (self.tables, self.entry);
        Place { tables, entry, turn, index: index - indexer.side_start(turn) }
    }
}

impl Entry {
    #[inline]
    pub(super) fn indexer(&self) -> &PositionIndexer {
        self.indexer.get_or_init(|| {
            PositionIndexer::new(self.key)
                .expect("a table was built, so its positions can be numbered")
        })
    }
}

/// A slot of a table.
pub(super) struct Place<'a> {
    tables: &'a Tables,
    entry: &'a Entry,
    /// Who is to move in the canonical position.
    turn: Color,
    /// Counted from the first slot of the side to move.
    index: u64,
}

impl Place<'_> {
    /// What is stored of who wins at least and at most: captures and promotions may tell more, and the upper one bounds the lower one.
    #[inline]
    pub(super) fn wdl(&self) -> Result<(Wdl, Wdl), ProbeError> {
        let upper = self.value(Content::Wdl)?;
        let lower = if self.entry.is_exact { upper } else { self.value(Content::LowerWdl)? };
        Ok((lower, upper))
    }

    #[inline]
    fn value(&self, content: Content) -> Result<Wdl, ProbeError> {
        let symbol = self.symbol(content)?;
        Wdl::ALL.get(usize::from(symbol)).copied().ok_or_else(|| self.nonsense())
    }

    /// Whether the 50-move rule changes one of them, which is stored then whatever the moves tell.
    #[inline]
    pub(super) fn is_spoiled(&self) -> Result<bool, ProbeError> {
        let (lower, upper) = self.wdl()?;
        Ok(lower.is_spoiled() || upper.is_spoiled())
    }

    /// Plies to a win that is certain, or to one that is possible.
    pub(super) fn distance(&self, is_lower: bool) -> Result<u16, ProbeError> {
        let has_two = !self.entry.is_exact;
        self.symbol(if is_lower && has_two { Content::LowerDistance } else { Content::Distance })
    }

    #[inline]
    fn symbol(&self, content: Content) -> Result<u16, ProbeError> {
        let (file, table) = self.table();
        let part = Part { content, turn: self.turn };
        file.get(table, part, self.index).map_err(|source| self.damaged(source))
    }

    #[inline]
    fn table(&self) -> (&TableFile, &Table) {
        self.tables.at(self.entry)
    }

    /// The checksums are right, but no builder writes such values.
    #[cold]
    pub(super) fn nonsense(&self) -> ProbeError {
        let path = self.tables.files[self.entry.file].0.clone();
        ProbeError::Nonsense { path, key: self.table().1.key.clone(), index: self.index }
    }

    #[cold]
    fn damaged(&self, source: Fault) -> ProbeError {
        ProbeError::Damaged { path: self.tables.files[self.entry.file].0.clone(), source }
    }
}

impl Tables {
    /// The table of a position; `None` for two bare kings, of which nothing needs to be looked up.
    #[inline]
    pub(super) fn look_for(&self, position: &Position) -> Result<Option<Found<'_>>, ProbeError> {
        let key = MaterialKey::from_position(position);
        if key == MaterialKey::KINGS {
            return Ok(None);
        }
        let Some((entry, transform)) = self.images.get(&key) else {
            return Err(ProbeError::Missing { key: key.canonical().0 });
        };
        let (entry, transform) = (&self.entries[*entry], *transform);
        Ok(Some(Found { tables: self, entry, transform }))
    }
}
