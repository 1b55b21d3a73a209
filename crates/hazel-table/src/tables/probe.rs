//! Asking for the value of a position.
//!
//! Who wins is stored for every position, so that is one look into a table. Distances are stored for wins only, and not
//! where the next move captures, moves a pawn or mates: those follow from the positions after the moves, and leaving them
//! out makes files less than half as large. So a distance costs the looks of its moves, and a lost position's those of
//! its moves' moves.

use hazel_core::{Color, Move, MoveKind, Position};

use super::{Entry, ProbeError, Tables};
use crate::file::{Content, Fault, Part, Table, TableFile};
use crate::judge::{unknown, zeroes};
use crate::{Bounds, MaterialKey, Placement, PositionIndexer, Value, Wdl};

impl Tables {
    /// What is known of a position: its value if the table was built with all its children, and bounds otherwise. The
    /// counter of the 50-move rule counts as zero.
    ///
    /// # Errors
    /// If somebody may castle, if there is no table, or if it is damaged.
    pub fn probe(&self, position: &Position) -> Result<Bounds, ProbeError> {
        if !position.castling().rooks().is_empty() {
            return Err(ProbeError::Castling);
        }
        let (captures, has_others) = en_passant(position);
        let mut best = None;
        if has_others {
            best = Some(self.bounds(&Placement::from(position))?);
        }
        for m in captures {
            let value = self.after(position, m)?;
            best = Some(best.map_or(value, |best: Bounds| best.or(value)));
        }
        Ok(best.unwrap_or(Bounds::DRAW))
    }

    /// What is known of a legal move, for the side that makes it.
    ///
    /// # Errors
    /// As [`probe`](Tables::probe), about the position after the move.
    pub fn after(&self, position: &Position, m: Move) -> Result<Bounds, ProbeError> {
        let after = position.after(m);
        if !zeroes(position, m) {
            return Ok(self.probe(&after)?.before(false));
        }
        if !after.castling().rooks().is_empty() {
            return Err(ProbeError::Castling);
        }
        let (lower, upper) = self.wdl(&after)?;
        Ok(Bounds { lower: Value::of(lower), upper: Value::of(upper) }.before(true))
    }

    /// Who wins at least and at most, without the distance: much quicker than [`probe`](Tables::probe).
    ///
    /// # Errors
    /// As [`probe`](Tables::probe).
    pub fn wdl(&self, position: &Position) -> Result<(Wdl, Wdl), ProbeError> {
        if !position.castling().rooks().is_empty() {
            return Err(ProbeError::Castling);
        }
        let (captures, has_others) = en_passant(position);
        let mut best = None;
        if has_others {
            best = Some(self.stored(&Placement::from(position))?);
        }
        for m in captures {
            let (lower, upper) = self.wdl(&position.after(m))?;
            let (low, high) = best.unwrap_or((Wdl::Loss, Wdl::Loss));
            best = Some((low.max(upper.flip()), high.max(lower.flip())));
        }
        Ok(best.unwrap_or((Wdl::Draw, Wdl::Draw)))
    }

    /// Who wins a position without castling rights and en passant, at least and at most: a look into the table and no
    /// more. Of a position that is not legal nothing is said.
    ///
    /// # Errors
    /// As [`probe`](Tables::probe).
    #[inline]
    pub fn stored(&self, placement: &Placement) -> Result<(Wdl, Wdl), ProbeError> {
        let Some(place) = self.place(placement)? else { return Ok((Wdl::Draw, Wdl::Draw)) };
        let lower = place.wdl(true)?;
        Ok((lower, if place.is_exact() { lower } else { place.wdl(false)? }))
    }

    /// What is known of a position without castling rights and en passant. Of one that is not legal nothing is said.
    ///
    /// # Errors
    /// As [`probe`](Tables::probe).
    pub fn bounds(&self, placement: &Placement) -> Result<Bounds, ProbeError> {
        let Some(place) = self.place(placement)? else { return Ok(Bounds::DRAW) };
        let position = placement.position().ok();
        let value = |is_lower| match &position {
            Some(position) => self.value(&place, position, is_lower),
            None => Ok(Value::DRAW),
        };
        let lower = value(true)?;
        Ok(Bounds { lower, upper: if place.is_exact() { lower } else { value(false)? } })
    }

