//! Syzygy's values in the order in which tables are built, for the parents of a table that nobody has built.

use hazel_core::{Color, Position};

use super::{Syzygy, SyzygyError};
use crate::builder::layout::Layout;
use crate::builder::legality;
use crate::builder::raw::Side;
use crate::tables::{Filling, placement};
use crate::{Bounds, MaterialKey, RawTable, Value, Wdl};

impl Syzygy {
    /// The values of a canonical key for tables that are built from it. Distances are not right: parents ask who wins and
    /// where there is no legal move.
    ///
    /// # Errors
    /// If a file is missing or damaged.
    pub(crate) fn child(&self, key: &MaterialKey) -> Result<RawTable, SyzygyError> {
        let layout = Layout::new(*key);
        let [white, black] = Color::ALL.map(|turn| self.side(&layout, turn));
        let runs = vec![[white?, black?]];
        Ok(RawTable { layout, runs })
    }

    /// What is known of a position, with the distance as far as the files know it.
    ///
    /// # Errors
    /// As [`probe`](Syzygy::probe).
    pub(crate) fn bounds(&self, position: &Position) -> Result<Bounds, SyzygyError> {
        let value = self.probe(position)?;
        let (nearest, farthest) = match value.wdl {
            Wdl::Draw => return Ok(Bounds::DRAW),
            Wdl::Win | Wdl::CursedWin => (Value::win(value.least), Value::win(value.most)),
            _ if !position.has_legal_move() => (Value::loss(0), Value::loss(0)),
            Wdl::Loss | Wdl::BlessedLoss => (Value::loss(value.least), Value::loss(value.most)),
        };
        Ok(Bounds { lower: nearest.min(farthest), upper: nearest.max(farthest) })
    }

    fn side(&self, layout: &Layout, turn: Color) -> Result<Side, SyzygyError> {
        let marks_ends = layout.key.can_follow_double_step();
        let mut side = Filling::new(layout);
        let mut words = vec![];
        for pair in 0..layout.kings.len() {
            legality::legal_of_pair(layout, turn, pair, &mut words);
            for (word, mut legal) in (pair * layout.words..).zip(words.iter().copied()) {
                while legal != 0 {
                    let place = layout.place(word, legal.trailing_zeros() as usize);
                    legal &= legal - 1;
                    let Ok(position) = placement(layout, place, turn).position() else { continue };
                    let wdl = self.wdl(&position)?;
                    let is_over = marks_ends && wdl <= Wdl::Draw && !position.has_legal_move();
                    side.put(place, wdl, is_over);
                }
            }
        }
        Ok(side.finish())
    }
}
