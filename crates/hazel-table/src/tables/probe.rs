//! Asking for the value of a position.

use hazel_core::{Color, Move, MoveKind, Position, Role};

use super::{Entry, ProbeError, Tables};
use crate::file::{Content, Fault, Part, Table, TableFile};
use crate::{Bounds, MaterialKey, Placement, PositionIndexer, Value, Wdl};

impl Tables {
    /// What is known of a position: its value if the table was built with all its children, and bounds otherwise. The
    /// counter of the 50-move rule counts as zero.
    ///
    /// # Errors
    /// If somebody may castle, if there is no table, or if it is damaged.
    ///
    /// # Panics
    /// Never: a position has an en-passant square only where the capture is legal.
    pub fn probe(&self, position: &Position) -> Result<Bounds, ProbeError> {
        if !position.castling().rooks().is_empty() {
            return Err(ProbeError::Castling);
        }
        if position.en_passant_square().is_none() {
            return self.bounds(&Placement::from(position));
        }
        let moves = position.legal_moves();
        let is_en_passant = |m: &&Move| m.kind() == MoveKind::EnPassant;
        let mut best = None;
        if !moves.iter().all(|m| is_en_passant(&m)) {
            best = Some(self.bounds(&Placement::from(position))?);
        }
        for &m in moves.iter().filter(is_en_passant) {
            let value = self.after(position, m)?;
            best = Some(best.map_or(value, |best: Bounds| best.or(value)));
        }
        Ok(best.expect("there is an en-passant square only where the capture is legal"))
    }

    /// What is known of a legal move, for the side that makes it.
    ///
    /// # Errors
    /// As [`probe`](Tables::probe), about the position after the move.
    pub fn after(&self, position: &Position, m: Move) -> Result<Bounds, ProbeError> {
        let zeroes =
            m.is_capture() || position.board().men(position.turn(), Role::Pawn).contains(m.from());
        Ok(self.probe(&position.after(m))?.before(zeroes))
    }

    /// Who wins a position without castling rights and en passant: a look into the table and no more, without the
    /// distance.
    ///
    /// # Errors
    /// As [`probe`](Tables::probe).
    #[inline]
    pub fn wdl(&self, placement: &Placement) -> Result<(Wdl, Wdl), ProbeError> {
        let Some(place) = self.place(placement)? else { return Ok((Wdl::Draw, Wdl::Draw)) };
        let lower = place.symbol(Content::Wdl, place.turn)?;
        let upper =
            if place.is_exact() { lower } else { place.symbol(Content::Wdl, !place.turn)? };
        Ok((place.wdl(lower)?, place.wdl(upper)?))
    }

    /// What a table says of a position without castling rights and en passant.
    ///
    /// # Errors
    /// As [`probe`](Tables::probe).
    #[inline]
    pub fn bounds(&self, placement: &Placement) -> Result<Bounds, ProbeError> {
        let Some(place) = self.place(placement)? else {
            return Ok(Bounds { lower: Value::DRAW, upper: Value::DRAW });
        };
        let lower = place.value(place.turn)?;
        let upper = if place.is_exact() { lower } else { place.value(!place.turn)? };
        Ok(Bounds { lower, upper })
    }

    /// Where the value of a position is; `None` for two bare kings, of which there is no table and nothing to know.
    #[inline]
    fn place(&self, placement: &Placement) -> Result<Option<Place<'_>>, ProbeError> {
        let key = MaterialKey::from(placement);
        if key == MaterialKey::KINGS {
            return Ok(None);
        }
        let (canonical, transform) = key.canonical();
        let entry = self.entries.get(&canonical).ok_or(ProbeError::Missing { key: canonical })?;
        let indexer = entry.indexer(&canonical);
        let index = indexer.index_after(transform, placement).expect("the table is of its key");
        let turn =
            if index < indexer.side_start(Color::Black) { Color::White } else { Color::Black };
        Ok(Some(Place { tables: self, entry, turn, index: index - indexer.side_start(turn) }))
    }
}

impl Entry {
    #[inline]
    pub(super) fn indexer(&self, key: &MaterialKey) -> &PositionIndexer {
        self.indexer.get_or_init(|| {
            PositionIndexer::new(*key).expect("a table was built, so its positions can be numbered")
        })
    }
}

/// A slot of a table.
struct Place<'a> {
    tables: &'a Tables,
    entry: &'a Entry,
    /// Who is to move in the canonical position.
    turn: Color,
    /// Counted from the first slot of the side to move.
    index: u64,
}

impl Place<'_> {
    /// The value with everything unknown turned against a side.
    fn value(&self, against: Color) -> Result<Value, ProbeError> {
        let wdl = self.wdl(self.symbol(Content::Wdl, against)?)?;
        if wdl == Wdl::Draw {
            return Ok(Value::DRAW);
        }
        let distance = self.symbol(Content::Distance, against)?;
        let value = if wdl > Wdl::Draw { Value::win(distance) } else { Value::loss(distance) };
        if value.wdl() == wdl { Ok(value) } else { Err(self.nonsense()) }
    }

    fn wdl(&self, symbol: u16) -> Result<Wdl, ProbeError> {
        Wdl::ALL.get(usize::from(symbol)).copied().ok_or_else(|| self.nonsense())
    }

    fn is_exact(&self) -> bool {
        let (_, table) = self.table();
        table.len(Part { content: Content::Wdl, turn: self.turn, is_second: true }).is_none()
    }

    fn symbol(&self, content: Content, against: Color) -> Result<u16, ProbeError> {
        let (file, table) = self.table();
        let is_second = against == Color::Black && !self.is_exact();
        let part = Part { content, turn: self.turn, is_second };
        file.get(table, part, self.index).map_err(|source| self.damaged(source))
    }

    fn table(&self) -> (&TableFile, &Table) {
        let file = &self.tables.files[self.entry.file].1;
        (file, &file.tables()[self.entry.table])
    }

    /// The checksums are right, but no builder writes such values.
    #[cold]
    fn nonsense(&self) -> ProbeError {
        let path = self.tables.files[self.entry.file].0.clone();
        ProbeError::Nonsense { path, key: self.table().1.key.clone(), index: self.index }
    }

    #[cold]
    fn damaged(&self, source: Fault) -> ProbeError {
        ProbeError::Damaged { path: self.tables.files[self.entry.file].0.clone(), source }
    }
}