    /// The lower or the upper value of a slot and its position.
    fn value(
        &self,
        place: &Place<'_>,
        position: &Position,
        is_lower: bool,
    ) -> Result<Value, ProbeError> {
        let wdl = place.wdl(is_lower)?;
        if wdl == Wdl::Draw {
            return Ok(Value::DRAW);
        }
        let moves = position.legal_moves();
        if wdl < Wdl::Draw {
            let mut value = Value::loss(0);
            for &m in &moves {
                value = value.max(self.value_after(position, m, is_lower)?);
            }
            return if value.wdl() == wdl { Ok(value) } else { Err(place.nonsense()) };
        }
        if wdl == Wdl::Win {
            for &m in &moves {
                let after = position.after(m);
                let wins = if zeroes(position, m) {
                    self.wdl_or_unknown(&after, !is_lower)? == Wdl::Loss
                } else {
                    after.is_check() && after.legal_moves().is_empty()
                };
                if wins {
                    return Ok(Value::win(1));
                }
            }
        }
        let value = Value::win(place.symbol(Content::Distance, is_lower)?);
        if value.wdl() == wdl { Ok(value) } else { Err(place.nonsense()) }
    }

    /// The lower or the upper value of a move for the side that makes it.
    fn value_after(
        &self,
        position: &Position,
        m: Move,
        is_lower: bool,
    ) -> Result<Value, ProbeError> {
        let after = position.after(m);
        if zeroes(position, m) {
            return Ok(Value::of(self.wdl_or_unknown(&after, !is_lower)?).before(true));
        }
        let place = self.place(&Placement::from(&after))?;
        let place = place.expect("a quiet move leads to the same key, which has a table");
        Ok(self.value(&place, &after, !is_lower)?.before(false))
    }

    /// The lower or the upper value of a position, also if it has no table.
    fn wdl_or_unknown(&self, position: &Position, is_lower: bool) -> Result<Wdl, ProbeError> {
        let (lower, upper) = match self.wdl(position) {
            Err(ProbeError::Missing { .. }) => {
                let Bounds { lower, upper } = unknown(position);
                (lower.wdl(), upper.wdl())
            }
            known => known?,
        };
        Ok(if is_lower { lower } else { upper })
    }

    /// Where the value of a position is; `None` for two bare kings, of which nothing needs to be looked up.
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
        let black = indexer.side_start(Color::Black);
        let turn = if index < black { Color::White } else { Color::Black };
        Ok(Some(Place { tables: self, entry, turn, index: index - indexer.side_start(turn) }))
    }
}

/// The captures en passant, and whether the slot of the position counts: it knows nothing of them, so where there are no
/// other moves it holds a mate or stalemate that isn't one.
fn en_passant(position: &Position) -> (Vec<Move>, bool) {
    if position.en_passant_square().is_none() {
        return (vec![], true);
    }
    let moves = position.legal_moves();
    let captures = moves.iter().copied().filter(|m| m.kind() == MoveKind::EnPassant);
    let captures: Vec<_> = captures.collect();
    let has_others = captures.len() < moves.len();
    (captures, has_others)
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
    /// Who wins, with everything unknown turned against the side to move, or against the other.
    #[inline]
    fn wdl(&self, is_lower: bool) -> Result<Wdl, ProbeError> {
        let symbol = self.symbol(Content::Wdl, is_lower)?;
        Wdl::ALL.get(usize::from(symbol)).copied().ok_or_else(|| self.nonsense())
    }

    #[inline]
    fn symbol(&self, content: Content, is_lower: bool) -> Result<u16, ProbeError> {
        let (file, table) = self.table();
        // The second values are those with everything unknown turned against Black.
        let is_against_black = (self.turn == Color::Black) == is_lower;
        let is_second = is_against_black && !self.is_exact();
        let part = Part { content, turn: self.turn, is_second };
        file.get(table, part, self.index).map_err(|source| self.damaged(source))
    }

    #[inline]
    fn is_exact(&self) -> bool {
        let second = Part { content: Content::Wdl, turn: self.turn, is_second: true };
        self.table().1.len(second).is_none()
    }

    #[inline]
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
